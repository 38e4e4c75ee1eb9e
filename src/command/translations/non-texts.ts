import { posix } from 'node:path';
import { cutText } from '../../base/texts.js';
import { findNonTexts, type NonText, StarPattern } from '../../command-internals.js';
import { decideRules } from '../plan/decide.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { formatFirst, formatNumber } from '../terminal/format.js';
import { type SafeText, say, sayJson } from '../terminal/safe-text.js';
import type { Session } from './session.js';
import type { SessionTexts } from './session-unit.js';

/** Characters of a key or a text in a message. */
const SHOWN_LETTERS = 40;

/** Values of a file that are probably not text, and that no order has yet. */
interface FileWithNonTexts {
  readonly unit: SessionTexts;
  readonly texts: readonly NonText[];
  /** What `ignore` of the file must be to leave them out. */
  readonly ignore: readonly string[];
}

/** Values that are probably not text, as `--json` shows them, and in lines that say how to leave them out. */
export interface FoundNonTexts {
  readonly files: readonly (Omit<FileWithNonTexts, 'unit'> & { readonly source: string })[];
  readonly lines: readonly SafeText[];
}

/** Finds the values that are probably not text. Each file once, whatever its languages. */
export async function findOpenNonTexts({ units }: Session): Promise<FoundNonTexts> {
  const found = new Map<string, FileWithNonTexts>();
  for (const unit of units) {
    if (unit.kind !== 'texts') continue;
    const texts = await findOpen(unit);
    if (texts.length > (found.get(unit.source)?.texts.length ?? 0))
      found.set(unit.source, { unit, texts, ignore: makeIgnore(unit, texts) });
  }
  const files = [...found.values()];
  return {
    files: files.map(({ unit, texts, ignore }) => ({ source: unit.source, texts, ignore })),
    lines: describeNonTexts(files),
  };
}

/** Only those without a translation in the file: what was ordered before is not named again. */
async function findOpen(unit: SessionTexts): Promise<readonly NonText[]> {
  const missing = findNonTexts(unit.file.texts).filter(({ key }) => !Object.hasOwn(unit.current, key));
  if (missing.length === 0) return [];
  const { ordered } = await unit.findOrders();
  return missing.filter(({ key }) => !ordered.has(key));
}

/** Names them, and says how to leave them out. */
function describeNonTexts(files: readonly FileWithNonTexts[]): readonly SafeText[] {
  const [first] = files;
  if (first === undefined) return [];
  const advice = say`They are ordered as they are. To leave them out, put this line into ${PROJECT_FILE}:`;
  return [...files.map(describeFile), say`${advice}\n  ${makeLine(first, files)}\n`];
}

function describeFile({ unit, texts }: FileWithNonTexts): SafeText {
  const named = formatFirst(
    texts,
    ({ key, text, reason }) => `${cutText(key, SHOWN_LETTERS)} (${cutText(text, SHOWN_LETTERS)}, ${reason})`,
  );
  const all = formatNumber(Object.keys(unit.file.texts).length);
  return say`${unit.source}: ${formatNumber(texts.length)} of ${all} texts ${texts.length === 1 ? 'is' : 'are'} probably not to be translated: ${named}.\n`;
}

/** The line of the project file that leaves the texts out: its `ignore` if it names this one file, else its `files`. */
function makeLine(first: FileWithNonTexts, files: readonly FileWithNonTexts[]): SafeText {
  const { project, file: rules } = first.unit.given;
  const { files: known = [] } = project;
  const found = new Map(files.map((each) => [each.unit.sourceInProject, each]));
  const entries = known.map((entry) => {
    const source = posix.normalize(entry.source);
    const file = found.get(source);
    found.delete(source);
    return file === undefined ? entry : { ...entry, ignore: file.ignore };
  });
  // A rule for all files would leave out texts of others that have the same keys.
  const isOnly = known.length === 1 && found.size === 0 && rules.ignore === undefined;
  if (isOnly) return say`"ignore": ${sayJson(first.ignore)}`;
  const added = [...found.values()].map(({ unit, ignore }) => ({ source: unit.sourceInProject, ignore }));
  return say`"files": ${sayJson([...entries, ...added])}`;
}

/** An object is named as a whole if it has at least so many values, all of them probably not text. */
const MIN_NAMED_VALUES = 5;
/** The most patterns with a star that a list may have. */
const MAX_STARS = 100;

/** What `ignore` of a file must be: what it is, and the keys of these values. */
function makeIgnore(unit: SessionTexts, texts: readonly NonText[]): readonly string[] {
  const { project, file } = unit.given;
  const before = decideRules({ file, project }).ignore ?? [];
  const keys = new Set(texts.map(({ key }) => key));
  const others = Object.keys(unit.file.texts).filter((key) => !keys.has(key));
  // In a pattern, a star stands for any letters.
  const isExact = (key: string): boolean => {
    const pattern = new StarPattern(key);
    return !key.includes('*') || others.every((name) => !pattern.matches(name));
  };
  const objects = findObjects([...keys], others).slice(0, MAX_STARS - before.length);
  const rest = [...keys].filter((key) => !objects.some((object) => key.startsWith(object)) && isExact(key));
  return [...new Set([...before, ...objects.map((object) => `${object}*`), ...rest])];
}

/** The objects that have many of these keys, and no others: `icons.`. */
function findObjects(keys: readonly string[], others: readonly string[]): readonly string[] {
  const readObject = (key: string): string => key.slice(0, key.lastIndexOf('.') + 1);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(readObject(key), (counts.get(readObject(key)) ?? 0) + 1);
  const many = [...counts].flatMap(([object, count]) =>
    count < MIN_NAMED_VALUES || object === '' || object.includes('*') ? [] : [object],
  );
  return many.filter((object) => !others.some((name) => name.startsWith(object)));
}
