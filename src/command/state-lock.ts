import { readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { codeOf, undefinedOn } from './files.js';

/** Milliseconds between two signs of life. */
const HEARTBEAT = 2_000;
/** Milliseconds until another look, while another process removes a leftover. */
const RETRY_PAUSE = 20;
/** Without a sign of life for so many milliseconds, a lock is a leftover. */
const STALE_AFTER = 10_000;

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
    if (typeof holder === 'object') return describe(holder, self);
    if (holder === 'gone') await removeStale(path);
  }
  const beat = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  const beating = setInterval(beat, HEARTBEAT).unref();
  return async () => {
    clearInterval(beating);
    await undefinedOn(['ENOENT'], unlink(path));
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

/** One process at a time, so that none removes the lock that another one has just made in the place of the leftover. */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.guard`;
  if (!(await isCreated(guard, ''))) {
    await setTimeout(RETRY_PAUSE);
    if ((await holderOf(guard)) === 'gone') await undefinedOn(['ENOENT'], unlink(guard));
    return;
  }
  try {
    if ((await holderOf(path)) === 'gone') await undefinedOn(['ENOENT'], unlink(path));
  } finally {
    await undefinedOn(['ENOENT'], unlink(guard));
  }
}

/** Who has the lock, as far as it says; `gone` when its holder is, and undefined when there is no lock. */
async function holderOf(path: string): Promise<Partial<Holder> | 'gone' | undefined> {
  const found = await undefinedOn(['ENOENT'], Promise.all([readFile(path, 'utf8'), stat(path)]));
  if (found === undefined) return undefined;
  if (Date.now() - found[1].mtimeMs > STALE_AFTER) return 'gone';
  const holder = parseHolder(found[0]);
  const isGone = holder.host === hostname() && (holder.pid === process.pid || !isAlive(holder.pid));
  return isGone ? 'gone' : holder;
}

/** Empty while it is being written, and when somebody else has written it. */
function parseHolder(text: string): Partial<Holder> {
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
