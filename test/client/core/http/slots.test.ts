import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defer } from '../../../../src/base/concurrency.js';
import { FairSemaphore } from '../../../../src/client/core/http/slots.js';
import { rejection } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = new AbortController().signal;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A semaphore, and the tasks in its slots: each ends when it is told to. */
function semaphore(limit: number) {
  const slots = new FairSemaphore(limit);
  const only = slots.open();
  const running: { readonly name: unknown; readonly end: () => void }[] = [];
  const enter = (name: unknown, run = only, signal = never): Promise<void> =>
    run(signal, () => {
      const { promise, resolve: end } = defer();
      running.push({ name, end });
      return promise;
    });
  return { slots, enter, running, names: () => running.map(({ name }) => name) };
}

describe('a slot', () => {
  test('goes to the next request when a waiting one gives up', async () => {
    const { enter, running, names } = semaphore(1);
    const controller = new AbortController();
    void enter('holder');
    const gone = rejection(enter('gone', undefined, controller.signal));
    for (const name of ['first', 'second']) void enter(name);
    controller.abort('gone');
    expect(await gone).toBe('gone');
    for (const held of ['holder', 'first', 'second']) {
      await settle();
      expect(names()).toEqual([held]);
      running.shift()?.end();
    }
  });

  test('that a request gets while it gives up is not lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { slots, enter, names } = semaphore(1);
    slots.pause(100);
    const controller = new AbortController();
    const gone = rejection(enter('gone', undefined, controller.signal));
    void enter('next');
    now.mockReturnValue(101);
    slots.pause(0);
    controller.abort('gone');
    expect(await gone).toBe('gone');
    await settle();
    expect(names()).toEqual(['next']);
  });

  test('is never given twice or lost, and goes to one of those that have the fewest, whatever happens', async () => {
    const step = fc.record({ lane: fc.nat(3), kind: fc.constantFrom('enter', 'enter', 'end', 'abort') });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { minLength: 10, maxLength: 60 }),
        async (limit, steps) => {
          const slots = new FairSemaphore(limit);
          const lanes = [0, 1, 2, 3].map(() => slots.open());
          const active = [0, 0, 0, 0];
          const waiting: { lane: number; controller: AbortController }[] = [];
          const running: (() => void)[] = [];
          let areFair = true;
          const isFair = (lane: number) =>
            waiting.every((other) => (active[lane] ?? 0) <= (active[other.lane] ?? 0));
          const enter = (lane: number): void => {
            const entry = { lane, controller: new AbortController() };
            waiting.push(entry);
            const task = async () => {
              waiting.splice(waiting.indexOf(entry), 1);
              areFair &&= isFair(lane);
              active[lane] = (active[lane] ?? 0) + 1;
              const { promise, resolve } = defer();
              running.push(resolve);
              await promise;
              active[lane] = (active[lane] ?? 0) - 1;
            };
            void lanes[lane]?.(entry.controller.signal, task).catch(() => {
              waiting.splice(waiting.indexOf(entry), 1);
            });
          };
          for (const { lane, kind } of steps) {
            if (kind === 'enter') enter(lane);
            else if (kind === 'end') running.splice(lane % Math.max(1, running.length), 1)[0]?.();
            else waiting.find((one) => one.lane === lane)?.controller.abort();
            await settle();
            expect(running.length <= limit && (running.length === limit || waiting.length === 0)).toBe(true);
          }
          while (running.length > 0) {
            running.shift()?.();
            await settle();
          }
          expect([waiting, active, areFair]).toEqual([[], [0, 0, 0, 0], true]);
        },
      ),
      runs(2_000),
    );
  });

  test('costs few looks at the waiting accounts, however many they are', async () => {
    const { slots, enter, running } = semaphore(2);
    let looks = 0;
    const accounts = Array.from({ length: 5_000 }, () => {
      let active = 0;
      return slots.open({
        waiting: new Set(),
        get active() {
          looks += 1;
          return active;
        },
        set active(count) {
          active = count;
        },
      });
    });
    for (const run of accounts) void enter('task', run);
    while (running.length > 0) {
      running.shift()?.end();
      await Promise.resolve();
      if (running.length === 0) await settle();
    }
    expect(looks).toBeLessThan(30 * accounts.length);
  });
});

describe('a pause', () => {
  test('lets no request start, and all of them after it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { slots, enter, running } = semaphore(3);
    slots.pause(1_000);
    for (const name of [1, 2, 3]) void enter(name);
    await vi.advanceTimersByTimeAsync(999);
    expect(running).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toHaveLength(3);
  });

  test('is not shortened by a shorter one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { slots, enter, running } = semaphore(1);
    slots.pause(1_000);
    slots.pause(10);
    void enter('waiting');
    await vi.advanceTimersByTimeAsync(500);
    expect(running).toHaveLength(0);
  });

  test('ends in the order in which requests came, even before its timer has fired', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { slots, enter, names } = semaphore(1);
    slots.pause(100);
    void enter('waiting');
    now.mockReturnValue(101);
    void enter('new');
    await vi.advanceTimersByTimeAsync(100);
    expect(names()).toEqual(['waiting']);
  });
});
