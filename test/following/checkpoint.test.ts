import { expect, test } from 'vitest';
import { Place } from '../../src/following/checkpoint.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('a recent id above the last one moves the last one up', () => {
  expect(new Place({ lastId: 5, recent: [3, 7], floor: 2 }).lastId).toBe(7);
});

test('a late event does not move the place back', () => {
  const place = new Place({ lastId: 9, recent: [5, 9], floor: 4 });
  place.handle(7);
  expect(place.toCheckpoint()).toEqual({ version: 1, lastId: 9, recent: [5, 7, 9], floor: 4 });
});

test('a shortened checkpoint counts every event before its recent ones as handled, and no other', () => {
  const place = new Place({ lastId: 0, count: 0 });
  for (const id of upTo(300)) place.handle(2 * id);
  const checkpoint = place.toCheckpoint();
  const again = new Place(checkpoint);
  expect([checkpoint.recent?.length, checkpoint.floor]).toEqual([200, 201]);
  expect([200, 201, 202, 203, 599, 600].map((id) => again.isHandled(id))).toEqual([
    ...[true, true, true, false, false, true],
  ]);
});

test('a place that forgets its oldest ids counts every event before the others as handled', () => {
  const place = new Place({ lastId: 0, count: 0 });
  for (const id of upTo(401)) place.handle(2 * id);
  expect([2, 402, 404, 405, 802].map((id) => place.isHandled(id))).toEqual([true, true, true, false, true]);
});

test.each([
  ['the newest events of a log', [12, 10, 8], false, [7, 8, 10]],
  ['a whole log', [12, 10, 8], true, [8, 10]],
  ['newer events alone', [12, 11], false, [7, 8, 9, 10]],
])('a place of a last id alone counts what %s shows up to it as handled', (_, ids, whole, handled) => {
  const place = new Place({ lastId: 10 });
  place.begin(ids, whole);
  expect([7, 8, 9, 10, 11, 12].filter((id) => place.isHandled(id))).toEqual(handled);
});

test('a place that knows one recent id keeps to what it knows', () => {
  const place = new Place({ lastId: 9, recent: [9], floor: 8 });
  place.begin([10, 9, 5], false);
  expect([4, 5, 8, 9, 10].filter((id) => place.isHandled(id))).toEqual([4, 5, 8, 9]);
});
