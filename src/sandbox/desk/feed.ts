import { signal } from '@preact/signals';
import { readPage } from './api.js';

/** Entries that are read at once. */
const PAGE = 60;
/** Entries beside those that are looked at which are not forgotten. */
const KEPT = 120;

/**
 * A list of any length, newest first, of which only a part is known. An entry's position counts from the oldest, so that
 * it stays when others come.
 */
export class Feed<T> {
  readonly total = signal(0);
  readonly #known = signal<ReadonlyMap<number, T>>(new Map());
  readonly #path: string;
  /** Positions that are known as they are now. */
  #fresh = new Set<number>();
  #visible = { first: 0, last: 0 };
  #isBusy = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the newest entries over. Older ones may have changed, too. */
  update({ total, items }: { readonly total: number; readonly items: readonly T[] }): void {
    if (total < this.total.peek()) this.#known.value = new Map();
    this.#fresh = new Set();
    this.#keep(total, 0, items);
    void this.#loadMissing();
  }

  /** The entry at an index, 0 is the newest; undefined while it is not known. */
  at(index: number): T | undefined {
    return this.#known.value.get(this.total.value - 1 - index);
  }

  /** Reads what is not known of these indices, now and after each change. */
  load(first: number, last: number): void {
    this.#visible = { first, last };
    void this.#loadMissing();
  }

  #keep(total: number, offset: number, items: readonly T[]): void {
    const { first, last } = this.#visible;
    const isNear = (position: number) =>
      position >= total - 1 - last - KEPT && position <= total - 1 - first + KEPT;
    // What is forgotten has to be read again.
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

  /** One request at a time, until everything that is looked at is known. */
  async #loadMissing(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let offset = this.#missing(); offset !== undefined; offset = this.#missing()) {
        const { total, items } = await readPage<T>(this.#path, offset, PAGE);
        // What the sandbox no longer has is not asked for again.
        for (let index = 0; index < PAGE; index += 1) this.#fresh.add(total - 1 - offset - index);
        this.#keep(total, offset, items);
      }
    } catch {
      // The next state tries again.
    } finally {
      this.#isBusy = false;
    }
  }

  #missing(): number | undefined {
    const total = this.total.peek();
    const last = Math.min(this.#visible.last, total - 1);
    for (let index = this.#visible.first; index <= last; index += 1)
      if (!this.#fresh.has(total - 1 - index)) return index;
    return undefined;
  }
}
