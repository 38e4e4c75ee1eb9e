import { log } from './log.ts';

/** Resolves when the process is asked to end, as a supervisor does: SIGTERM, or Ctrl+C. */
export async function untilAskedToEnd(): Promise<void> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
  log.info('ends', { signal });
}
