import { describe, expect, test } from 'vitest';
import type { SharedCheckpoint } from '../../src/stores/checkpoint.js';
import type { Pair } from './store-contract.js';

const first = { version: 1, lastId: 7, recent: [5, 7], floor: 0, count: 2 } as const;
const second = { ...first, lastId: 8, recent: [5, 7, 8], count: 3 } as const;

/** What every checkpoint that processes share does. `make` gives a new, empty one each time. */
export function checkpointContract(make: Pair<SharedCheckpoint>): void {
  describe('as a checkpoint', () => {
    test('has nothing at first, and then what was saved', async () => {
      const [checkpoint, other] = await make();
      expect(await checkpoint.load()).toBeUndefined();
      expect(await checkpoint.save(first)).toBe(true);
      expect([await checkpoint.load(), await other.load()]).toEqual([first, first]);
    });

    test('is replaced by a save without a previous one', async () => {
      const [checkpoint, other] = await make();
      await checkpoint.save(second);
      expect(await other.save(first)).toBe(true);
      expect(await checkpoint.load()).toEqual(first);
    });

    test.each([[undefined], [null]])('is saved first by one of two that found none: %s', async (none) => {
      const [checkpoint, other] = await make();
      expect(await checkpoint.save(first, none)).toBe(true);
      expect(await other.save(first, none)).toBe(false);
      expect(await other.save(second, none)).toBe(false);
      expect(await other.load()).toEqual(first);
    });

    test('is saved only when the previous one is still stored', async () => {
      const [checkpoint, other] = await make();
      await checkpoint.save(first);
      const loaded = await other.load();
      expect(await checkpoint.save(second, first)).toBe(true);
      expect(await other.save({ lastId: 9 }, loaded)).toBe(false);
      expect(await checkpoint.load()).toEqual(second);
      expect(await other.save({ lastId: 9 }, await other.load())).toBe(true);
      expect(await checkpoint.save(first, { version: 1, lastId: 9 })).toBe(true);
    });

    test('treats checkpoints as different when any field differs', async () => {
      const [checkpoint, other] = await make();
      await checkpoint.save(first);
      for (const wrong of [
        { ...first, recent: [7] },
        { ...first, floor: 1 },
        { ...first, count: 3 },
        { lastId: 7 },
      ]) {
        expect(await other.save(second, wrong)).toBe(false);
      }
      expect(await other.save(second, { count: 2, recent: [5, 7], floor: 0, lastId: 7 })).toBe(true);
    });

    test('lets one of many saves at once through', async () => {
      const pair = await make();
      await pair[0].save(first);
      const saves = await Promise.all(
        Array.from({ length: 12 }, (_, number) => pair[number % 2]?.save({ lastId: 10 + number }, first)),
      );
      expect(saves.filter((saved) => saved)).toHaveLength(1);
      expect(await pair[1].load()).toEqual({ lastId: 10 + saves.indexOf(true) });
    });
  });
}
