import { getLocalRequestListeners } from '../../base/http.js';
import type { Serve, ServeOutcome } from './outcome.js';

/** Takes the arguments of `fetch`. */
export interface SandboxFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * What clients without a `store` that use this `fetch` remember, such as keys of orders. `sandbox.reset()` empties it. A
   * function of yours that calls `sandbox.fetch` needs the same one: `Object.assign(yours, { memory: sandbox.fetch.memory })`.
   */
  readonly memory?: Map<string, unknown> | undefined;
}

const MAX_REDIRECTS = 20;
const redirections: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Makes a `fetch` that calls the service without a socket. It fails like Node's `fetch`.
 *
 * @param memory is for clients, which find it at the function: they and the sandbox share no code
 */
export function createFetch(serve: Serve, memory: Map<string, unknown>): SandboxFetch {
  const fetchFromSandbox: SandboxFetch = async (input, init) => {
    const request = new Request(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const answer = followRedirects(serve, request);
    return signal === undefined ? answer : endOnAbort(answer, signal);
  };
  return Object.assign(fetchFromSandbox, { memory });
}

async function followRedirects(serve: Serve, request: Request): Promise<Response> {
  let current = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    announce(current, 'begun');
    const outcome = await serve(current).catch(fail);
    announce(current, outcome.kind === 'refused' ? 'refused' : 'sent');
    const answer = await toResponse(outcome);
    const location = redirections.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null || request.redirect === 'manual') return answer;
    if (request.redirect === 'error') fail(new Error('unexpected redirect'));
    current = follow(current, answer.status, new URL(location, current.url));
  }
  throw makeFetchError('TOO_MANY_REDIRECTS');
}

/** Shows what becomes of a request, as undici does: so a client can know that it was not sent. */
function announce(request: Request, event: 'begun' | 'refused' | 'sent'): void {
  for (const listen of getLocalRequestListeners()) listen(request, event);
}

/** The request after a redirection. Only the origin of the request exists; other hosts are not found. */
function follow(request: Request, status: number, target: URL): Request {
  if (target.origin !== new URL(request.url).origin) throw makeFetchError('ENOTFOUND');
  const keepsMethod = request.method === 'GET' || request.method === 'HEAD';
  if (!keepsMethod && (status === 307 || status === 308)) throw makeFetchError('BODY_NOT_KEPT');
  return new Request(target, { method: keepsMethod ? request.method : 'GET', signal: request.signal });
}

async function toResponse(outcome: ServeOutcome): Promise<Response> {
  switch (outcome.kind) {
    case 'answer':
      return outcome.response;
    case 'refused':
      throw makeFetchError('ECONNREFUSED');
    case 'dropped':
      throw makeFetchError('ECONNRESET');
    case 'cut':
      return new Response(breakStream(outcome.half), {
        status: outcome.response.status,
        headers: outcome.response.headers,
      });
    case 'silence':
      return new Promise<never>(() => {});
  }
}

function breakStream(half: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated', { cause: makeSocketError('ECONNRESET') }));
      else controller.enqueue(half);
      isSent = true;
    },
  });
}

function makeFetchError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: makeSocketError(code) });
}

/** Fails like `fetch` when the body of the request can't be read. */
function fail(cause: unknown): never {
  throw new TypeError('fetch failed', { cause });
}

function makeSocketError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The answer, or a failure with the reason of the signal once that aborts. */
function endOnAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
