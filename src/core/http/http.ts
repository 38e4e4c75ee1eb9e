import { InputError, type Issue, isRequesterError } from '../errors/errors.js';
import { type Failed, failed } from '../errors/from-throw.js';
import { AccountClients } from './account-clients.js';
import { type AccessToken, checkToken, path } from './address.js';
import { exchangeOf, readAnswer, readBody } from './answer.js';
import { type Call, callOf, type WithResponse } from './call.js';
import { Concurrency } from './concurrency.js';
import { Deadline, Expired, pause } from './deadline.js';
import { streamed } from './download.js';
import type { Operation, Outgoing } from './operation.js';
import { begin, type Progress, rest } from './operation.js';
import { delayBeforeRetry } from './retry.js';
import type { CallOptions, Settings } from './settings.js';
import { Observer } from './settings.js';
import { addressed, contentOf } from './wire.js';

/** What goes with every request: nothing of the browser's, nothing kept, no redirect followed. */
const PRIVACY = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

type Attempted<Result> = { readonly result: Result } | Failed;

/** Makes the result of a call out of a response, within the attempt's deadline. */
type Consume<Result> = (
  response: Response,
  progress: Progress,
  deadline: Deadline,
) => Promise<Attempted<Result>>;

/** One request in, one validated value out: deadlines, retries, the limit on concurrency and the token. */
export class Http {
  readonly settings: Settings;
  readonly #token: AccessToken | undefined;
  readonly #concurrency: Concurrency;
  readonly #accounts: AccountClients<Http>;
  readonly #observer: Observer;
  readonly #privacy: RequestInit;

  constructor(settings: Settings, token?: AccessToken, relative?: Http) {
    this.settings = settings;
    this.#token = token;
    this.#concurrency = relative ? relative.#concurrency : new Concurrency(settings.maxConcurrency);
    this.#accounts = relative ? relative.#accounts : new AccountClients();
    if (token !== undefined && relative === undefined) this.#accounts.add(token, this);
    this.#observer = new Observer(settings);
    // Some runtimes refuse the settings that they don't have.
    this.#privacy = Object.fromEntries(Object.entries(PRIVACY).filter(([name]) => name in Request.prototype));
  }

  /** The same settings and the same limit on concurrency, for another account; one for each account. */
  withToken(token: AccessToken): Http {
    return this.#accounts.of(token, () => new Http(this.settings, token, this));
  }

  /** Says that something failed and will be tried again. */
  warn(message: string, error: unknown): void {
    const { name, message: text } = isRequesterError(error) ? error : { name: 'Error', message: '' };
    this.#observer.warn(message, { error: name, message: text });
  }

  /** Reports to the logger, in fields that hold no secret. */
  log(level: 'warn' | 'error', message: string, fields: object): void {
    this.#observer.log(level, message, fields);
  }

  /** What tells this account at this service from any other; holds the token, so it is never shown. */
  async account(options?: CallOptions): Promise<string> {
    const progress = begin({ method: 'GET', path: path`/` }, options, this.settings);
    return `${this.settings.baseUrl} ${await this.#askForToken(progress)}`;
  }

  /** One operation; nothing wrong is ever sent. */
  call<Body, Data>(operation: Operation<Body, Data>, options?: CallOptions): Call<Data, Body> {
    return callOf(this.request(operation, options));
  }

  /** The same, with the whole answer. */
  request<Body, Data>(
    operation: Operation<Body, Data>,
    options?: CallOptions,
  ): Promise<WithResponse<Data, Body>> {
    return this.#run(operation, options, (...exchange) => this.#read(operation, ...exchange));
  }

  /** A successful answer as it comes, its body a stream; any other is read and thrown as in `request`. */
  download(outgoing: Outgoing, options?: CallOptions): Promise<Response> {
    const refused = { ...outgoing, validate: (value: unknown) => ({ value }), data: () => new Response() };
    return this.#run(outgoing, options, async (response, progress, deadline) => {
      if (response.ok) return { result: streamed(response, deadline, progress.request) };
      const read = await this.#read(refused, response, progress, deadline);
      return 'error' in read ? read : { result: read.result.data };
    });
  }

  async #run<Result>(
    outgoing: Outgoing,
    options: CallOptions | undefined,
    consume: Consume<Result>,
  ): Promise<Result> {
    const progress = begin(outgoing, options, this.settings);
    if (outgoing.authenticated !== false) progress.token = await this.#askForToken(progress);
    for (;;) {
      if (this.#concurrency.open) this.#concurrency.take();
      else await this.#wait(progress, (limit) => this.#concurrency.wait(limit));
      const attempted = await this.#attempt(progress, consume);
      if ('result' in attempted) return attempted.result;
      await this.#beforeNext(progress, attempted);
    }
  }

  /** The caller's own function supplies the token, so what it throws reaches the caller unchanged. */
  async #askForToken(progress: Progress): Promise<string> {
    const given = typeof this.#token === 'function' ? this.#token() : this.#token;
    // Not by instanceof: a promise of another realm is no instance of this one's.
    const token =
      typeof given === 'object' ? await this.#wait(progress, (limit) => limit.race(given)) : given;
    const checked = checkToken(token);
    if ('issues' in checked) throw new InputError(checked.issues, progress.request);
    return checked.value;
  }

  /** Waits for something outside the exchange, for as long as the call may last. */
  async #wait<Result>(progress: Progress, work: (limit: Deadline) => Promise<Result>): Promise<Result> {
    const limit = new Deadline(rest(progress), progress.signal);
    try {
      return await work(limit);
    } catch (thrown) {
      if (!(thrown instanceof Expired)) throw thrown;
      throw failed(thrown, { ...progress, sent: false, status: undefined, over: true }).error;
    } finally {
      limit.dispose();
    }
  }

  async #attempt<Result>(progress: Progress, consume: Consume<Result>): Promise<Attempted<Result>> {
    progress.attempt += 1;
    const { request, read, attempt, signal } = progress;
    const left = rest(progress);
    const over = left <= progress.attemptTimeout;
    const deadline = new Deadline(over ? left : progress.attemptTimeout, signal);
    const started = performance.now();
    let status: number | undefined;
    let streaming = false;
    this.#observer.sent({ ...request, attempt });
    try {
      const response = await this.#send(progress, deadline);
      status = response.status;
      const attempted = await consume(response, progress, deadline);
      streaming = 'result' in attempted && attempted.result instanceof Response;
      return attempted;
    } catch (thrown) {
      if (signal?.aborted) throw signal.reason;
      return failed(thrown, { request, read, status, over, sent: true, failed: progress.failed });
    } finally {
      if (streaming) deadline.lift();
      else deadline.dispose();
      this.#concurrency.leave();
      this.#observer.ended({ ...request, attempt, status, duration: performance.now() - started });
    }
  }

  async #send({ outgoing, token }: Progress, deadline: Deadline): Promise<Response> {
    const content = outgoing.content && (await deadline.race(contentOf(outgoing)));
    const { url, body, type, redirect } = addressed(outgoing, content, this.settings.baseUrl, token);
    // A fetch of the caller's own need not look at the signal.
    deadline.signal.throwIfAborted();
    const request = new Request(url, {
      ...this.#privacy,
      method: outgoing.method,
      headers: {
        accept: outgoing.address === undefined ? 'application/json' : '*/*',
        ...(type !== undefined && { 'content-type': type }),
      },
      signal: deadline.signal,
      ...(body !== undefined && { body, duplex: 'half' }),
      ...(redirect !== undefined && { redirect }),
    });
    // Whatever kind of function it is: one that throws rejects.
    const sending = (async () => this.settings.fetch(request))();
    try {
      return await deadline.race(sending);
    } catch (reason) {
      // An answer that comes after the end is of no use to anyone.
      void sending.then((late) => late.body?.cancel()).catch(() => undefined);
      throw reason;
    } finally {
      // What was not read by now never will be; a body that is being read is locked, and goes on.
      void request.body?.cancel().catch(() => undefined);
    }
  }

  async #read<Body, Data>(
    operation: Operation<Body, Data>,
    response: Response,
    progress: Progress,
    deadline: Deadline,
  ): Promise<Attempted<WithResponse<Data, Body>>> {
    const { status, headers } = response;
    const { text, cut } = await readBody(response, deadline);
    const read = readAnswer(
      { status, headers, text, cut },
      () => exchangeOf(operation, headers, status, progress),
      {
        ...operation,
        accept: (issues) => this.#accepts(issues, progress),
      },
    );
    if ('error' in read) return read;
    const { body } = read;
    const facts = { status, headers, location: headers.get('location') };
    return { result: { data: operation.data(body), body, response: facts, attempts: progress.attempt } };
  }

  #accepts(issues: readonly Issue[], { request }: Progress): boolean {
    const { onUnexpectedShape } = this.settings;
    if (onUnexpectedShape === 'warn') {
      this.#observer.warn('the answer is not what the contract says', { ...request, issues });
    }
    return onUnexpectedShape !== 'throw';
  }

  /** Throws the failure, or waits until the next attempt may begin. */
  async #beforeNext(progress: Progress, { error, failure }: Failed): Promise<void> {
    const { request, read, attempt, retries } = progress;
    const { maxRetryAfter } = this.settings;
    const { retryAfter } = error;
    const random = Math.random();
    const delay = delayBeforeRetry({ failure, read, attempt, retries, retryAfter, maxRetryAfter, random });
    if (failure === 'rate_limited' && (retryAfter ?? 0) <= maxRetryAfter) {
      this.#concurrency.pause(delay ?? retryAfter ?? 0);
    }
    if (delay === undefined) throw error;
    this.#observer.again({ ...request, attempt }, error, delay);
    progress.failed = error;
    await this.#wait(progress, (limit) => pause(delay, limit));
  }
}
