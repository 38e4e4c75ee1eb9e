import { log } from './log.ts';

/** Milliseconds for work in hand. What takes longer goes to another process, as after a kill. */
const LONGEST = 10_000;

/** Resolves when the process is asked to end: by SIGTERM, by Ctrl+C, or by the end of the process that started it. */
export async function untilAskedToEnd(): Promise<void> {
  const reason = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, () => resolve(name));
  });
  setTimeout(() => process.exit(1), LONGEST).unref();
  log.info('ends', { reason });
}
