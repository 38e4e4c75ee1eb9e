import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimitError } from '../../../src/client/core/errors/api-errors.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import type { Checkpoint } from '../../../src/client/following/checkpoint.js';
import { Wake } from '../../../src/client/following/wake.js';
import { memoryStore } from '../../../src/client/stores/memory-store.js';
import { CheckpointError, type Requester } from '../../../src/index.js';
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

const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

function makeLog(count: number): FakeLog {
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
    const log = makeLog(5);
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
    for (const part of [String(lastId), String(log.newest), 'remove it']) {
      expect((error as Error).message).toContain(part);
    }
  });

  test('a page that is stale for one poll ends nothing', async () => {
    const log = makeLog(5);
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
    const log = makeLog(30);
    const { stream } = follow(log, { from: { lastId: log.newest, recent: [log.newest] } });
    const loop = loopOver(stream);
    await quiet();
    const page = log.page.bind(log);
    const stale = makeLog(2).page(1);
    for (const now of [stale, undefined, stale, undefined]) {
      log.page = (number) => now ?? page(number);
      await nextPoll();
    }
    expect(loop.ended).toBeUndefined();
  });

  test('wake.ring() does not hurry the second poll', async () => {
    const log = makeLog(5);
    const wake = new Wake();
    const { stream, reads } = follow(log, { from: { lastId: log.newest + 100 }, wake });
    loopOver(stream);
    await quiet();
    wake.ring();
    await quiet();
    expect(reads).toHaveLength(1);
  });

  test('an empty log proves nothing: its events may have been dropped', async () => {
    const log = makeLog(0);
    const lastId = 1_000_000_001;
    const loop = loopOver(follow(log, { from: { lastId } }).stream);
    await nextPoll();
    await nextPoll();
    expect(loop.ended).toBeUndefined();
    log.insert(1);
    await nextPoll();
    expect(loop.ids).toEqual(log.newest > lastId ? log.ids : []);
  });

  test('a log that is reset while it is followed, and shows handled ids again, is noticed at the tenth poll', async () => {
    const log = makeLog(50);
    const loop = loopOver(follow(log, { from: 'now' }).stream);
    await quiet();
    const page = makeLog(3).page(1);
    log.page = () => page;
    for (let polls = 0; polls < 9; polls += 1) await nextPoll();
    expect(loop.ended).toBeUndefined();
    await nextPoll();
    expect(loop.ended?.error).toBeInstanceOf(CheckpointError);
  });

  test.each([undefined, 'caught-up'] as const)(
    'a copy of the log that is sixty events behind for nine polls ends nothing: until %s',
    async (until) => {
      const log = makeLog(150);
      const page = log.page.bind(log);
      const behind = page(1);
      log.insert(60);
      const from = { lastId: log.newest, recent: log.ids.slice(-200) };
      const { stream, failures } = follow(log, { from, until });
      log.page = () => behind;
      const loop = loopOver(stream);
      await quiet();
      for (let polls = 0; polls < 8; polls += 1) await nextPoll();
      expect([loop.ended, failures.length]).toEqual([undefined, 9]);
      log.page = page;
      log.insert(2);
      await nextPoll();
      expect(loop.ids).toEqual(log.ids.slice(-2));
    },
  );

  test("with until: 'caught-up', failures after a suspicion end the run all the same", async () => {
    const log = makeLog(5);
    const { stream, faults } = follow(log, { from: { lastId: log.newest + 100 }, until: 'caught-up' });
    const loop = loopOver(stream);
    await quiet();
    const down = new ServerError('down', facts);
    faults.push(down, down);
    await nextPoll();
    await nextPoll();
    expect(loop.ended?.error).toBe(down);
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

describe('a checkpoint of a log whose ids lie between those of this log', () => {
  /** Two logs of one service: their ids alternate in groups of so many. */
  function twoLogs(count: number, groups: number): [FakeLog, FakeLog] {
    const [first, second] = [new FakeLog(), new FakeLog()];
    for (let group = 0; group < groups; group += 1) {
      first.insert(count);
      second.skipTo(first.newest);
      second.insert(count);
      first.skipTo(second.newest);
    }
    return [first, second];
  }

  /** What a run over one log leaves for the next run. */
  async function readCheckpoint(log: FakeLog): Promise<Checkpoint | undefined> {
    const { stream } = follow(log, { from: 'beginning', until: 'caught-up' });
    await take(stream, 99_999);
    return stream.checkpoint;
  }

  test.each([
    ['one by one, with few events', 1, 5, 0],
    ['in groups, with few events', 3, 4, 0],
    ['one by one, with many events', 1, 700, 0],
    ['one by one, and hundreds of new events', 1, 300, 450],
    ['in large groups, and hundreds of new events', 150, 3, 450],
  ])('ends the stream before any event is given: %s', async (_, count, groups, more) => {
    const [first, second] = twoLogs(count, groups);
    const from = (await readCheckpoint(first)) ?? 'now';
    second.insert(more + 1);
    const loop = loopOver(follow(second, { from }).stream);
    await quiet();
    expect(loop.ended).toBeUndefined();
    await nextPoll();
    expect(loop.ids).toEqual([]);
    expect(loop.ended?.error).toBeInstanceOf(CheckpointError);
    expect(String(loop.ended?.error)).toContain('the log has other events where the handled ones were');
  });

  test('is noticed where the service leaves the totals out, and between two pages', async () => {
    const log = new FakeLog('missing');
    log.insert(200);
    const between = log.newest + 5;
    log.skipTo(between + 5);
    log.insert(100);
    const loop = loopOver(follow(log, { from: { lastId: between, recent: [between] } }).stream);
    await quiet();
    await nextPoll();
    expect([loop.ids, loop.ended?.error]).toEqual([[], expect.any(CheckpointError)]);
  });

  test('is suspected at two polls in a row, and a page that was wrong once ends nothing', async () => {
    const [first, second] = twoLogs(2, 10);
    const from = (await readCheckpoint(first)) ?? 'now';
    const page = first.page.bind(first);
    first.insert(3);
    first.page = (number) => second.page(number);
    const { stream, failures } = follow(first, { from });
    second.insert(5);
    const loop = loopOver(stream);
    await quiet();
    first.page = page;
    await nextPoll();
    expect([failures, loop.ended, loop.ids]).toEqual([
      [expect.any(CheckpointError)],
      undefined,
      first.ids.slice(-3),
    ]);
  });

  test('a name that two accounts share is an error for the one whose log the checkpoint is not of', async () => {
    const [first, second] = twoLogs(3, 20);
    const store = memoryStore();
    const options = { from: 'beginning', checkpoint: 'shop', until: 'caught-up' } as const;
    expect(await take(follow(first, options, store).stream, 99)).toEqual(first.ids);
    const loop = loopOver(follow(second, options, store).stream);
    await quiet();
    await nextPoll();
    expect([loop.ids, loop.ended?.error]).toEqual([[], expect.any(CheckpointError)]);
    first.insert(1);
    expect(await take(follow(first, options, store).stream, 99)).toEqual(first.ids.slice(-1));
  });

  test('a new account that takes the name of an old one gets all its events, and the old one an error', async () => {
    const [old, young] = [makeLog(50), new FakeLog()];
    const store = memoryStore();
    const options = { from: 'beginning', checkpoint: 'shop', until: 'caught-up' } as const;
    await take(follow(old, options, store).stream, 99);
    young.skipTo(old.newest);
    young.insert(30);
    expect(await take(follow(young, options, store).stream, 99)).toEqual(young.ids);
    old.skipTo(young.newest);
    old.insert(10);
    const loop = loopOver(follow(old, options, store).stream);
    await quiet();
    await nextPoll();
    expect([loop.ids, loop.ended?.error]).toEqual([[], expect.any(CheckpointError)]);
  });

  test('a log that has dropped every handled event is followed on', async () => {
    const log = makeLog(50);
    const options = { from: 'beginning', checkpoint: 'shop', until: 'caught-up' } as const;
    const store = memoryStore();
    await take(follow(log, options, store).stream, 99);
    log.remove(50);
    expect(await take(follow(log, options, store).stream, 99)).toEqual([]);
    log.insert(3);
    expect(await take(follow(log, options, store).stream, 99)).toEqual(log.ids);
    log.insert(2);
    expect(await take(follow(log, options, store).stream, 99)).toEqual(log.ids.slice(3));
  });
});

describe('a second loop', () => {
  test('over a stream that is being iterated is refused, and the first goes on', async () => {
    const log = makeLog(3);
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
    const log = makeLog(3);
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
    const { stream, reads } = follow(makeLog(0), { from: 'beginning', ...until });
    expect(await take(stream, 1)).toEqual([]);
    expect([reads.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('gives a whole backlog and ends at the newest event', async () => {
    const log = makeLog(2_345);
    const { stream } = follow(log, { from: 'beginning', ...until });
    expect(await take(stream, 9_999)).toEqual(log.ids);
    expect(stream.checkpoint?.lastId).toBe(log.newest);
  });

  test('run by run gives every event once', async () => {
    const log = makeLog(10);
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
    const log = makeLog(3);
    const { stream, faults } = follow(log, { from: 'beginning', ...until });
    faults.push(new ServerError('down', facts), new ServerError('down', facts));
    const loop = loopOver(stream);
    for (let polls = 0; polls < 3; polls += 1) await nextPoll();
    expect(loop).toMatchObject({ ids: log.ids, ended: {} });
  });

  test('throws the failure of the third failed poll in a row', async () => {
    const { stream, faults, reads } = follow(makeLog(3), { from: 'now', ...until });
    const errors = [1, 2, 3].map((each) => new ServerError(`down ${each}`, facts));
    faults.push(...errors);
    const loop = loopOver(stream);
    for (let polls = 0; polls < 3; polls += 1) await nextPoll();
    expect([loop.ended?.error, reads.length]).toEqual([errors[2], 3]);
  });

  test('throws at once when the service asks to wait longer than maxInterval', async () => {
    const { stream, faults } = follow(makeLog(3), { from: 'beginning', ...until });
    const refusal = new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 5_001 });
    faults.push(refusal);
    const loop = loopOver(stream);
    await quiet();
    expect(loop.ended?.error).toBe(refusal);
  });
});

describe('the health of a stream', () => {
  test('is empty before it begins', () => {
    const { stream } = follow(makeLog(1), { from: 'beginning' });
    expect(stream.health).toEqual({ lastPoll: undefined, lastFailure: undefined, behind: undefined });
  });

  test('says when it last polled, and how many events it knows and has not handled', async () => {
    const log = makeLog(250);
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
    const log = makeLog(3);
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
