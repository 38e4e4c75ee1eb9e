import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WholeSeen } from '../../src/stores/seen.js';
import type { Pair } from './store-contract.js';

/** What every memory of handled events does. `make` gives a new, empty one each time, with the default lease. */
export function seenContract(make: Pair<WholeSeen>): void {
  describe('as a memory of handled events', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    const pass = (milliseconds: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
    };

    test('gives an event to one of many simultaneous callers', async () => {
      const pair = await make();
      const asked = await Promise.all(Array.from({ length: 12 }, (_, number) => pair[number % 2]?.claim(5)));
      expect(asked.filter((claim) => claim === true)).toHaveLength(1);
      expect(asked.filter((claim) => claim === 'busy')).toHaveLength(11);
    });

    test('gives a handled event to nobody', async () => {
      const [seen, other] = await make();
      expect(await seen.claim(5)).toBe(true);
      await seen.handled(5);
      pass(86_400_000);
      expect([await other.claim(5), await seen.claim(5), await other.claim(6)]).toEqual([false, false, true]);
    });

    test('frees a released event', async () => {
      const [seen, other] = await make();
      await seen.claim(5);
      await seen.release(5);
      expect(await other.claim(5)).toBe(true);
    });

    test('frees an event 10 minutes after its claim, and not before', async () => {
      const [seen, other] = await make();
      await seen.claim(5);
      pass(590_000);
      expect(await other.claim(5)).toBe('busy');
      pass(10_001);
      expect(await other.claim(5)).toBe(true);
    });

    test('releases neither what another has claimed meanwhile nor what is handled', async () => {
      const [seen, other] = await make();
      await seen.claim(5);
      pass(600_001);
      await other.claim(5);
      await seen.release(5);
      expect(await seen.claim(5)).toBe('busy');
      await other.handled(5);
      await other.release(5);
      expect(await seen.claim(5)).toBe(false);
    });
  });
}
