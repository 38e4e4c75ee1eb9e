import { joinTexts, shorten } from '../../../base/checked.js';
import { type Fields, toFields } from '../../../base/kinds.js';
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
import type { ErrorFacts, RequestFacts } from './errors.js';

/** What every error about an answer is made from. */
export interface AnswerFacts extends Omit<ErrorFacts, 'outcome'> {
  readonly request: RequestFacts;
  /** Whether the call changes nothing. */
  readonly isRead: boolean;
  readonly status: number;
  readonly redact: (text: string) => string;
  /** What to do about a call that may have been carried out, if not the usual. */
  readonly advice?: string | undefined;
  /** The part of the answer's text that may be shown. */
  readonly snippet: (text: string) => string;
}

/** How much of a 422 is kept. The largest orders have a few hundred fields. */
const MAX_FIELDS = 1_000;
/** Characters of all the texts that are looked at. */
const MAX_TEXT = 50_000;
/** Characters. */
const LONGEST_TEXT = 500;

/** What the service says of one field. A list of texts becomes one text, and any other value is shown as JSON. */
function reasonOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  try {
    return JSON.stringify(value);
  } catch {
    // It is nested too deeply.
    return 'is not valid';
  }
}

/** Each field with its text, redacted. Of very many or very long ones, the first and the beginnings. */
function fieldErrors(
  names: readonly string[],
  fields: Fields,
  redact: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  const shown = (text: string): string => shorten(redact(text), LONGEST_TEXT);
  let length = 0;
  for (const field of names.slice(0, MAX_FIELDS)) {
    const reason = reasonOf(fields[field]);
    kept[shown(field)] = shown(reason);
    length += field.length + reason.length;
    if (length > MAX_TEXT) break;
  }
  return kept;
}

function secondsOf(retryAfter: number | undefined): string {
  return retryAfter === undefined ? 'a while' : `${Math.ceil(retryAfter / 1_000)} s`;
}

type Meaning = readonly [Class: new (message: string, refusal: ApiErrorFacts) => ApiError, advice: string];

const OTHER: Meaning = [ApiError, 'the service refused; nothing was done.'];
const FORBIDDEN: Meaning = [PermissionError, 'this account may not do that. Use an account that may.'];
const MALFORMED: Meaning = [MalformedRequestError, 'the body could not be read as JSON. Nothing was done.'];

const MEANINGS: Readonly<Record<number, Meaning>> = {
  401: [
    AuthenticationError,
    'the access token is not accepted. Sign the account in again, or check accessToken.',
  ],
  403: FORBIDDEN,
  404: [
    NotFoundError,
    'there is no such resource, or this account cannot see it. Check the id and the account.',
  ],
};

function meaningOf(status: number, message: unknown): Meaning {
  if (status === 403 && message === 'Problems parsing JSON') return MALFORMED;
  return MEANINGS[status] ?? OTHER;
}

/**
 * The error for an answer in which the service refused: 4xx, or `success: false` in a 2xx.
 *
 * @see docs/service.md, Errors
 */
export function apiErrorFrom(facts: AnswerFacts, answer: unknown, snippet: string | undefined): ApiError {
  const { request, status, redact, retryAfter, requestId } = facts;
  const { message, error_code: code, errors } = toFields(answer);
  const serverMessage = typeof message === 'string' ? shorten(redact(message), LONGEST_TEXT) : undefined;
  const refusal: ApiErrorFacts = {
    ...{ request, status, requestId, retryAfter, serverMessage, snippet },
    outcome: 'rejected',
    code: typeof code === 'number' ? code : undefined,
  };
  const said = serverMessage === undefined ? '' : ` (${serverMessage})`;
  const text = (advice: string): string => `${request.method} ${request.path}: ${status}${said}: ${advice}`;
  if (status === 422) {
    const fields = toFields(errors);
    const names = Object.keys(fields);
    return validationError(text, refusal, fieldErrors(names, fields, redact), names.length);
  }
  if (status === 429) {
    return new RateLimitError(text(`too many requests. Call again after ${secondsOf(retryAfter)}.`), refusal);
  }
  const [Class, advice] = meaningOf(status, message);
  return new Class(text(advice), refusal);
}

function validationError(
  text: (advice: string) => string,
  refusal: ApiErrorFacts,
  errors: Record<string, string>,
  total: number,
): ValidationError {
  const named = Object.entries(errors).map(([field, reason]) => `${field} ${reason}`);
  const what = named.length === 0 ? 'the data' : joinTexts(named, total);
  const message = text(`refused: ${what}. Correct it and call again; nothing was done.`);
  return new ValidationError(message, { ...refusal, errors });
}
