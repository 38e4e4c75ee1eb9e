import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../../../src/client/core/http/settings.js';
import { Listing } from '../../../../src/client/core/paging/listing.js';
import type { PageQuery, PageTotals } from '../../../../src/client/core/paging/page.js';
import { rejection } from '../../../recorded-fetch.js';

const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A source of pages of one item each, whose reads end when they are let. */
class Gate {
  readonly begun: number[] = [];
  readonly aborted: number[] = [];
  peak = 0;
  active = 0;
  /** How often all pages that were asked for were answered together. */
  rounds = 0;
  readonly #open = new Map<number, () => void>();
  readonly #pages: number;
  readonly failing: number | undefined;

  constructor(pages: number, failing?: number) {
    this.#pages = pages;
    this.failing = failing;
  }

  key = (item: number): number => item;

  read = async ({ page = 1, per_page = 1 }: PageQuery, options: CallOptions | undefined) => {
    this.begun.push(page);
    this.active += 1;
    this.peak = Math.max(this.peak, this.active);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#open.set(page, resolve);
        options?.signal?.addEventListener('abort', () => {
          this.aborted.push(page);
          reject(options.signal?.reason);
        });
      });
    } finally {
      this.active -= 1;
    }
    if (page === this.failing) throw new Error(`page ${page}`);
    const body: PageTotals = { page, per_page, total_pages: this.#pages, total_count: this.#pages };
    const items = page <= this.#pages ? [page] : [];
    return { items, body, hasTotals: true, lastPage: this.#pages, unexpected: [] };
  };

  async let(...pages: readonly number[]): Promise<void> {
    for (const page of pages) this.#open.get(page)?.();
    await macrotask();
  }

  async letAll(until: () => boolean): Promise<void> {
    for (; !until(); this.rounds += 1) await this.let(...this.#open.keys());
  }
}

async function read(listing: Listing<number>, gate: Gate): Promise<number[]> {
  let done = false;
  const all = listing.toArray({ max: 1_000 }).finally(() => {
    done = true;
  });
  await gate.letAll(() => done);
  return all;
}

describe('reading ahead', () => {
  test.each([0, 1, 2, 4, 9])(
    'with prefetch %i gives every page in order, each read once',
    async (prefetch) => {
      const gate = new Gate(12);
      const pages = Array.from({ length: 12 }, (_, index) => index + 1);
      expect(await read(new Listing(gate, {}, { prefetch }), gate)).toEqual(pages);
      expect([...gate.begun].sort((a, b) => a - b)).toEqual(pages);
    },
  );

  test('has at most four pages in flight by default', async () => {
    const gate = new Gate(30);
    await read(new Listing(gate), gate);
    expect(gate.peak).toBeGreaterThan(1);
    expect(gate.peak).toBeLessThanOrEqual(4);
  });

  test('reads four pages at the first wait, and then as many as it may', async () => {
    const gate = new Gate(30);
    const iterator = new Listing(gate, {}, { prefetch: 9 })[Symbol.asyncIterator]();
    const begun: number[] = [];
    for (const page of [1, 2, 3]) {
      const next = iterator.next();
      await macrotask();
      begun.push(gate.begun.length);
      await gate.let(page);
      await next;
    }
    await iterator.return?.();
    expect(begun).toEqual([1, 5, 11]);
  });

  test.each([
    [4, 3],
    [8, 5],
  ])('with prefetch %i is more than %i times as fast as page by page', async (prefetch, times) => {
    const gate = new Gate(100);
    await read(new Listing(gate, {}, { prefetch }), gate);
    expect(100 / gate.rounds).toBeGreaterThan(times);
  });

  test('has one page in flight with prefetch 0', async () => {
    const gate = new Gate(10);
    await read(new Listing(gate, {}, { prefetch: 0 }), gate);
    expect(gate.peak).toBe(1);
  });

  test('begins after the first page, which has the number of pages', async () => {
    const gate = new Gate(10);
    const pages = new Listing(gate)[Symbol.asyncIterator]();
    const first = pages.next();
    await macrotask();
    expect(gate.begun).toEqual([1]);
    await gate.let(1);
    await first;
    await pages.return?.();
  });

  test('never asks for a page beyond the last', async () => {
    const gate = new Gate(3);
    await read(new Listing(gate, {}, { prefetch: 9 }), gate);
    expect(Math.max(...gate.begun)).toBe(3);
  });

  test('gives pages in order when their answers come in another order', async () => {
    const gate = new Gate(4);
    const iterator = new Listing(gate)[Symbol.asyncIterator]();
    const first = iterator.next();
    await gate.let(1);
    await first;
    const second = iterator.next();
    await macrotask();
    await gate.let(4);
    await gate.let(3);
    await gate.let(2);
    const rest = [await second, await iterator.next(), await iterator.next(), await iterator.next()];
    expect(rest.map(({ value }) => value)).toEqual([2, 3, 4, undefined]);
  });

  test('fails only after every page before the failed one', async () => {
    const gate = new Gate(4, 3);
    const got: number[] = [];
    let done = false;
    const failed = rejection(
      (async () => {
        for await (const item of new Listing(gate)) got.push(item);
      })(),
    ).finally(() => {
      done = true;
    });
    await gate.letAll(() => done);
    expect(await failed).toEqual(new Error('page 3'));
    expect(got).toEqual([1, 2]);
  });

  test.each([-1, 1.5, '4', null, Number.NaN])('with prefetch %o is an InputError', async (prefetch) => {
    const listing = new Listing(new Gate(1), {}, { prefetch: prefetch as number });
    expect(await rejection(listing.toArray({ max: 1 }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'prefetch' }],
    });
  });
});

describe('leaving a listing', () => {
  test.each(['break', 'throw'])(
    'by %s stops what is in flight, and nothing more is asked for',
    async (way) => {
      const gate = new Gate(20);
      const left = (async () => {
        for await (const item of new Listing(gate)) {
          if (item < 2) continue;
          if (way === 'break') break;
          throw new Error('enough');
        }
      })().catch(() => undefined);
      await gate.let(1);
      await gate.let(2);
      await left;
      await macrotask();
      const begun = gate.begun.length;
      expect(gate.active).toBe(0);
      expect(gate.aborted.length).toBeGreaterThan(0);
      await macrotask();
      expect(gate.begun).toHaveLength(begun);
    },
  );

  test('by the failure of a page stops the pages after it', async () => {
    const gate = new Gate(20, 3);
    const all = rejection(new Listing(gate).toArray({ max: 99 }));
    await gate.let(1);
    await gate.let(2);
    expect(gate.active).toBeGreaterThan(1);
    await gate.let(3);
    expect(await all).toEqual(new Error('page 3'));
    await macrotask();
    expect(gate.active).toBe(0);
  });

  test('removes its listener from the signal of the caller', async () => {
    const gate = new Gate(20);
    const { signal } = new AbortController();
    const some = new Listing(gate, {}, { signal }).toArray({ max: 3 });
    for (const page of [1, 2, 3]) await gate.let(page);
    await some;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('leaves no failure unhandled', async () => {
    const unhandled: unknown[] = [];
    const keep = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', keep);
    const gate = new Gate(20, 4);
    const some = new Listing(gate).toArray({ max: 2 });
    await gate.let(1);
    await gate.let(4, 2);
    await some;
    await macrotask();
    process.off('unhandledRejection', keep);
    expect(unhandled).toEqual([]);
  });

  test('by its signal rejects with the reason of the signal', async () => {
    const gate = new Gate(20);
    const controller = new AbortController();
    const all = rejection(new Listing(gate, {}, { signal: controller.signal }).toArray({ max: 99 }));
    await gate.let(1);
    controller.abort('enough');
    expect(await all).toBe('enough');
    expect(gate.active).toBe(0);
  });
});
