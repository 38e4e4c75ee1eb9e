import { expect, test } from 'vitest';
import { Prefetch } from '../../../../src/client/core/paging/prefetch.js';

test('pages that are read ahead are aborted when an earlier page is read again, which is not', async () => {
  const signals = new Map<number, AbortSignal>();
  const prefetch = new Prefetch(
    async (page, signal) => {
      signals.set(page, signal);
      // What is read ahead never comes.
      return page > 2 ? new Promise<never>(() => undefined) : page;
    },
    4,
    undefined,
  );
  await prefetch.take(1, 9);
  await prefetch.take(2, 9);
  expect([...signals.keys()].length).toBeGreaterThan(2);
  const stale = [...signals].filter(([page]) => page > 2).map(([, signal]) => signal);
  await prefetch.take(1, 1);
  expect(stale.map(({ aborted }) => aborted)).toEqual(stale.map(() => true));
  expect(signals.get(1)?.aborted).toBe(false);
});
