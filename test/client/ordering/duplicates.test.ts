import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { fastTime, KINDS, lateBy, openWorld, PROJECTS, realTime, swiftly, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

const silent = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/** A runtime that sends a write again by itself, as browsers do when a reused connection ends. */
const resending =
  (isOrder: (path: string) => boolean) =>
  (fetch: SandboxFetch): SandboxFetch =>
  async (input, init) => {
    if (init?.method === 'POST' && isOrder(new URL(String(input)).pathname)) await fetch(input, init);
    return fetch(input, init);
  };

describe.each(KINDS)('a $kind that the runtime sends twice', (kind) => {
  const { place, post } = kind;
  const wrap = resending((path) => `POST ${path}` === post);

  test('resolves to the oldest of the two, and names the other', async () => {
    const { requester, findOrders } = openWorld({}, {}, wrap);
    const ordered = await swiftly(place(requester, 'k', once));
    const [first, second] = findOrders('k');
    expect(ordered).toMatchObject({ data: { id: first }, placed: true, duplicates: [second] });
    // Its record names the oldest, too.
    expect(await swiftly(place(requester, 'k', once))).toMatchObject({ data: { id: first }, placed: false });
  });

  test('is reported to the logger', async () => {
    const logger = silent();
    const { requester, findOrders } = openWorld({}, { logger }, wrap);
    await swiftly(place(requester, 'k', once));
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('more than once'), {
      kind: kind.kind,
      ids: findOrders('k'),
    });
  });

  test('is not cancelled', async () => {
    const { sandbox, requester, findOrders } = openWorld({}, {}, wrap);
    const ordered = await swiftly(place(requester, 'k', once));
    expect(ordered).toMatchObject({ placed: true, duplicates: [findOrders('k')[1]] });
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/cancel'))).toEqual([]);
  });

  test('is placed all the same when the check for duplicates fails', async () => {
    const logger = silent();
    const { sandbox, requester, findOrders } = openWorld({}, { logger, retries: 0 }, wrap);
    sandbox.faults.add({ on: kind.listing, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: kind.listing, fault: { kind: 'status', status: 503 } });
    const ordered = await swiftly(place(requester, 'k', once));
    expect(ordered).toMatchObject({ data: { id: findOrders('k')[1] }, placed: true, duplicates: [] });
    expect(logger.warn).toHaveBeenCalledWith(
      expect.stringContaining('could not check for duplicates of an order'),
      expect.anything(),
    );
  });
});

describe.each(KINDS)('a $kind that two processes place at the same moment', (kind) => {
  const { place } = kind;

  test('is one order for both, after the check of the later one', async () => {
    const { elsewhere, findOrders } = openWorld();
    const all = await swiftly(Promise.all([elsewhere(), elsewhere()].map((each) => place(each, 'k', once))));
    const [oldest, ...others] = findOrders('k');
    expect(all.map(({ data }) => data.id)).toEqual(all.map(() => oldest));
    expect(others).toHaveLength(1);
  });

  test('is named by a later call, too', async () => {
    const { elsewhere, findOrders } = openWorld();
    await swiftly(Promise.all([elsewhere(), elsewhere()].map((each) => place(each, 'k', once))));
    const [oldest, another] = findOrders('k');
    const later = await swiftly(place(elsewhere(), 'k', once));
    expect(later).toMatchObject({ data: { id: oldest }, placed: false, duplicates: [another] });
  });
});

describe.each(KINDS)('the key of a $kind', (kind) => {
  const { place } = kind;

  test('is accepted as it is without once', async () => {
    const { requester } = openWorld();
    expect(await swiftly(place(requester, ' x ', {}))).toMatchObject({ placed: true });
  });

  test('that the service changes is an error that names the order', async () => {
    const trimming = (fetch: SandboxFetch): SandboxFetch => {
      return async (input, init) => {
        const body =
          typeof init?.body === 'string' ? init.body.replace('order-key-1', 'order-key') : undefined;
        return fetch(input, body === undefined ? init : { ...init, body });
      };
    };
    const { requester, findOrders, posts } = openWorld({}, {}, trimming);
    const error = await swiftRejection(place(requester, 'order-key-1', once));
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      outcome: 'done',
      id: findOrders('order-key')[0],
      message: expect.stringContaining('changed its key'),
    });
    // A call again orders nothing: the order is there.
    const again = await swiftly(place(requester, 'order-key-1', { ...once, settle: 0 }));
    expect(again).toMatchObject({ placed: false, data: { id: findOrders('order-key')[0] } });
    expect(posts(kind)).toBe(1);
  });
});

test('a 2xx of the service that can not be used is never ordered again, even when it can not be found', async () => {
  let isShown = false;
  const unseen = (fetch: SandboxFetch): SandboxFetch => {
    return async (input, init) => {
      const url = new URL(String(input));
      if (!isShown && url.pathname.endsWith('/my/questions')) {
        return Response.json({
          success: true,
          message: '',
          page: 1,
          per_page: 100,
          total_pages: 1,
          total_count: 0,
          questions: [],
        });
      }
      return fetch(input, init);
    };
  };
  const { sandbox, requester, posts, findOrders } = openWorld({}, {}, unseen);
  sandbox.faults.add({
    on: PROJECTS.post,
    fault: { kind: 'alter', alter: (answer) => ({ ...answer, project: undefined }) },
  });
  sandbox.faults.add({ on: 'GET /api/v1/projects/*', times: 99, fault: { kind: 'status', status: 404 } });
  const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  const known = { name: 'OutcomeUnknownError', outcome: 'done' };
  // Location names it.
  expect(error).toMatchObject({ ...known, status: 201, id: findOrders('k')[0] });
  const again = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  expect(again).toMatchObject(known);
  sandbox.faults.clear();
  isShown = true;
  expect(await swiftly(PROJECTS.place(requester, 'k', once))).toMatchObject({ placed: false });
  const found = sandbox.requests.length;
  expect(await swiftly(PROJECTS.place(requester, 'k', once))).toMatchObject({ placed: false });
  // It was found once, and is read by its id from then on.
  expect(sandbox.requests.slice(found).map(({ path }) => path)).toEqual([
    `/api/v1/projects/${findOrders('k')[0]}`,
  ]);
  expect(posts(PROJECTS)).toBe(1);
});

test('an order that may have been placed is searched for although another one has its key', async () => {
  const { requester, elsewhere, findOrders } = openWorld({}, {}, lateBy(15_000));
  const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
  await swiftly(PROJECTS.place(elsewhere(), 'k', {}, 9));
  const { data, placed } = await swiftly(PROJECTS.place(requester, 'k', once));
  expect({ placed, isOurs: data.id === findOrders('k')[1] }).toEqual({ placed: false, isOurs: true });
});

test('a 2xx of the service that can not be used is never ordered again, even when the search for it was aborted', async () => {
  const { sandbox, requester, posts } = openWorld();
  sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'wrong-shape', carriedOut: false } });
  const controller = new AbortController();
  const aborted = swiftRejection(
    PROJECTS.place(requester, 'k', { ...once, settle: 60_000, signal: controller.signal }),
  );
  setTimeout(() => controller.abort(new Error('enough')), 10_000);
  expect(await aborted).toMatchObject({ message: 'enough' });
  const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done' });
  expect(posts(PROJECTS)).toBe(1);
});

test('a call after an unknown outcome searches until settle has passed since the order was sent', async () => {
  const { requester, findOrders, posts } = openWorld({}, {}, lateBy(15_000));
  const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 1_000 }));
  expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
  const { data, placed } = await swiftly(PROJECTS.place(requester, 'k', once));
  expect({ placed, orders: findOrders('k'), posts: posts(PROJECTS) }).toEqual({
    placed: false,
    orders: [data.id],
    posts: 1,
  });
});

test('a call after an unknown outcome does not search for longer than settle since the order was sent', async () => {
  const { requester, sandbox } = openWorld();
  sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'drop-before' } });
  const began = Date.now();
  await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 20_000 }));
  const error = await swiftRejection(PROJECTS.place(requester, 'k', { ...once, settle: 30_000 }));
  expect(error).toMatchObject({ name: 'OutcomeUnknownError' });
  const took = Date.now() - began;
  expect(took).toBeGreaterThanOrEqual(30_000);
  expect(took).toBeLessThan(40_000);
});
