import { HOUR, MINUTE } from '../base/clock.js';
import { type AccountRecord, findApplication, type Mutable } from '../base/records.js';
import { showEvent, showNotification } from '../views/event-view.js';
import type { State } from '../world/state.js';
import { DeliveryFaults } from './delivery-faults.js';

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
/** Real milliseconds within which a receiver has to answer. */
const RECEIVER_TIMEOUT = 10_000;
/** The most deliveries of one account that run at the same time. */
const MAX_RUNNING = 100;

/** Answers the request of a delivery, like a `fetch` handler. */
export type DeliveryHandler = (request: Request) => Response | Promise<Response>;

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly eventId: number;
  /** The number of the retry; 0 for the first attempt. */
  readonly retryCount: number;
  /** The status of the answer. Null before the answer, and when none came. */
  readonly status: number | null;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
}

interface DueDelivery {
  readonly eventId: number;
  readonly retryCount: number;
  readonly at: number;
  readonly isOlderForm?: boolean;
}

/** The deliveries of one account that are due. */
interface AccountQueue {
  readonly account: AccountRecord;
  entries: DueDelivery[];
  /** A delivery that waits until the next one has been sent. */
  postponed: DueDelivery | undefined;
  running: number;
}

/**
 * Posts the events of every account to the receiver of its application. Deliveries run at the same time, and start in the
 * order in which they became due. @see docs/service.md, Event deliveries
 */
export class Deliveries {
  readonly #state: State;
  readonly #origin: () => string;
  /** The faults that happen to deliveries. */
  readonly faults: DeliveryFaults;
  readonly #queues: readonly AccountQueue[];
  readonly attempts: DeliveryAttempt[] = [];
  #receiver: DeliveryHandler | undefined;
  /** How often deliveries have been stopped. A delivery from before a stop is not retried after it. */
  #stops = 0;
  readonly #inFlight = new Set<Promise<void>>();

  /** @param origin returns the origin of the addresses in deliveries */
  constructor(state: State, origin: () => string) {
    this.#state = state;
    this.#origin = origin;
    this.faults = new DeliveryFaults(state.seed);
    this.#queues = state.accounts.map((account) => ({
      account,
      entries: [],
      postponed: undefined,
      running: 0,
    }));
  }

  /** From now on, new events are delivered to `receiver`. Earlier ones are not. */
  start(receiver: DeliveryHandler): void {
    this.#receiver = receiver;
    const { clock } = this.#state;
    for (const queue of this.#queues) {
      this.#state.getEventLog(queue.account).watch((eventId) => {
        this.#enqueue(queue, { eventId, retryCount: 0, at: clock.now() });
      });
    }
    clock.startTimer(() => this.idle());
  }

  get isOn(): boolean {
    return this.#receiver !== undefined;
  }

  /** Stops all deliveries. */
  stop(): void {
    this.#receiver = undefined;
    this.#stops += 1;
    for (const queue of this.#queues) {
      queue.entries = [];
      queue.postponed = undefined;
    }
    this.#state.clock.stopTimer();
  }

  /** Delivers an event of any account once more, now. @throws Error without a receiver or without such an event */
  again(eventId: number): void {
    if (this.#receiver === undefined) throw new Error('Nothing receives deliveries: name a receiver first.');
    const found = this.#state.findEvent(eventId);
    const queue = this.#queues.find(({ account }) => account === found?.event.account);
    if (found === undefined || queue === undefined) throw new Error(`There is no event ${eventId}.`);
    this.#enqueue(queue, { eventId, retryCount: found.retryCount, at: this.#state.clock.now() });
  }

  /** Resolves when no delivery is running. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #enqueue(queue: AccountQueue, given: DueDelivery): void {
    if (this.#receiver === undefined) return;
    const fault = this.faults.takeFault();
    if (fault === 'lose') return;
    const due = fault === 'older-form' ? { ...given, isOlderForm: true } : given;
    if (fault === 'reorder' && queue.postponed === undefined) {
      queue.postponed = due;
      return;
    }
    this.#send(queue, due);
    if (fault === 'double') this.#send(queue, due);
    if (queue.postponed !== undefined) this.#send(queue, queue.postponed);
    queue.postponed = undefined;
  }

  #send(queue: AccountQueue, due: DueDelivery): void {
    queue.entries.push(due);
    if (queue.running >= MAX_RUNNING) return;
    queue.running += 1;
    // The request that caused the event gets its answer first.
    const work = Promise.resolve()
      .then(() => this.#deliverQueued(queue))
      .finally(() => {
        queue.running -= 1;
        this.#inFlight.delete(work);
      });
    this.#inFlight.add(work);
  }

  async #deliverQueued(queue: AccountQueue): Promise<void> {
    for (let due = queue.entries.shift(); due !== undefined; due = queue.entries.shift())
      await this.#deliver(queue, due);
  }

  async #deliver(queue: AccountQueue, due: DueDelivery): Promise<void> {
    const { eventId, retryCount, at } = due;
    const attempt: Mutable<DeliveryAttempt> = { eventId, retryCount, status: null, at };
    const stops = this.#stops;
    this.attempts.push(attempt);
    attempt.status = await this.#post(queue.account, due);
    const wait = RETRY_PAUSES[retryCount];
    if (attempt.status === 200 || wait === undefined) return;
    this.#state.clock.schedule(at + wait, () => {
      if (this.#stops !== stops) return;
      this.#state.getEventLog(queue.account).countRetry(eventId);
      this.#enqueue(queue, { ...due, retryCount: retryCount + 1, at: at + wait });
    });
  }

  async #post(
    account: AccountRecord,
    { eventId, retryCount, isOlderForm }: DueDelivery,
  ): Promise<number | null> {
    const found = this.#state.getEventLog(account).find(eventId);
    const receiver = this.#receiver;
    if (found === undefined || receiver === undefined) return null;
    const event = isOlderForm
      ? showNotification(found)
      : showEvent({ ...found, retryCount }, { origin: this.#origin(), exact: false });
    try {
      const request = new Request(findApplication(found.event).callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(event),
        redirect: 'manual',
        signal: AbortSignal.timeout(RECEIVER_TIMEOUT),
      });
      const response = await Promise.race([receiver(request), rejectOnAbort(request.signal)]);
      await response.body?.cancel();
      return response.status;
    } catch {
      // A real service would not know the reason either.
      return null;
    }
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
