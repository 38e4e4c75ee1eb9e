import { loadKy } from '#runtime';
import type { Mismatch } from '../../../base/checked.js';
import { LONGEST_TIMER } from '../../../base/concurrency.js';
import { copyOwn, ignoreErrors } from '../../../base/options.js';
import { isRequesterError } from '../errors/errors.js';
import { type AccessToken, path } from './address.js';
import { type RawAnswer, readAnswer, readMessageBody } from './answer.js';
import { type Call, makeCall, type WithResponse } from './call.js';
import { Deadline, DeadlineExpired, endWithCaller, getSpan, setSpan } from './deadline.js';
import { makeObserver, type Observer, observe } from './observer.js';
import { beginCall, type CallState, makeCallFacts, type Operation, type RequestPlan } from './operation.js';
import { RecentlySeen } from './recently-seen.js';
import { type CallOptions, pickCallOptions, type Settings } from './settings.js';
import { type ResponseHandler, Slots, Transport } from './transport.js';

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
  /** What ky gets for each request that was answered. It looks at the status, and at nothing else. */
  #answered: Response | undefined;

  constructor(settings: Settings, token?: AccessToken, sibling?: Http) {
    this.settings = settings;
    this.#token = token;
    this.#slots = sibling ? sibling.#slots : new Slots(settings.maxConcurrency);
    this.#observer = makeObserver(settings);
    this.#transport = new Transport(settings, token, this.#slots, this.#observer);
    // Begins to load before the first call, which else would wait for it. A failure is that of the call.
    ignoreErrors(loadKy);
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

  /**
   * Runs work that makes several calls, and ends when the caller aborts. All calls with the options that it gets are one account's:
   * that of the token which the caller's function gives now.
   */
  asOneAccount<Result>(
    options: CallOptions,
    work: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    return endWithCaller(options.signal, async (signal) => {
      const own = copyOwn({ ...options, signal });
      const token = await this.readToken(pickCallOptions(own));
      setSpan(signal, { ...getSpan(signal), token });
      return work(own);
    });
  }

  /** The token of the calls with these options: it says whose they are. Never show it. */
  async readToken(options?: CallOptions): Promise<string> {
    const { token } = getSpan(options?.signal);
    if (token !== undefined) return token;
    const call = beginCall({ name: 'token', method: 'GET', path: path`/` }, options, this.settings);
    const deadline = new Deadline(call.timeout, call.signal);
    try {
      return await this.#transport.resolveToken(call, deadline.signal);
    } catch (reason) {
      throw reason instanceof DeadlineExpired ? this.#transport.makeTimeout(call) : reason;
    } finally {
      deadline.dispose();
    }
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
  async read(response: Response, call: CallState, deadline: Deadline): Promise<RawAnswer> {
    const { status, headers } = response;
    const body = await readMessageBody(response, deadline, this.settings.maxAnswerSize, headers);
    if (body.isUnknownCharset)
      this.warnOfMismatches(call, [{ place: 'content-type', message: 'must name a known charset' }]);
    return { status, headers, ...body };
  }

  /**
   * Makes attempts until one succeeds, a failure allows no retry, the caller aborts, or the call times out.
   *
   * @param handle turns the response of an attempt into its result
   */
  async run<Result>(
    given: RequestPlan,
    options: CallOptions | undefined,
    handle: ResponseHandler<Result>,
  ): Promise<Result> {
    const token = typeof this.#token === 'string' ? this.#token : undefined;
    const call = beginCall(given, options, this.settings, token);
    const { plan } = call;
    if (plan.authenticated !== false && call.token === undefined) call.asked = this.#transport.askToken();
    const { signal, timeout } = call;
    return await observe(this.#observer, call.facts, async () => {
      const ky = await loadKy();
      this.#answered ??= new Response();
      const answered = this.#answered;
      let result: Result | undefined;
      /** @param failed what the attempt before has failed with: ky makes the pause after it */
      const send = (limit: number, totalTimeout: number, failed?: unknown): Promise<unknown> => {
        let before = failed;
        // ky's errors quote its request. So ky gets no token, no parameters, no body, and not the address of a download.
        // `Transport` sends the real request.
        return ky.default(this.settings.baseUrl + plan.path.href, {
          method: plan.method,
          signal: signal ?? null,
          // Said aloud, since ky would read what its options inherit.
          json: undefined,
          prefix: '',
          // ky looks at the status alone. The result goes round it: what ky returns is a Response, whose body it may read.
          fetch: async (request) => {
            if (before !== undefined) {
              const error = before;
              before = undefined;
              throw error;
            }
            result = await this.#transport.attempt(call, handle, (request as Request).signal);
            return answered;
          },
          retry: {
            // `shouldRetry` counts the attempts: one with an unconfirmed answer does not count.
            limit,
            methods: [plan.method],
            shouldRetry: ({ error }) => error === call.failure?.error && call.failure.delay !== undefined,
            delay: () => call.failure?.delay ?? 0,
          },
          timeout: false,
          totalTimeout: totalTimeout > LONGEST_TIMER ? false : totalTimeout,
        });
      };
      try {
        // ky copies a request that it may repeat, which is a fifth of its work. Most calls need one attempt.
        await send(0, timeout).catch((thrown) => {
          if (call.failure?.delay === undefined) throw thrown;
          return send(1e9, Math.max(0, call.endsAt - performance.now()), call.failure.error);
        });
        // ky has returned, so an attempt has.
        return result as Result;
      } catch (thrown) {
        throw this.#unwrapError(ky, call, thrown);
      } finally {
        // What the function above refers to lives as long as ky's request: until all garbage is collected.
        result = undefined;
      }
    });
  }

  /** The error that the caller gets when a call fails. It is never one of ky's. */
  #unwrapError(
    { NetworkError, TimeoutError }: Awaited<ReturnType<typeof loadKy>>,
    call: CallState,
    thrown: unknown,
  ): unknown {
    if (call.signal?.aborted) return call.signal.reason;
    if (thrown instanceof TimeoutError) return this.#transport.makeTimeout(call);
    // ky wraps every error that looks like a failed connection, also those that `Transport` threw.
    return thrown instanceof NetworkError ? thrown.cause : thrown;
  }

  /**
   * Observes work that makes several calls: those with this signal, or with one made from it, belong to it.
   *
   * @param signal one of the library's own, that nothing else uses meanwhile
   */
  async span<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const outer = getSpan(signal);
    const facts = makeCallFacts(name, outer.call);
    setSpan(signal, { ...outer, call: facts.call });
    try {
      return await observe(this.#observer, facts, work);
    } finally {
      setSpan(signal, outer);
    }
  }

  /** @param uses what the library itself reads of the answer: without it, `onUnexpectedShape` lets nothing through */
  #accepts(call: CallState, uses: readonly string[] | undefined, mismatches: readonly Mismatch[]): boolean {
    const isLenient = uses === undefined && this.settings.onUnexpectedShape !== 'throw';
    const isAccepted = isLenient || !mismatches.some(({ refuses }) => refuses);
    if (isAccepted) this.warnOfMismatches(call, mismatches);
    return isAccepted;
  }

  /** Warns of each mismatch, at most once a minute for the same place. */
  warnOfMismatches(
    { request, requestId }: Pick<CallState, 'request'> & Partial<Pick<CallState, 'requestId'>>,
    mismatches: readonly Pick<Mismatch, 'place' | 'message'>[],
    message = 'the answer is not what the contract says',
  ): void {
    if (this.#observer === undefined || this.settings.onUnexpectedShape === 'ignore') return;
    const issues = new Map<string, object>();
    const now = performance.now();
    for (const { place, message: issue } of mismatches) {
      const key = `${request.method} ${request.path} ${place}`;
      if (now < (this.#warned.get(key) ?? 0)) continue;
      if (issues.size === MAX_LOGGED_ISSUES) break;
      issues.set(key, { path: place, message: issue });
      this.#warned.set(key, now + MINUTE);
    }
    if (issues.size === 0) return;
    const known = requestId === undefined ? request : { ...request, requestId };
    this.log('warn', message, { ...known, issues: [...issues.values()] });
  }
}
