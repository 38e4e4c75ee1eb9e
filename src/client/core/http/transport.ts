import {
  checkRuntime,
  copiesBodyForRedirects,
  preventResending,
  readFailedFetch,
  SendingWatch,
  trace,
  watchConnections,
} from '#runtime';
import { detectFileKind } from '../../../base/given-file.js';
import { Semaphore } from '../../../base/semaphore.js';
import { ConnectionError, InputError, RequesterError, type TimeoutError } from '../errors/errors.js';
import {
  makeConnectionError,
  makeRedirectError,
  makeTimeoutError,
  redactFailure,
} from '../errors/from-throw.js';
import { isUndone } from '../errors/judge-write.js';
import { makeRedactor } from '../errors/redact.js';
import { type AccessToken, checkToken, isOfService, makeRequestUrl } from './address.js';
import { parseDate, readRequestId } from './answer.js';
import { Deadline, DeadlineExpired, withDeadline } from './deadline.js';
import { findTokenHeader, makeHeaders } from './headers.js';
import type { Observer } from './observer.js';
import {
  type AskedToken,
  type CallState,
  CallStopped,
  type FailedAttempt,
  hideToken,
  listSecrets,
} from './operation.js';
import { computeUnconfirmedTime } from './recently-seen.js';
import { computeRetryDelay, type FailureKind } from './retry.js';
import type { RequestObservation, Settings } from './settings.js';

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

  /** Asks for the token of a call that begins: a moment later, it can be that of another account. */
  askToken(): AskedToken | undefined {
    if (typeof this.#token !== 'function') return undefined;
    try {
      const answer: unknown = this.#token();
      // The call reports a rejection, unless it ends before.
      Promise.resolve(answer).catch(() => undefined);
      return { answer };
    } catch (error) {
      return { error };
    }
  }

  /** The token of a call. What the caller's token function throws reaches the caller unchanged. */
  async resolveToken(call: CallState, signal: AbortSignal | undefined): Promise<string> {
    // A string was checked with the other options.
    if (typeof this.#token === 'string') return this.#token;
    const asked = call.asked ?? this.askToken() ?? { answer: undefined };
    if ('error' in asked) throw asked.error;
    const { answer } = asked;
    // `instanceof Promise` would miss promises of another realm.
    const token =
      typeof answer === 'object' && answer !== null
        ? await withDeadline(Number.POSITIVE_INFINITY, signal, (deadline) =>
            deadline.race(Promise.resolve(answer)),
          )
        : answer;
    const checked = checkToken(token);
    if (checked.issues) throw new InputError(checked.issues, { request: call.request });
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
    const { plan } = call;
    if (plan.authenticated !== false) call.token ??= await this.resolveToken(call, signal);
    call.request = hideToken(call.request, call.token);
    const misplaced = call.token && findTokenHeader(call.headers, call.token);
    if (misplaced) {
      const message = 'must not hold the access token, which the client sends itself';
      throw new InputError([{ path: `headers.${misplaced}`, message }], { request: call.request });
    }
    call.queuedSince = performance.now();
    const exchange = async (): Promise<Result> => {
      call.waited = readWaited(call);
      call.queuedSince = undefined;
      call.attempt += 1;
      const facts: RequestObservation = { ...call.facts, ...call.request, attempt: call.attempt };
      // Its end is published with the same facts, and with how it ended.
      const published = { ...facts };
      const started = performance.now();
      this.#observer?.notify('onRequest', { ...facts }, 'request');
      const outcome = await trace(published, async () => {
        // If the whole call times out first, `signal` aborts, so no timer is needed.
        const isShorter = call.attemptTimeout < call.endsAt - started;
        const deadline = new Deadline(isShorter ? call.attemptTimeout : Number.POSITIVE_INFINITY, signal);
        let isStreaming = false;
        try {
          const sent = await this.#send(call, deadline);
          if ('error' in sent) return sent;
          call.status = sent.result.status;
          call.requestId = readRequestId(sent.result.headers, call);
          const handled = await handle(sent.result, call, deadline);
          isStreaming = 'result' in handled && handled.result instanceof Response;
          return handled;
        } catch (thrown) {
          return this.#classifyThrown(thrown, call);
        } finally {
          // A stream keeps its deadline until it has been read.
          if (!isStreaming) deadline.dispose();
          const { status, requestId } = call;
          const ended = { status, requestId, duration: performance.now() - started };
          Object.assign(published, ended);
          this.#observer?.notify('onResponse', { ...facts, ...ended }, 'response');
        }
      });
      if ('result' in outcome) return outcome.result;
      const { error, failure } = outcome;
      call.inFlight = false;
      call.status = undefined;
      call.requestId = undefined;
      const delay = this.#decideRetry(call, error, failure);
      call.failure = { error, delay };
      if (delay !== undefined) {
        const { name, requestId } = error;
        this.#observer?.log('info', 'trying again', { ...facts, error: name, requestId, delay });
        // A delay means a retry, and a write is retried only if it was provably not carried out.
        plan.watch?.notCarriedOut();
      }
      throw error;
    };
    // The token is the account: a server can make a copy of its client, with another function for the token, for each request.
    const turn = { lane: this.#lane(call), asker: plan.asker, signal };
    return plan.content ? this.#slots.runUpload(exchange, turn) : this.#slots.run(exchange, turn);
  }

  /** Whose turn the requests of a call wait for. */
  #lane({ token }: CallState): string {
    return `${this.#settings.caller} ${token}`;
  }

  /** Sends the request, and waits until its answer begins. */
  async #send(call: CallState, deadline: Deadline): Promise<AttemptResult<Response>> {
    const { plan, request, isRead, token } = call;
    const content = plan.content && (await deadline.race(Promise.resolve(plan.content.value?.())));
    const { url, json } = makeRequestUrl(plan, this.#settings.baseUrl, token);
    const accept = plan.address === undefined ? 'application/json' : '*/*';
    // Nothing that was meant for the service goes to another host, such as one that keeps files.
    const isOwn = isOfService(plan.address, this.#settings.baseUrl);
    const headers = isOwn ? makeHeaders(accept, call.headers) : { accept };
    const type = json === undefined ? content?.type : 'application/json';
    if (type !== undefined) headers['content-type'] = type;
    const init: RequestInit = { ...this.#privacy, method: plan.method, headers, signal: deadline.signal };
    const body = json === undefined ? content?.body : JSON.stringify(json);
    if (body !== undefined) Object.assign(init, prepareBody(body, content?.size, isRead));
    if (plan.watch && (await deadline.race(plan.watch.sending())) === 'stop') throw new CallStopped();
    // Check before sending: the caller's fetch may ignore the signal, and in a busy process timers fire late.
    deadline.signal.throwIfAborted();
    if (call.endsAt <= performance.now()) throw this.makeTimeout(call);
    // The global fetch is looked up for each request, so that a later replacement is used. It is called as a plain
    // function: as a method of another object, a browser's fetch throws.
    const { fetch = globalThis.fetch } = this.#settings;
    // A read may be repeated, whatever became of it.
    const isRuntimes = fetch === globalThis.fetch;
    const watch = isRead ? undefined : new SendingWatch(plan.method, url, isRuntimes);
    call.inFlight = true;
    call.sent += 1;
    const attempts = call.sent;
    plan.watch?.begins();
    let answering: Promise<Response> | undefined;
    let response: Response;
    try {
      answering = Promise.resolve(watch ? watch.run(() => fetch(url, init)) : fetch(url, init));
      response = await deadline.race(answering);
    } catch (thrown) {
      // If an answer still comes, cancel its body.
      void answering?.then((late) => late.body?.cancel()).catch(() => undefined);
      if (deadline.signal.aborted) throw deadline.signal.reason;
      const failed = redactFailure(readFailedFetch(thrown), makeRedactor(listSecrets(call)));
      if (failed.isRedirect) {
        const error = makeRedirectError(request, { advice: plan.advice, attempts });
        return { error, failure: 'permanent' };
      }
      // The runtime's own fetch sends once, and one in which a framework throws has sent nothing. Any other may have repeated.
      const isPlain = isRead || failed.signal !== undefined || isRuntimes;
      const mayHaveRepeated = watch?.mayHaveSent() ?? !isPlain;
      const { advice } = plan;
      const error = makeConnectionError(thrown, failed, {
        request,
        isRead,
        attempts,
        advice,
        mayHaveRepeated,
      });
      const failure = error.outcome === 'not_sent' ? 'not_begun' : 'transient';
      return { error, failure: failed.signal ? 'permanent' : failure };
    } finally {
      watch?.end();
      content?.discard?.();
    }
    // The caller's fetch can resolve with anything.
    const answer: Partial<Response> = response ?? {};
    // One without streams has no `body`, not even null, and is read as a text.
    const isReadable = answer.body !== undefined || typeof answer.text === 'function';
    if (!isReadable || !Number.isInteger(answer.status) || typeof answer.headers?.get !== 'function') {
      throw new ConnectionError(`fetch did not resolve with a Response`, {
        outcome: 'unknown',
        phase: 'request',
        request,
        attempts,
        advice: plan.advice ?? { code: 'check-fetch', text: 'Check the fetch option.' },
      });
    }
    const date = parseDate(answer.headers.get('date'));
    if (!Number.isNaN(date)) this.#serviceAhead = date - Date.now();
    return { result: response };
  }

  /** The error of a call whose `timeout` has passed, or whose attempt took longer than `attemptTimeout`. */
  makeTimeout(call: CallState, option: 'timeout' | 'attemptTimeout' = 'timeout'): TimeoutError {
    const { plan, failure, sent, queuedSince } = call;
    return makeTimeoutError({
      ...call,
      attempts: sent,
      advice: plan.advice,
      previousError: failure?.error,
      option,
      limit: call[option],
      waited: Math.round(readWaited(call)),
      slots: this.#settings.maxConcurrency,
      isPaused: queuedSince !== undefined && this.#slots.isPaused(this.#lane(call)),
    });
  }

  /** The failure of an attempt that threw. An error that is not about the request is thrown again unchanged. */
  #classifyThrown(thrown: unknown, call: CallState): AttemptResult<never> {
    if (thrown instanceof DeadlineExpired) {
      return { error: this.makeTimeout(call, 'attemptTimeout'), failure: 'transient' };
    }
    if (thrown instanceof RequesterError) return { error: thrown, failure: 'permanent' };
    throw thrown;
  }

  /** Decides whether and when the next attempt begins. After a 429 all calls of the account wait. */
  #decideRetry(call: CallState, error: RequesterError, kind: FailureKind): number | undefined {
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
      timeLeft: call.endsAt - performance.now(),
      unconfirmedTime: computeUnconfirmedTime(error, plan.unconfirmedUntil),
      random: Math.random(),
    });
    if (failure === 'rate_limited' && (retryAfter ?? 0) <= maxRetryAfter) {
      this.#slots.pauseAccount(delay ?? retryAfter ?? 0, this.#lane(call));
    }
    return delay;
  }
}

/** A body, and what fetch has to know of it. */
function prepareBody(given: BodyInit, size: number | undefined, isRead: boolean): object {
  const body = isRead ? given : preventResending(given);
  return {
    body,
    // fetch requires `duplex` for a stream. Not every runtime has it in its types.
    ...(detectFileKind(body) === 'stream' && { duplex: 'half' }),
    ...(copiesBodyForRedirects(body, size) && { redirect: 'error' }),
  };
}

/** Milliseconds for which a call has waited for its turns, until now. */
function readWaited({ waited, queuedSince }: CallState): number {
  return queuedSince === undefined ? waited : waited + performance.now() - queuedSince;
}

/** Whose turn a request waits for. */
interface Turn {
  /** The account whose request it is. */
  readonly lane: string;
  /** Who of the account asks. */
  readonly asker?: string | undefined;
  readonly signal: AbortSignal;
}

/** The slots that the copies of a client share. An upload also needs one of those for uploads, since it can take an hour. */
export class Slots extends Semaphore {
  readonly uploads: Semaphore;

  constructor(limit: number) {
    super(limit);
    this.uploads = new Semaphore(limit);
  }

  /** Runs an upload. In `run` it counts apart, so that a request has its turn however many uploads of its account are sent. */
  runUpload<Result>(task: () => Promise<Result>, turn: Turn): Promise<Result> {
    const send = () => this.run(task, { ...turn, lane: nameUploadLane(turn.lane) });
    return this.uploads.run(send, turn);
  }

  /** Starts no request of an account for `ms` from now, and no upload. */
  pauseAccount(ms: number, lane: string): void {
    this.pause(ms, lane);
    this.pause(ms, nameUploadLane(lane));
  }
}

const nameUploadLane = (lane: string): string => `upload ${lane}`;
