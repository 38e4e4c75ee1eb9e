import { Deadline } from '../core/http/deadline.js';
import type { Limits } from './budget.js';
import { BudgetError } from './errors.js';
import type { Placement } from './order-kind.js';
import { SharedTask } from './shared-task.js';

/** What decides whether two callers can share an attempt. */
export interface SharingKey {
  /** Only one attempt at a time is made for each scope. */
  readonly scope: string;
  /** A checked order: its fields are always in the same order. */
  readonly order: object;
  readonly limits: Limits;
}

interface RunningAttempt extends SharingKey {
  readonly attempt: SharedTask<unknown>;
  /** Resolves when the attempt has ended. To wait for this does not keep the attempt alive, as joining does. */
  readonly ended: Promise<void>;
}

/** Attempts that run in this process now. */
const runningAttempts = new Map<string, RunningAttempt>();

/**
 * Calls for the same order share one attempt; `placed` is true only for the call that began it. A different order with
 * the same key waits until that attempt has ended, and then finds what was placed.
 */
export async function shareAttempt<Result extends Placement>(
  sharing: SharingKey,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { scope } = sharing;
  for (
    let current = runningAttempts.get(scope);
    current !== undefined;
    current = runningAttempts.get(scope)
  ) {
    const shared = await joinOrWait(current, sharing, signal);
    // The scope contains the kind of order, so the result has the right type.
    if (shared !== undefined) return { ...(shared as Result), placed: false };
  }
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const attempt = new SharedTask(async (abandoned) => {
    try {
      return await work(abandoned);
    } finally {
      // Removed only now: the attempt can go on after the call that began it is aborted.
      runningAttempts.delete(scope);
      end();
    }
  });
  runningAttempts.set(scope, { ...sharing, attempt, ended });
  return attempt.join(signal);
}

/** The result of the running attempt. Undefined when that has ended and this caller must make its own attempt. */
async function joinOrWait(
  current: RunningAttempt,
  sharing: SharingKey,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!isSameOrder(current.order, sharing.order) || current.attempt.abandoned) {
    await endOf(current, signal);
    return undefined;
  }
  try {
    return await current.attempt.join(signal);
  } catch (error) {
    // The order was too expensive for the limits of that call. This call has other limits.
    if (error instanceof BudgetError && !sameLimits(current.limits, sharing.limits)) return undefined;
    throw error;
  }
}

async function endOf({ ended }: RunningAttempt, signal: AbortSignal | undefined): Promise<void> {
  const deadline = new Deadline(Number.POSITIVE_INFINITY, signal);
  try {
    await deadline.race(ended);
  } finally {
    deadline.dispose();
  }
}

function isSameOrder(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sameLimits(one: Limits, other: Limits): boolean {
  return one.maxPoints === other.maxPoints && one.budget === other.budget;
}
