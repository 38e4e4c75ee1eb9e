import type { Issue } from '../base/checked.js';
import { kindOf } from '../base/kinds.js';
import {
  abortSignal,
  amount,
  callable,
  checkNames,
  duration,
  flag,
  ofKind,
  optionsObject,
  type Rule,
  type Rules,
  required,
  rule,
  whole,
} from '../base/options.js';
import { InputError } from '../index.js';
import type { OrderTextsOptions, SourceText } from './options.js';
import { type Limits, noteOf } from './pieces/plan.js';
import { jsonBytes } from './pieces/split-text.js';

const DEFAULT_LIMITS: Limits = { bodies: 1_000, questions: 500, letters: 10_000, bytes: 2 ** 20 };
/** Bytes. */
const LONGEST_NAME = 200;
/** Bytes of the name and both languages. In a key, a fingerprint and the number of the question follow. */
const LONGEST_KEY = 220;
/** An error about texts names at most so many. */
const MOST_ISSUES = 20;
/** Characters of a text's key in a message. */
const SHOWN_KEY = 60;

const UNSENDABLE = /[\0\p{Surrogate}]/u;
const encoder = new TextEncoder();

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const object = ofKind('object');

const language = rule(
  (value) => isText(value) && value !== '' && !value.includes('/'),
  'must be a language code, a non-empty string',
);

const languages: Rule = {
  check: (value, path, options) =>
    Array.isArray(value) && new Set(value).size === value.length
      ? value.flatMap((one: unknown, index) => language.check(one, `${path}[${index}]`, options))
      : [{ path, message: `must be a list of different languages; got ${kindOf(value)}` }],
};

const TERMS = {
  simple: ['organization_id', 'native', 'published_scope'],
  project: ['organization_id', 'individual', 'double_check', 'translator_list_ids'],
};

const terms: Rule = {
  check(value, path, options) {
    if (!isRecord(value)) return object.check(value, path, options);
    const using = Reflect.get(options, 'using') === 'project' ? 'project' : 'simple';
    return checkNames(`${path}.`, value, TERMS[using]).map(({ path, message }) => ({
      path,
      message: `${message} (with using: '${using}')`,
    }));
  },
};

const LIMITS: Rules<Limits> = {
  bodies: whole(1),
  questions: whole(1),
  letters: whole(10),
  bytes: whole(4_096),
};

const RULES: Rules<OrderTextsOptions> = {
  name: required(
    rule(
      isName,
      `must be a string of 1 to ${LONGEST_NAME} bytes, in Unicode form NFC, without white space at its ends`,
    ),
  ),
  from: required(language),
  to: required(languages),
  texts: required(object),
  known: rule(
    (value) => isRecord(value) && Object.values(value).every((one) => one === undefined || isRecord(one)),
    'must be an object with an object for each language',
  ),
  maxPoints: amount('points'),
  using: rule((value) => value === 'simple' || value === 'project', "must be 'simple' or 'project'"),
  protect: rule(
    (value) => value instanceof RegExp || value === 'icu' || value === 'i18next' || value === 'printf',
    "must be 'icu', 'i18next', 'printf' or a RegExp",
  ),
  html: flag,
  description: rule(
    (value) => isText(value) && !UNSENDABLE.test(value),
    'must be a string without NUL and lone surrogates',
  ),
  terms,
  limits: optionsObject(LIMITS),
  onProgress: callable,
  signal: abortSignal,
  timeout: duration,
  attemptTimeout: duration,
  retries: whole(0),
  lookback: amount('milliseconds'),
  settle: amount('milliseconds'),
  onDuplicate: rule((value) => value === 'report' || value === 'cancel', "must be 'report' or 'cancel'"),
};

function isName(value: unknown): boolean {
  if (!isText(value) || value === '' || UNSENDABLE.test(value)) return false;
  return value === value.trim().normalize() && encoder.encode(value).length <= LONGEST_NAME;
}

/**
 * Checks the options of `orderTexts`.
 *
 * @returns the limits, with defaults filled in
 * @throws InputError when an option is wrong or unknown
 */
export function checkTexts(options: OrderTextsOptions): Limits {
  const issues = optionsObject(RULES).check(options, 'options', {});
  if (issues.length > 0) throw new InputError(issues);
  const limits: Limits = Object.assign({}, DEFAULT_LIMITS, withoutUndefined(options.limits ?? {}));
  const tooLong = keyIssues(options);
  if (tooLong.length > 0) throw new InputError(tooLong);
  const wrong = textIssues(options, limits);
  if (wrong.length > 0) throw new InputError(wrong.slice(0, MOST_ISSUES));
  return limits;
}

function keyIssues({ name, from, to }: OrderTextsOptions): Issue[] {
  const longest = Math.max(0, ...to.map((one) => encoder.encode(`${name}/${from}/${one}`).length));
  return longest > LONGEST_KEY
    ? [
        {
          path: 'options.name',
          message: `must have at most ${LONGEST_KEY} bytes together with the languages`,
        },
      ]
    : [];
}

function textIssues({ texts, description = '' }: OrderTextsOptions, { bytes }: Limits): Issue[] {
  const issues: Issue[] = [];
  const roomForNote = bytes / 2 - jsonBytes(description);
  if (roomForNote < 0)
    issues.push({ path: 'options.description', message: 'is too long for options.limits.bytes' });
  for (const key of Object.keys(texts)) {
    const message = sourceIssue(texts[key], roomForNote);
    if (message === undefined) continue;
    issues.push({ path: `options.texts[${shorten(JSON.stringify(key))}]`, message });
    if (issues.length > MOST_ISSUES) break;
  }
  return issues;
}

function sourceIssue(source: unknown, roomForNote: number): string | undefined {
  const { text, note = '' }: Partial<Record<keyof SourceText, unknown>> = isRecord(source)
    ? source
    : { text: source };
  if (!isText(text) || !isText(note)) return 'must be a string, or an object with text and note';
  if (isRecord(source)) {
    const unknown = Object.keys(source).find((name) => name !== 'text' && name !== 'note');
    if (unknown !== undefined) return `has ${shorten(unknown)}, but only text and note are known`;
  }
  if (UNSENDABLE.test(text) || UNSENDABLE.test(note))
    return 'has NUL or a lone surrogate, which the service refuses';
  if (note !== '' && jsonBytes(noteOf({ text, note })) > roomForNote)
    return 'has a note that is too long for options.limits.bytes';
  return undefined;
}

function shorten(name: string): string {
  return name.length > SHOWN_KEY ? `${name.slice(0, SHOWN_KEY)}…` : name;
}

function withoutUndefined<Given extends object>(given: Given): Given {
  // Every option here may be left out, so what remains is still of the same type.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}
