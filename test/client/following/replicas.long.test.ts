import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogPosition } from '../../../src/client/following/log-position.js';
import { type LogPage, LogReader } from '../../../src/client/following/log-reader.js';
import { requesterOn } from '../../recorded-fetch.js';
import { type Change, disturbances, Replicas, type ReplicasOptions, scenesOf } from '../../replicas.js';
import { runs } from '../../runs.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Not of the newest event: a log that ends before a checkpoint is an error. */
const removal = fc.integer({ min: 1, max: 40 }).map((place): Change => ({ kind: 'remove', place }));

/** Follows the log until all copies have everything and nothing new comes. */
async function followAll(options: ReplicasOptions, handled: number | undefined) {
  const service = new Replicas(options);
  const before = [...service.ids];
  const ended = new AbortController();
  const from = handled === undefined ? 'beginning' : { lastId: handled };
  const stream = requesterOn(service.fetch).events.follow({ from, signal: ended.signal });
  const given: number[] = [];
  let error: unknown;
  const reading = (async () => {
    for await (const { id } of stream) given.push(id);
  })().catch((reason: unknown) => {
    error = reason;
  });
  for (let polls = 0; polls < 12; polls += 1) {
    if (polls === 8) service.settle();
    await quiet(service);
    await vi.advanceTimersToNextTimerAsync();
  }
  await quiet(service);
  ended.abort('over');
  await reading;
  const after = new Set(service.ids);
  const lost = before.filter((id) => id > (handled ?? 0) && after.has(id) && !given.includes(id));
  return { service, given, lost, error };
}

async function quiet(service: Replicas): Promise<void> {
  for (let requests = -1; requests !== service.requests; ) {
    ({ requests } = service);
    for (let turns = 0; turns < 30; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

test.each(disturbances(removal))(
  'following loses nothing and repeats nothing while %s',
  async (_, disturbance) => {
    const property = fc.asyncProperty(
      scenesOf(disturbance, 820),
      fc.option(fc.nat(800), { nil: undefined }),
      async (options, at) => {
        // What every copy has shown before.
        const handled = at === undefined ? undefined : Math.max(1, Math.min(at, options.size - 60));
        const { given, lost, error } = await followAll(options, handled);
        expect({ lost, error }).toEqual({ lost: [], error: 'over' });
        expect(new Set(given).size).toBe(given.length);
      },
    );
    await fc.assert(property, runs(200));
  },
);

describe('a page of a backlog from a copy that is twenty events behind', () => {
  /** The ids that are lost when the sixth request, for page 5, is answered by that copy. */
  async function lostWith(behind: { readonly oldest: number; readonly totals: boolean }): Promise<number[]> {
    const upTo = (newest: number, oldest: number) =>
      Array.from({ length: newest - oldest + 1 }, (_, at) => ({ id: newest - at }));
    const asked: number[] = [];
    const read = async (page: number): Promise<LogPage<{ readonly id: number }>> => {
      const log = asked.push(page) === 6 ? upTo(1_600, behind.oldest) : upTo(1_620, 1_001);
      const events = log.slice((page - 1) * 100, page * 100);
      const total = behind.totals ? log.length : undefined;
      return { page, events, total, lastPage: behind.totals ? Math.ceil(log.length / 100) : page + 1 };
    };
    const position = new LogPosition({ lastId: 1_000, recent: [1_000], count: 0 });
    const given = new Set<number>();
    for await (const batch of new LogReader(read, position).unhandled()) {
      for (const { id } of batch) {
        position.markHandled(id);
        given.add(id);
      }
    }
    return from(1_001, 1_620).filter((id) => !given.has(id));
  }

  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);

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
