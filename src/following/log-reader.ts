import { LogPosition, MAX_NEWER } from './log-position.js';

/** One page of the log, newest event first. */
export interface LogPage<Event> {
  readonly page: number;
  readonly events: readonly Event[];
  readonly totalPages: number;
  /** Undefined when the answer has no total. */
  readonly total: number | undefined;
}

/** Reads a page of the log, 100 events to a page. */
export type ReadLogPage<Event> = (page: number) => Promise<LogPage<Event>>;

interface Identified {
  readonly id: number;
}

/** Consecutive pages, from newer to older, without a gap. */
type PageRange<Event> = readonly [LogPage<Event>, ...LogPage<Event>[]];

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

function isLastPage({ page, totalPages, events }: LogPage<Identified>): boolean {
  return page >= Math.min(totalPages, MAX_PAGES) || events.length === 0;
}

/** Whether the page goes back to this id, or further. The event itself need not exist. */
function reaches(page: LogPage<Identified>, id: number): boolean {
  return isLastPage(page) || Math.min(...page.events.map((event) => event.id)) <= id;
}

/** The position after the newest event. Visible events count as handled; those that become visible late do not. */
export async function newestPosition(readPage: ReadLogPage<Identified>): Promise<LogPosition> {
  const newest = await readPage(1);
  const position = new LogPosition({ lastId: Math.max(0, ...newest.events.map(({ id }) => id)) });
  const pages = [newest];
  for (let last = newest; !isLastPage(last) && idsOn(pages).length <= MAX_NEWER; pages.push(last)) {
    last = await readPage(last.page + 1);
  }
  position.markVisible(idsOn(pages), pages.some(isLastPage));
  position.updateCount(newest.total, 0);
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
export class LogReader<Event extends Identified> {
  readonly #readPage: ReadLogPage<Event>;
  readonly #position: LogPosition;
  #perPage = PER_PAGE;

  constructor(readPage: ReadLogPage<Event>, position: LogPosition) {
    this.#readPage = readPage;
    this.#position = position;
  }

  /**
   * Batches of unhandled events. Handle every event of a batch before asking for the next batch.
   *
   * @param first the first page, where it has just been read
   */
  async *unhandled(first?: LogPage<Event>): AsyncGenerator<readonly Event[], void, undefined> {
    const newest = first ?? (await this.#readPage(1));
    // A page that is not the last one is full, so it shows the real page size.
    if (!isLastPage(newest)) this.#perPage = newest.events.length;
    const pages: PageRange<Event> = reaches(newest, this.#position.lastId)
      ? [newest]
      : await this.#oldestRange(newest);
    let range = await this.#withLateEvents(pages);
    let emptyRanges = 0;
    for (let length = 1; ; length = Math.min(2 * length, MAX_RANGE)) {
      const [{ page, total }] = range;
      const batch = this.#unhandledOn(range);
      this.#position.updateCount(total, this.#unhandledCount(page, batch));
      yield batch;
      emptyRanges = batch.length === 0 ? emptyRanges + 1 : 0;
      if (page === 1 || emptyRanges === MAX_EMPTY_RANGES) return;
      const next = await this.#readRange(Math.max(1, page - length), length + MAX_EXTRA_PAGES);
      // With short pages, a late event can be on pages older than those that were just handled.
      range = this.#unhandledCount(page, []) < MAX_NEWER ? await this.#withLateEvents(next) : next;
    }
  }

  #unhandledOn(pages: PageRange<Event>): Event[] {
    const unhandled = new Map<number, Event>();
    // Skip events newer than `newest`: they arrived while reading, and there may be gaps.
    const newest = Math.max(...idsOn(pages.slice(0, 1)));
    for (const { events } of pages) {
      for (const event of events) {
        if (event.id <= newest && !this.#position.isHandled(event.id)) unhandled.set(event.id, event);
      }
    }
    return [...unhandled.values()].sort((a, b) => a.id - b.id);
  }

  /** How many events are unhandled: those in `onPages`, and all on the newer pages before `page`. */
  #unhandledCount(page: number, onPages: readonly Event[]): number {
    return onPages.length + (page - 1) * this.#perPage;
  }

  /** Reads from page `from` to the first one that reaches the position; after `maxPages`, uses a binary search. */
  async #readRange(from: number, maxPages: number): Promise<PageRange<Event>> {
    return this.#extendToPosition(await this.#readPage(from), maxPages);
  }

  async #extendToPosition(first: LogPage<Event>, maxPages: number): Promise<PageRange<Event>> {
    const pages: [LogPage<Event>, ...LogPage<Event>[]] = [first];
    for (let last = first; !reaches(last, this.#position.lastId); pages.push(last)) {
      if (pages.length >= maxPages) return this.#search(last);
      last = await this.#readPage(last.page + 1);
    }
    return pages;
  }

  /**
   * Adds the older pages on which a late event can be: one that became visible behind newer ones. Adds none when the
   * totals show that no event came late.
   */
  async #withLateEvents(range: PageRange<Event>): Promise<PageRange<Event>> {
    const [{ page, total }] = range;
    const { count, completeUpTo } = this.#position;
    const isCounted = total !== undefined && count !== undefined && completeUpTo !== undefined;
    if (isCounted && total - count === this.#unhandledCount(page, this.#unhandledOn(range))) return range;
    const pages: [LogPage<Event>, ...LogPage<Event>[]] = [...range];
    for (let last = pages.at(-1) ?? range[0]; !isLastPage(last); pages.push(last)) {
      const isDeep = page > 1 || idsOn(pages).length > MAX_NEWER;
      if (completeUpTo === undefined ? isDeep : reaches(last, completeUpTo)) break;
      last = await this.#readPage(last.page + 1);
    }
    if (completeUpTo === undefined) this.#position.markVisible(idsOn(pages), pages.some(isLastPage));
    return pages;
  }

  /** The oldest pages of a backlog. The position's count tells their page; without a count, a binary search does. */
  async #oldestRange(newest: LogPage<Event>): Promise<PageRange<Event>> {
    const { lastId, count = lastId === 0 ? 0 : undefined } = this.#position;
    if (count === undefined || newest.total === undefined) return this.#search(newest);
    const expected = Math.ceil((newest.total - count) / this.#perPage);
    const range = await this.#readRange(Math.min(Math.max(expected, 2), newest.totalPages), MAX_EXTRA_PAGES);
    // If the count is too low, the expected page is older than the position and has no unhandled event.
    return this.#unhandledOn(range).length > 0 ? range : this.#search(newest, range[0]);
  }

  /**
   * Finds the page of the position, or the one before it, by binary search. When the number of pages is unknown, it
   * first finds the end of the log.
   *
   * @param tooNew a page that does not reach the position
   * @param reaching a page that reaches the position, read after `tooNew`
   */
  async #search(tooNew: LogPage<Event>, reaching?: LogPage<Event>): Promise<PageRange<Event>> {
    const end = tooNew.total === undefined ? Number.POSITIVE_INFINITY : tooNew.totalPages;
    let newer = tooNew;
    let found = reaching;
    let last = reaching;
    for (let older = found?.page ?? end; older - newer.page > 1; older = found?.page ?? end) {
      const between = Number.isFinite(older) ? Math.floor((newer.page + older) / 2) : 2 * newer.page;
      last = await this.#readPage(between);
      if (reaches(last, this.#position.lastId)) found = last;
      else newer = last;
    }
    if (found !== undefined && found === last) return [newer, found];
    // The older page was read first, so an insert may have moved events onto it.
    if (found !== undefined && this.#unhandledOn([found]).length > 0) return [found];
    return this.#extendToPosition(newer, MAX_EXTRA_PAGES + 1);
  }
}

const idsOn = (pages: readonly LogPage<Identified>[]): number[] =>
  pages.flatMap(({ events }) => events.map(({ id }) => id));
