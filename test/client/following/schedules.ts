import { vi } from 'vitest';
import type { EventType } from '../../../src/client/contract/inputs.js';
import type { ApplicationEvent } from '../../../src/client/contract/types.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import type { Checkpoint } from '../../../src/client/following/checkpoint.js';
import { EventStream } from '../../../src/client/following/follow.js';
import type { ReadLogPage } from '../../../src/client/following/log-reader.js';
import { memoryStore } from '../../../src/client/stores/memory-store.js';
import { FakeLog, typeOf } from './fake-log.js';

/** What happens at a read of a page, at an event in the loop's body, or while the stream rests. */
export type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'insert'; readonly count: number }
  | { readonly kind: 'hold'; readonly behind: number }
  | { readonly kind: 'remove'; readonly count: number }
  | { readonly kind: 'fail' }
  | { readonly kind: 'crash' };

export interface Schedule {
  readonly from: 'beginning' | 'now' | 'id' | 'checkpoint';
  readonly totals: 'given' | 'missing';
  /** How many events a page has, whatever is asked for. @default 100 */
  readonly perPage?: number | undefined;
  /** How many events there are when the first run begins. */
  readonly before: number;
  /** How many of them come after the id or the checkpoint that it begins from. */
  readonly after: number;
  readonly steps: readonly Step[];
  readonly types?: readonly EventType[] | undefined;
}

/** What came of a schedule. */
export interface Played {
  /** The ids that each run of the process was given, in their order. */
  readonly runs: readonly (readonly number[])[];
  /** The ids that some run had to be given. */
  readonly owed: readonly number[];
  readonly late: ReadonlySet<number>;
  /** How many pages the last poll read, when nothing happened any more. */
  readonly idleReads: number;
  readonly timersLeft: number;
}

const QUIET_POLLS = 3;

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Plays a schedule, with a new run of the process after each crash, until nothing happens any more. */
export async function play(schedule: Schedule): Promise<Played> {
  const world = new World(schedule);
  const runs: (readonly number[])[] = [];
  let over = false;
  while (!over) {
    const run = new Run(world);
    over = await run.toItsEnd();
    runs.push(run.given);
  }
  await turn();
  const { late } = world.log;
  return { runs, owed: world.owed(), late, idleReads: world.idleReads, timersLeft: vi.getTimerCount() };
}

/** What outlives a process: the service, the store, and what is still to happen. */
class World {
  readonly log: FakeLog;
  readonly from: 'beginning' | 'now' | Checkpoint;
  readonly types: readonly EventType[] | undefined;
  readonly steps: Step[];
  saved: string | undefined;
  idleReads = 0;
  /** What counts as handled before the first run. */
  #known: ReadonlySet<number>;

  constructor({ from, totals, perPage, before, after, steps, types }: Schedule) {
    this.log = new FakeLog(totals, perPage);
    this.log.insert(before);
    this.steps = [...steps];
    this.types = types;
    const handled = this.log.ids.slice(0, Math.max(0, before - after));
    const lastId = handled.at(-1) ?? 0;
    if (from === 'id') this.from = { lastId };
    else if (from === 'checkpoint')
      this.from = { lastId, recent: handled.slice(-200), count: handled.length };
    else this.from = from;
    this.#known = new Set(from === 'beginning' ? [] : from === 'now' ? this.log.ids : handled);
  }

  /** Whether a run without a stored checkpoint takes what is visible as handled. */
  get learns(): boolean {
    return this.from === 'now' || (typeof this.from === 'object' && this.from.recent === undefined);
  }

  /** A run has found its place: what became visible late until then can't be told from what was handled. */
  found(): void {
    const { from } = this;
    const isHandled = (id: number): boolean =>
      from === 'now' || (typeof from === 'object' && id <= from.lastId);
    this.#known = new Set(this.log.ids.filter(isHandled));
  }

  next(): Step['kind'] {
    const step = this.steps.shift() ?? { kind: 'nothing' };
    if (step.kind === 'insert') this.log.insert(step.count);
    if (step.kind === 'hold') this.log.holdNext(step.behind);
    if (step.kind === 'remove') this.log.remove(step.count);
    return step.kind;
  }

  owed(): number[] {
    const wanted = (id: number): boolean => this.types?.includes(typeOf(id)) ?? true;
    return this.log.ids.filter((id) => !this.#known.has(id) && wanted(id));
  }
}

/** One run of the process, from its start to a crash or to the end of everything. */
class Run {
  readonly given: number[] = [];
  readonly #world: World;
  readonly #stream: EventStream;
  readonly #ended = new AbortController();
  #crashed = false;
  #reads = 0;
  #learning: boolean;

  constructor(world: World) {
    this.#world = world;
    this.#learning = world.learns && world.saved === undefined;
    const stored: Checkpoint | undefined = world.saved === undefined ? undefined : JSON.parse(world.saved);
    const store = {
      load: () => stored,
      save: (checkpoint: Checkpoint) => {
        world.saved = JSON.stringify(checkpoint);
      },
    };
    this.#stream = new EventStream(
      { read: () => this.#read, onFailure: () => undefined, store: memoryStore() },
      { from: world.from, checkpoint: store, signal: this.#ended.signal, types: world.types },
    );
  }

  /** Whether it came to the end, rather than to a crash. */
  async toItsEnd(): Promise<boolean> {
    const events = this.#stream[Symbol.asyncIterator]();
    let quiet = 0;
    for (let next = watched(events.next()); ; ) {
      await turn();
      this.#learn();
      if (this.#crashed) return this.#end(false);
      if (next.value !== undefined) {
        quiet = 0;
        this.given.push(next.value.id);
        // A crash in the loop's body: the event has not been handled.
        if (this.#world.next() === 'crash') return this.#end(false);
        next = watched(events.next());
      } else {
        this.#world.idleReads = this.#reads;
        this.#reads = 0;
        if (quiet === QUIET_POLLS) return this.#end(true);
        if (this.#world.steps.length > 0) quiet = 0;
        else if (quiet++ === 0) this.#world.log.releaseAll();
        if (this.#world.next() === 'crash') return this.#end(false);
        await vi.advanceTimersToNextTimerAsync();
      }
    }
  }

  readonly #read: ReadLogPage<ApplicationEvent> = async (page) => {
    this.#reads += 1;
    const kind = this.#world.next();
    if (kind === 'crash') this.#crashed = true;
    if (this.#crashed) return new Promise(() => undefined);
    if (kind === 'fail') {
      const advice = { code: 'try-later', text: 'Try again.' } as const;
      throw new ServerError('the service is down', { outcome: 'unknown', status: 503, advice });
    }
    return this.#world.log.page(page);
  };

  #learn(): void {
    if (!this.#learning) return;
    const recent = this.#stream.checkpoint?.recent ?? [];
    this.#learning = recent.length === 0 && this.given.length === 0;
    this.#world.found();
  }

  #end(over: boolean): boolean {
    this.#ended.abort();
    return over;
  }
}

/** The value of a promise, as soon as it has one. */
function watched(next: Promise<IteratorResult<ApplicationEvent, void>>): { value?: ApplicationEvent } {
  const seen: { value?: ApplicationEvent } = {};
  next.then(
    ({ value }) => Object.assign(seen, { value }),
    () => undefined,
  );
  return seen;
}
