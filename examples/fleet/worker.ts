// A process that places orders and fetches results. Start as many as you like.
import { Worker } from 'bullmq';
import { clients, readAccounts } from './accounts.ts';
import { connect } from './connection.ts';
import { Counts } from './counts.ts';
import { log, told } from './log.ts';
import { type Happened, type Order, queues, working } from './queues.ts';
import { openDatabase, Results } from './results.ts';
import { settings } from './settings.ts';
import { untilAskedToEnd } from './until-asked-to-end.ts';
import { collect } from './worker/collect.ts';
import { place } from './worker/place.ts';
import { SWEEP, scheduleSweeps, sweep } from './worker/sweep.ts';

const redis = connect();
const counts = new Counts(redis);
const results = new Results(await openDatabase());
const getClient = clients(readAccounts(), redis, counts);
const all = queues(redis);

const tools = { getClient, results, counts, redis };
const options = { ...working(redis), concurrency: settings.atOnce };

const workers = [
  new Worker<Order>('orders', (job, token) => place(job, token, tools), options),
  new Worker<Happened>(
    'events',
    (job, token) => (job.name === SWEEP ? sweep(all, results) : collect(job, token, tools)),
    options,
  ),
];
for (const worker of workers) {
  worker.on('error', (error) => log.warn('a worker has trouble', told(error)));
  worker.on('failed', (job, error) => log.warn('a job failed', { job: job?.id, ...told(error) }));
}
await scheduleSweeps(all);
log.info('works', { atOnce: settings.atOnce });

await untilAskedToEnd();
await Promise.all(workers.map((worker) => worker.close()));
await counts.end();
await results.close();
redis.disconnect();
process.exit();
