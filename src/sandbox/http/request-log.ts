import { cutText } from '../../base/texts.js';
import { HIDDEN, withoutSecrets } from '../base/random.js';
import type { Mutable } from '../base/records.js';
import type { ParsedRequest } from './parsed-request.js';

/** A request as it arrived. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The login of the account whose token it has. Null without a valid token. */
  readonly account: string | null;
  /** The query parameters. A repeated one is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The JSON or form, the parts of an upload by name, or undefined when there was no body. All bodies and answers together
   * take at most 16 MiB: older ones are replaced by `[dropped]`.
   */
  readonly body: unknown;
  /** The status of the answer. Null before the answer, and after a lost connection. */
  readonly status: number | null;
  /** The answer. Kept only while a control interface is served. Old ones are dropped. */
  readonly answer?: LoggedAnswer;
}

/** How a request was answered. */
export interface LoggedAnswer {
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
  /** Real milliseconds from the request to the answer. */
  readonly ms: number;
  /** The kind of the fault that was applied to the request. */
  readonly fault: string | null;
  readonly contentType: string;
  /** The body, without secrets; the first 10,000 characters of a longer one. */
  readonly text: string;
}

const SECRET_PARAMETERS = new Set(['access_token', 'client_secret', 'code', 'refresh_token']);
/** Matches the beginning of a secret at the end of a text that was cut. */
const CUT_SECRET = /(?<![0-9a-f])[0-9a-f]+…$/;
const MAX_LOGGED_DEPTH = 12;
/** The most values of a body that are copied, nested ones included. Copying more would delay other requests. */
const MAX_VALUES = 100_000;
const MORE = '[more]';
const MAX_LOGGED_TEXT = 10_000;
/** The longest path, and the longest value of a query parameter. */
const MAX_ADDRESS_TEXT = 1_000;
const DROPPED = '[dropped]';
/** The most bytes that the bodies of all requests and answers take. */
const MAX_BODY_BYTES = 16 * 2 ** 20;
/** Roughly what an object, a list or a property takes besides its texts. */
const BYTES_PER_VALUE = 32;
/** The number of requests that are always kept. Once there are twice as many, the older half is dropped. */
const MIN_KEPT = 50_000;

type Hide = (text: string, max?: number) => string;

interface LoggedPart {
  readonly entry: Mutable<LoggedRequest>;
  readonly part: 'body' | 'answer';
  readonly bytes: number;
}

/** The requests that arrived, without secrets, oldest first. */
export class RequestLog {
  /** Always the same array, so a test can hold on to it. */
  readonly entries: LoggedRequest[] = [];
  /** Bodies and answers, oldest first. Those before index `#oldest` have been dropped. */
  #bodies: LoggedPart[] = [];
  #oldest = 0;
  #bytes = 0;
  #keepsAnswers = false;
  /** How many requests were dropped before the first entry. */
  dropped = 0;
  /** Removes the secrets of a text, and shortens it. */
  readonly #hide: Hide;

  /** @param token the token of the first account, which can have any form */
  constructor(token: () => string) {
    this.#hide = (text, max) => redactText(text, token(), max);
  }

  /** Whether answers are kept too. */
  get keepsAnswers(): boolean {
    return this.#keepsAnswers;
  }

  keepAnswers(): void {
    this.#keepsAnswers = true;
  }

  /** Adds a request of an account, by its login. Call the returned function once the answer is known. */
  add(
    arrival: ParsedRequest,
    account: string | null,
  ): (status: number | null, answer?: LoggedAnswer) => void {
    if (this.entries.length >= 2 * MIN_KEPT) {
      this.entries.splice(0, MIN_KEPT);
      this.dropped += MIN_KEPT;
    }
    const entry: Mutable<LoggedRequest> = {
      method: arrival.method,
      path: this.#hide(arrival.url.pathname, MAX_ADDRESS_TEXT),
      account,
      query: showQuery(arrival.query, this.#hide),
      body: showLoggedBody(arrival.body, this.#hide),
      status: null,
    };
    this.entries.push(entry);
    if (entry.body !== undefined) this.#keep(entry, 'body', estimateBytes(entry.body));
    return (status, answer) => {
      entry.status = status;
      if (answer === undefined) return;
      entry.answer = { ...answer, text: this.#hide(answer.text) };
      this.#keep(entry, 'answer', estimateBytes(entry.answer));
    };
  }

  clear(): void {
    this.entries.length = 0;
    this.dropped = 0;
    this.#bodies = [];
    this.#oldest = 0;
    this.#bytes = 0;
  }

  /** Keeps this body or answer, and drops the oldest ones when all are larger than MAX_BODY_BYTES. */
  #keep(entry: Mutable<LoggedRequest>, part: LoggedPart['part'], bytes: number): void {
    this.#bodies.push({ entry, part, bytes });
    this.#bytes += bytes;
    while (this.#bytes > MAX_BODY_BYTES) {
      const dropped = this.#bodies[this.#oldest];
      if (dropped === undefined) break;
      this.#oldest += 1;
      this.#bytes -= dropped.bytes;
      if (dropped.part === 'body') dropped.entry.body = DROPPED;
      else delete dropped.entry.answer;
    }
    if (this.#oldest < this.#bodies.length / 2) return;
    this.#bodies = this.#bodies.slice(this.#oldest);
    this.#oldest = 0;
  }
}

/** About how many bytes of memory a value takes. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + BYTES_PER_VALUE;
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let bytes = BYTES_PER_VALUE;
  for (const [name, entry] of Object.entries(value)) bytes += 2 * name.length + estimateBytes(entry);
  return bytes;
}

function showQuery(query: URLSearchParams, hide: Hide): Record<string, string | string[]> {
  const shown = new Map<string, string | string[]>();
  for (const [name, text] of query) {
    const value = redactValue(name, text, hide, MAX_ADDRESS_TEXT);
    const known = shown.get(name);
    shown.set(hide(name), known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(shown);
}

function showLoggedBody(body: ParsedRequest['body'], hide: Hide): unknown {
  switch (body.kind) {
    case 'json':
    case 'form':
      return redact(body.value, hide, 0, { values: MAX_VALUES });
    case 'multipart':
      return body.value === null ? '[malformed]' : showParts(body.value, hide);
    case 'none':
      return undefined;
    default:
      return `[${body.kind}]`;
  }
}

function showParts(parts: FormData, hide: Hide): Record<string, unknown> {
  const shown = new Map<string, unknown>();
  for (const [name, part] of parts) {
    const file = typeof part === 'string' ? null : { name: part.name, type: part.type, size: part.size };
    shown.set(hide(name), file ?? redactValue(name, String(part), hide));
  }
  return Object.fromEntries(shown);
}

/** Copies a value without its secrets. Leaves out what is nested too deep, or is too much. */
function redact(value: unknown, hide: Hide, depth: number, remaining: { values: number }): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_LOGGED_DEPTH) return '[deeper]';
  if (Array.isArray(value))
    return findFirstThatFits(value, remaining).map((entry) => redact(entry, hide, depth + 1, remaining));
  const entries = findFirstThatFits(Object.keys(value), remaining).map((name) => {
    if (SECRET_PARAMETERS.has(name)) return [name, HIDDEN] as const;
    const entry: unknown = Reflect.get(value, name);
    return [
      hide(name),
      typeof entry === 'string' ? redactValue(name, entry, hide) : redact(entry, hide, depth + 1, remaining),
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The first entries, as many as fit. If there are others, `[more]` is added. */
function findFirstThatFits<Entry>(
  entries: readonly Entry[],
  left: { values: number },
): (Entry | typeof MORE)[] {
  if (entries.length <= left.values) {
    left.values -= entries.length;
    return [...entries];
  }
  const first = entries.slice(0, left.values);
  left.values = 0;
  return [...first, MORE];
}

function redactValue(name: string, text: string, hide: Hide, max = MAX_LOGGED_TEXT): string {
  if (SECRET_PARAMETERS.has(name)) return HIDDEN;
  return name === 'client_id' ? text.slice(0, max) : hide(text, max);
}

function redactText(text: string, token: string, max = MAX_LOGGED_TEXT): string {
  if (text.length <= max)
    return text.length < Math.min(64, token.length) ? text : withoutSecrets(text, token);
  const shown = withoutSecrets(cutText(text, max + 1), token).replace(CUT_SECRET, '…');
  let cut = Math.min(token.length, shown.length) - 1;
  while (cut > 0 && !shown.endsWith(`${token.slice(0, cut)}…`)) cut -= 1;
  return copyText(cut > 0 ? `${shown.slice(0, -cut - 1)}…` : shown);
}

/** Copies the text: a slice of a string keeps the whole string in memory. */
function copyText(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
