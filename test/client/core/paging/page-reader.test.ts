import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Listing } from '../../../../src/client/core/paging/listing.js';
import type { PageQuery, PageTotals } from '../../../../src/client/core/paging/page.js';
import { type PageFacts, PageReader } from '../../../../src/client/core/paging/page-reader.js';
import { runs } from '../../../runs.js';

/** What happens to the listing between two reads of it. */
type Change = { readonly kind: 'insert' } | { readonly kind: 'remove'; readonly place: number };

type Scene = readonly [
  size: number,
  per_page: number,
  page: number,
  gaps: readonly (readonly Change[])[],
  prefetch: number,
  delays: readonly number[],
];

interface Model {
  readonly items: number[];
  readonly added: Set<number>;
  readonly removed: Set<number>;
}

/** A server whose listing changes between the reads; new items come at its head or at its tail. */
function server(
  model: Model,
  gaps: readonly (readonly Change[])[],
  at: 'head' | 'tail',
  lie = (t: PageTotals) => t,
  delays: readonly number[] = [],
) {
  let asked = 0;
  let reads = 0;
  let fresh = 10_000;
  const change = (each: Change): void => {
    if (each.kind === 'remove') {
      const [gone] = model.items.splice(each.place % Math.max(1, model.items.length), 1);
      if (gone !== undefined) model.removed.add(gone);
      return;
    }
    fresh += 1;
    model.added.add(fresh);
    if (at === 'head') model.items.unshift(fresh);
    else model.items.push(fresh);
  };
  const read = async ({ page = 1, per_page = 30 }: PageQuery) => {
    // Reads that are under way together are carried out in any order.
    for (let turns = delays[asked++] ?? 0; turns > 0; turns -= 1) await undefined;
    if (reads > 0) for (const each of gaps[reads - 1] ?? []) change(each);
    reads += 1;
    const total_count = model.items.length;
    const body = lie({ page, per_page, total_count, total_pages: Math.ceil(total_count / per_page) });
    const items = model.items.slice((page - 1) * per_page, page * per_page);
    return { items, body, hasTotals: true, lastPage: body.total_pages, unexpected: [] };
  };
  return { read, key: (item: number) => item, reads: () => reads };
}

async function walked(listing: Listing<number>): Promise<number[]> {
  const items: number[] = [];
  for await (const item of listing) items.push(item);
  return items;
}

const remove = fc.nat(60).map((place): Change => ({ kind: 'remove', place }));
const insert = fc.constant<Change>({ kind: 'insert' });
const some = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.array(value, { maxLength: 4 }) },
    fc.array(value, { minLength: 5, maxLength: 30 }),
  );

const gaps = (change: fc.Arbitrary<Change>) => fc.array(some(change), { maxLength: 25 });

/** At the tail inserts and removals together can leave the total the same, see PageReader. */
const gapsAt = { head: gaps(fc.oneof(insert, remove)), tail: fc.oneof(gaps(insert), gaps(remove)) };

describe.each(['head', 'tail'] as const)(
  'while items are inserted at the %s and others are removed',
  (at) => {
    const scenes = fc.tuple(
      fc.nat(40),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 3 }),
      gapsAt[at],
      fc.constantFrom(0, 1, 4),
      fc.constant([]),
    );

    const walkedThrough = async ([size, per_page, page, gaps, prefetch, delays]: Scene) => {
      const before = Array.from({ length: size }, (_, index) => index);
      const model: Model = { items: [...before], added: new Set(), removed: new Set() };
      const source = server(model, gaps, at, undefined, delays);
      const items = await walked(new Listing(source, { per_page, page }, { prefetch }));
      return { before, model, items, reads: source.reads() };
    };

    test('no item comes twice', async () => {
      await fc.assert(
        fc.asyncProperty(scenes, async (scene) => {
          const { items } = await walkedThrough(scene);
          expect(new Set(items).size).toBe(items.length);
        }),
        runs(500),
      );
    });

    test('no item that exists throughout is left out', async () => {
      await fc.assert(
        fc.asyncProperty(scenes, async ([size, per_page, , gaps, prefetch, delays]) => {
          const { before, model, items } = await walkedThrough([size, per_page, 1, gaps, prefetch, delays]);
          const stayed = before.filter((item) => !model.removed.has(item));
          expect(stayed.filter((item) => !items.includes(item))).toEqual([]);
        }),
        runs(2_000),
      );
    });

    test('none is left out when pages that are read together are read in any order', async () => {
      const delays = fc.array(fc.nat(20), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(scenes, gapsAt.tail, delays, async ([size, per_page], gaps, late) => {
          const { before, model, items } = await walkedThrough([size, per_page, 1, gaps, 4, late]);
          const stayed = before.filter((item) => !model.removed.has(item));
          expect(stayed.filter((item) => !items.includes(item))).toEqual([]);
        }),
        runs(500),
      );
    });

    test('no item comes that never existed', async () => {
      await fc.assert(
        fc.asyncProperty(scenes, async (scene) => {
          const { before, model, items } = await walkedThrough(scene);
          expect(items.filter((item) => !before.includes(item) && !model.added.has(item))).toEqual([]);
        }),
        runs(200),
      );
    });

    test('the number of requests stays in proportion to the pages and the changes', async () => {
      await fc.assert(
        fc.asyncProperty(scenes, async ([size, per_page, page, gaps]) => {
          const { reads, model } = await walkedThrough([size, per_page, page, gaps, 0, []]);
          const pages = Math.ceil((size + model.added.size) / per_page) + 1;
          const changed = gaps.filter(({ length }) => length > 0).length;
          // A first page whose total fell is read eight times: it may come from a lagging replica.
          expect(reads).toBeLessThanOrEqual(pages + changed * (pages + 2 + 8) + 4);
        }),
        runs(500),
      );
    });
  },
);

test('a listing that stays as it is costs one request a page, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100), fc.integer({ min: 1, max: 20 }), async (size, per_page) => {
      const items = Array.from({ length: size }, (_, index) => index);
      const source = server({ items, added: new Set(), removed: new Set() }, [], 'tail');
      expect(await walked(new Listing(source, { per_page }))).toEqual(items);
      expect(source.reads()).toBe(Math.max(1, Math.ceil(size / per_page)));
    }),
    runs(),
  );
});

test('a removal with more inserts between the same two pages hides no item', async () => {
  const gap: readonly Change[] = [{ kind: 'insert' }, { kind: 'insert' }, { kind: 'remove', place: 0 }];
  const source = server({ items: [1, 2, 3, 4, 5, 6], added: new Set(), removed: new Set() }, [gap], 'tail');
  const items = await walked(new Listing(source, { per_page: 3 }, { prefetch: 0 }));
  // Item 4 moved to page 1, which was read already.
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 10_001, 10_002]);
});

describe('a listing that shrinks while it is read', () => {
  const shrinking = (pages: number, every: number, per_page: number) => {
    const items = Array.from({ length: pages * per_page }, (_, index) => index);
    const gap: readonly Change[] = [{ kind: 'remove', place: 0 }];
    const gaps = Array.from({ length: 9_999 }, (_, at) => (at % every === 0 ? gap : []));
    const model = { items, added: new Set<number>(), removed: new Set<number>() };
    return { model, source: server(model, gaps, 'tail') };
  };

  test.each(
    [20, 40].flatMap((pages) => [30, 100].flatMap((size) => [1, 2, 3].map((every) => [pages, size, every]))),
  )(
    'of %d pages of %d items takes at most three requests a page, with a removal for each %d, and loses nothing',
    async (pages = 0, size = 0, every = 0) => {
      for (const prefetch of [0, 4]) {
        const { model, source } = shrinking(pages, every, size);
        const before = [...model.items];
        const items = await walked(new Listing(source, { per_page: size }, { prefetch }));
        expect(source.reads()).toBeLessThanOrEqual(3 * pages);
        expect(before.filter((item) => !model.removed.has(item) && !items.includes(item))).toEqual([]);
        expect(new Set(items).size).toBe(items.length);
      }
    },
  );

  test.each([0, 4])(
    'since its loop deletes each item: 24 pages take at most 72 requests, with prefetch %d',
    async (prefetch) => {
      const items = Array.from({ length: 2_400 }, (_, index) => index);
      const source = server({ items, added: new Set(), removed: new Set() }, [], 'tail');
      let deleted = 0;
      for await (const item of new Listing(source, {}, { prefetch })) {
        items.splice(items.indexOf(item), 1);
        deleted += 1;
      }
      expect([deleted, items]).toEqual([2_400, []]);
      expect(source.reads()).toBeLessThanOrEqual(72);
    },
  );
});

test('a listing from its third page on never goes back to the pages before that', async () => {
  const told = (keys: readonly number[], total: number): Omit<PageFacts, 'page'> => ({
    keys,
    total,
    lastPage: Math.ceil(total / 3),
  });
  // Items in front of it were removed: what was on page 4 is on page 2 now.
  const answers = [
    told([7, 8, 9], 30),
    told([16, 17, 18], 24),
    told([16, 17, 18], 24),
    told([13, 14, 15], 24),
  ];
  const asked: number[] = [];
  const reader = new PageReader(
    async (page) => {
      asked.push(page);
      return answers[asked.length - 1] ?? told([16, 17, 18], 24);
    },
    (page, number) => ({ ...page, page: number }),
    3,
  );
  const given: (readonly unknown[])[] = [];
  for (let left = 3; left > 0; left -= 1) given.push((await reader.next())?.page.keys ?? []);
  expect(asked).toEqual([3, 4, 4, 3, 4]);
  expect(given).toEqual([
    [7, 8, 9],
    [13, 14, 15],
    [16, 17, 18],
  ]);
});

describe('the reading of a misleading server', () => {
  const totals = (lie: (told: PageTotals, reads: number) => Partial<PageTotals>, size = 50) => {
    let reads = 0;
    const items = Array.from({ length: size }, (_, index) => index);
    return server({ items, added: new Set(), removed: new Set() }, [], 'tail', (told) => {
      reads += 1;
      return { ...told, ...lie(told, reads) };
    });
  };

  test.each([
    ['1e9 pages', () => ({ total_pages: 1e9 })],
    ['1e9 items', () => ({ total_pages: 1e9, total_count: 1e9 })],
    [
      'totals that grow',
      (_: PageTotals, reads: number) => ({ total_pages: 1_000 + reads, total_count: 10_000 + reads }),
    ],
    [
      'totals that shrink',
      (_: PageTotals, reads: number) => ({ total_pages: 1_000, total_count: 10_000 - reads }),
    ],
    [
      'totals that jump',
      (_: PageTotals, reads: number) => ({ total_pages: 1_000, total_count: (reads * 7_919) % 100 }),
    ],
  ])('about %s is read to the end, and the reading ends', async (_, lie) => {
    const source = totals(lie);
    expect(await walked(new Listing(source, { per_page: 10 }))).toHaveLength(50);
    expect(source.reads()).toBeLessThanOrEqual(2_000);
  });

  test('whose listing grows with each read takes a few requests for each page', async () => {
    const source = totals((_, reads) => ({ total_pages: 1_000 + reads, total_count: 10_000 + reads }), 200);
    expect(await walked(new Listing(source, { per_page: 10 }, { prefetch: 0 }))).toHaveLength(200);
    expect(source.reads()).toBeLessThanOrEqual(70);
  });

  test.each([
    ['no pages', () => ({ total_pages: 0 })],
    ['fewer than no pages', () => ({ total_pages: -5, total_count: -50 })],
  ])('about %s is believed, and the reading ends', async (_, lie) => {
    const source = totals(lie);
    expect(await walked(new Listing(source, { per_page: 10 }))).toHaveLength(10);
    expect(source.reads()).toBe(1);
  });

  const pages = (readItems: (page: number, reads: number) => number[], told: Partial<PageTotals> = {}) => {
    let reads = 0;
    return {
      key: (item: number) => item,
      reads: () => reads,
      read: async ({ page = 1, per_page = 10 }: PageQuery) => {
        reads += 1;
        const body = { page, per_page, total_pages: 100, total_count: 1_000, ...told };
        const lastPage = body.total_pages;
        return { items: readItems(page, reads), body, hasTotals: true, lastPage, unexpected: [] };
      },
    };
  };

  test('that repeats one page ends after a few requests', async () => {
    const source = pages(() => [1, 2, 3]);
    expect(await walked(new Listing(source))).toEqual([1, 2, 3]);
    expect(source.reads()).toBeLessThanOrEqual(15);
  });

  test('that ignores the page and changes its totals ends after a bounded number of requests', async () => {
    let total = 0;
    const source = pages(() => [1, 2, 3]);
    const moving = {
      ...source,
      read: async (query: PageQuery) => {
        const read = await source.read(query);
        total += 1;
        return { ...read, body: { ...read.body, total_count: total } };
      },
    };
    expect(await walked(new Listing(moving))).toEqual([1, 2, 3]);
    expect(source.reads()).toBeLessThanOrEqual(600);
  });

  test('that sends an empty page ends there', async () => {
    const source = pages((page) => (page === 3 ? [] : [page]));
    expect(await walked(new Listing(source))).toEqual([1, 2]);
    expect(source.reads()).toBeLessThanOrEqual(15);
  });

  test('that sends a first page beyond the end ends there', async () => {
    const source = totals(() => ({}));
    expect(await walked(new Listing(source, { page: 999, per_page: 10 }))).toEqual([]);
    expect(source.reads()).toBe(1);
  });

  test('that repeats an item within a page has it once', async () => {
    const source = pages((page) => (page === 1 ? [1, 1, 2, 1] : []));
    expect(await walked(new Listing(source))).toEqual([1, 2]);
  });

  test('that shuffles its pages ends after a bounded number of requests', async () => {
    const source = pages((_, reads) => [reads % 7, (reads * 3) % 7]);
    expect((await walked(new Listing(source))).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(source.reads()).toBeLessThanOrEqual(200);
  });
});

describe('a reader of pages', () => {
  /** Reads pages that show these keys, while the total changes by `step` at each request. */
  async function readAll(readKeys: (page: number) => readonly number[], step: number) {
    let total = 1_000;
    const reader = new PageReader(
      async (page) => readKeys(page),
      (keys, page) => {
        total += step;
        return { page, keys, total, lastPage: 300 };
      },
    );
    const given: { readonly keys: readonly number[]; readonly flaw: unknown }[] = [];
    for (let read = await reader.next(); read !== undefined; read = await reader.next())
      given.push({ keys: read.page, flaw: read.flaw });
    return given;
  }

  test('ends after four pages in a row that only repeat what is known, and says so', async () => {
    const given = await readAll(() => [1, 2], 0);
    // On the first two the items are new, and are seen again.
    expect(given.map(({ flaw }) => flaw)).toEqual([...Array(5).fill(undefined), 'repeats']);
  });

  test('goes on for a hundred such pages while the total rises, and finds what follows', async () => {
    const isFoundAfter = async (pages: number): Promise<boolean> => {
      const given = await readAll((page) => (page < 2 + pages ? [1, 2] : page === 2 + pages ? [3] : []), 1);
      return given.some(({ keys }) => keys.includes(3));
    };
    expect([await isFoundAfter(100), await isFoundAfter(101)]).toEqual([true, false]);
  });

  test.each([
    ['falls', -1, 'gap'],
    ['rises', 1, undefined],
  ])(
    'gives a page that never joins after many tries, where the total %s at each request',
    async (_, step, flaw) => {
      const given = await readAll((page) => (page < 4 ? [2 * page, 2 * page + 1] : []), step);
      expect(given.find(({ keys }) => keys.includes(4))?.flaw).toBe(flaw);
      expect(new Set(given.flatMap(({ keys }) => keys))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
    },
  );

  test.each([
    [
      'until it shows as many items as have been seen, since it may come from a lagging replica',
      5,
      [3, 3, 5],
    ],
    [
      'eight times more, and believes it then: more likely, the listing has become shorter',
      5,
      Array(9).fill(3),
    ],
    ['once, where nobody has seen more', 3, [3]],
  ])('reads the first page %s', async (_, highest, totals) => {
    let read = 0;
    const reader = new PageReader(
      async () => {
        read += 1;
        return totals[read - 1];
      },
      (total, page) => ({ page, keys: [1, 2, 3], lastPage: 1, total: total ?? 3 }),
      1,
      { highest },
    );
    expect(await reader.next()).toMatchObject({ number: 1, fresh: [true, true, true] });
    expect(read).toBe(totals.length);
  });

  test('reads the first page again at the end where a later one showed more items', async () => {
    const answers = [
      { page: 1, keys: [2, 3], total: 3, lastPage: 2 },
      { page: 2, keys: [3, 4], total: 4, lastPage: 2 },
      { page: 1, keys: [1, 2], total: 4, lastPage: 2 },
    ];
    const asked: number[] = [];
    const reader = new PageReader(
      async (page) => {
        asked.push(page);
        return answers[asked.length - 1];
      },
      (answer) => answer ?? { page: 1, keys: [], total: 4, lastPage: 1 },
    );
    const fresh: unknown[] = [];
    for (let read = await reader.next(); read !== undefined; read = await reader.next())
      fresh.push(...(read.page?.keys.filter((_, at) => read?.fresh[at]) ?? []));
    expect(asked).toEqual([1, 2, 1]);
    expect(fresh).toEqual([2, 3, 4, 1]);
  });
});
