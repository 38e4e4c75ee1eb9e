import { describeIssues, type Mismatch } from '../../../base/checked.js';
import { isFields, isWhole, readFields } from '../../../base/kinds.js';
import { cutText, makePrintable } from '../../../base/texts.js';
import { type AdviceWithText, CHECK_ADDRESS, DO_NOT_REPEAT, LOOK_FIRST } from '../errors/advice.js';
import { type Issue, RequesterError, UnexpectedAnswerError } from '../errors/errors.js';
import { type AnswerFacts, makeAnswerError } from '../errors/from-answer.js';
import { makeRedirectError } from '../errors/from-throw.js';
import { judgeWrite } from '../errors/judge-write.js';
import { makeRedactor, makeSnippet } from '../errors/redact.js';
import type { Deadline } from './deadline.js';
import { type CallState, listSecrets, type Operation } from './operation.js';
import { classifyStatus, type FailureKind } from './retry.js';

/** An answer before it is parsed. */
export interface RawAnswer extends BodyText {
  readonly status: number;
  readonly headers: Headers;
}

/** What the operation says about its answer. */
type AnswerRules<Body> = Pick<Operation<Body, unknown>, 'inspect' | 'uses' | 'creates' | 'refusal'>;

/** Whether an answer that differs from the contract is passed on. */
type Accept = (mismatches: readonly Mismatch[]) => boolean;

/** The validated body, or what the attempt failed with. */
export type AnswerOutcome<Body> =
  | { readonly body: Body }
  | { readonly error: RequesterError; readonly failure: FailureKind };

const JSON_TYPES = /^\s*(text\/plain|[\w.+-]+\/([\w.+-]+\+)?json)\s*(;|$)/i;

/** Whether a read failed because its answer is longer than the limit. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RequesterError && error.advice.code === ALLOW_LONGER.code;
}

function parseAnswer(raw: RawAnswer): { readonly value: unknown } | { readonly why: string } {
  if (raw.cut === 'lost') return { why: 'was cut short' };
  if (raw.cut === 'too long') return { why: `is longer than ${(raw.limit ?? 0) / 2 ** 20} MiB` };
  const type = raw.headers.get('content-type');
  if (type !== null && !JSON_TYPES.test(type)) return { why: 'is not JSON by its content type' };
  if (raw.text.trim() === '') return { why: 'is empty' };
  // Less than seven letters, and a rare one first, are found in a fraction of the time.
  const mayNameProto = raw.text.includes('proto_') || raw.text.includes('\\u00');
  const text = mayNameProto ? renameProto(raw.text) : raw.text;
  if (text === undefined) return { why: 'has too many fields named __proto__' };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { why: 'is not JSON, or was cut short' };
  }
}

/** The name `__proto__` of a field: each of its characters can be escaped. Inside a text, its quotes would be. */
const PROTO =
  /(?<=[{,\s]")(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}(?="\s*:)/g;

/** No honest answer has one. */
const MAX_PROTO = 10_000;

/**
 * The JSON with another name for `__proto__`: copied carelessly, such a field changes what an object inherits. Nothing
 * where there are so many that renaming them takes longer than parsing.
 */
function renameProto(text: string): string | undefined {
  const pieces = text.split(PROTO, MAX_PROTO + 1);
  return pieces.length <= MAX_PROTO ? pieces.join('(__proto__)') : undefined;
}

/**
 * Turns an answer into its validated body, or into the error that it means.
 *
 * @param accept whether an answer with these mismatches is passed on as it is
 */
export function readAnswer<Body>(
  raw: RawAnswer,
  call: CallState,
  { inspect, uses, creates, refusal }: AnswerRules<Body>,
  accept: Accept,
): AnswerOutcome<Body> {
  const { status } = raw;
  if (status < 200 || status >= 300) return readFailure(raw, call, refusal);
  const parsed = parseAnswer(raw);
  if ('why' in parsed) {
    const issues = [{ path: '', message: `the answer ${parsed.why}` }];
    const failure = raw.cut === 'lost' ? 'transient' : 'permanent';
    return { error: makeUnexpectedAnswer(raw, gatherFacts(raw, call), issues), failure };
  }
  const answer = parsed.value;
  if (readFields(answer).success === false) {
    return { error: makeAnswerError(gatherFacts(raw, call), answer, undefined), failure: 'permanent' };
  }
  const { value, mismatches } = inspect(answer, uses);
  if (mismatches.length === 0) return { body: value };
  const refusals = mismatches.filter(({ refuses }) => refuses);
  const isPromised = refusals.length === 0;
  const isOwn = call.isRead || judgeWrite({ status, answer, isPromised }) === 'done';
  const facts = gatherFacts(raw, call);
  const refused = isPromised ? undefined : refusal?.(facts, answer);
  if (refused !== undefined) return { error: refused, failure: 'permanent' };
  // Where `onUnexpectedShape` lets an answer through, its type may be wrong.
  if (isOwn && (isFields(answer) || isPromised) && accept(mismatches)) return { body: value };
  const issues = refusals.map(({ path, message }) => ({ path: facts.redact(path), message }));
  const created = creates && readFields(readFields(answer)[creates]).id;
  return { error: makeUnexpectedAnswer(raw, facts, issues, answer, created), failure: 'permanent' };
}

/** What an answer other than a 2xx means. */
function readFailure(
  raw: RawAnswer,
  call: CallState,
  refusal: AnswerRules<unknown>['refusal'],
): { readonly error: RequesterError; readonly failure: FailureKind } {
  const { status } = raw;
  const facts = gatherFacts(raw, call);
  if (status < 400) return { error: makeRedirectError(facts.request, facts), failure: 'permanent' };
  const parsed = parseAnswer(raw);
  const answer = 'value' in parsed ? parsed.value : undefined;
  const snippet = 'value' in parsed ? undefined : facts.snippet(raw.text);
  const refused = status < 500 ? refusal?.(facts, answer) : undefined;
  const error = refused ?? makeAnswerError(facts, answer, snippet);
  return { error, failure: classifyStatus(status) };
}

const ALLOW_LONGER: AdviceWithText = { code: 'allow-longer-answer', text: 'Raise maxAnswerSize.' };

function makeUnexpectedAnswer(
  raw: RawAnswer,
  facts: AnswerFacts,
  issues: readonly Issue[],
  answer?: unknown,
  created?: unknown,
): UnexpectedAnswerError {
  const { request, isRead, status, requestId, attempts, redact } = facts;
  const outcome = isRead ? 'done' : judgeWrite({ status, answer });
  const location = raw.headers.get('location')?.split(/[?#]/, 1)[0];
  const creates = request.method === 'POST' && !isRead;
  const located = creates ? /\/(\d+)\/?$/.exec(location ?? '')?.[1] : undefined;
  const id = located === undefined ? created : Number(located);
  const forRead = raw.cut === 'too long' ? ALLOW_LONGER : CHECK_ADDRESS;
  const forWrite = facts.advice ?? (outcome === 'done' ? DO_NOT_REPEAT : LOOK_FIRST);
  return new UnexpectedAnswerError(
    `${status}, but the answer is not what the contract says: ${describeIssues(issues)}`,
    {
      outcome,
      request,
      status,
      requestId,
      attempts,
      issues,
      advice: isRead ? forRead : forWrite,
      snippet: facts.snippet(raw.text),
      location: location === undefined ? undefined : redact(location),
      id: isWhole(id, 1) ? id : undefined,
    },
  );
}

/** The text of a body, or as much of it as could be read. */
export interface BodyText {
  readonly text: string;
  /** The bytes of the text, in pieces; none where it was read at once. */
  readonly bytes: readonly Uint8Array<ArrayBuffer>[];
  /** Why the text is not complete, if it is not: the connection was lost, or the limit on its length was reached. */
  readonly cut: 'lost' | 'too long' | undefined;
  /** The most bytes that were read. */
  readonly limit?: number;
  /** Whether the content type names a charset that is unknown here: the text was read as UTF-8. */
  readonly isUnknownCharset?: boolean;
}

export type Reader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>;

/** A Response or a Request. Its body is null where there is none, and missing where a fetch has no streams. */
type MessageBody = Pick<Response, 'body' | 'headers' | 'text'>;

/** A reader of the body. Some fetch implementations give a Node stream instead of a ReadableStream. */
export function getReader(body: unknown): Reader | undefined {
  if (body === null || body === undefined) return undefined;
  const stream = body as ReadableStream<Uint8Array<ArrayBuffer>> & AsyncIterable<Uint8Array>;
  if (typeof stream.getReader === 'function') return stream.getReader();
  const iterator = stream[Symbol.asyncIterator]();
  return {
    read: async () => (await iterator.next()) as ReadableStreamReadResult<Uint8Array<ArrayBuffer>>,
    cancel: async () => void (await iterator.return?.()),
  };
}

/**
 * Reads a body, or as much of it as comes. Rejects only when the deadline ends.
 *
 * @param longest the most bytes to read
 * @param headers of an answer, which name its charset. @default the body is read as UTF-8
 */
export async function readMessageBody(
  message: MessageBody,
  deadline: Deadline,
  longest: number,
  headers?: Headers,
): Promise<BodyText> {
  const declared = Number(message.headers.get('content-length'));
  const reader = getReader(message.body);
  if (reader === undefined) return deadline.race(readWholeBody(message, longest, declared));
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let cut: BodyText['cut'];
  try {
    for (;;) {
      if (declared > longest || length > longest) {
        cut = 'too long';
        void reader.cancel().catch(() => undefined);
        break;
      }
      const { done, value } = await deadline.race(reader.read());
      if (done) break;
      length += value.byteLength;
      bytes.push(value);
    }
  } catch {
    if (deadline.signal.aborted) {
      void reader.cancel().catch(() => undefined);
      throw deadline.signal.reason;
    }
    cut = 'lost';
  }
  return { ...decodeBody(bytes, headers), bytes, cut, limit: longest };
}

/** Reads the body at once, as a text, where a fetch has no streams. */
async function readWholeBody(message: MessageBody, limit: number, declared: number): Promise<BodyText> {
  try {
    const text = declared > limit || message.body === null ? '' : await message.text();
    const cut = declared > limit || text.length > limit ? 'too long' : undefined;
    return { text, bytes: [], cut, limit };
  } catch {
    return { text: '', bytes: [], cut: 'lost' };
  }
}

/** The charset of a byte order mark, by its first two bytes. */
const BYTE_ORDER_MARKS: Readonly<Record<string, string>> = {
  '239,187': 'utf-8',
  '254,255': 'utf-16be',
  '255,254': 'utf-16le',
};

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Decodes an answer as browsers do: by its byte order mark, else by its content type, else as UTF-8. */
function decodeBody(
  bytes: BodyText['bytes'],
  headers: Headers | undefined,
): Pick<BodyText, 'text' | 'isUnknownCharset'> {
  let decoder = new TextDecoder();
  let isUnknownCharset = false;
  if (headers !== undefined) {
    const [first = [], second = []] = bytes;
    const start = [...first.slice(0, 2), ...second.slice(0, 2)].slice(0, 2);
    const named = CHARSET.exec(headers.get('content-type') ?? '')?.[1];
    try {
      decoder = new TextDecoder(BYTE_ORDER_MARKS[start.join()] ?? named);
    } catch {
      isUnknownCharset = true;
    }
  }
  let text = '';
  for (const piece of bytes) text += decoder.decode(piece, { stream: true });
  return { text: text + decoder.decode(), isUnknownCharset };
}

/** What an error about an answer is made from. Called only when there is an error. */
function gatherFacts({ status, headers }: RawAnswer, call: CallState): AnswerFacts {
  const { plan, request, requestId, sent, isRead } = call;
  const redact = makeRedactor(listSecrets(call));
  return {
    request,
    requestId,
    attempts: sent,
    isRead,
    status,
    redact,
    advice: plan.advice,
    snippet: (text) => (plan.confidential === true ? '' : makeSnippet(text, redact)),
    retryAfter: parseRetryAfter(headers, Date.now()),
  };
}

const LONGEST_REQUEST_ID = 200;

/** The id that the service, or a server in front of it, gave the request: redacted, cut, and on one line. */
export function readRequestId(headers: Headers, call: CallState): string | undefined {
  const given = headers.get('x-request-id');
  if (given === null || given === '') return undefined;
  return makePrintable(cutText(makeRedactor(listSecrets(call))(given), LONGEST_REQUEST_ID));
}

/** Matches the three date formats of HTTP (the third has no GMT), and ISO 8601. */
const DATE_FORMATS = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT)/i;

/** The time of a header in milliseconds since 1970; NaN when it is missing or no date. */
export function parseDate(header: string | null): number {
  // Date.parse accepts too much: "-5" as a month, "in 2050" as a year.
  return header !== null && DATE_FORMATS.test(header)
    ? Date.parse(header.replace(/ \d{4}$/, '$& GMT'))
    : Number.NaN;
}

/**
 * Milliseconds to wait from the Retry-After of an answer, in seconds or a date. Any other text gives undefined, as does a
 * missing header. A date is measured by the answer's own Date, since the two clocks can differ; one in the past gives 0.
 *
 * @param now our clock, for an answer without a Date
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (/^\d+(\.\d+)?$/.test(header ?? '')) return Math.ceil(Number(header) * 1_000);
  const until = parseDate(header);
  const answered = parseDate(headers.get('date'));
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(answered) ? now : answered));
}
