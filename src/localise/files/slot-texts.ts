import { type LocaleFormat, readText, type Slot } from './document.js';
import { MAX_SIZE } from './limits.js';
import { ApostropheWriter } from './messages/apostrophes.js';
import { findMessage } from './messages/find-message.js';
import type { MessageForm, PluralMessage } from './messages/plural-message.js';
import { isVuePlural } from './messages/vue.js';
import { findNumbers, joinNotes } from './plurals.js';
import type { FilePair } from './read-pair.js';
import { describePath, refuse } from './refusal.js';
import { type Constant, hasLetters } from './selection.js';

/** Letters of all keys and texts. */
const MAX_LETTERS = 2 * MAX_SIZE;

/**
 * A text to translate; with a note for translators if the file has one, with a remark that does not make it another text, and with
 * what must stay as it is in this text, such as the `#` of a plural.
 */
export type LocaleText =
  | string
  | {
      readonly text: string;
      readonly note?: string;
      readonly remark?: string;
      readonly protectTerms?: readonly string[];
    };

/** A text that holds plural forms. */
interface Message {
  readonly plural: PluralMessage;
  /** The key of each form. */
  readonly keys: readonly string[];
  /** Its translation so far. */
  readonly earlier: string | undefined;
}

/** The texts for translators, with what puts them together. */
export interface Entries {
  /** The placeholders that they usually have. */
  readonly protect: LocaleFormat['protect'];
  /** In the order of the file. A text that holds plural forms has its forms here, if they have letters. */
  readonly texts: Record<string, LocaleText>;
  /** Placeholders that translations may lack: the number in a form for one number alone. */
  readonly mayLack: Record<string, readonly string[]>;
  /** Their translations so far. */
  readonly known: Record<string, string>;
  /** Keys of slots whose translation in the file for the language belongs to an earlier text. */
  readonly outdated: Set<string>;
  /** Keys of slots whose translation the file has put out of use, and that need it again. */
  readonly revived: Set<string>;
  /** Those that hold plural forms with letters, by the key of their slots. */
  readonly messages: Map<string, Message>;
  /** Messages whose forms have no letters: they are the same in every language. */
  readonly constants: Constant[];
  /** Writes the apostrophes of other texts. */
  readonly apostrophes: ApostropheWriter;
}

/**
 * Finds the texts for translators: those of slots, and the forms of plurals in the language.
 *
 * @throws InputError when they take too much memory
 */
export function collectEntries(
  { source, target, from, to, originals }: FilePair,
  format: LocaleFormat,
  texts: readonly Slot[],
): Entries {
  const { name, slots } = source;
  const protect = source.document.protect ?? format.protect;
  const entries: Entries = {
    protect,
    texts: {},
    mayLack: {},
    known: {},
    outdated: new Set(),
    revived: new Set(),
    messages: new Map(),
    constants: [],
    apostrophes: new ApostropheWriter(source.document.apostrophes ?? format.apostrophes, () =>
      texts.map(readText),
    ),
  };
  const placeholders = typeof protect === 'object' ? protect : undefined;
  const splitsAtPipes = format.mayBeVue === true && texts.some((slot) => isVuePlural(readText(slot)));
  let letters = 0;
  for (const slot of texts) {
    const { key, note, remark } = slot;
    const text = readText(slot);
    const there = target?.slots.get(key);
    const original = originals === undefined ? text : originals.get(key);
    if (format.isBilingual && original !== undefined && there?.value) {
      const translated = readText(there);
      if (!isSameText(translated, original) && !isSameText(translated, text)) entries.outdated.add(key);
    }
    // A bilingual source file has translations too, whichever file is written.
    const inUse =
      (entries.outdated.has(key) ? undefined : there?.value) ||
      (format.isBilingual && slots.get(key)?.value) ||
      undefined;
    const obsolete = inUse === undefined ? target?.document.obsolete?.get(key) : undefined;
    if (obsolete !== undefined) entries.revived.add(key);
    const earlier = inUse ?? obsolete;
    const plural = findMessage(text, earlier, { from, to, splitsAtPipes }, placeholders);
    const keys = plural?.forms.map(({ id }) => makeFormKey(key, id));
    if (plural === undefined || keys === undefined || keys.some((own) => slots.has(own))) {
      const known = earlier && entries.apostrophes.read(text, earlier);
      const form = { text, known, isForOne: slot.isForOne, protectTerms: undefined };
      addText(entries, key, form, { note, remark });
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
      addText(entries, own, form, { note: joinNotes([note, form.note]), remark });
    }
    if (hasForms) entries.messages.set(key, { plural, keys, earlier });
    else entries.constants.push([key, text]);
  }
  return entries;
}

/** Whether two texts differ at most in white space, which tools lay out anew. */
const isSameText = (left: string, right: string): boolean =>
  left === right || left.replace(/\s+/g, ' ').trim() === right.replace(/\s+/g, ' ').trim();

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
  about: Pick<Slot, 'note' | 'remark'>,
): void {
  put(texts, key, toLocaleText(text, about));
  const numbers = text.isForOne ? findNumbers(text.text) : [];
  if (numbers.length > 0) put(mayLack, key, numbers);
  if (text.known) put(known, key, text.known);
}

function toLocaleText(
  { text, protectTerms }: FormText,
  { note, remark }: Pick<Slot, 'note' | 'remark'>,
): LocaleText {
  if (note === undefined && remark === undefined && protectTerms === undefined) return text;
  return {
    text,
    ...(note !== undefined && { note }),
    ...(remark !== undefined && { remark }),
    ...(protectTerms !== undefined && { protectTerms }),
  };
}

function put<Value>(record: Record<string, Value>, key: string, value: Value): void {
  // Assigned, it would be the prototype.
  if (key === '__proto__') Object.defineProperty(record, key, { ...OWN, value });
  else record[key] = value;
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** What to write into the slots: a message when it has all of its forms, and one of them is new. */
export function toValues(entries: Entries, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const values = new Map(Object.entries(entries.known));
  given.forEach((value, key) => {
    values.set(key, value);
  });
  for (const [key, message] of entries.messages) {
    for (const own of message.keys) values.delete(own);
    const value = joinMessage(key, message, entries, given) ?? message.earlier;
    if (value !== undefined) values.set(key, value);
  }
  for (const [key, value] of values) {
    if (!value.includes("'") || entries.messages.has(key)) continue;
    const fail = (reason: string): never => refuse(describePath(key), reason);
    const written = entries.apostrophes.write(readEntryText(entries, key), value, fail);
    if (written !== value) values.set(key, written);
  }
  return values;
}

/** The text of an entry. */
function readEntryText({ texts }: Entries, key: string): string {
  const entry = texts[key];
  return typeof entry === 'object' ? entry.text : (entry ?? '');
}

/** Whether a text has a translation, of a message whether all of its forms have one. */
export function isTranslated(entries: Entries, key: string, given: ReadonlyMap<string, string>): boolean {
  const { messages, known } = entries;
  const message = messages.get(key);
  if (message === undefined) return given.has(key) || Object.hasOwn(known, key);
  const has = (own: string): boolean =>
    given.has(own) || Object.hasOwn(known, own) || !hasEntry(entries, own);
  return message.keys.every(has);
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
