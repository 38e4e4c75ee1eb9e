import {
  checkRuntime,
  copiesBodyForRedirects,
  preventResending,
  readFailedFetch,
  trace,
  watchConnections,
} from '#runtime';
import { detectFileKind } from '../../../base/given-file.js';
import { readFields } from '../../../base/kinds.js';
import { ConnectionError, InputError, RequesterError, type TimeoutError } from '../errors/errors.js';
import { makeConnectionError, makeRedirectError, makeTimeoutError } from '../errors/from-throw.js';
import { isUndone } from '../errors/judge-write.js';
import { type AccessToken, checkToken, makeRequestUrl } from './address.js';
import { Deadline, DeadlineExpired, withDeadline } from './deadline.js';
import type { Observer } from './observer.js';
import {
  type CallState,
  CallStopped,
  type FailedAttempt,
  getTimeLeft,
  type RequestContent,
  toObservation,
} from './operation.js';
import { computeUnconfirmedTime } from './recently-seen.js';
import { computeRetryDelay, type FailureKind, parseDate } from './retry.js';
import type { Settings } from './settings.js';
import type { Slots } from './slots.js';

/** Settings of every request: cookies for a page's own server alone, no cache, no referrer, and no redirect is followed. */
const PRIVACY = {
  redirect: 'manual',
  credentials: 'same-origin',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

/** The settings that this runtime knows: some throw for any other. */
function prepareSettings(): RequestInit {
  checkRuntime(() => new Request('http://localhost', { signal: new AbortController().signal }));
  return Object.fromEntries(Object.entries(PRIVACY).filter(([name]) => name in Request.prototype));
}

/** The result of an attempt, or its error with the kind of failure. */
export type AttemptResult<Result> =
  | { readonly result: Result }
  | { readonly error: FailedAttempt['error']; readonly failure: FailureKind };

/** Turns a response into the result of an attempt, within the attempt's deadline. */
export type ResponseHandler<Result> = (
  response: Response,
  call: CallState,
  deadline: Deadline,
) => Promise<AttemptResult<Result>>;

/** Wraps what fetch threw, to tell it from the errors of the code around it. */
class FetchFailure {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}

/** Makes one attempt of a call. The only file that sends. */
export class Transport {
  readonly #settings: Settings;
  readonly #token: AccessToken | undefined;
  readonly #slots: Slots;
  readonly #observer: Observer | undefined;
  readonly #privacy: RequestInit = prepareSettings();
  /** Milliseconds by which the service's clock is ahead of ours. From the `Date` header, so exact to the second only. */
  #serviceAhead: number | undefined;

  constructor(
    settings: Settings,
    token: AccessToken | undefined,
    slots: Slots,
    observer: Observer | undefined,
  ) {
    this.#settings = settings;
    this.#token = token;
    this.#slots = slots;
    this.#observer = observer;
    watchConnections();
  }

  /** The service's time in milliseconds since 1970; undefined while no answer has shown it. */
  now(): number | undefined {
    return this.#serviceAhead === undefined ? undefined : Date.now() + this.#serviceAhead;
  }

  /** The token of a call. What the caller's token function throws reaches the caller unchanged. */
  async resolveToken(call: CallState, signal: AbortSignal | undefined): Promise<string> {
    // A string was checked with the other options.
    if (typeof this.#token === 'string') return this.#token;
    const answer = this.#token?.();
    // `instanceof Promise` would miss promises of another realm.
    const token =
      typeof answer === 'object'
        ? await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) => deadline.race(answer))
        : answer;
    const checked = checkToken(token);
    if (checked.issues) throw new InputError(checked.issues, call.request);
    return checked.value;
  }

  /**
   * Makes one attempt, as soon as the concurrency limit allows it. A failure is stored in `call.failure`, and its error is
   * thrown.
   *
   * @param signal aborts when the caller aborts, and when the whole call times out
   */
  async attempt<Result>(
    call: CallState,
    handle: ResponseHandler<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    if (call.plan.authenticated !== false) call.token ??= await this.resolveToken(call, signal);
    call.isQueued = true;
    // The token is the account: a server can make a copy of its client, with another function for the token, for each request.
    const lane = `${this.#settings.caller} ${call.token}`;
    const send = async (): Promise<Result> => {
      call.isQueued = false;
      const outcome = await this.#exchange(call, handle, signal);
      if ('result' in outcome) return outcome.result;
      call.inFlight = false;
      call.status = undefined;
      call.failure = this.#decideRetry(call, outcome.error, outcome.failure);
      // A delay means a retry, and a write is retried only if it was provably not carried out.
      if (call.failure.delay !== undefined) call.plan.watch?.notCarriedOut();
      throw outcome.error;
    };
    return call.plan.content
      ? this.#slots.runUpload(send, { lane, signal })
      : this.#slots.run(send, { lane, signal });
  }

  async #exchange<Result>(
    call: CallState,
    handle: ResponseHandler<Result>,
    signal: AbortSignal,
  ): Promise<AttemptResult<Result>> {
    call.attempt += 1;
    const facts = toObservation(call);
    const started = performance.now();
    this.#observer?.notify('onRequest', { ...facts }, 'request');
    return trace(facts, async () => {
      const { attemptTimeout } = call;
      // If the whole call times out first, `signal` aborts, so no timer is needed.
      const limit = attemptTimeout < getTimeLeft(call) ? attemptTimeout : Number.POSITIVE_INFINITY;
      const deadline = new Deadline(limit, signal);
      let streaming = false;
      try {
        const response = await this.#send(call, deadline);
        call.status = response.status;
        const outcome = await handle(response, call, deadline);
        streaming = 'result' in outcome && outcome.result instanceof Response;
        return outcome;
      } catch (thrown) {
        return classifyThrown(thrown, call);
      } finally {
        // A stream keeps its deadline until it has been read.
        if (!streaming) deadline.dispose();
        // The end is published with the same facts, and these.
        const ended = Object.assign(facts, { status: call.status, duration: performance.now() - started });
        this.#observer?.notify('onResponse', { ...ended }, 'response');
      }
    });
  }

  async #send(call: CallState, deadline: Deadline): Promise<Response> {
    const { plan, token } = call;
    const content = plan.content && (await deadline.race(Promise.resolve(plan.content.value?.())));
    const { url, json } = makeRequestUrl(plan, this.#settings.baseUrl, token);
    const init = this.#makeInit(call, content, json);
    const verdict = plan.watch && (await deadline.race(plan.watch.sending()));
    if (verdict === 'stop') throw new CallStopped();
    // Check before sending: the caller's fetch may ignore the signal, and in a busy process timers fire late.
    deadline.signal.throwIfAborted();
    if (getTimeLeft(call) <= 0) throw makeCallTimeout(call);
    call.inFlight = true;
    const sending = this.#fetch(url, { ...init, signal: deadline.signal }, call);
    try {
      const response = await deadline.race(sending);
      const date = parseDate(response.headers.get('date'));
      if (!Number.isNaN(date)) this.#serviceAhead = date - Date.now();
      return response;
    } catch (reason) {
      // If an answer still comes, cancel its body.
      void sending.then((late) => late.body?.cancel()).catch(() => undefined);
      throw reason;
    } finally {
      content?.discard?.();
    }
  }

  /** Calls the caller's fetch, which can resolve with anything. */
  async #fetch(url: string, init: RequestInit, { request, plan }: CallState): Promise<Response> {
    // The global fetch is looked up for each request, so that a later replacement is used. It is called as a plain
    // function: as a method of another object, a browser's fetch throws.
    const { fetch = globalThis.fetch } = this.#settings;
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (thrown) {
      throw new FetchFailure(thrown);
    }
    const { status, headers, body, text }: Partial<Response> = readFields(response);
    // One without streams has no `body`, not even null, and is read as a text.
    const isRead = body !== undefined || typeof text === 'function';
    if (isRead && Number.isInteger(status) && typeof headers?.get === 'function') return response;
    throw new ConnectionError(`fetch did not resolve with a Response`, {
      outcome: 'unknown',
      phase: 'request',
      request,
      advice: plan.advice ?? { code: 'check-fetch', text: 'Check the fetch option.' },
    });
  }

  #makeInit(
    { plan, isRead }: CallState,
    content: RequestContent | undefined,
    json: object | undefined,
  ): RequestInit {
    const given = json === undefined ? content?.body : JSON.stringify(json);
    const body = given === undefined || isRead ? given : preventResending(given);
    const type = json === undefined ? content?.type : 'application/json';
    return {
      ...this.#privacy,
      method: plan.method,
      headers: {
        accept: plan.address === undefined ? 'application/json' : '*/*',
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      // fetch requires `duplex` for a stream. Not every runtime has it in its types.
      ...(detectFileKind(body) === 'stream' && { duplex: 'half' }),
      ...(copiesBodyForRedirects(body, content?.size) && { redirect: 'error' }),
    };
  }

  /** Decides whether and when the next attempt begins. After a 429 all calls wait. */
  #decideRetry(call: CallState, error: FailedAttempt['error'], kind: FailureKind): FailedAttempt {
    const { attempt, retries, plan } = call;
    const failure = kind === 'rate_limited' && plan.pausesNothing ? 'permanent' : kind;
    const { maxRetryAfter } = this.#settings;
    const { retryAfter } = error;
    const delay = computeRetryDelay({
      failure,
      attempt,
      retries,
      retryAfter,
      maxRetryAfter,
      mayRepeat: call.isRead || (kind !== 'transient' && isUndone(error.outcome)),
      timeLeft: getTimeLeft(call),
      unconfirmedTime: computeUnconfirmedTime(error, plan.unconfirmedUntil),
      random: Math.random(),
    });
    if (failure === 'rate_limited' && (retryAfter ?? 0) <= maxRetryAfter) {
      this.#slots.pause(delay ?? retryAfter ?? 0);
    }
    if (delay !== undefined) {
      this.#observer?.log('info', 'trying again', { ...toObservation(call), error: error.name, delay });
    }
    return { error, delay };
  }
}

/** The error of a call whose `timeout` has passed, or whose attempt took longer than `attemptTimeout`. */
export function makeCallTimeout(
  call: CallState,
  option: 'timeout' | 'attemptTimeout' = 'timeout',
): TimeoutError {
  const { plan, failure } = call;
  return makeTimeoutError({
    ...call,
    advice: plan.advice,
    previousError: failure?.error,
    option,
    limit: call[option],
  });
}

/** The failure of an attempt that threw. An error that is not about the request is thrown again unchanged. */
function classifyThrown(thrown: unknown, call: CallState): AttemptResult<never> {
  const { request, isRead } = call;
  const { advice } = call.plan;
  if (thrown instanceof DeadlineExpired) {
    return { error: makeCallTimeout(call, 'attemptTimeout'), failure: 'transient' };
  }
  if (thrown instanceof RequesterError) return { error: thrown, failure: 'permanent' };
  if (!(thrown instanceof FetchFailure)) throw thrown;
  const failed = readFailedFetch(thrown.thrown);
  if (failed.isRedirect) return { error: makeRedirectError(request, { advice }), failure: 'permanent' };
  const error = makeConnectionError(thrown.thrown, failed, request, isRead, advice);
  const failure = error.outcome === 'not_sent' ? 'not_begun' : 'transient';
  return { error, failure: failed.signal ? 'permanent' : failure };
}
