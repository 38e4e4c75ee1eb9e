import { describeKind, readFields } from '../../../base/kinds.js';
import { explainKey } from '../../../base/names.js';
import { checkNames, copyOwn, type Rule } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import type { CallOptions, OrderOptions } from '../../../index.js';
import { CALL_OPTIONS, pickCallOptions } from '../../../internals.js';

/** How orders are placed. `timeout`, `attemptTimeout` and `retries` count for each request. */
export interface PlacingOptions extends CallOptions, Pick<OrderOptions, 'settle'> {
  /**
   * How far back earlier orders of the job are searched at the service, in milliseconds. 0 means no search: set it only if
   * the store saw every order of this name. @default 2678400000 (31 days)
   */
  readonly lookback?: number | undefined;
}

/** The options of any job. */
export interface JobOptions extends PlacingOptions {
  readonly from: string;
  readonly to: readonly string[];
  readonly terms?: object | undefined;
  readonly maxPoints?: number | undefined;
}

/** 31 days, in milliseconds: a job can be resumed under its name for a month, where `once` by itself looks back a week. */
const TABLE_LOOKBACK = 31 * 24 * 60 * 60 * 1_000;

export function toOrderOptions(options: PlacingOptions) {
  const { lookback = TABLE_LOOKBACK, settle } = options;
  return { ...pickCallOptions(options), lookback, settle };
}

/** Copies the options of a job: a change of them while it is ordered must have no effect. */
export function copyJob<Options extends JobOptions>(options: Options): Options {
  return copyOwn({ ...options, to: [...options.to], terms: { ...copyOwn(options).terms } });
}

/** Bytes. */
const LONGEST_NAME = 200;

const UNSENDABLE = /[\0\p{Surrogate}]/u;

/** Counts the bytes of a text as UTF-8. */
export const countBytes = (text: string): number => new TextEncoder().encode(text).length;

/** Whether it has no NUL and no lone surrogate, which the service refuses. */
export const isSendable = (text: string): boolean => !UNSENDABLE.test(text);

/** The name of a job, which its orders' keys begin with. */
export const jobName: Rule = {
  check(value, path) {
    const broken = typeof value === 'string' ? explainKey(value, LONGEST_NAME) : `got ${describeKind(value)}`;
    if (broken === undefined) return [];
    return [
      { path, message: `must be a string of 1 to ${LONGEST_NAME} bytes that every service keeps; ${broken}` },
    ];
  },
};

const language = rules.custom(
  (value) => typeof value === 'string' && value !== '' && !value.includes('/'),
  'must be a language code, a non-empty string',
);

const differentLanguages: Rule = {
  check: (value, path, options) =>
    Array.isArray(value) && new Set(value).size === value.length
      ? rules.list(language).check(value, path, options)
      : [{ path, message: `must be a list of different languages; got ${describeKind(value)}` }],
};

/** The rules of the options that every job has. */
export const JOB_RULES = {
  from: rules.required(language),
  to: rules.required(differentLanguages),
  description: rules.custom(
    (value) => typeof value === 'string' && isSendable(value),
    'must be a string without NUL and lone surrogates',
  ),
  maxPoints: rules.amount('points'),
  onProgress: rules.callable,
  ...CALL_OPTIONS,
  lookback: rules.amount('milliseconds'),
  settle: rules.amount('milliseconds'),
};

/**
 * Further fields of orders. What they hold is checked where the order is.
 *
 * @param note stands after the message about an unknown name
 */
export function makeTermsRule(names: readonly string[], note = ''): Rule {
  return {
    check(value, path, options) {
      const issues = rules.kind('object').check(value, path, options);
      if (issues.length > 0) return issues;
      const unknown = checkNames(`${path}.`, readFields(value), names);
      return unknown.map((issue) => ({ ...issue, message: issue.message + note }));
    },
  };
}
