import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Irregular = 'a pipe' | 'a socket' | 'a folder' | 'a link to a device' | 'a huge file';

/** What a stranger can put where a file should be. Windows has no pipes, sockets and devices among its files, and fills large ones. */
export const IRREGULAR: readonly Irregular[] =
  process.platform === 'win32'
    ? ['a folder']
    : ['a pipe', 'a socket', 'a folder', 'a link to a device', 'a huge file'];

const run = promisify(execFile);

/** Puts it at a path. */
export async function plant(kind: Irregular, path: string): Promise<void> {
  if (kind === 'a pipe') await run('mkfifo', [path]);
  else if (kind === 'a socket') await plantSocket(path);
  else if (kind === 'a folder') await mkdir(path);
  else if (kind === 'a link to a device') await symlink('/dev/zero', path);
  else {
    const file = await open(path, 'wx', 0o600);
    // It takes no place on the disk.
    await file.truncate(10 * 2 ** 30);
    await file.close();
  }
}

/** The path of a socket may have 107 characters, so it is made elsewhere. */
async function plantSocket(path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 's-'));
  const server = createServer().listen(join(folder, 's'));
  await once(server, 'listening');
  await rename(join(folder, 's'), path);
  server.close();
  await rm(folder, { recursive: true });
}

/** How long a failing test waits. */
const LIMIT = 10_000;

/** The outcome of work that a pipe at this path could stop. @throws Error when it is still waiting */
export async function endsAt<Result>(path: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It waits for somebody who writes.')), LIMIT);
  });
  try {
    return await Promise.race([work, waiting]);
  } finally {
    clearTimeout(timer);
    // Who waits for a writer gets one, so that the process can end.
    const writer = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
    await writer?.close();
  }
}
