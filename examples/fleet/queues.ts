import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { log, told } from './log.ts';
import { settings } from './settings.ts';

/** An order as the intake takes it. */
export interface Order {
  readonly account: string;
  /** Names the order for ever. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** An event of an account's log; without `event`, an order that has to be read because no event came. */
export interface Happened {
  readonly account: string;
  readonly event?: number | undefined;
  readonly type?: string | undefined;
  readonly question?: number | undefined;
}

/** An account that needs a leader. */
export interface Led {
  readonly account: string;
}

/** Nothing that may pass is given up: a job comes again until it is done, or fails with a reason that a person reads. */
const PATIENT: JobsOptions = {
  attempts: 1_000_000,
  backoff: { type: 'fixed', delay: 5_000, jitter: 0.5 },
  // Known ids are not queued again while their jobs are kept. Later, the store and the database know them.
  removeOnComplete: { count: 10_000 },
};

/** The three queues. */
export function queues(connection: Redis) {
  const options = { connection, defaultJobOptions: PATIENT };
  const all = {
    orders: new Queue<Order>('orders', options),
    events: new Queue<Happened>('events', options),
    /** A job for each account. It is never done: whoever has it leads the account. */
    accounts: new Queue<Led>('accounts', options),
  };
  for (const queue of Object.values(all)) {
    queue.on('error', (error) => log.warn('a queue has trouble', told(error)));
  }
  return all;
}

export type Queues = ReturnType<typeof queues>;

/** What workers of all queues have in common. */
export function working(connection: Redis) {
  return {
    connection,
    lockDuration: settings.lock,
    stalledInterval: settings.lock / 2,
    // A job whose process was killed is not to blame.
    maxStalledCount: 1_000_000,
    // After Redis was away.
    runRetryDelay: 1_000,
  };
}

/** The id of an order's job. BullMQ takes neither a colon nor a plain number. */
export const orderId = ({ account, key }: Pick<Order, 'account' | 'key'>): string =>
  `${account}/${encodeURIComponent(key)}`;

/** The id of an event's job. */
export const eventId = (account: string, event: number): string => `${account}/${event}`;
