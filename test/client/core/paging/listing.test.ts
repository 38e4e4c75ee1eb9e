import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { InputError, Listing, Page } from '../../../../src/index.js';
import { comment, ok, organization, question, questionListItem } from '../../../fixtures.js';
import {
  type Arrived,
  answer,
  type RecordedFetch,
  recordedFetch,
  rejection,
  requesterOn,
} from '../../../recorded-fetch.js';

const items = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
    ...questionListItem,
    id: from + index,
  }));

/** A service with so many questions, numbered from 1. */
function serving(
  total: number,
  change: (body: object, arrived: Arrived) => object = (body) => body,
): RecordedFetch {
  return recordedFetch((arrived) => {
    const page = Number(arrived.query.page ?? 1);
    const per_page = Number(arrived.query.per_page ?? 30);
    const questions = items((page - 1) * per_page + 1, Math.min(total, page * per_page));
    const totals = { page, per_page, total_pages: Math.ceil(total / per_page), total_count: total };
    return answer(change({ ...ok, ...totals, questions }, arrived));
  });
}

const asked = (fetch: RecordedFetch) =>
  fetch.arrived.map(({ query }) =>
    Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'access_token')),
  );

const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

describe('a listing that is not used', () => {
  test('sends nothing', async () => {
    const fetch = serving(5);
    const listing = requesterOn(fetch).questions.list();
    await new Promise((resolve) => setImmediate(resolve));
    expect(listing).toBeInstanceOf(Listing);
    expect(fetch.arrived).toEqual([]);
  });

  test('throws nothing, even if its query is wrong', () => {
    expect(() => requesterOn(serving(5)).questions.list({ page: 0, per_page: 1_000 })).not.toThrow();
  });
});

describe('awaiting a listing', () => {
  test('gives the page that the caller asked for', async () => {
    const fetch = serving(75);
    const page = await requesterOn(fetch).questions.list({ page: 2, per_page: 50 });
    expect(page).toBeInstanceOf(Page);
    expect(page).toMatchObject({ page: 2, per_page: 50, total_pages: 2, total_count: 75, hasNext: false });
    expect(ids(page.items)).toEqual(ids(items(51, 75)));
    expect(asked(fetch)).toEqual([{ page: '2', per_page: '50' }]);
  });

  test('leaves page and size to the service by default', async () => {
    const fetch = serving(75);
    const page = await requesterOn(fetch).questions.list();
    expect(page).toMatchObject({ page: 1, per_page: 30, total_pages: 3 });
    expect(asked(fetch)).toEqual([{}]);
  });

  test('gives the whole answer with its companions', async () => {
    const body = {
      ...ok,
      page: 1,
      per_page: 30,
      total_pages: 1,
      total_count: 1,
      organization,
      question,
      comments: [comment],
    };
    const page = await requesterOn(recordedFetch(answer(body))).comments.list(41);
    expect(page.body).toEqual(body);
  });

  test('twice sends one request', async () => {
    const fetch = serving(5);
    const listing = requesterOn(fetch).questions.list();
    const [first, second] = await Promise.all([listing, listing]);
    expect(first).toBe(second);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('works with catch and finally', async () => {
    const done = vi.fn();
    const listing = requesterOn(recordedFetch(answer({}, { status: 404 }))).questions.list();
    const caught = await listing.finally(done).catch((error: unknown) => error);
    expect(caught).toMatchObject({ name: 'NotFoundError' });
    expect(await listing.catch(() => 'caught')).toBe('caught');
    expect(done).toHaveBeenCalledTimes(1);
  });
});

describe('for await over what is no listing says what to change', () => {
  /** What a loop in JavaScript fails with. The types refuse it: see test/types/calls.test-d.ts. */
  const loopOver = async (value: unknown): Promise<unknown> => {
    for await (const item of value as AsyncIterable<unknown>) return item;
    return undefined;
  };
  const { questions, languages } = requesterOn(serving(5));

  test.each<[string, () => unknown, RegExp]>([
    ['a page', () => questions.list(), /one page of a listing\. Leave out the await.*page\.items$/],
    [
      'a listing with catch',
      () => questions.list().catch(() => undefined),
      /promise of one page\..*without catch/,
    ],
    ['a listing with finally', () => questions.list().finally(() => undefined), /promise of one page\./],
    ['a call that is no listing', () => languages.list(), /promise of one answer, not a listing\. Await it/],
  ])('%s', async (what, make, message) => {
    const value: unknown = what === 'a page' ? await make() : make();
    const error = await rejection(loopOver(value));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });

  test('and no other failure is left unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const failing = requesterOn(recordedFetch(answer({}, { status: 404 })));
    await rejection(loopOver(failing.languages.list()));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('and leaves a page and its promise as they print and compare', async () => {
    const page = await questions.list();
    expect(page).toEqual(await questions.list());
    expect(Object.keys(page)).not.toContain('refuse');
    expect(inspect(questions.list().catch(() => undefined))).toBe('Promise { <pending> }');
    expect(ids(page.items)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('next', () => {
  test('gives page after page of the same size, then undefined', async () => {
    const fetch = serving(75);
    const sizes: number[] = [];
    let page: Page<unknown> | undefined = await requesterOn(fetch).questions.list({ per_page: 30 });
    for (; page !== undefined; page = await page.next()) sizes.push(page.items.length);
    expect(sizes).toEqual([30, 30, 15]);
    expect(asked(fetch)).toEqual([
      { per_page: '30' },
      { page: '2', per_page: '30' },
      { page: '3', per_page: '30' },
    ]);
  });

  test('has each item once as JSON', async () => {
    const page = await requesterOn(serving(2)).questions.list();
    const totals = { page: 1, per_page: 30, total_pages: 1, total_count: 2 };
    expect(JSON.parse(JSON.stringify(page))).toEqual({ items: page.items, unexpected: [], ...totals });
  });

  test.each(['throw', 'ignore'] as const)(
    'has an item of an unexpected shape once as JSON, with onUnexpectedShape: %s',
    async (onUnexpectedShape) => {
      const fetch = serving(1, (body) => ({ ...body, questions: [...items(1, 1), { title: 'odd one' }] }));
      const text = JSON.stringify(await requesterOn(fetch, { onUnexpectedShape }).questions.list());
      expect(text.split('odd one')).toHaveLength(2);
      expect(JSON.parse(text).unexpected).toMatchObject([{ index: 1, issues: expect.any(Array) }]);
    },
  );

  test('has nothing after an empty page', async () => {
    const page = await requesterOn(serving(0)).questions.list();
    expect(page.hasNext).toBe(false);
    expect(await page.next()).toBeUndefined();
  });

  test.each([
    ['a size of 0', { per_page: 0 }],
    ['a size of 1000', { per_page: 1_000 }],
    ['a negative page', { page: -7 }],
    ['page 0', { page: 0 }],
  ])('asks for the page after the requested one when the service sends %s', async (_, lie) => {
    const fetch = serving(75, (body) => ({ ...body, ...lie }));
    const page = await requesterOn(fetch).questions.list({ page: 2, per_page: 20 });
    await page.next();
    expect(asked(fetch)[1]).toEqual({ page: '3', per_page: '20' });
  });

  test('keeps the order that was asked for', async () => {
    const totals = { page: 1, per_page: 30, total_pages: 2, total_count: 2 };
    const event = {
      id: 1,
      action_user_id: 1,
      application_id: 1,
      organization_id: 1,
      action_organization_id: 1,
    };
    const events = [
      { ...event, type: 'project.created', created_at: '2026-03-01T00:00:00.000Z', retry_count: 0 },
    ];
    const fetch = recordedFetch(answer({ ...ok, ...totals, events }));
    const page = await requesterOn(fetch).events.list({ order: 'id_asc' });
    await page.next();
    expect(asked(fetch)).toEqual([{ order: 'id_asc' }, { order: 'id_asc', page: '2' }]);
  });
});

describe('a service that ignores the page', () => {
  const first = items(1, 30);
  const logging = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });
  const reported = { page: 1, per_page: 30, total_pages: 4, total_count: 100 };

  test.each([
    ['and says that it is page 1', reported, 0],
    // The totals themselves are one more.
    ['and gives no totals', {}, 1],
  ])('%s: going from page to page ends, with a warning', async (_, totals, others) => {
    const logger = logging();
    const fetch = recordedFetch(answer({ ...ok, ...totals, questions: first }));
    const all: number[] = [];
    let page: Page<{ readonly id: number }> | undefined = await requesterOn(fetch, {
      logger,
    }).questions.list();
    for (; page !== undefined; page = await page.next()) all.push(...ids(page.items));
    expect(all).toEqual(ids(first));
    expect(fetch.arrived).toHaveLength(2);
    expect(logger.warn).toHaveBeenCalledTimes(1 + others);
  });

  test('by its number and echoes it: going from page to page ends at the last page', async () => {
    const fetch = serving(100, (body) => ({ ...body, questions: first }));
    let pages = 0;
    let page: Page<unknown> | undefined = await requesterOn(fetch).questions.list();
    for (; page !== undefined; page = await page.next()) pages += 1;
    expect(pages).toBe(4);
  });

  test('ends an iteration early, with a warning', async () => {
    const logger = logging();
    const fetch = recordedFetch(answer({ ...ok, ...reported, questions: first }));
    expect(await requesterOn(fetch, { logger }).questions.list().toArray({ max: 99 })).toEqual(first);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('ends early'), {
      method: 'GET',
      path: '/api/v1/my/questions',
      address: '/api/v1/my/questions',
      given: 30,
      total_count: 100,
    });
  });

  test('is not assumed when a listing is read to its end', async () => {
    const logger = logging();
    await requesterOn(serving(250), { logger }).questions.list().toArray({ max: 999 });
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

describe('iterating a listing', () => {
  test('gives every item of every page, 100 at a time by default', async () => {
    const fetch = serving(250);
    const all: number[] = [];
    for await (const { id } of requesterOn(fetch).questions.list()) all.push(id);
    expect(all).toEqual(ids(items(1, 250)));
    expect(asked(fetch).map(({ per_page }) => per_page)).toEqual(['100', '100', '100']);
  });

  test('begins at the page that was asked for', async () => {
    const all = await requesterOn(serving(75)).questions.list({ page: 2, per_page: 30 }).toArray({ max: 99 });
    expect(ids(all)).toEqual(ids(items(31, 75)));
  });

  test('page by page gives pages', async () => {
    const sizes: number[] = [];
    for await (const page of requesterOn(serving(45)).questions.list({ per_page: 20 }).pages()) {
      expect(page).toBeInstanceOf(Page);
      sizes.push(page.items.length);
    }
    expect(sizes).toEqual([20, 20, 5]);
  });

  test('page by page gives one empty page of an empty listing', async () => {
    const pages: unknown[] = [];
    for await (const page of requesterOn(serving(0)).questions.list().pages()) pages.push(page.items);
    expect(pages).toEqual([[]]);
  });

  test('page by page leaves out a page that only repeats what came before', async () => {
    const fetch = serving(45, (body, { query }) =>
      query.page === '2' ? { ...body, questions: items(1, 20) } : body,
    );
    const sizes: number[] = [];
    for await (const page of requesterOn(fetch).questions.list({ per_page: 20 }).pages())
      sizes.push(page.items.length);
    expect(sizes).toEqual([20, 5]);
  });

  test('twice reads twice', async () => {
    const fetch = serving(5);
    const listing = requesterOn(fetch).questions.list();
    await listing.toArray({ max: 9 });
    await listing.toArray({ max: 9 });
    expect(fetch.arrived).toHaveLength(2);
  });

  test('fails when a later page fails', async () => {
    const fetch = serving(250, (body, { query }) =>
      query.page === '2' ? { success: false, message: 'no' } : body,
    );
    expect(await rejection(requesterOn(fetch).questions.list().toArray({ max: 999 }))).toMatchObject({
      name: 'ApiError',
    });
  });

  test('ends when the totals are missing', async () => {
    const untold = { page: undefined, per_page: undefined, total_pages: undefined, total_count: undefined };
    const fetch = serving(45, (body) => ({ ...body, ...untold }));
    expect(await requesterOn(fetch).questions.list({ per_page: 20 }).toArray({ max: 999 })).toHaveLength(45);
    expect(fetch.arrived.length).toBeLessThanOrEqual(4);
  });

  test('ends when the totals are null', async () => {
    const fetch = serving(40, (body) => ({ ...body, total_pages: null, total_count: null }));
    expect(await requesterOn(fetch).questions.list({ per_page: 20 }).toArray({ max: 999 })).toHaveLength(40);
    expect(fetch.arrived.length).toBeLessThanOrEqual(4);
  });

  test('without totals reads on where a page holds fewer than were asked for', async () => {
    const untold = { page: undefined, per_page: undefined, total_pages: undefined, total_count: undefined };
    const fetch = serving(45, (body, { query }) => {
      const from = (Number(query.page) - 1) * 10;
      return { ...body, ...untold, questions: items(from + 1, Math.min(45, from + 10)) };
    });
    expect(await requesterOn(fetch).questions.list({ per_page: 20 }).toArray({ max: 999 })).toHaveLength(45);
  });

  test('ends when the service ignores the page', async () => {
    const fetch = serving(500, (body) => ({ ...body, page: 1, questions: items(1, 100) }));
    expect(await requesterOn(fetch).questions.list().toArray({ max: 999 })).toHaveLength(100);
    expect(fetch.arrived.length).toBeLessThanOrEqual(10);
  });
});

test('a service that cuts its pages short, and counts them as if they were whole, is warned of', async () => {
  const fetch = serving(250, (body, { query }) => {
    const from = (Number(query.page) - 1) * 100;
    return { ...body, questions: items(from + 1, Math.min(from + 50, 250)) };
  });
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await requesterOn(fetch, { logger }).questions.list().toArray({ max: 999 });
  expect(logger.warn).toHaveBeenCalledWith(
    expect.stringContaining('items may be missing'),
    expect.objectContaining({ page: 1 }),
  );
});

describe('a listing without totals', () => {
  const untold = { page: undefined, per_page: undefined, total_pages: undefined, total_count: undefined };
  let last = 0;
  /** Each answer shows items that no other has shown, whichever page is asked for. */
  const endless = () =>
    serving(0, (body) => {
      last += 2;
      return { ...body, ...untold, questions: items(last - 1, last) };
    });

  test('that shows other items on every answer ends with a warning', async () => {
    const fetch = endless();
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const all = await requesterOn(fetch, { logger }).questions.list().toArray({ max: 9_999 });
    expect(all).toHaveLength(200);
    expect(fetch.arrived).toHaveLength(101);
    const missing = ['page', 'per_page', 'total_pages', 'total_count'];
    expect(warn.mock.calls).toMatchObject([
      [expect.stringContaining('the contract'), { issues: missing.map((path) => ({ path })) }],
      [expect.stringContaining('ends early'), expect.anything()],
    ]);
  });

  test('that shows other items on every answer ends at page 200, if it is read from page 101 on', async () => {
    const fetch = endless();
    const all = await requesterOn(fetch).questions.list({ page: 101 }).toArray({ max: 9_999 });
    expect(all).toHaveLength(200);
    expect(asked(fetch).map(({ page }) => Number(page))).toEqual(
      expect.arrayContaining([101, 199, 200, 1_000_000]),
    );
    expect(fetch.arrived).toHaveLength(101);
  });

  test('that shows other items on every answer ends for those who go from page to page, too', async () => {
    const fetch = endless();
    let count = 0;
    for (let page = await requesterOn(fetch).questions.list(); ; count += 1) {
      const next = await page.next();
      if (next === undefined) break;
      page = next;
    }
    expect(count).toBe(99);
    expect(fetch.arrived).toHaveLength(101);
  });

  test.each([
    ['is empty', (body: object) => ({ ...body, ...untold, questions: [] })],
    ['is refused', () => ({ success: false, message: 'no such page' })],
  ])('that is long is read to its end where a page far behind it %s', async (_, far) => {
    const fetch = serving(250, (body, { query }) =>
      Number(query.page) > 1_000 ? far(body) : { ...body, ...untold },
    );
    const all = await requesterOn(fetch).questions.list({ per_page: 1 }).toArray({ max: 9_999 });
    expect(all).toHaveLength(250);
    expect(fetch.arrived.length).toBeLessThanOrEqual(255);
  });
});

test('a listing of more than 100 pages with totals gives every item, for one request a page', async () => {
  const fetch = serving(20_050);
  const all = await requesterOn(fetch).questions.list().toArray({ max: 99_999 });
  expect(ids(all)).toEqual(ids(items(1, 20_050)));
  const pages = asked(fetch).map(({ page, per_page }) => `${page}/${per_page}`);
  expect(new Set(pages)).toEqual(new Set(Array.from({ length: 201 }, (_, at) => `${at + 1}/100`)));
  expect(pages).toHaveLength(201);
});

describe('toArray', () => {
  test('requests no more pages than it needs', async () => {
    const fetch = serving(1_000);
    const some = await requesterOn(fetch).questions.list({}, { prefetch: 0 }).toArray({ max: 150 });
    expect(some).toHaveLength(150);
    expect(fetch.arrived).toHaveLength(2);
  });

  test('of none sends nothing', async () => {
    const fetch = serving(5);
    expect(await requesterOn(fetch).questions.list().toArray({ max: 0 })).toEqual([]);
    expect(fetch.arrived).toEqual([]);
  });

  test.each([undefined, {}, { max: -1 }, { max: 1.5 }, { max: '5' }, { max: Number.POSITIVE_INFINITY }])(
    'with %o is an InputError, and nothing is sent',
    async (limit) => {
      const fetch = serving(5);
      const call = requesterOn(fetch)
        .questions.list()
        .toArray(limit as { max: number });
      expect(await rejection(call)).toMatchObject({ name: 'InputError', issues: [{ path: 'max' }] });
      expect(fetch.arrived).toEqual([]);
    },
  );
});

describe('a wrong query', () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ page: 0 }, 'query.page'],
    [{ page: -1 }, 'query.page'],
    [{ page: 1.5 }, 'query.page'],
    [{ page: '2' }, 'query.page'],
    [{ page: null }, 'query.page'],
    [{ per_page: 0 }, 'query.per_page'],
    [{ per_page: 101 }, 'query.per_page'],
    [{ per_page: '30' }, 'query.per_page'],
    [{ perPage: 30 }, 'query.perPage'],
    [{ access_token: 'x' }, 'query.access_token'],
    [null, 'query'],
    ['page=2', 'query'],
    [[], 'query'],
  ];

  test.each(wrong)('such as %j is an InputError when awaited, and nothing is sent', async (query, path) => {
    const fetch = serving(5);
    const error = await rejection(requesterOn(fetch).questions.list(query as object));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ issues: [{ path }] });
    expect(fetch.arrived).toEqual([]);
  });

  test.each(wrong)('such as %j is an InputError when iterated, and nothing is sent', async (query, path) => {
    const fetch = serving(5);
    const error = await rejection(
      requesterOn(fetch)
        .questions.list(query as object)
        .toArray({ max: 9 }),
    );
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ issues: [{ path }] });
    expect(fetch.arrived).toEqual([]);
  });

  test.each([{ order: 'asc' }, { order: 5 }, { page: 0 }, { sort: 'id' }, null, 'x'])(
    'of events such as %j is an InputError, awaited and iterated',
    async (query) => {
      const events = requesterOn(serving(5)).events;
      expect(await rejection(events.list(query as object))).toBeInstanceOf(InputError);
      expect(await rejection(events.list(query as object).toArray({ max: 9 }))).toBeInstanceOf(InputError);
    },
  );

  test('with undefined fields means the defaults', async () => {
    const fetch = serving(5);
    const query = { page: undefined, per_page: undefined };
    await requesterOn(fetch).questions.list(query);
    await requesterOn(fetch).questions.list(query).toArray({ max: 9 });
    expect(asked(fetch)).toEqual([{}, { page: '1', per_page: '100' }]);
  });
});

describe('if unexpected shapes are ignored', () => {
  const tolerant = (body: object) =>
    requesterOn(recordedFetch(answer({ ...ok, ...body })), { onUnexpectedShape: 'ignore' });

  test.each([undefined, null, 5, 'text', {}])('a list that is %j counts as empty', async (questions) => {
    const requester = tolerant({ page: 1, per_page: 30, total_pages: 1, total_count: 1, questions });
    expect(await requester.questions.list().toArray({ max: 9 })).toEqual([]);
    expect((await requester.questions.list()).items).toEqual([]);
  });

  test('items without an id are all given', async () => {
    const questions = [{ title: 'a' }, { title: 'b' }, null, 7];
    const requester = tolerant({ page: 1, per_page: 30, total_pages: 1, total_count: 4, questions });
    expect(await requester.questions.list().toArray({ max: 9 })).toEqual(questions);
  });

  test('totals that are not numbers end the reading', async () => {
    const requester = tolerant({ total_pages: 'many', total_count: 'lots', questions: [questionListItem] });
    expect(await requester.questions.list().toArray({ max: 9 })).toEqual([questionListItem]);
  });
});
