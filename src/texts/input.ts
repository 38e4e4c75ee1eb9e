import { nearestName } from '../base/nearest-name.js';
import { InputError, type Issue } from '../index.js';
import type { OrderTextsOptions, SourceText } from './options.js';
import { type Limits, noteOf } from './pieces/plan.js';
import { jsonBytes } from './pieces/splitting.js';

const DEFAULT_LIMITS: Limits = { bodies: 1_000, questions: 500, letters: 10_000, bytes: 2 ** 20 };
const LEAST_LIMITS: Limits = { bodies: 1, questions: 1, letters: 10, bytes: 4_096 };
/** Bytes of the name and both languages; the numbers of orders and questions come after them in the keys. */
const LONGEST_NAME = 200;
const LONGEST_KEY = 220;
/** So many issues tell enough. */
const MOST_ISSUES = 20;
/** Characters of a key in a message. */
const SHOWN_KEY = 60;

const UNSENDABLE = /[\0\p{Surrogate}]/u;
const encoder = new TextEncoder();

type Check = (value: unknown) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, least: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least;

const when =
  (holds: (value: unknown) => boolean, message: string): Check =>
  (value) =>
    holds(value) ? undefined : message;

const language = when(
  (value) => isText(value) && value !== '' && !value.includes('/'),
  'must be a language code, a string that is not empty',
);
const passedOn: Check = () => undefined;
const flag = when((value) => typeof value === 'boolean', 'must be true or false');

/** The rules for what is given; what is left out and not required is not checked. */
const RULES: Readonly<Record<keyof OrderTextsOptions, Check>> = {
  name: when(
    isName,
    `must be a text of 1 to ${LONGEST_NAME} bytes, in Unicode form NFC, without white space at its ends`,
  ),
  from: language,
  to: when(
    (value) => Array.isArray(value) && new Set(value).size === value.length,
    'must be a list of different languages',
  ),
  texts: when(isRecord, 'must be an object with texts by key'),
  known: when(
    (value) => isRecord(value) && Object.values(value).every((one) => one === undefined || isRecord(one)),
    'must be an object with an object for each language',
  ),
  maxPoints: when((value) => typeof value === 'number' && value >= 0, 'must be points, a number from 0'),
  using: when((value) => value === 'simple' || value === 'project', "must be 'simple' or 'project'"),
  protect: when(
    (value) => value instanceof RegExp || value === 'icu' || value === 'i18next' || value === 'printf',
    "must be 'icu', 'i18next', 'printf' or a RegExp",
  ),
  html: flag,
  description: when(
    (value) => isText(value) && !UNSENDABLE.test(value),
    'must be a text without NUL and lone surrogates',
  ),
  terms: when(isRecord, 'must be an object'),
  limits: when(isRecord, 'must be an object'),
  onProgress: when((value) => typeof value === 'function', 'must be a function'),
  // The client checks these itself.
  ...{ signal: passedOn, timeout: passedOn, attemptTimeout: passedOn, retries: passedOn },
  ...{ lookback: passedOn, settle: passedOn, onDuplicate: passedOn },
};

const REQUIRED = ['name', 'from', 'to', 'texts'];
const TERMS = {
  simple: ['organization_id', 'native', 'published_scope'],
  project: ['organization_id', 'individual', 'double_check', 'translator_list_ids'],
};

function isName(value: unknown): boolean {
  if (!isText(value) || value === '' || UNSENDABLE.test(value)) return false;
  return value === value.trim().normalize() && encoder.encode(value).length <= LONGEST_NAME;
}

/**
 * Checks what is to be ordered, and fills in the limits.
 *
 * @throws InputError when anything is wrong or not known
 */
export function checkTexts(options: OrderTextsOptions): Limits {
  if (!isRecord(options)) throw new InputError([{ path: 'options', message: 'must be an object' }]);
  const issues = [...namesIssues('options', options, Object.keys(RULES)), ...valueIssues(options)];
  if (issues.length > 0) throw new InputError(issues);
  const limits: Limits = Object.assign({}, DEFAULT_LIMITS, withoutUndefined(options.limits ?? {}));
  const more = [...limitIssues(limits), ...termIssues(options), ...keyIssues(options)];
  if (more.length > 0) throw new InputError(more);
  const wrong = textIssues(options, limits);
  if (wrong.length > 0) throw new InputError(wrong.slice(0, MOST_ISSUES));
  return limits;
}

/** What is wrong with the names of the options. */
export function namesIssues(path: string, given: object, known: readonly string[]): Issue[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const nearest = nearestName(name, known);
    const instead = nearest === undefined ? `known are ${known.join(', ')}` : `did you mean ${nearest}?`;
    return { path: `${path}.${shown(name)}`, message: `is not a known option; ${instead}` };
  });
}

function valueIssues(options: Readonly<Record<string, unknown>> | OrderTextsOptions): Issue[] {
  const issues: Issue[] = [];
  for (const [name, check] of Object.entries(RULES)) {
    const value: unknown = Reflect.get(options, name);
    const message = value === undefined && !REQUIRED.includes(name) ? undefined : check(value);
    if (message !== undefined) issues.push({ path: `options.${name}`, message });
    else if (name === 'to' && Array.isArray(value)) issues.push(...languageIssues(value));
  }
  return issues;
}

function languageIssues(languages: readonly unknown[]): Issue[] {
  return languages.flatMap((one, index) => {
    const message = language(one);
    return message === undefined ? [] : [{ path: `options.to[${index}]`, message }];
  });
}

function limitIssues(limits: Limits): Issue[] {
  const unknown = namesIssues('options.limits', limits, Object.keys(DEFAULT_LIMITS));
  const wrong = Object.entries(LEAST_LIMITS).filter(
    ([name, least]) => !isWhole(Reflect.get(limits, name), least),
  );
  return [
    ...unknown,
    ...wrong.map(([name, least]) => ({
      path: `options.limits.${name}`,
      message: `must be a whole number from ${least}`,
    })),
  ];
}

function termIssues({ terms = {}, using = 'simple' }: OrderTextsOptions): Issue[] {
  return namesIssues('options.terms', withoutUndefined(terms), TERMS[using]).map(({ path, message }) => ({
    path,
    message: `${message} (with using: '${using}')`,
  }));
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
    issues.push({ path: `options.texts[${shown(JSON.stringify(key))}]`, message });
    if (issues.length > MOST_ISSUES) break;
  }
  return issues;
}

function sourceIssue(source: unknown, roomForNote: number): string | undefined {
  const { text, note = '' }: Partial<Record<keyof SourceText, unknown>> = isRecord(source)
    ? source
    : { text: source };
  if (!isText(text) || !isText(note)) return 'must be a text, or an object with text and note';
  if (isRecord(source)) {
    const unknown = Object.keys(source).find((name) => name !== 'text' && name !== 'note');
    if (unknown !== undefined) return `has ${shown(unknown)}, but only text and note are known`;
  }
  if (UNSENDABLE.test(text) || UNSENDABLE.test(note))
    return 'has NUL or a lone surrogate, which the service refuses';
  if (note !== '' && jsonBytes(noteOf({ text, note })) > roomForNote)
    return 'has a note that is too long for options.limits.bytes';
  return undefined;
}

function shown(name: string): string {
  return name.length > SHOWN_KEY ? `${name.slice(0, SHOWN_KEY)}…` : name;
}

function withoutUndefined<Given extends object>(given: Given): Given {
  // Only entries with a value are left, which every option allows to be left out.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}
