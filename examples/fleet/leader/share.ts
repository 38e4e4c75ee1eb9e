import type { Worker } from 'bullmq';
import type { Queues } from '../queues.ts';

/** What each of the leaders takes, so that all accounts are led. */
export const shareOf = (accounts: number, leaders: number): number =>
  Math.max(1, Math.ceil(accounts / Math.max(1, leaders)));

/**
 * Takes a fair share of the accounts: as many jobs at once as there are accounts for each leader. BullMQ counts the
 * leaders. When there are more of them, what is too much goes back to the queue, and another leader takes it.
 */
export async function takeShare(
  worker: Worker,
  { accounts }: Pick<Queues, 'accounts'>,
  led: readonly string[],
  total: number,
): Promise<number> {
  const share = shareOf(total, await accounts.getWorkersCount());
  const grows = share > worker.concurrency;
  worker.concurrency = share;
  for (const account of led.slice(share)) worker.cancelJob(account, 'another leader takes the account');
  if (grows) {
    // A worker with all hands full looks for more only after this.
    await worker.pause(true);
    await worker.resume();
  }
  return share;
}
