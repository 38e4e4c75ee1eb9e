import { findSimpleStage, isFinished } from '../contract/statuses.js';
import type { ApplicationEvent, SimpleQuestion, SimpleQuestionSnapshot } from '../contract/types.js';
import { computeMaxEmptyPages } from './listing-sweep.js';
import type { LogPosition } from './log-position.js';
import { type LogPage, LogReader, type ReadLogPage, readNewestPosition } from './log-reader.js';
import { groupById, pollEach, type ReadOne } from './poll-each.js';
import { isPermanent, readRetryAfter } from './retryable.js';
import type { Waiter } from './wait.js';

/** A simple question that a wait reports: read by its id, or taken from its newest event. */
export type WatchedQuestion = SimpleQuestionSnapshot | SimpleQuestion;

type WaitersById = Map<number, Waiter<WatchedQuestion>[]>;

// A cancellation writes no event. So a sweep reads each question by its id, a few at each poll.

/** The most questions that are all read within one sweep. */
const MAX_SWEEP_QUESTIONS = 1_000;
const SWEEP_TIME = 600_000;
/** The fewest and the most questions that one poll reads by id. */
const MIN_READS = 2;
const MAX_READS = 11;

/** The longest pause between two polls, in milliseconds, so that a sweep takes at most SWEEP_TIME. */
export function computeSweepPause(questions: number): number {
  // MAX_READS - 1: a poll itself takes time too.
  return ((MAX_READS - 1) * SWEEP_TIME) / questions;
}

/**
 * Checks many simple questions by reading the event log. A poll without new events costs one request for the log, and 2
 * to 11 for the questions that were checked longest ago. A single question is read by its id. While the log can't be
 * read, every question is.
 */
export class EventPoller {
  readonly #readLog: (signal: AbortSignal) => ReadLogPage<ApplicationEvent>;
  readonly #read: ReadOne<WatchedQuestion>;
  #position: LogPosition | undefined;
  /** The questions whose state is known, the one checked longest ago first. */
  readonly #known = new Set<number>();
  readonly #failed = new Set<number>();
  /** Questions that this poll found finished: their waits are over. */
  readonly #finished = new Set<number>();
  #failure: unknown;
  /** When the last poll began, on the clock of `performance.now()`. */
  #lastPollAt = 0;

  constructor(
    readLog: (signal: AbortSignal) => ReadLogPage<ApplicationEvent>,
    read: ReadOne<WatchedQuestion>,
  ) {
    this.#readLog = readLog;
    this.#read = async (id, signal) => {
      this.#failed.add(id);
      const seen = await read(id, signal);
      this.#failed.delete(id);
      if (seen.finished) this.#finish(id);
      return seen;
    };
  }

  async poll(waiting: readonly Waiter<WatchedQuestion>[], signal: AbortSignal): Promise<boolean> {
    const questions = groupById(waiting);
    if (questions.size <= 1) {
      this.#position = undefined;
      return pollEach(this.#read)(waiting, signal);
    }
    const isFirst = this.#position === undefined;
    const readLog = isFirst ? cachePages(this.#readLog(signal)) : this.#readLog(signal);
    for (const ids of [this.#known, this.#failed])
      for (const id of ids) if (!questions.has(id)) ids.delete(id);
    for (const { id, isUrgent } of waiting) if (isUrgent) this.#known.delete(id);
    this.#failure = undefined;
    this.#finished.clear();
    const sweepSize = this.#computeSweepSize(questions.size);
    const failedBefore = [...this.#failed];
    const isLogRead = await this.#tryStep(async () => {
      // Take the position before reading states: a change during the reads is then an event after the position.
      if (this.#position === undefined) {
        this.#known.clear();
        this.#position = await readNewestPosition(readLog);
      } else await this.#readNew(this.#position, readLog, questions, signal);
      const unknown: WaitersById = new Map([...questions].filter(([id]) => this.#isUnknown(id)));
      if (unknown.size > 0) await this.#readInitialStates(unknown, readLog, signal);
    }, signal);
    if (!isLogRead) await this.#readById(questions, signal);
    else if (!isFirst) {
      const due = new Set([...failedBefore, ...this.#known]);
      for (const id of this.#finished) due.delete(id);
      await this.#readEach([...due].slice(0, sweepSize), questions, signal);
    }
    if (this.#failure !== undefined) throw this.#failure;
    return true;
  }

  #isUnknown(id: number): boolean {
    return !this.#known.has(id) && !this.#finished.has(id);
  }

  /** How many questions to read by id, for the time since the last poll. */
  #computeSweepSize(questions: number): number {
    const since = performance.now() - this.#lastPollAt;
    this.#lastPollAt += since;
    return Math.max(
      MIN_READS,
      Math.min(MAX_READS, Math.ceil((Math.min(questions, MAX_SWEEP_QUESTIONS) * since) / SWEEP_TIME)),
    );
  }

  /** Returns whether the step succeeded. A temporary error is kept, and thrown at the end of the poll. */
  async #tryStep(step: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (signal.aborted || isPermanent(error) || readRetryAfter(error) > 0) throw error;
      this.#failure ??= error;
      return false;
    }
  }

  /** Reads some of the questions one by one, unknown ones first, until one can't be read. */
  async #readById(questions: WaitersById, signal: AbortSignal): Promise<void> {
    const unknown = [...questions.keys()].filter((id) => this.#isUnknown(id));
    for (const id of [...unknown, ...this.#known].slice(0, MAX_READS)) {
      await this.#readEach([id], questions, signal);
      if (this.#failed.has(id)) return;
    }
  }

  async #readNew(
    position: LogPosition,
    readLog: ReadLogPage<ApplicationEvent>,
    questions: WaitersById,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const batch of new LogReader(readLog, position).unhandled()) {
      await this.#reportEvents([...batch].reverse(), new Map(questions), signal);
      for (const { id } of batch) position.markHandled(id);
    }
  }

  /** Takes the state of each question from its newest event. A question without a recent event is read by its id. */
  async #readInitialStates(
    unknown: WaitersById,
    readLog: ReadLogPage<ApplicationEvent>,
    signal: AbortSignal,
  ): Promise<void> {
    let pagesWithoutHit = 0;
    for (let page = 1; unknown.size > 1 && pagesWithoutHit <= computeMaxEmptyPages(unknown.size); page += 1) {
      const { events, lastPage } = await readLog(page);
      const countBefore = unknown.size;
      await this.#reportEvents(events, unknown, signal);
      pagesWithoutHit = unknown.size === countBefore ? pagesWithoutHit + 1 : 0;
      if (page >= lastPage) break;
    }
    await this.#readEach([...unknown.keys()], unknown, signal);
  }

  /**
   * Reports the state of each question in its newest event, and deletes it from `questions`. Reads it by its id when the
   * event lacks its texts, or ended it before it was known: a rejection opens it again, and writes no event.
   */
  async #reportEvents(
    newestFirst: readonly ApplicationEvent[],
    questions: WaitersById,
    signal: AbortSignal,
  ): Promise<void> {
    const toRead: WaitersById = new Map();
    for (const event of newestFirst) {
      const question = findQuestion(event);
      const { id = 0 } = question ?? {};
      const waiting = questions.get(id);
      if (question === undefined || waiting === undefined) continue;
      questions.delete(id);
      const finished = isFinished(question);
      const isTranslated = finished || findSimpleStage(question.status) === 'translated';
      const mayBeOpen = !this.#known.has(id) || question.question_bodies === undefined;
      if (!Number.isInteger(question.status) || (isTranslated && mayBeOpen)) {
        toRead.set(id, waiting);
        continue;
      }
      if (finished) this.#finish(id);
      else this.#markChecked(id);
      for (const waiter of waiting) waiter.report({ item: question, finished });
    }
    await this.#readEach([...toRead.keys()], toRead, signal);
  }

  async #readEach(ids: readonly number[], questions: WaitersById, signal: AbortSignal): Promise<void> {
    for (const id of ids) this.#markChecked(id);
    const waiting = ids.flatMap((id) => questions.get(id) ?? []);
    await this.#tryStep(async () => void (await pollEach(this.#read)(waiting, signal)), signal);
  }

  /** Forgets a finished question. A later wait for it then reads it at once, like a new one. */
  #finish(id: number): void {
    this.#known.delete(id);
    this.#finished.add(id);
  }

  #markChecked(id: number): void {
    this.#known.delete(id);
    this.#known.add(id);
  }
}

/** The simple question that an event shows; undefined for an event about something else. */
function findQuestion(event: ApplicationEvent): SimpleQuestionSnapshot | undefined {
  switch (event.type) {
    case 'simple_question.created':
    case 'simple_question.submitted_translation':
    case 'simple_question.finished':
    case 'simple_question.expired':
      return event.question;
    default:
      return undefined;
  }
}

/** Reads each page once: the first poll uses the same pages for the position and for the states. */
function cachePages<Event>(read: ReadLogPage<Event>): ReadLogPage<Event> {
  const pages = new Map<number, Promise<LogPage<Event>>>();
  return (page) => {
    const cached = pages.get(page) ?? read(page);
    pages.set(page, cached);
    return cached;
  };
}
