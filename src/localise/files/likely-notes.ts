import { addToGroup } from '../checks/groups.js';
import { readText, type Slot } from './document.js';

/** Words that end the keys of notes, and how many such keys a file needs before they are taken for notes. */
interface Sign {
  readonly words: readonly string[];
  /** Names of the text in an object that has the note too. */
  readonly beside: ReadonlySet<string>;
  /** The fewest keys. */
  readonly least: number;
  /** The least share of the other texts. */
  readonly share: number;
}

/**
 * Interfaces have texts for hints and descriptions too, and buttons such as "Add comment". So the keys must be many beside
 * the other texts: notes are on most texts of a file. The shares were compared with files of public projects.
 */
const SIGNS: readonly Sign[] = [
  {
    words: ['comment', 'comments', 'note', 'notes', 'context'],
    beside: new Set(['text', 'value', 'string', 'translation', 'message', 'source', 'target', 'other']),
    least: 2,
    share: 1 / 3,
  },
  {
    words: ['description', 'desc', 'hint', 'example', 'meaning'],
    beside: new Set(['value', 'string', 'translation', 'message', 'other']),
    least: 3,
    share: 3 / 4,
  },
];

/** Letters of the longest ending that is looked at. */
const LONGEST_ENDING = 32;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const joinWords = (change = (word: string): string => word): string =>
  SIGNS.flatMap(({ words }) => words.map(change)).join('|');

/** Finds the ending of a note's key: `_comment`, `.developer_note`, `Hint`. */
const ENDING = new RegExp(
  `[._:-](?:(?:developer|translator)[_-]?)?(${joinWords()})$|(?<=[a-z\\d])(${joinWords(capitalize)})$`,
);

/** Texts with keys that end alike. */
interface Candidates {
  readonly sign: Sign;
  readonly keys: string[];
}

/** The keys of texts that look like notes, by a pattern for all that end alike. */
export function findLikelyNotes(texts: readonly Slot[]): ReadonlyMap<string, readonly string[]> {
  const candidates = new Map<string, Candidates>();
  let all: Keys | undefined;
  for (const slot of texts) {
    const { key } = slot;
    const found = findEnding(key);
    // "Add comment" is the text of a button.
    if (found === undefined || mentions(readText(slot), found.ending)) continue;
    all ??= collectKeys(texts);
    if (!isBesideText(key, found.ending, found.sign, all)) continue;
    const known = candidates.get(found.ending);
    if (known === undefined) candidates.set(found.ending, { sign: found.sign, keys: [key] });
    else known.keys.push(key);
  }
  const rest = [...candidates.values()].reduce((rest, { keys }) => rest - keys.length, texts.length);
  const notes = [...candidates].filter(
    ([, { sign, keys }]) => keys.length >= sign.least && keys.length >= sign.share * rest,
  );
  return new Map(notes.map(([ending, { keys }]) => [`*${ending}`, keys]));
}

function findEnding(key: string): { readonly sign: Sign; readonly ending: string } | undefined {
  const found = ENDING.exec(key.slice(-LONGEST_ENDING));
  if (found === null) return undefined;
  const [ending, plain, camel = plain] = found;
  const sign = SIGNS.find(({ words }) => words.includes(camel?.toLowerCase() ?? ''));
  return sign && { sign, ending };
}

/** Whether the key without its ending is the key of a text, or of an object with a text and its notes alone. */
function isBesideText(key: string, ending: string, sign: Sign, { keys, namesIn }: Keys): boolean {
  const base = key.slice(0, -ending.length);
  if (keys.has(base)) return true;
  if (!ending.startsWith('.')) return false;
  const neighbours = (namesIn.get(base) ?? []).filter((name) => findEnding(`.${name}`) === undefined);
  return neighbours.length > 0 && neighbours.every((name) => sign.beside.has(name));
}

/** The keys of texts. */
interface Keys {
  readonly keys: ReadonlySet<string>;
  /** The names of the texts in each object. */
  readonly namesIn: ReadonlyMap<string, readonly string[]>;
}

function collectKeys(texts: readonly Slot[]): Keys {
  const keys = new Set<string>();
  const namesIn = new Map<string, string[]>();
  for (const { key } of texts) {
    keys.add(key);
    const dot = key.lastIndexOf('.');
    if (dot >= 0) addToGroup(namesIn, key.slice(0, dot), key.slice(dot + 1));
  }
  return { keys, namesIn };
}

const mentions = (text: string, ending: string): boolean =>
  text.toLowerCase().includes(
    ending
      .toLowerCase()
      .replace(/^.*[._:-]/, '')
      .replace(/s$/, ''),
  );
