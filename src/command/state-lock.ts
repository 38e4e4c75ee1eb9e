import { readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf, unless } from '../node/flushed.js';

/** Milliseconds between two signs of life. */
const BEAT = 2_000;
/** Without a sign of life for so many milliseconds, a lock is a leftover. */
const PATIENCE = 10_000;

/** Who has a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Locks a file for this process by another one beside it. What a killed process left is taken over: at once when it ran
 * here, and after some seconds when it ran elsewhere, as in another container.
 * @returns what ends the lock; a text that names the holder when another process has it
 */
export async function lock(path: string): Promise<(() => Promise<void>) | string> {
  const self: Holder = { pid: process.pid, host: hostname() };
  while (!(await isCreated(path, JSON.stringify(self)))) {
    const holder = await holderOf(path);
    if (holder !== undefined) return describe(holder, self);
    await unless(['ENOENT'], unlink(path));
  }
  const beat = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  const beating = setInterval(beat, BEAT).unref();
  return async () => {
    clearInterval(beating);
    await unless(['ENOENT'], unlink(path));
  };
}

async function isCreated(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Who has the lock; undefined when nobody has it any more. */
async function holderOf(path: string): Promise<Partial<Holder> | undefined> {
  const found = await unless(['ENOENT'], Promise.all([readFile(path, 'utf8'), stat(path)]));
  if (found === undefined || Date.now() - found[1].mtimeMs > PATIENCE) return undefined;
  const { pid, host } = parsed(found[0]);
  const isGone = host === hostname() && (pid === process.pid || !isAlive(pid));
  return isGone ? undefined : { ...(pid && { pid }), ...(host && { host }) };
}

/** Empty while it is being written, and when somebody else has written it. */
function parsed(text: string): Partial<Holder> {
  try {
    const { pid, host } = Object(JSON.parse(text));
    return Number.isSafeInteger(pid) && typeof host === 'string' ? { pid, host } : {};
  } catch {
    return {};
  }
}

function isAlive(pid = 0): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It can belong to another user.
    return codeOf(error) === 'EPERM';
  }
}

function describe({ pid, host }: Partial<Holder>, self: Holder): string {
  if (pid === undefined) return 'another process';
  return host === self.host ? `process ${pid}` : `process ${pid} on ${host}`;
}
