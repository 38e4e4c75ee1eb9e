import { checkOptions, copyOptions } from '../base/options.js';
import type { ApplicationEvent } from '../contract/types.js';
import { InputError } from '../core/errors/errors.js';
import { Deadline, pause, pauseAfter } from '../core/http/deadline.js';
import { type Checkpoint, Place } from './checkpoint.js';
import { CheckpointConflictError, CheckpointError } from './errors.js';
import { askedToWait, isFinal } from './final.js';
import { FOLLOW_OPTIONS, type FollowOptions } from './follow-options.js';
import { type LogPage, LogReader, newestPlace, type ReadLogPage } from './log-reader.js';
import type { Wake } from './wake.js';

export type { FollowOptions };

/** What following needs of a client. */
export interface LogAccess {
  readonly read: (signal: AbortSignal | undefined) => ReadLogPage<ApplicationEvent>;
  /** Called when a poll fails and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** How following goes. */
export interface StreamHealth {
  /** When a poll last succeeded; undefined before the first. */
  readonly lastPoll: Date | undefined;
  /** The error of the last poll that failed, and when it did; undefined when none has. */
  readonly lastFailure: { readonly error: unknown; readonly at: Date } | undefined;
  /** How many events are known and not handled yet; undefined where that is not known. */
  readonly behind: number | undefined;
}

const ALREADY_LOOPING =
  'has a loop already, which goes on; end it first, or follow again with another checkpoint';
/** A stream that ends when it has caught up ends after so many failed polls in a row, too. */
const MOST_FAILURES = 3;

const DEFAULTS = { interval: 10_000, maxInterval: 60_000 };

/**
 * The event log as a stream, by ascending ids. Within one stream, no event comes twice. Across crashes, with a
 * checkpoint, it comes at least once, under the conditions in docs/following.md. An event that becomes visible late comes
 * late. It takes one loop at a time.
 */
export class EventStream<Event extends ApplicationEvent = ApplicationEvent> implements AsyncIterable<Event> {
  readonly #access: LogAccess;
  readonly #options: FollowOptions;
  #place: Place | undefined;
  /** Milliseconds to wait from the `Retry-After` of the last poll, when it was refused. */
  #askedToWait = 0;
  /** What the stream loaded or saved last. */
  #saved: Checkpoint | undefined;
  #isLooping = false;
  /** How many polls in a row have failed. */
  #failures = 0;
  /** Whether the last poll showed a log that ends before the position. The next one decides. */
  #isSuspect = false;
  #lastPoll: Date | undefined;
  #lastFailure: StreamHealth['lastFailure'];

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

  /** How following goes, for a health check. */
  get health(): StreamHealth {
    return { lastPoll: this.#lastPoll, lastFailure: this.#lastFailure, behind: this.#place?.behind };
  }

  /** The events, until the loop is left. No timer and no request remains after that. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { signal, wake } = this.#options;
    if (this.#isLooping) throw new InputError([{ path: 'stream', message: ALREADY_LOOPING }]);
    this.#isLooping = true;
    const ended = new Deadline(Number.POSITIVE_INFINITY, signal);
    const bell = new Bell(wake);
    try {
      signal?.throwIfAborted();
      this.#place ??= await ended.race(this.#stored());
      yield* this.#polls(bell, ended);
    } finally {
      bell.dispose();
      ended.end();
      this.#isLooping = false;
    }
  }

  async *#polls(bell: Bell, ended: Deadline): AsyncGenerator<Event, void, undefined> {
    const { interval = DEFAULTS.interval, maxInterval = DEFAULTS.maxInterval, until } = this.#options;
    for (let idle = 0; ; idle += 1) {
      this.#askedToWait = 0;
      if (yield* this.#poll(ended)) idle = 0;
      if (until !== undefined && this.#failures === 0) return;
      const isTooLong = this.#failures === MOST_FAILURES || this.#askedToWait > maxInterval;
      if (until !== undefined && isTooLong) throw this.#lastFailure?.error;
      const rest = pauseAfter(idle, { interval, maxInterval });
      // A ring must not shorten a pause that the service asked for, nor the one before a doubt is decided.
      if (this.#isSuspect || this.#askedToWait > rest) await pause(Math.max(rest, this.#askedToWait), ended);
      else await bell.rest(rest, ended);
    }
  }

  async #stored(): Promise<Place | undefined> {
    const stored = await this.#options.checkpoint?.load();
    if (stored === undefined || stored === null) return undefined;
    this.#saved = stored;
    return new Place(stored);
  }

  /** Polls once and yields the new events. Returns whether there were any. */
  async *#poll(ended: Deadline): AsyncGenerator<Event, boolean, undefined> {
    const read = this.#access.read(ended.signal);
    this.#place ??= await this.#begin(read);
    if (this.#place === undefined) return false;
    const place = this.#place;
    const newest = await this.#attempt(() => this.#newest(read, place));
    if (newest === undefined) return false;
    const batches = new LogReader(read, place).unhandled(newest);
    for (let found = false; ; ) {
      const batch = await this.#attempt(() => batches.next());
      if (batch === undefined) return found;
      if (batch.done === true) {
        this.#failures = 0;
        this.#lastPoll = new Date();
        return found;
      }
      found ||= batch.value.length > 0;
      yield* this.#handOn(batch.value, place);
    }
  }

  /** The first page. An empty log shows nothing: all of its events may have been dropped. */
  async #newest(read: ReadLogPage<ApplicationEvent>, { lastId }: Place): Promise<LogPage<ApplicationEvent>> {
    const page = await read(1);
    const newestId = Math.max(...page.events.map(({ id }) => id));
    if (page.events.length > 0 && newestId < lastId) throw new CheckpointError(lastId, newestId);
    this.#isSuspect = false;
    return page;
  }

  /** The position at which the stream begins; undefined when it could not be read. */
  async #begin(read: ReadLogPage<ApplicationEvent>): Promise<Place | undefined> {
    const { from } = this.#options;
    if (from !== 'now') return new Place(from === 'beginning' ? { lastId: 0, count: 0 } : from);
    const place = await this.#attempt(() => newestPlace(read));
    // A crash before the first event must not move the beginning.
    if (place !== undefined) await this.#save(place);
    return place;
  }

  /** Reads; undefined after an error that may pass. For reads only: errors of the store go to the caller. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const isDoubt = error instanceof CheckpointError;
      if (isFinal(error) || (isDoubt && this.#isSuspect)) throw error;
      this.#isSuspect ||= isDoubt;
      this.#failures += 1;
      this.#lastFailure = { error, at: new Date() };
      this.#access.onFailure(error);
      this.#askedToWait = askedToWait(error);
      return undefined;
    }
  }

  async *#handOn(batch: readonly ApplicationEvent[], place: Place): AsyncGenerator<Event> {
    const { types, signal } = this.#options;
    let unsaved = false;
    for (const event of batch) {
      const wanted = types === undefined || types.includes(event.type);
      // `Event` are the events of the wanted types.
      if (wanted) yield event as Event;
      place.handle(event.id);
      if (wanted) {
        await this.#save(place);
        signal?.throwIfAborted();
      }
      unsaved = !wanted;
    }
    if (unsaved) await this.#save(place);
  }

  async #save(place: Place): Promise<void> {
    const { checkpoint: store } = this.#options;
    const next = place.toCheckpoint();
    if ((await store?.save(next, this.#saved)) === false) throw new CheckpointConflictError(next.lastId);
    this.#saved = next;
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
