/** The kinds of values by their names in code, and the words for them in all messages. */
export const KINDS = {
  null: 'null',
  boolean: 'a boolean',
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'a list',
  object: 'an object',
  function: 'a function',
} as const;

/** The name of a kind of value. */
export type Kind = keyof typeof KINDS;

/** The word for a kind of value. */
export function nameKind(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : kind; // as just looked up
}

/** Fields that may hold anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, but not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object of no class, of whichever realm. */
export function isPlain(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The fields of a JSON object; an empty object for any other value. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Whether a value is a list whose items all pass a check. */
export function isListWith(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

/** The fields of any value, also those that it inherits. Nothing is known of what they hold. */
export function readFields(value: unknown): Fields {
  return Object(value);
}

/** A copy of a list; empty for anything else. An answer can lack what its type promises. */
export function toArray<Item>(value: readonly Item[]): Item[] {
  return Array.isArray(value) ? [...value] : [];
}

/** The value of a JSON text; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text in the form in which texts are compared: services may change line ends, outer white space and the Unicode form. */
export function normalizeText(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim().normalize();
}

/** Whether a value is a safe integer of at least `least`. */
export function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

/** The price in an answer: a finite number of at least 0. NaN, which is within no limit, for anything else. */
export function readPrice(price: unknown): number {
  return typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : Number.NaN;
}

/** The kind of a value for messages, never the value itself. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return KINDS.null;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : KINDS.array;
  if (typeof value === 'number') return describeNumberKind(value);
  if (typeof value === 'string') return value === '' ? 'an empty string' : KINDS.string;
  return typeof value === 'object' ? KINDS.object : `a ${typeof value}`;
}

function describeNumberKind(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? KINDS.int : 'a number that is not an integer';
}

/** The kind of a value, with the range of a number. */
export function describeNumber(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return describeKind(value);
  if (value <= 0) return value === 0 ? '0' : 'a number below 0';
  if (!Number.isInteger(value)) return describeKind(value);
  return Number.isSafeInteger(value) ? 'an integer out of range' : 'an integer beyond the safe range';
}

/** The kind of a value, with the range of a number and the length of a string. */
export function describeSize(value: unknown): string {
  if (typeof value !== 'string' || value === '') return describeNumber(value);
  return value.trim() === '' ? 'white space' : `a string of ${[...value].length} characters`;
}

/** Each class of errors names its kind under this symbol, which all copies and module formats of the package share. */
export const ERROR_KIND: unique symbol = Symbol.for('translation-requester.error');

/** Each class of errors says under this symbol what is usual for it: see `UsualFacts`. */
export const USUAL_FACTS: unique symbol = Symbol('usual facts');
