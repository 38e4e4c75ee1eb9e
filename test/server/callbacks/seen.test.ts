import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CallbackHandlerOptions, createCallbackHandler } from '../../../src/callbacks.js';
import { memoryStore, type Store } from '../../../src/index.js';
import { event } from '../../fixtures.js';
import { answer, requesterOn } from '../../recorded-fetch.js';

const MINUTE = 60_000;

let handled: number[];
let clock: number;

beforeEach(() => {
  handled = [];
  clock = Date.UTC(2026, 0, 1);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A store of several machines, with a clock of its own. */
const shared = (): Store => ({ ...memoryStore(), now: async () => clock });

/** A handler of one machine; the service has every event. */
function machine(store: Store | undefined, options: Partial<CallbackHandlerOptions> = {}) {
  const fetch = async (url: string) => {
    const id = Number(new URL(url).pathname.split('/').at(-1));
    return answer({ success: true, message: 'OK', event: { ...event, id } });
  };
  const handler = createCallbackHandler({
    requester: requesterOn(fetch, { store }),
    secret: 'known',
    onEvent: ({ id }) => void handled.push(id),
    onError: () => undefined,
    ...options,
  });
  return async (id: number): Promise<number> => {
    const body = JSON.stringify({ id });
    return (await handler(new Request('https://shop.example/?secret=known', { method: 'POST', body })))
      .status;
  };
}

/** A machine that dies while it handles its first event. */
function dying(store: Store) {
  return machine(store, { onEvent: () => new Promise(() => undefined), onEventTimeout: 5 * MINUTE });
}

/** Lets a delivery come as far as its handling. */
async function claimed(store: Store, id: number): Promise<void> {
  await expect.poll(() => store.get(`event ${id}`)).toMatch(/^\{"until":/);
}

describe('machines with one store', () => {
  test('handle an event once, whichever gets its deliveries', async () => {
    const store = shared();
    const [first, second] = [machine(store), machine(store)];
    expect([await first(5), await second(5), await first(5), await second(6)]).toEqual([200, 200, 200, 200]);
    clock += 7 * 24 * 60 * MINUTE;
    expect([await second(5), handled]).toEqual([200, [5, 6]]);
    expect(await store.get('event 5')).toBe('handled');
  });

  test('answer 503 for an event that another handles, until it is handled', async () => {
    const store = shared();
    let finish = (): void => undefined;
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const answered = machine(store, { onEvent: () => working })(5);
    await claimed(store, 5);
    const another = machine(store);
    expect(await another(5)).toBe(503);
    finish();
    expect([await answered, await another(5), handled]).toEqual([200, 200, []]);
  });

  test('give one of many deliveries at the same time to one machine', async () => {
    const store = shared();
    const statuses = await Promise.all(Array.from({ length: 12 }, () => machine(store)(5)));
    expect(statuses.filter((status) => status === 200)).not.toHaveLength(0);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(handled).toEqual([5]);
  });

  test('leave an event whose handling failed to the next delivery', async () => {
    const store = shared();
    const failing = machine(store, { onEvent: () => Promise.reject(new Error('not now')) });
    expect([await failing(5), await store.keys('event '), await machine(store)(5)]).toEqual([500, [], 200]);
  });

  test('take over the event of a dead machine after its time to handle it and ten minutes, and not before', async () => {
    const store = shared();
    void dying(store)(5);
    await claimed(store, 5);
    const another = machine(store);
    clock += 15 * MINUTE - 1;
    expect(await another(5)).toBe(503);
    clock += 1;
    expect([await another(5), handled]).toEqual([200, [5]]);
  });

  test('take over the claim of a machine whose clock was two hours ahead at once', async () => {
    const store = memoryStore();
    vi.useFakeTimers({ toFake: ['Date'], now: clock + 120 * MINUTE });
    void dying(store)(5);
    await claimed(store, 5);
    vi.setSystemTime(clock);
    expect([await machine(store)(5), handled]).toEqual([200, [5]]);
    vi.useRealTimers();
  });

  test('do not free what another has claimed meanwhile', async () => {
    const store = shared();
    let fail = (): void => undefined;
    const failing = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('late'));
    });
    const answered = machine(store, { onEvent: () => failing })(5);
    await claimed(store, 5);
    clock += 60 * MINUTE;
    void dying(store)(5);
    await expect
      .poll(async () => JSON.parse((await store.get('event 5')) ?? '').until)
      .toBeGreaterThan(clock);
    fail();
    expect([await answered, await machine(store)(5)]).toEqual([500, 503]);
  });

  test.each(['ahead', 'behind'])(
    'whose clocks differ by nine minutes need no clock of the store: %s',
    async (way) => {
      const { get, swap, keys } = memoryStore();
      const store: Store = { get, swap, keys };
      vi.useFakeTimers({ toFake: ['Date'], now: clock });
      void dying(store)(5);
      await claimed(store, 5);
      vi.setSystemTime(clock + (way === 'ahead' ? -9 : 9) * MINUTE);
      expect([await machine(store)(5), handled]).toEqual([503, []]);
      vi.useRealTimers();
    },
  );

  test('know their own claim when the answer to it was lost and the step is repeated', async () => {
    const store = shared();
    const swap: Store['swap'] = async (...step) => {
      await store.swap(...step);
      return store.swap(...step);
    };
    expect([await machine({ ...store, swap })(5), handled]).toEqual([200, [5]]);
  });

  test('answer 500 when the store fails, and say why', async () => {
    const broken = new Error('no disk');
    const onError = vi.fn();
    const store = { ...shared(), get: () => Promise.reject(broken) };
    expect([await machine(store, { onError })(5), handled]).toEqual([500, []]);
    const failure = expect.objectContaining({ name: 'StoreError', cause: broken });
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure, undefined);
  });
});

test('a thousandth of the handled events, on average, makes the store forget all but the last ten thousand', async () => {
  const store = shared();
  const deliver = machine(store);
  for (let id = 1; id <= 10_050; id += 1) await store.swap(`event ${id}`, undefined, 'handled');
  await store.swap('event 3', 'handled', '{"until":0,"lease":1,"claim":"another"}');
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.001);
  await deliver(10_051);
  expect(await store.keys('event ')).toHaveLength(10_051);
  random.mockReturnValue(0.0009);
  await deliver(10_052);
  const keys = new Set(await store.keys('event '));
  expect([52, 53, 10_052].map((id) => keys.has(`event ${id}`))).toEqual([false, true, true]);
  // What someone handles is not forgotten.
  expect([keys.size, keys.has('event 3')]).toEqual([10_001, true]);
});

describe('without a store of its own', () => {
  test('a handler remembers its events itself: clients of several services share the memory of the process', async () => {
    const [first, second] = [machine(undefined), machine(undefined)];
    expect([await first(5), await first(5), await second(5)]).toEqual([200, 200, 200]);
    expect(handled).toEqual([5, 5]);
  });

  test('a requester in a test needs only events', async () => {
    const requester = { events: { get: async (id: number) => ({ id }) } };
    const deliver = machine(undefined, { requester: requester as never });
    expect([await deliver(5), await deliver(5), handled]).toEqual([200, 200, [5]]);
  });
});
