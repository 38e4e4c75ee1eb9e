import { computePause } from '../../base/backoff.js';
import { checkOptions, copyOptions } from '../../base/options.js';
import type { ApplicationEvent } from '../contract/types.js';
import { InputError } from '../core/errors/errors.js';
import { Deadline, DeadlineExpired, pause, withDeadline } from '../core/http/deadline.js';
import { Leavable } from '../core/paging/leavable.js';
import type { GuardedStore } from '../stores/guarded-store.js';
import { type Checkpoint, type CheckpointStore, NamedCheckpoint } from './checkpoint.js';
import { CheckpointError, makeCheckpointConflict } from './errors.js';
import { FOLLOW_OPTIONS, type FollowOptions } from './follow-options.js';
import { LogCheck } from './log-check.js';
import { LogPosition } from './log-position.js';
import { LogReader, type ReadLogPage, readNewestPosition } from './log-reader.js';
import { isPermanent, readRetryAfter } from './retryable.js';
import { WakeSignal } from './wake.js';

export type { FollowOptions };

export interface LogAccess {
  readonly read: (signal: AbortSignal | undefined) => ReadLogPage<ApplicationEvent>;
  /** Observes a read of the log: the calls with this signal belong to it. */
  readonly observe: <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;
  /** Called when a poll fails and will be tried again. */
  readonly onFailure: (error: unknown) => void;
  readonly store: GuardedStore;
  /**
   * Aborts when the scope of the stream ends. Its loop then ends as if there were no more events, and nothing more is sent.
   * An event that is being handled counts as handled if its loop asks for the next one.
   */
  readonly scope: AbortSignal;
}

/** The state of a stream, for a health check. */
export interface StreamHealth {
  /** When a poll last succeeded; undefined before the first. */
  readonly lastPoll: Date | undefined;
  /** The error of the last poll that failed, and when it did; undefined when none has. */
  readonly lastFailure: { readonly error: unknown; readonly at: Date } | undefined;
  /**
   * How many events are known and not handled yet; undefined before the first poll, and where the service leaves totals out.
   */
  readonly behind: number | undefined;
}

const ALREADY_LOOPING = 'is already being iterated; end that loop first, or call follow() again';
/** With `until: 'caught-up'`, a stream ends after so many failed polls in a row. */
const MAX_FAILURES = 3;

/** How often in a row pages of the log that do not fit together fail their poll. */
const MAX_GAPS = 2;

/** Milliseconds that a checkpoint which is being saved holds the end of a stream. */
const LAST_SAVE = 1_000;

/**
 * The event log as a stream, by ascending ids. Within one stream, no event comes twice. Across crashes, with a
 * checkpoint, each comes at least once, under the conditions in docs/following.md. An event that becomes visible late
 * comes late, out of order. Only one loop at a time can iterate a stream.
 */
export class EventStream<Event extends ApplicationEvent = ApplicationEvent> implements AsyncIterable<Event> {
  readonly #access: LogAccess;
  readonly #options: FollowOptions;
  readonly #checkpoint: CheckpointStore | undefined;
  #position: LogPosition | undefined;
  /** Milliseconds from the `Retry-After` of the last poll; 0 when it had none. */
  #retryAfter = 0;
  #isLooping = false;
  /** How many polls in a row have failed. */
  #failures = 0;
  /** How many polls in a row have shown a log to which the position does not belong. */
  #mismatches = 0;
  /** How often pages did not fit together, since a poll in which all did. */
  #gaps = 0;
  /** Ends the loop that is running. */
  #end: (() => void) | undefined;
  #lastPoll: Date | undefined;
  #lastFailure: StreamHealth['lastFailure'];

  /** @internal */
  constructor(access: LogAccess, options: FollowOptions) {
    const issues = checkOptions('options', options, FOLLOW_OPTIONS);
    if (issues.length > 0) throw new InputError(issues);
    this.#access = access;
    this.#options = copyOptions(options, FOLLOW_OPTIONS);
    const { checkpoint } = this.#options;
    this.#checkpoint =
      typeof checkpoint === 'string' ? new NamedCheckpoint(access.store, checkpoint) : checkpoint;
    access.scope.addEventListener('abort', () => this.#end?.());
  }

  /** By this, `reactive` of Vue leaves it as it is: a Proxy has no private fields. */
  get [Symbol.toStringTag](): string {
    return 'EventStream';
  }

  /** The current position: all events before it have been handled. Undefined until the stream has begun. */
  get checkpoint(): Checkpoint | undefined {
    return this.#position?.toCheckpoint();
  }

  /** The state of the stream, for a health check. */
  get health(): StreamHealth {
    return { lastPoll: this.#lastPoll, lastFailure: this.#lastFailure, behind: this.#position?.behind };
  }

  /**
   * The events, until the loop ends. No timer and no request remains after that. `return()` of the iterator ends it while
   * it waits for an event, too.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    const events: Leavable<Event> = new Leavable((left) => this.#iterate(left, () => events.end()));
    return events;
  }

  /** @param end ends the iterator that this is read through */
  async *#iterate(left: AbortSignal, end: () => void): AsyncGenerator<Event, void, undefined> {
    const { signal, wake } = this.#options;
    const { scope } = this.#access;
    if (scope.aborted) return;
    if (this.#isLooping) throw new InputError([{ path: 'stream', message: ALREADY_LOOPING }]);
    this.#isLooping = true;
    const ended = new Deadline(Number.POSITIVE_INFINITY, signal);
    left.addEventListener('abort', () => ended.end());
    this.#end = end;
    const wakeSignal = new WakeSignal();
    const stopListening = wake?.listen(() => wakeSignal.notify());
    try {
      signal?.throwIfAborted();
      if (this.#position === undefined) {
        const stored = await ended.race((async () => this.#checkpoint?.load())());
        if (stored !== undefined && stored !== null) this.#position = new LogPosition(stored);
      }
      yield* this.#polls(wakeSignal, ended);
    } catch (error) {
      if (!(error instanceof DeadlineExpired)) throw error;
      if (!scope.aborted) signal?.throwIfAborted();
    } finally {
      stopListening?.();
      ended.end();
      this.#isLooping = false;
    }
  }

  async *#polls(wakeSignal: WakeSignal, ended: Deadline): AsyncGenerator<Event, void, undefined> {
    const { interval = 10_000, maxInterval = 60_000, until } = this.#options;
    for (let idlePolls = 0; ; idlePolls += 1) {
      this.#retryAfter = 0;
      if (yield* this.#poll(ended)) idlePolls = 0;
      if (until !== undefined && this.#failures === 0) return;
      const error = this.#lastFailure?.error;
      // A mismatch becomes certain by itself.
      const isFailing = this.#failures >= MAX_FAILURES && !(error instanceof CheckpointError);
      if (until !== undefined && (isFailing || this.#retryAfter > maxInterval)) throw error;
      const delay = computePause(idlePolls, { interval, maxInterval });
      // Ignore `wake` during Retry-After, and while a mismatch is not certain.
      if (this.#mismatches > 0 || this.#retryAfter > delay)
        await pause(Math.max(delay, this.#retryAfter), ended);
      else {
        if (!wakeSignal.isNotified) await wakeSignal.pause(delay, ended);
        wakeSignal.clear();
      }
    }
  }

  /** Polls once and yields the new events. Returns whether there were any. */
  async *#poll(ended: Deadline): AsyncGenerator<Event, boolean, undefined> {
    const read = this.#access.read(ended.signal);
    this.#position ??= await this.#begin(read, ended);
    if (this.#position === undefined) return false;
    const position = this.#position;
    const check = new LogCheck(position);
    const gaps = this.#gaps;
    const reader = new LogReader(check.checking(read), position, this.#onGap);
    const batches = reader.unhandled();
    for (let hasFound = false; ; ) {
      const next = () => batches.next();
      // After the last batch, nothing is read.
      const observed = () => this.#access.observe(ended.signal, next);
      const batch = await this.#tryRead(reader.isAtEnd ? next : observed, check);
      if (batch === undefined) return hasFound;
      this.#mismatches = 0;
      if (batch.done === true) {
        if (this.#gaps === gaps) this.#gaps = 0;
        this.#failures = 0;
        this.#lastPoll = new Date();
        return hasFound;
      }
      hasFound ||= batch.value.length > 0;
      yield* this.#yieldBatch(batch.value, position, ended);
    }
  }

  /**
   * Fails the poll when pages of the log do not fit together: an event between them would be lost. After two such polls
   * it goes on with a warning: the service's totals are wrong then, and would stop the stream for good.
   */
  readonly #onGap = (error: Error): void => {
    this.#gaps += 1;
    if (this.#gaps <= MAX_GAPS) throw error;
    this.#access.onFailure(error);
    this.#lastFailure = { error, at: new Date() };
  };

  /** The position at which the stream begins; undefined when it could not be read. */
  async #begin(read: ReadLogPage<ApplicationEvent>, ended: Deadline): Promise<LogPosition | undefined> {
    const { from } = this.#options;
    if (from !== 'now') return new LogPosition(from === 'beginning' ? { lastId: 0, count: 0 } : from);
    const readNewest = () => readNewestPosition(read, this.#onGap);
    const position = await this.#tryRead(() => this.#access.observe(ended.signal, readNewest));
    // Saved now, so that a restart before the first event begins at the same position.
    if (position !== undefined) await this.#save(position, ended);
    return position;
  }

  /** Runs a read. Undefined after a temporary error. Not for the store: its errors go to the caller. */
  async #tryRead<Result>(read: () => Promise<Result>, check?: LogCheck): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const isMismatch = error instanceof CheckpointError;
      if (isMismatch) this.#mismatches += 1;
      if (isPermanent(error) || (isMismatch && this.#mismatches >= (check?.certainAfter ?? 1))) throw error;
      this.#failures += 1;
      this.#lastFailure = { error, at: new Date() };
      this.#access.onFailure(error);
      this.#retryAfter = readRetryAfter(error);
      return undefined;
    }
  }

  async *#yieldBatch(
    batch: readonly ApplicationEvent[],
    position: LogPosition,
    ended: Deadline,
  ): AsyncGenerator<Event> {
    const { types, signal } = this.#options;
    let isUnsaved = false;
    for (const event of batch) {
      const isSelected = types === undefined || types.includes(event.type);
      // `Event` are the events of the wanted types.
      if (isSelected) yield event as Event;
      position.markHandled(event.id);
      if (isSelected) {
        await this.#save(position, ended);
        if (this.#access.scope.aborted) return;
        signal?.throwIfAborted();
      }
      isUnsaved = !isSelected;
    }
    if (isUnsaved) await this.#save(position, ended);
  }

  /** Saves the checkpoint. When the stream is to end, it waits for that only a moment: a store may never answer. */
  async #save(position: LogPosition, ended: Deadline): Promise<void> {
    const next = position.toCheckpoint();
    const saving = (async () => this.#checkpoint?.save(next))();
    const isSaved = await ended.race(saving).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
      return withDeadline(LAST_SAVE, undefined, (limit) => limit.race(saving));
    });
    if (isSaved === false) throw makeCheckpointConflict(next.lastId);
  }
}
