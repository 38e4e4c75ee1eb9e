import type { Issue } from '../../base/checked.js';
import { describeKind } from '../../base/kinds.js';
import { checkNames, type Rule } from '../../base/options.js';
import * as rules from '../../base/rules.js';

/** Bytes. */
const LONGEST_NAME = 200;

const UNSENDABLE = /[\0\p{Surrogate}]/u;
const encoder = new TextEncoder();

/** Whether it has no NUL and no lone surrogate, which the service refuses. */
export const isSendable = (text: string): boolean => !UNSENDABLE.test(text);

/** The name of a job, which its orders' keys begin with. */
export const jobName = rules.custom(
  isName,
  `must be a string of 1 to ${LONGEST_NAME} bytes, in Unicode form NFC, without white space at its ends`,
);

function isName(value: unknown): boolean {
  if (typeof value !== 'string' || value === '' || !isSendable(value)) return false;
  return value === value.trim().normalize() && encoder.encode(value).length <= LONGEST_NAME;
}

export const language = rules.custom(
  (value) => typeof value === 'string' && value !== '' && !value.includes('/'),
  'must be a language code, a non-empty string',
);

export const languages: Rule = {
  check: (value, path, options) =>
    Array.isArray(value) && new Set(value).size === value.length
      ? value.flatMap((member: unknown, index) => language.check(member, `${path}[${index}]`, options))
      : [{ path, message: `must be a list of different languages; got ${describeKind(value)}` }],
};

export const sendableText = rules.custom(
  (value) => typeof value === 'string' && isSendable(value),
  'must be a string without NUL and lone surrogates',
);

const object = rules.kind('object');

/**
 * Further fields of orders. What they hold is checked where the order is.
 *
 * @param note stands after the message about an unknown name
 */
export function termsRule(names: readonly string[], note = ''): Rule {
  return {
    check(value, path, options) {
      const issues = object.check(value, path, options);
      if (issues.length > 0) return issues;
      return checkNames(`${path}.`, Object(value), names).map(({ path, message }) => ({
        path,
        message: `${message}${note}`,
      }));
    },
  };
}

/** What is wrong with a job, which may have been parsed from any JSON. */
export function jobIssues(isJob: boolean, orderedBy: string): readonly Issue[] {
  const message = `must be what ${orderedBy} returned, or the same parsed from JSON`;
  return isJob ? [] : [{ path: 'job', message }];
}
