import {
  type Issue,
  LOOK_FIRST,
  type RequesterError,
  ServerError,
  UnexpectedAnswerError,
} from '../errors/errors.js';
import { type Exchange, fieldsOf, refusalOf } from '../errors/from-answer.js';
import { redirectError } from '../errors/from-throw.js';
import { redactor, snippetOf } from '../errors/redact.js';
import type { Deadline } from './deadline.js';
import type { Outgoing, Progress } from './operation.js';
import { type Failure, failureOfStatus, parseRetryAfter } from './retry.js';
import type { Validate } from './validate.js';

/** An answer as it was read from the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, as far as it came. */
  readonly text: string;
  /** Why the body ended early, if it did: the connection, or the limit on what is read. */
  readonly cut: 'lost' | 'too long' | undefined;
}

/** What to make of an answer. */
export interface Reading<Body> {
  readonly validate: Validate<Body>;
  /** Makes an answer that lacks something known fit; undefined fields only. */
  readonly complete?: ((answer: unknown) => unknown) | undefined;
  /** Takes an answer of another shape as it is: tells whether to, after saying so where it should. */
  readonly accept: (issues: readonly Issue[]) => boolean;
  /** The error for a refusal in other words than the service's usual ones, if this is one. */
  readonly refusal?: ((exchange: Exchange, answer: unknown) => RequesterError | undefined) | undefined;
}

export type Read<Body> =
  | { readonly body: Body }
  | { readonly error: RequesterError; readonly failure: Failure };

const JSON_TYPES = /^\s*(text\/plain|[\w.+-]+\/([\w.+-]+\+)?json)\s*(;|$)/i;

function parse(raw: RawAnswer): { readonly value: unknown } | { readonly why: string } {
  if (raw.cut === 'lost') return { why: 'was cut short' };
  if (raw.cut === 'too long') return { why: 'is longer than 8 MiB' };
  if (raw.text.trim() === '') return { why: 'is empty' };
  const type = raw.headers.get('content-type');
  if (type !== null && !JSON_TYPES.test(type)) return { why: 'is not JSON by its content type' };
  try {
    return { value: JSON.parse(raw.text) };
  } catch {
    // The parser's message quotes the text, which may hold a secret.
    return { why: 'is not JSON, or was cut short' };
  }
}

/** Turns an answer into its validated body, or into the error that says what it means. */
export function readAnswer<Body>(
  raw: RawAnswer,
  exchange: () => Exchange,
  reading: Reading<Body>,
): Read<Body> {
  if (raw.status === 0 || (raw.status >= 300 && raw.status < 400)) {
    const { request, status, requestId } = exchange();
    return { error: redirectError(request, status, requestId), failure: 'final' };
  }
  const parsed = parse(raw);
  const answer = 'value' in parsed ? parsed.value : undefined;
  if (raw.status >= 400) {
    return { error: failure(raw, exchange(), answer, reading), failure: failureOfStatus(raw.status) };
  }
  if ('why' in parsed) {
    const issues = [{ path: '', message: `the answer ${parsed.why}` }];
    const passing = raw.cut === 'lost' ? 'passing' : 'final';
    return { error: unexpected(raw, exchange(), issues), failure: passing };
  }
  if (fieldsOf(answer).success === false) {
    return { error: refusalOf(exchange(), answer, undefined), failure: 'final' };
  }
  return validated(answer, raw, exchange, reading);
}

function failure<Body>(
  raw: RawAnswer,
  exchange: Exchange,
  answer: unknown,
  { refusal }: Reading<Body>,
): RequesterError {
  const snippet = answer === undefined ? exchange.snippet(raw.text) : undefined;
  if (raw.status >= 500) return serverError(exchange, answer, snippet);
  return refusal?.(exchange, answer) ?? refusalOf(exchange, answer, snippet);
}

function validated<Body>(
  answer: unknown,
  raw: RawAnswer,
  exchange: () => Exchange,
  { validate, complete, accept, refusal }: Reading<Body>,
): Read<Body> {
  const checked = validate(complete === undefined ? answer : complete(answer));
  if ('value' in checked) return { body: checked.value };
  const facts = exchange();
  const refused = refusal?.(facts, answer);
  if (refused !== undefined) return { error: refused, failure: 'final' };
  const issues = checked.issues.map(({ path, message }) => ({ path: facts.redact(path), message }));
  // The caller chose to take answers of another shape as they come; the type is then a hope.
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (isObject && accept(issues)) return { body: answer as Body };
  return { error: unexpected(raw, facts, issues), failure: 'final' };
}

function serverError(exchange: Exchange, answer: unknown, snippet: string | undefined): ServerError {
  const { request, read, status, requestId, retryAfter, redact } = exchange;
  const { message } = fieldsOf(answer);
  const said = typeof message === 'string' ? ` (${redact(message)})` : '';
  const advice = read ? 'Try again later.' : LOOK_FIRST;
  return new ServerError(
    `${request.method} ${request.path}: the service failed: ${status}${said}. ${advice}`,
    {
      outcome: 'unknown',
      request,
      status,
      requestId,
      retryAfter,
      snippet,
    },
  );
}

function unexpected(raw: RawAnswer, exchange: Exchange, issues: readonly Issue[]): UnexpectedAnswerError {
  const { request, read, status, requestId, redact } = exchange;
  const reasons = issues
    .map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    .join('; ');
  const done = read ? '' : ' The call was carried out; do not repeat it.';
  const location = raw.headers.get('location')?.split(/[?#]/, 1)[0];
  // The first id in the answer to any other method is that of a companion, such as the organization.
  const creates = request.method === 'POST' && !read;
  const shown = creates ? /"id":\s*(\d+)/.exec(raw.text)?.[1] : undefined;
  const id = /\/(\d+)$/.exec(location ?? '')?.[1] ?? shown;
  return new UnexpectedAnswerError(
    `${request.method} ${request.path}: ${status}, but the answer is not what the contract says: ${reasons}.${done}`,
    {
      outcome: 'done',
      request,
      status,
      requestId,
      issues,
      snippet: exchange.snippet(raw.text),
      location: location === undefined ? undefined : redact(location),
      id: id === undefined ? undefined : Number(id),
    },
  );
}

/** How many bytes of an answer are read unless it is a download. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** A body as far as it could be read. */
export interface ReadBody {
  readonly text: string;
  readonly cut: 'lost' | 'too long' | undefined;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads a body to its end, or as far as it comes; only what ends the deadline is thrown. */
export async function readBody(
  message: Response | Request,
  deadline: Deadline,
  longest = LONGEST_ANSWER,
): Promise<ReadBody> {
  const reader = message.body?.getReader();
  if (reader === undefined) return { text: '', cut: undefined };
  try {
    return await deadline.race(readAll(reader, longest));
  } catch (reason) {
    void reader.cancel().catch(() => undefined);
    throw reason;
  }
}

async function readAll(reader: Reader, longest: number): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const step = await reader.read().catch(() => undefined);
    if (step === undefined) return { text: decoded(pieces), cut: 'lost' };
    if (step.done) return { text: decoded(pieces), cut: undefined };
    length += step.value.byteLength;
    if (length > longest) {
      void reader.cancel().catch(() => undefined);
      return { text: decoded(pieces), cut: 'too long' };
    }
    pieces.push(step.value);
  }
}

function decoded(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

/** What errors about an answer are made from; made only when there is one. */
export function exchangeOf(
  outgoing: Outgoing,
  headers: Headers,
  status: number,
  progress: Progress,
): Exchange {
  const redact = redactor([progress.token ?? '', ...(outgoing.secrets ?? [])]);
  const requestId = headers.get('x-request-id');
  return {
    request: progress.request,
    read: progress.read,
    status,
    redact,
    snippet: (text) => (outgoing.confidential === true ? '' : snippetOf(text, redact)),
    requestId: requestId === null ? undefined : redact(requestId).slice(0, 200),
    retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()),
  };
}
