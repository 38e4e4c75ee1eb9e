import { expect, test, vi } from 'vitest';
import { requesterOn } from '../../recorded-fetch.js';

const IDS = Array.from({ length: 250 }, (_, index) => 250 - index);

/** A service that counts anew for each page, and never the same. */
function withTotals(countTotal: (page: number) => number, total_pages = 3): typeof fetch {
  return async (input) => {
    const page = Number(new URL(String(input)).searchParams.get('page') ?? 1);
    const events = IDS.slice((page - 1) * 100, page * 100).map((id) => ({
      id,
      type: 'other',
      created_at: '2026-01-01T00:00:00Z',
      organization_id: 1,
      action_user_id: 1,
    }));
    const totals = { page, per_page: 100, total_pages, total_count: countTotal(page) };
    return Response.json({ success: true, events, ...totals });
  };
}

test.each([
  ['only those of its own page', (page: number) => (page === 3 ? 50 : 100), 3],
  ['fewer on each page', (page: number) => 250 - page, 3],
  ['more on each page', (page: number) => 250 + page, 1],
])('a service whose totals count %s does not stop a stream for good', async (_, countTotal, failed) => {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const requester = requesterOn(withTotals(countTotal), { logger });
  const given: number[] = [];
  const stream = requester.events.follow({
    from: 'beginning',
    until: 'caught-up',
    interval: 1,
    maxInterval: 1,
  });
  for await (const { id } of stream) given.push(id);
  expect(given).toEqual([...IDS].reverse());
  // Where a page says that the log goes on, the one after it is read, and the poll fits. Else two polls fail, and the third goes on.
  const told = warn.mock.calls.filter(([, { message }]) => String(message).includes('page 3 of the log'));
  expect(told).toHaveLength(failed);
});

test('a number of pages that is not an integer does not end a stream', async () => {
  const requester = requesterOn(withTotals(() => 250, 2.5));
  const given: number[] = [];
  for await (const { id } of requester.events.follow({ from: { lastId: 100 }, until: 'caught-up' }))
    given.push(id);
  expect(given).toEqual(IDS.filter((id) => id > 100).reverse());
});

test('polls that failed so are counted from 0 after one whose pages fit', async () => {
  const errors = new Set<unknown>();
  let isOdd = true;
  let size = 250;
  const requester = requesterOn(async (input) => {
    const page = Number(new URL(String(input)).searchParams.get('page') ?? 1);
    if (stream.health.lastFailure !== undefined) errors.add(stream.health.lastFailure.error);
    if (size === 250) isOdd = errors.size === 0;
    const ids = Array.from({ length: size }, (_, index) => size - index).slice((page - 1) * 100, page * 100);
    const events = ids.map((id) => ({
      id,
      type: 'other',
      created_at: '2026-01-01T00:00:00Z',
      organization_id: 1,
      action_user_id: 1,
    }));
    const totals = {
      page,
      per_page: 100,
      total_pages: Math.ceil(size / 100),
      total_count: isOdd ? size - page : size,
    };
    return Response.json({ success: true, events, ...totals });
  });
  const stream = requester.events.follow({ from: 'beginning', interval: 1, maxInterval: 1 });
  for await (const { id } of stream) {
    if (id > 250) break;
    if (id === 250) [size, isOdd] = [700, true];
  }
  // One before it and two after it: the third goes on.
  expect(errors.size).toBe(3);
});
