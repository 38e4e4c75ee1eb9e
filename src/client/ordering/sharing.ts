import type { Limits } from './budget.js';
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

/** Attempts that run in this process now. */
const runningAttempts = new Map<string, SharingKey & { readonly attempt: SharedTask<Placement> }>();

/**
 * Calls for the same order within the same limits share one attempt; `placed` is true only for the call that began it.
 * Any other call with the same key waits until that attempt has ended, and then finds what was placed.
 */
export async function shareAttempt<Result extends Placement>(
  sharing: SharingKey,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { scope } = sharing;
  for (;;) {
    const running = runningAttempts.get(scope);
    if (running === undefined) break;
    const { attempt } = running;
    // The scope contains the kind of order, so the result has the right type.
    if (!attempt.abandoned && isSame(running, sharing))
      return { ...((await attempt.join(signal)) as Result), placed: false };
    await attempt.ended(signal);
  }
  // Removed only at its end: the attempt can go on after the call that began it is aborted.
  const attempt = new SharedTask(
    (abandoned) => work(abandoned).finally(() => runningAttempts.delete(scope)),
    signal,
  );
  runningAttempts.set(scope, { ...sharing, attempt });
  return attempt.join(signal);
}

function isSame(one: SharingKey, other: SharingKey): boolean {
  const { maxPoints, budget } = one.limits;
  const isWithinSame = maxPoints === other.limits.maxPoints && budget === other.limits.budget;
  return isWithinSame && JSON.stringify(one.order) === JSON.stringify(other.order);
}
