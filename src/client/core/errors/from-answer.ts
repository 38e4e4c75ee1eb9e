import { joinTexts } from '../../../base/checked.js';
import { type Fields, toFields } from '../../../base/kinds.js';
import { cutText } from '../../../base/texts.js';
import { type AdviceWithText, callLater, LOOK_FIRST, TRY_LATER } from './advice.js';
import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  MalformedRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from './api-errors.js';
import { type ErrorFacts, type RequestFacts, ServerError } from './errors.js';
import { isUnparsed, judgeWrite } from './judge-write.js';

/** What every error about an answer is made from. */
export interface AnswerFacts extends Omit<ErrorFacts, 'outcome' | 'advice'> {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  readonly status: number;
  readonly redact: (text: string) => string;
  /** What to do about a call that may have been carried out, if not the usual. */
  readonly advice?: AdviceWithText | undefined;
  /** The part of the answer's text that may be shown. */
  readonly snippet: (text: string) => string;
}

/** How many fields of a 422 are kept: the largest orders have a few hundred. */
const MAX_FIELDS = 1_000;
/** Characters of all these texts together, and of each. */
const MAX_FIELD_TEXTS = 50_000;
const LONGEST_MESSAGE = 500;

/** What the service says of a field: a text, a list of texts, or any other value as JSON. */
function describeReason(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value.join(', ');
  try {
    return JSON.stringify(value);
  } catch {
    // It is nested too deeply.
    return 'is not valid';
  }
}

/** The first fields, each with the beginning of its text, redacted. */
function redactFields(
  names: readonly string[],
  fields: Fields,
  redact: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  const shown = (text: string): string => cutText(redact(text), LONGEST_MESSAGE);
  let length = 0;
  for (const field of names.slice(0, MAX_FIELDS)) {
    const reason = describeReason(fields[field]);
    kept[shown(field)] = shown(reason);
    length += field.length + reason.length;
    if (length > MAX_FIELD_TEXTS) break;
  }
  return kept;
}

type Meaning = readonly [
  Class: new (what: string, refusal: ApiErrorFacts) => ApiError,
  what: string,
  advice: AdviceWithText,
];

const REFUSED = 'the call was refused';

const CORRECT_REQUEST: AdviceWithText = {
  code: 'correct-request',
  text: 'Correct it and call again; nothing was done.',
};

const MEANINGS: Readonly<Record<number, Meaning>> = {
  401: [
    AuthenticationError,
    'the access token is not accepted',
    { code: 'sign-in-again', text: 'Sign the account in again, or check accessToken.' },
  ],
  403: [
    PermissionError,
    'this account may not do that',
    { code: 'use-other-account', text: 'Use an account that may.' },
  ],
  404: [
    NotFoundError,
    'there is no such resource, or this account cannot see it',
    { code: 'check-id', text: 'Check the id and the account.' },
  ],
};

/** Our own proxy sends this code where it refuses something else than the account. */
const CHANGE_PROXY: AdviceWithText = { code: 'change-proxy', text: 'Ask whoever runs the proxy.' };

function chooseMeaning(status: number, answer: Fields, retryAfter: number | undefined): Meaning {
  if (status === 403 && answer.advice === CHANGE_PROXY.code) return [PermissionError, REFUSED, CHANGE_PROXY];
  if (isUnparsed(status, answer))
    return [MalformedRequestError, 'the body could not be read as JSON', CORRECT_REQUEST];
  if (status === 429) return [RateLimitError, 'too many requests', callLater(retryAfter)];
  const mayPass = status === 408 || status === 425;
  return MEANINGS[status] ?? [ApiError, REFUSED, mayPass ? callLater(retryAfter) : CORRECT_REQUEST];
}

/**
 * The error for an answer in which the service refused (4xx, or `success: false` in a 2xx) or failed (5xx).
 *
 * @see docs/service.md, Errors
 */
export function makeAnswerError(
  facts: AnswerFacts,
  answer: unknown,
  snippet: string | undefined,
): ApiError | ServerError {
  const { request, isRead, status, redact, retryAfter, requestId, attempts } = facts;
  const outcome = isRead && status < 500 ? 'rejected' : judgeWrite({ status, answer });
  const fields = toFields(answer);
  const { message, error_code: code } = fields;
  const serverMessage = typeof message === 'string' ? cutText(redact(message), LONGEST_MESSAGE) : undefined;
  const prefix = `${status}${serverMessage ? ` (${serverMessage})` : ''}: `;
  const call = { request, status, requestId, retryAfter, attempts, snippet };
  if (status >= 500) {
    const advice = isRead ? TRY_LATER : (facts.advice ?? LOOK_FIRST);
    return new ServerError(`${prefix}the service failed`, { ...call, outcome, advice });
  }
  const known = typeof code === 'number' ? code : undefined;
  const refusal = { ...call, outcome, serverMessage, code: known };
  // Something in between may have refused, after the service did it.
  const adviceIfUnknown = outcome === 'unknown' ? (facts.advice ?? LOOK_FIRST) : undefined;
  if (status === 422) {
    const advice = adviceIfUnknown ?? CORRECT_REQUEST;
    return makeValidationError(prefix, { ...refusal, advice }, toFields(fields.errors), redact);
  }
  const [Class, what, advice] = chooseMeaning(status, fields, retryAfter);
  return new Class(prefix + what, { ...refusal, advice: adviceIfUnknown ?? advice });
}

function makeValidationError(
  prefix: string,
  refusal: ApiErrorFacts,
  fields: Fields,
  redact: (text: string) => string,
): ValidationError {
  const names = Object.keys(fields);
  const errors = redactFields(names, fields, redact);
  const named = Object.entries(errors).map(([field, reason]) => `${field} ${reason}`);
  const what = named.length === 0 ? 'the data' : joinTexts(named, names.length);
  return new ValidationError(`${prefix}refused: ${what}`, { ...refusal, errors });
}
