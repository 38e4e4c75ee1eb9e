import { log } from './log.ts';

/**
 * Resolves when the process is asked to end: by SIGTERM, by Ctrl+C, or by the end of the process that started it.
 *
 * @param longest milliseconds for work in hand. What takes longer goes to another process, as after a kill
 */
export async function untilAskedToEnd(longest = 10_000): Promise<void> {
  const reason = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(name, () => resolve(name));
  });
  setTimeout(() => process.exit(1), longest).unref();
  log.info('ends', { reason });
}
