import { readFields } from './kinds.js';
/** The longest delay of a timer, in milliseconds. On some platforms, a longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** How long a store waits for an answer, in milliseconds. */
export const ANSWER_TIMEOUT = 10_000;

/** Asks a database. Rejects when the answer takes longer than `ms` milliseconds. */
export async function askWithin<Answer>(ms: number, ask: () => Answer): Promise<Awaited<Answer>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no answer within ${ms} ms`));
    timer = setTimeout(fail, Math.min(ms, LONGEST_TIMER));
  });
  try {
    return await Promise.race([ask(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why it failed. Only the message is kept: an error of a database or of its client can hold all its texts. */
export function describeCause(error: unknown): string {
  // Not `instanceof`: in a test, an error of Node can be of another realm.
  const { message } = readFields(error);
  return typeof message === 'string' ? message : 'no reason given';
}
