import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer, rejection, requesterOn } from '../recorded-fetch.js';
import {
  type Change,
  insertion,
  Replicas,
  type ReplicasOptions,
  removal,
  someChanges,
  someChoices,
  someCopies,
} from '../replicas.js';
import { runs } from '../runs.js';
import { DAY } from './world.js';

const KEY = 'order-7';
const order = {
  language_id: 'ja',
  translated_language_id: 'en',
  questions: [{ type: 'string', body: 'Hello', custom_field: KEY }],
} as const;

/** Orders with a key that an order of the service has, and says whether that was ordered again. */
async function isOrderedAgain(service: Replicas): Promise<boolean> {
  const requester = requesterOn(service.fetch);
  await requester.projects.create(order, { once: true, lookback: 400 * DAY }).catch(() => undefined);
  return service.written.includes('POST /api/v1/projects');
}

async function itIsFound(changes: fc.Arbitrary<Change[][]>, behind = someCopies): Promise<void> {
  const scenes = fc.record({
    size: fc.integer({ min: 61, max: 420 }),
    choices: someChoices,
    behind,
    changes,
  });
  const property = fc.asyncProperty(scenes, fc.nat(1_000), async (options, place) => {
    // Every copy shows it.
    const id = 1 + (place % (options.size - 60));
    const service = new Replicas({ ...options, keyed: { id, key: KEY } });
    const isAgain = await isOrderedAgain(service);
    if (service.ids.includes(id)) expect(isAgain).toBe(false);
  });
  await fc.assert(property, runs(500));
}

describe('an order that is there from the beginning of a search to its end is found', () => {
  test('while some pages come from copies that are behind, and orders are placed', () =>
    itIsFound(someChanges(insertion)));

  test('while some pages come from copies that are behind, and orders are removed', () =>
    itIsFound(
      fc.array(fc.array(removal, { maxLength: 1 }), { maxLength: 19 }),
      fc.constantFrom<number[][]>([0, 20], [0, 60], [0, 60, 60, 60]),
    ));

  test('while orders are placed and removed, also as many as are removed', () =>
    itIsFound(someChanges(fc.oneof(insertion, removal)), fc.constant([0])));
});

describe('an order that only some copies show', () => {
  const newest = (options: Partial<ReplicasOptions>) =>
    new Replicas({ size: 300, behind: [0, 20], keyed: { id: 300, key: KEY }, ...options });

  test('is found if a later page has a greater total than the first', async () => {
    expect(await isOrderedAgain(newest({ choices: [1, 0, 0, 0, 0, 0, 0, 0] }))).toBe(false);
  });

  test('is not found if no copy that shows it answers', async () => {
    expect(await isOrderedAgain(newest({ choices: Array(50).fill(1) }))).toBe(true);
  });
});

test.each(['"12"', '9007199254740993', 'null', '-1'])(
  'a listed question with the id %s fails the search, and nothing is ordered, whatever onUnexpectedShape says',
  async (id) => {
    for (const onUnexpectedShape of ['throw', 'warn', 'ignore'] as const) {
      const methods: (string | undefined)[] = [];
      const question = `{"id":${id},"project_id":5,"created_at":"2026-03-01T00:00:00.000Z","custom_field":null}`;
      const requester = requesterOn(
        async (_, init) => {
          methods.push(init.method);
          return answer(
            `{"success":true,"message":"OK","page":1,"per_page":100,"total_pages":1,"total_count":1,"questions":[${question}]}`,
          );
        },
        { onUnexpectedShape },
      );
      const error = await rejection(requester.projects.create(order, { once: true }));
      expect(error).toMatchObject({ name: 'UnexpectedAnswerError', outcome: 'not_sent' });
      expect(methods).not.toContain('POST');
    }
  },
);
