import { describeExact, hasCount, isForOne, listForms, listNeeded } from '../plurals.js';
import type { MessageContext, MessageForm, PluralMessage } from './plural-message.js';

/** The number as vue-i18n has it, and `{0}`, which can be any argument. */
const NUMBER = /(?<!\{)\{\s*(?:n|count|0)\s*\}/i;
/** A word beside placeholders. */
const WORD = /\p{L}/u;
/** Which number each of two or three forms is for, as vue-i18n chooses without a rule of one's own. */
const IDS: Readonly<Record<number, readonly string[]>> = { 2: ['one', 'other'], 3: ['=0', 'one', 'other'] };
/** An argument as only ICU has it. A pipe in such a message is a letter of its texts. */
const ICU_ARGUMENT = /\{[^{}']*,/;
/** A pipe, except in `{'|'}`, which is how vue-i18n writes one in a text. */
const PIPE = /(\{'[^']*'\})|\|/g;

/** The parts between pipes, without the spaces around them, as vue-i18n reads them. */
function splitForms(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, 1: quoted, index } of text.matchAll(PIPE)) {
    if (quoted !== undefined) continue;
    parts.push(text.slice(start, index).trim());
    start = index + found.length;
  }
  return [...parts, text.slice(start).trim()];
}

/** Whether a text shows the number beside words. */
const countsThings = (text: string): boolean =>
  NUMBER.test(text) && WORD.test(text.replace(/\{[^{}]*\}/g, ''));

/** Whether a text certainly has forms: its last part shows the number, and so does another one. */
export function isVuePlural(text: string): boolean {
  if (!text.includes('|') || ICU_ARGUMENT.test(text)) return false;
  const [last = '', ...rest] = splitForms(text).toReversed();
  return countsThings(last) && rest.some(countsThings);
}

/**
 * Plural forms as vue-i18n writes them: `{n} file | {n} files`, with or without the spaces, or with a form for 0 before them. In
 * another language there is that form, then the forms of the language in the order zero, one, two, few, many, other.
 */
export function readVueMessage(
  text: string,
  translation: string | undefined,
  { from, splitsAtPipes }: MessageContext,
  to: string,
): PluralMessage | undefined {
  if (!text.includes('|') || ICU_ARGUMENT.test(text)) return undefined;
  const texts = splitForms(text);
  const last = texts.at(-1) ?? '';
  const isSpaced = text.includes(' | ');
  const own = listIds(texts.length, from);
  // A text without the number, such as the title `About | Shop`, may not be a plural.
  const hasForms = (isSpaced && hasCount(last)) || (splitsAtPipes && countsThings(last));
  if (own === undefined || !hasForms) return undefined;
  const forms = listForms(to);
  if (forms.length === 0) return undefined;
  const exact = own[0] === '=0' ? ['=0'] : [];
  const needed = listNeeded(forms, new Set(exact.length > 0 ? [0] : []));
  const ids = [...exact, ...needed.map(({ category }) => category)];
  // Each form has its place, as a rule of one's own counts them.
  const places = forms.map((form) => (needed.includes(form) ? form.category : '=0'));
  // Of two forms, vue-i18n would take the first for 1.
  const written = ids.join() === '=0,other' ? ['=0', 'other', 'other'] : [...exact, ...places];
  const known = splitKnown(translation, written);
  return {
    forms: ids.map((id): MessageForm => {
      const form = forms.find(({ category }) => category === id);
      return {
        id,
        text: texts[own.indexOf(id)] ?? last,
        note: form === undefined ? describeExact('0') : form.note,
        known: known(id),
        protectTerms: undefined,
        isForOne: form === undefined || isForOne(form),
      };
    }),
    join: (readForm) =>
      written
        .map((id) => readForm(id).replace(PIPE, (_, quoted: string | undefined) => quoted ?? "{'|'}"))
        .join(isSpaced ? ' | ' : '|'),
  };
}

/** Which number each form of a text is for. With a rule of one's own, they are those of the language. */
function listIds(count: number, from: string | undefined): readonly string[] | undefined {
  const own = listForms(from).map(({ category }) => category);
  if (own.length <= 2) return IDS[count];
  return [own, ['=0', ...own]].find(({ length }) => length === count) ?? IDS[count];
}

/** What a translation has of each form. One without forms is for every number. */
function splitKnown(translation: string | undefined, written: readonly string[]) {
  const texts = translation === undefined ? [] : splitForms(translation);
  if (texts.length === 1) return () => translation;
  const ids = texts.length === written.length ? written : (IDS[texts.length] ?? []);
  return (id: string): string | undefined => texts[ids.indexOf(id)];
}
