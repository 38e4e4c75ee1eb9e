import { addToGroup } from '../checks/groups.js';
import { type LocaleFormat, readText, type Slot } from './document.js';
import { findLikelyNotes } from './likely-notes.js';
import { MAX_SIZE } from './limits.js';
import type { ReadFile } from './parse.js';
import { joinNotes } from './plurals.js';
import type { SelectionOptions } from './read-options.js';
import { refuse } from './refusal.js';
import { StarPattern } from './star-pattern.js';

/** The texts of a file, by what is done with them. */
export interface Selection {
  /** The texts to translate, with their notes. */
  readonly texts: readonly Slot[];
  /** Texts without letters. */
  readonly constants: readonly Constant[];
  /** Keys of texts that look like notes, by the pattern that makes them notes. */
  readonly doubtful: ReadonlyMap<string, readonly string[]>;
}

/** A text that is the same in every language. */
export type Constant = readonly [key: string, text: string];

/** A text without letters is the same in every language. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Finds the texts to translate. @throws InputError when their notes take too much memory */
export function selectTexts(
  { name, document, slots }: ReadFile,
  { isBilingual }: LocaleFormat,
  { ignore = [], notes: wanted }: SelectionOptions,
): Selection {
  // Where notes have a place of their own, no text is one.
  const notes = wanted ?? (isBilingual || document.layout !== undefined ? false : undefined);
  const findIgnored = makeFinder(ignore);
  const findNote = makeFinder(notes || []);
  const texts: Slot[] = [];
  const constants: Constant[] = [];
  const notesByKey = new Map<string, string[]>();
  for (const slot of slots.values()) {
    const { key } = slot;
    const text = readText(slot);
    if (text === '' || findIgnored(key) !== undefined) continue;
    const pattern = findNote(key);
    if (pattern !== undefined) addToGroup(notesByKey, pattern.match(key)?.[0] ?? '', text);
    else if (hasLetters(text)) texts.push(slot);
    else constants.push([key, text]);
  }
  return {
    texts: notesByKey.size === 0 ? texts : withNotes(name, texts, notesByKey),
    constants,
    doubtful: notes === undefined ? findLikelyNotes(texts) : new Map(),
  };
}

/** Finds the pattern that matches a key. A key without a star is found at once, however many there are. */
function makeFinder(patterns: readonly string[]): (key: string) => StarPattern | undefined {
  const exact = new Map<string, StarPattern>();
  const made: StarPattern[] = [];
  for (const pattern of patterns) {
    if (pattern.includes('*')) made.push(new StarPattern(pattern));
    else exact.set(pattern, new StarPattern(pattern));
  }
  // Most files have no patterns. A loop over none would still take memory for each key.
  if (made.length === 0) return exact.size === 0 ? () => undefined : (key) => exact.get(key);
  return (key) => {
    for (const pattern of made) if (pattern.matches(key)) return pattern;
    return exact.get(key);
  };
}

/** Adds each note to the text of its key; if that is an object, to the texts in it. */
function withNotes(
  name: string,
  texts: readonly Slot[],
  notesByKey: ReadonlyMap<string, readonly string[]>,
): readonly Slot[] {
  const keys = new Set(texts.map(({ key }) => key));
  let letters = 0;
  return texts.map((slot) => {
    const { key } = slot;
    const parent = key.slice(0, Math.max(0, key.lastIndexOf('.')));
    const found = [
      ...(notesByKey.get(key) ?? []),
      ...(keys.has(parent) ? [] : (notesByKey.get(parent) ?? [])),
    ];
    const note = joinNotes([slot.note, ...found]);
    // One note can be about many texts.
    letters += found.length === 0 ? 0 : (note?.length ?? 0);
    if (letters > MAX_SIZE) refuse(name, `has notes of more than ${MAX_SIZE} letters in all`);
    return { ...slot, note };
  });
}
