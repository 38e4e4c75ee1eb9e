import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

test.each(KINDS)(
  'a $kind is given up with a StoreError when the store loses each of its claims',
  async (kind) => {
    const store = lastingStore();
    const forgetful: Store = {
      ...store,
      async swap(key, previous, next) {
        const isDone = await store.swap(key, previous, next);
        if (isDone && key.startsWith('order ') && next !== undefined) await store.swap(key, next, undefined);
        return isDone;
      },
    };
    const budget = { points: 1_000, name: 'november' };
    for (const once of [true, false]) {
      const { requester, posts } = openWorld({}, { store: forgetful, budget });
      const error = await swiftRejection(kind.place(requester, 'k', { once, lookback: 0 }));
      expect(error).toMatchObject({ name: 'StoreError', outcome: 'not_sent' });
      expect(posts(kind)).toBe(0);
    }
  },
);
