import type { Slot } from './document.js';
import { MAX_SIZE } from './limits.js';
import { findMessage } from './messages/find-message.js';
import type { PluralMessage } from './messages/plural-message.js';
import { joinNotes } from './plurals.js';
import { pathOf, refuse } from './refusal.js';
import { hasLetters, type SelectedText } from './selection.js';

/** Letters of all keys and texts. */
const MAX_LETTERS = 2 * MAX_SIZE;

/** A text for translators: that of a slot, or a plural form in it. */
interface Entry extends SelectedText {
  readonly key: string;
  /** Its translation so far. */
  readonly known: string | undefined;
}

/** The texts in a slot. */
export interface SlotTexts {
  /** The slot's own key. */
  readonly key: string;
  /** The slot's translation so far. */
  readonly known: string | undefined;
  /** Empty if all plural forms are without letters. */
  readonly entries: readonly Entry[];
  /** What puts the plural forms together; undefined if the slot is one text. */
  readonly message: PluralMessage | undefined;
}

/** What is to be translated. */
interface SlotsToTranslate {
  /** The texts of slots, by key. */
  readonly texts: ReadonlyMap<string, SelectedText>;
  /** The translation so far. */
  knownIn(key: string): string | undefined;
  readonly to: string | undefined;
}

/**
 * The texts in slots: the forms of the language where a slot holds a plural.
 *
 * @throws InputError when they take too much memory
 */
export function textsInSlots(
  { name, slots }: { readonly name: string; readonly slots: ReadonlyMap<string, Slot> },
  { texts, knownIn, to }: SlotsToTranslate,
): readonly SlotTexts[] {
  let letters = 0;
  return [...texts].map(([key, text]) => {
    const whole: Entry = { ...text, key, known: knownIn(key) };
    const found = textsIn(whole, to, (one) => slots.has(one));
    // Each form repeats what is around the plural: a hostile file could take gigabytes.
    for (const entry of found.entries) letters += entry.key.length + entry.text.length;
    if (letters > MAX_LETTERS) refuse(name, `has plural forms of more than ${MAX_LETTERS} letters in all`);
    return found;
  });
}

/** @param isTaken whether the file has another text with a key */
function textsIn(whole: Entry, to: string | undefined, isTaken: (key: string) => boolean): SlotTexts {
  const { key, text, note, known } = whole;
  const one = { key, known, message: undefined, entries: [whole] };
  const message = findMessage(text, known, to);
  if (message === undefined) return one;
  const entries = message.forms
    .filter((form) => hasLetters(form.text))
    .map((form): Entry => {
      const { id, known: earlier } = form;
      return {
        ...{ key: formKey(key, id), text: form.text, known: earlier || undefined },
        note: joinNotes([note, form.note]),
      };
    });
  return entries.some((entry) => isTaken(entry.key)) ? one : { key, known, message, entries };
}

const formKey = (key: string, id: string): string => `${key}[${id}]`;

/** What to write into the slots: a message when it has all of its forms, and one of them is new. */
export function valuesOf(slots: readonly SlotTexts[], given: ReadonlyMap<string, string>) {
  const translations = slots.flatMap((slot): [string, string][] => {
    const { key, known, entries } = slot;
    const isWhole = entries.every((entry) => given.has(entry.key) || entry.known !== undefined);
    const isNew = entries.some((entry) => (given.get(entry.key) ?? entry.known) !== entry.known);
    const value = isWhole && isNew ? newValue(slot, given) : known;
    return value === undefined ? [] : [[key, value]];
  });
  const translated = slots.flatMap(({ key, entries }) => (entries.length === 0 ? [] : [key]));
  return { translations: new Map(translations), translated: new Set(translated) };
}

function newValue(
  { key, message, entries }: SlotTexts,
  given: ReadonlyMap<string, string>,
): string | undefined {
  if (message === undefined) return given.get(key);
  const values = new Map(entries.map((entry) => [entry.key, given.get(entry.key) ?? entry.known]));
  const own = new Map(message.forms.map(({ id, text, known }) => [id, known || text]));
  return message.join(
    (id) => values.get(formKey(key, id)) ?? own.get(id) ?? '',
    (id, reason) => refuse(pathOf(formKey(key, id)), reason),
  );
}
