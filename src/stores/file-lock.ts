import { link, readFile, readlink, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, undefinedOn } from './file-system.js';

/** The longest wait for a lock, in milliseconds, when its process can't be looked up from here. */
const MAX_WAIT = 30_000;

/** The scope of process ids: the machine, and the container where the system names it. */
let machine: Promise<string> | undefined;

async function findMachine(): Promise<string> {
  const container = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()}${container}`.replace(/[^\w-]/g, '');
}

/** A unique name for a file. It says which process the file belongs to. */
async function ownName(): Promise<string> {
  machine ??= findMachine();
  return `${await machine}.${pid}.${crypto.randomUUID()}`;
}

/** Whether the process of a name is alive; undefined when that can't be known here. */
async function isAlive(name: string): Promise<boolean | undefined> {
  const [itsMachine, itsPid] = name.split('.');
  machine ??= findMachine();
  // An earlier process can have had the id of this one.
  if (itsMachine !== (await machine) || Number(itsPid) === pid) return undefined;
  try {
    return kill(Number(itsPid), 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Runs `work` while this process alone holds the lock. A process that is killed meanwhile leaves its lock, and the next
 * one removes it.
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
    } else await sleep(pause * (0.5 + Math.random()));
  }
}

/** Removes the lock of a dead process. Only one process does so at a time, or it could remove the next holder's lock. */
async function breakLock(lock: string, holder: string): Promise<void> {
  await withLock(`${lock}.${holder.slice(-8)}`, async () => {
    if ((await undefinedOn(['ENOENT'], readFile(lock, 'utf8'))) === holder) await unlink(lock);
  });
}
