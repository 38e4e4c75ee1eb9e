// What Node, Bun and Deno say about a connection that failed.
import type { AsyncLocalStorage } from 'node:async_hooks';
import { getLocalRequestListeners } from '../../../base/http.js';
import { toFields } from '../../../base/kinds.js';
import type { AdviceWithText } from '../errors/advice.js';
import { type FailedFetch, readErrorName } from '../errors/from-throw.js';

/**
 * Codes of failures before a connection is made, so nothing was carried out. The certificate codes are from the client's
 * check of the server. Not `ERR_SSL_…`: the server can send an alert about a certificate after the request was sent.
 */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?!ERR_SSL)(?=.*CERT)\w+|UNABLE_TO_\w+|CRL_\w+|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/;

/** Codes of a proxy that opened no tunnel. Their causes say how that failed, and nothing of the request. */
const NO_TUNNEL = /^(UND_ERR_PRX_\w+|UND_ERR_SOCKS5\w*|ERR_PROXY_TUNNEL)$/;

/**
 * Messages of the same failures, where no code says it:
 * - Node: a forbidden port
 * - node-fetch, which keeps a code that is also that of a lost connection: the TLS handshake (four forms)
 * - Deno: `client error (Connect)`
 * - Bun: a forbidden port, a failed TLS handshake
 *
 * workerd has one message for a refused and for a lost connection, so it is not here.
 */
const NEVER_CONNECTED_MESSAGES =
  /^bad port$|before secure TLS|tlsany_meth|alert protocol version|client error \(Connect\)|^Fetch failed: Requests to port|TLS handshake failed/;

/** System calls that fail before a connection is made. */
const CONNECTING = /^(connect|getaddrinfo)$/;

const ERROR_CODE = /^[A-Za-z]\w{2,63}$/;
const DEEPEST_CAUSE = 8;

/** The errors with which undici gave up connecting, and the proxy that it was to go through. They are not ours, so no field of ours. */
const failedToConnect = new WeakMap<object, { readonly proxy: string | undefined }>();
/** The proxies that are asked for tunnels now, by where these are to lead, and for how many. */
const tunnels = new Map<string, { readonly proxy: string; readonly count: number }>();

/** The attempts whose fetch has not ended. */
const attempts = new Set<SendingWatch>();
/** The attempt that a request was made in. Requests are not ours, so no field of ours. */
const owners = new WeakMap<object, SendingWatch>();
/** The attempt in whose fetch the code runs. */
let current: AsyncLocalStorage<SendingWatch> | undefined;

let isWatching = false;

/**
 * Listens to what undici, which is also the fetch of Node, publishes about its connections: its errors themselves do not
 * say whether there was one. Once for the process, and for good: that costs each request of the process 30 ns of the 120 µs that
 * undici takes for it, while to begin and end with each request of a client would cost this 4 µs.
 */
export function watchConnections(): void {
  // Not imported, since some runtimes that call themselves Node have none.
  const channels = isWatching
    ? undefined
    : globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
  isWatching = true;
  // What a listener throws ends the process.
  if (channels === undefined) return;
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  current = hooks?.AsyncLocalStorage && new hooks.AsyncLocalStorage();
  channels.subscribe('undici:request:create', (published) => {
    beginTunnel(published);
    noteRequest(toFields(published).request);
  });
  channels.subscribe('undici:client:sendHeaders', (published) => noteSent(toFields(published).request));
  channels.subscribe('undici:request:error', (published) => {
    const { request, error } = toFields(published);
    if (typeof error === 'object' && error !== null && isNoConnection(error)) noteUnconnected(request);
  });
  // What is sent so does not show what becomes of it.
  for (const name of [
    'http.client.request.created',
    'http.client.request.start',
    'http2.client.stream.created',
  ])
    channels.subscribe(name, () => current?.getStore()?.noteSent());
  getLocalRequestListeners().add((request, event) => {
    if (event === 'begun') noteRequest(request);
    else if (event === 'refused') noteUnconnected(request);
    else noteSent(request);
  });
  channels.subscribe('undici:client:connected', endTunnel);
  channels.subscribe('undici:client:connectError', (published) => {
    const proxy = endTunnel(published);
    const { error } = toFields(published);
    if (typeof error === 'object' && error !== null) failedToConnect.set(error, { proxy });
  });
}

function beginTunnel(published: unknown): void {
  const { method, origin, path } = toFields(toFields(published).request);
  if (method !== 'CONNECT' || typeof path !== 'string' || !URL.canParse(String(origin))) return;
  // Without the user name and password.
  const proxy = new URL(String(origin)).origin;
  tunnels.set(path, { proxy, count: 1 + (tunnels.get(path)?.count ?? 0) });
}

/** The proxy that was asked for a tunnel to where this connection leads, if any. It is asked no longer. */
function endTunnel(published: unknown): string | undefined {
  const { host, port, protocol } = toFields(toFields(published).connectParams);
  const target = port ? String(host) : `${host}:${protocol === 'https:' ? 443 : 80}`;
  const tunnel = tunnels.get(target);
  if (tunnel === undefined) return undefined;
  const { proxy, count } = tunnel;
  if (count > 1) tunnels.set(target, { proxy, count: count - 1 });
  else tunnels.delete(target);
  return proxy;
}

function noteRequest(request: unknown): void {
  const attempt = current?.getStore();
  if (attempt === undefined || typeof request !== 'object' || request === null) return;
  // To a proxy: what follows in the tunnel is a request of its own.
  if (toFields(request).method === 'CONNECT') return;
  owners.set(request, attempt);
  attempt.noteRequest();
}

function noteUnconnected(request: unknown): void {
  if (typeof request === 'object' && request !== null) owners.get(request)?.noteUnconnected();
}

/** Notes it for its attempt, and for all others that it may belong to. */
function noteSent(request: unknown): void {
  if (typeof request !== 'object' || request === null) return;
  for (const attempt of attempts)
    if (attempt === owners.get(request) || attempt.isLike(request)) attempt.noteSent();
}

/**
 * Watches what one attempt sends, whatever its fetch does: a fetch that repeats by itself fails like its last request, which says
 * nothing of those before.
 */
export class SendingWatch {
  readonly #method: string;
  readonly #url: string;
  #requests = 0;
  #unconnected = 0;
  #isSent = false;
  readonly #keepsContext: boolean;

  /** @param keepsContext whether fetch sends in the context of its call: one with a queue does not */
  constructor(method: string, url: string, keepsContext: boolean) {
    this.#method = method;
    this.#url = url;
    this.#keepsContext = keepsContext;
    attempts.add(this);
  }

  /** Calls fetch. */
  run<Result>(send: () => Result): Result {
    return current === undefined ? send() : current.run(this, send);
  }

  noteRequest(): void {
    this.#requests += 1;
  }

  noteUnconnected(): void {
    this.#unconnected += 1;
  }

  noteSent(): void {
    this.#isSent = true;
  }

  /** Whether a request of another context may be one of this attempt: it has the same method and address. */
  isLike(request: object): boolean {
    if (this.#keepsContext) return false;
    const { method, url, origin, path } = toFields(request);
    return method === this.#method && (url ?? `${origin}${path}`) === this.#url;
  }

  /** Whether a request may have been sent; undefined when nothing shows it. To be asked before the end. */
  mayHaveSent(): boolean | undefined {
    if (this.#isSent) return true;
    return this.#requests === 0 ? undefined : this.#unconnected < this.#requests;
  }

  end(): void {
    attempts.delete(this);
  }
}

/** What an error says about its connection. */
interface Failure {
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly neverConnected: boolean;
  readonly proxy?: string | undefined;
  /** What a proxy answered instead of opening a tunnel. */
  readonly status?: number | undefined;
}

/** An error and its causes. An AggregateError has an error for each address of the host. */
function listErrors(error: unknown, depth = 0): object[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  // What caused a connection not to be made says nothing of the request.
  if (isNoConnection(error)) return [error];
  const { errors, cause } = toFields(error);
  const inner: unknown[] = Array.isArray(errors) ? errors : [];
  return [error, ...[...inner, cause].flatMap((each) => listErrors(each, depth + 1))];
}

/** Whether the error is certainly of a connection that was not made, whatever caused it. */
function isNoConnection(error: object): boolean {
  return failedToConnect.has(error) || NO_TUNNEL.test(readSystemCode(error) ?? '');
}

function readSystemCode(error: object): string | undefined {
  const { code } = toFields(error);
  return typeof code === 'string' && ERROR_CODE.test(code) ? code : undefined;
}

/** What an error says about its connection, if anything. */
function findFailures(error: object): Failure[] {
  const { syscall, erroredSysCall, message } = toFields(error);
  const code = readSystemCode(error);
  const facts = { code, name: readErrorName(error), status: readTunnelStatus(error, code) };
  if (isNoConnection(error)) return [{ ...facts, ...failedToConnect.get(error), neverConnected: true }];
  if (NEVER_CONNECTED_MESSAGES.test(String(message))) return [{ ...facts, neverConnected: true }];
  if (code === undefined) return [];
  // If the system call is known, it decides: some of the codes also occur while an answer is read.
  const call = syscall ?? erroredSysCall;
  const neverConnected = typeof call === 'string' ? CONNECTING.test(call) : NEVER_CONNECTED.test(code);
  return [{ ...facts, neverConnected }];
}

/** What a proxy answered, for people: it decides nothing. undici has it in its message alone. */
function readTunnelStatus(error: object, code: string | undefined): number | undefined {
  const { status, statusCode = status, message } = toFields(error);
  if (Number.isInteger(statusCode)) return Number(statusCode);
  const shown = code === 'UND_ERR_ABORTED' ? /\((\d{3})\)/.exec(String(message))?.[1] : undefined;
  return shown === undefined ? undefined : Number(shown);
}

const CHECK_NETWORK: AdviceWithText = {
  code: 'check-network',
  text: 'Nothing was sent; check baseUrl and the network.',
};

const CHECK_PROXY: AdviceWithText = {
  code: 'check-network',
  text: 'Nothing was sent; check the proxy, and the user name and password for it.',
};

/** Digests of what the fetch of Next.js throws instead of sending, where it renders a page ahead of time. */
const RENDERS_AHEAD = /^(DYNAMIC_SERVER_USAGE|NEXT_PRERENDER_INTERRUPTED|HANGING_PROMISE_REJECTION)$/;

const RENDER_ON_REQUEST: AdviceWithText = {
  code: 'check-fetch',
  text: 'Nothing was sent; the page has to be rendered for each request.',
};

/** Reads what is known of the connection from what fetch threw. */
export function readFailedFetch(thrown: unknown): FailedFetch {
  const { digest } = toFields(thrown);
  if (typeof digest === 'string' && RENDERS_AHEAD.test(digest)) {
    const what = 'the page is rendered ahead of time, where fetch sends nothing';
    return { signal: { digest }, unconnected: { what, advice: RENDER_ON_REQUEST } };
  }
  const errors = listErrors(thrown);
  // So Node refuses a redirect under `redirect: 'error'`.
  if (errors.some((error) => toFields(error).message === 'unexpected redirect')) return { isRedirect: true };
  const failures = errors.flatMap(findFailures);
  const [first] = failures;
  const neverConnected = first !== undefined && failures.every((failure) => failure.neverConnected);
  if (!neverConnected) return { code: first?.code };
  const name = first.name ?? readErrorName(thrown);
  return { code: first.code, unconnected: describeUnconnected({ ...first, name }) };
}

function describeUnconnected({ code, name, proxy, status }: Failure): FailedFetch['unconnected'] {
  const shown = proxy === undefined ? 'the proxy' : `the proxy ${proxy}`;
  if (status !== undefined)
    return { what: `${shown} refused to connect to the service (${status})`, advice: CHECK_PROXY };
  const why = code ?? name;
  if (proxy === undefined) return { what: `no connection to the service (${why})`, advice: CHECK_NETWORK };
  return { what: `no connection to the service through the proxy ${proxy} (${why})`, advice: CHECK_PROXY };
}
