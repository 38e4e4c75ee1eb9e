import type { Arrival } from './arrival.js';

/** A request as it arrived. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The query parameters; one that came more than once is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The JSON or form, the parts of an upload by name, or undefined when there was no body. */
  readonly body: unknown;
  /** The status of the answer; null while there is no answer, and when there never is one. */
  readonly status: number | null;
}

const HIDDEN = '[redacted]';
const SECRET_NAMES = new Set(['access_token', 'client_secret', 'code', 'refresh_token']);
/** Matches the tokens, secrets and codes of the sandbox in any text. */
const SECRET_TEXT = /[0-9a-f]{64}/g;
const MAX_DEPTH = 12;
const MAX_TEXT = 10_000;
/** At least this many requests are kept, and at most twice as many. */
const KEPT = 50_000;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Keeps the requests, newest last, without secrets. */
export class RequestLog {
  /** Always the same array, so that a test can keep it. */
  readonly entries: LoggedRequest[] = [];

  /** Adds a request. Call the returned function later with the status of the answer. */
  add(arrival: Arrival): (status: number) => void {
    if (this.entries.length >= 2 * KEPT) this.entries.splice(0, KEPT);
    const entry: Mutable<LoggedRequest> = {
      method: arrival.method,
      path: redactText(arrival.url.pathname),
      query: showQuery(arrival.query),
      body: showBody(arrival.body),
      status: null,
    };
    this.entries.push(entry);
    return (status) => {
      entry.status = status;
    };
  }

  clear(): void {
    this.entries.length = 0;
  }
}

function showQuery(query: URLSearchParams): Record<string, string | string[]> {
  const shown = new Map<string, string | string[]>();
  for (const [name, text] of query) {
    const value = redactValue(name, text);
    const known = shown.get(name);
    shown.set(redactText(name), known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(shown);
}

function showBody(body: Arrival['body']): unknown {
  switch (body.kind) {
    case 'json':
    case 'form':
      return redact(body.value, 0);
    case 'multipart':
      return body.value === null ? '[malformed]' : showParts(body.value);
    case 'none':
      return undefined;
    default:
      return `[${body.kind}]`;
  }
}

function showParts(parts: FormData): Record<string, unknown> {
  const shown = new Map<string, unknown>();
  for (const [name, part] of parts) {
    const file = typeof part === 'string' ? null : { name: part.name, type: part.type, size: part.size };
    shown.set(redactText(name), file ?? redactValue(name, String(part)));
  }
  return Object.fromEntries(shown);
}

/** A copy of its own, shallow enough to be shown, whatever was sent. */
function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  const entries = Object.entries(value).map(([name, entry]) => {
    if (SECRET_NAMES.has(name)) return [name, HIDDEN] as const;
    return [
      redactText(name),
      typeof entry === 'string' ? redactValue(name, entry) : redact(entry, depth + 1),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function redactValue(name: string, text: string): string {
  if (SECRET_NAMES.has(name)) return HIDDEN;
  return name === 'client_id' ? text.slice(0, MAX_TEXT) : redactText(text);
}

function redactText(text: string): string {
  const shown = text.length < 64 ? text : text.replace(SECRET_TEXT, HIDDEN);
  return shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
}
