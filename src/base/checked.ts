import { describeKind, isFields } from './kinds.js';
import { cutText } from './texts.js';

/** One thing that is wrong with a value: where (`questions[0].body`, empty for the whole) and what. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Characters. Longer lists in messages are cut, since nobody reads more. */
const LONGEST_LIST = 1_500;

/**
 * The first texts in one sentence of a bounded length, and how many more there are.
 *
 * @param total how many there were before the list was cut. @default its length
 */
export function joinTexts(texts: readonly string[], total = texts.length): string {
  let length = -2;
  const shown = texts.filter((text, at) => {
    length += text.length + 2;
    return at === 0 || length <= LONGEST_LIST;
  });
  const sentence = cutText(shown.join('; '), LONGEST_LIST);
  return total > shown.length ? `${sentence}; and ${total - shown.length} more` : sentence;
}

/** The issues in one sentence. */
export function describeIssues(issues: readonly Issue[]): string {
  return joinTexts(issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)));
}

/** A valid value, or what is wrong with it. */
export type Checked<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[]; readonly value?: undefined };

/** Checks a value against one schema. */
export type Validate<Value> = (value: unknown) => Checked<Value>;

/** Checks an argument; each issue then names the argument: `order.questions[0].body`. */
export function checkArgument<Value>(
  name: string,
  validate: Validate<Value>,
  value: unknown,
): Checked<Value> {
  const checked = validate(value);
  if (checked.issues === undefined) return checked;
  return {
    issues: checked.issues.map(({ path, message }) => {
      const separator = path === '' || path.startsWith('[') ? '' : '.';
      return { path: `${name}${separator}${path}`, message };
    }),
  };
}

/**
 * A copy of an object of the caller's, as JSON has it.
 *
 * @param path the name of the argument, for messages
 */
export function copyJson(path: string, body: unknown): Checked<object> {
  let copy: unknown;
  try {
    copy = isFields(body) ? JSON.parse(JSON.stringify(body)) : body;
  } catch {
    return { issues: [{ path, message: 'must be valid as JSON: no bigints, no circular references' }] };
  }
  if (isFields(copy)) return { value: copy };
  return { issues: [{ path, message: `must be an object; got ${describeKind(copy)}` }] };
}

/** A field of an answer that is not what the contract says. */
export interface Mismatch extends Issue {
  /** The path without the numbers of items, `questions[].user`: the same for the same field of each item. */
  readonly place: string;
  /** Whether the answer, or the item that the field is in, can't be used. */
  readonly refuses: boolean;
  /** The number of the item in the outermost list; undefined for a field that is in no list. */
  readonly index: number | undefined;
}

/** An answer, and where it differs from the contract. The type of the value is certain where nothing differs. */
export interface Inspected<Value> {
  readonly value: Value;
  readonly mismatches: readonly Mismatch[];
}

/**
 * Compares an answer with the contract.
 *
 * @param uses the places that the caller uses: a mismatch anywhere else refuses nothing. `events[].question@created`
 *   is used of events of that type alone. @default what the contract says
 */
export type Inspect<Value> = (answer: unknown, uses?: readonly string[]) => Inspected<Value>;
