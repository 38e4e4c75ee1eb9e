import { checkOptions, type OptionKinds } from './base/options.js';
import { type ControlInterface, createControlInterface } from './control-interface/control-interface.js';
import { createControlToken, isLoopback } from './control-interface/guard.js';
import type { SandboxHandle } from './control-interface/sandbox-handle.js';
import { answerFromSite } from './desk/site.js';
import type { Serve } from './transport/outcome.js';

/**
 * What `await using` needs. Programs that compile without the `esnext.disposable` library do not know its symbol; their
 * declarations go without.
 */
export type EndsWithScope = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object;

/** A sandbox that listens. With `await using`, it is closed at the end of the scope. */
export interface SandboxServer extends EndsWithScope {
  /** An address that it can be called at, without a slash at the end. */
  readonly url: string;
  /** What the control interface asks for beyond a loopback address; undefined on one, and without the interface. */
  readonly controlToken: string | undefined;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Options of `listen`. */
export interface ListenOptions {
  /** The port; 0 means any free one. @default 0 */
  readonly port?: number;
  /** @default 127.0.0.1 */
  readonly host?: string;
  /** Called with each request of the service once its answer is ready, for a log. @default none */
  readonly onAnswer?: (request: AnsweredRequest) => void;
  /**
   * Whether the control interface under `/_sandbox/` is served too. Beyond a loopback address it asks for a token.
   * @default true
   */
  readonly control?: boolean;
}

/** A request that has got its answer, or its fault. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which can hold a token. */
  readonly path: string;
  /** What came of it: an answer, or the kind of the fault. */
  readonly outcome: 'answer' | 'refused' | 'dropped' | 'cut' | 'silence';
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Real milliseconds from the request to the answer. */
  readonly ms: number;
  /** The JSON of the answer; undefined when it has none. */
  readonly answer: unknown;
}

const LISTEN_OPTIONS: OptionKinds<ListenOptions> = {
  port: ['number'],
  host: ['string'],
  onAnswer: ['function'],
  control: ['boolean'],
};

/** Serves the sandbox over HTTP, with its control interface unless that is turned off. */
export async function listen(
  service: Serve,
  sandbox: SandboxHandle,
  options: ListenOptions,
): Promise<SandboxServer> {
  checkOptions('listen', options, LISTEN_OPTIONS);
  const { port = 0, host = '127.0.0.1', control = true, onAnswer } = options;
  const reported = onAnswer === undefined ? service : reportAnswers(service, onAnswer);
  const controlToken = control && !isLoopback(host) ? createControlToken() : undefined;
  const serve = control
    ? withControl(reported, createControlInterface(sandbox, { token: controlToken }))
    : reported;
  // Loaded late, since bundles for browsers must not have Node's modules.
  const { startServer } = await import('./transport/server.js');
  const { url, close } = await startServer(withHealth(serve), port, host);
  return { url, controlToken, close, [Symbol.asyncDispose]: close };
}

/** The service with its control interface and its pages beside it. Whoever listens to that learns of each request to the service. */
function withControl(service: Serve, control: ControlInterface): Serve {
  return async (request) => {
    const answer = answerFromSite(request) ?? control.answer(request);
    if (answer !== undefined) return { kind: 'answer', response: await answer };
    const outcome = await service(request, { registerAt: control.registerAt });
    control.changed();
    return outcome;
  };
}

const HEALTH = '/health';

/** Answers `GET /health` beside the service, for containers. Faults, latency and the log of requests leave it alone. */
function withHealth(serve: Serve): Serve {
  return async (request) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || new URL(request.url).pathname !== HEALTH) return serve(request);
    const headers = { 'cache-control': 'no-store' };
    return { kind: 'answer', response: Response.json({ status: 'ok' }, { headers }) };
  };
}

/** Reports each request once its answer is ready. What `observer` throws does not reach the caller. */
function reportAnswers(serve: Serve, observer: (request: AnsweredRequest) => void): Serve {
  return async (request, around) => {
    const begun = performance.now();
    const outcome = await serve(request, around);
    const ms = performance.now() - begun;
    const response = outcome.kind === 'answer' || outcome.kind === 'cut' ? outcome.response : undefined;
    const { method } = request;
    const path = new URL(request.url).pathname;
    const status = response?.status ?? null;
    const answer = outcome.kind === 'answer' ? await jsonOf(outcome.response) : undefined;
    try {
      observer({ method, path, outcome: outcome.kind, status, ms, answer });
    } catch {
      // A log that fails is no reason to fail the request.
    }
    return outcome;
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return undefined;
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}
