import { describe, expect, test } from 'vitest';
import { checkCheckpoint } from '../../../src/client/following/checkpoint.js';
import { LogPosition } from '../../../src/client/following/log-position.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('a recent id above the last one moves the last one up', () => {
  expect(new LogPosition({ lastId: 5, recent: [3, 7], floor: 2 }).lastId).toBe(7);
});

test('a late event does not move the position back', () => {
  const place = new LogPosition({ lastId: 9, recent: [5, 9], floor: 4 });
  place.markHandled(7);
  expect(place.toCheckpoint()).toEqual({ version: 1, lastId: 9, recent: [5, 7, 9], floor: 4 });
});

test('a shortened checkpoint counts every event before its recent ones as handled, and no other', () => {
  const place = new LogPosition({ lastId: 0, count: 0 });
  for (const id of upTo(300)) place.markHandled(2 * id);
  const checkpoint = place.toCheckpoint();
  const again = new LogPosition(checkpoint);
  expect([checkpoint.recent?.length, checkpoint.floor]).toEqual([200, 201]);
  expect([200, 201, 202, 203, 599, 600].map((id) => again.isHandled(id))).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('a position that forgets its oldest ids counts every event before the others as handled', () => {
  const place = new LogPosition({ lastId: 0, count: 0 });
  for (const id of upTo(401)) place.markHandled(2 * id);
  expect([2, 402, 404, 405, 802].map((id) => place.isHandled(id))).toEqual([true, true, true, false, true]);
});

test.each([
  ['the newest events of a log', [12, 10, 8], false, [1, 7, 8, 10]],
  ['a whole log', [12, 10, 8], true, [8, 10]],
  ['newer events alone', [12, 11], false, [1, 7, 8, 9, 10]],
])('a place of a last id alone counts what %s shows up to it as handled', (_, ids, whole, handled) => {
  const place = new LogPosition({ lastId: 10 });
  place.markVisible(ids, whole);
  expect([1, 7, 8, 9, 10, 11, 12].filter((id) => place.isHandled(id))).toEqual(handled);
});

test.each([0, 1])(
  'a position with the last id %i knows where late events end once it has seen the whole log',
  (lastId) => {
    const place = new LogPosition({ lastId });
    place.markVisible([2, 1], true);
    expect(place.completeUpTo).toBe(0);
    expect([1, 2].filter((id) => place.isHandled(id))).toEqual([1].slice(0, lastId));
  },
);

test('a position that has one recent id is not changed by the visible events', () => {
  const place = new LogPosition({ lastId: 9, recent: [9], floor: 8 });
  place.markVisible([10, 9, 5], false);
  expect([4, 5, 8, 9, 10].filter((id) => place.isHandled(id))).toEqual([4, 5, 8, 9]);
});

describe('how many events a position counts', () => {
  test('it counts those that it handles, where it has a count', () => {
    const counting = new LogPosition({ lastId: 5, count: 3 });
    const blind = new LogPosition({ lastId: 5 });
    for (const place of [counting, blind]) place.markHandled(6);
    expect([counting.count, blind.count]).toEqual([4, undefined]);
    expect(counting.toCheckpoint()).toMatchObject({ count: 4 });
    expect(blind.toCheckpoint()).not.toHaveProperty('count');
  });

  test('it takes the total of the log, minus the unhandled events', () => {
    const place = new LogPosition({ lastId: 5 });
    place.updateCount(10, 4);
    expect([place.count, place.behind]).toEqual([6, 4]);
    place.markHandled(6);
    expect([place.count, place.behind]).toEqual([7, 3]);
  });

  test('it has handled no event of a log whose events are all unhandled', () => {
    const place = new LogPosition({ lastId: 0 });
    place.updateCount(4, 4);
    expect([place.count, place.behind]).toEqual([0, 4]);
  });

  test.each([
    ['the log gives no total', undefined, 4],
    ['the total of the log is lower than the unhandled events', 3, 4],
  ])('it has no count when %s', (_, total, open) => {
    const place = new LogPosition({ lastId: 5, count: 3 });
    place.updateCount(total, open);
    expect([place.count, place.behind]).toEqual([undefined, undefined]);
  });

  test('it does not know how many are unhandled before the log is read', () => {
    expect(new LogPosition({ lastId: 5, count: 3 }).behind).toBeUndefined();
    expect(new LogPosition({ lastId: 5 }).behind).toBeUndefined();
  });

  test('it is never behind by a negative number', () => {
    const place = new LogPosition({ lastId: 5 });
    place.updateCount(1, 0);
    place.markHandled(6);
    expect([place.count, place.behind]).toEqual([2, 0]);
  });
});

describe('how far back a position expects late events', () => {
  test.each([
    ['as far as all is handled, when it knows 100 events or fewer', 100, 0],
    ['to the event with 100 newer ones, when it knows more', 101, 2],
    ['to the event with 100 newer ones, when it knows many', 300, 400],
  ])('%s', (_, handled, depth) => {
    const place = new LogPosition({ lastId: 0, count: 0 });
    for (const id of upTo(handled)) place.markHandled(2 * id);
    expect(place.completeUpTo).toBe(depth);
  });

  test('not at all when it knows its last id alone', () => {
    for (const lastId of [1, 5]) expect(new LogPosition({ lastId }).completeUpTo).toBeUndefined();
    expect(new LogPosition({ lastId: 0 }).completeUpTo).toBe(0);
    expect(new LogPosition({ lastId: 1, recent: [1] }).completeUpTo).toBe(0);
    expect(new LogPosition({ lastId: 9, recent: [9] }).completeUpTo).toBe(8);
  });
});

describe('a position made from a checkpoint', () => {
  test.each([
    ['of the last id alone counts all up to that as handled', { lastId: 9 }, 9],
    ['without a floor counts all before its recent ids as handled', { lastId: 9, recent: [5, 9] }, 4],
    ['with a recent id above the last one keeps to the last one', { lastId: 5, recent: [9] }, 5],
    ['with a floor keeps to that', { lastId: 9, recent: [5, 9], floor: 2 }, 2],
  ])('%s', (_, checkpoint, floor) => {
    expect(new LogPosition(checkpoint).toCheckpoint().floor).toBe(floor);
  });

  test.each([200, 201])('of %i recent ids gives the newest 200 of them back', (count) => {
    const place = new LogPosition({ lastId: 0 });
    for (const id of upTo(count).toReversed()) place.markHandled(10 * id);
    const { recent, floor } = place.toCheckpoint();
    expect(recent).toEqual(
      upTo(count)
        .slice(-200)
        .map((id) => 10 * id),
    );
    expect(floor).toBe(count === 200 ? 0 : 19);
  });

  test('keeps 400 ids in memory, and then the newest 200 of them', () => {
    const place = new LogPosition({ lastId: 0 });
    for (const id of upTo(400)) place.markHandled(2 * id);
    expect(place.isHandled(1)).toBe(false);
    place.markHandled(802);
    expect([401, 402, 403, 404, 405].map((id) => place.isHandled(id))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('a position that has forgotten ids', () => {
  test('forgets the lowest ones, in whatever order they came', () => {
    const place = new LogPosition({ lastId: 0 });
    for (const id of upTo(401).toReversed()) place.markHandled(2 * id);
    expect([402, 403, 404, 405].map((id) => place.isHandled(id))).toEqual([true, true, true, false]);
  });

  test('forgets no more before it knows 400 again', () => {
    const place = new LogPosition({ lastId: 0 });
    for (const id of upTo(601)) place.markHandled(2 * id);
    expect([403, 404, 405].map((id) => place.isHandled(id))).toEqual([true, true, false]);
    place.markHandled(1_204);
    expect([804, 805, 806, 807].map((id) => place.isHandled(id))).toEqual([true, true, true, false]);
  });
});

describe('a checkpoint', () => {
  const WRONG = [{ path: 'from', message: 'must be a checkpoint: { lastId }, or one that a stream gave' }];

  test.each([
    { lastId: 0 },
    { version: 1, lastId: 5, recent: [4, 5], floor: 0, count: 2 },
    { lastId: Number.MAX_SAFE_INTEGER },
    { lastId: 400, recent: upTo(400) },
  ])('can be $lastId', (checkpoint) => {
    expect(checkCheckpoint('from', checkpoint)).toEqual([]);
  });

  test.each([
    undefined,
    null,
    5,
    'text',
    {},
    ...[-1, 0.5, '5', null, Number.NaN, Number.MAX_SAFE_INTEGER + 1].map((lastId) => ({ lastId })),
    { version: 2, lastId: 5 },
    { lastId: 5, recent: 5 },
    { lastId: 5, recent: ['5'] },
    { lastId: 5, recent: [5, -1] },
    { lastId: 401, recent: upTo(401) },
    { lastId: 5, floor: -1 },
    { lastId: 5, count: 0.5 },
  ])('can not be %j', (checkpoint) => {
    expect(checkCheckpoint('from', checkpoint)).toEqual(WRONG);
  });

  test('that is not valid is refused, with the path of the fault', () => {
    expect(() => new LogPosition({ lastId: -1 })).toThrow(
      expect.objectContaining({ issues: [{ ...WRONG[0], path: 'checkpoint' }] }),
    );
  });
});
