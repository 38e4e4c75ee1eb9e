/** A plural form of a language, with the smallest numbers that use it. */
export interface PluralForm {
  readonly category: Intl.LDMLPluralRule;
  readonly numbers: readonly number[];
}

/** In gettext's order of the forms. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
/** A form that only larger numbers use, such as a million in Spanish, is left out: `other` stands in for it. */
const MAX_NUMBER = 200;
const MAX_EXAMPLES = 5;

const cache = new Map<string, readonly PluralForm[]>();

/**
 * The plural forms of a language, for whole numbers.
 *
 * @param type `ordinal` for 1st, 2nd, 3rd
 * @returns an empty list for a language that this runtime does not know
 */
export function pluralForms(
  language: string | undefined,
  type: Intl.PluralRuleType = 'cardinal',
): readonly PluralForm[] {
  const tag = (language ?? '').replaceAll('_', '-');
  const name = `${type} ${tag}`;
  const known = cache.get(name) ?? formsOf(tag, type);
  cache.set(name, known);
  return known;
}

function formsOf(tag: string, type: Intl.PluralRuleType): readonly PluralForm[] {
  let rules: Intl.PluralRules;
  try {
    // For an unknown language, Intl would use the machine's language.
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return [];
    rules = new Intl.PluralRules(tag, { type });
  } catch {
    return [];
  }
  const numbers = Array.from({ length: MAX_NUMBER + 1 }, (_, number) => number);
  return CATEGORIES.map((category) => ({
    category,
    numbers: numbers.filter((number) => rules.select(number) === category).slice(0, MAX_EXAMPLES + 1),
  })).filter((form) => form.numbers.length > 0);
}

/** Tells translators which form to write; undefined if the language has only one. */
export function pluralNote(form: PluralForm | undefined, of: readonly PluralForm[]): string | undefined {
  if (form === undefined || of.length < 2) return undefined;
  const more = form.numbers.length > MAX_EXAMPLES ? ', …' : '';
  return `The plural form for ${form.numbers.slice(0, MAX_EXAMPLES).join(', ')}${more}.`;
}

/** Joins notes; undefined when there are none. */
export function joinNotes(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined && text.trim() !== '');
  return given.length === 0 ? undefined : given.join('\n');
}
