import { expect, test } from 'vitest';
import type { Store } from '../../../src/index.js';
import { lastingStore } from '../../lasting-store.js';
import { KINDS, openWorld } from './world.js';

/** A store that calls a function when it has written that an order is sent, before its writer knows. */
function storeThatTells(onSent: () => void): Store {
  const store = lastingStore();
  return {
    ...store,
    async swap(key, previous, next) {
      const isWritten = await store.swap(key, previous, next);
      if (isWritten && next?.includes('"state":"sent"')) onSent();
      return isWritten;
    },
  };
}

test.each(KINDS)('a $kind that was aborted right before it was sent leaves its key free', async (kind) => {
  const end = new AbortController();
  const store = storeThatTells(() => end.abort(new Error('enough')));
  const { requester, posts } = openWorld({}, { store, budget: { points: 100, name: 'november' } });
  const aborted = kind.place(requester, 'k', { once: true, signal: end.signal });
  await expect(aborted).rejects.toThrow('enough');
  expect(posts(kind)).toBe(0);
  await expect.poll(() => requester.orders.unknown(), { timeout: 10_000 }).toEqual([]);
  expect(await kind.place(requester, 'k', { once: true, settle: 0 })).toMatchObject({ placed: true });
});
