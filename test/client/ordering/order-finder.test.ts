import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListingSearch } from '../../../src/client/core/paging/listing.js';
import { type ListedOrder, OrderFinder } from '../../../src/client/ordering/order-finder.js';
import { runs } from '../../runs.js';
import { DAY, MINUTE } from './world.js';

type Arrange = (traces: readonly ListedOrder[]) => readonly ListedOrder[];

const descending: Arrange = (traces) => traces.toSorted((a, b) => b.id - a.id);
const ascending: Arrange = (traces) => traces.toSorted((a, b) => a.id - b.id);
/** The same every time, and as far from any order as can be. */
const scattered: Arrange = (traces) =>
  traces.toSorted((a, b) => scatter(a.id) - scatter(b.id) || a.id - b.id);
const scatter = (entry: number): number => {
  const mixed = Math.imul(entry ^ (entry >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
};

const NOW = Date.now();
const WEEK = 7 * DAY;

/** An entry that is as many minutes old as `entry` is below zero. */
const minutes = (entry: number, key: string | null = `k${entry}`): ListedOrder => ({
  id: entry + 1_000_000,
  createdAt: NOW + entry * MINUTE,
  key,
  orderId: entry + 9_000_000,
});
const getOrderId = (entry: number): number => minutes(entry).orderId;
/** `count` entries, one a minute, the last one a minute ago. */
const lastMinutes = (count: number): ListedOrder[] =>
  Array.from({ length: count }, (_, index) => minutes(index - count));

/** A listing in memory that counts what is read of it. */
function listing(
  arrange: Arrange,
  traces: readonly ListedOrder[] = [],
  perPage = 100,
  serviceTime: () => number | undefined = () => undefined,
  answered: () => Promise<unknown> = () => Promise.resolve(),
) {
  const all = [...traces];
  const read = { pages: 0 };
  async function* pages(
    signal: AbortSignal,
    { isEnough }: ListingSearch,
  ): AsyncGenerator<readonly ListedOrder[]> {
    const arranged = arrange(all);
    for (let at = 0; at === 0 || (at < arranged.length && !isEnough()); at += perPage) {
      signal.throwIfAborted();
      read.pages += 1;
      await answered();
      yield arranged.slice(at, at + perPage);
    }
  }
  const log = new OrderFinder(pages, serviceTime);
  return {
    log,
    all,
    add: (...more: readonly ListedOrder[]) => all.push(...more),
    remove: (entry: number) =>
      all.splice(
        all.findIndex((trace) => trace.id === entry),
        1,
      ),
    pagesRead: () => read.pages,
    /** What is found, and how many pages it took. */
    find: async (key: string, lookback = WEEK) => {
      read.pages = 0;
      const ids = await log.find(key, lookback);
      return { ids, pages: read.pages };
    },
  };
}

describe('a search', () => {
  test('reads a listing that goes from newest to oldest as far as the lookback', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    expect(await find('k-150', 200 * MINUTE)).toEqual({ ids: [getOrderId(-150)], pages: 3 });
  });

  test('reads one page when that is past the lookback', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    expect(await find('k-5', 50 * MINUTE)).toEqual({ ids: [getOrderId(-5)], pages: 1 });
  });

  test('finds nothing that is older than the pages it read', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    expect(await find('k-900', 50 * MINUTE)).toEqual({ ids: [], pages: 1 });
  });

  test.each([
    ['goes from oldest to newest', ascending],
    ['is in no order', scattered],
  ])('reads all of a listing that %s', async (_, arrange) => {
    const { find } = listing(arrange, lastMinutes(1_000));
    expect(await find('k-5', 50 * MINUTE)).toEqual({ ids: [getOrderId(-5)], pages: 10 });
  });

  // With 5 s no time rises from one entry to the next, with 15 s some do, by less than a minute.
  test.each([5_000, 15_000])(
    'counts as sorted when times differ by %d ms from the order of the ids',
    async (ms) => {
      const jitter = lastMinutes(1_000).map((trace) => ({
        ...trace,
        createdAt: trace.createdAt + (trace.id % 7) * ms,
      }));
      const { find } = listing(descending, jitter);
      expect(await find('k-5', 50 * MINUTE)).toMatchObject({ pages: 1 });
    },
  );

  test('does not count as sorted when all times are equal', async () => {
    const same = lastMinutes(300).map((trace) => ({ ...trace, createdAt: NOW - DAY }));
    const { find, add } = listing(ascending, same);
    await find('k-5');
    add(minutes(0));
    expect(await find('k0')).toMatchObject({ ids: [getOrderId(0)] });
  });

  test.each([
    ['one older entry follows equal times', [...Array.from({ length: 9 }, () => 0), -8 * DAY], 10],
    ['a few ids and times fall', [0, -1, -2, -3, -8 * DAY], 5],
  ])('does not count as sorted when %s by chance', async (_, ages, perPage) => {
    const isTied = perPage === 10;
    const first = ages.map((age, index) => ({
      ...minutes(isTied ? index : 99 - index),
      createdAt: NOW + age,
    }));
    const rest = lastMinutes(95).map((trace) => ({ ...trace, createdAt: NOW }));
    const { find } = listing((traces) => traces, [...first, ...rest], perPage);
    expect(await find('k-5')).toMatchObject({ ids: [getOrderId(-5)] });
  });

  test('does not count as sorted with one entry', async () => {
    const { find, add } = listing(ascending, lastMinutes(20), 1);
    await find('k-5');
    add(minutes(0));
    expect(await find('k0')).toMatchObject({ ids: [getOrderId(0)] });
  });

  test.each([
    ['ahead', 400 * DAY],
    ['behind', -400 * DAY],
  ])('looks back far enough when the clock of the service is %s', async (_, difference) => {
    const far = lastMinutes(1_000).map((trace) => ({ ...trace, createdAt: trace.createdAt + difference }));
    const { find } = listing(descending, far);
    expect(await find('k-150', 200 * MINUTE)).toMatchObject({ ids: [getOrderId(-150)] });
  });

  test('finds every order that has the key, oldest first', async () => {
    const { find } = listing(descending, [minutes(-3, 'k'), minutes(-1, 'k'), minutes(-2, 'k')]);
    expect((await find('k')).ids).toEqual([getOrderId(-3), getOrderId(-2), getOrderId(-1)]);
  });

  test('of an empty listing finds nothing', async () => {
    expect(await listing(descending).find('k')).toEqual({ ids: [], pages: 1 });
  });

  test('that gets no page at all changes nothing', async () => {
    let isGone = false;
    const read = { pages: 0 };
    const log = new OrderFinder(
      async function* (_, { isEnough }) {
        const all = descending(lastMinutes(1_000));
        for (let at = 0; at < all.length && !isGone && !(at > 0 && isEnough()); at += 100) {
          read.pages += 1;
          yield all.slice(at, at + 100);
        }
      },
      () => NOW,
    );
    await log.find('k-1', WEEK);
    isGone = true;
    expect(await log.find('k-900', WEEK)).toEqual([getOrderId(-900)]);
    isGone = false;
    read.pages = 0;
    expect(await log.find('k-900', WEEK)).toEqual([getOrderId(-900)]);
    expect(read.pages).toBe(1);
  });

  test('rejects with the error of the listing, and the next search begins again', async () => {
    let fails = true;
    const log = new OrderFinder(
      async function* () {
        if (fails) throw new Error('no listing');
        yield [minutes(-1)];
      },
      () => undefined,
    );
    await expect(log.find('k-1', WEEK)).rejects.toThrow('no listing');
    fails = false;
    expect(await log.find('k-1', WEEK)).toEqual([getOrderId(-1)]);
  });
});

describe('a further search', () => {
  test('reads one page when nothing is new', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    await find('k-1');
    expect(await find('k-1')).toMatchObject({ pages: 1 });
  });

  test.each([
    [10, 1],
    [150, 2],
    [999, 10],
  ])('reads, when %d entries are new, no more than %d pages and one', async (count, pages) => {
    const { find, add } = listing(
      descending,
      lastMinutes(2_000).map((trace) => ({ ...trace, createdAt: trace.createdAt - DAY })),
    );
    await find('k-1');
    add(...Array.from({ length: count }, (_, index) => minutes(index)));
    const found = await find(`k${count - 1}`);
    expect(found.ids).toEqual([getOrderId(count - 1)]);
    expect(found.pages).toBeLessThanOrEqual(pages + 1);
  });

  test('finds again what an earlier one has found, without reading as far', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    await find('k-900');
    expect(await find('k-900')).toEqual({ ids: [getOrderId(-900)], pages: 1 });
  });

  test('with a longer lookback reads what the one before it left out', async () => {
    const { find } = listing(descending, lastMinutes(1_000));
    await find('k-900', 50 * MINUTE);
    expect(await find('k-900', WEEK)).toMatchObject({ ids: [getOrderId(-900)] });
  });

  test('reads the gap between a short search and those before it', async () => {
    let now = NOW;
    const { find, add } = listing(descending, lastMinutes(500), 100, () => now);
    await find('k-1');
    now += 300 * MINUTE;
    add(...Array.from({ length: 300 }, (_, index) => minutes(index)));
    // The newest page is enough for it, and shows nothing that was known.
    expect(await find('k299', 5 * MINUTE)).toEqual({ ids: [getOrderId(299)], pages: 1 });
    expect(await find('k50')).toMatchObject({ ids: [getOrderId(50)] });
  });

  test('reads all of an unsorted listing again', async () => {
    const { find, add } = listing(scattered, lastMinutes(1_000));
    await find('k-1');
    add(minutes(0));
    expect(await find('k0')).toEqual({ ids: [getOrderId(0)], pages: 11 });
  });

  test('finds an entry that became visible late, behind 90 newer ones', async () => {
    const { find, add } = listing(
      descending,
      lastMinutes(1_000).filter(({ id }) => id !== minutes(-90).id),
    );
    await find('k-1');
    add(minutes(-90));
    expect(await find('k-90')).toMatchObject({ ids: [getOrderId(-90)] });
  });

  test('finds an entry that became visible within a minute, however many are newer', async () => {
    const burst = (index: number): ListedOrder => ({ ...minutes(index), createdAt: NOW - DAY + index });
    const { find, add } = listing(
      descending,
      Array.from({ length: 600 }, (_, index) => burst(index)),
    );
    await find('k1');
    add(...Array.from({ length: 99 }, (_, index) => burst(index + 601)));
    await find('k1');
    add(burst(600), ...Array.from({ length: 99 }, (_, index) => burst(index + 700)));
    expect(await find('k600')).toMatchObject({ ids: [getOrderId(600)] });
  });

  test('is not stopped by entries that are removed', async () => {
    const { find, add, remove } = listing(descending, lastMinutes(500));
    await find('k-1');
    remove(minutes(-100).id);
    add(minutes(0));
    expect(await find('k0')).toMatchObject({ ids: [getOrderId(0)] });
  });
});

/** By time, newest first; within a time, in rising ids. */
const byTime: Arrange = (traces) => traces.toSorted((a, b) => b.createdAt - a.createdAt || a.id - b.id);

describe('20,000 old entries', () => {
  const old = lastMinutes(20_000).map((trace) => ({ ...trace, createdAt: trace.createdAt - 60 * DAY }));

  test('cost one page a search by the clock of the service, the first search included', async () => {
    const { find, add } = listing(descending, old, 100, () => NOW);
    expect(await find('k0')).toEqual({ ids: [], pages: 1 });
    add(minutes(0));
    expect(await find('k0')).toEqual({ ids: [getOrderId(0)], pages: 1 });
  });

  test('cost one page when that page is the first to show the clock of the service', async () => {
    let now: number | undefined;
    const { find } = listing(
      (traces) => {
        now = NOW;
        return descending(traces);
      },
      old,
      100,
      () => now,
    );
    expect(await find('k0')).toEqual({ ids: [], pages: 1 });
  });
});

describe('the clock of the service', () => {
  test('may go back a little, and a further search still costs one page', async () => {
    let now = NOW;
    const { find } = listing(descending, lastMinutes(1_000), 100, () => now);
    expect(await find('k-1', 500 * MINUTE)).toMatchObject({ pages: 6 });
    // Answers show it to the second.
    now -= 999;
    expect(await find('k-1', 500 * MINUTE)).toMatchObject({ pages: 1 });
  });

  test('decides how far back a search goes, whatever the newest entry and our own clock say', async () => {
    const { find } = listing(descending, lastMinutes(1_000), 100, () => NOW - 300 * MINUTE);
    expect(await find('k-450', 200 * MINUTE)).toMatchObject({ ids: [getOrderId(-450)], pages: 6 });
  });
});

describe('a listing by time with rising ids within a time', () => {
  const tied = lastMinutes(5_200).map((trace, index) => ({
    ...trace,
    createdAt: NOW - DAY + Math.floor(index / 10) * MINUTE,
  }));

  test('costs one page a search once it has been read, not 52', async () => {
    const { find, add } = listing(byTime, tied);
    expect(await find('k-5200')).toMatchObject({ ids: [getOrderId(-5_200)], pages: 52 });
    for (const entry of [0, 1, 2]) {
      add(minutes(entry));
      expect(await find(`k${entry}`)).toEqual({ ids: [getOrderId(entry)], pages: 1 });
    }
  });

  test('is read as far as the lookback the first time', async () => {
    const { find } = listing(byTime, tied, 100, () => NOW - DAY + 520 * MINUTE);
    expect(await find('k-1', 15 * MINUTE)).toMatchObject({ ids: [getOrderId(-1)], pages: 2 });
  });

  test('is read to its end each time when all its times are equal', async () => {
    const equal = tied.map((trace) => ({ ...trace, createdAt: NOW - DAY }));
    const { find, add } = listing(byTime, equal);
    expect(await find('k-1')).toMatchObject({ ids: [getOrderId(-1)], pages: 52 });
    add({ ...minutes(0), createdAt: NOW - DAY });
    expect(await find('k0')).toMatchObject({ ids: [getOrderId(0)], pages: 53 });
  });
});

describe('simultaneous searches', () => {
  test('share one read of the listing', async () => {
    const { log, find } = listing(descending, lastMinutes(50));
    const [{ pages }] = await Promise.all([
      find('k-1'),
      ...Array.from({ length: 20 }, () => log.find('k-2', WEEK)),
    ]);
    expect(pages).toBe(1);
  });

  test('read at once, three at most; those that wait share the next read', async () => {
    const open: (() => void)[] = [];
    const log = new OrderFinder(
      async function* () {
        const isFirst = open.length === 0;
        await new Promise<void>((resolve) => open.push(resolve));
        yield isFirst ? [] : [minutes(-1)];
      },
      () => undefined,
    );
    const reading: Promise<readonly number[]>[] = [];
    for (const count of [1, 2, 3]) {
      reading.push(log.find('k-1', WEEK));
      await expect.poll(() => open.length).toBe(count);
    }
    const waiting = [log.find('k-1', WEEK), log.find('k-1', WEEK)];
    await new Promise((resolve) => setImmediate(resolve));
    expect(open.length).toBe(3);
    open[0]?.();
    expect(await reading[0]).toEqual([]);
    await expect.poll(() => open.length).toBe(4);
    open[3]?.();
    expect(await Promise.all(waiting)).toEqual([[getOrderId(-1)], [getOrderId(-1)]]);
    for (const end of open) end();
    await Promise.all(reading);
  });

  describe('of running calls', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    /** A call that searches when its gate is opened. */
    function call({ log }: Pick<ReturnType<typeof listing>, 'log'>) {
      let open = (): void => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      return { open, found: log.during(() => gate.then(() => log.find('k-1', WEEK))) };
    }

    test('that come a moment apart share one read of the listing', async () => {
      const list = listing(descending, lastMinutes(50));
      const [first, second, third] = [call(list), call(list), call(list)];
      first.open();
      await vi.advanceTimersByTimeAsync(0);
      second.open();
      await vi.advanceTimersByTimeAsync(3);
      expect(await Promise.all([first.found, second.found])).toEqual([[getOrderId(-1)], [getOrderId(-1)]]);
      expect(list.pagesRead()).toBe(1);
      third.open();
      await third.found;
      expect(list.pagesRead()).toBe(2);
    });

    test('wait for no timer when none of them is left that may search', async () => {
      const list = listing(descending, lastMinutes(50));
      const [first, second] = [call(list), call(list)];
      let fail = (): void => {};
      const failing = new Promise<void>((_, reject) => {
        fail = () => reject(new Error('enough'));
      });
      const failed = list.log.during(() => failing).catch((error) => error);
      first.open();
      second.open();
      await vi.advanceTimersByTimeAsync(0);
      expect(list.pagesRead()).toBe(0);
      fail();
      expect(await failed).toMatchObject({ message: 'enough' });
      expect(await Promise.all([first.found, second.found])).toEqual([[getOrderId(-1)], [getOrderId(-1)]]);
      expect(vi.getTimerCount()).toBe(0);
    });

    test('leave no timer when all of them are aborted', async () => {
      const list = listing(descending, lastMinutes(50));
      const another = call(list);
      const controller = new AbortController();
      const { signal } = controller;
      const aborted = expect(list.log.during(() => list.log.find('k-1', WEEK, signal))).rejects.toThrow(
        'enough',
      );
      controller.abort(new Error('enough'));
      await aborted;
      await vi.advanceTimersByTimeAsync(0);
      expect([vi.getTimerCount(), list.pagesRead()]).toEqual([0, 0]);
      another.open();
      expect(await another.found).toEqual([getOrderId(-1)]);
    });
  });

  test('go on when one of them is aborted', async () => {
    const { log } = listing(descending, lastMinutes(50));
    const controller = new AbortController();
    const aborted = expect(log.find('k-1', WEEK, controller.signal)).rejects.toThrow('enough');
    const another = log.find('k-1', WEEK);
    controller.abort(new Error('enough'));
    await aborted;
    expect(await another).toEqual([getOrderId(-1)]);
  });

  test('stop reading when all of them are aborted', async () => {
    let signal: AbortSignal | undefined;
    const log = new OrderFinder(
      (ended) => {
        signal = ended;
        return { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
      },
      () => undefined,
    );
    const controller = new AbortController();
    const looks = [1, 2].map(() => log.find('k', WEEK, controller.signal));
    await expect.poll(() => signal).toBeDefined();
    controller.abort(new Error('enough'));
    await Promise.allSettled(looks);
    expect(signal?.aborted).toBe(true);
  });
});

test('a search reads 5 s further back than the lookback, so that a clock that goes back costs no second page', async () => {
  const seconds = Array.from({ length: 300 }, (_, age) => ({
    ...minutes(-age),
    createdAt: NOW - age * 1_000,
  }));
  const pagesFor = async (lookback: number) =>
    (await listing(descending, seconds).find('k0', lookback)).pages;
  // The oldest entry of the first page is 99 s old.
  expect([await pagesFor(93_999), await pagesFor(94_000)]).toEqual([1, 2]);
});

test.each([
  [5_000, 1],
  [5_001, 2],
])('after a clock has gone back by %d ms, a search reads %d pages', async (back, pages) => {
  const seconds = Array.from({ length: 300 }, (_, age) => ({
    ...minutes(-age),
    createdAt: NOW - age * 1_000,
  }));
  let time = NOW;
  const { find } = listing(descending, seconds, 100, () => time);
  expect(await find('k0', 150_000)).toMatchObject({ pages: 2 });
  time -= back;
  expect(await find('k0', 150_000)).toMatchObject({ pages });
});

test('whether an order is listed is asked of the whole lookback, though an earlier search has read it', async () => {
  const { log, all } = listing(
    descending,
    Array.from({ length: 300 }, (_, age) => minutes(-age)),
  );
  const [oldest] = all.slice(-1);
  const [key, id] = [oldest?.key ?? '', oldest?.orderId ?? 0];
  expect(await log.find(key, WEEK)).toEqual([id]);
  expect(await log.shows(id, key, WEEK)).toBe(true);
  all.pop();
  expect(await log.shows(id, key, WEEK)).toBe(false);
});

describe('searches at once', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A listing whose reads end when they are told to. */
  function slowListing() {
    const reads: (() => void)[] = [];
    async function* pages(): AsyncGenerator<readonly ListedOrder[]> {
      await new Promise<void>((resolve) => reads.push(resolve));
      yield [minutes(0)];
    }
    return { finder: new OrderFinder(pages, () => undefined), reads };
  }

  test('read three at a time', async () => {
    const { finder, reads } = slowListing();
    const searches: Promise<unknown>[] = [];
    for (const count of [1, 2, 3, 3]) {
      searches.push(finder.find('k0', WEEK));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(reads).toHaveLength(count);
    }
    reads[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reads).toHaveLength(4);
    for (const end of reads) end();
    await Promise.all(searches);
  });

  test('wait 3 ms for other calls that may search, and no longer', async () => {
    const { finder, reads } = slowListing();
    let end = (): void => undefined;
    const another = finder.during(() => new Promise<void>((resolve) => (end = resolve)));
    const first = finder.during(() => finder.find('k0', WEEK));
    await vi.advanceTimersByTimeAsync(2);
    const second = finder.during(() => finder.find('k0', WEEK));
    expect(reads).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(1);
    reads[0]?.();
    expect(await Promise.all([first, second])).toEqual([[getOrderId(0)], [getOrderId(0)]]);
    expect(reads).toHaveLength(1);
    end();
    await another;
  });

  test('wait for nothing when every running call waits for one', async () => {
    const { finder, reads } = slowListing();
    const searches = [1, 2].map(() => finder.during(() => finder.find('k0', WEEK)));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveLength(1);
    reads[0]?.();
    await Promise.all(searches);
  });
});

test('thousands of keys are forgotten once they are older than the lookback, and found again with a longer one', async () => {
  const old = Array.from({ length: 10_100 }, (_, index) => ({
    ...minutes(index - 10_100),
    createdAt: NOW - 3 * DAY + index,
  }));
  const { find } = listing(descending, [...old, minutes(0)]);
  expect(await find('k-10000', WEEK)).toEqual({ ids: [getOrderId(-10_000)], pages: 102 });
  expect(await find('k-10000', DAY)).toEqual({ ids: [], pages: 1 });
  expect(await find('k-10000', WEEK)).toEqual({ ids: [getOrderId(-10_000)], pages: 102 });
});

describe('whatever the listing and whenever it is searched', () => {
  const step = fc.record({
    /** How many entries come, and how many ms after one another. */
    count: fc.nat({ max: 260 }),
    apart: fc.constantFrom(0, 1, 500, MINUTE, 30 * MINUTE),
    /** Which of the newest 50 are hidden for one look, where they are all of the last minute. */
    late: fc.array(fc.nat({ max: 49 }), { maxLength: 3 }),
    lookback: fc.constantFrom(DAY, WEEK, 30 * DAY),
    keyAt: fc.nat(),
  });

  test('an order that is visible and within the lookback is found', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(descending, ascending, scattered),
      fc.constantFrom(10, 100),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (arrange, perPage, steps) => {
        const { log, add } = listing(arrange, [], perPage);
        const visible: ListedOrder[] = [];
        let hidden: ListedOrder[] = [];
        let at = NOW - 40 * DAY;
        for (const { count, apart, late, lookback, keyAt } of steps) {
          const next = visible.length + hidden.length;
          const made = Array.from({ length: count }, (_, index) => {
            at += apart;
            return { ...minutes(next + index), createdAt: at };
          });
          const isLate = (index: number) => apart <= 500 && late.includes(made.length - 1 - index);
          const shown = made.filter((_, index) => !isLate(index));
          add(...hidden, ...shown);
          visible.push(...hidden, ...shown);
          hidden = made.filter((trace) => !shown.includes(trace));
          const newest = Math.max(...visible.map((trace) => trace.createdAt));
          const wanted = visible.filter((trace) => trace.createdAt >= newest - lookback);
          const single = wanted[keyAt % Math.max(1, wanted.length)];
          if (single === undefined) continue;
          const ids = await log.find(single.key ?? '', lookback);
          expect(ids).toContain(single.orderId);
        }
      },
    );
    await fc.assert(property, runs(300));
  });

  test('an order is found by a search that reads while others do', async () => {
    const began = NOW - 40 * DAY;
    const old = Array.from({ length: 300 }, (_, index) => ({
      ...minutes(index),
      createdAt: began + index * 30 * MINUTE,
    }));
    const property = fc.asyncProperty(
      fc.constantFrom(descending, ascending, scattered),
      fc.array(fc.record({ step, turns: fc.nat({ max: 4 }) }), { minLength: 1, maxLength: 6 }),
      fc.scheduler(),
      async (arrange, steps, scheduler) => {
        const answered = () => scheduler.schedule(Promise.resolve());
        const { log, add, all } = listing(arrange, old, 100, undefined, answered);
        const finds: Promise<boolean>[] = [];
        for (const { step: one, turns } of steps) {
          const at = began + 300 * 30 * MINUTE + all.length;
          add(
            ...Array.from({ length: one.count }, (_, index) => ({
              ...minutes(all.length + index),
              createdAt: at,
            })),
          );
          const wanted = all.filter(({ createdAt }) => createdAt > at - one.lookback + 60 * MINUTE);
          const order = wanted[one.keyAt % wanted.length];
          finds.push(
            log.find(order?.key ?? '', one.lookback).then((ids) => ids.includes(order?.orderId ?? 0)),
          );
          for (let turn = 0; turn < turns; turn += 1) {
            await new Promise((resolve) => setImmediate(resolve));
            if (scheduler.count() > 0) await scheduler.waitOne();
          }
        }
        expect(await scheduler.waitFor(Promise.all(finds))).not.toContain(false);
      },
    );
    await fc.assert(property, runs(300));
  });
});
