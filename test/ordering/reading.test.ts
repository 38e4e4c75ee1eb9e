import { describe, expect, test } from 'vitest';
import { type LogEntry, OrderLog } from '../../src/ordering/searching/order-log.js';
import { NOTHING_MET, Reading } from '../../src/ordering/searching/reading.js';

const entry = (id: number, at: number): LogEntry => ({ id, at, key: `k${id}`, order: id });

function readingOf(entries: readonly LogEntry[]): Reading {
  const reading = new Reading(NOTHING_MET);
  for (const one of entries) reading.add(one);
  return reading;
}

describe('a listing is past a time', () => {
  const falling = (count: number) =>
    Array.from({ length: count }, (_, index) => entry(100 - index, 1_000 - index));

  test('when ten entries in a row go from newest to oldest, and not before', () => {
    expect(readingOf(falling(9)).isPast(999)).toBe(false);
    expect(readingOf(falling(10)).isPast(999)).toBe(true);
  });

  test('when an entry is older, not when it is as old', () => {
    expect(readingOf(falling(10)).isPast(991)).toBe(false);
    expect(readingOf(falling(10)).isPast(992)).toBe(true);
  });

  /** Ten entries whose times fall; the last ones have one time and rising ids. */
  const tied = (equal: number) =>
    Array.from({ length: 10 }, (_, index) => entry(index, 1_000 - Math.min(index, 10 - equal)));

  test('when ten times fall and two of them are equal, but not with three: that could be chance', () => {
    expect(readingOf(tied(2)).isPast(999)).toBe(true);
    expect(readingOf(tied(3)).isPast(999)).toBe(false);
  });
});

test('a search that begins while another reads does not share what that has read already', async () => {
  const entries = [entry(1, 1)];
  const gates: (() => void)[] = [];
  async function* pages(): AsyncGenerator<readonly LogEntry[]> {
    yield [...entries];
    await new Promise<void>((resolve) => gates.push(resolve));
  }
  const log = new OrderLog(pages, () => undefined);
  const first = log.find('k2', 1_000);
  await expect.poll(() => gates.length).toBe(1);
  entries.push(entry(2, 2));
  const second = log.find('k2', 1_000);
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.();
  expect(await first).toEqual([]);
  expect(await second).toEqual([2]);
});
