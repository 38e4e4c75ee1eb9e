import { setImmediate as turn } from 'node:timers/promises';

const MIB = 2 ** 20;

interface Collection {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

/** As far as it can be given back; without that, a process keeps what it once needed. */
const THOROUGH: Collection = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/** MiB that the process holds on to, after a collection; needs --expose-gc. */
export async function retained(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('This needs node --expose-gc.');
  // Twice, with a turn between them, for what only a finalizer lets go.
  gc(THOROUGH);
  await turn();
  gc(THOROUGH);
  return process.memoryUsage.rss() / MIB;
}

/** The most MiB that the process has ever held. */
export function peak(): number {
  return process.resourceUsage().maxRSS / 1024;
}
