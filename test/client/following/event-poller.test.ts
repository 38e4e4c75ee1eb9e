import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApplicationEvent } from '../../../src/client/contract/types.js';
import {
  AuthenticationError,
  NotFoundError,
  RateLimitError,
} from '../../../src/client/core/errors/api-errors.js';
import { ServerError } from '../../../src/client/core/errors/errors.js';
import {
  computeSweepPause,
  EventPoller,
  type WatchedQuestion,
} from '../../../src/client/following/event-poller.js';
import type { ItemState } from '../../../src/client/following/wait.js';
import { SimpleQuestionStatus } from '../../../src/index.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const { Completed } = SimpleQuestionStatus;
const facts = {
  outcome: 'unknown',
  request: { method: 'GET', path: '/', address: '/' },
  advice: { code: 'try-later', text: 'Try again.' },
} as const;
const down = new ServerError('down', facts);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A log of simple questions, and what a round reads of it. */
function service() {
  const events: ApplicationEvent[] = [];
  const states = new Map<number, number>();
  const pages: number[] = [];
  const reads: number[] = [];
  /** Thrown by the next reads of the log, and by each read of a question. */
  const faults = { log: [] as unknown[], questions: new Map<number, unknown>() };
  const makeState = (id: number) => ({
    id,
    status: states.get(id) ?? 0,
    cancelable: true,
    draft_question_id: null,
    question_bodies: [],
  });
  const controller = new AbortController();
  const round = new EventPoller(
    () => async (page) => {
      pages.push(page);
      const fault = faults.log.shift();
      if (fault !== undefined) throw fault;
      const end = Math.max(0, events.length - (page - 1) * 100);
      const shown = events.slice(Math.max(0, end - 100), end).reverse();
      return { page, events: shown, lastPage: Math.ceil(events.length / 100), total: events.length };
    },
    async (id) => {
      reads.push(id);
      if (faults.questions.has(id)) throw faults.questions.get(id);
      // A round reads no more of a question than this.
      const item = makeState(id) as unknown as WatchedQuestion;
      return { item, finished: item.status === Completed };
    },
  );
  return {
    faults,
    controller,
    /** Changes a question, and tells it in the log. */
    note: (id: number, status = 0, change: object = {}, type = 'simple_question.created') => {
      states.set(id, status);
      const question = { ...makeState(id), ...change };
      // A round reads no more of an event than this.
      events.push({ id: events.length + 1, type, question } as unknown as ApplicationEvent);
    },
    /** Changes a question, and tells nobody. */
    change: (id: number, status: number) => states.set(id, status),
    /** So many events about other questions. */
    fill: (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        const question = makeState(1_000_000);
        events.push({
          id: events.length + 1,
          type: 'simple_question.created',
          question,
        } as unknown as ApplicationEvent);
      }
    },
    /** One round: the pages of the log and the questions that it read, the states that it showed, and how it ended. */
    look: async (ids: readonly number[]) => {
      pages.length = 0;
      reads.length = 0;
      const seen: string[] = [];
      const failed: number[] = [];
      const waiting = ids.map((id) => ({
        id,
        report: ({ item, finished }: ItemState<WatchedQuestion>) =>
          void seen.push(`${item.id}: ${item.status}${finished ? ', finished' : ''}`),
        fail: () => void failed.push(id),
      }));
      const ended = await round.poll(waiting, controller.signal).catch((error: unknown) => error);
      return { pages: [...pages], reads: [...reads], seen, failed, ended };
    },
  };
}

/** A service whose questions a first round has got to know. */
async function known(count: number) {
  const made = service();
  for (const id of upTo(count)) made.note(id);
  await made.look(upTo(count));
  return made;
}

test.each([
  [1_000, 6_000],
  [500, 12_000],
  [10_000, 600],
])('with %i questions, a pause is at most %i ms, so that each is read in ten minutes', (questions, ms) => {
  expect(computeSweepPause(questions)).toBe(ms);
});

describe('the first poll', () => {
  test('for one question reads it by its id, and so does each further one', async () => {
    const { note, look } = service();
    note(1);
    const quiet = { pages: [], reads: [1], seen: ['1: 0'], failed: [], ended: true };
    expect([await look([1]), await look([1])]).toEqual([quiet, quiet]);
  });

  test('for several takes their states from the log', async () => {
    const { note, look } = service();
    for (const id of [1, 2]) note(id, id);
    const expected = { pages: [1], reads: [], seen: ['2: 2', '1: 1'], failed: [], ended: true };
    expect(await look([1, 2])).toEqual(expected);
  });

  test('takes the newest state of each', async () => {
    const { note, look } = service();
    for (const status of [0, 1, 2]) for (const id of [1, 2]) note(id, status);
    expect(await look([1, 2])).toMatchObject({ seen: ['2: 2', '1: 2'] });
  });

  test('reads by its id what the log calls finished, since a rejection may have opened it again', async () => {
    const { note, change, look } = service();
    for (const id of [1, 2]) note(id, Completed);
    change(1, 1);
    expect(await look([1, 2, 3])).toMatchObject({
      reads: [2, 1, 3],
      seen: ['2: 4, finished', '1: 1', '3: 0'],
    });
  });

  test('reads a question that the log does not show by its id', async () => {
    const { note, fill, look } = service();
    fill(500);
    note(1);
    // The position takes two pages.
    expect(await look([1, 2])).toMatchObject({ pages: [1, 2], reads: [2], seen: ['1: 0', '2: 0'] });
  });

  test.each([
    ['nothing', [], [1, 2, 3]],
    ['something on its first page alone', [0], [1, 2, 3, 4]],
    ['something on its first and third pages', [0, 200], [1, 2, 3, 4, 5, 6]],
  ])('reads two pages more than it needs of a long log that shows %s', async (_, places, expected) => {
    const { note, fill, look } = service();
    let left = 1_000;
    for (const [index, place] of [...places].reverse().entries()) {
      fill(left - place);
      note(index + 1);
      left = place - 1;
    }
    fill(Math.max(0, left));
    const { pages, reads } = await look([...upTo(places.length), 8, 9]);
    expect([pages, reads]).toEqual([expected, [8, 9]]);
  });

  test('reads no page after the last one', async () => {
    const { fill, look } = service();
    fill(150);
    expect(await look([1, 2, 3])).toMatchObject({ pages: [1, 2], reads: [1, 2, 3] });
  });

  test('reads a question with several waits once, and reports to each', async () => {
    const { look } = service();
    expect(await look([1, 1])).toMatchObject({ reads: [1], seen: ['1: 0', '1: 0'] });
  });
});

describe('a further poll', () => {
  test('without new events reads one page and the two questions that were read longest ago', async () => {
    const { look } = await known(5);
    // The newest one was seen first.
    const rounds = [await look(upTo(5)), await look(upTo(5)), await look(upTo(5))];
    expect(rounds.map(({ pages, reads }) => [pages, reads])).toEqual([
      [[1], [5, 4]],
      [[1], [3, 2]],
      [[1], [1, 5]],
    ]);
  });

  test.each([
    [5, 60_000, 2],
    [20, 60_000, 2],
    [30, 60_000, 3],
    [31, 60_000, 4],
    [100, 60_000, 10],
    [100, 66_000, 11],
    [100, 90_000, 11],
    [2_000, 5_000, 9],
  ])('for %i questions, after %i ms, reads %i of them', async (count, ms, most) => {
    const { look } = await known(count);
    for (let round = 0; round < 2; round += 1) {
      vi.advanceTimersByTime(ms);
      expect((await look(upTo(count))).reads).toHaveLength(most);
    }
  });

  test('reports what is new, once for each question, and reads the others', async () => {
    const { note, look } = await known(4);
    note(2, 1);
    note(2, 2);
    expect(await look(upTo(4))).toMatchObject({ pages: [1], seen: ['2: 2', '4: 0', '3: 0'], reads: [4, 3] });
  });

  test('reports a change that has no event when it reads the question', async () => {
    const { change, look } = await known(4);
    change(3, 2);
    expect(await look(upTo(4))).toMatchObject({ seen: ['4: 0', '3: 2'] });
  });

  test.each([
    'simple_question.created',
    'simple_question.submitted_translation',
    'simple_question.finished',
    'simple_question.expired',
  ])('takes the state in an event of the type %s', async (type) => {
    const { note, look } = await known(4);
    note(2, 2, {}, type);
    expect((await look(upTo(4))).seen[0]).toBe('2: 2');
  });

  test.each([
    'simple_translation.commented',
    'simple_question.finished_late',
    'simple_question.finished.again',
    'simple_question.created_copy',
    'simple_question',
  ])('ignores an event of the type %s', async (type) => {
    const { note, look } = await known(4);
    note(2, Completed, {}, type);
    expect((await look(upTo(4))).seen).toEqual(['4: 0', '3: 0']);
  });

  test('forgets a finished question, so that a later wait for it is answered at once', async () => {
    const { note, look } = await known(4);
    note(2, Completed);
    expect((await look(upTo(4))).seen[0]).toBe('2: 4, finished');
    expect(await look(upTo(4))).toMatchObject({ seen: ['2: 4, finished', '1: 0', '4: 0'], reads: [2, 1, 4] });
  });

  test('does not read a question again that an event has just shown as finished', async () => {
    const { note, look } = service();
    const ids = upTo(30);
    for (const id of ids) note(id);
    await look(ids);
    for (const id of [3, 7]) note(id, Completed);
    note(9, Completed, { question_bodies: undefined });
    const { reads, seen } = await look(ids);
    // 9 is read for its texts, and the two that were read longest ago come as in every round.
    expect(reads).toHaveLength(3);
    expect(reads).not.toContain(3);
    expect(reads).not.toContain(7);
    expect(reads.filter((id) => id === 9)).toEqual([9]);
    const ends = seen.filter((each) => each.endsWith('finished')).sort();
    expect(ends).toEqual([3, 7, 9].map((id) => `${id}: ${Completed}, finished`));
  });

  test('forgets a question that it finds finished when it reads it', async () => {
    const { change, look } = await known(4);
    change(4, Completed);
    expect(await look(upTo(4))).toMatchObject({ seen: ['4: 4, finished', '3: 0'] });
    expect(await look(upTo(4))).toMatchObject({ seen: ['4: 4, finished', '2: 0', '1: 0'] });
  });

  test.each([
    ['is finished without its texts', Completed, { question_bodies: undefined }, '2: 4, finished'],
    ['has no status', 2, { status: undefined }, '2: 2'],
    ['has a status that is not an integer', 2, { status: 0.5 }, '2: 2'],
  ])('reads a question whose event %s', async (_, status, change, seen) => {
    const { note, look } = await known(4);
    note(2, status, change);
    const { reads, seen: all } = await look(upTo(4));
    expect([reads[0], all[0]]).toEqual([2, seen]);
  });

  test('reads no question whose event lacks its texts while it is not finished', async () => {
    const { note, look } = await known(4);
    note(2, 1, { question_bodies: undefined });
    expect(await look(upTo(4))).toMatchObject({ reads: [4, 3], seen: ['2: 1', '4: 0', '3: 0'] });
  });

  test('does not read what nobody waits for any more', async () => {
    const { look } = await known(5);
    expect((await look([1, 2])).reads).toEqual([2, 1]);
  });

  test('learns the state of a new question', async () => {
    const { note, look } = await known(3);
    note(4, 1);
    expect(await look(upTo(4))).toMatchObject({ pages: [1], seen: ['4: 1', '3: 0', '2: 0'] });
    expect((await look([...upTo(4), 9])).reads).toEqual([9, 1, 4]);
  });

  test('starts over after a poll for a single question', async () => {
    const { note, look } = await known(3);
    await look([1]);
    note(2, 2);
    expect(await look(upTo(3))).toMatchObject({ pages: [1], reads: [], seen: ['2: 2', '3: 0', '1: 0'] });
  });
});

describe('when something fails', () => {
  test('the questions are read by their ids while the log cannot be read, eleven at each poll', async () => {
    const { faults, look } = await known(20);
    const ids = upTo(20);
    faults.log.push(down, down);
    expect(await look(ids)).toMatchObject({
      pages: [1],
      reads: [...ids].reverse().slice(0, 11),
      ended: down,
    });
    expect(await look(ids)).toMatchObject({ reads: [9, 8, 7, 6, 5, 4, 3, 2, 1, 20, 19], ended: down });
    expect(await look(ids)).toMatchObject({ reads: [18, 17], ended: true });
  });

  test('questions whose state is not known are read first', async () => {
    const { faults, look } = await known(3);
    faults.log.push(down);
    expect((await look([1, 2, 3, 8, 9])).reads).toEqual([8, 9, 3, 2, 1]);
  });

  test('a service that is down gets one read of a question after that of the log', async () => {
    const { faults, look } = await known(5);
    faults.log.push(down);
    faults.questions.set(5, new ServerError('down too', facts));
    // The first failure is the one that is told.
    expect(await look(upTo(5))).toMatchObject({ reads: [5], ended: down });
  });

  test('a question that could not be read is read first in the next poll', async () => {
    const { faults, look } = await known(5);
    faults.questions.set(4, down);
    expect(await look(upTo(5))).toMatchObject({ reads: [5, 4], ended: down });
    faults.questions.clear();
    expect(await look(upTo(5))).toMatchObject({ reads: [4, 3], ended: true });
    expect(await look(upTo(5))).toMatchObject({ reads: [2, 1] });
  });

  test('a question that could not be read, and that nobody waits for, is not read instead of another', async () => {
    const { faults, look } = await known(5);
    faults.questions.set(4, down);
    await look(upTo(5));
    expect((await look([1, 2, 3, 5])).reads).toEqual([3, 2]);
  });

  test('a question that does not exist ends its own wait alone', async () => {
    const { faults, look } = await known(5);
    faults.questions.set(5, new NotFoundError('no', { ...facts, status: 404 }));
    expect(await look(upTo(5))).toMatchObject({ reads: [5, 4], failed: [5], seen: ['4: 0'], ended: true });
  });

  test.each([
    new AuthenticationError('no', { ...facts, status: 401 }),
    new RateLimitError('slow down', { ...facts, status: 429, retryAfter: 1_000 }),
  ])('no question is read after the log answers with $name', async (error) => {
    const { faults, look } = await known(5);
    faults.log.push(error);
    expect(await look(upTo(5))).toMatchObject({ pages: [1], reads: [], ended: error });
  });

  test('no question is read after the waits were given up', async () => {
    const { faults, controller, look } = await known(5);
    faults.log.push(down);
    controller.abort();
    expect(await look(upTo(5))).toMatchObject({ pages: [1], reads: [], ended: down });
  });

  test('the next poll takes its position again when the first one failed', async () => {
    const { faults, note, look } = service();
    for (const id of upTo(5)) note(id);
    faults.log.push(down);
    expect(await look(upTo(5))).toMatchObject({ pages: [1], reads: upTo(5), ended: down });
    expect(await look(upTo(5))).toMatchObject({ pages: [1], reads: [], ended: true });
  });
});
