import { CheckpointConflictError, Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { elect, fencedCheckpoint } from '../../examples/fleet/leader/fence.ts';
import { countLeaders, leave, shareOf } from '../../examples/fleet/leader/share.ts';
import { withRedis } from './redis.ts';

const connect = withRedis();

function follow(client: Requester, leader: number) {
  const checkpoint = fencedCheckpoint(connect(), 'account-1', leader);
  const stream = client.events.follow({ from: 'beginning', checkpoint });
  const events = stream[Symbol.asyncIterator]();
  return async () => (await events.next()).value?.id;
}

test('a leader that another one has replaced is stopped at its next step, and the other one loses no event', async () => {
  const sandbox = createSandbox();
  const client = sandbox.requester(Requester);
  sandbox.events.append(5);
  const [first, second, third, ...others] = sandbox.events.ids();
  const redis = connect();

  const paused = follow(client, await elect(redis, 'account-1'));
  expect(await paused()).toBe(first);
  expect(await paused()).toBe(second); // so that the first one is saved
  const next = follow(client, await elect(redis, 'account-1'));
  expect(await next()).toBe(second);
  // The new leader has saved nothing yet: the number alone keeps the old one from saving.
  await expect(paused()).rejects.toThrow(CheckpointConflictError);
  expect([await next(), await next(), await next()]).toEqual([third, ...others]);
});

test('two leaders that are elected at the same moment have different numbers', async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, () => elect(connect(), 'account-1')));
  expect(new Set(numbers).size).toBe(20);
});

test('a leader counts as long as it shows life, and not after it has left', async () => {
  const redis = connect();
  expect(await countLeaders(redis, 'leader-1')).toBe(1);
  expect(await countLeaders(redis, 'leader-2')).toBe(2);
  expect(await countLeaders(redis, 'leader-2')).toBe(2);
  // It hangs for an hour.
  await redis.zincrby('fleet:leaders', -3_600, 'leader-1');
  expect(await countLeaders(redis, 'leader-2')).toBe(1);
  await countLeaders(redis, 'leader-3');
  await leave(redis, 'leader-3');
  expect(await countLeaders(redis, 'leader-2')).toBe(1);
});

test.each([
  [20, 3, 7],
  [20, 4, 5],
  [20, 0, 20],
  [2, 5, 1],
  [0, 1, 1],
])('%i accounts over %i leaders are %i each at most', (accounts, leaders, share) => {
  expect(shareOf(accounts, leaders)).toBe(share);
});
