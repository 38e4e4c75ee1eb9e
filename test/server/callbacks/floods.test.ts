import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CallbackHandler, createCallbackHandler } from '../../../src/callbacks.js';
import { memoryStore, Requester, type Store } from '../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { isLong } from '../../runs.js';

const SECOND = 1_000;
const PATH = '/api/v1/my/application_events';

let sandbox: Sandbox;
let handled: number[];
/** When each read of an event, or of a page of them, was sent. */
let reads: number[];

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox();
  handled = [];
  reads = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function createClient(store: Store = memoryStore(), answer = sandbox.fetch): Requester {
  const { baseUrl, accessToken } = sandbox;
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    if (new URL(url).pathname.startsWith(PATH)) reads.push(Date.now());
    return answer(url, init);
  };
  return new Requester({ baseUrl, accessToken, fetch, store, logLevel: 'silent' });
}

/** A receiver of deliveries by their ids. It tells the statuses that it has answered. */
function receiver(secret: string | false = false, requester = createClient()) {
  const statuses = new Map<number, number>();
  const onEvent = ({ id }: { readonly id: number }) => void handled.push(id);
  const handler: CallbackHandler = createCallbackHandler({ requester, secret, onEvent });
  const deliver = async (id: number): Promise<number> => {
    const address = `https://shop.example/events?secret=${secret}`;
    const { status } = await handler(new Request(address, { method: 'POST', body: JSON.stringify({ id }) }));
    statuses.set(id, status);
    return status;
  };
  return { handler, deliver, statuses };
}

/** Ids of no event. */
const forged = (count: number, from = 1): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/** The most reads within one second. */
const mostInASecond = (): number =>
  Math.max(0, ...reads.map((start) => reads.filter((at) => at >= start && at < start + SECOND).length));

describe('a flood of forged deliveries', () => {
  test.each([
    ['an open address', false],
    ['an address whose secret has leaked', 'leaked'],
  ] as const)('to %s costs at most four reads a second, and each is answered', async (_, secret) => {
    const { deliver, statuses } = receiver(secret);
    for (const id of forged(1_000)) void deliver(id);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(mostInASecond()).toBeLessThanOrEqual(4);
    expect(reads.length).toBeGreaterThan(4);
    const answered = [...statuses.values()];
    expect([answered.length, new Set(answered), handled]).toEqual([1_000, new Set([404, 503]), []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('holds up no real one that comes meanwhile, however long it lasts', async () => {
    const { deliver, statuses } = receiver();
    const late: number[] = [];
    for (let round = 0; round < (isLong ? 40 : 10); round += 1) {
      for (const id of forged(500, 1 + 500 * round)) void deliver(id);
      const { last: id } = sandbox.events.append(1);
      const since = Date.now();
      void deliver(id).then(() => late.push(Date.now() - since));
      await vi.advanceTimersByTimeAsync(250);
    }
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    const real = sandbox.events.ids();
    expect(real.map((id) => statuses.get(id))).toEqual(real.map(() => 200));
    expect([...handled].sort((a, b) => a - b)).toEqual(real);
    expect(Math.max(...late)).toBeLessThanOrEqual(2 * SECOND);
    expect(mostInASecond()).toBeLessThanOrEqual(4);
  });

  test('is released but for a hundred once the newest page of the log has none of its events', async () => {
    const { deliver, statuses } = receiver();
    for (const id of forged(300)) void deliver(id);
    await vi.advanceTimersByTimeAsync(2 * SECOND - 1);
    const answered = [...statuses.values()];
    // Four events are looked for at once. A second later comes the page, and then three of the hundred.
    expect(answered.filter((status) => status === 503)).toHaveLength(300 - 4 - 100);
    expect(answered.filter((status) => status === 404)).toHaveLength(4 + 3);
  });

  test('releases no delivery that came after the newest page was asked for', async () => {
    const answer: typeof sandbox.fetch = async (url, init) => {
      const answered = await sandbox.fetch(url, init);
      if (new URL(String(url)).pathname === PATH) await new Promise((resolve) => setTimeout(resolve, 500));
      return answered;
    };
    const { deliver, statuses } = receiver(false, createClient(memoryStore(), answer));
    for (const id of forged(300)) void deliver(id);
    await vi.advanceTimersByTimeAsync(1_200);
    const { last: id } = sandbox.events.append(1);
    void deliver(id);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(statuses.get(id)).toBe(200);
  });

  test('costs the store nothing', async () => {
    const store = memoryStore();
    const [get, swap] = [vi.spyOn(store, 'get'), vi.spyOn(store, 'swap')];
    const { deliver } = receiver(false, createClient(store));
    for (const id of forged(100)) void deliver(id);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect([get.mock.calls, swap.mock.calls]).toEqual([[], []]);
  });

  test('wakes nobody', async () => {
    const { deliver, handler } = receiver();
    const { last: id } = sandbox.events.append(1);
    await deliver(id);
    const rung = vi.fn();
    handler.wake.listen(rung);
    for (const each of [...forged(100), id]) void deliver(each);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(rung).not.toHaveBeenCalled();
  });

  test('pauses no other call of the client when the service refuses one for a while', async () => {
    const requester = createClient();
    const { deliver } = receiver(false, requester);
    const headers = { 'retry-after': '30' };
    const limit = sandbox.faults.add({
      on: `GET ${PATH}/:id`,
      times: 1e9,
      fault: { kind: 'status', status: 429, headers },
    });
    expect(await deliver(1)).toBe(500);
    expect(reads).toHaveLength(1);
    // No time passes in this test by itself.
    expect(await requester.account.get()).toHaveProperty('id');
    expect(await requester.events.list()).toHaveProperty('items', []);
    limit.remove();
    const { last: id } = sandbox.events.append(1);
    expect([await deliver(id), handled]).toEqual([200, [id]]);
  });
});

describe('copies of a delivery that was handled', () => {
  test('cost at most four reads a second where everybody can send them', async () => {
    const { deliver } = receiver();
    const { last: id } = sandbox.events.append(1);
    let copies = 0;
    const again = async (): Promise<void> => {
      for (; copies < 50; copies += 1) await deliver(id);
    };
    void again();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect([copies, handled]).toEqual([50, [id]]);
    expect(mostInASecond()).toBeLessThanOrEqual(4);
  });

  test('at once cost one read', async () => {
    const { deliver } = receiver();
    const { last: id } = sandbox.events.append(1);
    await Promise.all(forged(100).map(() => deliver(id)));
    expect([reads.length, handled]).toEqual([1, [id]]);
  });
});

describe('real deliveries', () => {
  test('with a secret are read without a pause', async () => {
    const { deliver } = receiver('known');
    sandbox.events.append(150);
    // No time passes in this test by itself.
    for (const id of sandbox.events.ids()) expect(await deliver(id)).toBe(200);
    expect(handled).toEqual(sandbox.events.ids());
  });

  test('that come together are read together', async () => {
    const { deliver } = receiver();
    sandbox.events.append(100);
    const answers = Promise.all(sandbox.events.ids().map(deliver));
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(new Set(await answers)).toEqual(new Set([200]));
    expect([reads.length, handled.length]).toEqual([5, 100]);
  });

  test('of events that are no longer among the newest are read one by one', async () => {
    const { deliver } = receiver();
    sandbox.events.append(120);
    const old = sandbox.events.ids().slice(0, 12);
    const answers = Promise.all(old.map(deliver));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(new Set(await answers)).toEqual(new Set([200]));
    expect(mostInASecond()).toBeLessThanOrEqual(4);
  });

  test('are read one by one where the newest page can not be read', async () => {
    sandbox.faults.add({ on: `GET ${PATH}`, times: 1e9, fault: { kind: 'status', status: 500 } });
    const { deliver } = receiver();
    sandbox.events.append(12);
    const answers = Promise.all(sandbox.events.ids().map(deliver));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(new Set(await answers)).toEqual(new Set([200]));
  });

  test('are given up after ten seconds in which the service answers nothing', async () => {
    const { deliver, statuses } = receiver(
      false,
      createClient(memoryStore(), () => new Promise(() => undefined)),
    );
    for (const id of forged(20)) void deliver(id);
    await vi.advanceTimersByTimeAsync(10 * SECOND - 1);
    expect(statuses).toEqual(new Map());
    await vi.advanceTimersByTimeAsync(1);
    // Four are being read.
    expect([...statuses]).toEqual(forged(16, 5).map((id) => [id, 503]));
  });

  test('are given up at once while ten thousand wait', async () => {
    const { deliver, statuses } = receiver(
      false,
      createClient(memoryStore(), () => new Promise(() => undefined)),
    );
    for (const id of forged(10_010)) void deliver(id);
    await vi.advanceTimersByTimeAsync(0);
    expect([...statuses]).toEqual(forged(6, 10_005).map((id) => [id, 503]));
  });
});
