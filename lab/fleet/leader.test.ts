import { Worker } from 'bullmq';
import { Requester } from 'translation-requester';
import { redisStore } from 'translation-requester/redis';
import { createSandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { Leader } from '../../examples/fleet/leader/lead.ts';
import { calculateShare, countLeaders, leave } from '../../examples/fleet/leader/share.ts';
import { type Led, type Queues, queues } from '../../examples/fleet/queues.ts';
import { withRedis } from './redis.ts';

const connect = withRedis();

/** The account's job, as a worker of BullMQ takes it. */
async function findJob({ accounts }: Queues) {
  await accounts.add('lead', { account: 'account-1' }, { jobId: 'account-1' });
  const worker = new Worker<Led>('accounts', null, { connection: connect() });
  const job = await worker.getNextJob('token');
  if (job === undefined) throw new Error('There is no job.');
  return { job, close: () => worker.close() };
}

test('of two leaders of one account, one is stopped at its next step, and no event is lost or queued twice', async () => {
  const sandbox = createSandbox();
  const redis = connect();
  const all = queues(redis);
  const { job, close } = await findJob(all);
  const ending = new AbortController();
  const queued = async () => (await all.events.getWaiting()).map(({ data }) => data.event).sort();
  const lead = () => {
    const client = sandbox.requester(Requester, { store: redisStore(connect()) });
    const leader = new Leader({ queues: all, getClient: () => client });
    const end = leader.lead(job, 'token', ending.signal).catch((error: Error) => error.name);
    return { leader, end, isFollowing: () => leader.report().get('account-1')?.lastPoll !== undefined };
  };
  sandbox.events.append(3);
  const paused = lead();
  await expect.poll(queued).toEqual(sandbox.events.ids());
  const next = lead();
  await expect.poll(next.isFollowing).toBe(true);

  sandbox.events.append(3);
  for (const { leader } of [paused, next]) leader.wake('account-1');
  expect(await Promise.race([paused.end, next.end])).toBe('CheckpointConflictError');
  sandbox.events.append(3);
  for (const { leader } of [paused, next]) leader.wake('account-1');
  await expect.poll(queued).toEqual(sandbox.events.ids());
  ending.abort();
  expect([await paused.end, await next.end].sort()).toEqual(['CheckpointConflictError', 'WaitingError']);
  await close();
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
  expect(calculateShare(accounts, leaders)).toBe(share);
});
