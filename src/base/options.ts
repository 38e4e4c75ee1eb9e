import type { Issue } from './checked.js';
import { isFields, isWhole, KINDS, type Kind, kindOf, rangeOf } from './kinds.js';
import { nearestOrAll } from './nearest-name.js';

/** How one option is checked and copied. */
export interface Rule {
  /** What is wrong with the value; `options` is the whole object, for rules that look at another option. */
  check(value: unknown, path: string, options: object): readonly Issue[];
  /** Whether `undefined` is validated. @default false; it means the default */
  readonly isRequired?: boolean | undefined;
  /** Copies a value that can change later. @default the value itself */
  readonly copy?: ((value: unknown, options: object) => unknown) | undefined;
}

/** A rule for each name that an options object can have. */
export type Rules<Options> = { readonly [Name in keyof Options]-?: Rule };

/**
 * A rule with a test and a message: `must be a function`.
 *
 * @param describe names what was received. @default its kind
 */
export function rule(test: (value: unknown) => boolean, message: string, describe = kindOf): Rule {
  return {
    check: (value, path) => (test(value) ? [] : [{ path, message: `${message}; got ${describe(value)}` }]),
  };
}

/** A value of one of these kinds. */
export function ofKind(...kinds: readonly Kind[]): Rule {
  const names = kinds.map((kind) => KINDS[kind]).join(' or ');
  return rule((value) => kinds.some((kind) => isOfKind(value, kind)), `must be ${names}`);
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'null') return value === null;
  if (kind === 'int') return Number.isSafeInteger(value);
  if (kind === 'array' || Array.isArray(value)) return kind === 'array' && Array.isArray(value);
  return typeof value === kind && value !== null;
}

/** The same rule for an option without a default. */
export function required(one: Rule): Rule {
  return { ...one, isRequired: true };
}

export const whole = (least: number): Rule =>
  rule((value) => isWhole(value, least), `must be an integer of at least ${least}`, rangeOf);

export const amount = (unit: string): Rule =>
  rule((value) => typeof value === 'number' && value >= 0, `must be a number of ${unit}, 0 or more`, rangeOf);

export const duration: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'number' && value > 0,
  'must be a positive number of milliseconds',
  rangeOf,
);

/** Between two polls: what never ends is no pause. */
export const period: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  'must be a positive number of milliseconds',
  rangeOf,
);

export const flag: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'boolean',
  'must be true or false',
);

export const text: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'string' && value !== '',
  'must be a non-empty string',
);

/** A text, or false said aloud for none: a variable that was never set must not turn a protection off. */
export const textOrFalse: Rule = /* @__PURE__ */ rule(
  (value) => value === false || (typeof value === 'string' && value !== ''),
  'must be a non-empty string, or false for none',
);

export const callable: Rule = /* @__PURE__ */ rule(
  (value) => typeof value === 'function',
  'must be a function',
);

/** A function that is called with the options object as `this`. */
export const method: Rule = {
  ...callable,
  copy: (value, options) => (typeof value === 'function' ? value.bind(options) : value),
};

export const abortSignal: Rule = /* @__PURE__ */ rule(
  (value) => value instanceof AbortSignal,
  'must be an AbortSignal',
);

export const withMethods = (...names: readonly string[]): Rule =>
  rule(
    (value) => names.every((name) => typeof Reflect.get(Object(value), name) === 'function'),
    `must have the methods ${names.join(', ')}`,
  );

/** One of these words. */
export const oneOf = (...words: readonly string[]): Rule =>
  rule((value) => words.some((word) => word === value), `must be '${words.join("' or '")}'`);

/** A list in which each item follows the rule. @param least the fewest items @default 0 */
export function listOf(item: Rule, least = 0): Rule {
  const list = rule(
    (value) => Array.isArray(value) && value.length >= least,
    least === 0 ? 'must be a list' : 'must be a list that is not empty',
  );
  return {
    check(value, path, options) {
      if (!Array.isArray(value)) return list.check(value, path, options);
      const items = value.flatMap((one, at) => item.check(one, `${path}[${at}]`, options));
      return [...list.check(value, path, options), ...items];
    },
  };
}

/** An option that is itself an options object. */
export function optionsObject<Options extends object>(rules: Rules<Options>): Rule {
  return {
    check: (value, path) => issuesAt(path, `${path}.`, value, rules),
    // It has passed the check.
    copy: (value) => copyOptions(value as Options, rules),
  };
}

/**
 * What is wrong with an options object. Undefined means the default of an option; without an object, all options have
 * their defaults. Unknown names are refused, whatever their value: a misspelt `maxPoints` would set no limit.
 *
 * @param path the name of the object in messages; its options are named without it
 */
export function checkOptions<Options>(
  path: string,
  options: unknown,
  rules: Rules<Options>,
): readonly Issue[] {
  return issuesAt(path, '', options, rules);
}

function issuesAt(
  path: string,
  prefix: string,
  options: unknown,
  rules: Readonly<Record<string, Rule>>,
): readonly Issue[] {
  const given = options === undefined ? {} : options;
  if (!isFields(given)) {
    return [{ path, message: `must be an object; got ${kindOf(given)}` }];
  }
  let issues: readonly Issue[] = [];
  for (const [name, { check, isRequired }] of Object.entries(rules)) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined || isRequired) issues = issues.concat(check(value, prefix + name, given));
  }
  return [...issues, ...checkNames(prefix, given, Object.keys(rules))];
}

/** An issue for each unknown name, with the nearest known one. */
export function checkNames(prefix: string, options: object, known: readonly string[]): readonly Issue[] {
  return Object.keys(options)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: prefix + name,
      message: `is not an option; ${nearestOrAll(name, known, 'options')}`,
    }));
}

/** Copies checked options, so that a later change to them has no effect. */
export function copyOptions<Options extends object>(options: Options, rules: Rules<Options>): Options {
  const copy: Record<string, unknown> = {};
  // The rules have the names of these options.
  for (const [name, one] of Object.entries(rules as Readonly<Record<string, Rule>>)) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) copy[name] = one.copy === undefined ? value : one.copy(value, options);
  }
  // The same names, with values of the same types.
  return copy as Options;
}

/** Calls an option that observes. Its errors, thrown or in a rejected promise, are ignored: they never end what it observes. */
export function ignoringErrors(observe: () => unknown): void {
  void (async () => observe())().catch(() => undefined);
}
