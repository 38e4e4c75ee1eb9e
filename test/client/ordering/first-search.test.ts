import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftly } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

test.each(KINDS)(
  'a $kind that another process has just placed is found with lookback 0, where the store has not seen every order',
  async ({ place }) => {
    const { requester, elsewhere, findOrders } = openWorld();
    const { data } = await swiftly(place(elsewhere({ store: lastingStore() }), 'k', { once: true }));
    const found = await swiftly(place(requester, 'k', { once: true, lookback: 0 }));
    expect(found).toMatchObject({ placed: false, data: { id: data.id } });
    expect(findOrders('k')).toHaveLength(1);
  },
);
