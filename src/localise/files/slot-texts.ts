import { type LocaleFormat, readText, type Slot } from './document.js';
import { MAX_SIZE } from './limits.js';
import { findMessage } from './messages/find-message.js';
import type { MessageForm, PluralMessage } from './messages/plural-message.js';
import { findNumbers, joinNotes } from './plurals.js';
import { describePath, refuse } from './refusal.js';
import { type Constant, hasLetters } from './selection.js';

/** Letters of all keys and texts. */
const MAX_LETTERS = 2 * MAX_SIZE;

/**
 * A text to translate; with a note for translators if the file has one, and with what must stay as it is in this text, such
 * as the `#` of a plural.
 */
export type LocaleText =
  | string
  | { readonly text: string; readonly note?: string; readonly protectTerms?: readonly string[] };

/** A text that holds plural forms. */
interface Message {
  readonly plural: PluralMessage;
  /** The key of each form. */
  readonly keys: readonly string[];
  /** Its translation so far. */
  readonly earlier: string | undefined;
}

/** What is to be translated. */
interface SlotsToTranslate {
  readonly texts: readonly Slot[];
  /** The translation so far. */
  findKnown(key: string): string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The placeholders of the format. */
  readonly protect: LocaleFormat['protect'];
}

/** The texts for translators, with what puts them together. */
export interface Entries {
  /** In the order of the file. A text that holds plural forms has its forms here, if they have letters. */
  readonly texts: Record<string, LocaleText>;
  /** Placeholders that translations may lack: the number in a form for one number alone. */
  readonly mayLack: Record<string, readonly string[]>;
  /** Their translations so far. */
  readonly known: Record<string, string>;
  /** Those that hold plural forms with letters, by the key of their slots. */
  readonly messages: Map<string, Message>;
  /** Messages whose forms have no letters: they are the same in every language. */
  readonly constants: Constant[];
}

/**
 * Finds the texts for translators: those of slots, and the forms of plurals in the language.
 *
 * @throws InputError when they take too much memory
 */
export function collectEntries(
  { name, slots }: { readonly name: string; readonly slots: ReadonlyMap<string, Slot> },
  { texts, findKnown, from, to, protect }: SlotsToTranslate,
): Entries {
  const entries: Entries = { texts: {}, mayLack: {}, known: {}, messages: new Map(), constants: [] };
  const placeholders = typeof protect === 'object' ? protect : undefined;
  let letters = 0;
  for (const slot of texts) {
    const { key, note } = slot;
    const text = readText(slot);
    const earlier = findKnown(key);
    const plural = findMessage(text, earlier, { from, to }, placeholders);
    const keys = plural?.forms.map(({ id }) => makeFormKey(key, id));
    if (plural === undefined || keys === undefined || keys.some((own) => slots.has(own))) {
      addText(entries, key, { text, known: earlier, isForOne: slot.isForOne }, note);
      continue;
    }
    let hasForms = false;
    for (const [at, form] of plural.forms.entries()) {
      const own = keys[at] ?? '';
      if (!hasLetters(form.text)) continue;
      hasForms = true;
      // Each form repeats what is around the plural: a hostile file could take gigabytes.
      letters += own.length + form.text.length;
      if (letters > MAX_LETTERS) refuse(name, `has plural forms of more than ${MAX_LETTERS} letters in all`);
      addText(entries, own, form, joinNotes([note, form.note]));
    }
    if (hasForms) entries.messages.set(key, { plural, keys, earlier });
    else entries.constants.push([key, text]);
  }
  return entries;
}

const makeFormKey = (key: string, id: string): string => `${key}[${id}]`;

/** Whether translators get a text with the key. */
export const hasEntry = ({ texts }: Entries, key: string): boolean => Object.hasOwn(texts, key);

/** Whether a slot's text is translated. */
export const isTranslatable = ({ texts, messages }: Entries, key: string): boolean =>
  Object.hasOwn(texts, key) || messages.has(key);

/** What a text has beside its note. */
type FormText = Omit<MessageForm, 'id' | 'note'>;

function addText(
  { texts, mayLack, known }: Entries,
  key: string,
  text: FormText,
  note: string | undefined,
): void {
  put(texts, key, toLocaleText(text, note));
  const numbers = text.isForOne ? findNumbers(text.text) : [];
  if (numbers.length > 0) put(mayLack, key, numbers);
  if (text.known) put(known, key, text.known);
}

function toLocaleText({ text, protectTerms }: FormText, note: string | undefined): LocaleText {
  if (note === undefined && protectTerms === undefined) return text;
  const noted = note === undefined ? { text } : { text, note };
  return protectTerms === undefined ? noted : { ...noted, protectTerms };
}

function put<Value>(record: Record<string, Value>, key: string, value: Value): void {
  // Assigned, it would be the prototype.
  if (key === '__proto__') Object.defineProperty(record, key, { ...OWN, value });
  else record[key] = value;
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** What to write into the slots: a message when it has all of its forms, and one of them is new. */
export function toValues(entries: Entries, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const known = Object.entries(entries.known);
  if (known.length === 0 && entries.messages.size === 0) return given;
  const values = new Map(known);
  given.forEach((value, key) => {
    values.set(key, value);
  });
  for (const [key, message] of entries.messages) {
    for (const own of message.keys) values.delete(own);
    const value = joinMessage(key, message, entries, given) ?? message.earlier;
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

/** A message put together; undefined if a form is missing, or none is new. */
function joinMessage(
  key: string,
  { plural, keys }: Message,
  entries: Entries,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const values = new Map<string, string>();
  let isNew = false;
  for (const [at, { id, text, known }] of plural.forms.entries()) {
    const own = keys[at] ?? '';
    const translation = given.get(own);
    isNew ||= translation !== undefined && translation !== (known || undefined);
    // A form without letters is the same in every language.
    const value = translation ?? (known || (hasEntry(entries, own) ? undefined : text));
    if (value === undefined) return undefined;
    values.set(id, value);
  }
  if (!isNew) return undefined;
  return plural.join(
    (id) => values.get(id) ?? '',
    (id, reason) => refuse(describePath(makeFormKey(key, id)), reason),
  );
}
