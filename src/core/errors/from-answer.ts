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

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none for any other value. */
export function fieldsOf(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // Whoever takes a field looks at what it holds.
  return isObject ? (value as Fields) : {};
}

/** The `errors` of a 422, each text redacted; a list of texts becomes one. */
function fieldErrors(errors: unknown, redact: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(errors)).map(([field, text]) => [
      redact(field),
      redact(Array.isArray(text) ? text.join(', ') : typeof text === 'string' ? text : JSON.stringify(text)),
    ]),
  );
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
  const { message, error_code: code, errors } = fieldsOf(answer);
  const serverMessage = typeof message === 'string' ? redact(message) : undefined;
  const refusal: ApiErrorFacts = {
    ...{ request, status, requestId, retryAfter, serverMessage, snippet },
    outcome: 'rejected',
    code: typeof code === 'number' ? code : undefined,
  };
  const said = serverMessage === undefined ? '' : ` (${serverMessage})`;
  const text = (advice: string): string => `${request.method} ${request.path}: ${status}${said}: ${advice}`;
  if (status === 422) return validationError(text, refusal, fieldErrors(errors, redact));
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
): ValidationError {
  const named = Object.entries(errors).map(([field, reason]) => `${field} ${reason}`);
  const what = named.length === 0 ? 'the data' : named.join('; ');
  const message = text(`refused: ${what}. Correct it and call again; nothing was done.`);
  return new ValidationError(message, { ...refusal, errors });
}
