import { TRY_LATER } from '../core/errors/advice.js';
import { UnexpectedAnswerError } from '../core/errors/errors.js';
import { PageReader } from '../core/paging/page-reader.js';
import { LOG } from './errors.js';
import { LogPosition, MAX_NEWER } from './log-position.js';

/** One page of the log, newest event first. */
export interface LogPage<Event> {
  readonly page: number;
  readonly events: readonly Event[];
  /** The number of the last page, as far as the answer can be believed. */
  readonly lastPage: number;
  /** Undefined when the answer has no total. */
  readonly total: number | undefined;
}

/** Reads a page of the log, 100 events to a page. */
export type ReadLogPage<Event> = (page: number) => Promise<LogPage<Event>>;

/** Where the pages come from, and who decides about pages that do not fit those before them. */
interface LogSource<Event> {
  readonly readPage: ReadLogPage<Event>;
  /** Throws the error, or goes on with what may have a gap. @default it is thrown */
  readonly onGap?: ((error: UnexpectedAnswerError) => void) | undefined;
}

/** An event, as far as reading the log needs it. */
export interface EventWithId {
  readonly id: number;
}

/** The page size to ask for. A service can answer with another one. */
const PER_PAGE = 100;
/** The most pages of a backlog that are read for one batch. */
const MAX_RANGE = 8;
/** How many pages beyond the expected ones are read before a binary search begins. */
const MAX_EXTRA_PAGES = 2;
/** Reading ends after so many page ranges in a row without a new event. */
const MAX_EMPTY_RANGES = 2;
/** More pages than any log has: the limit for a service that repeats a page for ever. */
const MAX_PAGES = 2 ** 30;

function isLastPage({ page, lastPage, events }: LogPage<EventWithId>): boolean {
  return page >= Math.min(lastPage, MAX_PAGES) || events.length === 0;
}

/** Whether the page goes back to this id, or further. The event itself need not exist. */
function reaches(page: LogPage<EventWithId>, id: number): boolean {
  return isLastPage(page) || Math.min(...page.events.map((event) => event.id)) <= id;
}

/** Consecutive pages, from newer to older, without a gap. */
class PageRange<Event extends EventWithId> {
  readonly pages: LogPage<Event>[] = [];
  readonly #reader: PageReader<LogPage<Event>>;
  readonly #onGap: LogSource<Event>['onGap'];

  /** @param given pages that were read already, beginning with the first */
  constructor({ readPage, onGap }: LogSource<Event>, first: number, ...given: LogPage<Event>[]) {
    this.#onGap = onGap;
    this.#reader = new PageReader(
      async (page) => (given[0]?.page === page ? given.shift() : undefined) ?? readPage(page),
      ({ events, ...page }) => ({ ...page, keys: events.map(({ id }) => id) }),
      first,
    );
  }

  get first(): LogPage<Event> {
    return this.pages[0] ?? NO_PAGE;
  }

  get last(): LogPage<Event> {
    return this.pages.at(-1) ?? NO_PAGE;
  }

  get length(): number {
    return this.last.page - this.first.page + 1;
  }

  get ids(): number[] {
    return this.pages.flatMap(({ events }) => events.map(({ id }) => id));
  }

  get isWholeLog(): boolean {
    return this.pages.some(isLastPage);
  }

  #reportGap({ page }: LogPage<Event>): void {
    const message = 'does not fit those before it; events may be missing between them';
    const error = new UnexpectedAnswerError(`page ${page} of the log ${message}`, {
      outcome: 'done',
      request: LOG,
      snippet: '',
      advice: TRY_LATER,
      issues: [{ path: 'events', message }],
    });
    if (this.#onGap === undefined) throw error;
    this.#onGap(error);
  }

  /** Reads the next older pages until there are enough, or no more. */
  async readUntil(isEnough: () => boolean): Promise<this> {
    while (this.pages.length === 0 || !isEnough()) {
      const read = await this.#reader.next();
      if (read === undefined) break;
      if (read.flaw === 'gap') this.#reportGap(read.page);
      if (read.isNewStart) this.pages.length = 0;
      this.pages.push(read.page);
    }
    return this;
  }
}

const NO_PAGE = { page: 1, events: [], lastPage: 0, total: undefined };

/** The position after the newest event. Visible events count as handled; those that become visible late do not. */
export async function readNewestPosition(
  readPage: ReadLogPage<EventWithId>,
  onGap?: LogSource<never>['onGap'],
): Promise<LogPosition> {
  const range = new PageRange({ readPage, onGap }, 1);
  await range.readUntil(() => isLastPage(range.last) || range.ids.length > MAX_NEWER);
  const { total, events } = range.first;
  const position = new LogPosition({ lastId: Math.max(0, ...events.map(({ id }) => id)) });
  position.markVisible(range.ids, range.isWholeLog);
  position.updateCount(total, 0);
  return position;
}

/**
 * Reads the unhandled events, oldest first, in batches. It sends no ordering parameter: the log's default order is newest
 * first.
 *
 * Pages are read from newer to older until they reach handled events. An insert meanwhile moves events to older pages.
 * Those are read later, so none is missed, even when the totals are wrong. A long backlog is read in several page
 * ranges, the oldest range first.
 */
export class LogReader<Event extends EventWithId> {
  readonly #source: LogSource<Event>;
  readonly #position: LogPosition;
  #perPage = PER_PAGE;
  /** Whether the batch that was given last was the last one. */
  isAtEnd = false;

  constructor(readPage: ReadLogPage<Event>, position: LogPosition, onGap?: LogSource<Event>['onGap']) {
    this.#source = { readPage, onGap };
    this.#position = position;
  }

  /** Batches of unhandled events. Handle every event of a batch before asking for the next batch. */
  async *unhandled(): AsyncGenerator<readonly Event[], void, undefined> {
    const newest = await this.#source.readPage(1);
    // A page that is not the last one is full, so it shows the real page size.
    if (!isLastPage(newest)) this.#perPage = newest.events.length;
    let range = reaches(newest, this.#position.lastId)
      ? await this.#readRange(1, 1, newest)
      : await this.#readOldestRange(newest);
    await this.#addLateEvents(range);
    let emptyRanges = 0;
    for (let length = 1; ; length = Math.min(2 * length, MAX_RANGE)) {
      const { page, total } = range.first;
      const batch = this.#findUnhandled(range);
      this.#position.updateCount(total, this.#countUnhandled(page, batch));
      this.isAtEnd = page === 1;
      yield batch;
      emptyRanges = batch.length === 0 ? emptyRanges + 1 : 0;
      if (page === 1 || emptyRanges === MAX_EMPTY_RANGES) return;
      range = await this.#readRange(Math.max(1, page - length), length + MAX_EXTRA_PAGES);
      // With short pages, a late event can be on pages older than those that were just handled.
      if (this.#countUnhandled(page, []) < MAX_NEWER) await this.#addLateEvents(range);
    }
  }

  #findUnhandled({ pages, first }: PageRange<Event>): Event[] {
    const unhandled = new Map<number, Event>();
    // Skip events newer than `newest`: they arrived while reading, and there may be gaps.
    const newest = Math.max(...first.events.map(({ id }) => id));
    for (const event of pages.flatMap(({ events }) => events)) {
      if (event.id <= newest && !this.#position.isHandled(event.id)) unhandled.set(event.id, event);
    }
    return [...unhandled.values()].sort((a, b) => a.id - b.id);
  }

  /** How many events are unhandled: those in `onPages`, and all on the newer pages before `page`. */
  #countUnhandled(page: number, onPages: readonly Event[]): number {
    return onPages.length + (page - 1) * this.#perPage;
  }

  /** Reads from page `from` to the first one that reaches the position; after `maxPages`, uses a binary search. */
  async #readRange(
    from: number,
    maxPages: number,
    ...given: readonly LogPage<Event>[]
  ): Promise<PageRange<Event>> {
    const range = new PageRange(this.#source, from, ...given);
    const isFound = () => reaches(range.last, this.#position.lastId);
    await range.readUntil(() => isFound() || range.length >= maxPages);
    return isFound() || range.length < maxPages ? range : this.#searchPosition(range.last);
  }

  /**
   * Adds the older pages on which a late event can be: one that became visible behind newer ones. Adds none when the
   * totals show that no event came late.
   */
  async #addLateEvents(range: PageRange<Event>): Promise<void> {
    const { page, total } = range.first;
    const { count, completeUpTo, lastId } = this.#position;
    const isCounted = total !== undefined && count !== undefined && completeUpTo !== undefined;
    if (isCounted && total - count === this.#countUnhandled(page, this.#findUnhandled(range))) return;
    const isDeep = () => completeUpTo !== undefined || page > 1 || range.ids.length > MAX_NEWER;
    // A range that begins anew may not reach the position yet.
    await range.readUntil(
      () => isLastPage(range.last) || (reaches(range.last, completeUpTo ?? lastId) && isDeep()),
    );
    if (completeUpTo === undefined) this.#position.markVisible(range.ids, range.isWholeLog);
  }

  /** The oldest pages of a backlog. The position's count tells their page; without a count, a binary search does. */
  async #readOldestRange(newest: LogPage<Event>): Promise<PageRange<Event>> {
    const { lastId, count = lastId === 0 ? 0 : undefined } = this.#position;
    if (count === undefined || newest.total === undefined) return this.#searchPosition(newest);
    const expected = Math.ceil((newest.total - count) / this.#perPage);
    const range = await this.#readRange(Math.min(Math.max(expected, 2), newest.lastPage), MAX_EXTRA_PAGES);
    // If the count is too low, the expected page is older than the position and has no unhandled event.
    return this.#findUnhandled(range).length > 0 ? range : this.#searchPosition(newest, range.first);
  }

  /**
   * Finds the page of the position, or the one before it, by binary search. When the number of pages is unknown, it
   * first finds the end of the log.
   *
   * @param tooNew a page that does not reach the position
   * @param reaching a page that reaches the position, read after `tooNew`
   */
  async #searchPosition(tooNew: LogPage<Event>, reaching?: LogPage<Event>): Promise<PageRange<Event>> {
    // Where the last page is uncertain, the total says more.
    const end =
      tooNew.total === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(tooNew.lastPage, Math.ceil(tooNew.total / this.#perPage));
    let newer = tooNew;
    let found = reaching;
    let last = reaching;
    for (let older = found?.page ?? end; older - newer.page > 1; older = found?.page ?? end) {
      const between = Number.isFinite(older) ? Math.floor((newer.page + older) / 2) : 2 * newer.page;
      last = await this.#source.readPage(between);
      if (reaches(last, this.#position.lastId)) found = last;
      else newer = last;
    }
    if (found !== undefined) {
      const { page } = found;
      const first = found === last ? newer : found;
      const range = new PageRange(this.#source, first.page, ...new Set([first, found]));
      await range.readUntil(() => range.last.page >= page);
      // An older page that was not read last may have got events from an insert meanwhile.
      if (found === last || this.#findUnhandled(range).length > 0) return range;
    }
    return this.#readRange(newer.page, MAX_EXTRA_PAGES + 1, newer);
  }
}
