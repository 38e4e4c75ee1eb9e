import { InputError } from '../core/errors/errors.js';
import { type Checkpoint, checkCheckpoint, MAX_RECENT } from './checkpoint.js';

/** How many handled ids a saved checkpoint holds. In memory there are up to MAX_RECENT. */
const MAX_SAVED = 200;
/** A late event is found if at most this many newer events are visible before it. */
export const MAX_NEWER = 100;

/** A position in the event log: which events have been handled. Pure arithmetic: it reads and saves nothing. */
export class LogPosition {
  #lastId: number;
  /** Every id up to this one counts as handled. */
  #floor: number;
  #recent: Set<number>;
  #count: number | undefined;
  #total: number | undefined;

  constructor(checkpoint: Checkpoint) {
    const issues = checkCheckpoint('checkpoint', checkpoint);
    if (issues.length > 0) throw new InputError(issues);
    const { lastId, recent = [], floor, count } = checkpoint;
    this.#lastId = Math.max(lastId, ...recent);
    this.#recent = new Set(recent);
    this.#floor = floor ?? Math.min(lastId, ...recent.map((id) => id - 1));
    this.#count = count;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** How many events have been handled; undefined when that is not known. */
  get count(): number | undefined {
    return this.#count;
  }

  /** How many events are not handled yet; undefined when that is not known. */
  get behind(): number | undefined {
    return this.#count === undefined || this.#total === undefined
      ? undefined
      : Math.max(0, this.#total - this.#count);
  }

  /**
   * Up to this id, no event can become visible late: more than 100 newer ones have been handled. Undefined when only the
   * last id is known.
   */
  get completeUpTo(): number | undefined {
    if (this.#recent.size === 0 && this.#floor > 0) return undefined;
    return [...this.#recent].sort((a, b) => b - a)[MAX_NEWER] ?? this.#floor;
  }

  /** The handled ids from `oldest` up to but not including `below`, as far as each is known. */
  listHandled(oldest: number, below: number): readonly number[] {
    return [...this.#recent].filter((id) => id >= oldest && id < below);
  }

  /** For a log that has dropped the handled events: from now on, its new events show whose position this is. */
  forgetHandled(): void {
    this.#recent.clear();
    this.#floor = this.#lastId;
  }

  isHandled(id: number): boolean {
    return id <= this.#floor || this.#recent.has(id);
  }

  /** Marks an event as handled, after its loop body has finished. */
  markHandled(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
    if (this.#count !== undefined) this.#count += 1;
    this.#recent.add(id);
    if (this.#recent.size <= MAX_RECENT) return;
    const newest = [...this.#recent].sort((a, b) => a - b).slice(-MAX_RECENT / 2);
    this.#recent = new Set(newest);
    this.#floor = Math.min(...newest) - 1;
  }

  /**
   * Used when only the last id is known. Marks the visible events up to that id as handled, so that an event that
   * becomes visible among them later counts as new.
   *
   * @param ids the ids of the newest events
   * @param isWholeLog whether these are all events of the log
   */
  markVisible(ids: readonly number[], isWholeLog: boolean): void {
    if (this.#recent.size > 0) return;
    const upToLast = ids.filter((id) => id <= this.#lastId);
    this.#recent = new Set(upToLast);
    this.#floor = isWholeLog ? 0 : Math.min(...upToLast, this.#lastId + 1) - 1;
  }

  /** Updates the count of handled events: all events in the log, minus the unhandled ones. */
  updateCount(total: number | undefined, unhandled: number): void {
    // If the log shrank while it was read, the total can be lower than the unhandled events.
    this.#total = total;
    this.#count = total === undefined || total < unhandled ? undefined : total - unhandled;
  }

  toCheckpoint(): Checkpoint {
    const recent = [...this.#recent].sort((a, b) => a - b).slice(-MAX_SAVED);
    const floor = recent.length < this.#recent.size ? Math.min(...recent) - 1 : this.#floor;
    const count = this.#count === undefined ? {} : { count: this.#count };
    return { version: 1, lastId: this.#lastId, recent, floor, ...count };
  }
}
