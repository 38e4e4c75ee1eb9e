import { describe, expect, test } from 'vitest';
import { answer, rejection, requesterOn } from '../../recorded-fetch.js';
import { Replicas, type ReplicasOptions } from '../core/paging/replicas.js';
import { DAY, MINUTE } from './world.js';

const KEY = 'order-7';
const order = {
  language_id: 'ja',
  translated_language_id: 'en',
  questions: [{ type: 'string', body: 'Hello', custom_field: KEY }],
} as const;

/** Orders with a key that an order of the service has, and says whether that was ordered again. */
async function isOrderedAgain(
  service: Replicas,
  { lookback = 400 * DAY, requester = requesterOn(service.fetch) } = {},
): Promise<boolean> {
  await requester.projects.create(order, { once: true, lookback }).catch(() => undefined);
  return service.written.includes('POST /api/v1/projects');
}

describe('an order that only some replicas show', () => {
  const newest = (options: Partial<ReplicasOptions>) =>
    new Replicas({ size: 300, behind: [0, 20], keyed: { id: 300, key: KEY }, ...options });

  test('is found if a later page has a greater total than the first', async () => {
    expect(await isOrderedAgain(newest({ choices: [1, 0, 0, 0, 0, 0, 0, 0] }))).toBe(false);
  });

  test('is found too if the search need not read to the end', async () => {
    const service = newest({
      size: 2_000,
      keyed: { id: 2_000, key: KEY },
      choices: [1, 0, 0, 0, 0, 0, 0, 0],
    });
    expect(await isOrderedAgain(service, { lookback: 110 * MINUTE })).toBe(false);
    // The two pages that it needs, what was read ahead meanwhile, and the first page again.
    expect(service.pages.length).toBeLessThan(8);
  });

  test('is found if the first page has a smaller total than an earlier search has seen', async () => {
    const service = newest({ behind: [0, 40], keyed: { id: 330, key: KEY }, choices: [0, 1, 1, 0] });
    const requester = requesterOn(service.fetch);
    const another = { ...order, questions: [{ ...order.questions[0], custom_field: 'other' }] };
    await requester.projects.create(another, { once: true }).catch(() => undefined);
    service.written.length = 0;
    for (let left = 30; left > 0; left -= 1) service.insert();
    expect(await isOrderedAgain(service, { requester })).toBe(false);
  });

  test('is not found if no replica that shows it answers', async () => {
    expect(await isOrderedAgain(newest({ choices: Array(50).fill(1) }))).toBe(true);
  });
});

test('a listing that has become shorter since an earlier search is believed after a few readings of its first page', async () => {
  const service = new Replicas({ size: 80, behind: [0] });
  const requester = requesterOn(service.fetch);
  const countPages = async (): Promise<number> => {
    service.pages.length = 0;
    await isOrderedAgain(service, { requester });
    return service.pages.length;
  };
  const before = await countPages();
  for (let left = 30; left > 0; left -= 1) service.remove(0);
  expect([before, await countPages(), await countPages()]).toEqual([1, 9, 1]);
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
