import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
} from '../../../src/client/core/errors/api-errors.js';
import {
  ConnectionError,
  InputError,
  RedirectError,
  ServerError,
  UnexpectedAnswerError,
} from '../../../src/client/core/errors/errors.js';
import type { Checkpoint } from '../../../src/client/following/checkpoint.js';
import type { FollowOptions } from '../../../src/client/following/follow.js';
import { Wake } from '../../../src/client/following/wake.js';
import { rejection, requesterOn } from '../../recorded-fetch.js';
import { chooseType, FakeLog } from './fake-log.js';
import { follow, loopOver, quiet, take } from './stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function makeLog(count: number): FakeLog {
  const log = new FakeLog();
  log.insert(count);
  return log;
}

/** A store in memory that keeps what it was given, as JSON does. */
function memoryStore(first?: Checkpoint) {
  const saved: Checkpoint[] = [];
  return {
    saved,
    load: () => saved.at(-1) ?? first,
    save: (checkpoint: Checkpoint) => void saved.push(JSON.parse(JSON.stringify(checkpoint))),
  };
}

const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;

describe('where it begins', () => {
  test("from 'beginning' it gives every event there is, by ascending ids", async () => {
    const log = makeLog(250);
    expect(await take(follow(log, { from: 'beginning' }).stream, 250)).toEqual(log.ids);
  });

  test("from 'now' it gives only later events", async () => {
    const log = makeLog(250);
    const loop = loopOver(follow(log, { from: 'now' }).stream);
    await quiet();
    log.insert(3);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect(loop.ids).toEqual(log.ids.slice(-3));
  });

  test("from 'now' it gives an event that is visible late, exactly 100 behind", async () => {
    const log = makeLog(300);
    log.holdNext(100);
    log.insert(1);
    log.insert(99);
    const loop = loopOver(follow(log, { from: 'now' }).stream);
    await quiet();
    log.insert(1);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect(loop.ids).toEqual([[...log.late][0], log.newest]);
  });

  test("from 'now' in an empty log it gives the first event", async () => {
    const log = makeLog(0);
    const loop = loopOver(follow(log, { from: 'now' }).stream);
    await quiet();
    log.insert(1);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect(loop.ids).toEqual(log.ids);
  });

  test('from an id alone it gives what comes after it', async () => {
    const log = makeLog(730);
    const lastId = log.ids[411] ?? 0;
    expect(await take(follow(log, { from: { lastId } }).stream, 318)).toEqual(log.ids.slice(412));
  });

  test('from an id without an event it gives what comes after it', async () => {
    const log = makeLog(300);
    const lastId = (log.ids[149] ?? 0) + 1;
    expect(await take(follow(log, { from: { lastId } }).stream, 150)).toEqual(log.ids.slice(150));
  });

  test('from the id 0 it gives every event', async () => {
    const log = makeLog(120);
    expect(await take(follow(log, { from: { lastId: 0 } }).stream, 120)).toEqual(log.ids);
  });

  test('from the checkpoint of another stream it gives what that one has not handled', async () => {
    const log = makeLog(300);
    const { stream } = follow(log, { from: 'beginning' });
    await take(stream, 121);
    const from = JSON.parse(JSON.stringify(stream.checkpoint));
    expect(await take(follow(log, { from }).stream, 180)).toEqual(log.ids.slice(120));
  });

  test('an event that became visible late while the process was down is given', async () => {
    const log = makeLog(300);
    log.holdNext(100);
    log.insert(1);
    const { stream } = follow(log, { from: 'beginning' });
    await take(stream, 300);
    log.insert(100);
    const from = stream.checkpoint ?? { lastId: 0 };
    const [late] = [...log.late];
    expect(await take(follow(log, { from }).stream, 102)).toContain(late);
  });

  test('a second loop begins with the event at which the first one was left', async () => {
    const log = makeLog(10);
    const { stream } = follow(log, { from: 'beginning' });
    await take(stream, 4);
    expect(await take(stream, 7)).toEqual(log.ids.slice(3));
  });
});

describe('late events', () => {
  test.each([1, 99, 100])(
    'one that is %i behind is given in a log that was read to its end',
    async (behind) => {
      const log = makeLog(250);
      const loop = loopOver(follow(log, { from: 'beginning' }).stream);
      await quiet();
      log.holdNext(behind);
      log.insert(1 + behind);
      await vi.advanceTimersToNextTimerAsync();
      await quiet();
      expect([...loop.ids].sort((a, b) => a - b)).toEqual(log.ids);
    },
  );

  test.each([1, 60, 99])(
    'one that is %i behind is given in a log of fewer than 100 events',
    async (behind) => {
      const log = makeLog(0);
      log.holdNext(behind);
      log.insert(behind);
      const loop = loopOver(follow(log, { from: 'beginning' }).stream);
      await quiet();
      log.insert(1);
      await vi.advanceTimersToNextTimerAsync();
      await quiet();
      expect([...loop.ids].sort((a, b) => a - b)).toEqual(log.ids);
    },
  );

  test('one that is 100 behind is given although 300 more came in the same moment', async () => {
    const log = makeLog(250);
    log.holdNext(100);
    log.insert(100);
    const loop = loopOver(follow(log, { from: 'beginning' }).stream);
    await quiet();
    log.insert(301);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect([...loop.ids].sort((a, b) => a - b)).toEqual(log.ids);
  });

  test('one is given although the service dropped old events in the same moment', async () => {
    const log = makeLog(450);
    log.holdNext(100);
    log.insert(100);
    const loop = loopOver(follow(log, { from: 'beginning' }).stream);
    await quiet();
    log.insert(40);
    log.remove(120);
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect(loop.ids).toContain([...log.late][0]);
  });
});

describe('the store', () => {
  test('its checkpoint is used instead of from', async () => {
    const log = makeLog(50);
    const store = memoryStore({ lastId: log.ids[39] ?? 0 });
    const { stream } = follow(log, { from: 'beginning', checkpoint: store });
    expect(await take(stream, 10)).toEqual(log.ids.slice(40));
  });

  test.each([undefined, null])('when it has %s, from is used', async (nothing) => {
    const log = makeLog(3);
    const store = { load: () => nothing, save: () => undefined };
    expect(await take(follow(log, { from: 'beginning', checkpoint: store }).stream, 3)).toEqual(log.ids);
  });

  test('nothing is saved to it while the loop body runs', async () => {
    const log = makeLog(3);
    const store = memoryStore();
    const seen: number[] = [];
    for await (const { id } of follow(log, { from: 'beginning', checkpoint: store }).stream) {
      await quiet();
      seen.push(store.saved.length);
      if (id === log.newest) break;
    }
    expect(seen).toEqual([0, 1, 2]);
  });

  test('the checkpoint is saved to it before the loop gets the next event', async () => {
    const log = makeLog(3);
    const store = memoryStore();
    const lastIds: (number | undefined)[] = [];
    for await (const { id } of follow(log, { from: 'beginning', checkpoint: store }).stream) {
      lastIds.push(store.saved.at(-1)?.lastId);
      if (id === log.newest) break;
    }
    expect(lastIds).toEqual([undefined, ...log.ids.slice(0, 2)]);
  });

  test('an event whose loop body threw is given again after a restart', async () => {
    const log = makeLog(5);
    const store = memoryStore();
    const options = { from: 'beginning', checkpoint: store } as const;
    const failing = loopOver(follow(log, options).stream, ({ id }) => {
      if (id === log.ids[2]) throw new Error('the body failed');
    });
    await quiet();
    expect(failing.ended).toEqual({ error: new Error('the body failed') });
    expect(await take(follow(log, options).stream, 3)).toEqual(log.ids.slice(2));
  });

  test("'now' is saved before the first event, so that a crash does not move it", async () => {
    const log = makeLog(5);
    const store = memoryStore();
    const options = { from: 'now', checkpoint: store } as const;
    loopOver(follow(log, options).stream);
    await quiet();
    log.insert(2);
    expect(await take(follow(log, options).stream, 2)).toEqual(log.ids.slice(5));
  });

  test('an error that it throws on loading reaches the caller unchanged', async () => {
    const broken = new Error('no disk');
    const store = { load: () => Promise.reject(broken), save: () => undefined };
    const { stream } = follow(makeLog(1), { from: 'beginning', checkpoint: store });
    expect(await rejection(take(stream, 1))).toBe(broken);
  });

  test.each([
    ['an error of its own', new Error('no disk')],
    ['an error of this library that would pass', new ConnectionError('gone', { ...facts, phase: 'connect' })],
  ])('%s, thrown on saving, reaches the caller unchanged', async (_, broken) => {
    const store = { load: () => undefined, save: () => Promise.reject(broken) };
    const { stream } = follow(makeLog(2), { from: 'beginning', checkpoint: store });
    expect(await rejection(take(stream, 2))).toBe(broken);
  });

  test('anything in it but a checkpoint is an InputError', async () => {
    const stored = { version: 2, lastId: 5 } as unknown as Checkpoint;
    const { stream } = follow(makeLog(1), { from: 'beginning', checkpoint: memoryStore(stored) });
    expect(await rejection(take(stream, 1))).toBeInstanceOf(InputError);
  });

  test('it is loaded once, even when the first poll fails several times', async () => {
    const log = makeLog(1);
    const load = vi.fn(() => undefined);
    const { stream, faults } = follow(log, { from: 'now', checkpoint: { load, save: () => undefined } });
    faults.push(new ServerError('down', facts), new ServerError('down', facts));
    loopOver(stream);
    for (let polls = 0; polls < 4; polls += 1) {
      await quiet();
      await vi.advanceTimersToNextTimerAsync();
    }
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('the checkpoint', () => {
  test('is undefined until the stream has begun', () => {
    expect(follow(makeLog(1), { from: 'beginning' }).stream.checkpoint).toBeUndefined();
  });

  test('survives JSON, says its version, and is smaller than 4 kB', async () => {
    const log = makeLog(2_000);
    const { stream } = follow(log, { from: 'beginning' });
    await take(stream, 2_000);
    const text = JSON.stringify(stream.checkpoint);
    expect(text.length).toBeLessThan(4_096);
    expect(JSON.parse(text)).toEqual(stream.checkpoint);
    expect(stream.checkpoint).toMatchObject({ version: 1, lastId: log.ids[1_998] });
  });

  test('is smaller than 4 kB with the longest ids that there are', async () => {
    const last = Number.MAX_SAFE_INTEGER;
    const recent = Array.from({ length: 400 }, (_, index) => last - 400 + index);
    const from = { version: 1, lastId: last - 1, recent, floor: last - 401, count: last } as const;
    const { stream } = follow(makeLog(0), { from });
    loopOver(stream);
    await quiet();
    expect(JSON.stringify(stream.checkpoint).length).toBeLessThan(4_096);
  });
});

describe('types', () => {
  const FINISHED = 'simple_question.finished';

  test('only events of the wanted types are given', async () => {
    const log = makeLog(300);
    const { stream } = follow(log, { from: 'beginning', types: [FINISHED] });
    const wanted = log.ids.filter((id) => chooseType(id) === FINISHED);
    expect(await take(stream, wanted.length)).toEqual(wanted);
  });

  test('a type that only begins like a wanted one is another type', async () => {
    const log = makeLog(40);
    const types = ['simple_question.fin', 'simple_question'];
    const { stream } = follow(log, { from: 'beginning', types, until: 'caught-up' });
    expect(await take(stream, 99)).toEqual([]);
  });

  test('the others count as handled, and the checkpoint is saved', async () => {
    const log = makeLog(40);
    const store = memoryStore();
    loopOver(follow(log, { from: 'beginning', types: ['no.such.type'], checkpoint: store }).stream);
    await quiet();
    expect(store.saved.map(({ lastId }) => lastId)).toEqual([log.newest]);
  });
});

describe('the pauses', () => {
  const rhythm = { from: 'beginning', interval: 1_000, maxInterval: 4_000 } as const;

  const pauses = (reads: readonly { readonly at: number }[]) =>
    reads.slice(1).map(({ at }, index) => at - (reads[index]?.at ?? 0));

  async function polls(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      await quiet();
      await vi.advanceTimersToNextTimerAsync();
    }
    await quiet();
  }

  test('polls that bring nothing slow down from interval to maxInterval, with one request each', async () => {
    const { stream, reads } = follow(makeLog(0), rhythm);
    loopOver(stream);
    await polls(6);
    expect(pauses(reads)).toEqual([1_000, 1_500, 2_250, 3_375, 4_000, 4_000]);
  });

  test('after an event the pauses start again from interval', async () => {
    const log = makeLog(0);
    const { stream, reads } = follow(log, rhythm);
    loopOver(stream);
    await polls(4);
    log.insert(1);
    await polls(3);
    expect(pauses(reads)).toEqual([1_000, 1_500, 2_250, 3_375, 4_000, 1_000, 1_500]);
  });

  test('failed polls slow down as well', async () => {
    const { stream, reads, faults } = follow(makeLog(0), rhythm);
    faults.push(...Array.from({ length: 4 }, () => new ServerError('down', facts)));
    loopOver(stream);
    await polls(4);
    expect(pauses(reads)).toEqual([1_000, 1_500, 2_250, 3_375]);
  });

  test('a maxInterval below the interval does not shorten the pauses', async () => {
    const { stream, reads } = follow(makeLog(0), { ...rhythm, interval: 5_000 });
    loopOver(stream);
    await polls(3);
    expect(pauses(reads)).toEqual([5_000, 5_000, 5_000]);
  });

  test('a service that asks for a longer pause gets it', async () => {
    const { stream, reads, faults } = follow(makeLog(0), rhythm);
    faults.push(new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 600_000 }));
    loopOver(stream);
    await polls(1);
    expect(pauses(reads)).toEqual([600_000]);
  });

  test('wake.ring() starts a poll at once', async () => {
    const log = makeLog(0);
    const wake = new Wake();
    const loop = loopOver(follow(log, { ...rhythm, wake }).stream);
    await quiet();
    log.insert(1);
    wake.ring();
    await quiet();
    expect(loop.ids).toEqual(log.ids);
  });

  test('wake.ring() during the loop body causes a poll after it', async () => {
    const log = makeLog(1);
    const wake = new Wake();
    const loop = loopOver(follow(log, { ...rhythm, wake }).stream, () => {
      if (log.ids.length > 1) return;
      log.insert(1);
      wake.ring();
    });
    await quiet();
    expect(loop.ids).toEqual(log.ids);
  });

  test('wake.ring() causes one poll', async () => {
    const wake = new Wake();
    const { stream, reads } = follow(makeLog(0), { ...rhythm, wake });
    loopOver(stream);
    await quiet();
    wake.ring();
    wake.ring();
    await quiet();
    expect(reads).toHaveLength(2);
  });
});

describe('the end', () => {
  /** A signal and a wake that tell how many listen to them. */
  function listenedTo() {
    const controller = new AbortController();
    const { signal } = controller;
    const wake = new Wake();
    let listening = 0;
    const listen = wake.listen.bind(wake);
    wake.listen = (listener) => {
      listening += 1;
      const stop = listen(listener);
      return () => {
        listening -= 1;
        stop();
      };
    };
    const listeners = () => getEventListeners(signal, 'abort').length + listening;
    return { controller, signal, wake, listeners };
  }

  test('break leaves no timer and no listener', async () => {
    const { signal, wake, listeners } = listenedTo();
    await take(follow(makeLog(5), { from: 'beginning', signal, wake }).stream, 2);
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test('an error in the loop body leaves no timer and no listener', async () => {
    const { signal, wake, listeners } = listenedTo();
    loopOver(follow(makeLog(5), { from: 'beginning', signal, wake }).stream, () => {
      throw new Error('the body failed');
    });
    await quiet();
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test('a failure that ends it leaves no timer and no listener', async () => {
    const { signal, wake, listeners } = listenedTo();
    const { stream, faults } = follow(makeLog(5), { from: 'beginning', signal, wake });
    faults.push(new AuthenticationError('no', { ...facts, status: 401 }));
    loopOver(stream);
    await quiet();
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test('an abort during a pause leaves no timer and no listener', async () => {
    const { controller, signal, wake, listeners } = listenedTo();
    loopOver(follow(makeLog(5), { from: 'beginning', signal, wake }).stream);
    await quiet();
    controller.abort();
    await quiet();
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
    ['null', null],
  ])('an abort throws its own reason: %s', async (_, reason) => {
    const controller = new AbortController();
    const loop = loopOver(follow(makeLog(5), { from: 'beginning', signal: controller.signal }).stream);
    await quiet();
    controller.abort(reason);
    await quiet();
    expect(loop.ended).toEqual({ error: reason });
  });

  test('a signal that is already aborted ends it before anything is read', async () => {
    const reason = new Error('too late');
    const { stream, reads } = follow(makeLog(5), { from: 'beginning', signal: AbortSignal.abort(reason) });
    expect(await rejection(take(stream, 1))).toBe(reason);
    expect(reads).toEqual([]);
  });

  test('an abort in the loop body ends it before the next event', async () => {
    const controller = new AbortController();
    const loop = loopOver(follow(makeLog(50), { from: 'beginning', signal: controller.signal }).stream, () =>
      controller.abort('enough'),
    );
    await quiet();
    expect(loop.ids).toHaveLength(1);
  });

  test('an event whose loop body finished is saved, even when the body aborted the signal', async () => {
    const log = makeLog(50);
    const controller = new AbortController();
    const store = memoryStore();
    const options = { from: 'beginning', checkpoint: store, signal: controller.signal } as const;
    loopOver(follow(log, options).stream, () => controller.abort('enough'));
    await quiet();
    expect(store.saved.at(-1)?.lastId).toBe(log.ids[0]);
  });

  test('an abort ends a read that is under way', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const requester = requesterOn((_, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    });
    const loop = loopOver(requester.events.follow({ from: 'now', signal: controller.signal }));
    await quiet();
    controller.abort(reason);
    await quiet();
    expect(loop.ended).toEqual({ error: reason });
  });
});

describe('failures', () => {
  test.each([
    new AuthenticationError('no', { ...facts, status: 401 }),
    new PermissionError('no', { ...facts, status: 403 }),
    new NotFoundError('no', { ...facts, status: 404 }),
    new RedirectError('elsewhere', { ...facts, status: 302 }),
    new Error('the token function failed'),
  ])('an error that will not pass ends it: $name', async (error) => {
    const { stream, faults } = follow(makeLog(5), { from: 'beginning' });
    faults.push(error);
    expect(await rejection(take(stream, 1))).toBe(error);
  });

  test.each([
    new ServerError('down', { ...facts, status: 503 }),
    new ConnectionError('gone', { ...facts, phase: 'connect' }),
    new RateLimitError('slow down', { ...facts, status: 429 }),
    new UnexpectedAnswerError('cut', { ...facts, issues: [], snippet: '' }),
  ])('an error that may pass is reported, and polling goes on: $name', async (error) => {
    const log = makeLog(250);
    const { stream, faults, failures } = follow(log, { from: 'beginning' });
    faults.push(error);
    const loop = loopOver(stream);
    await quiet();
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
    expect([failures, loop.ids]).toEqual([[error], log.ids]);
  });

  test('a failed poll is logged', async () => {
    const warn = vi.fn();
    const silent = () => undefined;
    const controller = new AbortController();
    const requester = requesterOn(async () => new Response(null, { status: 503 }), {
      retries: 0,
      logger: { debug: silent, info: silent, error: silent, warn },
    });
    loopOver(requester.events.follow({ from: 'now', signal: controller.signal }));
    await expect.poll(() => warn).toHaveBeenCalled();
    controller.abort();
    expect(warn.mock.calls[0]).toEqual([
      'a poll of the event log failed',
      { error: 'ServerError', message: expect.stringContaining('503') },
    ]);
  });
});

describe('wrong options', () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['from', {}],
    ['from', { from: 'yesterday' }],
    ['from', { from: null }],
    ['from', { from: 17 }],
    ['from', { from: {} }],
    ['from', { from: { lastId: -1 } }],
    ['from', { from: { lastId: '5' } }],
    ['from', { from: { lastId: 5, version: 2 } }],
    ['from', { from: { lastId: 5, recent: 5 } }],
    ['from', { from: { lastId: 5, recent: ['5'] } }],
    ['from', { from: { lastId: 5, count: -1 } }],
    ['from', { from: { lastId: 5, floor: 0.5 } }],
    ['checkpoint', { from: 'now', checkpoint: { load: () => undefined } }],
    ['checkpoint', { from: 'now', checkpoint: null }],
    ['until', { from: 'now', until: 'later' }],
    ['interval', { from: 'now', interval: 0 }],
    ['interval', { from: 'now', interval: Number.NaN }],
    ['interval', { from: 'now', interval: '10' }],
    ['maxInterval', { from: 'now', maxInterval: Number.POSITIVE_INFINITY }],
    ['types', { from: 'now', types: 'simple_question.finished' }],
    ['types', { from: 'now', types: [5] }],
    ['wake', { from: 'now', wake: {} }],
    ['signal', { from: 'now', signal: {} }],
  ];

  test.each(wrong)('a wrong %s is an InputError at the call: %j', (path, options) => {
    const { events } = requesterOn(async () => new Response());
    // What TypeScript would not let through.
    const call = () => events.follow(options as FollowOptions);
    expect(call).toThrow(
      expect.objectContaining({ name: 'InputError', issues: [expect.objectContaining({ path })] }),
    );
  });

  test('no options at all are an InputError at the call', () => {
    const { events } = requesterOn(async () => new Response());
    expect(() => Reflect.apply(events.follow, events, [])).toThrow(InputError);
  });
});
