import { type Fetch, isRequesterError, Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { afterEach, expect, test } from 'vitest';
import { Counts } from '../../examples/fleet/counts.ts';
import { limitedFetch } from '../../examples/fleet/limit.ts';
import { withRedis } from './redis.ts';

const connect = withRedis();
/** 300 a minute, by default, in windows of 10 seconds. */
const A_WINDOW = 50;

const counts: Counts[] = [];
afterEach(() => Promise.all(counts.splice(0).map((each) => each.end())));

/** A process of its own, with a connection of its own. */
async function process(send: Fetch) {
  const redis = connect();
  await redis.ping();
  const counted = new Counts(redis);
  counts.push(counted);
  return limitedFetch(redis, 'account-1', counted, send);
}

test('two processes together send no more than the limit, and the rest is told to wait', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return new Response('{}');
  };
  const fetches = [await process(send), await process(send)];
  const calls = Array.from({ length: A_WINDOW + 20 }, (_, number) =>
    fetches[number % 2]?.('https://x.example', {}),
  );
  const answers = await Promise.all(calls);
  expect(sent).toBe(A_WINDOW);
  const held = answers.filter((answer) => answer?.status === 429);
  expect(held).toHaveLength(20);
  for (const answer of held) expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a 429 of the service makes the other processes wait as well', async () => {
  const refused = await process(
    async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }),
  );
  const another = await process(async () => new Response('{}'));
  expect((await another('https://x.example', {})).status).toBe(200);
  await refused('https://x.example', {});
  const answer = await another('https://x.example', {});
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(20);
});

test('an order that is held back was certainly not placed', async () => {
  const sandbox = createSandbox();
  const held = await process(
    async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }),
  );
  await held('https://x.example', {});
  const fetch = await process(sandbox.fetch);
  const { baseUrl, accessToken } = sandbox;
  const client = new Requester({ baseUrl, accessToken, fetch, maxRetryAfter: 1_000 });
  const order = { language_id: 'en', translated_language_id: 'ja', question_bodies: [{ body: 'Hello' }] };
  const error: unknown = await client.simple.questions.create(order).catch((reason) => reason);
  expect(isRequesterError(error) && error.outcome).toBe('rejected');
  expect(sandbox.orders()).toEqual([]);
});

test('nothing is sent while Redis can not be asked', async () => {
  const redis = connect();
  await redis.ping();
  let sent = 0;
  const counted = new Counts(connect());
  counts.push(counted);
  const fetch = limitedFetch(redis, 'account-1', counted, async () => {
    sent += 1;
    return new Response('{}');
  });
  redis.disconnect();
  expect((await fetch('https://x.example', {})).status).toBe(429);
  expect(sent).toBe(0);
});
