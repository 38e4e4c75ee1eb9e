import type { AccountRecord } from '../base/records.js';
import { showEvent } from '../views/event-view.js';
import type { State } from '../world/state.js';
import { DeliveryFaults } from './delivery-faults.js';

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
/** Deliveries of one account that run side by side. */
const MAX_RUNNING = 100;

/** Answers the request of a delivery, like a `fetch` handler. */
export type DeliveryHandler = (request: Request) => Response | Promise<Response>;

/** One try to deliver an event. */
export interface DeliveryAttempt {
  readonly eventId: number;
  /** 0 at first, then the number of the retry. */
  readonly retryCount: number;
  /** Null when there was no answer, and while there is none yet. */
  readonly status: number | null;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

interface Due {
  readonly eventId: number;
  readonly retryCount: number;
  readonly at: number;
}

/** The deliveries of one account. */
interface Lane {
  readonly account: AccountRecord;
  queue: Due[];
  /** One that waits until the next one has been sent. */
  late: Due | undefined;
  running: number;
}

/**
 * Posts the events of every account to its application's receiver, side by side. They start in the order in which they
 * became due. @see docs/service.md, Event deliveries
 */
export class Deliveries {
  readonly #state: State;
  readonly #origin: () => string;
  /** What goes wrong with them. */
  readonly faults: DeliveryFaults;
  readonly #lanes: readonly Lane[];
  readonly attempts: DeliveryAttempt[] = [];
  #receiver: DeliveryHandler | undefined;
  /** How often all deliveries have been stopped. A delivery of before is not repeated after. */
  #stops = 0;
  readonly #work = new Set<Promise<void>>();

  /** @param origin of the addresses inside deliveries */
  constructor(state: State, origin: () => string) {
    this.#state = state;
    this.#origin = origin;
    this.faults = new DeliveryFaults(state.seed);
    this.#lanes = state.accounts.map((account) => ({ account, queue: [], late: undefined, running: 0 }));
  }

  /** From now on, new events are delivered to `receiver`. Earlier ones are not. */
  start(receiver: DeliveryHandler): void {
    this.#receiver = receiver;
    const { clock } = this.#state;
    for (const lane of this.#lanes) {
      this.#state.eventsOf(lane.account).watch((eventId) => {
        this.#enqueue(lane, { eventId, retryCount: 0, at: clock.now() });
      });
    }
    clock.tick(() => this.idle());
  }

  get isOn(): boolean {
    return this.#receiver !== undefined;
  }

  /** Stops all deliveries. */
  stop(): void {
    this.#receiver = undefined;
    this.#stops += 1;
    for (const lane of this.#lanes) {
      lane.queue = [];
      lane.late = undefined;
    }
    this.#state.clock.stop();
  }

  /** Delivers an event of any account once more, now. @throws Error when it can't be */
  again(eventId: number): void {
    if (this.#receiver === undefined) throw new Error('Nothing receives deliveries: name a receiver first.');
    for (const lane of this.#lanes) {
      const found = this.#state.eventsOf(lane.account).find(eventId);
      if (found === undefined) continue;
      this.#enqueue(lane, { eventId, retryCount: found.retryCount, at: this.#state.clock.now() });
      return;
    }
    throw new Error(`There is no event ${eventId}.`);
  }

  /** Resolves when no delivery is running. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #enqueue(lane: Lane, due: Due): void {
    if (this.#receiver === undefined) return;
    const fault = this.faults.take();
    if (fault === 'lose') return;
    if (fault === 'reorder' && lane.late === undefined) {
      lane.late = due;
      return;
    }
    this.#send(lane, due);
    if (fault === 'double') this.#send(lane, due);
    if (lane.late !== undefined) this.#send(lane, lane.late);
    lane.late = undefined;
  }

  #send(lane: Lane, due: Due): void {
    lane.queue.push(due);
    if (lane.running >= MAX_RUNNING) return;
    lane.running += 1;
    // The request that caused the event gets its answer first.
    const work = Promise.resolve()
      .then(() => this.#deliverNext(lane))
      .finally(() => {
        lane.running -= 1;
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  async #deliverNext(lane: Lane): Promise<void> {
    for (let due = lane.queue.shift(); due !== undefined; due = lane.queue.shift())
      await this.#deliver(lane, due);
  }

  async #deliver(lane: Lane, { eventId, retryCount, at }: Due): Promise<void> {
    const attempt: Mutable<DeliveryAttempt> = { eventId, retryCount, status: null, at };
    const before = this.#stops;
    this.attempts.push(attempt);
    attempt.status = await this.#post(lane.account, { eventId, retryCount, at });
    const wait = RETRY_PAUSES[retryCount];
    if (attempt.status === 200 || wait === undefined) return;
    this.#state.clock.schedule(at + wait, () => {
      if (this.#stops !== before) return;
      this.#state.eventsOf(lane.account).countRetry(eventId);
      this.#enqueue(lane, { eventId, retryCount: retryCount + 1, at: at + wait });
    });
  }

  async #post(account: AccountRecord, { eventId, retryCount }: Due): Promise<number | null> {
    const found = this.#state.eventsOf(account).find(eventId);
    const receiver = this.#receiver;
    if (found === undefined || receiver === undefined) return null;
    const event = showEvent({ ...found, retryCount }, { origin: this.#origin(), exact: false });
    try {
      const request = new Request(account.application.callbackUrl, {
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
