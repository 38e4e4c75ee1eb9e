import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../../../src/client/following/checkpoint.js';
import type { Store } from '../../../src/client/stores/store.js';
import { CheckpointConflictError, InputError, memoryStore, StoreError } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { rejection, requesterOn } from '../../recorded-fetch.js';
import { FakeLog } from './fake-log.js';
import { follow, loopOver, quiet, take } from './stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const SHOP = { from: 'beginning', checkpoint: 'shop' } as const;

function makeLog(count: number): FakeLog {
  const log = new FakeLog();
  log.insert(count);
  return log;
}

/** A loop whose body waits at its first event. */
function heldLoop(log: FakeLog, store: Store) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { loop: loopOver(follow(log, SHOP, store).stream, () => released), release: () => release() };
}

describe('a checkpoint with a name', () => {
  test("is a record in the client's store, and goes on from there", async () => {
    const sandbox = createSandbox();
    sandbox.events.append(5);
    const { baseUrl, accessToken, fetch } = sandbox;
    const store = memoryStore();
    const { events } = requesterOn(fetch, { baseUrl, accessToken, store });
    const ids = sandbox.events.ids();
    expect(await take(events.follow(SHOP), 3)).toEqual(ids.slice(0, 3));
    expect(await store.keys('checkpoint ')).toEqual(['checkpoint shop']);
    expect(JSON.parse((await store.get('checkpoint shop')) ?? '')).toMatchObject({ lastId: ids[1] });
    const again = requesterOn(fetch, { baseUrl, accessToken, store });
    expect(await take(again.events.follow(SHOP), 3)).toEqual(ids.slice(2));
  });

  test('is another for each name', async () => {
    const log = makeLog(3);
    const store = memoryStore();
    await take(follow(log, { ...SHOP, until: 'caught-up' }, store).stream, 9);
    expect(await take(follow(log, { ...SHOP, checkpoint: 'mail' }, store).stream, 3)).toEqual(log.ids);
  });

  test('ends the stream that saves after another has saved, before its next event, and the other goes on', async () => {
    const log = makeLog(2);
    const store = memoryStore();
    const { loop, release } = heldLoop(log, store);
    await quiet();
    const another = loopOver(follow(log, SHOP, store).stream);
    await quiet();
    release();
    await quiet();
    log.insert(1);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect([another.ids, another.ended]).toEqual([log.ids, undefined]);
    expect(loop.ids).toEqual(log.ids.slice(0, 1));
    expect(loop.ended?.error).toBeInstanceOf(CheckpointConflictError);
    expect(loop.ended?.error).toMatchObject({ outcome: 'rejected', lastId: log.ids[0] });
  });

  test('is saved by one of two streams that have handled the same event', async () => {
    const log = makeLog(1);
    const store = memoryStore();
    const [first, second] = [heldLoop(log, store), heldLoop(log, store)];
    await quiet();
    first.release();
    second.release();
    await quiet();
    const errors = [first.loop.ended, second.loop.ended];
    expect(errors.filter((ended) => ended === undefined)).toHaveLength(1);
    expect(errors).toContainEqual({ error: expect.any(CheckpointConflictError) });
  });

  test('is the same for a second loop over its stream', async () => {
    const log = makeLog(5);
    const { stream } = follow(log, SHOP);
    await take(stream, 3);
    expect(await take(stream, 3)).toEqual(log.ids.slice(2));
  });

  test('that someone removes while it is followed is not written again', async () => {
    const log = makeLog(2);
    const store = memoryStore();
    const loop = loopOver(follow(log, SHOP, store).stream);
    await quiet();
    await store.swap('checkpoint shop', await store.get('checkpoint shop'), undefined);
    log.insert(1);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect(loop.ended?.error).toBeInstanceOf(CheckpointConflictError);
    expect(await store.keys('')).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'lastId: 5'],
    ['half of a checkpoint', '{"version":1,"lastId":'],
    ['something else', '{"name":"me"}'],
    ['null', 'null'],
    ['a checkpoint of another version', '{"version":2,"lastId":5}'],
  ])('whose text is %s is an InputError that says what to do', async (_, text) => {
    const store = memoryStore();
    await store.swap('checkpoint shop', undefined, text);
    const { stream, reads } = follow(makeLog(1), SHOP, store);
    const error = await rejection(take(stream, 1));
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain("the key 'checkpoint shop' has something else. Remove it");
    expect(reads).toEqual([]);
  });

  test('can be written by hand: { lastId } alone', async () => {
    const log = makeLog(5);
    const store = memoryStore();
    await store.swap('checkpoint shop', undefined, JSON.stringify({ lastId: log.ids[2] }));
    expect(await take(follow(log, SHOP, store).stream, 2)).toEqual(log.ids.slice(3));
  });
});

describe('a store that fails', () => {
  const broken = new Error('no disk');

  test('on loading ends the loop before anything is read', async () => {
    const store = { ...memoryStore(), get: () => Promise.reject(broken) };
    const { stream, reads } = follow(makeLog(1), SHOP, store);
    expect(await rejection(take(stream, 1))).toMatchObject({ name: 'StoreError', cause: broken });
    expect(reads).toEqual([]);
  });

  test('on saving ends the loop, and the event comes again', async () => {
    const log = makeLog(3);
    const store = memoryStore();
    await take(follow(log, SHOP, store).stream, 2);
    const swap = vi.fn(() => Promise.reject(broken));
    const error = await rejection(take(follow(log, SHOP, { ...store, swap }).stream, 3));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ cause: broken });
    expect(await take(follow(log, SHOP, store).stream, 2)).toEqual(log.ids.slice(1));
  });

  test.each([
    ['whose answer is lost is no conflict with itself', 'throw'],
    ['that its client repeats is no conflict with itself', 'repeat'],
  ])('a save %s', async (_, fault) => {
    const log = makeLog(5);
    const store = memoryStore();
    let swaps = 0;
    const swap: Store['swap'] = async (...step) => {
      const done = await store.swap(...step);
      swaps += 1;
      if (swaps % 2 === 0 || !done) return done;
      if (fault === 'throw') throw broken;
      return store.swap(...step);
    };
    const { stream } = follow(log, SHOP, { ...store, swap });
    const given: number[] = [];
    for (let loops = 0; loops < 9 && given.at(-1) !== log.newest; loops += 1) {
      const ids = loopOver(stream, ({ id }) => void given.push(id));
      await quiet();
      if (ids.ended !== undefined) expect(ids.ended.error).toMatchObject({ cause: broken });
    }
    expect(given).toEqual(log.ids);
    expect(swaps).toBeGreaterThan(4);
  });
});

describe('a checkpoint store of your own', () => {
  test('gets whole checkpoints, and nothing else', async () => {
    const log = makeLog(2);
    const calls: unknown[][] = [];
    const checkpoint = { load: () => null, save: (...call: [Checkpoint]) => void calls.push(call) };
    await take(follow(log, { ...SHOP, checkpoint, until: 'caught-up' }).stream, 9);
    expect(calls.map((call) => call.length)).toEqual([1, 1]);
    expect(calls[1]?.[0]).toMatchObject({
      version: 1,
      lastId: log.newest,
      recent: log.ids,
      floor: 0,
      count: 2,
    });
  });

  test('that never answers holds the end of an aborted stream for a second', async () => {
    const log = makeLog(2);
    const [controller, reason] = [new AbortController(), new Error('enough')];
    const checkpoint = { load: () => undefined, save: () => new Promise(() => undefined) };
    const { stream } = follow(log, { ...SHOP, checkpoint, signal: controller.signal });
    const loop = loopOver(stream, () => controller.abort(reason));
    await vi.advanceTimersByTimeAsync(999);
    expect([loop.ids.length, loop.ended]).toEqual([1, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect(loop.ended).toEqual({ error: reason });
  });

  test('ends the stream by resolving to false', async () => {
    const log = makeLog(2);
    const checkpoint = { load: () => undefined, save: async () => false };
    const error = await rejection(take(follow(log, { ...SHOP, checkpoint }).stream, 2));
    expect(error).toBeInstanceOf(CheckpointConflictError);
  });
});
