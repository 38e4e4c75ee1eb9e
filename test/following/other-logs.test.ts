import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimitError } from '../../src/core/errors/api-errors.js';
import { ServerError } from '../../src/core/errors/errors.js';
import { Wake } from '../../src/following/wake.js';
import { CheckpointConflictError, CheckpointError, type Requester } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox.js';
import type { Checkpoint } from '../../src/stores/checkpoint.js';
import { rejection, requesterOn } from '../recorded-fetch.js';
import { FakeLog } from './fake-log.js';
import { follow, loopOver, quiet, take } from './stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const facts = { outcome: 'unknown', request: { method: 'GET', path: '/' } } as const;

function logOf(count: number): FakeLog {
  const log = new FakeLog();
  log.insert(count);
  return log;
}

/** Lets the next pause pass. */
async function nextPoll(): Promise<void> {
  await quiet();
  await vi.advanceTimersToNextTimerAsync();
  await quiet();
}

describe('a checkpoint that ends after the newest event of the log', () => {
  test('ends the stream with an error of its own, confirmed by a second poll, before any event is given', async () => {
    const log = logOf(5);
    const lastId = log.newest + 100;
    const from = { lastId, recent: [lastId - 200_000_000, lastId], floor: 0, count: 2 };
    const { stream, reads } = follow(log, { from });
    const loop = loopOver(stream);
    await quiet();
    expect(loop.ended).toBeUndefined();
    await nextPoll();
    expect([loop.ids, reads.length]).toEqual([[], 2]);
    const { error } = loop.ended ?? {};
    expect(error).toBeInstanceOf(CheckpointError);
    expect(error).toMatchObject({ name: 'CheckpointError', lastId, newestId: log.newest, outcome: 'done' });
    for (const part of [String(lastId), String(log.newest), 'remove the checkpoint']) {
      expect((error as Error).message).toContain(part);
    }
  });

  test('a page that is stale for one poll ends nothing', async () => {
    const log = logOf(5);
    const lastId = log.newest + 7;
    const { stream, failures } = follow(log, { from: { lastId, recent: [lastId], floor: lastId - 1 } });
    const loop = loopOver(stream);
    await quiet();
    log.insert(20);
    await nextPoll();
    expect(failures).toEqual([expect.any(CheckpointError)]);
    expect(loop.ended).toBeUndefined();
    expect(loop.ids).toEqual(log.ids.filter((id) => id > lastId));
  });

  test('two stale pages with a good one between them end nothing', async () => {
    const log = logOf(30);
    const { stream } = follow(log, { from: { lastId: log.newest, recent: [log.newest] } });
    const loop = loopOver(stream);
    await quiet();
    const page = log.page.bind(log);
    const stale = logOf(2).page(1);
    for (const now of [stale, undefined, stale, undefined]) {
      log.page = (number) => now ?? page(number);
      await nextPoll();
    }
    expect(loop.ended).toBeUndefined();
  });

  test('wake.ring() does not hurry the second poll', async () => {
    const log = logOf(5);
    const wake = new Wake();
    const { stream, reads } = follow(log, { from: { lastId: log.newest + 100 }, wake });
    loopOver(stream);
    await quiet();
    wake.ring();
    await quiet();
    expect(reads).toHaveLength(1);
  });

  test('an empty log proves nothing: its events may have been dropped', async () => {
    const log = logOf(0);
    const lastId = 1_000_000_001;
    const loop = loopOver(follow(log, { from: { lastId } }).stream);
    await nextPoll();
    await nextPoll();
    expect(loop.ended).toBeUndefined();
    log.insert(1);
    await nextPoll();
    expect(loop.ids).toEqual(log.newest > lastId ? log.ids : []);
  });

  test('a log that is reset while it is followed is noticed', async () => {
    const log = logOf(50);
    const loop = loopOver(follow(log, { from: 'now' }).stream);
    await quiet();
    const page = logOf(3).page(1);
    log.page = () => page;
    await nextPoll();
    await nextPoll();
    expect(loop.ended?.error).toBeInstanceOf(CheckpointError);
  });

  test('is noticed with another account of the sandbox', async () => {
    const sandbox = createSandbox();
    sandbox.events.append(20);
    const { baseUrl, fetch, accounts } = sandbox;
    const connect = (index: number): Requester =>
      requesterOn(fetch, { baseUrl, accessToken: accounts[index]?.accessToken ?? '' });
    const { stream } = { stream: connect(0).events.follow({ from: 'beginning' }) };
    await take(stream, 15);
    await connect(1).simple.questions.create({
      language_id: 'en',
      translated_language_id: 'ja',
      question_bodies: [{ body: 'Good morning' }],
    });
    const loop = loopOver(connect(1).events.follow({ from: stream.checkpoint ?? 'now' }));
    for (let polls = 0; polls < 20 && loop.ended === undefined; polls += 1) await nextPoll();
    expect(loop.ended?.error).toBeInstanceOf(CheckpointError);
  });
});

describe('a store that compares', () => {
  /** A store that two streams share. */
  function shared() {
    const store = {
      held: undefined as Checkpoint | undefined,
      load: () => store.held,
      save: async (next: Checkpoint, previous: Checkpoint | undefined) => {
        if (JSON.stringify(store.held) !== JSON.stringify(previous)) return false;
        store.held = JSON.parse(JSON.stringify(next));
        return true;
      },
    };
    return store;
  }

  test('gets the checkpoint that the stream loaded or saved last', async () => {
    const log = logOf(3);
    const first = { lastId: log.ids[0] ?? 0 };
    const calls: (Checkpoint | undefined)[][] = [];
    const store = { load: () => first, save: (...call: [Checkpoint, Checkpoint?]) => void calls.push(call) };
    loopOver(follow(log, { from: 'beginning', checkpoint: store }).stream);
    await quiet();
    expect(calls.map(([next, previous]) => [next?.lastId, previous?.lastId])).toEqual([
      [log.ids[1], log.ids[0]],
      [log.ids[2], log.ids[1]],
    ]);
    expect(calls[0]?.[1]).toBe(first);
  });

  test.each(['beginning', 'now'] as const)('gets undefined at first: from %s', async (from) => {
    const save = vi.fn();
    loopOver(follow(logOf(1), { from, checkpoint: { load: () => null, save } }).stream);
    await quiet();
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ version: 1 }), undefined);
  });

  test('ends the stream whose checkpoint it refuses, and the other goes on', async () => {
    const log = logOf(2);
    const store = shared();
    const options = { from: 'beginning', checkpoint: store } as const;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = loopOver(follow(log, options).stream, () => held);
    await quiet();
    const other = loopOver(follow(log, options).stream);
    await quiet();
    release();
    await quiet();
    log.insert(1);
    await nextPoll();
    expect([other.ids, other.ended]).toEqual([log.ids, undefined]);
    expect(slow.ids).toEqual(log.ids.slice(0, 1));
    const { error } = slow.ended ?? {};
    expect(error).toBeInstanceOf(CheckpointConflictError);
    expect(error).toMatchObject({ outcome: 'rejected', lastId: log.ids[0] });
  });

  test('accepts checkpoints of its own stream in a second loop', async () => {
    const log = logOf(5);
    const { stream } = follow(log, { from: 'beginning', checkpoint: shared() });
    await take(stream, 3);
    expect(await take(stream, 3)).toEqual(log.ids.slice(2));
  });
});

describe('a second loop', () => {
  test('over a stream that is being iterated is refused, and the first goes on', async () => {
    const log = logOf(3);
    const { stream } = follow(log, { from: 'beginning' });
    const loop = loopOver(stream);
    await quiet();
    expect(await rejection(take(stream, 1))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'stream', message: expect.stringContaining('is already being iterated') }],
    });
    log.insert(1);
    await nextPoll();
    expect([loop.ids, loop.ended]).toEqual([log.ids, undefined]);
  });

  test.each(['break', 'throw', 'failure'])('may begin after the first ended: %s', async (end) => {
    const log = logOf(3);
    const { stream, faults } = follow(log, { from: 'beginning' });
    if (end === 'failure') faults.push(new Error('the token function failed'));
    if (end === 'break') await take(stream, 1);
    else {
      loopOver(stream, () => {
        throw new Error('the body failed');
      });
    }
    await quiet();
    expect(await take(stream, 2)).toEqual(log.ids.slice(0, 2));
  });
});

describe("until: 'caught-up'", () => {
  const until = { until: 'caught-up', interval: 1_000, maxInterval: 5_000 } as const;

  test('ends after a poll that finds nothing, and sends nothing more', async () => {
    const { stream, reads } = follow(logOf(0), { from: 'beginning', ...until });
    expect(await take(stream, 1)).toEqual([]);
    expect([reads.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('gives a whole backlog and ends at the newest event', async () => {
    const log = logOf(2_345);
    const { stream } = follow(log, { from: 'beginning', ...until });
    expect(await take(stream, 9_999)).toEqual(log.ids);
    expect(stream.checkpoint?.lastId).toBe(log.newest);
  });

  test('run by run gives every event once', async () => {
    const log = logOf(10);
    const saved: Checkpoint[] = [];
    const checkpoint = { load: () => saved.at(-1), save: (next: Checkpoint) => void saved.push(next) };
    const given: number[] = [];
    for (const more of [0, 130, 1]) {
      log.insert(more);
      given.push(...(await take(follow(log, { from: 'beginning', checkpoint, ...until }).stream, 999)));
    }
    expect(given).toEqual(log.ids);
  });

  test('polls again after a failure, and gives what is there', async () => {
    const log = logOf(3);
    const { stream, faults } = follow(log, { from: 'beginning', ...until });
    faults.push(new ServerError('down', facts), new ServerError('down', facts));
    const loop = loopOver(stream);
    for (let polls = 0; polls < 3; polls += 1) await nextPoll();
    expect(loop).toMatchObject({ ids: log.ids, ended: {} });
  });

  test('throws the failure of the third failed poll in a row', async () => {
    const { stream, faults, reads } = follow(logOf(3), { from: 'now', ...until });
    const errors = [1, 2, 3].map((one) => new ServerError(`down ${one}`, facts));
    faults.push(...errors);
    const loop = loopOver(stream);
    for (let polls = 0; polls < 3; polls += 1) await nextPoll();
    expect([loop.ended?.error, reads.length]).toEqual([errors[2], 3]);
  });

  test('throws at once when the service asks to wait longer than maxInterval', async () => {
    const { stream, faults } = follow(logOf(3), { from: 'beginning', ...until });
    const refusal = new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 5_001 });
    faults.push(refusal);
    const loop = loopOver(stream);
    await quiet();
    expect(loop.ended?.error).toBe(refusal);
  });
});

describe('the health of a stream', () => {
  test('is empty before it begins', () => {
    const { stream } = follow(logOf(1), { from: 'beginning' });
    expect(stream.health).toEqual({ lastPoll: undefined, lastFailure: undefined, behind: undefined });
  });

  test('says when it last polled, and how many events it knows and has not handled', async () => {
    const log = logOf(250);
    const { stream } = follow(log, { from: 'beginning' });
    const behind: (number | undefined)[] = [];
    const loop = loopOver(stream, () => void behind.push(stream.health.behind));
    await quiet();
    expect(loop.ids).toHaveLength(250);
    expect([behind[0], behind[1], behind.at(-1)]).toEqual([250, 249, 1]);
    expect(stream.health).toEqual({ lastPoll: new Date(), lastFailure: undefined, behind: 0 });
    const before = new Date();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(stream.health.lastPoll).toEqual(before);
  });

  test('keeps the last failure with its time', async () => {
    const log = logOf(3);
    const { stream, faults } = follow(log, { from: 'beginning' });
    const error = new ServerError('down', facts);
    faults.push(error);
    loopOver(stream);
    await quiet();
    const lastFailure = { error, at: new Date() };
    expect(stream.health).toEqual({ lastPoll: undefined, lastFailure, behind: undefined });
    await nextPoll();
    expect(stream.health).toEqual({ lastPoll: new Date(), lastFailure, behind: 0 });
  });

  test('does not know how far behind it is at a service without totals', async () => {
    const log = new FakeLog('missing');
    log.insert(3);
    const { stream } = follow(log, { from: 'beginning' });
    loopOver(stream);
    await quiet();
    expect(stream.health.behind).toBeUndefined();
  });
});
