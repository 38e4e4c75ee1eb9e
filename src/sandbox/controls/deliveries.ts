import { showEvent } from '../views/event-view.js';
import type { State } from '../world/state.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pauses before the retries. @see docs/service.md, Event deliveries */
const RETRY_PAUSES = [
  5 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  5 * HOUR,
  12 * HOUR,
  24 * HOUR,
  48 * HOUR,
] as const;
/** Real milliseconds that a receiver has for its answer. */
const PATIENCE = 10_000;

/** Answers the request of a delivery, like a `fetch` handler. */
export type DeliveryHandler = (request: Request) => Response | Promise<Response>;

/** One try to deliver an event. */
export interface DeliveryAttempt {
  readonly eventId: number;
  /** 0 at first, then the number of the retry. */
  readonly retryCount: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
}

interface Due {
  readonly eventId: number;
  readonly retryCount: number;
  readonly at: number;
}

/** Posts the first account's events to its application's receiver, one after the other. @see docs/service.md, Event deliveries */
export class Deliveries {
  readonly #state: State;
  readonly #origin: string;
  readonly #queue: Due[] = [];
  readonly attempts: DeliveryAttempt[] = [];
  #receiver: DeliveryHandler | undefined;
  #work: Promise<void> | undefined;

  /** @param origin the origin of the addresses inside deliveries */
  constructor(state: State, origin: string) {
    this.#state = state;
    this.#origin = origin;
  }

  /** From now on, new events are delivered to `receiver`. Earlier ones are not. */
  start(receiver: DeliveryHandler): void {
    this.#receiver = receiver;
    const { clock, mainAccount } = this.#state;
    this.#state.eventsOf(mainAccount).watch((eventId) => {
      this.#enqueue({ eventId, retryCount: 0, at: clock.now() });
    });
    clock.tick(() => this.idle());
  }

  /** Stops all deliveries. */
  stop(): void {
    this.#receiver = undefined;
    this.#queue.length = 0;
    this.#state.clock.stop();
  }

  /** Delivers an event once more, now. @throws Error when it can't be */
  again(eventId: number): void {
    const found = this.#log.find(eventId);
    if (found === undefined) throw new Error(`There is no event ${eventId}.`);
    if (this.#receiver === undefined) throw new Error('Nothing receives deliveries: name a receiver first.');
    this.#enqueue({ eventId, retryCount: found.retryCount, at: this.#state.clock.now() });
  }

  /** Resolves when no delivery is running. */
  async idle(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  #enqueue(due: Due): void {
    if (this.#receiver === undefined) return;
    this.#queue.push(due);
    this.#work ??= this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    // The request that caused the event gets its answer first.
    await Promise.resolve();
    for (let due = this.#queue.shift(); due !== undefined; due = this.#queue.shift())
      await this.#deliver(due);
    this.#work = undefined;
  }

  async #deliver(due: Due): Promise<void> {
    const status = await this.#post(due);
    const { eventId, retryCount, at } = due;
    this.attempts.push({ eventId, retryCount, status, at });
    const wait = RETRY_PAUSES[retryCount];
    if (status === 200 || wait === undefined || this.#receiver === undefined) return;
    this.#state.clock.schedule(at + wait, () => {
      this.#log.countRetry(eventId);
      this.#enqueue({ eventId, retryCount: retryCount + 1, at: at + wait });
    });
  }

  get #log() {
    return this.#state.eventsOf(this.#state.mainAccount);
  }

  async #post({ eventId, retryCount }: Due): Promise<number | null> {
    const found = this.#log.find(eventId);
    const receiver = this.#receiver;
    if (found === undefined || receiver === undefined) return null;
    const event = showEvent({ ...found, retryCount }, { origin: this.#origin, exact: false });
    try {
      const request = new Request(this.#state.mainAccount.application.callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(event),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
      });
      const response = await Promise.race([receiver(request), noAnswer(request.signal)]);
      await response.body?.cancel();
      return response.status;
    } catch {
      // A real service would only know that there was no answer.
      return null;
    }
  }
}

function noAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
