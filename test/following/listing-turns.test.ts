import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ListingPages, ListingTurns, seek } from '../../src/following/listing-turns.js';

const PER_PAGE = 100;
const MOST = 10;
const { signal } = new AbortController();

interface Entry {
  readonly id: number;
}

/** A listing of those ids, and how many of its pages were read. */
function listingOf(ids: readonly number[]): { readonly pages: ListingPages<Entry>; read(): number } {
  let read = 0;
  return {
    read: () => read,
    async *pages(_, from) {
      for (let start = (from - 1) * PER_PAGE; start < ids.length; start += PER_PAGE) {
        read += 1;
        yield ids.slice(start, start + PER_PAGE).map((id) => ({ id }));
      }
    },
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('turns over a listing', () => {
  test('see everything that is known as often as anything else, in few requests a round', async () => {
    const property = fc.asyncProperty(
      fc.nat(4_000),
      fc.uniqueArray(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 300 }),
      async (count, known) => {
        const { pages, read } = listingOf(upTo(count));
        const turns = new ListingTurns<Entry>(pages);
        const seen = new Set<number>();
        const rounds = Math.ceil(count / PER_PAGE / MOST) + Math.ceil(known.length / MOST) + 1;
        for (let round = 0; round < rounds; round += 1) {
          const before = read();
          const missed = await turns.turn(new Set(known), ({ id }) => seen.add(id), signal);
          expect(read() - before + missed.length).toBeLessThanOrEqual(MOST);
          for (const id of missed) seen.add(id);
        }
        expect(known.filter((id) => !seen.has(id))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test('go on where the round before stopped, and begin anew after the end', async () => {
    const { pages, read } = listingOf(upTo(2_500));
    const turns = new ListingTurns<Entry>(pages);
    const known = new Set(upTo(2_500));
    const firstSeen: (number | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const seen: number[] = [];
      expect(await turns.turn(known, ({ id }) => seen.push(id), signal)).toEqual([]);
      firstSeen.push(seen[0]);
    }
    expect(firstSeen).toEqual([1, 1_001, 2_001, 1]);
    expect(read()).toBe(35);
  });

  test('keep their place when a page can not be read', async () => {
    const { pages } = listingOf(upTo(300));
    let fails = true;
    const failing: ListingPages<Entry> = async function* (...asked) {
      for await (const page of pages(...asked)) {
        if (fails && page[0]?.id === 101) throw new Error('lost');
        yield page;
      }
    };
    const turns = new ListingTurns<Entry>(failing);
    const seen: number[] = [];
    const round = () => turns.turn(new Set(upTo(300)), ({ id }) => seen.push(id), signal);
    await expect(round()).rejects.toThrow('lost');
    fails = false;
    await round();
    expect(seen).toEqual(upTo(300));
  });

  test('forget what nobody waits for any more', async () => {
    const { pages, read } = listingOf([]);
    const turns = new ListingTurns<Entry>(pages);
    expect(await turns.turn(new Set(upTo(30)), () => undefined, signal)).toEqual(upTo(10));
    expect(await turns.turn(new Set(), () => undefined, signal)).toEqual([]);
    expect(read()).toBe(0);
  });
});

describe('seeking in a listing', () => {
  test('ends with the page that shows the last one', async () => {
    const { pages, read } = listingOf(upTo(1_000));
    const sought = new Set([5, 150]);
    await seek(pages, sought, ({ id }) => sought.delete(id), signal);
    expect([...sought]).toEqual([]);
    expect(read()).toBe(2);
  });

  test('ends after a few pages that show nothing', async () => {
    const { pages, read } = listingOf(upTo(1_000));
    const sought = new Set([5, 990]);
    await seek(pages, sought, ({ id }) => sought.delete(id), signal);
    expect([...sought]).toEqual([990]);
    expect(read()).toBe(4);
  });
});
