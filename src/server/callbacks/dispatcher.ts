import { ANSWER_TIMEOUT } from '../../base/concurrency.js';
import type { ApplicationEvent, Store, Wake } from '../../index.js';
import { Deadline, DeadlineExpired, findInternals, isRequesterError, TimeoutError } from '../../internals.js';
import { EventReader, makePublicSource } from './event-reader.js';
import { limitTime } from './limit-time.js';
import type { CallbackHandlerOptions, EventClient } from './options.js';
import { makeReport, type Report } from './reports.js';
import { type Seen, StoredSeen } from './seen.js';

/** Milliseconds, well below the 5 minutes after which the service delivers again. */
const DEFAULT_TIMEOUT = 25_000;

/** What a dispatcher works with. */
export interface DispatcherParts<Client> {
  readonly client: Client;
  readonly wake: Wake;
  /** Remembers handled events for a client that has no store of its own. */
  readonly memory: Store;
}

/** Reads the events of one account back and passes them to `onEvent`. */
export class EventDispatcher<Client extends EventClient> {
  readonly #options: CallbackHandlerOptions<Client>;
  readonly #client: Client;
  readonly #timeout: number;
  readonly #seen: Seen;
  readonly #wake: Wake;
  readonly #reader: EventReader;
  readonly #report: Report;
  /** The events that are being handled. */
  readonly #inProgress = new Map<number, Promise<number>>();

  constructor(options: CallbackHandlerOptions<Client>, { client, wake, memory }: DispatcherParts<Client>) {
    this.#options = options;
    this.#client = client;
    this.#timeout = options.onEventTimeout ?? DEFAULT_TIMEOUT;
    const inner = findInternals(client);
    // Not the memory of the process: clients of several services share it, and their events can have the same ids.
    const store = inner === undefined ? client.store : inner.givenStore?.within(ANSWER_TIMEOUT);
    this.#seen = options.seen ?? new StoredSeen(store ?? memory, this.#timeout);
    this.#wake = wake;
    this.#reader = new EventReader(
      inner?.deliveredEvents ?? makePublicSource(client),
      options.secret === false,
    );
    this.#report = makeReport(options, client);
  }

  /** Handles an event once, however many copies of its delivery arrive together. */
  dispatch(id: number): Promise<number> {
    const inProgress = this.#inProgress.get(id);
    if (inProgress !== undefined) return inProgress;
    const handling = this.#handle(id).finally(() => this.#inProgress.delete(id));
    this.#inProgress.set(id, handling);
    return handling;
  }

  /** Handles an event, unless it was handled before. @returns the status of the answer to the service */
  async #handle(id: number): Promise<number> {
    try {
      const event = await this.#reader.read(id);
      // Only now, so that a forged delivery costs the store nothing.
      const claim = event === undefined ? undefined : await this.#claim(id);
      if (claim === false) return 200;
      if (event === undefined || claim !== true) return 503;
      this.#wake.ring();
      return await this.#runOnEvent(event);
    } catch (error) {
      if (isRequesterError(error) && error.status === 404) return 404;
      this.#report(error, id);
      return error instanceof TimeoutError ? 503 : 500;
    }
  }

  /** Claims an event. A claim that comes after its time is given back, so that it does not hold the event. */
  async #claim(id: number): Promise<boolean | 'busy'> {
    let isLate = false;
    const claim = async () => {
      const answer = await this.#seen.claim(id);
      if (isLate && answer === true) await this.#updateSeen('release', id);
      return answer;
    };
    try {
      return await limitTime(
        ANSWER_TIMEOUT,
        `the memory of handled events did not answer for event ${id}`,
        claim,
      );
    } finally {
      isLate = true;
    }
  }

  async #runOnEvent(event: ApplicationEvent): Promise<number> {
    const controller = new AbortController();
    const deadline = new Deadline(this.#timeout);
    const context = { signal: controller.signal, requester: this.#client };
    // In an async function: an `onEvent` that throws synchronously then rejects too.
    const running = (async () => this.#options.onEvent(event, context))();
    try {
      await deadline.race(running);
    } catch (thrown) {
      const timeout = thrown instanceof DeadlineExpired ? this.#makeTimeoutError(event) : undefined;
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

  #makeTimeoutError({ id }: ApplicationEvent): TimeoutError {
    return new TimeoutError(
      `onEvent did not end within onEventTimeout (${this.#timeout} ms) for event ${id}`,
      {
        outcome: 'unknown',
        advice: { code: 'end-sooner', text: 'Put long work into a queue, and end when the signal aborts.' },
      },
    );
  }

  /** Work that timed out can still succeed. The event then counts as handled, unless another caller has claimed it. */
  async #finishLate(
    running: Promise<unknown>,
    timeout: TimeoutError,
    event: ApplicationEvent,
  ): Promise<void> {
    try {
      await running;
      if ((await this.#claim(event.id)) === true) await this.#updateSeen('handled', event.id, event);
    } catch (error) {
      // Work that ends at the abort throws the signal's reason, which was reported already.
      if (error !== timeout) this.#report(error, event.id, event);
    }
  }

  /** Reports a failure of the store: what became of the event is known already. */
  async #updateSeen(method: 'handled' | 'release', id: number, event?: ApplicationEvent): Promise<void> {
    try {
      const what = `the memory of handled events did not answer for event ${id}`;
      await limitTime(ANSWER_TIMEOUT, what, () => this.#seen[method]?.(id));
    } catch (error) {
      this.#report(error, id, event);
    }
  }
}
