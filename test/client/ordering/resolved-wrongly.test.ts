import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftly, swiftRejection } from './world.js';

/** What a person says of an order is not believed where the service shows something else. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true, settle: 0, lookback: 0 } as const;

describe.each(KINDS)('a $kind', (kind) => {
  const { place, post } = kind;

  test('of unknown outcome is not resolved with the id of an order with another key', async () => {
    const { sandbox, requester } = openWorld({}, { store: lastingStore() });
    const { data } = await swiftly(place(requester, 'other', once));
    sandbox.faults.add({ on: post, times: 1, fault: { kind: 'drop-before' } });
    await swiftRejection(place(requester, 'k', once));
    const error = await swiftRejection(requester.orders.resolve('k', { id: data.id ?? 0 }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'id' }] });
    expect(await requester.orders.unknown()).toMatchObject([{ key: 'k', state: 'sent' }]);
  });

  test('that is placed is not freed while the service shows it', async () => {
    const { requester, posts } = openWorld({}, { store: lastingStore() });
    const { data } = await swiftly(place(requester, 'k', once));
    const error = await swiftRejection(requester.orders.resolve('k', { id: null }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'id' }] });
    const again = await swiftly(place(requester, 'k', once));
    expect(again).toMatchObject({ placed: false, data: { id: data.id } });
    expect(posts(kind)).toBe(1);
  });
});
