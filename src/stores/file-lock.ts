import { link, readFile, readlink, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';
import { setTimeout as rest } from 'node:timers/promises';
import { codeOf, undefinedOn } from './file-system.js';

/** Milliseconds that a lock of a process that can't be looked up is waited for. */
const MAX_WAIT = 30_000;
/** Milliseconds after which a file of a process that can't be looked up was left by it. */
const LEFT = 86_400_000;

/** Where process ids mean the same: the machine, and the container where the system says which. */
let machine: Promise<string> | undefined;

async function findMachine(): Promise<string> {
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()}${container}`.replace(/[^\w-]/g, '');
}

/** A name for a file of this process, which says whose it is: no other process ever has the same. */
export async function ownName(): Promise<string> {
  machine ??= findMachine();
  return `${await machine}.${pid}.${crypto.randomUUID()}`;
}

/** Whether the process that gave a name is alive; undefined when that can't be known here. */
async function isAlive(name: string): Promise<boolean | undefined> {
  const [itsPlace, itsPid] = name.split('.');
  machine ??= findMachine();
  // Under this process's own id, an earlier process can have run.
  if (itsPlace !== (await machine) || Number(itsPid) === pid) return undefined;
  try {
    return kill(Number(itsPid), 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Whether a file with such a name was left by a process that is over. */
export async function isLeft(path: string, name: string): Promise<boolean> {
  const alive = await isAlive(name);
  if (alive !== undefined) return !alive;
  const found = await undefinedOn(['ENOENT'], stat(path));
  return found !== undefined && found.mtimeMs < Date.now() - LEFT;
}

/**
 * Does something while no other process that asks for the same lock does. A process that is killed meanwhile leaves its
 * lock, and the next one removes it.
 */
export async function withLock<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  const own = await ownName();
  const beside = `${lock}.${own}.tmp`;
  try {
    await writeFile(beside, own, { flag: 'wx', mode: 0o600 });
    await take(lock, beside);
  } finally {
    await unlink(beside).catch(() => undefined);
  }
  try {
    return await work();
  } finally {
    await unlink(lock).catch(() => undefined);
  }
}

/** Links the file to the name of the lock, once nothing else has that name. */
async function take(lock: string, beside: string): Promise<void> {
  let known: string | undefined;
  let since = 0;
  for (let pause = 1; ; pause = Math.min(2 * pause, 16)) {
    const taken = await undefinedOn(
      ['EEXIST'],
      link(beside, lock).then(() => true),
    );
    if (taken) return;
    const holder = await undefinedOn(['ENOENT'], readFile(lock, 'utf8'));
    if (holder === undefined) continue;
    if (holder !== known) since = performance.now();
    known = holder;
    const alive = await isAlive(holder);
    if (alive === false || (alive === undefined && performance.now() - since > MAX_WAIT)) {
      await breakLock(lock, holder);
    } else await rest(pause * (0.5 + Math.random()));
  }
}

/** Removes a lock that a dead process holds. One process does it: else one could remove the lock of the next holder. */
async function breakLock(lock: string, holder: string): Promise<void> {
  await withLock(`${lock}.${holder.slice(-8)}`, async () => {
    if ((await undefinedOn(['ENOENT'], readFile(lock, 'utf8'))) === holder) await unlink(lock);
  });
}
