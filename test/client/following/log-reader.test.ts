import { describe, expect, test } from 'vitest';
import { LogPosition } from '../../../src/client/following/log-position.js';
import {
  type LogPage,
  LogReader,
  type ReadLogPage,
  readNewestPosition,
} from '../../../src/client/following/log-reader.js';

interface Event {
  readonly id: number;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** More pages than any of these readings takes. */
const TOO_MANY = 2_000;

/** Notes the page; fails a reading that does not end. */
function note(asked: number[], page: number): void {
  if (asked.push(page) > TOO_MANY) throw new Error('too many pages are read');
}

/** A log with those ids, ascending, and the pages that were read of it. */
function makeLog(count: number, { perPage = 100, totals = true } = {}) {
  const ids = upTo(count);
  const asked: number[] = [];
  const read: ReadLogPage<Event> = async (page) => {
    note(asked, page);
    const end = Math.max(0, ids.length - (page - 1) * perPage);
    const events = ids
      .slice(Math.max(0, end - perPage), end)
      .reverse()
      .map((id) => ({ id }));
    const hasMore = events.length === perPage;
    return totals
      ? { page, events, lastPage: Math.ceil(ids.length / perPage), total: ids.length }
      : { page, events, lastPage: hasMore ? page + 1 : page, total: undefined };
  };
  const countPages = async (work: () => Promise<unknown>): Promise<number[]> => {
    asked.length = 0;
    await work();
    return [...asked];
  };
  return { ids, read, countPages };
}

/** Handles everything that is new, batch after batch. */
async function handleAll(
  read: ReadLogPage<Event>,
  place: LogPosition,
  between: (batches: number) => void = () => undefined,
): Promise<{ readonly given: number[][]; readonly behind: (number | undefined)[] }> {
  const given: number[][] = [];
  const behind: (number | undefined)[] = [];
  for await (const batch of new LogReader(read, place).unhandled()) {
    behind.push(place.behind);
    for (const { id } of batch) place.markHandled(id);
    given.push(batch.map(({ id }) => id));
    between(given.length);
  }
  return { given, behind };
}

const beginning = () => new LogPosition({ lastId: 0, count: 0 });
const from = (first: number, last: number): number[] => upTo(last).slice(first - 1);

describe('the pages that are read', () => {
  test('of a long backlog are its oldest first, in ranges that grow to 8 pages', async () => {
    const { read, countPages } = makeLog(3_000);
    const place = beginning();
    expect(await countPages(() => handleAll(read, place))).toEqual([
      1,
      30,
      29,
      30,
      ...from(27, 29),
      ...from(23, 27),
      ...from(15, 23),
      ...from(7, 15),
      ...from(1, 7),
    ]);
    expect([place.lastId, place.count, place.behind]).toEqual([3_000, 3_000, 0]);
  });

  test('of a backlog begin at the position when the position has a count', async () => {
    const { read, countPages } = makeLog(1_000);
    const place = new LogPosition({ lastId: 550, recent: [550], floor: 549, count: 550 });
    expect(await countPages(() => handleAll(read, place))).toEqual([1, 5, 4, 5, 2, 3, 4, 1, 2]);
  });

  test.each([
    [199, [1, 2]],
    [200, [1, 2, 3]],
  ])('of a backlog of %i events, which ends on the second page or at its end', async (open, pages) => {
    const { ids, read, countPages } = makeLog(1_000);
    const place = beginning();
    await handleAll(read, place);
    ids.push(...from(1_001, 1_000 + open));
    const asked = await countPages(() => handleAll(read, place));
    expect(asked.slice(0, pages.length)).toEqual(pages);
    expect(place.count).toBe(1_000 + open);
  });

  test('are found by binary search when the position has no count', async () => {
    const { read, countPages } = makeLog(1_600);
    const place = new LogPosition({ lastId: 250 });
    const reader = new LogReader(read, place).unhandled();
    // 250 is on page 14, of 16.
    expect(await countPages(() => reader.next())).toEqual([1, 8, 12, 14, 13]);
  });

  test('are found by doubling and binary search when the log has no totals', async () => {
    const { read, countPages } = makeLog(1_600, { totals: false });
    const reader = new LogReader(read, new LogPosition({ lastId: 250 })).unhandled();
    expect(await countPages(() => reader.next())).toEqual([1, 2, 4, 8, 16, 12, 14, 13]);
  });

  test('go two pages past the expected one before a binary search begins', async () => {
    const { read, countPages } = makeLog(1_000);
    // Its count is too high: 150 is on page 9.
    const reader = new LogReader(
      read,
      new LogPosition({ lastId: 150, recent: [150], count: 550 }),
    ).unhandled();
    expect(await countPages(() => reader.next())).toEqual([1, 5, 6, 8, 9]);
  });

  test.each([
    [0, [1, 10]],
    [1, [1, 5, 7, 8, 9, 10]],
  ])(
    'begin at the end of the log for a position with only the id %i, if no event is older',
    async (lastId, pages) => {
      const { read, countPages } = makeLog(901);
      const reader = new LogReader(read, new LogPosition({ lastId })).unhandled();
      expect(await countPages(() => reader.next())).toEqual(pages);
    },
  );

  test('give nothing that came after the first of them was read', async () => {
    const { ids, read } = makeLog(150);
    const place = new LogPosition({ lastId: 100 });
    // So that 151 to 170 are on the second page, and 171 to 270 on the first one, which has been read.
    const growing: ReadLogPage<Event> = (page) => {
      if (page === 2 && ids.length === 150) ids.push(...from(151, 270));
      return read(page);
    };
    expect((await handleAll(growing, place)).given).toEqual([from(101, 150)]);
    expect((await handleAll(growing, place)).given.flat()).toEqual(from(151, 270));
  });

  test('are those of the size that the service really gives', async () => {
    const { read, countPages } = makeLog(400, { perPage: 50 });
    const reader = new LogReader(read, beginning()).unhandled();
    expect(await countPages(() => reader.next())).toEqual([1, 8]);
  });

  test('are no more than needed when the log has no totals', async () => {
    const { read, countPages } = makeLog(300, { totals: false });
    const place = beginning();
    expect(await countPages(() => handleAll(read, place))).toEqual([1, 2, 4, 3, 4, 2, 3, 1, 2]);
  });

  test('are no more than the first when nothing is new', async () => {
    const { read, countPages } = makeLog(1_000);
    const place = beginning();
    await handleAll(read, place);
    expect(await countPages(() => handleAll(read, place))).toEqual([1]);
  });

  test('go back as far as events can be late when the totals show one', async () => {
    const { ids, read, countPages } = makeLog(1_000);
    ids.splice(899, 1);
    const place = beginning();
    await handleAll(read, place);
    ids.splice(899, 0, 900);
    let given: number[][] = [];
    const asked = await countPages(async () => {
      ({ given } = await handleAll(read, place));
    });
    expect(asked).toEqual([1, 2]);
    expect(given).toEqual([[900]]);
  });
});

test('the furthest page that is asked for is 2 ** 30, even where a service repeats a page for ever', async () => {
  const asked: number[] = [];
  const read: ReadLogPage<Event> = async (page) => {
    note(asked, page);
    return { page, events: [{ id: 8 }, { id: 7 }], lastPage: page + 1, total: undefined };
  };
  await handleAll(read, new LogPosition({ lastId: 5 }));
  expect(Math.max(...asked)).toBe(2 ** 30);
  expect(asked.slice(0, 31)).toEqual(Array.from({ length: 31 }, (_, power) => 2 ** power));
});

describe('the events that are given', () => {
  test.each([100, 30, 7, 1])('are all of them, in order, with %i to a page', async (perPage) => {
    const { read } = makeLog(250, { perPage });
    const place = beginning();
    const { given } = await handleAll(read, place);
    expect(given.flat()).toEqual(upTo(250));
    expect([place.count, place.behind]).toEqual([250, 0]);
  });

  test('come with the number of unhandled events, those of the next batches included', async () => {
    const { read } = makeLog(450);
    const { given, behind } = await handleAll(read, beginning());
    expect(given.map((batch) => batch.length)).toEqual([50, 100, 200, 100]);
    expect(behind).toEqual([450, 400, 300, 100]);
  });

  test('include an event that becomes visible late, behind those just given, while the rest is read', async () => {
    const { ids, read } = makeLog(200, { perPage: 10 });
    ids.splice(119, 1);
    const place = beginning();
    const { given } = await handleAll(read, place, () => {
      if (place.lastId >= 121 && ids[119] !== 120) ids.splice(119, 0, 120);
    });
    expect(given.flat().toSorted((a, b) => a - b)).toEqual(upTo(200));
  });

  test('are those of the newer pages when newer events vanish and a range has only handled events', async () => {
    const { ids, read } = makeLog(1_000);
    const { given } = await handleAll(read, beginning(), (batches) => {
      // What was on the page in front is now where the last batch was.
      if (batches === 1) ids.length = 900;
    });
    expect(given.flat()).toEqual(upTo(900));
  });

  test('end after two ranges in a row without an unhandled event, whatever the newer pages have', async () => {
    const repeated = upTo(100).reverse();
    const asked: number[] = [];
    const read: ReadLogPage<Event> = async (page) => {
      note(asked, page);
      return { page, events: repeated.map((id) => ({ id })), lastPage: 40, total: 4_000 };
    };
    const { given } = await handleAll(read, beginning());
    expect(given.map((batch) => batch.length)).toEqual([100, 0, 0]);
    expect(asked.length).toBeLessThan(20);
  });
});

describe('the position after the newest event', () => {
  test.each([
    [0, 100, [1]],
    [99, 100, [1]],
    [100, 100, [1]],
    [500, 100, [1, 2]],
    [500, 101, [1]],
    [500, 50, [1, 2, 3]],
    [500, 30, [1, 2, 3, 4]],
  ])('of a log of %i events with %i to a page takes the pages %j', async (count, perPage, pages) => {
    const { read, countPages } = makeLog(count, { perPage });
    let place: LogPosition | undefined;
    const asked = await countPages(async () => {
      place = await readNewestPosition(read);
    });
    expect(asked).toEqual(pages);
    expect([place?.lastId, place?.count, place?.behind]).toEqual([count, count, 0]);
    const oldest = Math.max(0, count - perPage * pages.length);
    expect(place?.toCheckpoint()).toMatchObject({
      floor: oldest,
      recent: from(oldest + 1, count).slice(-200),
    });
  });
});

describe('a page of a backlog from a copy that is twenty events behind', () => {
  /** The ids that are lost when the sixth request, for page 5, is answered by that copy. */
  async function lostWith(behind: { readonly oldest: number; readonly totals: boolean }): Promise<number[]> {
    const newestFirst = (oldest: number, newest: number) =>
      from(oldest, newest)
        .reverse()
        .map((id) => ({ id }));
    const asked: number[] = [];
    const read = async (page: number): Promise<LogPage<Event>> => {
      const log = asked.push(page) === 6 ? newestFirst(behind.oldest, 1_600) : newestFirst(1_001, 1_620);
      const events = log.slice((page - 1) * 100, page * 100);
      const total = behind.totals ? log.length : undefined;
      return { page, events, total, lastPage: behind.totals ? Math.ceil(log.length / 100) : page + 1 };
    };
    const position = new LogPosition({ lastId: 1_000, recent: [1_000], count: 0 });
    const { given } = await handleAll(read, position);
    const all = new Set(given.flat());
    return from(1_001, 1_620).filter((id) => !all.has(id));
  }

  test('is noticed by its total', async () => {
    expect(await lostWith({ oldest: 1_001, totals: true })).toEqual([]);
  });

  test('is not noticed if it still has as many events that are gone, so that its total is the same', async () => {
    expect(await lostWith({ oldest: 981, totals: true })).toEqual(from(1_201, 1_220));
  });

  test('is not noticed at a service that leaves the totals out', async () => {
    const lost = await lostWith({ oldest: 1_001, totals: false });
    expect(lost.length).toBeGreaterThan(0);
    expect(from(1_001, 1_620)).toEqual(expect.arrayContaining(lost));
  });
});
