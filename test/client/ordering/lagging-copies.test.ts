import { expect, test } from 'vitest';
import { type PageFacts, PageReader } from '../../../src/client/core/paging/page-reader.js';
import { OrderFinder } from '../../../src/client/ordering/order-finder.js';

/** A search does not end because a copy of the data that is behind has answered. */

/** Reads the first page of a listing without totals, as one copy after the other shows it. */
async function searchWithoutTotals(copies: readonly (readonly number[])[]) {
  let readings = 0;
  const read = async (): Promise<PageFacts> => {
    const keys = copies[Math.min(readings, copies.length - 1)] ?? [];
    readings += 1;
    return { page: 1, keys, lastPage: 1, total: undefined };
  };
  const reader = new PageReader(read, (page) => page, 1, { highest: Number.NEGATIVE_INFINITY });
  const found = new Set<unknown>();
  for (let page = await reader.next(); page !== undefined; page = await reader.next())
    for (const key of page.page.keys) found.add(key);
  return { found: [...found], readings };
}

test('a search without totals reads its last page until two readings in a row have shown nothing new', async () => {
  expect(
    await searchWithoutTotals([
      [1, 2],
      [1, 2],
      [1, 2, 3],
    ]),
  ).toEqual({ found: [1, 2, 3], readings: 5 });
  expect(await searchWithoutTotals([[1, 2]])).toEqual({ found: [1, 2], readings: 3 });
});

test('a search goes on from the highest total that those before it have shown', async () => {
  const totals: number[] = [];
  const finder = new OrderFinder(
    async function* (_, { shown }) {
      totals.push(shown.highest);
      shown.highest = Math.max(shown.highest, 40 - totals.length);
      yield [];
    },
    () => 0,
  );
  for (const key of ['a', 'b', 'c']) await finder.find(key, 0);
  expect(totals).toEqual([Number.NEGATIVE_INFINITY, 39, 39]);
});
