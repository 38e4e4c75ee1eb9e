import { describe, expect, test, vi } from 'vitest';
import { findLastPage } from '../../../../src/client/core/paging/last-page.js';
import { ok, questionListItem } from '../../../fixtures.js';
import { answer, requesterOn } from '../../../recorded-fetch.js';

const full = { page: 2, perPage: 100, length: 100 };

test.each([
  ['more pages by total_pages', { ...full, totalPages: 5, total: 450 }, 5],
  ['a last full page with right totals', { ...full, totalPages: 2, total: 200 }, 2],
  ['a short last page with right totals', { ...full, length: 40, totalPages: 2, total: 140 }, 2],
  ['a short last page whose total is lower', { ...full, length: 40, totalPages: 2, total: 0 }, 2],
  ['an empty page', { ...full, length: 0, totalPages: 0, total: 1_000 }, 2],
  ['no totals, and a short page', { ...full, length: 40, totalPages: 2, total: undefined }, 2],
  ['no total beside a full page', { ...full, totalPages: 2, total: undefined }, 3],
  ['a larger total', { ...full, length: 40, totalPages: 2, total: 141 }, 3],
  ['a full page beside a total that denies it', { ...full, totalPages: 0, total: 0 }, 3],
  ['a negative number of pages', { ...full, totalPages: -5, total: 450 }, 3],
])('%s', (_, end, lastPage) => {
  expect(findLastPage(end)).toBe(lastPage);
});

/** A listing of 250 questions whose answers have these totals beside the right ones. */
function listing(totals: object) {
  const asked: number[] = [];
  const fetch = vi.fn(async (url: string) => {
    const query = new URL(url).searchParams;
    const page = Number(query.get('page') ?? 1);
    const per_page = Number(query.get('per_page') ?? 30);
    asked.push(page);
    const ids = Array.from({ length: 250 }, (_, index) => index + 1);
    const questions = ids.slice((page - 1) * per_page, page * per_page);
    const right = { page, per_page, total_pages: Math.ceil(250 / per_page), total_count: 250 };
    return answer({
      ...ok,
      ...right,
      ...totals,
      questions: questions.map((id) => ({ ...questionListItem, id })),
    });
  });
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return { asked, logger, requester: requesterOn(fetch, { logger }) };
}

/** What the logger hears of it. */
const TOO_LOW = {
  issues: [{ path: 'total_pages', message: expect.stringContaining('too low; one more page is read') }],
};

describe('a listing whose total_pages is too low', () => {
  test.each([
    ['0', { total_pages: 0 }],
    ['1', { total_pages: 1 }],
    ['negative', { total_pages: -3 }],
    ['of a larger page size', { total_pages: 2 }],
    ['0, as is total_count', { total_pages: 0, total_count: 0 }],
  ])('because it is %s gives every item, and one warning', async (_, totals) => {
    const { asked, logger, requester } = listing(totals);
    const items = await requester.questions.list().toArray({ max: 1_000 });
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_item, index) => index + 1));
    expect(asked).toEqual([1, 2, 3]);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      'the answer is not what the contract says',
      expect.objectContaining(TOO_LOW),
    );
  });

  test('because it is 1 without a total gives every item, and a warning of either', async () => {
    const { asked, logger, requester } = listing({ total_pages: 1, total_count: null });
    expect(await requester.questions.list().toArray({ max: 1_000 })).toHaveLength(250);
    expect(asked).toEqual([1, 2, 3]);
    expect(logger.warn.mock.calls).toMatchObject([
      [expect.anything(), { issues: [{ path: 'total_count', message: 'must be an integer; got null' }] }],
      [expect.anything(), TOO_LOW],
    ]);
  });

  test('has a next page for those who go from page to page', async () => {
    const { requester } = listing({ total_pages: 1 });
    let page = await requester.questions.list({ per_page: 100 });
    const ids = page.items.map(({ id }) => id);
    for (let next = await page.next(); next !== undefined; next = await page.next()) {
      page = next;
      ids.push(...page.items.map(({ id }) => id));
    }
    expect(ids).toHaveLength(250);
  });
});

/** A listing of 250 questions of which a page has at most 30, whatever is asked for; its answers have these totals. */
function cappedListing(totals: (asked: number) => object) {
  const asked: number[] = [];
  const fetch = vi.fn(async (url: string) => {
    const query = new URL(url).searchParams;
    const page = Number(query.get('page') ?? 1);
    const per_page = Number(query.get('per_page') ?? 30);
    asked.push(page);
    const size = Math.min(30, per_page);
    const length = Math.max(0, Math.min(size, 250 - (page - 1) * size));
    const questions = Array.from({ length }, (_, at) => ({
      ...questionListItem,
      id: (page - 1) * size + at + 1,
    }));
    return answer({ ...ok, page, per_page: size, total_count: 250, ...totals(per_page), questions });
  });
  return { asked, requester: requesterOn(fetch) };
}

describe('a service that puts fewer items on a page than it is asked for', () => {
  const everything = Array.from({ length: 250 }, (_, index) => index + 1);

  test.each<readonly [string, (asked: number) => object]>([
    ['counts its own pages', () => ({ total_pages: 9 })],
    ['counts pages of the size that was asked for', (asked) => ({ total_pages: Math.ceil(250 / asked) })],
    ['says that there is one page', () => ({ total_pages: 1 })],
  ])('and %s is read to its end, with one request a page', async (_, totals) => {
    const { asked, requester } = cappedListing(totals);
    const items = await requester.questions.list().toArray({ max: 1_000 });
    expect(items.map(({ id }) => id)).toEqual(everything);
    expect(asked.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('has a next page for those who go from page to page', async () => {
    const { requester } = cappedListing((asked) => ({ total_pages: Math.ceil(250 / asked) }));
    const ids: number[] = [];
    let page = await requester.questions.list({ per_page: 100 });
    for (let next: typeof page | undefined = page; next !== undefined; next = await page.next()) {
      page = next;
      ids.push(...page.items.map(({ id }) => id));
    }
    expect(ids).toEqual(everything);
  });
});

test('a last full page with right totals costs no further request, and no warning', async () => {
  const { asked, logger, requester } = listing({});
  expect(await requester.questions.list({ per_page: 50 }).toArray({ max: 1_000 })).toHaveLength(250);
  expect(asked.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5]);
  expect(logger.warn).not.toHaveBeenCalled();
});
