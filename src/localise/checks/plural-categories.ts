/** The plural forms of all languages, in gettext's order. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

const NAMES: ReadonlySet<string | undefined> = new Set(CATEGORIES);

export const isCategory = (name: string | undefined): boolean => NAMES.has(name);
