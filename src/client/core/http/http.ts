import ky, { NetworkError as KyNetworkError, TimeoutError as KyTimeoutError } from 'ky';
import type { Mismatch } from '../../../base/checked.js';
import { LONGEST_TIMER } from '../../../base/concurrency.js';
import { isRequesterError, type RequestFacts, recaptureStack } from '../errors/errors.js';
import { type AccessToken, path } from './address.js';
import { decodeBy, type RawAnswer, readAnswer, readMessageBody } from './answer.js';
import { type Call, makeCall, type WithResponse } from './call.js';
import { type Deadline, setParent } from './deadline.js';
import { makeObserver, type Observer, observe } from './observer.js';
import { beginCall, type CallState, makeCallFacts, type Operation, type RequestPlan } from './operation.js';
import { RecentlySeen } from './recently-seen.js';
import type { CallOptions, Settings } from './settings.js';
import { Slots } from './slots.js';
import { makeCallTimeout, type ResponseHandler, Transport } from './transport.js';

/** Milliseconds between two warnings about the same place. */
const MINUTE = 60_000;
/** How many issues one message lists at most. */
const MAX_LOGGED_ISSUES = 20;

/** The size of the pages of a listing, and until when it holds, on the clock of performance.now(). */
export interface PageSize {
  readonly size: number;
  readonly until: number;
}

/** Makes calls. ky does the retries, the pauses and the total timeout; `Transport` makes each attempt. */
export class Http {
  readonly settings: Settings;
  readonly recentlySeen: RecentlySeen = new RecentlySeen();
  /** For each listing whose pages were too long: how many items to ask for at once. */
  readonly pageSizes: Map<string, PageSize> = new Map();
  readonly #token: AccessToken | undefined;
  readonly #slots: Slots;
  readonly #observer: Observer | undefined;
  readonly #transport: Transport;
  /** Until when each mismatch is not warned of again, by operation and place: no more than the contract has places. */
  readonly #warned = new Map<string, number>();
  #forPages: Http | undefined;

  constructor(settings: Settings, token?: AccessToken, sibling?: Http) {
    this.settings = settings;
    this.#token = token;
    this.#slots = sibling ? sibling.#slots : new Slots(settings.maxConcurrency);
    this.#observer = makeObserver(settings);
    this.#transport = new Transport(settings, token, this.#slots, this.#observer);
  }

  /** A client for another account, with the same settings. They share the limit on concurrency, fairly. */
  withToken(token = this.#token, settings = this.settings): Http {
    // From now on, no account fills all slots with uploads.
    this.#slots.uploads.reserve = 1;
    return new Http(settings, token, this);
  }

  /** The same account for what pages ask. It counts as an account of its own, so that pages don't stop the server's calls. */
  forPages(): Http {
    this.#forPages ??= this.withToken(undefined, { ...this.settings, caller: 'pages' });
    return this.#forPages;
  }

  /** The service's time in milliseconds since 1970; undefined while no answer has shown it. */
  now(): number | undefined {
    return this.#transport.now();
  }

  /** Logs that something failed and will be tried again. */
  warnOfFailure(message: string, error: unknown): void {
    const { name, message: text } = isRequesterError(error) ? error : { name: 'Error', message: '' };
    this.log('warn', message, { error: name, message: text });
  }

  /** Reports to the logger, in fields that hold no secret. */
  log(level: 'warn' | 'error', message: string, fields: object): void {
    this.#observer?.log(level, message, fields);
  }

  /** A string that is unique to the account and the service. It contains the token: never show it. */
  async readSecret(options?: CallOptions): Promise<string> {
    const call = beginCall({ name: 'token', method: 'GET', path: path`/` }, options, this.settings);
    const token = await this.#withRetries(call, (signal) => this.#transport.resolveToken(call, signal));
    return `${this.settings.baseUrl} ${token}`;
  }

  /** Makes one call. Nothing is sent when an argument is wrong. */
  call<Body, Data>(operation: Operation<Body, Data>, options?: CallOptions): Call<Data, Body> {
    return makeCall(this.request(operation, options));
  }

  /** Makes one call, and resolves to the whole answer. */
  request<Body, Data>(
    operation: Operation<Body, Data>,
    options?: CallOptions,
  ): Promise<WithResponse<Data, Body>> {
    return this.run(operation, options, async (response, call, deadline) => {
      const raw = await this.read(response, call, deadline);
      const answer = readAnswer(raw, call, operation, (mismatches) =>
        this.#accepts(call, operation.uses, mismatches),
      );
      if ('error' in answer) return answer;
      const { body } = answer;
      const { status, headers } = raw;
      const facts = { status, headers, location: headers.get('location') };
      return { result: { data: operation.data(body), body, response: facts, attempts: call.attempt } };
    });
  }

  /** Reads the body of an answer as text. One of a charset that is unknown here is read as UTF-8, with a warning. */
  async read(response: Response, { request }: CallState, deadline: Deadline): Promise<RawAnswer> {
    const { status, headers } = response;
    const body = await readMessageBody(response, deadline, this.settings.maxAnswerSize, decodeBy(headers));
    if (body.isUnknownCharset)
      this.warnOfMismatches(request, [{ place: 'content-type', message: 'must name a known charset' }]);
    return { status, headers, ...body };
  }

  /** Makes one call. `handle` turns the response of an attempt into its result. */
  async run<Result>(
    plan: RequestPlan,
    options: CallOptions | undefined,
    handle: ResponseHandler<Result>,
  ): Promise<Result> {
    const call = beginCall(plan, options, this.settings);
    try {
      return await observe(this.#observer, call.facts, () =>
        this.#withRetries(call, (signal) => this.#transport.attempt(call, handle, signal)),
      );
    } catch (error) {
      // The error's own stack does not reach the caller's function. A stack that is captured here does.
      recaptureStack(error);
      throw error;
    }
  }

  /**
   * Observes work that makes several calls: those with this signal, or with one made from it, belong to it.
   *
   * @param signal one of the library's own, that nothing else uses meanwhile
   */
  async span<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const facts = makeCallFacts(name, signal);
    setParent(signal, facts.call);
    try {
      return await observe(this.#observer, facts, work);
    } finally {
      setParent(signal, facts.parent);
    }
  }

  /** Makes attempts until one succeeds, a failure allows no retry, the caller aborts, or the call times out. */
  async #withRetries<Result>(
    call: CallState,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { plan, signal, timeout } = call;
    let result: Result | undefined;
    try {
      // ky's errors quote its request. So ky gets no token, no parameters, no body, and not the address of a download.
      // `Transport` sends the real request.
      await ky(this.settings.baseUrl + plan.path.href, {
        method: plan.method,
        signal: signal ?? null,
        // ky looks at the status alone. The result goes round it: what ky returns is a Response, whose body it may read.
        fetch: async (request) => {
          result = await attempt((request as Request).signal);
          return new Response();
        },
        retry: {
          // `shouldRetry` counts the attempts: one that ends in an unconfirmed 404 does not count.
          limit: 1e9,
          methods: [plan.method],
          shouldRetry: ({ error }) => error === call.failure?.error && call.failure.delay !== undefined,
          delay: () => call.failure?.delay ?? 0,
        },
        timeout: false,
        totalTimeout: timeout > LONGEST_TIMER ? false : timeout,
      });
      // ky has returned, so an attempt has.
      return result as Result;
    } catch (thrown) {
      throw unwrapError(call, thrown);
    } finally {
      // What the function above refers to lives as long as ky's request: until all garbage is collected.
      result = undefined;
    }
  }

  /** @param uses what the library itself reads of the answer: without it, `onUnexpectedShape` lets nothing through */
  #accepts(
    { request }: CallState,
    uses: readonly string[] | undefined,
    mismatches: readonly Mismatch[],
  ): boolean {
    const isLenient = uses === undefined && this.settings.onUnexpectedShape !== 'throw';
    const isAccepted = isLenient || !mismatches.some(({ refuses }) => refuses);
    if (isAccepted) this.warnOfMismatches(request, mismatches);
    return isAccepted;
  }

  /** Warns of each mismatch, at most once a minute for the same place. */
  warnOfMismatches(
    { method, path: template }: RequestFacts,
    mismatches: readonly Pick<Mismatch, 'place' | 'message'>[],
    message = 'the answer is not what the contract says',
  ): void {
    if (this.#observer === undefined || this.settings.onUnexpectedShape === 'ignore') return;
    const issues = new Map<string, object>();
    const now = performance.now();
    for (const { place, message: issue } of mismatches) {
      const key = `${method} ${template} ${place}`;
      if (now < (this.#warned.get(key) ?? 0)) continue;
      if (issues.size === MAX_LOGGED_ISSUES) break;
      issues.set(key, { path: place, message: issue });
      this.#warned.set(key, now + MINUTE);
    }
    if (issues.size > 0) this.log('warn', message, { method, path: template, issues: [...issues.values()] });
  }
}

/** The error that the caller gets when a call fails. It is never one of ky's. */
function unwrapError(call: CallState, thrown: unknown): unknown {
  if (call.signal?.aborted) return call.signal.reason;
  if (thrown instanceof KyTimeoutError) return makeCallTimeout(call);
  // ky wraps every error that looks like a failed connection, also those that `Transport` threw.
  return thrown instanceof KyNetworkError ? thrown.cause : thrown;
}
