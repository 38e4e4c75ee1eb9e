import { InputError, type Issue } from '../core/errors/errors.js';

/** A position in the event log: every event before it has been handled. `{ lastId }` alone is enough. */
export interface Checkpoint {
  /** The form of this object. @default 1 */
  readonly version?: 1 | undefined;
  /** The highest id that has been handled; 0 before the first event. */
  readonly lastId: number;
  /** The newest handled ids, ascending. They show which events became visible late. */
  readonly recent?: readonly number[] | undefined;
  /** Every event up to this id counts as handled. @default the id before the lowest of `recent` */
  readonly floor?: number | undefined;
  /** How many events have been handled in all. It helps to find the position in the log quickly. */
  readonly count?: number | undefined;
}

/** Stores a checkpoint, so that it survives the process. */
export interface CheckpointStore {
  /** The checkpoint that was saved last; undefined or null when there is none. */
  load(): Checkpoint | undefined | null | Promise<Checkpoint | undefined | null>;
  /**
   * Saves a checkpoint. A store that several processes share compares first: when what it has is no longer `previous`,
   * it saves nothing and resolves to `false`, and the stream ends with a CheckpointConflictError.
   *
   * @param previous what this stream loaded or saved last; undefined when there was none
   * @returns `false`, or a promise of it, when another follower has saved; anything else when it is saved
   */
  save(checkpoint: Checkpoint, previous?: Checkpoint): unknown;
}

/** How many handled ids are kept in memory, and how many of them a checkpoint holds. */
const REMEMBERED = 400;
const SAVED = 200;
/** An event that becomes visible late is found while at most this many newer events are visible. */
export const LATENESS = 100;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What is wrong with a checkpoint. */
export function checkpointIssues(path: string, checkpoint: unknown): readonly Issue[] {
  const {
    version = 1,
    lastId,
    recent = [],
    floor = 0,
    count = 0,
  }: Partial<Record<keyof Checkpoint, unknown>> = Object(checkpoint);
  const right =
    version === 1 &&
    isCount(lastId) &&
    isCount(floor) &&
    isCount(count) &&
    Array.isArray(recent) &&
    recent.length <= REMEMBERED &&
    recent.every(isCount);
  return right ? [] : [{ path, message: 'must be a checkpoint: { lastId }, or one that a stream gave' }];
}

/** Keeps which events have been handled. Pure arithmetic: it reads and saves nothing. */
export class Place {
  #lastId: number;
  /** Every id up to this one counts as handled. */
  #floor: number;
  /** Every handled id above the floor. */
  #recent: Set<number>;
  #count: number | undefined;
  #total: number | undefined;

  constructor(checkpoint: Checkpoint) {
    const issues = checkpointIssues('checkpoint', checkpoint);
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

  /** How many events have been handled, where that is known. */
  get count(): number | undefined {
    return this.#count;
  }

  /** How many events are not handled, where that is known. */
  get behind(): number | undefined {
    return this.#count === undefined || this.#total === undefined
      ? undefined
      : Math.max(0, this.#total - this.#count);
  }

  /**
   * No event up to this id is expected to become visible late, because more than 100 newer ones have been handled.
   * Undefined when only the last id is known.
   */
  get depth(): number | undefined {
    if (this.#recent.size === 0 && this.#floor > 0) return undefined;
    return [...this.#recent].sort((a, b) => b - a)[LATENESS] ?? this.#floor;
  }

  isHandled(id: number): boolean {
    return id <= this.#floor || this.#recent.has(id);
  }

  /** Marks an event as handled, after its loop body has finished. */
  handle(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
    if (this.#count !== undefined) this.#count += 1;
    this.#recent.add(id);
    if (this.#recent.size <= REMEMBERED) return;
    const newest = [...this.#recent].sort((a, b) => a - b).slice(-REMEMBERED / 2);
    this.#recent = new Set(newest);
    this.#floor = Math.min(...newest) - 1;
  }

  /**
   * When only the last id is known: marks the visible events up to it as handled, so that an event that becomes
   * visible there later is recognised as new.
   *
   * @param ids the ids of the newest events
   * @param whole whether these are all events of the log
   */
  begin(ids: readonly number[], whole: boolean): void {
    if (this.#recent.size > 0) return;
    const before = ids.filter((id) => id <= this.#lastId);
    this.#recent = new Set(before);
    this.#floor = whole ? 0 : Math.min(...before, this.#lastId + 1) - 1;
  }

  /** Updates the count from a read of the log: all events, and those not handled yet. */
  counted(total: number | undefined, open: number): void {
    // A log that shrinks while it is read can have fewer in all.
    this.#total = total;
    this.#count = total === undefined || total < open ? undefined : total - open;
  }

  toCheckpoint(): Checkpoint {
    const recent = [...this.#recent].sort((a, b) => a - b).slice(-SAVED);
    const floor = recent.length < this.#recent.size ? Math.min(...recent) - 1 : this.#floor;
    const count = this.#count === undefined ? {} : { count: this.#count };
    return { version: 1, lastId: this.#lastId, recent, floor, ...count };
  }
}
