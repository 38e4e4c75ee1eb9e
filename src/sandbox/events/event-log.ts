import { isWhole } from '../../base/kinds.js';
import type { EventRecord, NumberedEvent } from '../base/records.js';
import type { EventNumbers } from './event-numbers.js';
import { HeldEvents } from './held-events.js';

/** A range of appended events. Each one is made up when it is read. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** A log in a snapshot. Events that are held back become visible ones in it. */
export interface StoredLog {
  readonly count: number;
  readonly written: readonly (readonly [index: number, event: EventRecord])[];
  readonly runs: readonly Run[];
  readonly retries: readonly (readonly [id: number, count: number])[];
}

/** Makes up an appended event. */
export type MadeUpEvent = (id: number, at: number) => EventRecord;

/** The events of one account, oldest first. */
export class EventLog {
  readonly #numbers: EventNumbers;
  readonly #makeUp: MadeUpEvent;
  readonly #written: Map<number, EventRecord>;
  readonly #runs: Run[];
  readonly #retries: Map<number, number>;
  readonly #held: HeldEvents;
  #count: number;
  /** Called with the id of each event when it becomes visible. */
  #watcher: ((id: number) => void) | undefined;

  constructor(numbers: EventNumbers, makeUp: MadeUpEvent, stored?: StoredLog) {
    this.#numbers = numbers;
    this.#makeUp = makeUp;
    this.#count = stored?.count ?? 0;
    this.#written = new Map(stored?.written);
    this.#runs = [...(stored?.runs ?? [])];
    this.#retries = new Map(stored?.retries);
    this.#held = new HeldEvents((index) => this.#watcher?.(numbers.getId(index)));
  }

  /** How many events are visible. */
  get size(): number {
    return this.#count - this.#held.count;
  }

  store(): StoredLog {
    return {
      count: this.#count,
      written: [...this.#written],
      runs: this.#runs,
      retries: [...this.#retries],
    };
  }

  watch(watcher: (id: number) => void): void {
    this.#watcher = watcher;
  }

  write(event: EventRecord): void {
    const index = this.#count++;
    this.#written.set(index, event);
    if (this.#held.hides(index)) return;
    this.#countAppeared(index, index + 1);
  }

  /** Adds `count` made-up events. Takes constant time and memory, unless events are held back. */
  append(count: number, at: number): { first: number; last: number } {
    if (!isWhole(count, 1)) throw new RangeError('events.append() takes an integer above 0.');
    const start = this.#count;
    const end = start + count;
    this.#runs.push({ start, end, at });
    this.#count = end;
    let visible = start;
    while (visible < end && this.#held.hides(visible)) visible += 1;
    if (visible < end) this.#countAppeared(visible, end);
    return { first: this.#numbers.getId(start), last: this.#numbers.getId(end - 1) };
  }

  holdBack(count: number, behind: number): () => void {
    return this.#held.hold(count, behind);
  }

  /** The visible event at `position`, counted from the oldest. */
  at(position: number): NumberedEvent {
    return this.#read(this.#held.indexAt(position));
  }

  /** The position of the first visible event with an id above `id`. */
  findPositionAfter(id: number): number {
    const index = Math.min(this.#numbers.indexAfter(id), this.#count);
    return index - this.#held.countBefore(index);
  }

  find(id: number): NumberedEvent | undefined {
    const index = this.#numbers.indexOf(id);
    if (index === undefined || index >= this.#count || this.#held.has(index)) return undefined;
    return this.#read(index);
  }

  countRetry(id: number): void {
    this.#retries.set(id, (this.#retries.get(id) ?? 0) + 1);
  }

  #countAppeared(start: number, end: number): void {
    for (let index = start; this.#watcher !== undefined && index < end; index += 1) {
      this.#watcher(this.#numbers.getId(index));
    }
    this.#held.countLater(end - start);
  }

  #read(index: number): NumberedEvent {
    const id = this.#numbers.getId(index);
    return {
      id,
      retryCount: this.#retries.get(id) ?? 0,
      event: this.#written.get(index) ?? this.#findUnwritten(id, index),
    };
  }

  #findUnwritten(id: number, index: number): EventRecord {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.end ?? 0) > index) high = middle;
      else low = middle + 1;
    }
    return this.#makeUp(id, this.#runs[low]?.at ?? 0);
  }
}
