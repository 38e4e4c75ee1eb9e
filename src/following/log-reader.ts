import { LATENESS, Place } from './checkpoint.js';

/** One page of the log, newest event first. */
export interface LogPage<Event> {
  readonly page: number;
  readonly events: readonly Event[];
  readonly totalPages: number;
  /** Undefined when the service did not say. */
  readonly total: number | undefined;
}

/** Reads a page of the log, 100 events each. */
export type ReadLogPage<Event> = (page: number) => Promise<LogPage<Event>>;

interface Identified {
  readonly id: number;
}

/** Pages that follow each other towards the oldest event, with no event left out between them. */
type Stretch<Event> = readonly [LogPage<Event>, ...LogPage<Event>[]];

/** What is asked for; a service can have its own mind. */
const PER_PAGE = 100;
/** How many pages of a backlog are read for one batch. */
const LONGEST_STRETCH = 8;
/** How many pages further than it was expected the place is looked for, before it is searched for. */
const DRIFT = 2;
/** How many stretches in a row may bring nothing new. */
const BARREN = 2;
/** No log has as many pages; a service that repeats one for ever must not be asked for ever. */
const MOST_PAGES = 2 ** 30;

function isEnd({ page, totalPages, events }: LogPage<Identified>): boolean {
  return page >= Math.min(totalPages, MOST_PAGES) || events.length === 0;
}

/** Whether the page shows the event with this id, or would if it were there. */
function reaches(page: LogPage<Identified>, id: number): boolean {
  return isEnd(page) || Math.min(...page.events.map((event) => event.id)) <= id;
}

/** The place of one who begins now: what is visible is handled, and what becomes visible late is recognised. */
export async function newestPlace(readPage: ReadLogPage<Identified>): Promise<Place> {
  const newest = await readPage(1);
  const place = new Place({ lastId: Math.max(0, ...newest.events.map(({ id }) => id)) });
  const pages = [newest];
  for (let last = newest; !isEnd(last) && idsOn(pages).length <= LATENESS; pages.push(last)) {
    last = await readPage(last.page + 1);
  }
  place.begin(idsOn(pages), pages.some(isEnd));
  place.counted(newest.total, 0);
  return place;
}

/**
 * Reads what has not been handled, oldest first, in batches. The log is asked for in its default order, newest
 * first, so it does not matter what the ordering parameter is called.
 *
 * Pages are read from newer to older ones until they meet what has been handled: events that are inserted
 * meanwhile move others to older pages, so none can slip through between two pages, whatever the totals say.
 * A long gap is closed in such stretches, the oldest first.
 */
export class LogReader<Event extends Identified> {
  readonly #readPage: ReadLogPage<Event>;
  readonly #place: Place;
  #perPage = PER_PAGE;

  constructor(readPage: ReadLogPage<Event>, place: Place) {
    this.#readPage = readPage;
    this.#place = place;
  }

  /** What is there now. Each batch must be handled, event by event, before the next is asked for. */
  async *unhandled(): AsyncGenerator<readonly Event[], void, undefined> {
    const newest = await this.#readPage(1);
    // A page with others behind it is full.
    if (!isEnd(newest)) this.#perPage = newest.events.length;
    const met: Stretch<Event> = reaches(newest, this.#place.lastId) ? [newest] : await this.#meet(newest);
    let stretch = await this.#deepened(met);
    let barren = 0;
    for (let length = 1; ; length = Math.min(2 * length, LONGEST_STRETCH)) {
      const [{ page, total }] = stretch;
      const fresh = this.#fresh(stretch);
      this.#place.counted(total, this.#openUpTo(page, fresh));
      yield fresh;
      barren = fresh.length === 0 ? barren + 1 : 0;
      if (page === 1 || barren === BARREN) return;
      const next = await this.#stretch(Math.max(1, page - length), length + DRIFT);
      // On short pages an event can have become visible behind those that were just handed on.
      stretch = this.#openUpTo(page, []) < LATENESS ? await this.#deepened(next) : next;
    }
  }

  #fresh(pages: Stretch<Event>): Event[] {
    const fresh = new Map<number, Event>();
    // What is newer was inserted since the first of the pages was read, and others with it that they don't show.
    const newest = Math.max(...idsOn(pages.slice(0, 1)));
    for (const { events } of pages) {
      for (const event of events) {
        if (event.id <= newest && !this.#place.isHandled(event.id)) fresh.set(event.id, event);
      }
    }
    return [...fresh.values()].sort((a, b) => a.id - b.id);
  }

  /** How many events are not handled when those on a page and behind it are, and all in front of it. */
  #openUpTo(page: number, behind: readonly Event[]): number {
    return behind.length + (page - 1) * this.#perPage;
  }

  /** From a page to the first one behind it that reaches the place, which is searched for when it is far away. */
  async #stretch(from: number, most: number): Promise<Stretch<Event>> {
    return this.#extended([await this.#readPage(from)], most);
  }

  async #extended([first, ...others]: Stretch<Event>, most: number): Promise<Stretch<Event>> {
    const pages: [LogPage<Event>, ...LogPage<Event>[]] = [first, ...others];
    for (let last = pages.at(-1) ?? first; !reaches(last, this.#place.lastId); pages.push(last)) {
      if (pages.length >= most) return this.#search(last);
      last = await this.#readPage(last.page + 1);
    }
    return pages;
  }

  /**
   * Reads on behind the place as far as an event can have become visible late, unless the totals say that there
   * is none.
   */
  async #deepened(met: Stretch<Event>): Promise<Stretch<Event>> {
    const [{ page, total }] = met;
    const { count, depth } = this.#place;
    const isCounted = total !== undefined && count !== undefined && depth !== undefined;
    if (isCounted && total - count === this.#openUpTo(page, this.#fresh(met))) return met;
    const pages: [LogPage<Event>, ...LogPage<Event>[]] = [...met];
    for (let last = pages.at(-1) ?? met[0]; !isEnd(last); pages.push(last)) {
      const isDeep = page > 1 || idsOn(pages).length > LATENESS;
      if (depth === undefined ? isDeep : reaches(last, depth)) break;
      last = await this.#readPage(last.page + 1);
    }
    if (depth === undefined) this.#place.begin(idsOn(pages), pages.some(isEnd));
    return pages;
  }

  /** The pages to begin a backlog with: computed where the place has a count, otherwise searched for. */
  async #meet(newest: LogPage<Event>): Promise<Stretch<Event>> {
    const { lastId, count = lastId === 0 ? 0 : undefined } = this.#place;
    if (count === undefined || newest.total === undefined) return this.#search(newest);
    const expected = Math.ceil((newest.total - count) / this.#perPage);
    const met = await this.#stretch(Math.min(Math.max(expected, 2), newest.totalPages), DRIFT);
    // A count that is too low leads behind the place.
    return this.#fresh(met).length > 0 ? met : this.#search(newest, met[0]);
  }

  /**
   * From the last page in front of the place, or the one where it is; the log is halved, and its end looked for
   * first if need be.
   *
   * @param reaching a page that reaches the place, read after the one that is too new
   */
  async #search(tooNew: LogPage<Event>, reaching?: LogPage<Event>): Promise<Stretch<Event>> {
    const end = tooNew.total === undefined ? Number.POSITIVE_INFINITY : tooNew.totalPages;
    let newer = tooNew;
    let found = reaching;
    let last = reaching;
    for (let older = found?.page ?? end; older - newer.page > 1; older = found?.page ?? end) {
      const between = Number.isFinite(older) ? Math.floor((newer.page + older) / 2) : 2 * newer.page;
      last = await this.#readPage(between);
      if (reaches(last, this.#place.lastId)) found = last;
      else newer = last;
    }
    if (found !== undefined && found === last) return [newer, found];
    // Read before the one in front of it, so inserts can have moved events from that one to this.
    if (found !== undefined && this.#fresh([found]).length > 0) return [found];
    return this.#extended([newer], DRIFT + 1);
  }
}

const idsOn = (pages: readonly LogPage<Identified>[]): number[] =>
  pages.flatMap(({ events }) => events.map(({ id }) => id));
