import type { ApplicationEvent } from '../contract/types.js';
import { isRequesterError, TimeoutError } from '../core/errors/errors.js';
import { Deadline, DeadlineExpired } from '../core/http/deadline.js';
import { REPORT_ERROR } from '../core/http/inner-names.js';
import type { Wake } from '../following/wake.js';
import { memoryStore } from '../stores/memory-store.js';
import { EventReader } from './event-reader.js';
import type { CallbackHandlerOptions } from './options.js';
import { type Seen, StoredSeen } from './seen.js';

/** Milliseconds. The service delivers again after 5 minutes, so this is well below. */
const DEFAULT_TIMEOUT = 25_000;

/** Reads an event back and passes it to `onEvent`. */
export class EventDispatcher {
  readonly #options: CallbackHandlerOptions;
  readonly #timeout: number;
  readonly #seen: Seen;
  readonly #wake: Wake;
  readonly #reader: EventReader;

  constructor(options: CallbackHandlerOptions, wake: Wake) {
    this.#options = options;
    this.#timeout = options.onEventTimeout ?? DEFAULT_TIMEOUT;
    this.#seen = options.seen ?? new StoredSeen(options.requester.store ?? memoryStore(), this.#timeout);
    this.#wake = wake;
    this.#reader = new EventReader(options);
  }

  /** Handles an event, unless it was handled before. @returns the status of the answer to the service */
  async dispatch(id: number): Promise<number> {
    try {
      const event = await this.#reader.read(id);
      // Only now, so that a forged delivery costs the store nothing.
      const claim = event === undefined ? undefined : await this.#seen.claim(id);
      if (claim === false) return 200;
      if (event === undefined || claim !== true) return 503;
      this.#wake.ring();
      return await this.#runOnEvent(event);
    } catch (error) {
      if (isRequesterError(error) && error.status === 404) return 404;
      this.#report(error, id);
      return 500;
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
    const { requester, onError, secret } = this.#options;
    if (onError === undefined) {
      const { name, message: cause } = error instanceof Error ? error : { name: typeof error, message: '' };
      const fields = { event: id, type: event?.type, error: name, cause };
      // A test's fake Requester may not have this method.
      requester.events[REPORT_ERROR]?.('an event could not be handled', fields, secret || '');
      return;
    }
    // An error in onError itself is ignored.
    void (async () => onError(error, event))().catch(() => undefined);
  }
}
