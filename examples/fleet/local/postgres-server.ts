import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { setTimeout as rest } from 'node:timers/promises';
import { Client } from 'pg';

/** A real server of its own, which listens on a socket in its folder. */
export interface PostgresServer {
  /** What tells `pg` where it is. */
  readonly env: Readonly<Record<'PGHOST' | 'PGUSER' | 'PGDATABASE', string>>;
  /** The same as an address. */
  readonly url: string;
  /** Has it crash, as at a power cut, and starts it again from its log. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Where Debian puts the programs of the newest version. */
async function programs(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return join(root, newest, 'bin');
}

/** PostgreSQL refuses to run as root: then it runs as the user that Debian made for it. */
function userOfServer(): { readonly uid?: number; readonly gid?: number } {
  if (getuid?.() !== 0) return {};
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

/** @param detached whether Ctrl+C at a terminal leaves it to the caller to end it */
export async function startPostgres(detached = false): Promise<PostgresServer> {
  const bin = await programs();
  const user = userOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'fleet-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  const init = ['-D', data, '-A', 'trust', '-U', 'tester', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const [code] = await once(spawn(join(bin, 'initdb'), init, options), 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  const env = { PGHOST: folder, PGUSER: 'tester', PGDATABASE: 'postgres' };
  const url = `postgres://${env.PGUSER}@${encodeURIComponent(folder)}/${env.PGDATABASE}`;
  const start = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-h', ''], {
      ...options,
      detached,
    });
    await answering(server, url);
    return server;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
  };
  return {
    env,
    url,
    async restart() {
      await end('SIGQUIT');
      server = await start();
    },
    async close() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(server: ChildProcess, url: string): Promise<void> {
  for (let isReady = false; !isReady; await rest(20)) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    const client = new Client(url);
    isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
  }
}
