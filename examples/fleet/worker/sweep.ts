import type { Queues } from '../queues.ts';
import type { Results } from '../results.ts';
import { settings } from '../settings.ts';

/** The name of the job that looks for orders of which nothing was heard. */
export const SWEEP = 'sweep';

/** Has the queue look for them from time to time. Every worker asks for it, and there is one. */
export async function scheduleSweeps({ events }: Queues): Promise<void> {
  const every = Math.min(60_000, settings.patience);
  await events.upsertJobScheduler(SWEEP, { every }, { name: SWEEP, data: { account: '' } });
}

/** Queues a look at each order that has had no result for long: an order can end without an event. */
export async function sweep({ events }: Queues, results: Results): Promise<void> {
  const orders = await results.overdue(Date.now() - settings.patience);
  await events.addBulk(
    orders.map(({ account, question }) => ({
      name: 'look',
      data: { account, question },
      opts: { jobId: `${account}/look/${question}`, removeOnComplete: true },
    })),
  );
}
