import type { EndsWithScope } from '../base/concurrency.js';
import { isLoopback, parseOrigin, readHostname } from '../base/http.js';
import { checkOptions, copyOwn, ignoreErrors, type Rules } from '../base/options.js';
import * as rules from '../base/rules.js';
import { makeRandomSecret } from './base/random.js';
import { refuseIssues } from './base/refusal.js';
import { type ControlInterface, createControlInterface } from './control-interface/control-interface.js';
import type { SandboxHandle } from './control-interface/sandbox-handle.js';
import { answerFromSite } from './desk/site.js';
import { type Callers, explainRefusal, isUnguarded, SHORTEST_TOKEN } from './transport/callers.js';
import type { Serve, ServeOutcome } from './transport/outcome.js';

/** A sandbox that listens. With `await using`, it is closed at the end of the scope. */
export interface SandboxServer extends EndsWithScope {
  /** The address of the server, without a slash at the end. */
  readonly url: string;
  /** The token that the control interface needs beyond a loopback address. Undefined when none is needed. */
  readonly controlToken: string | undefined;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Options of `listen`. */
export interface ListenOptions {
  /** The port; 0 means any free one. @default 0 */
  readonly port?: number;
  /**
   * The address to listen at. Where other machines can call it, the sandbox needs an `accessToken` of its own.
   * @default '127.0.0.1'
   */
  readonly host?: string;
  /**
   * The origins of pages that may call, such as `https://shop.example`, besides those of this machine, such as
   * `http://localhost:5173`. Its own address may have their names, too. @default none
   */
  readonly origins?: readonly string[];
  /** Called with each request to the service once its answer is ready, for example to log it. @default none */
  readonly onAnswer?: (request: AnsweredRequest) => void;
  /**
   * Whether to serve the control interface under `/_sandbox/` and the pages too. Beyond a loopback address, it needs a token.
   * @default true
   */
  readonly control?: boolean;
}

/** A request after its answer or its fault. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which can hold a token. */
  readonly path: string;
  /** What became of the request: an answer, or the way in which it failed. */
  readonly outcome: 'answer' | 'refused' | 'dropped' | 'cut' | 'silence';
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Real milliseconds from the request to the answer. */
  readonly ms: number;
  /** The JSON of the answer; undefined when it has none. */
  readonly answer: unknown;
}

const LISTEN_OPTIONS: Rules<ListenOptions> = {
  port: rules.kind('number'),
  host: rules.kind('string'),
  origins: rules.list(
    rules.custom(
      (value) => parseOrigin(value) !== undefined,
      'must be an origin such as https://shop.example',
    ),
  ),
  onAnswer: rules.callable,
  control: rules.flag,
};

/** Serves the sandbox over HTTP, with its control interface unless that is turned off. */
export async function listen(
  service: Serve,
  sandbox: SandboxHandle,
  options: ListenOptions,
): Promise<SandboxServer> {
  refuseIssues('listen', checkOptions('options', options, LISTEN_OPTIONS));
  const { port = 0, host = '127.0.0.1', origins = [], control = true, onAnswer } = copyOwn(options);
  const isOpen = !isLoopback({ hostname: readHostname(host) });
  const { hasOwnSecrets, mainAccount } = sandbox.currentState();
  if (isUnguarded(host, hasOwnSecrets ? mainAccount.accessToken : undefined))
    throw new TypeError(
      `listen: other machines can call ${host}, so the sandbox needs a token of its own, of at least ${SHORTEST_TOKEN} characters: createSandbox({ accessToken }).`,
    );
  const report = (serve: Serve): Serve => (onAnswer === undefined ? serve : reportAnswers(serve, onAnswer));
  const controlToken = control && isOpen ? makeRandomSecret() : undefined;
  const serve = control
    ? withControl(report(service), createControlInterface(sandbox, { token: controlToken }))
    : report(service);
  const outside = sandbox.publicUrl === undefined ? undefined : new URL(sandbox.publicUrl);
  const callers = {
    host,
    origins: [...origins, ...(outside === undefined ? [] : [outside.origin])].map(
      (origin) => parseOrigin(origin) ?? origin,
    ),
    prefix: outside?.pathname.replace(/\/$/, '') ?? '',
  };
  // Loaded late, since bundles for browsers must not have Node's modules.
  const { startServer } = await import('./transport/server.js');
  const { url, close } = await startServer(forCallers(withHealth(serve), callers, report), port, host);
  return { url, controlToken, close, [Symbol.asyncDispose]: close };
}

/** Refuses pages that may not call, and lets the others read the answers. */
function forCallers(serve: Serve, callers: Callers, report: (serve: Serve) => Serve): Serve {
  return async (request) => {
    const reason = explainRefusal(request, callers);
    if (reason === undefined) return nameReader(await serve(request), request.headers.get('origin'));
    const body = { success: false, message: reason, error_code: 403 };
    const response = Response.json(body, { status: 403, headers: { 'cache-control': 'no-store' } });
    return report(async () => ({ kind: 'answer', response }))(request);
  };
}

/** In the place of every page, lets the one read the answer that has called. */
function nameReader(outcome: ServeOutcome, origin: string | null): ServeOutcome {
  if (!('response' in outcome)) return outcome;
  const { headers } = outcome.response;
  if (headers.get('access-control-allow-origin') !== '*') return outcome;
  headers.append('vary', 'origin');
  if (origin === null || origin === 'null') headers.delete('access-control-allow-origin');
  else headers.set('access-control-allow-origin', origin);
  return outcome;
}

/** Adds the control interface and the pages to the service. After each request, the listeners are notified. */
function withControl(service: Serve, control: ControlInterface): Serve {
  return async (request) => {
    const answer = answerFromSite(request) ?? control.answer(request);
    if (answer !== undefined) return { kind: 'answer', response: await answer };
    const outcome = await service(request);
    control.changed();
    return outcome;
  };
}

const HEALTH = '/health';

/** Adds `GET /health`, for containers. Faults, latency and the request log do not apply to it. */
function withHealth(serve: Serve): Serve {
  return async (request) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || new URL(request.url).pathname !== HEALTH) return serve(request);
    const headers = { 'cache-control': 'no-store' };
    return { kind: 'answer', response: Response.json({ status: 'ok' }, { headers }) };
  };
}

/** Reports each request once its answer is ready. What `observer` throws is ignored. */
function reportAnswers(serve: Serve, observer: (request: AnsweredRequest) => void): Serve {
  return async (request) => {
    const begun = performance.now();
    const outcome = await serve(request);
    const ms = performance.now() - begun;
    const response = outcome.kind === 'answer' || outcome.kind === 'cut' ? outcome.response : undefined;
    const { method } = request;
    const path = new URL(request.url).pathname;
    const status = response?.status ?? null;
    const answer = outcome.kind === 'answer' ? await readJsonAnswer(outcome.response) : undefined;
    ignoreErrors(() => observer({ method, path, outcome: outcome.kind, status, ms, answer }));
    return outcome;
  };
}

async function readJsonAnswer(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return undefined;
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}
