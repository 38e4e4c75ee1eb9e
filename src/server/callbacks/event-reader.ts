import type { ApplicationEvent } from '../../index.js';
import type { Internals } from '../../internals.js';
import { limitTime } from './limit-time.js';
import type { EventClient } from './options.js';

const AT_ONCE = 4;
/** Milliseconds that a place stays taken after a read that may have been for a forged delivery. */
const SECOND = 1_000;
/** Milliseconds that a delivery waits for its event. */
const LONGEST_WAIT = 10_000;
/** Milliseconds for a read, whatever the client allows. */
const LONGEST_READ = 20_000;
/** How many deliveries may wait, and how many whose events are not among the newest. */
const MAX_WAITING = 10_000;
const MAX_OLD = 100;

type EventSource = Internals['deliveredEvents'];

/** Reads events by the public interface of a client. */
export function makePublicSource({ events }: Pick<EventClient, 'events'>): EventSource {
  return {
    get: async (id) => events.get(id),
    readNewest: async () => (await events.list({ per_page: 100 })).items,
  };
}

/**
 * Reads the events of deliveries. Four reads run at once, and one that finds nothing keeps its place for a second, so
 * forged deliveries cost at most four reads a second. While deliveries wait, the newest page of the log is read each
 * second: every event that has just happened is on it, however many forged deliveries came in between.
 */
export class EventReader {
  readonly #events: EventSource;
  /** Whether deliveries need no secret: then those of real events may be forged too. */
  readonly #isOpen: boolean;
  /** Settles each waiting delivery, by the id of its event, oldest first. Without an event, the delivery is given up. */
  readonly #waiting = new Map<number, (event?: ApplicationEvent | PromiseLike<ApplicationEvent>) => void>();
  #free = AT_ONCE;
  #isPageDue = true;

  constructor(events: EventSource, isOpen: boolean) {
    this.#events = events;
    this.#isOpen = isOpen;
  }

  /** The event; undefined when too many deliveries wait, or this one has waited too long. */
  read(id: number): Promise<ApplicationEvent | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id), LONGEST_WAIT);
      this.#waiting.set(id, (event) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(event);
      });
      if (this.#waiting.size > MAX_WAITING) this.#settle(id);
      this.#next();
    });
  }

  #settle(id: number, event?: ApplicationEvent): void {
    this.#waiting.get(id)?.(event);
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined || this.#free === 0) return;
    this.#free -= 1;
    const isPage = this.#isPageDue && this.#waiting.size > 1;
    void (isPage ? this.#readPage() : this.#readEvent(...first)).then((mayBeForged) => {
      const leave = (): void => {
        this.#free += 1;
        this.#isPageDue ||= isPage;
        this.#next();
      };
      if (mayBeForged) setTimeout(leave, SECOND);
      else leave();
    });
  }

  /** Resolves to whether the delivery may be forged. */
  async #readEvent(id: number, settle: (event: PromiseLike<ApplicationEvent>) => void): Promise<boolean> {
    const reading = limitTime(LONGEST_READ, `event ${id} could not be read`, () => this.#events.get(id));
    settle(reading);
    return reading.then(
      () => this.#isOpen,
      () => true,
    );
  }

  async #readPage(): Promise<true> {
    this.#isPageDue = false;
    const sought = [...this.#waiting.keys()];
    try {
      const reading = limitTime(LONGEST_READ, 'the event log could not be read', () =>
        this.#events.readNewest(),
      );
      for (const event of await reading) this.#settle(event.id, event);
    } catch {
      // The reads of single events say what is wrong.
    }
    for (const id of sought.filter((asked) => this.#waiting.has(asked)).slice(MAX_OLD)) this.#settle(id);
    return true;
  }
}
