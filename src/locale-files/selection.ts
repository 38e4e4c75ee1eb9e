import { addToGroup } from '../base/groups.js';
import { type Slot, textOf } from './document.js';
import { doubtfulKeys } from './doubtful.js';
import { KeyPattern } from './key-pattern.js';
import { MAX_SIZE } from './limits.js';
import { joinNotes } from './plurals.js';

/** A text to translate, with its note. */
export interface SelectedText {
  readonly text: string;
  readonly note: string | undefined;
  /** What must be in its translation as it is. */
  readonly protectTerms?: readonly string[] | undefined;
}

/** Which texts of a file are to be translated. */
export interface SelectionOptions {
  /** Keys of texts that are not to be translated; `*` stands for any letters. @default none */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Keys of notes for translators. Each pattern has one `*`, which stands for the key of the text that the note is about,
   * or of the object that the text is in: `*_comment`, `*.comment`. False if no text is a note.
   * @default none, and `doubtful` has the texts that look like notes
   */
  readonly notes?: readonly string[] | false | undefined;
}

/** The texts of a file, by what is done with them. */
export interface Selection {
  /** The texts to translate, with their notes. */
  readonly texts: ReadonlyMap<string, SelectedText>;
  /** Texts without letters, which are the same in every language. */
  readonly constants: ReadonlyMap<string, string>;
  /** Keys of texts that look like notes, by the pattern that makes them notes. */
  readonly doubtful: ReadonlyMap<string, readonly string[]>;
}

/** A text without letters is the same in every language. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** @param refuse is called when the notes take too much memory */
export function selectTexts(
  slots: ReadonlyMap<string, Slot>,
  { ignore = [], notes }: SelectionOptions,
  refuse: (message: string) => never,
): Selection {
  const findIgnored = finderOf(ignore);
  const findNote = finderOf(notes || []);
  const texts = new Map<string, SelectedText>();
  const constants = new Map<string, string>();
  const notesOf = new Map<string, string[]>();
  for (const slot of slots.values()) {
    const { key } = slot;
    const text = textOf(slot);
    if (text === '' || findIgnored(key) !== undefined) continue;
    const ofNote = findNote(key);
    if (ofNote !== undefined) addToGroup(notesOf, ofNote.starIn(key), text);
    else if (hasLetters(text)) texts.set(key, { text, note: slot.note });
    else constants.set(key, text);
  }
  addNotes(texts, notesOf, refuse);
  return { texts, constants, doubtful: notes === undefined ? doubtfulKeys(texts) : new Map() };
}

/** Finds the pattern that matches a key. */
function finderOf(patterns: readonly string[]): (key: string) => KeyPattern | undefined {
  const made = patterns.map((pattern) => new KeyPattern(pattern));
  return (key) => {
    for (const pattern of made) if (pattern.matches(key)) return pattern;
    return undefined;
  };
}

/** Adds each note to the text of its key; if that is an object, to the texts in it. */
function addNotes(
  texts: Map<string, SelectedText>,
  notesOf: ReadonlyMap<string, readonly string[]>,
  refuse: (message: string) => never,
): void {
  if (notesOf.size === 0) return;
  let letters = 0;
  for (const [key, one] of texts) {
    const parent = key.slice(0, Math.max(0, key.lastIndexOf('.')));
    const found = [...(notesOf.get(key) ?? []), ...(texts.has(parent) ? [] : (notesOf.get(parent) ?? []))];
    const note = joinNotes([one.note, ...found]);
    // One note can be about many texts.
    letters += found.length === 0 ? 0 : (note?.length ?? 0);
    if (letters > MAX_SIZE) refuse(`has notes of more than ${MAX_SIZE} letters in all`);
    texts.set(key, { ...one, note });
  }
}
