import type { Slot } from './document.js';
import { MAX_SIZE } from './limits.js';
import { findMessage } from './messages/find-message.js';
import type { PluralMessage } from './messages/plural-message.js';
import { joinNotes } from './plurals.js';
import { pathOf, refuse } from './refusal.js';
import { hasLetters, type SelectedText } from './selection.js';

/** Letters of all keys and texts. */
const MAX_LETTERS = 2 * MAX_SIZE;

/** A plural form in a slot: a text for translators. */
interface Form extends SelectedText {
  /** Its translation so far. */
  readonly known: string | undefined;
}

/** A text that holds plural forms. */
interface Message {
  readonly plural: PluralMessage;
  /** The key of each form. */
  readonly keys: readonly string[];
}

/** What is to be translated. */
interface SlotsToTranslate {
  /** The texts of slots, by key. */
  readonly texts: ReadonlyMap<string, SelectedText>;
  /** The translation so far. */
  knownIn(key: string): string | undefined;
  readonly to: string | undefined;
}

/** The texts for translators, with what puts them together. */
export interface Entries {
  /** The texts of slots, by key. */
  readonly texts: SlotsToTranslate['texts'];
  /** The translations of slots so far. */
  readonly known: ReadonlyMap<string, string>;
  /** Those of the texts that hold plural forms: translators get the forms that have letters. */
  readonly messages: ReadonlyMap<string, Message>;
  /** The plural forms for translators. */
  readonly forms: ReadonlyMap<string, Form>;
  /** Messages whose forms have no letters: they are the same in every language. */
  readonly constants: ReadonlyMap<string, string>;
}

/**
 * Finds the texts whose slots hold plurals, and their forms in the language.
 *
 * @throws InputError when they take too much memory
 */
export function entriesIn(
  { name, slots }: { readonly name: string; readonly slots: ReadonlyMap<string, Slot> },
  { texts, knownIn, to }: SlotsToTranslate,
): Entries {
  const known = new Map<string, string>();
  const messages = new Map<string, Message>();
  const forms = new Map<string, Form>();
  const constants = new Map<string, string>();
  let letters = 0;
  // `for` with `of` would make a pair for each text.
  texts.forEach(({ text, note }, key) => {
    const earlier = knownIn(key);
    if (earlier !== undefined) known.set(key, earlier);
    const plural = findMessage(text, earlier, to);
    if (plural === undefined) return;
    const keys = plural.forms.map(({ id }) => formKey(key, id));
    if (keys.some((own) => slots.has(own))) return;
    messages.set(key, { plural, keys });
    const before = forms.size;
    for (const [at, form] of plural.forms.entries()) {
      const own = keys[at] ?? '';
      if (!hasLetters(form.text)) continue;
      // Each form repeats what is around the plural: a hostile file could take gigabytes.
      letters += own.length + form.text.length;
      if (letters > MAX_LETTERS) refuse(name, `has plural forms of more than ${MAX_LETTERS} letters in all`);
      const noted = joinNotes([note, form.note]);
      const { text: whole, protectTerms } = form;
      forms.set(own, { text: whole, note: noted, protectTerms, known: form.known || undefined });
    }
    if (forms.size === before) constants.set(key, text);
  });
  return { texts, known, messages, forms, constants };
}

const formKey = (key: string, id: string): string => `${key}[${id}]`;

/** Whether translators get a text with the key. */
export const hasText = ({ texts, messages, forms }: Entries, key: string): boolean =>
  forms.has(key) || (texts.has(key) && !messages.has(key));

type Visit = (key: string, text: SelectedText, known: string | undefined) => void;

/** Visits each text for translators, with its translation so far, in the order of the file. */
export function visitTexts({ texts, known, messages, forms }: Entries, visit: Visit): void {
  texts.forEach((text, key) => {
    const message = messages.get(key);
    if (message === undefined) visit(key, text, known.get(key));
    for (const own of message?.keys ?? NONE) {
      const form = forms.get(own);
      if (form !== undefined) visit(own, form, form.known);
    }
  });
}

const NONE: readonly string[] = [];

/** What to write into the slots: a message when it has all of its forms, and one of them is new. */
export function valuesOf(entries: Entries, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { known, messages, forms, constants } = entries;
  if (known.size === 0 && messages.size === 0) return given;
  const values = new Map(given);
  known.forEach((value, key) => {
    if (!given.has(key)) values.set(key, value);
  });
  for (const key of forms.keys()) values.delete(key);
  for (const [key, message] of messages) {
    const value = constants.has(key)
      ? undefined
      : (messageValue(key, message, entries, given) ?? known.get(key));
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  return values;
}

/** A message put together; undefined if a form is missing, or none is new. */
function messageValue(
  key: string,
  { plural, keys }: Message,
  { forms }: Entries,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const isNew = keys.some((own) => given.has(own) && given.get(own) !== forms.get(own)?.known);
  if (!isNew) return undefined;
  const values = new Map<string, string>();
  for (const [at, { id, text, known }] of plural.forms.entries()) {
    const own = keys[at] ?? '';
    // A form without letters is the same in every language.
    const value = given.get(own) ?? (known || (forms.has(own) ? undefined : text));
    if (value === undefined) return undefined;
    values.set(id, value);
  }
  return plural.join(
    (id) => values.get(id) ?? '',
    (id, reason) => refuse(pathOf(formKey(key, id)), reason),
  );
}
