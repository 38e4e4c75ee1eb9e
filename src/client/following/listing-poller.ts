import { isFinished } from '../contract/statuses.js';
import type { Project, Question } from '../contract/types.js';
import { type ListingPages, ListingSweep } from './listing-sweep.js';
import { groupById, pollEach, type ReadOne } from './poll-each.js';
import type { ItemState, Waiter } from './wait.js';

type Listed = Pick<Question, 'id' | 'project_id' | 'status' | 'cancelable'>;

/** What is waited for, and what the listing of questions shows of it. */
interface ListedKind<Item, Entry extends Listed> {
  /** The id of what a listed question belongs to. */
  readonly owner: (entry: Entry) => number;
  /** The questions of what was read by this id. */
  readonly entries: (item: Item, id: number) => readonly Listed[];
  /** The state that a listed question shows; undefined if what it belongs to has to be read. */
  readonly state: (entry: Entry) => ItemState<Item> | undefined;
  /** Up to so many new ones are read by id at once. When there are more, the listing is searched first. */
  readonly few: number;
}

/** Questions: the listing shows their states. */
export const QUESTIONS: ListedKind<Question, Question> = {
  owner: ({ id }) => id,
  // An answer need not show its id to be used.
  entries: (question, id) => [{ ...question, id }],
  state: (item) => ({ item, finished: isFinished(item) }),
  few: 0,
};

/** Projects: one is read by its id when a question of it has changed. */
export const PROJECTS: ListedKind<Project, Listed> = {
  owner: ({ project_id }) => project_id,
  entries: ({ questions }) => questions,
  state: () => undefined,
  few: 10,
};

/**
 * Checks many questions or projects by reading the pages of the listing of questions. Looks for new ones from the first
 * page on, and stops after pages without any. Checks known ones a few pages at a time. Reads a single one by its id, and
 * also each one that the listing does not show.
 */
export class ListingPoller<Item, Entry extends Listed> {
  readonly #kind: ListedKind<Item, Entry>;
  readonly #read: ReadOne<Item>;
  readonly #sweep: ListingSweep<Entry>;
  /** For each unfinished one that is waited for: the status of each of its unfinished questions. */
  readonly #unfinished = new Map<number, Map<number, number>>();
  /** Those to read, because a question of them changed or was missing from the listing. */
  readonly #changed = new Set<number>();

  constructor(kind: ListedKind<Item, Entry>, pages: ListingPages<Entry>, read: ReadOne<Item>) {
    this.#kind = kind;
    this.#sweep = new ListingSweep(pages);
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      this.#track(id, kind.entries(seen.item, id));
      this.#changed.delete(id);
      return seen;
    };
  }

  async poll(waiting: readonly Waiter<Item>[], signal: AbortSignal): Promise<boolean> {
    const waiters = groupById(waiting);
    for (const ids of [this.#unfinished, this.#changed])
      for (const id of ids.keys()) if (!waiters.has(id)) ids.delete(id);
    for (const { id, isUrgent } of waiting) if (isUrgent) this.#unfinished.delete(id);
    if (waiters.size <= 1) return pollEach(this.#read)(waiting, signal);
    // What each unfinished question belongs to.
    const owners = new Map<number, number>();
    for (const [owner, entries] of this.#unfinished) for (const id of entries.keys()) owners.set(id, owner);
    const unknown = new Set([...waiters.keys()].filter((id) => !this.#unfinished.has(id)));
    const see = (entry: Entry): void => this.#see(entry, waiters);
    const missed = await this.#sweep.checkKnown(new Set(owners.keys()), see, signal);
    for (const id of missed) this.#changed.add(owners.get(id) ?? 0);
    if (unknown.size > this.#kind.few) await this.#findNew(unknown, see, signal);
    const toRead = new Set([...unknown, ...this.#changed]);
    await pollEach(this.#read)(
      [...toRead].flatMap((id) => waiters.get(id) ?? []),
      signal,
    );
    return this.#sweep.isComplete;
  }

  /** Looks for new ones. An unfinished question proves that what it belongs to is unfinished, so that is not read. */
  async #findNew(unknown: Set<number>, see: (entry: Entry) => void, signal: AbortSignal): Promise<void> {
    const sought = new Set(unknown);
    const isSought = (entry: Entry): boolean => {
      const owner = this.#kind.owner(entry);
      const isFound = sought.delete(owner);
      if (isFound && (this.#kind.state(entry) !== undefined || !isFinished(entry))) {
        unknown.delete(owner);
        this.#unfinished.set(owner, new Map());
      }
      see(entry);
      return isFound;
    };
    await this.#sweep.findNew(sought, isSought, signal);
  }

  #see(entry: Entry, waiters: ReadonlyMap<number, readonly Waiter<Item>[]>): void {
    const owner = this.#kind.owner(entry);
    const seen = this.#kind.state(entry);
    if (seen !== undefined) {
      const own = waiters.get(owner);
      if (own) this.#track(owner, this.#kind.entries(seen.item, owner));
      for (const waiter of own ?? []) waiter.report(seen);
      return;
    }
    const entries = this.#unfinished.get(owner);
    const before = entries?.get(entry.id);
    if (before !== undefined && before !== entry.status) this.#changed.add(owner);
    else if (before === undefined && !isFinished(entry)) entries?.set(entry.id, entry.status);
  }

  /** Forgets one without unfinished questions. A later poll then reads it at once, like a new one. */
  #track(id: number, entries: readonly Listed[]): void {
    const unfinished = entries.filter((entry) => !isFinished(entry));
    if (unfinished.length === 0) this.#unfinished.delete(id);
    else this.#unfinished.set(id, new Map(unfinished.map((entry) => [entry.id, entry.status])));
  }
}
