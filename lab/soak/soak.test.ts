import { expect, test } from 'vitest';
import { soak } from './soak.ts';
import { STORES } from './stores.ts';

// A longer one: npm run soak -- --seconds 600
const SECONDS = 12;

test.concurrent.each(STORES)(
  'nothing is ordered twice, lost or counted wrongly while processes that share a store (%s) are killed and stopped',
  async (store) => {
    const seed = Date.now() % 100_000;
    const { wrong, figures } = await soak({ store, seed, seconds: SECONDS, orders: 60, processes: 3 });
    console.log({ store, seed, ...figures });
    expect(wrong).toEqual([]);
    expect(Number(figures.kills) + Number(figures.stops)).toBeGreaterThan(SECONDS / 4);
  },
);
