import { setTimeout as rest } from 'node:timers/promises';
import type { Order } from '../queues.ts';
import { orderId } from '../queues.ts';
import type { Intake } from './app.ts';

/** Milliseconds that a caller waits for Redis. */
const PATIENCE = 5_000;

/** What a caller is answered. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

type Field = keyof Order;

const FIELDS: readonly Field[] = ['account', 'key', 'from', 'to', 'text'];

/** What is wrong with an order, by field. */
function mistakes(order: Partial<Record<Field, unknown>>, accounts: Intake['accounts']): object | undefined {
  const found: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const value = order[field];
    if (typeof value !== 'string' || value === '') found[field] = 'must be a text that is not empty';
  }
  const { account, key } = order;
  if (typeof account === 'string' && !accounts.has(account)) found.account ??= 'is not an account of ours';
  if (!isKey(key))
    found.key ??=
      'must be in form NFC, without control characters or white space around it, and 255 bytes at most';
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Whether it can name an order: the service must give it back as it is, and half a character can't be sent or NUL stored. */
function isKey(key: unknown): key is string {
  if (typeof key !== 'string' || /[\p{Surrogate}\p{Control}]/u.test(key)) return false;
  return key === key.normalize().trim() && Buffer.byteLength(key) <= 255;
}

/**
 * Queues an order. 202 is a promise: Redis has written it to its disk. 503 says that Redis has not answered; the same
 * order can be sent again, since its key is the id of its job.
 */
export async function takeOrder({ accounts, queues, counts }: Intake, given: unknown): Promise<Answer> {
  const order: Partial<Record<Field, unknown>> = Object(given);
  const errors = mistakes(order, accounts);
  if (errors !== undefined) return { status: 422, body: { errors } };
  // Each field has just been checked to be a text.
  const { account, key, from, to, text } = order as Order;
  const wanted: Order = { account, key, from, to, text };
  const queued = queues.orders.add('place', wanted, { jobId: orderId(wanted) }).then(async ({ id = '' }) => {
    return (await queues.orders.getJob(id))?.data ?? wanted;
  });
  queued.catch(() => undefined);
  const kept = await Promise.race([queued, rest(PATIENCE, undefined, { ref: false })]);
  if (kept === undefined) return { status: 503, body: { message: 'Redis does not answer. Send it again.' } };
  if (FIELDS.some((field) => kept[field] !== wanted[field])) {
    return {
      status: 409,
      body: { message: 'A different order has this key. Use a new key for a new text.' },
    };
  }
  counts.add('orders', 'accepted');
  return { status: 202, body: { account, key } };
}

/** How an order is: its state, and its result when there is one. */
export async function lookUp(
  { queues, results }: Intake,
  account: string,
  key: string,
): Promise<object | undefined> {
  const found = await results.find(account, key);
  if (found !== undefined)
    return { account, key, state: found.outcome, texts: found.texts, question: found.question };
  const job = isKey(key) ? await queues.orders.getJob(orderId({ account, key })) : undefined;
  if (job === undefined) return undefined;
  return { account, key, state: await job.getState(), reason: job.failedReason };
}
