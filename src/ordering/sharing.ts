import { Deadline } from '../core/http/deadline.js';
import type { Limits } from './budget.js';
import { BudgetError } from './errors.js';
import type { Placement } from './order-kind.js';
import { Shared } from './shared-task.js';

/** What a caller wants, as far as it decides with whom it shares an attempt. */
export interface Wanted {
  /** What only one attempt at a time is made for. */
  readonly scope: string;
  /** What is ordered. */
  readonly content: string;
  readonly limits: Limits;
}

interface UnderWay extends Wanted {
  readonly attempt: Shared<unknown>;
  /** Resolves when the attempt has ended. To wait for that is not to want its result, so it keeps nothing alive. */
  readonly ended: Promise<void>;
}

/** Orders under way in this process; kept only while they last. */
const underWay = new Map<string, UnderWay>();

/**
 * Calls for the same order share one attempt; only the one that began it has placed the order. A different order
 * under the same key waits its turn, and then meets what was placed.
 */
export async function shareAttempt<Result extends Placement>(
  wanted: Wanted,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { scope } = wanted;
  for (let current = underWay.get(scope); current !== undefined; current = underWay.get(scope)) {
    const shared = await joined(current, wanted, signal);
    // The scope holds the kind of order, so the attempt's result is of this kind.
    if (shared !== undefined) return { ...(shared as Result), placed: false };
  }
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const attempt = new Shared(async (abandoned) => {
    try {
      return await work(abandoned);
    } finally {
      // Not before: an attempt stays under way until it ends, even when the call that began it is aborted.
      underWay.delete(scope);
      end();
    }
  });
  underWay.set(scope, { ...wanted, attempt, ended });
  return attempt.join(signal);
}

/** What the attempt under way comes to; undefined, after its end, when that is no answer for this caller. */
async function joined(current: UnderWay, wanted: Wanted, signal: AbortSignal | undefined): Promise<unknown> {
  if (current.content !== wanted.content || current.attempt.abandoned) {
    await endOf(current, signal);
    return undefined;
  }
  try {
    return await current.attempt.join(signal);
  } catch (error) {
    // The limits of the call that began it are not those of this one.
    if (error instanceof BudgetError && !sameLimits(current.limits, wanted.limits)) return undefined;
    throw error;
  }
}

async function endOf({ ended }: UnderWay, signal: AbortSignal | undefined): Promise<void> {
  const deadline = new Deadline(Number.POSITIVE_INFINITY, signal);
  try {
    await deadline.race(ended);
  } finally {
    deadline.dispose();
  }
}

function sameLimits(one: Limits, other: Limits): boolean {
  return one.maxPoints === other.maxPoints && one.budget === other.budget;
}
