import { afterEach, describe, expect, test, vi } from 'vitest';
import { isLeaseOver, readTime } from '../../../src/client/stores/store.js';

afterEach(() => {
  vi.useRealTimers();
});

const NOW = 1_700_000_000_000;
const LEASE = 60_000;

describe('a lease', () => {
  test.each([
    ['that has just been given', NOW + LEASE, false],
    ['that ends in a millisecond', NOW + 1, false],
    ['that ends now', NOW, true],
    ['that has ended', NOW - 1, true],
    ['of a step that is a little later than ours', NOW + LEASE + 1_000, false],
    ['of a machine that is ahead', NOW + LEASE + 1_001, true],
    ['of a machine that is two hours ahead', NOW + LEASE + 7_200_000, true],
    ['of a machine that is two hours behind', NOW + LEASE - 7_200_000, true],
  ])('%s', (_, until, isOver) => {
    expect(isLeaseOver(until, NOW, LEASE)).toBe(isOver);
  });
});

describe('the time of a store', () => {
  test('is that of its own clock, or else of the machine', async () => {
    expect(await readTime({ now: async () => 5 })).toBe(5);
    vi.useFakeTimers({ now: NOW });
    expect(await readTime({})).toBe(NOW);
  });
});
