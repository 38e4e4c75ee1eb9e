import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Requester } from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftly } from './world.js';

/** One client for two people, as a server has one: its token is that of whoever is signed in. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

function openSession(wrap?: (fetch: SandboxFetch) => SandboxFetch) {
  const session = { token: '' };
  const world = openWorld({}, { store: lastingStore(), accessToken: () => session.token }, wrap);
  const [first = '', second = ''] = world.sandbox.accounts.map(({ accessToken }) => accessToken);
  session.token = first;
  /** A client of one person alone, which knows nothing of the others. */
  const open = (accessToken: string): Requester => world.elsewhere({ accessToken, store: lastingStore() });
  return { ...world, session, first, second, open };
}

describe.each(KINDS)('a $kind', (kind) => {
  const { place } = kind;

  test('is the order of the person who began its call, though another one is signed in before it is sent', async () => {
    const { requester, session, first, second, open, findOrders } = openSession((fetch) => (...request) => {
      session.token = second;
      return fetch(...request);
    });
    const { data } = await swiftly(place(requester, 'k', once));
    const own = await swiftly(place(open(first), 'k', once));
    expect(own).toMatchObject({ placed: false, data: { id: data.id } });
    expect(findOrders('k')).toEqual([data.id]);
  });

  test('with the key that another person has used is another order', async () => {
    const { requester, session, second, findOrders } = openSession();
    const before = await swiftly(place(requester, 'k', once));
    session.token = second;
    const after = await swiftly(place(requester, 'k', once));
    expect(after).toMatchObject({ placed: true });
    expect(findOrders('k')).toEqual([before.data.id, after.data.id]);
  });

  test('is searched for among the orders of its own person, though another one searches at the same time', async () => {
    const { requester, session, second, open, findOrders } = openSession();
    const earlier = await swiftly(place(open(second), 'k', once));
    const first = place(requester, 'k', once);
    session.token = second;
    const found = await swiftly(place(requester, 'k', once));
    expect(found).toMatchObject({ placed: false, data: { id: earlier.data.id } });
    expect(await swiftly(first)).toMatchObject({ placed: true });
    expect(findOrders('k')).toHaveLength(2);
  });
});
