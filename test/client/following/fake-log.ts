import type { ApplicationEvent } from '../../../src/client/contract/types.js';
import type { LogPage } from '../../../src/client/following/log-reader.js';

/** An event log with a service around it, small enough for thousands of runs. */
export class FakeLog {
  /** Ascending. */
  readonly #visible: number[] = [];
  #hidden: { readonly id: number; readonly behind: number }[] = [];
  #holds: number[] = [];
  #last = 1_000_000_000;
  /** Every id that ever became visible late. */
  readonly late = new Set<number>();
  readonly #totals: 'given' | 'missing';

  readonly #perPage: number;

  constructor(totals: 'given' | 'missing' = 'given', perPage = 100) {
    this.#totals = totals;
    this.#perPage = perPage;
  }

  get ids(): readonly number[] {
    return this.#visible;
  }

  get newest(): number {
    return this.#visible.at(-1) ?? 0;
  }

  insert(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      this.#last += 1 + (this.#last % 7);
      const behind = this.#holds.shift();
      if (behind === undefined) this.#show(this.#last);
      else this.#hidden.push({ id: this.#last, behind });
    }
  }

  /** The next event gets a higher id than this: another log of the service has it. */
  skipTo(id: number): void {
    this.#last = Math.max(this.#last, id);
  }

  /** The next event stays out of sight until `behind` later ones are visible. */
  holdNext(behind: number): void {
    this.#holds.push(behind);
  }

  releaseAll(): void {
    this.#hidden = this.#hidden.map(({ id }) => ({ id, behind: 0 }));
    this.#reveal();
  }

  /** The oldest events are gone. */
  remove(count: number): void {
    this.#visible.splice(0, count);
  }

  page(page: number): LogPage<ApplicationEvent> {
    const end = this.#visible.length - (page - 1) * this.#perPage;
    const ids = this.#visible.slice(Math.max(0, end - this.#perPage), Math.max(0, end)).reverse();
    // Following reads no more of an event than this.
    const events = ids.map((id) => ({ id, type: chooseType(id) }) as ApplicationEvent);
    if (this.#totals === 'given') {
      const total = this.#visible.length;
      return { page, events, lastPage: Math.ceil(total / this.#perPage), total };
    }
    return { page, events, lastPage: events.length === this.#perPage ? page + 1 : page, total: undefined };
  }

  #show(id: number): void {
    const place = this.#visible.findLastIndex((another) => another < id) + 1;
    this.#visible.splice(place, 0, id);
    if (this.#hidden.length > 0) this.#reveal();
  }

  #reveal(): void {
    const due = this.#hidden.find(({ id, behind }) => this.#ahead(id) >= behind);
    if (due === undefined) return;
    this.#hidden = this.#hidden.filter((each) => each !== due);
    this.late.add(due.id);
    this.#show(due.id);
    this.#reveal();
  }

  #ahead(id: number): number {
    return this.#visible.length - 1 - this.#visible.findLastIndex((another) => another < id);
  }
}

/** The type of an event of a FakeLog. */
export function chooseType(id: number): string {
  return id % 3 === 0 ? 'simple_question.finished' : 'simple_question.created';
}
