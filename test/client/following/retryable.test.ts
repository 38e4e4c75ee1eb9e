import { describe, expect, test } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
} from '../../../src/client/core/errors/api-errors.js';
import {
  ConnectionError,
  InputError,
  RedirectError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../../../src/client/core/errors/errors.js';
import { groupById, pollEach } from '../../../src/client/following/poll-each.js';
import { isPermanent, readRetryAfter } from '../../../src/client/following/retryable.js';

const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

describe('polling', () => {
  test.each<[boolean, unknown]>([
    [true, new AuthenticationError('no', facts)],
    [true, new PermissionError('no', facts)],
    [true, new NotFoundError('no', facts)],
    [true, new InputError([])],
    [true, new RedirectError('no', facts)],
    [true, new Error('of the token function')],
    [true, 'a text'],
    [false, new ApiError('no', facts)],
    [false, new RateLimitError('no', facts)],
    [false, new ServerError('no', facts)],
    [false, new TimeoutError('no', facts)],
    [false, new ConnectionError('no', { ...facts, phase: 'connect' })],
    [false, new UnexpectedAnswerError('no', { ...facts, issues: [], snippet: '' })],
  ])('ends: %s, after %s', (ends, error) => {
    expect(isPermanent(error)).toBe(ends);
  });

  test.each([
    [7_000, new ServerError('no', { ...facts, retryAfter: 7_000 })],
    [0, new ServerError('no', facts)],
    [0, Object.assign(new Error('no'), { retryAfter: 7_000 })],
    [0, undefined],
  ])('waits for %i ms, at the least, after %s', (ms, error) => {
    expect(readRetryAfter(error)).toBe(ms);
  });
});

describe('a poll that reads each item by its id', () => {
  const { signal } = new AbortController();

  function waitingFor(...ids: readonly number[]) {
    const seen: unknown[] = [];
    const waiting = ids.map((id) => ({
      id,
      report: ({ item }: { item: unknown }) => void seen.push([id, item]),
      fail: (error: unknown) => void seen.push([id, error]),
    }));
    return { waiting, seen };
  }

  test('reads each once, and reports to every wait for it', async () => {
    const { waiting, seen } = waitingFor(5, 6, 5);
    const reads: number[] = [];
    const round = pollEach(async (id) => {
      reads.push(id);
      return { item: `item ${id}`, finished: false };
    });
    expect(await round(waiting, signal)).toBe(true);
    expect(reads).toEqual([5, 6]);
    expect(seen).toEqual([
      [5, 'item 5'],
      [5, 'item 5'],
      [6, 'item 6'],
    ]);
    expect([...groupById(waiting)].map(([id, same]) => [id, same.length])).toEqual([
      [5, 2],
      [6, 1],
    ]);
  });

  const missing = new NotFoundError('no', facts);
  const down = new ServerError('down', facts);
  const readWith = (faults: ReadonlyMap<number, unknown>) => async (id: number) => {
    if (faults.has(id)) throw faults.get(id);
    return { item: `item ${id}`, finished: false };
  };

  test('ends the waits for an item that does not exist, and goes on', async () => {
    const { waiting, seen } = waitingFor(5, 6, 5);
    expect(await pollEach(readWith(new Map([[5, missing]])))(waiting, signal)).toBe(true);
    expect(seen).toEqual(
      expect.arrayContaining([
        [5, missing],
        [5, missing],
        [6, 'item 6'],
      ]),
    );
  });

  test('fails with a temporary error after it has read the others', async () => {
    const { waiting, seen } = waitingFor(5, 6);
    await expect(pollEach(readWith(new Map([[5, down]])))(waiting, signal)).rejects.toBe(down);
    expect(seen).toEqual([[6, 'item 6']]);
  });

  test('reports no error after the waits were aborted', async () => {
    const { waiting, seen } = waitingFor(5);
    const round = pollEach(readWith(new Map([[5, missing]])));
    await expect(round(waiting, AbortSignal.abort())).rejects.toBe(missing);
    expect(seen).toEqual([]);
  });
});
