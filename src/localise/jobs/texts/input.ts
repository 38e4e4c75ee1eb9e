import type { Issue } from '../../../base/checked.js';
import { type Fields, isFields, isListWith, isWhole } from '../../../base/kinds.js';
import { copyOwn, type Rule, type Rules, readOption } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { cutText } from '../../../base/texts.js';
import { InputError } from '../../../index.js';
import { PROTECT_KINDS } from '../../checks/placeholders/protect.js';
import { describeTextPath, SHOWN_KEY } from '../../checks/source-text.js';
import { countBytes, isSendable, JOB_RULES, jobName, makeTermsRule } from '../engine/options.js';
import type { OrderTextsOptions } from './options.js';
import { type Limits, writeNote } from './pieces/plan.js';
import { measureJson } from './pieces/split-text.js';

/** Bytes of the name and both languages. In a key, a fingerprint and the number of the question follow. */
const LONGEST_JOB_NAME = 220;
/** An error about texts names at most so many. */
const MAX_NAMED_TEXTS = 20;
/** More terms, or longer ones, could take minutes in long texts. */
const MAX_TERMS = 1_000;
const LONGEST_TERM = 200;
const MUST_BE_TERMS = `must be a list of at most ${MAX_TERMS} words, each of at most ${LONGEST_TERM} characters, without triple braces and white space at its ends`;

const isString = (value: unknown): value is string => typeof value === 'string';

const TERMS = {
  simple: ['organization_id', 'native', 'published_scope'],
  project: ['organization_id', 'individual', 'double_check', 'translator_list_ids'],
};

const terms: Rule = {
  check(value, path, options) {
    const using = readOption(options, 'using') === 'project' ? 'project' : 'simple';
    return makeTermsRule(TERMS[using], ` (with using: '${using}')`).check(value, path, options);
  },
};

const LIMIT_RULES: Rules<Limits> = {
  bodies: rules.integer(1),
  questions: rules.integer(1),
  letters: rules.integer(10),
  bytes: rules.integer(4_096),
};

const TEXTS_RULES: Rules<OrderTextsOptions> = {
  name: rules.required(jobName),
  ...JOB_RULES,
  texts: rules.required(rules.kind('object')),
  known: rules.custom(
    (value) =>
      isFields(value) && Object.values(value).every((texts) => texts === undefined || isFields(texts)),
    'must be an object with an object for each language',
  ),
  using: rules.choice('simple', 'project'),
  protect: rules.custom(
    (value) => value instanceof RegExp || PROTECT_KINDS.some((kind) => kind === value),
    "must be 'icu', 'i18next', 'printf', 'all' or a RegExp",
  ),
  protectTerms: rules.custom(isTerms, MUST_BE_TERMS),
  html: rules.flag,
  terms,
  limits: rules.object(LIMIT_RULES),
  reuse: rules.text,
};

function isTerms(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_TERMS && value.every(isTerm);
}

function isTerm(value: unknown): boolean {
  if (!isString(value) || value === '' || value.length > LONGEST_TERM) return false;
  return value === value.trim() && !/\{\{\{|\}\}\}/.test(value);
}

/**
 * Checks the options of `orderTexts`.
 *
 * @returns the limits, with defaults filled in
 * @throws InputError when an option is wrong or unknown
 */
export function checkTexts(options: OrderTextsOptions): Limits {
  const issues = rules.object(TEXTS_RULES).check(options, 'options', {});
  if (issues.length > 0) throw new InputError(issues);
  const own = copyOwn(options);
  const { bodies = 1_000, questions = 500, letters = 10_000, bytes = 2 ** 20 } = copyOwn(own.limits ?? {});
  const wrong = checkContent(own, bytes);
  if (wrong.length > 0) throw new InputError(wrong);
  return { bodies, questions, letters, bytes };
}

/** Lists what is wrong with the options together, when each is right by itself. */
function checkContent(
  { name, from, to, texts, description = '' }: OrderTextsOptions,
  bytes: number,
): Issue[] {
  const issues: Issue[] = [];
  const longest = Math.max(0, ...to.map((code) => countBytes(`${name}/${from}/${code}`)));
  if (longest > LONGEST_JOB_NAME) {
    const message = `must have at most ${LONGEST_JOB_NAME} bytes together with the languages`;
    issues.push({ path: 'options.name', message });
  }
  const maxNoteBytes = bytes / 2 - measureJson(description);
  if (maxNoteBytes < 0) issues.push({ path: 'options.description', message: 'is too long for one order' });
  for (const key of Object.keys(texts)) {
    if (issues.length >= MAX_NAMED_TEXTS) break;
    const message = checkSource(texts[key], maxNoteBytes);
    if (message === undefined) continue;
    issues.push({ path: `options.${describeTextPath(key)}`, message });
  }
  return issues;
}

function checkSource(source: unknown, maxNoteBytes: number): string | undefined {
  const {
    text,
    note = '',
    remark = '',
    protectTerms = [],
    again = 0,
    ...more
  }: Fields = copyOwn(isFields(source) ? source : { text: source });
  if (!isString(text) || !isString(note) || !isString(remark))
    return 'must be a string, or an object with text, note, remark and protectTerms';
  if (!isTerms(protectTerms)) return `has protectTerms that are wrong: they ${MUST_BE_TERMS}`;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    return `has ${cutText(unknown, SHOWN_KEY)}, but only text, note, remark, protectTerms and again are known`;
  if (!isWhole(again, 0)) return 'has an again that is no integer from 0';
  if (![text, note, remark].every(isSendable))
    return 'has NUL or a lone surrogate, which the service refuses';
  if (note !== '' && measureJson(writeNote(note)) > maxNoteBytes)
    return 'has a note that is too long for one order';
  return undefined;
}

const isTextsOrder = (order: unknown): boolean =>
  isFields(order) && isString(order.language) && Array.isArray(order.pieces);

const isJobText = (text: unknown): boolean =>
  isFields(text) && Array.isArray(text.keys) && Array.isArray(text.parts);

/** Whether a value is a job, as far as collecting needs it. */
export function isTextsJob(job: unknown): boolean {
  const { version, to, orders, texts, pieces }: Fields = isFields(job) ? job : {};
  return (
    version === 1 &&
    isListWith(to, isString) &&
    isListWith(orders, isTextsOrder) &&
    isListWith(texts, isJobText) &&
    isListWith(pieces, (piece) => isFields(piece) && isString(piece.body))
  );
}
