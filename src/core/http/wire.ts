import { ConnectionError, InputError, RequesterError } from '../errors/errors.js';
import { connectionError, metRedirect, redirectError, timeoutError } from '../errors/from-throw.js';
import { type AccessToken, addressOf, checkToken } from './address.js';
import type { Concurrency } from './concurrency.js';
import { Deadline, Expired } from './deadline.js';
import { type CallState, type Content, type FailedAttempt, timeLeft } from './operation.js';
import { delayBeforeRetry, type FailureKind } from './retry.js';
import type { Observer, Settings } from './settings.js';
import { given } from './validate.js';

/** What goes with every request: nothing of the browser's, nothing kept, no redirect followed. */
const PRIVACY = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

/** A result, or an error and what kind of failure it is. */
export type Attempted<Result> =
  | { readonly result: Result }
  | { readonly error: FailedAttempt['error']; readonly failure: FailureKind };

/** Makes the result of a call out of a response, within the attempt's deadline. */
export type Consume<Result> = (
  response: Response,
  call: CallState,
  deadline: Deadline,
) => Promise<Attempted<Result>>;

/** What fetch itself threw, apart from what goes wrong in the code around it. */
class FetchFailure {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}

/** Makes one attempt of a call. The only file that sends. */
export class Wire {
  readonly #settings: Settings;
  readonly #token: AccessToken | undefined;
  readonly #concurrency: Concurrency;
  readonly #observer: Observer;
  readonly #privacy: RequestInit;

  constructor(
    settings: Settings,
    token: AccessToken | undefined,
    concurrency: Concurrency,
    observer: Observer,
  ) {
    this.#settings = settings;
    this.#token = token;
    this.#concurrency = concurrency;
    this.#observer = observer;
    // Some runtimes refuse the settings that they don't have.
    this.#privacy = Object.fromEntries(Object.entries(PRIVACY).filter(([name]) => name in Request.prototype));
  }

  /** The token of the call, asked for once. What the caller's own function throws reaches the caller unchanged. */
  async askForToken(call: CallState, signal: AbortSignal | undefined): Promise<string> {
    const answer = typeof this.#token === 'function' ? this.#token() : this.#token;
    // Not by instanceof: a promise of another realm is not an instance of this one's.
    const token = typeof answer === 'object' ? await within(signal, (limit) => limit.race(answer)) : answer;
    const checked = checkToken(token);
    if ('issues' in checked) throw new InputError(checked.issues, call.request);
    return checked.value;
  }

  /**
   * One attempt, begun when there is a place for it. A failure is left in `call.failure` and thrown.
   *
   * @param signal ends the attempt: the caller's abort, or the end of the whole call's time
   */
  async attempt<Result>(call: CallState, consume: Consume<Result>, signal: AbortSignal): Promise<Result> {
    if (call.plan.authenticated !== false) call.token ??= await this.askForToken(call, signal);
    if (this.#concurrency.open) this.#concurrency.take();
    else await within(signal, (limit) => this.#concurrency.wait(limit));
    const attempted = await this.#exchange(call, consume, signal);
    if ('result' in attempted) return attempted.result;
    call.sent = false;
    call.status = undefined;
    call.failure = this.#judge(call, attempted.error, attempted.failure);
    throw attempted.error;
  }

  async #exchange<Result>(
    call: CallState,
    consume: Consume<Result>,
    signal: AbortSignal,
  ): Promise<Attempted<Result>> {
    call.attempt += 1;
    const { request, attempt, attemptTimeout } = call;
    // The end of the whole call comes by the signal.
    const limit = attemptTimeout < timeLeft(call) ? attemptTimeout : Number.POSITIVE_INFINITY;
    const deadline = new Deadline(limit, signal);
    const started = performance.now();
    let streaming = false;
    this.#observer.sent({ ...request, attempt });
    try {
      const response = await this.#send(call, deadline);
      call.status = response.status;
      const attempted = await consume(response, call, deadline);
      streaming = 'result' in attempted && attempted.result instanceof Response;
      return attempted;
    } catch (thrown) {
      return failureOf(thrown, call);
    } finally {
      if (streaming) deadline.lift(call.signal);
      else deadline.dispose();
      this.#concurrency.leave();
      const duration = performance.now() - started;
      this.#observer.ended({ ...request, attempt, status: call.status, duration });
    }
  }

  async #send(call: CallState, deadline: Deadline): Promise<Response> {
    const { plan, token } = call;
    const content = plan.content && (await deadline.race(Promise.resolve(given(plan.content)?.())));
    const { url, json } = addressOf(plan, this.#settings.baseUrl, token);
    const init = this.#initOf(call, content, json);
    // A fetch of the caller's own need not look at the signal.
    deadline.signal.throwIfAborted();
    call.sent = true;
    // Whatever kind of function it is: one that throws rejects.
    const sending = (async () => this.#settings.fetch(url, { ...init, signal: deadline.signal }))();
    try {
      const response = await deadline.race(
        sending.catch((thrown: unknown) => {
          throw new FetchFailure(thrown);
        }),
      );
      return checkedResponse(response, call);
    } catch (reason) {
      // An answer that comes after the end is of no use to anyone.
      void sending.then((late) => late.body?.cancel()).catch(() => undefined);
      throw reason;
    } finally {
      content?.discard?.();
    }
  }

  #initOf({ plan, read }: CallState, content: Content | undefined, json: object | undefined): RequestInit {
    const body = json === undefined ? content?.body : jsonBody(json, read);
    const type = json === undefined ? content?.type : 'application/json';
    return {
      ...this.#privacy,
      method: plan.method,
      headers: {
        accept: plan.address === undefined ? 'application/json' : '*/*',
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      // `duplex` is not in the types of every runtime; fetch asks for it where a body is a stream.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      ...(content?.bulky === true && agent().startsWith('Node.js/') && { redirect: 'error' }),
    };
  }

  /** When the next attempt may begin; a 429 makes all calls wait. */
  #judge(call: CallState, error: FailedAttempt['error'], failure: FailureKind): FailedAttempt {
    const { request, read, attempt, retries } = call;
    const { maxRetryAfter } = this.#settings;
    const { retryAfter } = error;
    const delay = delayBeforeRetry({
      ...{ failure, read, attempt, retries, retryAfter, maxRetryAfter },
      timeLeft: timeLeft(call),
      random: Math.random(),
    });
    if (failure === 'rate_limited' && (retryAfter ?? 0) <= maxRetryAfter) {
      this.#concurrency.pause(delay ?? retryAfter ?? 0);
    }
    if (delay !== undefined) this.#observer.again({ ...request, attempt }, error, delay);
    return { error, delay };
  }
}

/** Waits for something outside the exchange, until the signal ends it. */
async function within<Result>(
  signal: AbortSignal | undefined,
  work: (limit: Deadline) => Promise<Result>,
): Promise<Result> {
  const limit = new Deadline(Number.POSITIVE_INFINITY, signal);
  try {
    return await work(limit);
  } finally {
    limit.dispose();
  }
}

/** The error for what ended an attempt. What is not a failure of the exchange is thrown on as it is. */
function failureOf(thrown: unknown, call: CallState): Attempted<never> {
  const { request, read, status, attemptTimeout: limit, failure } = call;
  if (thrown instanceof Expired) {
    const expiry = { request, read, status, limit, sent: true, earlier: failure?.error } as const;
    return { error: timeoutError({ ...expiry, option: 'attemptTimeout' }), failure: 'passing' };
  }
  if (thrown instanceof RequesterError) return { error: thrown, failure: 'final' };
  if (!(thrown instanceof FetchFailure)) throw thrown;
  if (metRedirect(thrown.thrown)) return { error: redirectError(request), failure: 'final' };
  const error = connectionError(thrown.thrown, request, read);
  return { error, failure: error.outcome === 'not_sent' ? 'not_sent' : 'passing' };
}

/** A fetch of the caller's own can resolve with anything. */
function checkedResponse(response: Response, { request }: CallState): Response {
  const { status, headers }: Partial<Response> = Object(response);
  if (Number.isInteger(status) && typeof headers?.get === 'function') return response;
  throw new ConnectionError(
    `${request.method} ${request.path}: the given fetch did not resolve with a Response. Check the fetch option.`,
    { outcome: 'unknown', phase: 'request', request },
  );
}

function agent(): string {
  const name: unknown = globalThis.navigator?.userAgent;
  return typeof name === 'string' ? name : '';
}

/**
 * The body of a JSON request: a text, which mocks can read. Deno sends a text again by itself when a connection is lost,
 * but a Blob only once, so a write is a Blob there.
 */
function jsonBody(json: object, read: boolean): BodyInit {
  const text = JSON.stringify(json);
  return !read && agent().startsWith('Deno/') ? new Blob([text]) : text;
}
