import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerError, UnexpectedAnswerError } from '../../../src/client/core/errors/errors.js';
import { requesterOn } from '../../recorded-fetch.js';
import { FakeLog } from './fake-log.js';
import { type Followed, follow, loopOver, quiet } from './stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A log whose service counts anew for each page, and never the same, while `isOdd`. */
class OddLog extends FakeLog {
  isOdd = true;
  readonly #countTotal: (total: number, page: number) => number;

  constructor(countTotal = (total: number, page: number) => total - page) {
    super();
    this.#countTotal = countTotal;
    this.insert(250);
  }

  override page(page: number) {
    const shown = super.page(page);
    return this.isOdd ? { ...shown, total: this.#countTotal(shown.total ?? 0, page) } : shown;
  }
}

const EVERY_SECOND = { from: 'beginning', interval: 1_000, maxInterval: 1_000 } as const;

function start(log: FakeLog) {
  const followed = follow(log, EVERY_SECOND);
  return { ...followed, loop: loopOver(followed.stream) };
}

/** Lets the next poll come and end. */
async function pollOnce(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_000);
  await quiet();
}

const countGaps = ({ failures }: Pick<Followed, 'failures'>): number =>
  failures.filter((error) => error instanceof UnexpectedAnswerError).length;

test.each<readonly [string, (total: number, page: number) => number]>([
  ['only those of its own page', (_, page) => (page === 3 ? 50 : 100)],
  ['fewer on each page', (total, page) => total - page],
])(
  'pages whose totals count %s fail two polls, and the third gives all events with a warning',
  async (_, countTotal) => {
    const log = new OddLog(countTotal);
    const { stream, failures, loop } = start(log);
    await quiet();
    await pollOnce();
    // Older pages can have been given before the gap shows.
    expect([countGaps({ failures }), loop.ids.length < log.ids.length]).toEqual([2, true]);
    await pollOnce();
    expect([countGaps({ failures }) > 2, loop.ids]).toEqual([true, log.ids]);
    expect(stream.health.lastFailure?.error).toBe(failures.at(-1));
    expect(stream.health.lastPoll).toEqual(new Date());
  },
);

test('gaps are counted over polls, also when a poll between them fails for another reason', async () => {
  const log = new OddLog();
  const { failures, faults, loop } = start(log);
  await quiet();
  const down = new ServerError('down', {
    outcome: 'unknown',
    request: { method: 'GET', path: '/', address: '/' },
    advice: { code: 'try-later', text: 'Try again.' },
  });
  faults.push(down);
  await pollOnce();
  await pollOnce();
  expect([failures.length, countGaps({ failures })]).toEqual([3, 2]);
  expect(loop.ids.length).toBeLessThan(log.ids.length);
  await pollOnce();
  expect(loop.ids).toEqual(log.ids);
});

test('gaps are counted from 0 after a poll whose pages all fit', async () => {
  const log = new OddLog();
  const { failures, loop } = start(log);
  await quiet();
  log.isOdd = false;
  await pollOnce();
  expect([countGaps({ failures }), loop.ids]).toEqual([1, log.ids]);
  const given = loop.ids.length;
  log.isOdd = true;
  log.insert(450);
  await pollOnce();
  await pollOnce();
  expect([countGaps({ failures }), loop.ids.length]).toEqual([3, given]);
  await pollOnce();
  expect(loop.ids).toEqual(log.ids);
});

test('a service whose totals stay wrong fails no further poll once a gap was passed over', async () => {
  const log = new OddLog();
  const { loop } = start(log);
  await quiet();
  await pollOnce();
  await pollOnce();
  expect(loop.ids).toEqual(log.ids);
  log.insert(450);
  await pollOnce();
  expect(loop.ids).toEqual(log.ids);
});

test('a number of pages that is not an integer does not end a stream', async () => {
  vi.useRealTimers();
  const ids = Array.from({ length: 250 }, (_, index) => 250 - index);
  const requester = requesterOn(async (input) => {
    const page = Number(new URL(String(input)).searchParams.get('page') ?? 1);
    const events = ids.slice((page - 1) * 100, page * 100).map((id) => ({
      id,
      type: 'other',
      created_at: '2026-01-01T00:00:00Z',
      organization_id: 1,
      action_user_id: 1,
    }));
    const totals = { page, per_page: 100, total_pages: 2.5, total_count: ids.length };
    return Response.json({ success: true, events, ...totals });
  });
  const given: number[] = [];
  for await (const { id } of requester.events.follow({ from: { lastId: 100 }, until: 'caught-up' }))
    given.push(id);
  expect(given).toEqual(ids.filter((id) => id > 100).reverse());
});
