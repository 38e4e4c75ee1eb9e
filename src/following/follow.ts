import { checkOptions, copyOptions } from '../base/options.js';
import type { ApplicationEvent } from '../contract/types.js';
import { InputError } from '../core/errors/errors.js';
import { Deadline, pause, pauseAfter } from '../core/http/deadline.js';
import type { Checkpoint } from '../stores/checkpoint.js';
import { CheckpointConflictError, CheckpointError } from './errors.js';
import { FOLLOW_OPTIONS, type FollowOptions } from './follow-options.js';
import { LogPosition } from './log-position.js';
import { type LogPage, LogReader, newestPosition, type ReadLogPage } from './log-reader.js';
import { isPermanent, retryAfterOf } from './retryable.js';
import { WakeSignal } from './wake.js';

export type { FollowOptions };

/** What following needs of a client. */
export interface LogAccess {
  readonly read: (signal: AbortSignal | undefined) => ReadLogPage<ApplicationEvent>;
  /** Called when a poll fails and will be tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** The state of a stream, for a health check. */
export interface StreamHealth {
  /** When a poll last succeeded; undefined before the first. */
  readonly lastPoll: Date | undefined;
  /** The error of the last poll that failed, and when it did; undefined when none has. */
  readonly lastFailure: { readonly error: unknown; readonly at: Date } | undefined;
  /** How many events are known and not handled yet; undefined where that is not known. */
  readonly behind: number | undefined;
}

const ALREADY_LOOPING =
  'is already being iterated; end that loop first, or call follow() again with another checkpoint';
/** With `until: 'caught-up'`, a stream ends after so many failed polls in a row. */
const MAX_FAILURES = 3;

const DEFAULTS = { interval: 10_000, maxInterval: 60_000 };

/**
 * The event log as a stream, by ascending ids. Within one stream, no event comes twice. Across crashes, with a
 * checkpoint, each comes at least once, under the conditions in docs/following.md. An event that becomes visible late
 * comes late, out of order. Only one loop at a time can iterate a stream.
 */
export class EventStream<Event extends ApplicationEvent = ApplicationEvent> implements AsyncIterable<Event> {
  readonly #access: LogAccess;
  readonly #options: FollowOptions;
  #position: LogPosition | undefined;
  /** Milliseconds from the `Retry-After` of the last poll; 0 when it had none. */
  #retryAfter = 0;
  /** The checkpoint that was loaded or saved last. */
  #saved: Checkpoint | undefined;
  #isLooping = false;
  /** How many polls in a row have failed. */
  #failures = 0;
  /** Whether the last poll showed a log that ends before the position. A second such poll is an error. */
  #isMismatchSuspected = false;
  #lastPoll: Date | undefined;
  #lastFailure: StreamHealth['lastFailure'];

  /** @internal */
  constructor(access: LogAccess, options: FollowOptions) {
    const issues = checkOptions('options', options, FOLLOW_OPTIONS);
    if (issues.length > 0) throw new InputError(issues);
    this.#access = access;
    this.#options = copyOptions(options, FOLLOW_OPTIONS);
  }

  /** The current position: all events before it have been handled. Undefined until the stream has begun. */
  get checkpoint(): Checkpoint | undefined {
    return this.#position?.toCheckpoint();
  }

  /** The state of the stream, for a health check. */
  get health(): StreamHealth {
    return { lastPoll: this.#lastPoll, lastFailure: this.#lastFailure, behind: this.#position?.behind };
  }

  /** The events, until the loop ends. No timer and no request remains after that. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const { signal, wake } = this.#options;
    if (this.#isLooping) throw new InputError([{ path: 'stream', message: ALREADY_LOOPING }]);
    this.#isLooping = true;
    const ended = new Deadline(Number.POSITIVE_INFINITY, signal);
    const wakeSignal = new WakeSignal();
    const stopListening = wake?.listen(() => wakeSignal.notify());
    try {
      signal?.throwIfAborted();
      this.#position ??= await ended.race(this.#loadPosition());
      yield* this.#polls(wakeSignal, ended);
    } finally {
      stopListening?.();
      ended.end();
      this.#isLooping = false;
    }
  }

  async *#polls(wakeSignal: WakeSignal, ended: Deadline): AsyncGenerator<Event, void, undefined> {
    const { interval = DEFAULTS.interval, maxInterval = DEFAULTS.maxInterval, until } = this.#options;
    for (let idlePolls = 0; ; idlePolls += 1) {
      this.#retryAfter = 0;
      if (yield* this.#poll(ended)) idlePolls = 0;
      if (until !== undefined && this.#failures === 0) return;
      const isTooLong = this.#failures === MAX_FAILURES || this.#retryAfter > maxInterval;
      if (until !== undefined && isTooLong) throw this.#lastFailure?.error;
      const delay = pauseAfter(idlePolls, { interval, maxInterval });
      // Ignore `wake` during Retry-After, and until a second poll confirms a checkpoint mismatch.
      if (this.#isMismatchSuspected || this.#retryAfter > delay)
        await pause(Math.max(delay, this.#retryAfter), ended);
      else {
        if (!wakeSignal.isNotified) await wakeSignal.pause(delay, ended);
        wakeSignal.clear();
      }
    }
  }

  async #loadPosition(): Promise<LogPosition | undefined> {
    const stored = await this.#options.checkpoint?.load();
    if (stored === undefined || stored === null) return undefined;
    this.#saved = stored;
    return new LogPosition(stored);
  }

  /** Polls once and yields the new events. Returns whether there were any. */
  async *#poll(ended: Deadline): AsyncGenerator<Event, boolean, undefined> {
    const read = this.#access.read(ended.signal);
    this.#position ??= await this.#begin(read);
    if (this.#position === undefined) return false;
    const position = this.#position;
    const newest = await this.#tryRead(() => this.#newest(read, position));
    if (newest === undefined) return false;
    const batches = new LogReader(read, position).unhandled(newest);
    for (let hasFound = false; ; ) {
      const batch = await this.#tryRead(() => batches.next());
      if (batch === undefined) return hasFound;
      if (batch.done === true) {
        this.#failures = 0;
        this.#lastPoll = new Date();
        return hasFound;
      }
      hasFound ||= batch.value.length > 0;
      yield* this.#yieldBatch(batch.value, position);
    }
  }

  /** Reads the first page and compares it with the position. An empty log may have dropped its events: no mismatch. */
  async #newest(
    read: ReadLogPage<ApplicationEvent>,
    { lastId }: LogPosition,
  ): Promise<LogPage<ApplicationEvent>> {
    const page = await read(1);
    const newestId = Math.max(...page.events.map(({ id }) => id));
    if (page.events.length > 0 && newestId < lastId) throw new CheckpointError(lastId, newestId);
    this.#isMismatchSuspected = false;
    return page;
  }

  /** The position at which the stream begins; undefined when it could not be read. */
  async #begin(read: ReadLogPage<ApplicationEvent>): Promise<LogPosition | undefined> {
    const { from } = this.#options;
    if (from !== 'now') return new LogPosition(from === 'beginning' ? { lastId: 0, count: 0 } : from);
    const position = await this.#tryRead(() => newestPosition(read));
    // Saved now, so that a restart before the first event begins at the same position.
    if (position !== undefined) await this.#save(position);
    return position;
  }

  /** Runs a read. Undefined after a temporary error. Not for the store: its errors go to the caller. */
  async #tryRead<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const isMismatch = error instanceof CheckpointError;
      if (isPermanent(error) || (isMismatch && this.#isMismatchSuspected)) throw error;
      this.#isMismatchSuspected ||= isMismatch;
      this.#failures += 1;
      this.#lastFailure = { error, at: new Date() };
      this.#access.onFailure(error);
      this.#retryAfter = retryAfterOf(error);
      return undefined;
    }
  }

  async *#yieldBatch(batch: readonly ApplicationEvent[], position: LogPosition): AsyncGenerator<Event> {
    const { types, signal } = this.#options;
    let isUnsaved = false;
    for (const event of batch) {
      const isSelected = types === undefined || types.includes(event.type);
      // `Event` are the events of the wanted types.
      if (isSelected) yield event as Event;
      position.markHandled(event.id);
      if (isSelected) {
        await this.#save(position);
        signal?.throwIfAborted();
      }
      isUnsaved = !isSelected;
    }
    if (isUnsaved) await this.#save(position);
  }

  async #save(position: LogPosition): Promise<void> {
    const { checkpoint: store } = this.#options;
    const next = position.toCheckpoint();
    if ((await store?.save(next, this.#saved)) === false) throw new CheckpointConflictError(next.lastId);
    this.#saved = next;
  }
}
