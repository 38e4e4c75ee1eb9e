import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SharedTask } from '../../../src/client/ordering/shared-task.js';
import { BudgetError, OrderConflictError } from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import {
  fastTime,
  KINDS,
  lateBy,
  openWorld,
  PROJECTS,
  realTime,
  SIMPLE,
  swiftly,
  swiftRejection,
  turns,
  until,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

describe.each(KINDS)('simultaneous calls for one $kind', (kind) => {
  const { place, post, listing } = kind;

  test('place one order', async () => {
    const { requester, findOrders } = openWorld();
    const all = await swiftly(Promise.all([1, 2, 3].map(() => place(requester, 'k', once))));
    expect(all.map(({ data }) => [data.id])).toEqual([1, 2, 3].map(() => findOrders('k')));
  });

  test('report placed only to the call that placed the order', async () => {
    const { requester } = openWorld();
    const all = await swiftly(Promise.all([1, 2, 3].map(() => place(requester, 'k', once))));
    expect(all.map(({ placed }) => placed)).toEqual([true, false, false]);
  });

  test('take one request more each than one call, and a short wait', async () => {
    const { sandbox, requester, requestsSince, accountReads } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'delay', ms: 900 } });
    const began = performance.now();
    await swiftly(Promise.all([1, 2, 3].map(() => place(requester, 'k', once))));
    expect([requestsSince(), accountReads()]).toEqual([3 + 2 + 1, 1]);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test('have each their own options', async () => {
    const { requester, findOrders } = openWorld({}, {}, lateBy(20_000));
    const [hasty, patient] = await swiftly(
      Promise.allSettled([1_000, 60_000].map((settle) => place(requester, 'k', { ...once, settle }))),
    );
    expect(hasty).toMatchObject({ reason: { name: 'OutcomeUnknownError' } });
    expect(patient).toMatchObject({ value: { placed: false, data: { id: findOrders('k')[0] } } });
  });

  test('of two clients of one account place one order', async () => {
    const { client, posts } = openWorld();
    await swiftly(Promise.all([1, 2].map(() => place(client(), 'k', once))));
    expect(posts(kind)).toBe(1);
  });

  test('of two accounts place one order each', async () => {
    const { sandbox, client, findOrders } = openWorld();
    const tokens = sandbox.accounts.map(({ accessToken }) => accessToken);
    const all = await swiftly(
      Promise.all(tokens.map((accessToken) => place(client({ accessToken }), 'k', once))),
    );
    expect(all.map(({ placed }) => placed)).toEqual([true, true]);
    expect(findOrders('k')).toHaveLength(2);
  });

  test('with different orders place the first one', async () => {
    const { requester, findOrders } = openWorld();
    const [first, second] = await swiftly(
      Promise.allSettled([4, 5].map((letters) => place(requester, 'k', once, letters))),
    );
    expect(first).toMatchObject({ value: { placed: true, data: { id: findOrders('k')[0] } } });
    expect(second).toMatchObject({ reason: expect.any(OrderConflictError) });
  });

  test('go on when one of them is refused', async () => {
    const { sandbox, requester, posts, findOrders } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 422 } });
    const all = await swiftly(Promise.allSettled([1, 2].map(() => place(requester, 'k', once))));
    expect(all).toMatchObject([{ reason: { name: 'ValidationError' } }, { value: { placed: true } }]);
    expect([posts(kind), findOrders('k').length]).toEqual([2, 1]);
  });

  test('all end with an unknown outcome, and send one order', async () => {
    const { sandbox, requester, posts } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    const all = await swiftly(Promise.allSettled([1, 2].map(() => place(requester, 'k', once))));
    expect(all).toMatchObject([1, 2].map(() => ({ reason: { name: 'OutcomeUnknownError' } })));
    expect(posts(kind)).toBe(1);
  });

  test('with different keys share the search before them and the one after them', async () => {
    const { requester, requestsSince, accountReads } = openWorld();
    await swiftly(Promise.all(['a', 'b', 'c'].map((key) => place(requester, key, once))));
    expect([requestsSince(), accountReads()]).toEqual([1 + 3 + 1 + 1, 1]);
  });

  test.each([0, 1])('go on when call %d of them is aborted', async (aborted) => {
    const { sandbox, requester, findOrders } = openWorld();
    sandbox.faults.add({ on: post, fault: { kind: 'delay', ms: 1_000 } });
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => place(requester, 'k', { ...once, signal }));
    const all = Promise.allSettled(calls);
    await swiftly(until(() => findOrders('k').length === 1));
    controllers[aborted]?.abort(new Error('enough'));
    const settled = await swiftly(all);
    expect(settled[aborted]).toMatchObject({ reason: { message: 'enough' } });
    expect(settled[1 - aborted]).toMatchObject({ value: { data: { id: findOrders('k')[0] } } });
  });

  test('each reject with the reason of their own signal', async () => {
    const { sandbox, requester } = openWorld();
    sandbox.faults.add({ on: listing, fault: { kind: 'hang' } });
    const controllers = [new AbortController(), new AbortController()];
    const all = Promise.allSettled(
      controllers.map(({ signal }) => place(requester, 'k', { ...once, signal })),
    );
    await turns();
    controllers.forEach((controller, index) => {
      controller.abort(new Error(`reason ${index}`));
    });
    expect(await all).toMatchObject([
      { reason: { message: 'reason 0' } },
      { reason: { message: 'reason 1' } },
    ]);
  });

  test('send no order when all of them are aborted before it', async () => {
    const { sandbox, requester, posts } = openWorld();
    sandbox.faults.add({ on: listing, fault: { kind: 'delay', ms: 1_000 } });
    const { signal, abort } = abortable();
    const all = Promise.allSettled([1, 2].map(() => place(requester, 'k', { ...once, signal })));
    await turns();
    abort();
    await swiftly(all);
    await swiftly(new Promise((resolve) => setTimeout(resolve, 60_000)));
    expect(posts(kind)).toBe(0);
  });

  test('with another order for the same key do not keep an aborted order alive', async () => {
    const { sandbox, requester, findOrders, posts } = openWorld();
    sandbox.faults.add({ on: listing, fault: { kind: 'delay', ms: 1_000 } });
    const { signal, abort } = abortable();
    const aborted = swiftRejection(place(requester, 'k', { ...once, signal }, 4));
    const another = place(requester, 'k', once, 5);
    await turns();
    abort();
    await aborted;
    const { data, placed } = await swiftly(another);
    expect({ placed, orders: findOrders('k'), posts: posts(kind) }).toEqual({
      placed: true,
      orders: [data.id],
      posts: 1,
    });
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) };
}

/** Lets the order go its way, `ms` later, and its caller leave in the same moment, whatever becomes of it. */
function leaving(leave: () => void, ms = 0) {
  let left = false;
  return (fetch: SandboxFetch): SandboxFetch =>
    async (input, init) => {
      const request = new Request(input, init);
      if (left || request.method !== 'POST') return fetch(request);
      left = true;
      const carriedOut = new Request(request.url, {
        method: 'POST',
        headers: request.headers,
        body: await request.text(),
      });
      if (ms === 0) void fetch(carriedOut).catch(() => undefined);
      else setTimeout(() => void fetch(carriedOut).catch(() => undefined), ms);
      leave();
      throw request.signal.reason;
    };
}

describe.each(KINDS)('a $kind whose callers have all aborted while it was sent', (kind) => {
  const { place, post } = kind;

  test.each([0, 1, 2, 3])('is not placed again by the same call %d microtasks later', async (count) => {
    const { signal, abort } = abortable();
    const { requester, findOrders } = openWorld({}, {}, leaving(abort));
    await expect(place(requester, 'k', { ...once, signal })).rejects.toThrow('enough');
    await turns(count);
    const { data } = await swiftly(place(requester, 'k', once));
    expect(findOrders('k')).toEqual([data.id]);
  });

  test('is searched for by another client until it is visible', async () => {
    const { signal, abort } = abortable();
    const { requester, client, findOrders } = openWorld({}, {}, leaving(abort, 10_000));
    await expect(place(requester, 'k', { ...once, signal })).rejects.toThrow('enough');
    const { data, placed } = await swiftly(place(client(), 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: false, orders: [data.id] });
  });

  test('is unknown to the same call when it is not visible within settle, and placed once a person says so', async () => {
    const { signal, abort } = abortable();
    const { sandbox, requester, findOrders, posts } = openWorld({}, {}, leaving(abort));
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    await expect(place(requester, 'k', { ...once, signal })).rejects.toThrow('enough');
    const began = performance.now();
    const error = await swiftRejection(place(requester, 'k', { ...once, settle: 2_000 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown', key: 'k' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_000);
    expect(posts(kind)).toBe(1);
    await requester.orders.resolve('k', { id: null });
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: true, orders: [data.id] });
  });

  test('makes later calls wait for settle only once', async () => {
    const { signal, abort } = abortable();
    const { sandbox, requester } = openWorld({}, {}, leaving(abort));
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    await expect(place(requester, 'k', { ...once, signal })).rejects.toThrow('enough');
    await swiftRejection(place(requester, 'k', { ...once, settle: 2_000 }));
    const began = performance.now();
    const error = await swiftRejection(place(requester, 'k', { ...once, settle: 2_000 }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('is searched for also after a search that was aborted', async () => {
    const { signal, abort } = abortable();
    const again = abortable();
    const { requester, client, findOrders } = openWorld({}, {}, leaving(abort, 10_000));
    await expect(place(requester, 'k', { ...once, signal })).rejects.toThrow('enough');
    const looking = swiftRejection(place(requester, 'k', { ...once, signal: again.signal }));
    await turns();
    again.abort();
    await looking;
    const { data } = await swiftly(place(client(), 'k', once));
    expect(findOrders('k')).toEqual([data.id]);
  });
});

describe('limits of simultaneous calls for one order', () => {
  const letters = 10;

  test('count for each call: the limit of one does not refuse the order of another', async () => {
    const { requester, findOrders } = openWorld();
    const [tight, free] = await swiftly(
      Promise.allSettled([
        PROJECTS.place(requester, 'k', { ...once, maxPoints: 1 }, letters),
        PROJECTS.place(requester, 'k', once, letters),
      ]),
    );
    expect(tight).toMatchObject({ reason: expect.any(BudgetError) });
    expect(free).toMatchObject({ value: { placed: true, data: { id: findOrders('k')[0] } } });
  });

  test('that are the same are checked for each', async () => {
    const { requester, requestsSince, accountReads } = openWorld();
    const all = await swiftly(
      Promise.allSettled([1, 2].map(() => SIMPLE.place(requester, 'k', { ...once, maxPoints: 1 }, letters))),
    );
    expect(all).toMatchObject([1, 2].map(() => ({ reason: { name: 'BudgetError', maxPoints: 1 } })));
    expect([requestsSince(), accountReads()]).toEqual([4 + 1, 1]);
  });

  test('are those of the budget of each client', async () => {
    const { client, findOrders } = openWorld();
    const [poor, rich] = await swiftly(
      Promise.allSettled(
        [1, 1_000].map((points) => PROJECTS.place(client({ budget: { points } }), 'k', once, letters)),
      ),
    );
    expect(poor).toMatchObject({ reason: { name: 'BudgetError', maxPoints: 1 } });
    expect(rich).toMatchObject({ value: { data: { id: findOrders('k')[0] } } });
  });
});

test('a shared task leaves no listener on the signals of its callers', async () => {
  const { signal } = new AbortController();
  expect(await new SharedTask(async () => 'done').join(signal)).toBe('done');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a shared task that fails when nobody waits any more is no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    const { signal } = new AbortController();
    const work = new SharedTask(() => Promise.reject(new Error('no')));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(work.join(signal)).rejects.toThrow('no');
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
