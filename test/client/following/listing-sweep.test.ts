import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotFoundError } from '../../../src/client/core/errors/api-errors.js';
import { computeMaxEmptyPages, ListingSweep } from '../../../src/client/following/listing-sweep.js';
import { runs } from '../../runs.js';

const PER_PAGE = 100;
const MOST = 10;
const { signal } = new AbortController();

interface Entry {
  readonly id: number;
}

/** A listing of those ids, and how many of its pages were read. */
function makeListing(ids: readonly number[]) {
  const asked: number[] = [];
  const begun: object[] = [];
  const broken = new Set<number>();
  return {
    asked,
    /** Where each reading began, and how far ahead it was to read. */
    begun,
    broken,
    read: () => asked.length,
    async *pages(_: AbortSignal, from: number, prefetch?: number) {
      begun.push({ from, prefetch });
      const last = Math.max(1, Math.ceil(ids.length / PER_PAGE));
      for (let page = from; ; page += 1) {
        asked.push(page);
        if (broken.has(page)) throw new Error('lost');
        if (page > last) throw new NotFoundError('Page not Found', { ...facts, status: 404 });
        const items = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((id) => ({ id }));
        yield { items, hasNext: page < last };
        if (page === last) return;
      }
    },
  };
}

const facts = {
  request: { method: 'GET', path: '/', address: '/' },
  outcome: 'rejected',
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the sweeps of a listing', () => {
  test('read nothing when no item is known, and one page when one is', async () => {
    const { pages, asked } = makeListing(upTo(10));
    const turns = new ListingSweep<Entry>(pages);
    expect([await turns.checkKnown(new Set(), () => undefined, signal), asked]).toEqual([[], []]);
    expect([await turns.checkKnown(new Set([3]), () => undefined, signal), asked]).toEqual([[], [1]]);
  });

  test('check every known item equally often, in few requests at each poll', async () => {
    const property = fc.asyncProperty(
      fc.nat(4_000),
      fc.uniqueArray(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 300 }),
      async (count, known) => {
        const { pages, read } = makeListing(upTo(count));
        const turns = new ListingSweep<Entry>(pages);
        const seen = new Set<number>();
        const rounds = Math.ceil(count / PER_PAGE / MOST) + Math.ceil(known.length / MOST) + 1;
        for (let round = 0; round < rounds; round += 1) {
          const before = read();
          const missed = await turns.checkKnown(new Set(known), ({ id }) => seen.add(id), signal);
          expect(read() - before + missed.length).toBeLessThanOrEqual(MOST);
          for (const id of missed) seen.add(id);
        }
        expect(known.filter((id) => !seen.has(id))).toEqual([]);
      },
    );
    await fc.assert(property, runs(200));
  });

  test('continue where the last poll stopped, and begin again after the end', async () => {
    const { pages, read } = makeListing(upTo(2_500));
    const turns = new ListingSweep<Entry>(pages);
    const known = new Set(upTo(2_500));
    const firstSeen: (number | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const seen: number[] = [];
      expect(await turns.checkKnown(known, ({ id }) => seen.push(id), signal)).toEqual([]);
      firstSeen.push(seen[0]);
    }
    expect(firstSeen).toEqual([1, 1_001, 2_001, 1]);
    expect(read()).toBe(35);
  });

  test.each([1, 2])('stay at the same page when page %i cannot be read', async (page) => {
    const { pages, broken } = makeListing(upTo(300));
    broken.add(page);
    const turns = new ListingSweep<Entry>(pages);
    const seen: number[] = [];
    const round = () => turns.checkKnown(new Set(upTo(300)), ({ id }) => seen.push(id), signal);
    await expect(round()).rejects.toThrow('lost');
    broken.clear();
    await round();
    expect(seen).toEqual(upTo(300));
  });

  test('skip a page that fails again, and leave its items to be read by id', async () => {
    const { pages, broken } = makeListing(upTo(350));
    broken.add(2);
    const turns = new ListingSweep<Entry>(pages);
    const seen: number[] = [];
    const round = () => turns.checkKnown(new Set(upTo(350)), ({ id }) => seen.push(id), signal);
    await expect(round()).rejects.toThrow('lost');
    await expect(round()).rejects.toThrow('lost');
    expect(await round()).toEqual([101, 102, 103, 104, 105, 106, 107, 108]);
    expect(seen).toEqual(upTo(350).filter((id) => id <= 100 || id > 200));
  });

  test('ask for no page after the last one', async () => {
    const { pages, asked } = makeListing(upTo(1_000));
    const turns = new ListingSweep<Entry>(pages);
    const known = new Set([...upTo(1_000), 5_000]);
    expect(await turns.checkKnown(known, () => undefined, signal)).toEqual([]);
    expect(await turns.checkKnown(known, () => undefined, signal)).toEqual([5_000]);
    expect(asked).toEqual(upTo(10));
  });

  test('end where the listing has become shorter', async () => {
    const ids = upTo(1_200);
    const { pages } = makeListing(ids);
    const turns = new ListingSweep<Entry>(pages);
    const known = new Set(upTo(1_200));
    await turns.checkKnown(known, () => undefined, signal);
    ids.length = 900;
    expect(await turns.checkKnown(known, () => undefined, signal)).toEqual(upTo(1_010).slice(1_000));
    expect(turns.isComplete).toBe(false);
  });

  test('leave ten items at each poll to be read by id, less one for each page that they read', async () => {
    const { pages, asked } = makeListing([]);
    const turns = new ListingSweep<Entry>(pages);
    const missed = [];
    for (let round = 0; round < 4; round += 1) {
      missed.push(await turns.checkKnown(new Set(upTo(30)), () => undefined, signal));
    }
    const all = upTo(30);
    expect(missed).toEqual([all.slice(0, 9), all.slice(9, 19), all.slice(19, 29), all.slice(29)]);
    expect(asked).toEqual([1]);
  });

  test('fail where the listing itself does not exist', async () => {
    const turns = new ListingSweep<Entry>(async function* () {
      yield* [];
      throw new NotFoundError('Page not Found', { ...facts, status: 404 });
    });
    await expect(turns.checkKnown(new Set([5]), () => undefined, signal)).rejects.toThrow('Page not Found');
  });

  test('end where the listing has no second page any more', async () => {
    const turns = new ListingSweep<Entry>(async function* () {
      yield { items: [{ id: 1 }], hasNext: true };
      throw new NotFoundError('Page not Found', { ...facts, status: 404 });
    });
    expect(await turns.checkKnown(new Set([1, 2, 3]), () => undefined, signal)).toEqual([2, 3]);
  });

  test.each([
    ['that shows nothing', [], 3],
    ['that shows something on its first page alone', [5], 4],
    ['that shows something on its first and third pages', [5, 205], 6],
    ['that shows something on its fourth page alone', [305], 3],
  ])('end after three pages in a row without anything in a listing %s', async (_, shown, pagesRead) => {
    const { pages, asked } = makeListing(upTo(1_000));
    const turns = new ListingSweep<Entry>(pages);
    await turns.checkKnown(new Set([...shown, 5_000]), () => undefined, signal);
    expect(asked).toEqual(upTo(pagesRead));
  });

  test('count the pages without a known item from 0 in each pass', async () => {
    const { pages, asked } = makeListing(upTo(1_000));
    const turns = new ListingSweep<Entry>(pages);
    for (const read of [3, 6]) {
      expect(await turns.checkKnown(new Set([5_000]), () => undefined, signal)).toEqual([5_000]);
      expect(asked).toHaveLength(read);
    }
  });

  test('are complete when no known item is left to check, and not in the middle of a pass', async () => {
    const { pages } = makeListing(upTo(1_200));
    const turns = new ListingSweep<Entry>(pages);
    const round = (known: readonly number[]) => turns.checkKnown(new Set(known), () => undefined, signal);
    expect(turns.isComplete).toBe(true);
    await round(upTo(1_200));
    expect(turns.isComplete).toBe(false);
    await round(upTo(1_200));
    expect(turns.isComplete).toBe(true);
    await round([5, 1_150]);
    expect(turns.isComplete).toBe(true);
  });

  test('read no page ahead', async () => {
    const { pages, begun } = makeListing(upTo(1_200));
    const turns = new ListingSweep<Entry>(pages);
    for (let round = 0; round < 2; round += 1) {
      await turns.checkKnown(new Set(upTo(1_200)), () => undefined, signal);
    }
    expect(begun).toEqual([
      { from: 1, prefetch: 0 },
      { from: 11, prefetch: 0 },
    ]);
  });

  test('forget items that nobody waits for any more', async () => {
    const { pages, read } = makeListing([]);
    const turns = new ListingSweep<Entry>(pages);
    expect(await turns.checkKnown(new Set(upTo(30)), () => undefined, signal)).toEqual(upTo(9));
    expect(await turns.checkKnown(new Set(), () => undefined, signal)).toEqual([]);
    expect([read(), turns.isComplete]).toEqual([1, true]);
  });
});

describe('a search in a listing', () => {
  test('ends with the page that shows the last missing item', async () => {
    const { pages, read } = makeListing(upTo(1_000));
    const sought = new Set([5, 150]);
    await new ListingSweep<Entry>(pages).findNew(sought, ({ id }) => sought.delete(id), signal);
    expect([...sought]).toEqual([]);
    expect(read()).toBe(2);
  });

  test('ends after a few pages without a missing item', async () => {
    const { pages, read } = makeListing(upTo(1_000));
    const sought = new Set([5, 990]);
    await new ListingSweep<Entry>(pages).findNew(sought, ({ id }) => sought.delete(id), signal);
    expect([...sought]).toEqual([990]);
    expect(read()).toBe(4);
  });

  test('ends after three pages when none of them has a missing item', async () => {
    const { pages, begun, read } = makeListing(upTo(1_000));
    const sought = new Set([990]);
    await new ListingSweep<Entry>(pages).findNew(sought, ({ id }) => sought.delete(id), signal);
    expect([...sought]).toEqual([990]);
    expect(read()).toBe(3);
    // A search reads ahead, as far as the listing does by itself.
    expect(begun).toEqual([{ from: 1, prefetch: undefined }]);
  });

  test('reads nothing when no item is missing', async () => {
    const { pages, read } = makeListing(upTo(1_000));
    await new ListingSweep<Entry>(pages).findNew(new Set(), () => false, signal);
    expect(read()).toBe(0);
  });

  test('fails where it did not fail the time before, and otherwise ends there', async () => {
    const { pages, broken } = makeListing(upTo(500));
    const turns = new ListingSweep<Entry>(pages);
    const sought = new Set([5, 150, 250, 350]);
    const search = () => turns.findNew(sought, ({ id }) => sought.delete(id), signal);
    for (const page of [2, 3, 2]) {
      broken.clear();
      broken.add(page);
      await expect(search()).rejects.toThrow('lost');
    }
    await search();
    expect([...sought]).toEqual([250, 350]);
  });

  test('ends before a page that fails again, but not where nothing can be read', async () => {
    const { pages, broken } = makeListing(upTo(400));
    const turns = new ListingSweep<Entry>(pages);
    const sought = new Set([5, 150]);
    const search = () => turns.findNew(sought, ({ id }) => sought.delete(id), signal);
    broken.add(2);
    await expect(search()).rejects.toThrow('lost');
    await search();
    expect([...sought]).toEqual([150]);
    broken.add(1);
    await expect(search()).rejects.toThrow('lost');
    await expect(search()).rejects.toThrow('lost');
  });
});

test.each([
  [0, 2],
  [1, 2],
  [100, 2],
  [150, 3],
  [1_000, 20],
])('with %i things left, so many pages in a row may show nothing: %i', (left, pages) => {
  expect(computeMaxEmptyPages(left)).toBe(pages);
});
