import type { ApplicationEvent } from '../contract/types.js';
import { NotFoundError } from '../core/errors/api-errors.js';
import { TimeoutError } from '../core/errors/errors.js';
import { redactor } from '../core/errors/redact.js';
import { Deadline, DeadlineExpired } from '../core/http/deadline.js';
import { REPORT_ERROR } from '../core/http/observer.js';
import type { Wake } from '../following/wake.js';
import { memoryStore } from '../stores/memory-store.js';
import type { CallbackHandlerOptions } from './options.js';
import { ReadLimiter } from './read-limiter.js';
import { type Seen, StoredSeen } from './seen.js';

/** Milliseconds. The service delivers again after 5 minutes, so this is well below. */
const DEFAULT_TIMEOUT = 25_000;

/** Reads an event back and passes it to `onEvent`. */
export class EventDispatcher {
  readonly #options: CallbackHandlerOptions;
  readonly #timeout: number;
  readonly #seen: Seen;
  readonly #wake: Wake;
  /** Undefined with a secret: a sender that knows it is trusted to send only real events. */
  readonly #limiter: ReadLimiter | undefined;
  readonly #redact: (text: string) => string;

  constructor(options: CallbackHandlerOptions, wake: Wake) {
    this.#options = options;
    this.#timeout = options.onEventTimeout ?? DEFAULT_TIMEOUT;
    this.#seen = options.seen ?? new StoredSeen(options.requester.store ?? memoryStore(), this.#timeout);
    this.#wake = wake;
    this.#limiter = options.secret === undefined ? new ReadLimiter() : undefined;
    this.#redact = redactor([options.secret ?? '']);
  }

  /** Handles an event, unless it was handled before. @returns the status of the answer to the service */
  async dispatch(id: number): Promise<number> {
    try {
      const claim = (): Promise<ApplicationEvent | number> => this.#claimAndRead(id);
      const event = await (this.#limiter === undefined ? claim() : this.#limiter.run(claim, this.#timeout));
      if (typeof event === 'number') return event;
      this.#wake.ring();
      return await this.#runOnEvent(event);
    } catch (error) {
      this.#report(error, id);
      return 500;
    }
  }

  /** The event, if it is claimed for this delivery; else the status to answer with. */
  async #claimAndRead(id: number): Promise<ApplicationEvent | number> {
    const claim = await this.#seen.claim(id);
    if (claim === false) return 200;
    if (claim !== true) return 503;
    try {
      return await this.#options.requester.events.get(id);
    } catch (error) {
      await this.#updateSeen('release', id);
      if (error instanceof NotFoundError) return 404;
      throw error;
    }
  }

  async #runOnEvent(event: ApplicationEvent): Promise<number> {
    const controller = new AbortController();
    const deadline = new Deadline(this.#timeout);
    const { signal } = controller;
    // In an async function: an `onEvent` that throws synchronously then rejects too.
    const running = (async () => this.#options.onEvent(event, { signal }))();
    try {
      await deadline.race(running);
    } catch (thrown) {
      const timeout = thrown instanceof DeadlineExpired ? this.#timeoutError(event) : undefined;
      // Abort before the release below: after that, the event can be handled again.
      if (timeout !== undefined) controller.abort(timeout);
      this.#report(timeout ?? thrown, event.id, event);
      await this.#updateSeen('release', event.id, event);
      if (timeout === undefined) return 500;
      void this.#finishLate(running, timeout, event);
      return 503;
    } finally {
      deadline.dispose();
    }
    await this.#updateSeen('handled', event.id, event);
    return 200;
  }

  /** Reports a body that was read too early: the service does not show failed deliveries to anybody. */
  reportReadBody(): void {
    this.#report(
      new TypeError(
        'the body of a delivery was read before its handler got it. Mount the handler before anything that reads bodies, such as express.json(), and pass it the request itself. The delivery was answered with 500.',
      ),
    );
  }

  #timeoutError({ id }: ApplicationEvent): TimeoutError {
    return new TimeoutError(
      `onEvent did not end within onEventTimeout (${this.#timeout} ms) for event ${id}. The service will deliver it again; put long work into a queue, and end when the signal aborts.`,
      { outcome: 'unknown' },
    );
  }

  /** Work that timed out can still succeed. If nobody has claimed the event since, it then counts as handled. */
  async #finishLate(running: Promise<void>, timeout: TimeoutError, event: ApplicationEvent): Promise<void> {
    try {
      await running;
      if ((await this.#seen.claim(event.id)) === true) await this.#updateSeen('handled', event.id, event);
    } catch (error) {
      // Work that ends at the abort throws the signal's reason, which was reported already.
      if (error !== timeout) this.#report(error, event.id, event);
    }
  }

  /** A failing store is only reported: the event itself has been handled, or has failed. */
  async #updateSeen(method: 'handled' | 'release', id: number, event?: ApplicationEvent): Promise<void> {
    try {
      await this.#seen[method]?.(id);
    } catch (error) {
      this.#report(error, id, event);
    }
  }

  #report(error: unknown, id?: number, event?: ApplicationEvent): void {
    const { requester, onError } = this.#options;
    if (onError === undefined) {
      const { name, message } = error instanceof Error ? error : { name: typeof error, message: '' };
      const fields = { event: id, type: event?.type, error: name, message: this.#redact(message) };
      // A test's fake Requester may not have this method.
      requester.events[REPORT_ERROR]?.('an event could not be handled', fields);
      return;
    }
    // An error in onError itself is ignored.
    void (async () => onError(error, event))().catch(() => undefined);
  }
}
