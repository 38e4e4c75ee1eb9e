import type { ApplicationEvent, SimpleQuestion, SimpleQuestionSnapshot } from '../openapi/objects.js';
import { isFinished } from '../schemas/statuses.js';
import type { Place } from './checkpoint.js';
import { patience } from './listing-turns.js';
import { type LogPage, LogReader, newestPlace, type ReadLogPage } from './log-reader.js';
import { byId, eachByItself, type ReadOne } from './rounds.js';
import type { Seen, Waiting } from './wait.js';

/** A simple question as a wait reports it: read by its id, or as its newest event shows it. */
export type WatchedQuestion = SimpleQuestionSnapshot | SimpleQuestion;

type Waitings = Map<number, Waiting<WatchedQuestion>[]>;

/** Questions that each round reads by id, since a cancellation writes no event. */
const SWEPT = 2;

/**
 * Checks many simple questions by reading the event log. A round without news costs three requests: one for the log,
 * and two for the questions that were checked longest ago. A single question is read by its id.
 */
export class LogRound {
  readonly #readLog: (signal: AbortSignal) => ReadLogPage<ApplicationEvent>;
  readonly #read: ReadOne<WatchedQuestion>;
  #place: Place | undefined;
  /** The questions whose state is known, the one checked longest ago first. */
  readonly #known = new Set<number>();

  constructor(
    readLog: (signal: AbortSignal) => ReadLogPage<ApplicationEvent>,
    read: ReadOne<WatchedQuestion>,
  ) {
    this.#readLog = readLog;
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      // A finished question is forgotten, so that a later wait for it is answered at once, as for a new one.
      if (seen.finished) this.#known.delete(id);
      return seen;
    };
  }

  async look(waiting: readonly Waiting<WatchedQuestion>[], signal: AbortSignal): Promise<boolean> {
    const questions = byId(waiting);
    if (questions.size <= 1) {
      this.#place = undefined;
      return eachByItself(this.#read)(waiting, signal);
    }
    const isFirst = this.#place === undefined;
    const readLog = isFirst ? readOnce(this.#readLog(signal)) : this.#readLog(signal);
    // The position is taken first: what happens while states are read is in the log after it.
    if (this.#place === undefined) await this.#begin(readLog);
    else await this.#readNew(this.#place, readLog, questions, signal);
    for (const id of this.#known) if (!questions.has(id)) this.#known.delete(id);
    const unknown: Waitings = new Map([...questions].filter(([id]) => !this.#known.has(id)));
    if (unknown.size > 0) await this.#getToKnow(unknown, readLog, signal);
    else await this.#readEach([...this.#known].slice(0, SWEPT), questions, signal);
    return true;
  }

  async #begin(readLog: ReadLogPage<ApplicationEvent>): Promise<void> {
    this.#known.clear();
    this.#place = await newestPlace(readLog);
  }

  async #readNew(
    place: Place,
    readLog: ReadLogPage<ApplicationEvent>,
    questions: Waitings,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const batch of new LogReader(readLog, place).unhandled()) {
      const newest = new Map(batch.map((event) => [questionOf(event)?.id ?? 0, event]));
      for (const event of newest.values()) await this.#show(event, questions, signal);
      for (const { id } of batch) place.handle(id);
    }
  }

  /** Takes the state of each question from its newest event. A question without a recent event is read by its id. */
  async #getToKnow(
    unknown: Waitings,
    readLog: ReadLogPage<ApplicationEvent>,
    signal: AbortSignal,
  ): Promise<void> {
    let barren = 0;
    for (let page = 1; unknown.size > 1 && barren <= patience(unknown.size); page += 1) {
      const { events, totalPages } = await readLog(page);
      const before = unknown.size;
      for (const event of events) {
        if (await this.#show(event, unknown, signal)) unknown.delete(questionOf(event)?.id ?? 0);
      }
      barren = unknown.size === before ? barren + 1 : 0;
      if (page >= totalPages) break;
    }
    await this.#readEach([...unknown.keys()], unknown, signal);
  }

  /** Reports the state in an event. Returns whether the event is about one of the questions. */
  async #show(event: ApplicationEvent, questions: Waitings, signal: AbortSignal): Promise<boolean> {
    const question = questionOf(event);
    const waiting = questions.get(question?.id ?? 0);
    if (question === undefined || waiting === undefined) return false;
    const { id } = question;
    const finished = isFinished(question);
    if (!Number.isInteger(question.status) || (finished && question.question_bodies === undefined)) {
      await this.#readEach([id], questions, signal);
    } else this.#tell(id, waiting, { item: question, finished });
    return true;
  }

  async #readEach(ids: readonly number[], questions: Waitings, signal: AbortSignal): Promise<void> {
    for (const id of ids) this.#touch(id);
    await eachByItself(this.#read)(
      ids.flatMap((id) => questions.get(id) ?? []),
      signal,
    );
  }

  #tell(id: number, waiting: readonly Waiting<WatchedQuestion>[], seen: Seen<WatchedQuestion>): void {
    if (seen.finished) this.#known.delete(id);
    else this.#touch(id);
    for (const one of waiting) one.see(seen);
  }

  #touch(id: number): void {
    this.#known.delete(id);
    this.#known.add(id);
  }
}

/** The simple question that an event shows; undefined for an event about something else. */
function questionOf(event: ApplicationEvent): SimpleQuestionSnapshot | undefined {
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

/** Reads each page once: the pages that gave the position give states too. */
function readOnce<Event>(read: ReadLogPage<Event>): ReadLogPage<Event> {
  const pages = new Map<number, Promise<LogPage<Event>>>();
  return (page) => {
    const known = pages.get(page) ?? read(page);
    pages.set(page, known);
    return known;
  };
}
