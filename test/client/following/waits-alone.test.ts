import { describe, expect, test, vi } from 'vitest';
import type { Question } from '../../../src/client/contract/types.js';
import { RateLimitError } from '../../../src/client/core/errors/api-errors.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import { path } from '../../../src/client/core/http/address.js';
import { RecentlySeen } from '../../../src/client/core/http/recently-seen.js';
import { ListingPoller, QUESTIONS } from '../../../src/client/following/listing-poller.js';
import { ListingSweep } from '../../../src/client/following/listing-sweep.js';
import { LogPosition } from '../../../src/client/following/log-position.js';
import { LogReader } from '../../../src/client/following/log-reader.js';
import { type Poll, Waits } from '../../../src/client/following/wait.js';
import { Wake } from '../../../src/client/following/wake.js';
import { withTimeInHand } from '../../faults/time.js';
import { ok } from '../../fixtures.js';
import { answer, requesterOn } from '../../recorded-fetch.js';
import { FakeLog } from './fake-log.js';
import { follow, loopOver, observe, quiet } from './stream.js';
import { outcome, Service } from './waits.js';

withTimeInHand();

const MINUTE = 60_000;
const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

interface Thing {
  readonly id: number;
  readonly status: number;
}

function waitsOver(round: Poll<Thing>, onFailure: (error: unknown) => void = () => undefined) {
  return new Waits<Thing>({
    createPoll: () => round,
    readToken: async () => '',
    buildPath: () => path`/things`,
    onFailure,
    recentlySeen: new RecentlySeen(),
    observe,
  });
}

describe('a wait', () => {
  test('ends when its item is finished in the same state as before', async () => {
    let rounds = 0;
    const waits = waitsOver(async (waiting) => {
      rounds += 1;
      for (const each of waiting) each.report({ item: { id: each.id, status: 1 }, finished: rounds > 1 });
      return true;
    });
    const wait = outcome(waits.wait(5));
    await quiet();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(wait.value).toEqual({ id: 5, status: 1 });
  });

  test('that is aborted during a poll is no failure', async () => {
    const onFailure = vi.fn();
    const waits = waitsOver(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ServerError('down', facts)));
        }),
      onFailure,
    );
    const controller = new AbortController();
    const wait = outcome(waits.wait(5, { signal: controller.signal }));
    await quiet();
    controller.abort('enough');
    await quiet();
    expect([wait.error, onFailure.mock.calls]).toEqual(['enough', []]);
  });

  test('that joins while a poll is aborted is checked, and gets no failure of that poll', async () => {
    let rounds = 0;
    const waits = waitsOver((waiting, signal) => {
      rounds += 1;
      if (rounds > 1)
        for (const { id, report } of waiting) report({ item: { id, status: 1 }, finished: true });
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ServerError('down', facts)));
      });
    });
    const controller = new AbortController();
    outcome(waits.wait(5, { signal: controller.signal }));
    await quiet();
    controller.abort();
    const joined = [];
    for (let turns = 0; turns < 12; turns += 1) {
      await Promise.resolve();
      joined.push(outcome(waits.wait(6)));
    }
    await quiet();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(joined.map(({ error }) => error)).toEqual(joined.map(() => undefined));
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'that joins %i microtasks after the last one was aborted, while the loop ends, is checked',
    async (turns) => {
      const waits = waitsOver(async (waiting) => {
        for (const each of waiting)
          each.report({ item: { id: each.id, status: 1 }, finished: each.id === 6 });
        return true;
      });
      const controller = new AbortController();
      outcome(waits.wait(5, { signal: controller.signal }));
      await quiet();
      controller.abort();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      const joined = outcome(waits.wait(6));
      await quiet();
      await vi.advanceTimersByTimeAsync(MINUTE);
      expect(joined.over).toBe(true);
    },
  );
});

describe('a poll of a listing', () => {
  const { signal } = new AbortController();

  test('searches again in the next poll for an item that it missed and could not read', async () => {
    const all = Array.from({ length: 1_500 }, (_, index) => index + 1);
    const unlisted = 9_999;
    const reads: number[] = [];
    let isDown = false;
    // A poll reads no more of a question than this.
    const question = (id: number) => ({ id, project_id: 1, status: 0 }) as unknown as Question;
    const listing = new ListingPoller(
      QUESTIONS,
      async function* (_, from) {
        for (let page = from; page <= 15; page += 1) {
          const items = all.slice((page - 1) * 100, page * 100).map(question);
          yield { items, hasNext: page < 15 };
        }
      },
      async (id) => {
        reads.push(id);
        if (isDown) throw new ServerError('down', facts);
        return { item: question(id), finished: false };
      },
    );
    const waiting = [...all, unlisted].map((id) => ({ id, report: () => undefined, fail: () => undefined }));
    const look = () => listing.poll(waiting, signal).catch(() => undefined);
    await look();
    isDown = true;
    // A pass over 15 pages takes two rounds. After it, what it did not show is read.
    await look();
    await look();
    expect(reads).toEqual([unlisted, unlisted]);
    await look();
    expect(reads).toEqual([unlisted, unlisted, unlisted]);
  });

  test('ends with an abort, even if the same page failed before', async () => {
    const controller = new AbortController();
    const turns = new ListingSweep<Thing>(async function* () {
      yield { items: [{ id: 1, status: 0 }], hasNext: true };
      throw new Error('lost');
    });
    const search = () => turns.findNew(new Set([7, 8]), ({ id }) => id === 7, controller.signal);
    await expect(search()).rejects.toThrow('lost');
    controller.abort();
    await expect(search()).rejects.toThrow('lost');
  });

  test('reads a changed project once, not in every poll', async () => {
    const service = new Service();
    const placed = await service.projects(20, 2);
    for (const { id } of placed) outcome(service.requester.projects.wait(id));
    await service.pass(MINUTE);
    service.sandbox.translators.translateQuestion(placed[3]?.questions[0] ?? 0, ['おはよう']);
    await service.pass(MINUTE);
    service.count();
    await service.pass(2 * MINUTE);
    const paths = service.rounds.flatMap((round) => round.paths);
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((each) => each.includes('/projects/'))).toEqual([]);
  });
});

test('a finished question is reported with its texts, although its newest event lacks them', async () => {
  const service = new Service();
  const { baseUrl, accessToken } = service.sandbox;
  const bare = requesterOn(
    async (url, init) => {
      const response = await service.sandbox.fetch(url, init);
      const body = JSON.parse(await response.text());
      for (const event of body.events ?? []) delete event.question?.question_bodies;
      return answer(body, { status: response.status });
    },
    { baseUrl, accessToken },
  );
  const ids = await service.simpleQuestions(5);
  const waits = ids.map((id) => outcome(bare.simple.questions.wait(id)));
  await service.pass(MINUTE);
  service.sandbox.translators.translateOrder(ids[2] ?? 0);
  await service.pass(2 * MINUTE);
  expect(waits[2]?.value?.question_bodies?.[0]?.translations?.[0]?.body).toBe('[ja] Good morning');
});

describe('the log', () => {
  test('ends at an empty page, whatever its totals say', async () => {
    let reads = 0;
    const place = new LogPosition({ lastId: 5, recent: [5], floor: 0 });
    const reader = new LogReader<{ id: number }>(async (page) => {
      reads += 1;
      return { page, events: [], lastPage: 1_000, total: undefined };
    }, place);
    for await (const batch of reader.unhandled()) expect(batch).toEqual([]);
    expect(reads).toBe(1);
  });

  test('has an unknown total where the service gives none', async () => {
    const requester = requesterOn(async () => answer({ ...ok, events: [] }));
    const controller = new AbortController();
    const stream = requester.events.follow({ from: 'beginning', signal: controller.signal });
    loopOver(stream);
    for (let turns = 0; turns < 20; turns += 1) await quiet();
    expect(stream.health).toMatchObject({ lastPoll: expect.any(Date), behind: undefined });
    expect(stream.checkpoint?.count).toBeUndefined();
    controller.abort();
  });

  test('is not polled before the service allows it, even after wake.ring()', async () => {
    const log = new FakeLog();
    const wake = new Wake();
    const { stream, reads, faults } = follow(log, { from: 'beginning', interval: 1_000, wake });
    faults.push(new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 600_000 }));
    loopOver(stream);
    await quiet();
    wake.ring();
    await quiet();
    await vi.advanceTimersByTimeAsync(599_000);
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await quiet();
    expect(reads.length).toBeGreaterThan(1);
  });

  test('reports no failure when an abort ends its read', async () => {
    const controller = new AbortController();
    const log = new FakeLog();
    const { stream, failures } = follow(log, { from: 'beginning', signal: controller.signal });
    log.page = () => {
      controller.abort('enough');
      throw new ServerError('down', facts);
    };
    const loop = loopOver(stream);
    await quiet();
    expect([loop.ended, failures]).toEqual([{ error: 'enough' }, []]);
  });
});
