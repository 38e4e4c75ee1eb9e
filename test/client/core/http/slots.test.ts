import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defer } from '../../../../src/base/concurrency.js';
import { Semaphore } from '../../../../src/base/semaphore.js';
import { Slots } from '../../../../src/client/core/http/transport.js';
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
  const slots = new Semaphore(limit);
  const running: { readonly name: unknown; readonly end: () => void }[] = [];
  const enter = (name: unknown, account = 'only', signal = never): Promise<void> =>
    slots.run(
      () => {
        const { promise, resolve: end } = defer();
        running.push({ name, end });
        return promise;
      },
      { lane: account, signal },
    );
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
    slots.pause(100, 'only');
    const controller = new AbortController();
    const gone = rejection(enter('gone', undefined, controller.signal));
    void enter('next');
    now.mockReturnValue(101);
    slots.pause(0, 'only');
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
          const slots = new Semaphore(limit);
          const active = [0, 0, 0, 0];
          const waiting: { lane: number; controller: AbortController }[] = [];
          const running: (() => void)[] = [];
          let areFair = true;
          const isFair = (lane: number) =>
            waiting.every((another) => (active[lane] ?? 0) <= (active[another.lane] ?? 0));
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
            const options = { lane: String(lane), signal: entry.controller.signal };
            void slots.run(task, options).catch(() => waiting.splice(waiting.indexOf(entry), 1));
          };
          for (const { lane, kind } of steps) {
            if (kind === 'enter') enter(lane);
            else if (kind === 'end') running.splice(lane % Math.max(1, running.length), 1)[0]?.();
            else waiting.find((each) => each.lane === lane)?.controller.abort();
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
    const { enter, running } = semaphore(2);
    const looks = vi.spyOn(Object.getPrototypeOf(new Map().entries()), 'next');
    const accounts = Array.from({ length: 5_000 }, (_, nth) => `account ${nth}`);
    for (const account of accounts) void enter('task', account);
    while (running.length > 0) {
      running.shift()?.end();
      await Promise.resolve();
      if (running.length === 0) await settle();
    }
    expect(looks.mock.calls.length).toBeGreaterThan(accounts.length);
    expect(looks.mock.calls.length).toBeLessThan(30 * accounts.length);
  });
});

describe('a pause', () => {
  test('lets no request start, and all of them after it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { slots, enter, running } = semaphore(3);
    slots.pause(1_000, 'only');
    for (const name of [1, 2, 3]) void enter(name);
    await vi.advanceTimersByTimeAsync(999);
    expect(running).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toHaveLength(3);
  });

  test('is not shortened by a shorter one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { slots, enter, running } = semaphore(1);
    slots.pause(1_000, 'only');
    slots.pause(10, 'only');
    void enter('waiting');
    await vi.advanceTimersByTimeAsync(500);
    expect(running).toHaveLength(0);
  });

  test('of one account lets the requests of others start, now and while it lasts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { slots, enter, names, running } = semaphore(1);
    void enter('held', 'other');
    void enter('paused', 'only');
    void enter('waiting', 'other');
    slots.pause(1_000, 'only');
    await settle();
    running.shift()?.end();
    await settle();
    expect(names()).toEqual(['waiting']);
    running.shift()?.end();
    await vi.advanceTimersByTimeAsync(999);
    expect(names()).toEqual([]);
    void enter('new', 'other');
    expect(names()).toEqual(['new']);
    running.shift()?.end();
    await vi.advanceTimersByTimeAsync(1);
    expect(names()).toEqual(['paused']);
  });

  test('ends in the order in which requests came, even before its timer has fired', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { slots, enter, names } = semaphore(1);
    slots.pause(100, 'only');
    void enter('waiting');
    now.mockReturnValue(101);
    void enter('new');
    await vi.advanceTimersByTimeAsync(100);
    expect(names()).toEqual(['waiting']);
  });
});

describe('uploads and other requests of several accounts', () => {
  /** What happens to the task with this number, if there is one in the state for it. */
  const step = fc.record({
    kind: fc.constantFrom('request', 'request', 'upload', 'upload', 'end', 'end', 'end', 'abort', 'pause'),
    account: fc.constantFrom('ann', 'ben', 'cho', 'dan', 'eve'),
    nth: fc.nat(30),
  });

  /** Slots, with a record of each task in them. */
  function office(limit: number) {
    const slots = new Slots(limit);
    slots.uploads.reserve = 1;
    const waiting = new Set<AbortController>();
    const running = new Set<{
      readonly account: string;
      readonly isUpload: boolean;
      readonly end: () => void;
    }>();
    let most = 0;
    const enter = (account: string, isUpload: boolean): void => {
      const controller = new AbortController();
      waiting.add(controller);
      const task = async () => {
        waiting.delete(controller);
        const { promise, resolve: end } = defer();
        const entry = { account, isUpload, end };
        running.add(entry);
        most = Math.max(most, running.size);
        await promise;
        running.delete(entry);
      };
      const options = { lane: account, signal: controller.signal };
      const entered = isUpload ? slots.runUpload(task, options) : slots.run(task, options);
      void entered.catch(() => waiting.delete(controller));
    };
    return { slots, waiting, running, enter, most: () => most };
  }

  test('never take more slots than there are, leave the documented room, and all of them end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(step, { minLength: 20, maxLength: 80 }),
        async (limit, steps) => {
          const { slots, waiting, running, enter, most } = office(limit);
          const pausedUntil = new Map<string, number>();
          for (const { kind, account, nth } of steps) {
            const before = new Set(running);
            if (kind === 'request' || kind === 'upload') enter(account, kind === 'upload');
            else if (kind === 'end') [...running][nth % Math.max(1, running.size)]?.end();
            else if (kind === 'abort') [...waiting][nth % Math.max(1, waiting.size)]?.abort();
            else {
              pausedUntil.set(account, performance.now() + 100);
              slots.pauseAccount(100, account);
            }
            // An abort at the moment in which a slot becomes free.
            if (kind === 'end' && nth % 3 === 0) [...waiting][0]?.abort();
            await settle();
            const isPaused = (name: string) => performance.now() < (pausedUntil.get(name) ?? 0);
            const begun = [...running].filter((entry) => !before.has(entry));
            expect(begun.filter((entry) => isPaused(entry.account))).toEqual([]);
            const uploads = [...running].filter(({ isUpload }) => isUpload);
            const own = Math.max(
              0,
              ...['ann', 'ben', 'cho', 'dan', 'eve'].map(
                (name) => uploads.filter((entry) => entry.account === name).length,
              ),
            );
            expect([uploads.length <= Math.max(1, limit - 1), own <= Math.max(1, limit / 2)]).toEqual([
              true,
              true,
            ]);
            if (nth === 0) await vi.advanceTimersByTimeAsync(100);
          }
          for (let left = 2 * steps.length; left > 0; left -= 1) {
            await vi.advanceTimersByTimeAsync(100);
            [...running][0]?.end();
            await settle();
          }
          expect([waiting.size, running.size, most() <= limit, vi.getTimerCount()]).toEqual([0, 0, true, 0]);
        },
      ),
      runs(500),
    );
  });

  test('have their turns after those of the other accounts', async () => {
    const { running, enter } = office(2);
    const others = ['ben', 'cho', 'dan', 'eve'];
    for (let nth = 0; nth < 200; nth += 1) for (const account of others) enter(account, nth % 2 === 0);
    await settle();
    enter('ann', false);
    enter('ann', true);
    const turns = { request: 0, upload: 0 };
    for (let turn = 1; turn <= 100; turn += 1) {
      [...running][0]?.end();
      await settle();
      for (const { account, isUpload } of running)
        if (account === 'ann') turns[isUpload ? 'upload' : 'request'] ||= turn;
    }
    // Each account has a turn for its requests and one for its uploads, of which one is sent at a time.
    const round = 2 * (others.length + 1);
    expect(turns.request).toBeLessThanOrEqual(round);
    expect(turns.upload).toBeLessThanOrEqual(round * (others.length + 1));
    expect(Math.min(turns.request, turns.upload)).toBeGreaterThan(0);
  });
});
