import { spellWithHyphens } from '../../base/language-code.js';
import { addToGroup } from '../checks/groups.js';
import { CATEGORIES, isCategory } from '../checks/plural-categories.js';
import { type Block, isSlot, readText, type Slot } from './document.js';

/** A plural form of a language, with the whole numbers up to 200 that use it. */
export interface PluralForm {
  readonly category: Intl.LDMLPluralRule;
  readonly numbers: readonly number[];
  /** All that use it of many numbers, large ones and fractions too. */
  readonly sample: readonly number[];
  /** Tells translators which form to write; undefined if the language has only one. */
  readonly note: string | undefined;
}

/** A form that only larger numbers use, such as a million in Spanish, is left out: `other` stands in for it. */
const MAX_NUMBER = 200;
const MAX_EXAMPLES = 5;
/** Enough numbers to tell a form of a few numbers from one without end, or for fractions. */
const SAMPLE: readonly number[] = [
  ...Array.from({ length: 1_001 }, (_, number) => number),
  10_000,
  100_000,
  1_000_000,
  // Up to 19.99.
  ...Array.from({ length: 2_000 }, (_, number) => number / 100).filter((number) => !Number.isInteger(number)),
];

const cache = new Map<string, readonly PluralForm[]>();

/**
 * The plural forms of a language, for whole numbers.
 *
 * @param type `ordinal` for 1st, 2nd, 3rd
 * @returns an empty list for a language that this runtime does not know
 */
export const listForms = (language: string | undefined, type?: Intl.PluralRuleType): readonly PluralForm[] =>
  listCompleteForms(language, type).filter(({ numbers }) => numbers.length > 0);

/**
 * The plural forms that ICU, Rails and Apple need: there is always `other`, which is for fractions in a language whose
 * whole numbers do not use it.
 */
export function listCompleteForms(
  language = '',
  type: Intl.PluralRuleType = 'cardinal',
): readonly PluralForm[] {
  const name = `${type} ${language}`;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const forms = computeForms(spellWithHyphens(language), type);
  cache.set(name, forms);
  return forms;
}

function computeForms(tag: string, type: Intl.PluralRuleType): readonly PluralForm[] {
  let rules: Intl.PluralRules;
  try {
    // For an unknown language, Intl would use the machine's language.
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return [];
    rules = new Intl.PluralRules(tag, { type });
  } catch {
    return [];
  }
  const samples = new Map<string, number[]>();
  for (const number of SAMPLE) addToGroup(samples, rules.select(number), number);
  return CATEGORIES.map((category) => {
    const sample = samples.get(category) ?? [];
    const numbers = sample.filter((number) => number <= MAX_NUMBER && Number.isInteger(number));
    return { category, sample, numbers };
  })
    .filter((form) => form.numbers.length > 0 || form.category === 'other')
    .map((form, _, { length }) => ({
      ...form,
      note: length < 2 ? undefined : describeNumbers(form.numbers),
    }));
}

/**
 * The forms that some number is left for when a message has texts for exact numbers, which always win. `other` is always one
 * of them.
 */
export const listNeeded = (forms: readonly PluralForm[], exact: ReadonlySet<number>): readonly PluralForm[] =>
  forms.filter(({ category, sample }) => category === 'other' || sample.some((number) => !exact.has(number)));

/**
 * Whether a form `zero` is for 0 in every language, as in i18next, Rails and Apple's files. In a text of a language that has
 * it, such as Arabic, it is one of the forms that the text must have.
 */
export const isZeroSpecial = (from: string | undefined): boolean =>
  !listForms(from).some(({ category }) => category === 'zero');

/** The forms of a language, and one for 0 alone. The others keep their notes, so that they are not ordered again for it. */
export const withZero = (forms: readonly PluralForm[]): readonly PluralForm[] =>
  forms.length === 0 || forms.some(({ category }) => category === 'zero')
    ? forms
    : [{ category: 'zero', numbers: [0], sample: [0], note: describeExact('0') }, ...forms];

/** The note of a form, by the numbers that use it. */
export function describeNumbers(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'The plural form for fractions, such as 1.5.';
  const more = numbers.length > MAX_EXAMPLES ? ', …' : '';
  return `The plural form for ${numbers.slice(0, MAX_EXAMPLES).join(', ')}${more}.`;
}

/** The number in a text, as i18next, Rails, vue-i18n and go-i18n write it. */
const COUNT = /\{\s*(?:-\s*)?\.?(?:n|count|plural_?count)\b/i;

/** Whether a text shows the number that decides on its plural form. */
export const hasCount = (text: string): boolean => COUNT.test(text);

const NUMBER =
  /%L?n(?![a-z])|\{\{-?\s*(?:n|count)\b[^{}]*\}\}|%\{(?:n|count)\}|\{\s*(?:n|count)\s*\}|%(?:\d+\$)?(?:ll|l|q|z)?[diu](?![a-z])/gi;
/** Takes the next value, whatever the others are. */
const UNNUMBERED = /%(?![%{(<]|\d+\$)/g;

/** The placeholders for the number in a plural form that a translation may lack without giving their values to others. */
export function findNumbers(text: string): readonly string[] {
  const isAlone = (text.match(UNNUMBERED) ?? []).length < 2;
  const found = (text.match(NUMBER) ?? []).filter((number) => isAlone || !/^%(?!L?n$)[^{\d]/i.test(number));
  return [...new Set(found)];
}

/** Whether a form is for one number alone, also of fractions. */
export const isForOne = (form: PluralForm | undefined): boolean => form?.sample.length === 1;

/**
 * The form whose text is for any number: `other`; or `many`, if there are those of Polish and Russian, where whole numbers do
 * not use `other`.
 */
export function findGeneralForm(names: readonly (string | undefined)[]): 'other' | 'many' | undefined {
  if (names.includes('other')) return 'other';
  return ['one', 'few', 'many'].every((name) => names.includes(name)) ? 'many' : undefined;
}

/**
 * Whether the names in an object are the forms of one text, as Rails has them: nothing else, and at least `one` and another.
 * Without `one`, as in Japanese, the text of the general form must show the number.
 */
export function areForms(
  names: readonly (string | undefined)[],
  readForm: (name: string) => string,
): boolean {
  const general = names.every(isCategory) ? findGeneralForm(names) : undefined;
  return general !== undefined && (names.includes('one') || hasCount(readForm(general)));
}

/** Puts selectors of a plural into the usual order: numbers, then the categories. */
export function sortCategories(selectors: readonly string[]): readonly string[] {
  const order: readonly string[] = CATEGORIES;
  const rank = (selector: string): number => order.indexOf(selector);
  return selectors.toSorted((a, b) => rank(a) - rank(b));
}

/** The note of a form for one number alone. */
export const describeExact = (number: string): string => `The text for exactly ${number}.`;

/** Where a plural form is written that the file lacks: around its text. */
export interface MissingForm {
  readonly id: string;
  readonly key: string;
  readonly begin: string;
  readonly end: string;
}

/** How a format keeps the forms of a plural: a block each, beside each other. */
export interface FormBlocks {
  readonly blocks: readonly Block[];
  /** The forms of the language. */
  readonly forms: readonly PluralForm[];
  /** Whether a form `zero` is for 0 in every language. @default false */
  readonly usesZero?: boolean;
  /** The category of a block; undefined for one that has none. */
  readCategory(block: Block): string | undefined;
  /** How the format writes a form that the file lacks. It gets the text of the general form. */
  missing(category: Intl.LDMLPluralRule): MissingForm;
}

/**
 * Adapts the forms of one plural to the language. A form that the language lacks is not translated; a form that the file
 * lacks gets a place after the others. Each has a note with its numbers.
 */
export function adaptForms(plural: FormBlocks): readonly Block[] {
  const { blocks, usesZero = false, readCategory, missing } = plural;
  const hasZero = usesZero && blocks.some((block) => readCategory(block) === 'zero');
  const forms = hasZero ? withZero(plural.forms) : plural.forms;
  const general = findGeneralForm(blocks.map(readCategory));
  const fallback = blocks.find((block) => readCategory(block) === general)?.parts.find(isSlot);
  if (fallback === undefined || forms.length === 0) return blocks;
  const withNote = makeNoteAdder(forms);
  // A person may have added one to a file, such as that for a million in Spanish.
  const allowed = CATEGORIES.map((category) => missing(category).id);
  const marked = blocks.map((block): Block => {
    const category = readCategory(block);
    const isUsed = forms.some((form) => form.category === category);
    const own = isForOne(forms.find((form) => form.category === category));
    const adapt = (slot: Slot): Slot => ({
      ...slot,
      ...(isUsed ? { ...withNote(slot, category), isForOne: own } : { text: '' }),
    });
    return { ...block, allowed, parts: block.parts.map((part) => (isSlot(part) ? adapt(part) : part)) };
  });
  const present = new Set(blocks.map(readCategory));
  const added = forms.filter(({ category }) => !present.has(category));
  return [
    ...marked,
    ...added.map((form): Block => {
      const { category } = form;
      const { note } = withNote(fallback, category);
      return makeMissingForm(missing(category), fallback, { note, isForOne: isForOne(form) });
    }),
  ];
}

/** The place of a form that the file lacks. @param like the form whose text it gets */
export function makeMissingForm(
  { id, key, begin, end }: MissingForm,
  like: Slot,
  about: Pick<Slot, 'note' | 'isForOne'>,
): Block {
  const place: Slot = {
    key,
    text: readText(like),
    value: undefined,
    raw: '',
    remark: like.remark,
    ...about,
    encode: (value, fail) => `${begin}${like.encode(value, fail)}${end}`,
  };
  return { id, parts: [place] };
}

/** Adds the note of a form to the slot's own. Each once: a hostile file has many forms, and one long note for all. */
function makeNoteAdder(forms: readonly PluralForm[]) {
  const made = new Map<
    string | undefined,
    { readonly own: string | undefined; readonly note: Slot['note'] }
  >();
  return ({ note: own }: Slot, category: string | undefined): Pick<Slot, 'note'> => {
    const earlier = made.get(category);
    if (earlier !== undefined && earlier.own === own) return { note: earlier.note };
    const form = forms.find((candidate) => candidate.category === category);
    const note = joinNotes([own, form?.note]);
    made.set(category, { own, note });
    return { note };
  };
}

/** Joins notes; undefined when there are none. */
export const joinNotes = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.reduce(addNote, undefined);

/** Adds a text to a note, each of which can be missing. */
export function addNote(note: string | undefined, text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return note;
  return note === undefined ? text : `${note}\n${text}`;
}
