import { signal } from '@preact/signals';
import { readFeedPage } from './api.js';

/** How many entries one request reads. */
const PAGE_SIZE = 60;
/** How many entries on each side of the visible ones stay cached. */
const KEPT = 120;

/**
 * A list of any length, newest first, of which only a part is cached. Positions count from the oldest entry, so that new
 * entries do not change them.
 */
export class Feed<T> {
  readonly total = signal(0);
  /** The text that all entries of the list have. With an empty one, it has all entries. */
  readonly wanted = signal('');
  readonly #known = signal<ReadonlyMap<number, T>>(new Map());
  readonly #path: string;
  /** Positions whose cached entry is up to date. */
  #fresh = new Set<number>();
  #visible = { first: 0, last: 0 };
  #isBusy = false;
  /** Whether the number of entries is unknown until the next page is read. */
  #isOpen = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Caches the newest entries. Older ones become out of date, since they may have changed too. */
  update({ total, items }: { readonly total: number; readonly items: readonly T[] }): void {
    this.#fresh = new Set();
    if (this.#find === '') this.#keep(total, 0, items);
    else this.#isOpen = true;
    void this.#loadMissing();
  }

  /** Leaves only the entries that have this text. */
  search(text: string): void {
    this.wanted.value = text;
    this.#known.value = new Map();
    this.#fresh = new Set();
    this.#visible = { first: 0, last: 0 };
    this.#isOpen = true;
    void this.#loadMissing();
  }

  get #find(): string {
    return this.wanted.peek().trim();
  }

  /** The entry at an index, where 0 is the newest; undefined until it is read. */
  at(index: number): T | undefined {
    return this.#known.value.get(this.total.value - 1 - index);
  }

  /** Reads the entries at these indices, now and after each change. */
  load(first: number, last: number): void {
    this.#visible = { first, last };
    void this.#loadMissing();
  }

  #keep(total: number, offset: number, items: readonly T[]): void {
    // After a reset, nothing that is known is left.
    if (total < this.total.peek()) this.#known.value = new Map();
    const { first, last } = this.#visible;
    const isNear = (position: number) =>
      position >= total - 1 - last - KEPT && position <= total - 1 - first + KEPT;
    // An entry that leaves the cache must be read again.
    for (const position of this.#fresh) if (!isNear(position)) this.#fresh.delete(position);
    const known = new Map([...this.#known.peek()].filter(([position]) => isNear(position)));
    items.forEach((item, index) => {
      const position = total - 1 - offset - index;
      known.set(position, item);
      this.#fresh.add(position);
    });
    this.#known.value = known;
    this.total.value = total;
  }

  /** Sends one request at a time until all visible entries are up to date. */
  async #loadMissing(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let offset = this.#findMissing(); offset !== undefined; offset = this.#findMissing()) {
        const find = this.#find;
        const { total, items } = await readFeedPage<T>(this.#path, offset, PAGE_SIZE, find);
        if (find !== this.#find) continue;
        this.#isOpen = false;
        // The sandbox no longer has the other entries, so do not ask for them again.
        for (let index = 0; index < PAGE_SIZE; index += 1) this.#fresh.add(total - 1 - offset - index);
        this.#keep(total, offset, items);
      }
    } catch {
      // The next state triggers another try.
    } finally {
      this.#isBusy = false;
    }
  }

  #findMissing(): number | undefined {
    if (this.#isOpen) return this.#visible.first;
    const total = this.total.peek();
    const last = Math.min(this.#visible.last, total - 1);
    for (let index = this.#visible.first; index <= last; index += 1)
      if (!this.#fresh.has(total - 1 - index)) return index;
    return undefined;
  }
}
