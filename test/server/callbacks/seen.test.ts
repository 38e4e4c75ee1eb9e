import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defer } from '../../../src/base/concurrency.js';
import { type CallbackHandlerOptions, createCallbackHandler } from '../../../src/callbacks.js';
import { memoryStore, type Store } from '../../../src/index.js';
import { event } from '../../fixtures.js';
import { lastingStore } from '../../lasting-store.js';
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
    const store = lastingStore();
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

describe('what hangs once holds its event no longer than ten seconds', () => {
  const SECOND = 1_000;
  const never = () => new Promise<never>(() => undefined);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each(['claim', 'handled', 'release'] as const)('%s of a memory of your own', async (method) => {
    const claims = new Map<number, string>();
    const seen = {
      claim: vi.fn((id: number): boolean | 'busy' | Promise<boolean> => {
        if (claims.has(id)) return claims.get(id) === 'handled' ? false : 'busy';
        claims.set(id, 'claimed');
        return true;
      }),
      handled: vi.fn((id: number): void | Promise<void> => void claims.set(id, 'handled')),
      release: vi.fn((id: number): void | Promise<void> => void claims.delete(id)),
    };
    seen[method].mockImplementationOnce(never);
    const onError = vi.fn();
    const onEvent = vi.fn(({ id }: { readonly id: number }) => {
      if (method === 'release' && onEvent.mock.calls.length === 1) throw new Error('not now');
      handled.push(id);
    });
    const deliver = machine(undefined, { seen, onError, onEvent });
    const first = deliver(5);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(await first).toBe({ claim: 503, handled: 200, release: 500 }[method]);
    expect(onError.mock.calls.at(-1)?.[0]).toMatchObject({ name: 'TimeoutError' });
    // Whatever it holds itself now: the handler asks it again.
    const second = deliver(5);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect([await second, seen.claim.mock.calls.length]).toEqual([
      { claim: 200, handled: 503, release: 503 }[method],
      2,
    ]);
    expect([await deliver(6), vi.getTimerCount()]).toEqual([200, 0]);
  });

  test('a claim that comes late is given back', async () => {
    const { promise: late, resolve: answer } = defer<boolean>();
    const release = vi.fn();
    const deliver = machine(undefined, { seen: { claim: () => late, release } });
    const first = deliver(5);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect([await first, release.mock.calls]).toEqual([503, []]);
    answer(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([release.mock.calls, handled]).toEqual([[[5]], []]);
  });

  test.each(['get', 'swap', 'now'] as const)(
    '%s of the store, which carries it out all the same',
    async (method) => {
      const store = memoryStore();
      const step: unknown = Reflect.get(store, method);
      const real = typeof step === 'function' ? step.bind(store) : async () => clock;
      let isHung = true;
      const hangingOnce = async (...given: unknown[]) => {
        const result: unknown = await real(...given);
        if (!isHung) return result;
        isHung = false;
        return never();
      };
      const deliver = machine({ ...store, [method]: hangingOnce });
      const first = deliver(5);
      await vi.advanceTimersByTimeAsync(10 * SECOND);
      expect([await first, handled]).toEqual([expect.toBeOneOf([500, 503]), []]);
      const second = deliver(5);
      await vi.advanceTimersByTimeAsync(SECOND);
      expect([await second, handled]).toEqual([200, [5]]);
    },
  );

  test('the reading of an event', async () => {
    const get = vi.fn(async (id: number) => ({ id }));
    get.mockImplementationOnce(never);
    const events = { get, list: async () => ({ items: [] }) };
    const deliver = machine(undefined, { requester: { events } as never }); // a part of a client
    const first = deliver(5);
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(await first).toBe(503);
    const second = deliver(5);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect([await second, handled]).toEqual([200, [5]]);
  });
});

test('an event is not handled again after 14,000 others', async () => {
  const store = shared();
  const deliver = machine(store);
  await deliver(1);
  // As if they had been handled, except for the last ones. The ids of other accounts are between them.
  for (let nth = 1; nth < 14_000; nth += 1) await store.swap(`event ${1 + 7 * nth}`, undefined, 'handled');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await deliver(1 + 7 * 14_000);
  expect(await store.keys('event ')).toHaveLength(10_000);
  expect([await deliver(1), await deliver(8), await deliver(1 + 7 * 4_000)]).toEqual([200, 200, 200]);
  expect(handled).toEqual([1, 1 + 7 * 14_000]);
  // One that nobody has handled is, however old it is.
  expect([await deliver(2), handled.at(-1)]).toEqual([200, 2]);
  // What is left of them: a text for each 100,000 ids, and no claim.
  expect(await store.keys('events ')).toEqual(['events 0']);
  expect(await store.get('event 8')).toBeUndefined();
});

test('of the ranges of handled events, the last thousand are kept', async () => {
  const store = shared();
  for (let block = 0; block < 1_001; block += 1) await store.swap(`events ${block}`, undefined, '1');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  await machine(store)(5);
  const kept = await store.keys('events ');
  expect([kept.length, kept.includes('events 0'), kept.includes('events 1')]).toEqual([1_000, false, true]);
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
