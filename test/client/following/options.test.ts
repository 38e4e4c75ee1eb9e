import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkOptions, copyOptions } from '../../../src/base/options.js';
import { path } from '../../../src/client/core/http/address.js';
import { RecentlySeen } from '../../../src/client/core/http/recently-seen.js';
import type { FollowOptions } from '../../../src/client/following/follow.js';
import { FOLLOW_OPTIONS } from '../../../src/client/following/follow-options.js';
import { Waits } from '../../../src/client/following/wait.js';
import { checkWait, type WaitOptions } from '../../../src/client/following/wait-options.js';
import { Wake } from '../../../src/client/following/wake.js';
import { FakeLog } from './fake-log.js';
import { follow, loopOver, observe, quiet } from './stream.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();
const store = { load: () => undefined, save: () => undefined };
const PERIOD = 'must be a positive number of milliseconds';
const BEGINNING = "must be 'beginning', 'now' or a checkpoint";
const CHECKPOINT = 'must be a checkpoint: { lastId }, or one that a stream gave';

describe('the options of following', () => {
  test.each<[keyof FollowOptions, unknown]>([
    ['from', 'beginning'],
    ['from', 'now'],
    ['from', { lastId: 0 }],
    ['checkpoint', store],
    ['checkpoint', 'shop'],
    ['until', 'caught-up'],
    ['interval', 0.5],
    ['maxInterval', 1],
    ['types', ['simple_question.finished']],
    ['wake', new Wake()],
    ['signal', signal],
  ])('%s can be %o', (name, value) => {
    expect(checkOptions('options', { from: 'now', [name]: value }, FOLLOW_OPTIONS)).toEqual([]);
  });

  test.each<[keyof FollowOptions, unknown, string]>([
    ['from', undefined, `${BEGINNING}; got nothing`],
    ['from', null, `${BEGINNING}; got null`],
    ['from', 'yesterday', `${BEGINNING}; got a string`],
    ['from', 17, `${BEGINNING}; got an integer`],
    ['from', {}, CHECKPOINT],
    ['checkpoint', null, 'must have the methods load, save; got null'],
    ['checkpoint', '', 'must be a non-empty name, or have the methods load, save'],
    ['checkpoint', { load: store.load }, 'must have the methods load, save; got an object'],
    ['checkpoint', { save: store.save }, 'must have the methods load, save; got an object'],
    ['until', 'later', "must be 'caught-up'; got a string"],
    ['interval', 0, `${PERIOD}; got 0`],
    ['interval', '10', `${PERIOD}; got a string`],
    ['interval', Number.POSITIVE_INFINITY, `${PERIOD}; got Infinity`],
    ['maxInterval', -1, `${PERIOD}; got a number below 0`],
    ['maxInterval', Number.NaN, `${PERIOD}; got NaN`],
    ['types', 'simple_question.finished', 'must be a list of event types; got a string'],
    ['types', ['simple_question.finished', 5], 'must be a list of event types; got a list'],
    ['types', [], 'must name a type: without one, nothing would come. Leave it out for all types'],
    ['wake', {}, 'must have the methods listen; got an object'],
    ['signal', {}, 'must be an AbortSignal; got an object'],
  ])('%s can not be %o', (name, value, message) => {
    const given = { from: 'now', [name]: value };
    expect(checkOptions('options', given, FOLLOW_OPTIONS)).toEqual([{ path: name, message }]);
  });

  test('are copied, the checkpoint and the types too', () => {
    const given = { from: { lastId: 5, recent: [4, 5] }, types: ['simple_question.finished'] as const };
    const copy = copyOptions<FollowOptions>(given, FOLLOW_OPTIONS);
    expect(copy).toEqual(given);
    expect(copy.from).not.toBe(given.from);
    expect(copy.types).not.toBe(given.types);
    expect(copyOptions<FollowOptions>({ from: 'now' }, FOLLOW_OPTIONS)).toEqual({ from: 'now' });
  });
});

describe('the options of a wait', () => {
  const place = path`/api/v1/things/${{ id: 5 }}`;

  test('may be left out, and the errors of the wait name its call', () => {
    expect(checkWait(place, undefined)).toEqual({
      method: 'GET',
      path: place.template,
      address: place.address,
    });
  });

  test.each<[keyof WaitOptions, unknown, string]>([
    ['signal', null, 'must be an AbortSignal; got null'],
    ['timeout', 0, `${PERIOD}; got 0`],
    ['interval', '5', `${PERIOD}; got a string`],
    ['interval', Number.POSITIVE_INFINITY, `${PERIOD}; got Infinity`],
    ['maxInterval', Number.POSITIVE_INFINITY, `${PERIOD}; got Infinity`],
    ['maxInterval', -5, `${PERIOD}; got a number below 0`],
    ['wake', {}, 'must have the methods listen; got an object'],
    ['onProgress', 'log', 'must be a function; got a string'],
  ])('%s can not be %o', (name, value, message) => {
    const check = () => checkWait(place, { [name]: value });
    expect(check).toThrow(
      expect.objectContaining({
        name: 'InputError',
        issues: [{ path: name, message }],
        request: { method: 'GET', path: place.template, address: place.address },
      }),
    );
  });

  test('are reported together with a wrong id', () => {
    const wrong = path`/api/v1/things/${{ id: 0 }}`;
    expect(() => checkWait(wrong, { timeout: 0 })).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ path: 'id' }), expect.objectContaining({ path: 'timeout' })],
      }),
    );
  });
});

describe('without options', () => {
  const pauses = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

  async function polls(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      await quiet();
      await vi.advanceTimersToNextTimerAsync();
    }
    await quiet();
  }

  test('following pauses for 10 seconds at first, and for a minute at last', async () => {
    const { stream, reads } = follow(new FakeLog(), { from: 'beginning' });
    loopOver(stream);
    await polls(7);
    expect(pauses(reads.map(({ at }) => at))).toEqual([
      10_000, 15_000, 22_500, 33_750, 50_625, 60_000, 60_000,
    ]);
  });

  test('a wait pauses for 5 seconds at first, and for a minute at last', async () => {
    const rounds: number[] = [];
    const waits = new Waits<{ id: number }>({
      readToken: async () => '',
      createPoll: () => async (waiting) => {
        rounds.push(Date.now());
        for (const { id, report: see } of waiting) see({ item: { id }, finished: false });
        return true;
      },
      buildPath: () => path`/api/v1/things`,
      onFailure: () => undefined,
      recentlySeen: new RecentlySeen(),
      observe,
    });
    const controller = new AbortController();
    const wait = waits.wait(5, { signal: controller.signal });
    await quiet();
    await vi.advanceTimersByTimeAsync(290_000);
    controller.abort('enough');
    await expect(wait).rejects.toBe('enough');
    // Timers count whole milliseconds.
    expect(pauses(rounds).map((ms) => Math.round(ms / 100) / 10)).toEqual([
      5, 7.5, 11.3, 16.9, 25.3, 38, 57, 60, 60,
    ]);
  });
});
