import { LONGEST_TIMER } from './concurrency.js';

/** Something that has tasks. */
interface Owner {
  readonly name: string;
  /** How many of its tasks run. */
  active: number;
}

/** Somebody within a lane, with the tasks that wait, first come, first served. */
interface Asker extends Owner {
  readonly waiting: Set<Turn>;
}

/** A lane, such as an account, with those who ask within it, in the order of their turns. */
interface Lane extends Owner {
  waiting: number;
  readonly askers: Map<string, Asker>;
}

/** The turn of a task. `begin` is there while the task waits for it. */
interface Turn {
  begin?: () => void;
}

interface TaskOptions {
  /** Whose task it is. @default a lane that all tasks share */
  readonly lane?: string | undefined;
  /** Who asks within the lane. @default somebody whom all others of the lane are too */
  readonly asker?: string | undefined;
  /** Gives up the wait for a slot. A task that runs is not ended by it. @default none */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Allows at most `limit` tasks at once. The next one is of the lane that runs the fewest; lanes that run equally many take turns.
 * So do those who ask within a lane.
 * A pause holds back those of its lane that have not begun.
 */
export class Semaphore {
  /** 1: a task begins only if as many slots stay free as its lane then has, or if none runs. 0: if a slot is free. */
  reserve = 0;
  readonly #limit: number;
  /** The lanes that have tasks, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  #active = 0;
  /** Until when lanes are paused, by their names. */
  readonly #pauses = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a task as soon as the limit allows it. If the signal aborts before that, rejects with its reason. */
  async run<Result>(
    task: () => Promise<Result>,
    { lane: name = '', asker: askerName = '', signal }: TaskOptions = {},
  ): Promise<Result> {
    const lane: Lane = this.#lanes.get(name) ?? { name, active: 0, waiting: 0, askers: new Map() };
    this.#lanes.set(name, lane);
    const asker: Asker = lane.askers.get(askerName) ?? { name: askerName, active: 0, waiting: new Set() };
    lane.askers.set(askerName, asker);
    const turn: Turn = {};
    asker.waiting.add(turn);
    lane.waiting += 1;
    this.#admitWaiting();
    try {
      if (asker.waiting.has(turn) && signal?.aborted !== true) await waitForTurn(turn, signal);
      signal?.throwIfAborted();
      return await task();
    } finally {
      // A task that gives up may have got a slot at the same moment.
      if (asker.waiting.delete(turn)) lane.waiting -= 1;
      else {
        asker.active -= 1;
        lane.active -= 1;
        this.#active -= 1;
      }
      if (asker.active + asker.waiting.size === 0) lane.askers.delete(askerName);
      if (lane.active + lane.waiting === 0) this.#lanes.delete(name);
      this.#admitWaiting();
    }
  }

  /** Starts no task of a lane for `ms` from now. */
  pause(ms: number, lane = ''): void {
    this.#pauses.set(lane, Math.max(this.#pauses.get(lane) ?? 0, performance.now() + ms));
    this.#admitWaiting();
  }

  /** Whether no task of a lane may begin now. */
  isPaused(lane: string): boolean {
    return (this.#pauses.get(lane) ?? 0) > performance.now();
  }

  /** Forgets the pauses that are over, and looks again when the next one is for which a task waits. */
  #endPauses(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [name, until] of this.#pauses) {
      if (until <= now) this.#pauses.delete(name);
      else if (this.#lanes.get(name)?.waiting) next = Math.min(next, until);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#admitWaiting(), Math.min(next - now, LONGEST_TIMER));
  }

  /** Begins tasks while the limit allows it, each of the lane whose turn it is. */
  #admitWaiting(): void {
    this.#endPauses();
    for (;;) {
      const next = findNext(this.#lanes, (lane) => lane.waiting > 0 && !this.#pauses.has(lane.name));
      const free = this.#limit - this.#active;
      if (next === undefined) return;
      if (this.#active > 0 && this.reserve * (next.active + 1) >= free) return;
      const asker = findNext(next.askers, ({ waiting }) => waiting.size > 0);
      const [turn] = asker?.waiting ?? [];
      if (asker === undefined || turn === undefined) return;
      begin(this.#lanes, next);
      begin(next.askers, asker);
      this.#active += 1;
      next.waiting -= 1;
      asker.waiting.delete(turn);
      turn.begin?.();
    }
  }
}

/** Whose turn it is: who runs the fewest tasks, and waited the longest for a turn. */
function findNext<Kind extends Owner>(
  owners: ReadonlyMap<string, Kind>,
  isReady: (owner: Kind) => boolean,
): Kind | undefined {
  let next: Kind | undefined;
  // At most `limit` of them run any task, so few are looked at.
  for (const owner of owners.values()) {
    if (isReady(owner) && (next === undefined || owner.active < next.active)) next = owner;
    if (next?.active === 0) break;
  }
  return next;
}

/** Counts a task of an owner, whose next turn is then behind the others. */
function begin<Kind extends Owner>(owners: Map<string, Kind>, owner: Kind): void {
  owners.delete(owner.name);
  owners.set(owner.name, owner);
  owner.active += 1;
}

/** Resolves when the turn comes. Rejects with the signal's reason when it aborts before that. */
function waitForTurn(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    turn.begin = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
  });
}
