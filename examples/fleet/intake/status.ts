import { COUNTS } from '../counts.ts';
import { FOLLOWING, type Following } from '../following.ts';
import type { PlacedOrder } from '../results.ts';
import { type UnknownOrder, unknownOrders } from '../unknown.ts';
import type { Intake } from './app.ts';

/** How many jobs of a queue are in each state. */
type Depths = Readonly<Record<string, number>>;

/** How the fleet is, at one moment. */
export interface Status {
  readonly totals: { readonly placed: number; readonly open: number; readonly events: number };
  /** Such as `orders placed`, by what is counted and its outcome. */
  readonly counts: Readonly<Record<string, number>>;
  readonly queues: Readonly<Record<string, Depths>>;
  readonly following: Readonly<Record<string, Following>>;
  /** Orders that a person has to look for. */
  readonly unknown: readonly (UnknownOrder & { readonly job: string })[];
  /** Orders that failed for good, with the reason. */
  readonly failed: readonly { readonly job: string; readonly reason: string }[];
  /** Jobs that failed and will come again, with the reason: a token that is refused, an account that can't be followed. */
  readonly troubles: readonly { readonly job: string; readonly reason: string }[];
  /** The oldest orders that wait for their translators. */
  readonly open: readonly PlacedOrder[];
}

/** Rows of each list. */
const ROWS = 100;

export async function readStatus({ redis, queues, results }: Intake): Promise<Status> {
  const all = Object.values(queues);
  const [counts, following, unknown, failed, ...depths] = await Promise.all([
    redis.hgetall(COUNTS),
    redis.hgetall(FOLLOWING),
    unknownOrders(redis),
    queues.orders.getFailed(0, ROWS - 1),
    ...all.map((queue) => queue.getJobCounts('wait', 'active', 'delayed', 'failed')),
  ]);
  const delayed = (await Promise.all(all.map((queue) => queue.getDelayed(0, ROWS - 1)))).flat();
  return {
    totals: await results.totals(),
    counts: mapped(counts, Number),
    queues: Object.fromEntries(Object.keys(queues).map((name, index) => [name, depths[index] ?? {}])),
    following: mapped(following, (text): Following => JSON.parse(text)),
    unknown,
    failed: failed.map(({ id = '', failedReason }) => ({ job: id, reason: failedReason })),
    troubles: delayed
      .filter(({ failedReason }) => failedReason)
      .map(({ id = '', queueName, failedReason }) => ({ job: `${queueName} ${id}`, reason: failedReason })),
    open: await results.open(ROWS),
  };
}

function mapped<Value>(
  texts: Readonly<Record<string, string>>,
  to: (text: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, to(text)]));
}
