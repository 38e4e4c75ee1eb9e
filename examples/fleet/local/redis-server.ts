import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A server of Redis that keeps what it has acknowledged, in a folder. */
export interface RedisServer {
  readonly url: string;
  /** Kills it (kill -9), and starts it again from its append-only file. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What the fleet needs of Redis. The README says why. */
const PROMISES = [
  ['--appendonly', 'yes'],
  ['--appendfsync', 'always'],
  ['--maxmemory-policy', 'noeviction'],
  ['--tcp-keepalive', '10'],
  ['--save', ''],
].flat();

/** @param detached whether Ctrl+C at a terminal leaves it to the caller to end it */
export async function startRedis(folder: string, detached = false): Promise<RedisServer> {
  const port = await freePort();
  const start = async () => {
    const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
    const server = spawn('redis-server', [...place, ...PROMISES], { stdio: 'ignore', detached });
    await once(server, 'spawn').catch(({ code }) => {
      throw new Error(`redis-server can't be started (${code}). Install it: apt-get install redis-server`);
    });
    await answering(port);
    return server;
  };
  let server = await start();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await kill();
      server = await start();
    },
    close: kill,
  };
}

async function answering(port: number): Promise<void> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 50 });
  client.on('error', () => undefined);
  while ((await client.ping().catch(() => rest(50))) !== 'PONG');
  client.disconnect();
}
