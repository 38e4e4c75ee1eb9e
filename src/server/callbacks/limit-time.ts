import { type Deadline, DeadlineExpired, TimeoutError, withDeadline } from '../../internals.js';

/**
 * Settles like `work`. What does not end in time is let go, so that nothing that hangs holds anything else.
 *
 * @param what what did not happen, for the message
 * @throws TimeoutError
 */
export async function limitTime<Result>(
  ms: number,
  what: string,
  work: (deadline: Deadline) => Result | Promise<Result>,
): Promise<Result> {
  try {
    // In an async function: work that throws synchronously then rejects too.
    return await withDeadline(ms, undefined, (deadline) => deadline.race((async () => work(deadline))()));
  } catch (error) {
    if (!(error instanceof DeadlineExpired)) throw error;
    const advice = { code: 'expect-delivery', text: 'The service will deliver it again.' } as const;
    throw new TimeoutError(`${what} within ${ms} ms`, { outcome: 'not_sent', advice });
  }
}
