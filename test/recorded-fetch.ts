import { getLocalRequestListeners } from '../src/base/http.js';
import { toFields } from '../src/base/kinds.js';
import { Requester, type RequesterOptions } from '../src/index.js';
import { served } from './sparse-answers.js';

export const BASE_URL = 'https://service.example';
export const TOKEN = 'tok-5e0f9a37c1b84d26a0c7-94f1b3d8e2a65c70';

/** One request as it arrived at the fetch of a test. */
export interface Arrived {
  readonly method: string;
  readonly url: URL;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The body as text, undefined when there was none. */
  readonly text: string | undefined;
  /** The body read as JSON; undefined when it is none. */
  readonly json: unknown;
  readonly request: Request;
}

export type Reply = Response | Error | ((arrived: Arrived) => Response | Promise<Response>);

export interface RecordedFetch {
  (input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  readonly arrived: Arrived[];
  /** The newest request. */
  readonly last: Arrived;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function arrivedFrom(request: Request): Promise<Arrived> {
  const url = new URL(request.url);
  const text = request.body === null ? undefined : await request.clone().text();
  const query = Object.fromEntries(url.searchParams);
  const { method, headers } = request;
  return { method, url, path: url.pathname, query, headers, text, json: parsed(text), request };
}

/** Codes of a connection that was not made. */
const REFUSED = /^(ECONNREFUSED|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * A fetch that keeps what arrives and gives the replies in turn, the last one again and again. As undici does, it shows of each
 * request whether it was sent.
 */
export function recordedFetch(...replies: readonly Reply[]): RecordedFetch {
  const arrived: Arrived[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input, init);
    for (const listen of getLocalRequestListeners()) listen(request, 'begun');
    const now = await arrivedFrom(request);
    arrived.push(now);
    const reply = replies[Math.min(arrived.length, replies.length) - 1];
    const code = reply instanceof Error ? toFields(reply.cause).code : undefined;
    const event = REFUSED.test(String(code)) ? 'refused' : 'sent';
    for (const listen of getLocalRequestListeners()) listen(request, event);
    if (reply === undefined) throw new Error('no reply was prepared');
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? reply(now) : reply.clone();
  };
  return Object.defineProperties(fetch as RecordedFetch, {
    arrived: { value: arrived },
    last: { get: () => arrived.at(-1) },
  });
}

/** An answer of the service. */
export function answer(body: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json; charset=utf-8');
  const { status = 200 } = init;
  const text = typeof body === 'string' ? body : JSON.stringify(status < 300 ? served(body) : body);
  return new Response(text, { ...init, headers });
}

/** What a failed fetch throws in Node: a TypeError whose cause has the system's code. */
export function networkError(code?: string, facts: object = {}): TypeError {
  const cause =
    code === undefined ? undefined : Object.assign(new Error(`system: ${code}`), { code, ...facts });
  return new TypeError('fetch failed', cause && { cause });
}

/** A fetch that never answers, whatever its signal says. */
export function deafFetch(): Promise<Response> {
  return new Promise(() => undefined);
}

export function requesterOn(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  options: Partial<RequesterOptions> = {},
): Requester {
  // Silent, since many tests provoke warnings; a logger of a test's own gets every message.
  const logLevel = options.logger === undefined ? 'silent' : 'debug';
  return new Requester({ baseUrl: BASE_URL, accessToken: TOKEN, fetch, logLevel, ...options });
}

/** What a promise was rejected with; fails when it was not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (reason) {
    return reason;
  }
  throw new Error(`resolved with ${JSON.stringify(value)}, but was to reject`);
}
