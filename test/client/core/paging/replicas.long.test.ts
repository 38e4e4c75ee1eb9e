import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { requesterOn } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';
import { type Change, disturbances, makeScenes, Replicas, type ReplicasOptions } from './replicas.js';

/** Reads all questions, and says which ones were there throughout. */
async function readAll(options: ReplicasOptions, prefetch = 0) {
  const service = new Replicas(options);
  const warn = vi.fn();
  const silent = () => undefined;
  const before = [...service.ids];
  const items = await requesterOn(service.fetch, {
    logger: { debug: silent, info: silent, error: silent, warn },
  })
    .questions.list({ per_page: options.perPage }, { prefetch })
    .toArray({ max: 100_000 });
  const [after, shown] = [new Set(service.ids), new Set(service.shown)];
  const given = items.map(({ id }) => id);
  const lost = before.filter((id) => after.has(id) && shown.has(id) && !given.includes(id));
  return { service, given, lost, warnings: warn.mock.calls.length };
}

const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

test.each(disturbances())('a listing loses nothing and repeats nothing while %s', async (_, disturbance) => {
  const property = fc.asyncProperty(
    makeScenes(disturbance),
    fc.constantFrom(10, 30, 100, 100),
    fc.constantFrom(0, 4),
    async (scene, perPage, prefetch) => {
      const { service, given, lost, warnings } = await readAll({ ...scene, perPage }, prefetch);
      // Where copies are further behind than a page is long, reading can end early, with a warning.
      if (perPage === 100 || warnings === 0) expect(lost).toEqual([]);
      if (perPage === 100 && !disturbance.mayWarn) expect(warnings).toBe(0);
      expect(new Set(given).size).toBe(given.length);
      expect(service.requests).toBeLessThan(50 + 25 * (Math.ceil(service.ids.length / perPage) + 1));
    },
  );
  await fc.assert(property, runs(300));
});

describe('what a listing can not notice', () => {
  test('is a lagging replica that has the same total, since it still has what was removed', async () => {
    // Item 301 is new, and item 5 is gone. The copy that answers for the second page knows neither.
    const changes: Change[][] = [[{ kind: 'insert' }, { kind: 'remove', place: 296 }]];
    const seen = await readAll({ size: 300, behind: [0, 1], choices: [0, 1, 1, 1], changes });
    expect(seen.lost).toEqual([201]);
  });

  test('is a removal at a service that leaves the totals out', async () => {
    const changes: Change[][] = [[], [{ kind: 'remove', place: 0 }]];
    const seen = await readAll({ size: 300, behind: [0], changes, totals: 'missing' });
    expect(seen.lost).toEqual([200]);
  });

  test('is a lagging replica at such a service, but not what was inserted', async () => {
    const behind = await readAll({ size: 300, behind: [0, 20], totals: 'missing' });
    expect(behind.lost).toEqual(ids(200, 181));
    const inserted = await readAll({
      size: 300,
      behind: [0],
      totals: 'missing',
      changes: [[], [{ kind: 'insert' }]],
    });
    expect(inserted.lost).toEqual([]);
  });

  test('is what only a copy shows that answers no request', async () => {
    const { given, warnings } = await readAll({ size: 300, behind: [0, 1], choices: Array(9).fill(1) });
    expect([given, warnings]).toEqual([ids(299, 1), 0]);
  });
});

test('a listing of which the first page can not be read as new as the others is read to its end, with a warning', async () => {
  // Only the third request is answered by the copy that is up to date.
  const { lost, warnings } = await readAll({
    size: 300,
    behind: [20, 0],
    choices: [0, 0, 1, ...Array(50).fill(0)],
  });
  expect([lost, warnings]).toEqual([ids(300, 281), 1]);
});
