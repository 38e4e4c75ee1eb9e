// A process that follows the event logs of its share of the accounts. Start as many as you like.
import { Worker } from 'bullmq';
import { clients, readAccounts } from './accounts.ts';
import { connect } from './connection.ts';
import { Counts } from './counts.ts';
import { FOLLOWING, WAKE } from './following.ts';
import { Leader } from './leader/lead.ts';
import { calculateShare, countLeaders, leave, takeShare } from './leader/share.ts';
import { log, told } from './log.ts';
import { type Led, queues, working } from './queues.ts';
import { settings } from './settings.ts';
import { untilAskedToEnd } from './until-asked-to-end.ts';

const redis = connect();
const counts = new Counts(redis);
const accounts = readAccounts();
const getClient = clients(accounts, redis, counts);
const all = queues(redis);

const leader = new Leader({ queues: all, getClient });

// Every leader asks for all of them: a known id is not queued again.
await all.accounts.addBulk(
  [...accounts.keys()].map((account) => ({ name: 'lead', data: { account }, opts: { jobId: account } })),
);
const worker = new Worker<Led>('accounts', (job, token, signal) => leader.lead(job, token, signal), {
  ...working(redis),
  concurrency: 1,
});
worker.on('error', (error) => log.warn('a leader has trouble', told(error)));
worker.on('failed', (job, error) => log.warn('following ended', { account: job?.id, ...told(error) }));
// Another process may have the account by now.
worker.on('lockRenewalFailed', (ids) => {
  for (const id of ids) worker.cancelJob(id, 'the lock is lost');
});

const listener = connect();
listener.on('message', (_, account) => leader.wake(account));
await listener.subscribe(WAKE);

/** What was written down of each account last. */
const written = new Map<string, string>();

/** Keeps the share right, and writes down how following goes, where that has changed. */
async function look(): Promise<void> {
  const leaders = await countLeaders(redis, settings.name);
  await takeShare(worker, leader.accounts, calculateShare(accounts.size, leaders));
  const changed: Record<string, string> = {};
  for (const [account, state] of leader.report()) {
    const line = JSON.stringify({ leader: settings.name, ...state });
    if (written.get(account) !== line) changed[account] = line;
  }
  if (Object.keys(changed).length === 0) return;
  await redis.hset(FOLLOWING, changed);
  for (const [account, line] of Object.entries(changed)) written.set(account, line);
}
const timer = setInterval(() => look().catch((error) => log.warn('no look', told(error))), 1_000);
log.info('leads', { accounts: accounts.size });

await untilAskedToEnd();
clearInterval(timer);
await leave(redis, settings.name);
leader.end();
worker.cancelAllJobs('the process ends');
await worker.close();
await counts.end();
listener.disconnect();
redis.disconnect();
process.exit();
