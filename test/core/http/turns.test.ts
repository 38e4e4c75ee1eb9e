import { afterEach, expect, test, vi } from 'vitest';
import { Concurrency } from '../../../src/core/http/concurrency.js';
import { Deadline } from '../../../src/core/http/deadline.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a newcomer does not overtake those who wait for the end of a pause, even before its timer has fired', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const concurrency = new Concurrency(1);
  concurrency.pause(100);
  let started = false;
  const waiting = concurrency.wait(new Deadline(Number.POSITIVE_INFINITY)).then(() => {
    started = true;
  });
  now.mockReturnValue(101);
  expect(concurrency.open).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await waiting;
  expect(started).toBe(true);
});
