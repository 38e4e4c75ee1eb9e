import { InputError } from '../core/errors/errors.js';
import { Deadline, pause, pauseAfter } from '../core/http/deadline.js';
import { checkOptions, copyOptions } from '../core/http/options.js';
import type { ApplicationEvent } from '../openapi/objects.js';
import { type Checkpoint, Place } from './checkpoint.js';
import { askedToWait, isFinal } from './final.js';
import { FOLLOW_OPTIONS, type FollowOptions } from './follow-options.js';
import { LogReader, newestPlace, type ReadLogPage } from './log-reader.js';
import type { Wake } from './wake.js';

export type { FollowOptions };

/** What following needs of a client. */
export interface LogAccess {
  readonly read: (signal: AbortSignal | undefined) => ReadLogPage<ApplicationEvent>;
  /** Called when a poll fails and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

const DEFAULTS = { interval: 10_000, maxInterval: 60_000 };

/**
 * The event log as a stream, by ascending ids. Within one stream, every event comes exactly once. Across crashes, with
 * a checkpoint, it comes at least once. An event that becomes visible late comes late. Use one loop at a time.
 */
export class EventStream<Event extends ApplicationEvent = ApplicationEvent> implements AsyncIterable<Event> {
  readonly #access: LogAccess;
  readonly #options: FollowOptions;
  #place: Place | undefined;
  /** Milliseconds to wait from the `Retry-After` of the last poll, when it was refused. */
  #askedToWait = 0;

  /** @internal */
  constructor(access: LogAccess, options: FollowOptions) {
    const issues = checkOptions('options', options, FOLLOW_OPTIONS);
    if (issues.length > 0) throw new InputError(issues);
    this.#access = access;
    this.#options = copyOptions(options, FOLLOW_OPTIONS);
  }

  /** The position now: every event before it has been handled. Undefined until the stream has begun. */
  get checkpoint(): Checkpoint | undefined {
    return this.#place?.toCheckpoint();
  }

  /** The events, until the loop is left. No timer and no request remains after that. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { interval = DEFAULTS.interval, maxInterval = DEFAULTS.maxInterval, signal, wake } = this.#options;
    const ended = new Deadline(Number.POSITIVE_INFINITY, signal);
    const bell = new Bell(wake);
    try {
      signal?.throwIfAborted();
      this.#place ??= await ended.race(this.#stored());
      for (let idle = 0; ; idle += 1) {
        this.#askedToWait = 0;
        if (yield* this.#poll(ended)) idle = 0;
        const rest = pauseAfter(idle, { interval, maxInterval });
        // A ring must not shorten a pause that the service asked for.
        if (this.#askedToWait > rest) await pause(this.#askedToWait, ended);
        else await bell.rest(rest, ended);
      }
    } finally {
      bell.dispose();
      ended.end();
    }
  }

  async #stored(): Promise<Place | undefined> {
    const stored = await this.#options.checkpoint?.load();
    return stored === undefined || stored === null ? undefined : new Place(stored);
  }

  /** Polls once and yields the new events. Returns whether there were any. */
  async *#poll(ended: Deadline): AsyncGenerator<Event, boolean, undefined> {
    const read = this.#access.read(ended.signal);
    this.#place ??= await this.#begin(read);
    if (this.#place === undefined) return false;
    const batches = new LogReader(read, this.#place).unhandled();
    for (let found = false; ; ) {
      const batch = await this.#attempt(() => batches.next());
      if (batch === undefined || batch.done === true) return found;
      found ||= batch.value.length > 0;
      yield* this.#handOn(batch.value, this.#place);
    }
  }

  /** The position at which the stream begins; undefined when it could not be read. */
  async #begin(read: ReadLogPage<ApplicationEvent>): Promise<Place | undefined> {
    const { from, checkpoint: store } = this.#options;
    if (from !== 'now') return new Place(from === 'beginning' ? { lastId: 0, count: 0 } : from);
    const place = await this.#attempt(() => newestPlace(read));
    // A crash before the first event must not move the beginning.
    if (place !== undefined) await store?.save(place.toCheckpoint());
    return place;
  }

  /** Reads; undefined after an error that may pass. For reads only: errors of the store go to the caller. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (isFinal(error)) throw error;
      this.#access.onFailure(error);
      this.#askedToWait = askedToWait(error);
      return undefined;
    }
  }

  async *#handOn(batch: readonly ApplicationEvent[], place: Place): AsyncGenerator<Event> {
    const { types, checkpoint: store, signal } = this.#options;
    let unsaved = false;
    for (const event of batch) {
      const wanted = types === undefined || types.includes(event.type);
      // `Event` are the events of the wanted types.
      if (wanted) yield event as Event;
      place.handle(event.id);
      if (wanted) {
        await store?.save(place.toCheckpoint());
        signal?.throwIfAborted();
      }
      unsaved = !wanted;
    }
    if (unsaved) await store?.save(place.toCheckpoint());
  }
}

/** Pauses that a ring ends early. A ring between two pauses ends the next one at once. */
class Bell {
  readonly #stop: (() => void) | undefined;
  #rung = false;
  #onRing: (() => void) | undefined;

  constructor(wake: Wake | undefined) {
    this.#stop = wake?.listen(() => {
      this.#rung = true;
      this.#onRing?.();
    });
  }

  async rest(ms: number, ended: Deadline): Promise<void> {
    const ring = new Promise<void>((resolve) => {
      this.#onRing = resolve;
    });
    if (!this.#rung) await pause(ms, ended, ring);
    this.#rung = false;
  }

  dispose(): void {
    this.#stop?.();
  }
}
