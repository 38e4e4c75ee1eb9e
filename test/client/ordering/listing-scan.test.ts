import { describe, expect, test } from 'vitest';
import { ListingScan, NO_ENTRIES } from '../../../src/client/ordering/listing-scan.js';
import { type ListedOrder, OrderFinder } from '../../../src/client/ordering/order-finder.js';

const entry = (id: number, at: number): ListedOrder => ({ id, createdAt: at, key: `k${id}`, orderId: id });

function makeReading(entries: readonly ListedOrder[]): ListingScan {
  const reading = new ListingScan(NO_ENTRIES);
  for (const each of entries) reading.add(each);
  return reading;
}

describe('a scan has read back to before a time', () => {
  const falling = (count: number) =>
    Array.from({ length: count }, (_, index) => entry(100 - index, 1_000 - index));

  test('after ten entries in a row from newest to oldest, and not before', () => {
    expect(makeReading(falling(9)).hasReadBackTo(999)).toBe(false);
    expect(makeReading(falling(10)).hasReadBackTo(999)).toBe(true);
  });

  test('when an entry is older, not when it is as old', () => {
    expect(makeReading(falling(10)).hasReadBackTo(991)).toBe(false);
    expect(makeReading(falling(10)).hasReadBackTo(992)).toBe(true);
  });

  /** Ten entries whose times fall; the last ones have one time and rising ids. */
  const tied = (equal: number) =>
    Array.from({ length: 10 }, (_, index) => entry(index, 1_000 - Math.min(index, 10 - equal)));

  test('after ten different descending times, but not nine: that could be chance', () => {
    expect(makeReading(tied(1)).hasReadBackTo(999)).toBe(true);
    expect(makeReading(tied(2)).hasReadBackTo(999)).toBe(false);
  });
});

/** Entries from newest to oldest, `apart` milliseconds from each other. */
const falling = (id: number, at: number, count: number, apart = 1) =>
  Array.from({ length: count }, (_, index) => entry(id - index, at - index * apart));

describe('a scan has caught up with an earlier one', () => {
  const T = 1_000_000;
  const again = (earlier: readonly ListedOrder[], entries: readonly ListedOrder[]) => {
    const reading = new ListingScan(makeReading(earlier).knownEntries(true));
    for (const each of entries) reading.add(each);
    return reading.isCaughtUp;
  };

  test('at the fiftieth known entry in a row, and not before', () => {
    const earlier = falling(200, T, 100);
    const newer = falling(210, T + 10, 10);
    const after = [0, 1, 49, 50].map((known) => again(earlier, [...newer, ...earlier.slice(0, known)]));
    expect(after).toEqual([false, false, false, true]);
    expect(again(earlier, [...newer, ...earlier.slice(0, 50), entry(100, T - 200)])).toBe(false);
    expect(
      again(earlier, [...newer, ...earlier.slice(0, 49), entry(1, T - 200), ...earlier.slice(50, 51)]),
    ).toBe(false);
  });

  test('among entries of one time only when ids descend, since new ones could follow', () => {
    const tied = (first: number, step: number) =>
      Array.from({ length: 50 }, (_, index) => entry(first + step * index, T));
    const newer = falling(310, T + 10, 10);
    for (const [first, step, caughtUp] of [
      [200, -1, true],
      [100, 1, false],
    ] as const) {
      const earlier = tied(first, step);
      expect(again(earlier, [...newer, ...earlier])).toBe(caughtUp);
    }
    const earlier = [...tied(100, 1), entry(99, T - 1)];
    expect(again(earlier, [...newer, ...earlier])).toBe(true);
  });

  test('never in a listing that does not go from newest to oldest', () => {
    const earlier = falling(200, T, 100).reverse();
    expect(again(earlier, earlier)).toBe(false);
  });
});

describe('a listing counts as descending by id', () => {
  const fall = (third: ListedOrder) =>
    makeReading([entry(100, 100_000), entry(99, 99_000), third, ...falling(50, 5_000, 10)]).hasReadBackTo(
      4_992,
    );

  test.each([
    ['times fall, whatever the ids', entry(1_000, 98_999), true],
    ['an id falls, and its time is a minute later than the oldest', entry(98, 159_000), true],
    ['an id falls, and its time is more than a minute later', entry(98, 159_001), false],
    ['an id is the same, and its time rises', entry(99, 99_001), false],
  ])('when %s: %s', (_, third, counts) => {
    expect(fall(third)).toBe(counts);
  });
});

describe('the known entries after a scan', () => {
  const ids = (reading: ListingScan, joins: boolean) => [...reading.knownEntries(joins).ids];

  test('are those of the scan, and those of the earlier one when there is no gap', () => {
    const reading = new ListingScan(makeReading([entry(3, 3), entry(2, 2)]).knownEntries(true));
    for (const each of [entry(5, 5), entry(4, 4), entry(3, 3)]) reading.add(each);
    expect([ids(reading, true), ids(reading, false)]).toEqual([
      [5, 4, 3, 2],
      [5, 4, 3],
    ]);
    expect(reading.knownEntries(true).newest).toBe(5);
  });

  test('are at most the first thousand of the scan', () => {
    expect(ids(makeReading(falling(2_000, 5_000, 1_001)), true)).toEqual(
      falling(2_000, 5_000, 1_000).map(({ id }) => id),
    );
  });
});

test('a search that begins while another reads does not wait for it, nor use what that one has read', async () => {
  const entries = [entry(1, 1)];
  const gates: (() => void)[] = [];
  async function* pages(): AsyncGenerator<readonly ListedOrder[]> {
    yield [...entries];
    await new Promise<void>((resolve) => gates.push(resolve));
  }
  const log = new OrderFinder(pages, () => undefined);
  const first = log.find('k2', 1_000);
  await expect.poll(() => gates.length).toBe(1);
  entries.push(entry(2, 2));
  const second = log.find('k2', 1_000);
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.();
  expect(await second).toEqual([2]);
  gates[0]?.();
  await first;
});
