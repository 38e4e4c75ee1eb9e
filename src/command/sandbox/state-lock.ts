import { stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { isWhole, parseJson, readFields } from '../../base/kinds.js';
import { catchCodes, readErrorCode, readRegularFile } from '../../command-internals.js';

/** Milliseconds between updates of the lock file's time, which show that its process is alive. */
const HEARTBEAT = 2_000;
/** Milliseconds to wait while another process removes a stale lock. */
const RETRY_PAUSE = 20;
/** A lock that was not updated for so many milliseconds is stale. */
const STALE_AFTER = 10_000;
/** Bytes of a lock file. */
const MAX_LOCK_SIZE = 2 ** 12;

/** The process that has a lock. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes a lock, which is a file. The lock of a killed process is taken over: at once if the process ran on this machine,
 * else after some seconds, for example if it ran in another container.
 *
 * @returns a function that releases the lock; or a string that names its holder, if another process has it
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | string> {
  const self: LockHolder = { pid: process.pid, host: hostname() };
  while (!(await tryCreate(path, JSON.stringify(self)))) {
    const holder = await readHolder(path);
    if (typeof holder === 'object') {
      const { pid, host } = holder;
      if (pid === undefined) return 'another process';
      return host === self.host ? `process ${pid}` : `process ${pid} on ${host}`;
    }
    if (holder === 'gone') await removeStale(path);
  }
  const renew = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  const beating = setInterval(renew, HEARTBEAT).unref();
  return async () => {
    clearInterval(beating);
    await catchCodes(['ENOENT'], unlink(path));
  };
}

async function tryCreate(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. A guard file lets one process do it at a time, so that none removes another's new lock. */
async function removeStale(path: string): Promise<void> {
  const guard = `${path}.guard`;
  if (!(await tryCreate(guard, ''))) {
    await setTimeout(RETRY_PAUSE);
    if ((await readHolder(guard)) === 'gone') await catchCodes(['ENOENT'], unlink(guard));
    return;
  }
  try {
    if ((await readHolder(path)) === 'gone') await catchCodes(['ENOENT'], unlink(path));
  } finally {
    await catchCodes(['ENOENT'], unlink(guard));
  }
}

/** Reads the holder of a lock, as far as the file says; `gone` if the lock is stale, undefined if there is none. */
async function readHolder(path: string): Promise<Partial<LockHolder> | 'gone' | undefined> {
  const reads = Promise.all([readRegularFile(path, { maxSize: MAX_LOCK_SIZE }), stat(path)]);
  const found = await catchCodes(['ENOENT'], reads);
  if (found === undefined) return undefined;
  if (Date.now() - found[1].mtimeMs > STALE_AFTER) return 'gone';
  const { pid, host } = readFields(parseJson(found[0].toString()));
  // The file is being written, or is not a lock.
  if (!isWhole(pid, 0) || typeof host !== 'string') return {};
  const isGone = host === hostname() && (pid === process.pid || !isAlive(pid));
  return isGone ? 'gone' : { pid, host };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive, and belongs to another user.
    return readErrorCode(error) === 'EPERM';
  }
}
