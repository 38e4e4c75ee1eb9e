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
  /** Its translation so far. */
  readonly known: string | undefined;
  /** The message that it is a form of; undefined if it is the whole text of the slot with its key. */
  readonly message: Message | undefined;
}

/** A slot that holds plural forms. */
interface Message {
  /** The slot's own key. */
  readonly key: string;
  /** The slot's translation so far. */
  readonly known: string | undefined;
  readonly plural: PluralMessage;
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
  readonly byKey: ReadonlyMap<string, Entry>;
  readonly messages: readonly Message[];
  /** Messages whose forms have no letters: they are the same in every language. */
  readonly constants: ReadonlyMap<string, string>;
}

/**
 * The texts in slots: the forms of the language where a slot holds a plural.
 *
 * @throws InputError when they take too much memory
 */
export function entriesIn(
  { name, slots }: { readonly name: string; readonly slots: ReadonlyMap<string, Slot> },
  { texts, knownIn, to }: SlotsToTranslate,
): Entries {
  const byKey = new Map<string, Entry>();
  const messages: Message[] = [];
  const constants = new Map<string, string>();
  let letters = 0;
  for (const [key, { text, note }] of texts) {
    const known = knownIn(key);
    const plural = findMessage(text, known, to);
    if (plural === undefined || plural.forms.some(({ id }) => slots.has(formKey(key, id)))) {
      byKey.set(key, { text, note, known, message: undefined });
      continue;
    }
    const forms = plural.forms.filter((form) => hasLetters(form.text));
    const message = { key, known, plural };
    if (forms.length === 0) constants.set(key, text);
    else messages.push(message);
    for (const form of forms) {
      const own = formKey(key, form.id);
      // Each form repeats what is around the plural: a hostile file could take gigabytes.
      letters += own.length + form.text.length;
      if (letters > MAX_LETTERS) refuse(name, `has plural forms of more than ${MAX_LETTERS} letters in all`);
      const noted = joinNotes([note, form.note]);
      const { text: whole, protectTerms } = form;
      byKey.set(own, { text: whole, note: noted, protectTerms, known: form.known || undefined, message });
    }
  }
  return { byKey, messages, constants };
}

const formKey = (key: string, id: string): string => `${key}[${id}]`;

/** What to write into the slots: a message when it has all of its forms, and one of them is new. */
export function valuesOf(
  { byKey, messages }: Entries,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [key, { known, message }] of byKey) {
    const value = given.get(key) ?? known;
    if (value !== undefined && message === undefined) values.set(key, value);
  }
  for (const message of messages) {
    const value = messageValue(message, byKey, given);
    if (value !== undefined) values.set(message.key, value);
  }
  return values;
}

function messageValue(
  { key, known, plural: { forms, join } }: Message,
  byKey: Entries['byKey'],
  given: ReadonlyMap<string, string>,
): string | undefined {
  // A form without letters is the same in every language.
  const values = forms.map(({ id, text, known: earlier }): readonly [string, string | undefined] => {
    const own = formKey(key, id);
    return [id, given.get(own) ?? (earlier || (byKey.has(own) ? undefined : text))];
  });
  const isWhole = values.every(([, value]) => value !== undefined);
  const isNew = forms.some(({ id }) => {
    const value = given.get(formKey(key, id));
    return value !== undefined && value !== byKey.get(formKey(key, id))?.known;
  });
  if (!isWhole || !isNew) return known;
  const byId = new Map(values);
  return join(
    (id) => byId.get(id) ?? '',
    (id, reason) => refuse(pathOf(formKey(key, id)), reason),
  );
}
