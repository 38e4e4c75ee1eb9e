import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SandboxFetch } from '../../../src/sandbox.js';
import {
  DAY,
  fastTime,
  KINDS,
  type Kind,
  MINUTE,
  openWorld,
  PROJECTS,
  realTime,
  SIMPLE,
  swiftly,
  swiftRejection,
  until,
  type World,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

type Arrange = (items: readonly unknown[]) => unknown[];

const newestFirst: Arrange = (items) => [...items];
const oldestFirst: Arrange = (items) => items.toReversed();
/** Halves, quarters and so on, swapped. */
const shuffled: Arrange = (items) => {
  if (items.length < 2) return [...items];
  const middle = Math.ceil(items.length / 2);
  const [back, front] = [shuffled(items.slice(middle)), shuffled(items.slice(0, middle))];
  return front.flatMap((item, index) => (index < back.length ? [back[index], item] : [item]));
};

/** A service that lists in an order of its own; what it reads of itself is not counted. */
function listed(arrange: Arrange, reads: { count: number } = { count: 0 }) {
  return (fetch: SandboxFetch): SandboxFetch =>
    async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const name = url.pathname.endsWith('/my/questions') ? 'questions' : 'events';
      if (!/\/my\/(questions|application_events)$/.test(url.pathname)) return fetch(input, init);
      reads.count += 1;
      const page = Number(url.searchParams.get('page') ?? 1);
      const perPage = Number(url.searchParams.get('per_page') ?? 30);
      const all: unknown[] = [];
      let whole: Record<string, unknown> = {};
      for (let at = 1; at === 1 || at <= Number(whole.total_pages); at += 1) {
        url.searchParams.set('page', String(at));
        url.searchParams.set('per_page', '100');
        whole = JSON.parse(await (await fetch(url)).text());
        all.push(...(whole[name] as unknown[])); // a list of the sandbox
      }
      const items = arrange(all).slice((page - 1) * perPage, page * perPage);
      const total_pages = Math.ceil(all.length / perPage);
      return Response.json({ ...whole, page, per_page: perPage, total_pages, [name]: items });
    };
}

/** As many orders as that, `apart` ms after one another. */
async function fill({ requester }: World, kind: Kind, count: number, apart = 0): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => `filled/${index}`);
  if (apart === 0) await swiftly(Promise.all(keys.map((key) => kind.place(requester, key))));
  else {
    for (const key of keys) {
      await kind.place(requester, key);
      vi.setSystemTime(Date.now() + apart);
    }
  }
}

describe.each(KINDS)('the search for a $kind', (kind) => {
  describe.each([
    ['from newest to oldest', newestFirst],
    ['from oldest to newest', oldestFirst],
    ['in no order', shuffled],
  ])('in a listing %s', (_, arrange) => {
    test.each([0, 70, 149])('finds order %d of 150', async (index) => {
      const world = openWorld({ now: Date.now() }, {}, listed(arrange));
      await fill(world, kind, 150);
      const { placed } = await swiftly(kind.place(world.client(), `filled/${index}`, once));
      expect(placed).toBe(false);
    });

    test('finds what the same client placed last', async () => {
      const world = openWorld({ now: Date.now() }, {}, listed(arrange));
      await fill(world, kind, 110);
      await swiftly(kind.place(world.requester, 'last', once));
      expect(await swiftly(kind.place(world.requester, 'last', once))).toMatchObject({ placed: false });
    });

    test('finds an order whose answer was lost', async () => {
      const world = openWorld({ now: Date.now() }, {}, listed(arrange));
      await fill(world, kind, 120);
      world.sandbox.faults.add({ on: kind.post, fault: { kind: 'drop-after' } });
      const { data } = await swiftly(kind.place(world.requester, 'lost', once));
      expect(world.findOrders('lost')).toEqual([data.id]);
    });
  });

  test('reads one page of a long listing when all else is older than the lookback', async () => {
    const reads = { count: 0 };
    const world = openWorld({}, {}, listed(newestFirst, reads));
    await fill(world, kind, 120, 60 * MINUTE);
    await swiftly(kind.place(world.client(), 'k', { ...once, lookback: 2 * DAY }));
    // Before the order, and after it.
    expect(reads.count).toBe(2);
  });

  test('finds an order at the end of the lookback', async () => {
    const world = openWorld();
    await fill(world, kind, 120, 60 * MINUTE);
    const found = await swiftly(kind.place(world.client(), 'filled/60', { ...once, lookback: 7 * DAY }));
    expect(found.placed).toBe(false);
  });

  test('looks back a week by default', async () => {
    const world = openWorld();
    await fill(world, kind, 12, 14 * 60 * MINUTE);
    expect(await swiftly(kind.place(world.client(), 'filled/0', once))).toMatchObject({ placed: false });
  });

  test.each([0, MINUTE])(
    'takes two requests more for each further order, %d ms after 220 others',
    async (apart) => {
      const world = openWorld();
      await fill(world, kind, 220, apart);
      const { client, requestsSince } = world;
      const requester = client();
      for (const key of ['first', 'second', 'third']) {
        requestsSince();
        await swiftly(kind.place(requester, key, once));
      }
      expect(requestsSince()).toBe(3);
    },
  );

  test.each([
    ['a year ahead', 365 * DAY],
    ['a year behind', -365 * DAY],
  ])('finds an order although the clock of the service is %s', async (_, difference) => {
    const world = openWorld({ now: () => Date.now() + difference });
    await fill(world, kind, 150, MINUTE);
    expect(await swiftly(kind.place(world.client(), 'filled/3', once))).toMatchObject({ placed: false });
  });

  test('finds an order among the pages of a service that gives ten a page', async () => {
    const small =
      (fetch: SandboxFetch): SandboxFetch =>
      (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        if (url.searchParams.has('per_page')) url.searchParams.set('per_page', '10');
        return fetch(input instanceof Request ? new Request(url, input) : url, init);
      };
    const world = openWorld({}, {}, small);
    await fill(world, kind, 35, MINUTE);
    expect(await swiftly(kind.place(world.client(), 'filled/2', once))).toMatchObject({ placed: false });
  });
});

describe('an event that becomes visible late', () => {
  const { place, post } = SIMPLE;

  test('is found as soon as it is visible', async () => {
    const { sandbox, requester, elsewhere, findOrders } = openWorld();
    sandbox.events.holdBack(1, { behind: 3 });
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    const placing = place(requester, 'k', once);
    await until(() => findOrders('k').length === 1);
    for (const another of ['a', 'b', 'c']) await swiftly(place(elsewhere(), another));
    const { data } = await swiftly(placing);
    expect(findOrders('k')).toEqual([data.id]);
  });

  test('behind 90 newer ones is found by the next call', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    const release = sandbox.events.holdBack(1);
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
    sandbox.events.append(90);
    await swiftly(place(requester, 'other', once));
    release();
    const { data, placed } = await swiftly(place(requester, 'k', once));
    expect({ placed, orders: findOrders('k') }).toEqual({ placed: false, orders: [data.id] });
  });

  test('later than settle leaves the outcome unknown', async () => {
    const { sandbox, requester } = openWorld();
    sandbox.events.holdBack(1);
    sandbox.faults.add({ on: post, fault: { kind: 'drop-after' } });
    const error = await swiftRejection(place(requester, 'k', once));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'unknown' });
  });

  test('does not matter when the answer named the order', async () => {
    const { sandbox, requester, findOrders } = openWorld();
    sandbox.events.holdBack(1);
    sandbox.faults.add({ on: post, fault: { kind: 'truncate' } });
    const { data } = await swiftly(place(requester, 'k', once));
    expect(findOrders('k')).toEqual([data.id]);
  });
});

test('the id of another order in an unreadable answer is not used', async () => {
  const { sandbox, requester, findOrders } = openWorld();
  const another = await swiftly(PROJECTS.place(requester, 'other'));
  const body = { success: true, project: { id: another.data.id } };
  sandbox.faults.add({ on: PROJECTS.post, fault: { kind: 'wrong-shape', body } });
  const { data } = await swiftly(PROJECTS.place(requester, 'k', once));
  expect(findOrders('k')).toEqual([data.id]);
});

test('an order is read once for the search, however many events of its translations there are', async () => {
  const { sandbox, requester, elsewhere } = openWorld();
  const { data } = await swiftly(SIMPLE.place(requester, 'k', once));
  const [body] = 'question_bodies' in data ? data.question_bodies : [];
  sandbox.translators.translateBody(body?.id ?? 0, 'ichi');
  const before = sandbox.requests.length;
  expect(await swiftly(SIMPLE.place(elsewhere(), 'k', once))).toMatchObject({ placed: false });
  const paths = sandbox.requests.slice(before).map(({ path }) => path);
  expect(paths).toEqual([
    '/api/v1/my',
    expect.stringMatching(/my\/application_events$/),
    expect.stringMatching(/\/\d+$/),
  ]);
});

test.each(['question.created', 'simple_question.created_copy'])(
  'an event of the type %s that shows the key does not count as an order',
  async (type) => {
    const added = (fetch: SandboxFetch): SandboxFetch => {
      return async (input, init) => {
        const response = await fetch(input, init);
        if (!new URL(String(input)).pathname.endsWith('/my/application_events')) return response;
        const page = await response.json();
        const created_at = new Date().toISOString();
        const question = { id: 999, custom_field: 'k' };
        const event = { id: 999, type, created_at, retry_count: 0, question };
        return Response.json({ ...page, events: [event, ...page.events], total_count: page.total_count + 1 });
      };
    };
    const { sandbox, requester } = openWorld({}, {}, added);
    expect(await swiftly(SIMPLE.place(requester, 'k', once))).toMatchObject({ placed: true });
    expect(sandbox.requests.map(({ path }) => path)).not.toContain('/api/v1/simple/questions/999');
  },
);
