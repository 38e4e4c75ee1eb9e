import { makeCheckpointError } from './errors.js';
import type { LogPosition } from './log-position.js';
import type { EventWithId, LogPage, ReadLogPage } from './log-reader.js';

/** So many polls in a row must show a log without the handled events: a single page can be wrong. */
const MAX_FOREIGN = 2;
/** The same for a log that has handled events and ends too early, as a lagging replica does. */
const MAX_BEHIND = 10;

/** Checks that the pages of one poll are pages of the log to which the position belongs. It reads nothing by itself. */
export class LogCheck {
  readonly #position: LogPosition;
  /** Whether a page has shown an event that was handled. */
  #isShown = false;
  /** The newest event that the log has shown. */
  #newestId = 0;
  #checked: { readonly page: number; readonly oldest: number } | undefined;

  constructor(position: LogPosition) {
    this.#position = position;
  }

  /** A mismatch is certain after so many polls in a row that showed one. */
  get certainAfter(): number {
    return this.#isShown ? MAX_BEHIND : MAX_FOREIGN;
  }

  /** Reads pages, and throws a CheckpointError instead of a page of another log. */
  checking<Event extends EventWithId>(read: ReadLogPage<Event>): ReadLogPage<Event> {
    return async (number) => {
      const page = await read(number);
      // An empty log may have dropped its events.
      if (page.events.length > 0 && !this.#isShown) this.#check(page);
      return page;
    };
  }

  #check({ page, events, lastPage }: LogPage<EventWithId>): void {
    const ids = events.map(({ id }) => id);
    const [oldest, newest] = [Math.min(...ids), Math.max(...ids)];
    // What lies between this page and the newer one beside it would have to be on one of them.
    const below = this.#checked?.page === page - 1 ? this.#checked.oldest : newest + 1;
    this.#checked = { page, oldest };
    this.#newestId = Math.max(this.#newestId, newest);
    const { lastId } = this.#position;
    const handled = this.#position.listHandled(oldest, below);
    this.#isShown = ids.some((id) => handled.includes(id));
    const endsTooEarly = page === 1 && newest < lastId;
    if (endsTooEarly || (handled.length > 0 && !this.#isShown))
      throw makeCheckpointError(lastId, this.#newestId);
    if (page >= lastPage && oldest > lastId) this.#position.forgetHandled();
  }
}
