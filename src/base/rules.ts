import { describeKind, describeNumber, isWhole, KINDS, type Kind, readFields } from './kinds.js';
import { checkOptionsAt, copyOptions, type Rule, type Rules } from './options.js';

/**
 * A rule with a test and a message: `must be a function`.
 *
 * @param describe names what was received. @default its kind
 */
export function custom(test: (value: unknown) => boolean, message: string, describe = describeKind): Rule {
  return {
    check: (value, path) => (test(value) ? [] : [{ path, message: `${message}; got ${describe(value)}` }]),
  };
}

/** A value of one of these kinds. */
export function kind(...kinds: readonly Kind[]): Rule {
  const names = kinds.map((kind) => KINDS[kind]).join(' or ');
  return custom((value) => kinds.some((kind) => isOfKind(value, kind)), `must be ${names}`);
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'null') return value === null;
  if (kind === 'int') return Number.isSafeInteger(value);
  if (kind === 'array' || Array.isArray(value)) return kind === 'array' && Array.isArray(value);
  return typeof value === kind && value !== null;
}

/** The same rule for an option without a default. */
export function required(base: Rule): Rule {
  return { ...base, isRequired: true };
}

export const integer = (least: number): Rule =>
  custom((value) => isWhole(value, least), `must be an integer of at least ${least}`, describeNumber);

export const amount = (unit: string): Rule =>
  custom(
    (value) => typeof value === 'number' && value >= 0,
    `must be a number of ${unit}, 0 or more`,
    describeNumber,
  );

export const duration: Rule = /* @__PURE__ */ custom(
  (value) => typeof value === 'number' && value > 0,
  'must be a positive number of milliseconds',
  describeNumber,
);

/** A pause between two polls, so it must end. */
export const period: Rule = /* @__PURE__ */ custom(
  (value) => Number.isFinite(value) && Number(value) > 0,
  'must be a positive number of milliseconds',
  describeNumber,
);

export const flag: Rule = /* @__PURE__ */ custom(
  (value) => typeof value === 'boolean',
  'must be true or false',
);

export const text: Rule = /* @__PURE__ */ custom(
  (value) => typeof value === 'string' && value !== '',
  'must be a non-empty string',
);

/** A text, or an explicit false: a variable that was never set must not turn a protection off. */
export const textOrFalse: Rule = /* @__PURE__ */ custom(
  (value) => value === false || (typeof value === 'string' && value !== ''),
  'must be a non-empty string, or false for none',
);

export const callable: Rule = /* @__PURE__ */ custom(
  (value) => typeof value === 'function',
  'must be a function',
);

/** A function that is called with the options object as `this`. */
export const method: Rule = {
  ...callable,
  copy: (value, options) => (typeof value === 'function' ? value.bind(options) : value),
};

export const abortSignal: Rule = /* @__PURE__ */ custom(
  (value) => value instanceof AbortSignal,
  'must be an AbortSignal',
);

export const methods = (...names: readonly string[]): Rule =>
  custom(
    (value) => names.every((name) => typeof Reflect.get(readFields(value), name) === 'function'),
    `must have the methods ${names.join(', ')}`,
  );

export const choice = (...words: readonly string[]): Rule =>
  custom((value) => words.some((word) => word === value), `must be '${words.join("' or '")}'`);

/** A list in which each item follows the rule. @param least the fewest items @default 0 */
export function list(item: Rule, least = 0): Rule {
  const listItself = custom(
    (value) => Array.isArray(value) && value.length >= least,
    least === 0 ? 'must be a list' : 'must be a list that is not empty',
  );
  return {
    check(value, path, options) {
      const issues = listItself.check(value, path, options);
      if (!Array.isArray(value)) return issues;
      return issues.concat(value.flatMap((member, at) => item.check(member, `${path}[${at}]`, options)));
    },
  };
}

/** An option that is itself an options object. */
export function object<Options extends object>(rules: Rules<Options>): Rule {
  return {
    check: (value, path) => checkOptionsAt(path, `${path}.`, value, rules),
    // It has passed the check.
    copy: (value) => copyOptions(value as Options, rules),
  };
}
