import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimitError } from '../../../src/client/core/errors/api-errors.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import { path } from '../../../src/client/core/http/address.js';
import { RecentlySeen } from '../../../src/client/core/http/recently-seen.js';
import { type Poll, Waits } from '../../../src/client/following/wait.js';
import { observe, quiet } from './stream.js';
import { outcome } from './waits.js';

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

type Thing = Readonly<Record<string, unknown>>;

/** Waits over things whose states the test sets, and when they were looked at. */
function watched(longestPause: (waits: number) => number = () => Number.POSITIVE_INFINITY) {
  const rounds: number[] = [];
  const failures: unknown[] = [];
  const look: { state: Thing; finished: boolean; isWhole: boolean; fault: unknown } = {
    state: { status: 0 },
    finished: false,
    isWhole: true,
    fault: undefined,
  };
  const round: Poll<Thing> = async (waiting) => {
    rounds.push(performance.now());
    if (look.fault !== undefined) throw look.fault;
    for (const { id, report: see } of waiting) see({ item: { id, ...look.state }, finished: look.finished });
    return look.isWhole;
  };
  const waits = new Waits<Thing>({
    createPoll: () => round,
    readToken: async () => '',
    buildPath: (id) => path`/things/${{ id }}`,
    onFailure: (error) => failures.push(error),
    recentlySeen: new RecentlySeen(),
    observe,
    longestPause,
  });
  const pass = async (ms: number): Promise<void> => {
    await quiet();
    await vi.advanceTimersByTimeAsync(ms);
    await quiet();
  };
  return {
    waits,
    look,
    failures,
    rounds,
    pass,
    pauses: () => rounds.slice(1).map((at, index) => Math.round(at - (rounds[index] ?? 0))),
  };
}

const rhythm = { interval: 1_000, maxInterval: 2_000 };

describe('the pauses between polls', () => {
  test('grow while nothing changes', async () => {
    const { waits, pass, pauses } = watched();
    outcome(waits.wait(5, rhythm));
    await pass(9_000);
    expect(pauses()).toEqual([1_000, 1_500, 2_000, 2_000, 2_000]);
  });

  test('do not grow while the polls have not checked everything', async () => {
    const { waits, look, pass, pauses } = watched();
    look.isWhole = false;
    outcome(waits.wait(5, rhythm));
    await pass(3_000);
    expect(pauses()).toEqual([1_000, 1_000, 1_000]);
  });

  test('grow while polls fail, too', async () => {
    const { waits, look, failures, pass, pauses } = watched();
    look.fault = new ServerError('down', facts);
    outcome(waits.wait(5, rhythm));
    await pass(4_600);
    expect(pauses()).toEqual([1_000, 1_500, 2_000]);
    expect(failures).toEqual([look.fault, look.fault, look.fault, look.fault]);
  });

  test('start again from interval after a change', async () => {
    const { waits, look, pass, pauses } = watched();
    outcome(waits.wait(5, rhythm));
    await pass(3_000);
    look.state = { status: 1 };
    await pass(4_500);
    expect(pauses()).toEqual([1_000, 1_500, 2_000, 1_000, 1_500]);
  });

  test('are those of the wait with the shortest interval', async () => {
    const { waits, pass, pauses } = watched();
    outcome(waits.wait(5, { interval: 3_000, maxInterval: 9_000 }));
    outcome(waits.wait(6, rhythm));
    outcome(waits.wait(7, { interval: 4_000, maxInterval: 9_000 }));
    await pass(4_500);
    expect(pauses()).toEqual([1_000, 1_500, 2_000]);
  });

  test.each([
    ['end at the longest one for so many waits', 1_000, [1_000, 1_500, 1_700, 1_700]],
    ['are never shorter than the interval', 1_800, [1_800, 1_800, 1_800]],
  ])('%s', async (_, interval, expected) => {
    const { waits, pass, pauses } = watched((count) => (count === 2 ? 1_700 : 500));
    for (const id of [5, 6]) outcome(waits.wait(id, { interval, maxInterval: 9_000 }));
    await pass(6_000);
    expect(pauses()).toEqual(expected);
  });

  test('start again from interval when a wait joins', async () => {
    const { waits, rounds, pass } = watched();
    outcome(waits.wait(5, { interval: 1_000, maxInterval: 9_000 }));
    // Rounds at 0, 1, 2.5 and 4.75 s; the next would come at 8.125 s.
    await pass(5_000);
    outcome(waits.wait(6, { interval: 1_000, maxInterval: 9_000 }));
    await pass(900);
    const [first = 0] = rounds;
    expect(rounds.map((at) => Math.round(at - first))).toEqual([0, 1_000, 2_500, 4_750, 5_750]);
  });

  test('are as long as the service asks for', async () => {
    const { waits, look, pass, pauses } = watched();
    look.fault = new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 7_000 });
    outcome(waits.wait(5, rhythm));
    await pass(100);
    look.fault = undefined;
    await pass(8_000);
    expect(pauses()).toEqual([7_000, 1_000]);
  });
});

describe('the polls', () => {
  test('take all waits that begin at the same moment', async () => {
    const { waits, rounds, pass } = watched();
    const all = [5, 6, 7].map((id) => outcome(waits.wait(id, rhythm)));
    await pass(0);
    expect(rounds).toHaveLength(1);
    expect(all.map(({ over }) => over)).toEqual([false, false, false]);
  });

  test('end with the last wait, and begin with the next', async () => {
    const { waits, look, rounds, pass } = watched();
    look.finished = true;
    const first = outcome(waits.wait(5, rhythm));
    await pass(60_000);
    expect([first.value, rounds.length, vi.getTimerCount()]).toEqual([{ id: 5, status: 0 }, 1, 0]);
    const second = outcome(waits.wait(5, rhythm));
    await pass(0);
    expect([second.value, rounds.length]).toEqual([{ id: 5, status: 0 }, 2]);
  });

  test('go on for the others when one wait ends', async () => {
    const { waits, rounds, pass } = watched();
    const short = outcome(waits.wait(5, { ...rhythm, timeout: 500 }));
    outcome(waits.wait(6, rhythm));
    await pass(1_100);
    expect(short.error).toMatchObject({
      name: 'TimeoutError',
      outcome: 'unknown',
      request: { method: 'GET', path: '/things/{id}', address: '/things/5' },
      message: 'GET /things/5: not finished within 500 ms. The order is not affected. Call wait() again.',
    });
    expect(rounds).toHaveLength(2);
  });
});

describe('a state is new', () => {
  const before = {
    status: 0,
    cancelable: true,
    'listing?': false,
    progress_rate: 0,
    translations_count: 0,
    working_translations_count: 0,
    draft_question_id: null,
    title: 'one',
  };

  async function countTold(first: Thing, second: Thing): Promise<number> {
    const { waits, look, pass } = watched();
    const told = vi.fn();
    look.state = first;
    outcome(waits.wait(5, { ...rhythm, onProgress: told }));
    await pass(0);
    look.state = second;
    await pass(1_000);
    return told.mock.calls.length;
  }

  test.each([
    ['status', 1],
    ['cancelable', false],
    ['listing?', true],
    ['progress_rate', 50],
    ['translations_count', 1],
    ['working_translations_count', 1],
    ['draft_question_id', 9],
  ])('when its %s changes, its own or that of one of its questions', async (name, value) => {
    const after = { ...before, [name]: value };
    expect(await countTold(before, after)).toBe(2);
    expect(await countTold({ questions: [before, before] }, { questions: [before, after] })).toBe(2);
  });

  test('not when something else changes', async () => {
    expect(await countTold(before, { ...before, title: 'two' })).toBe(1);
    expect(await countTold(before, { ...before, questions: [] })).toBe(1);
  });
});
