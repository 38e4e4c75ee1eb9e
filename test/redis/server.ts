import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { freePort } from '../../examples/fleet/local/free-port.ts';

/** A real server of its own, in memory alone. */
export interface RedisServer {
  readonly port: number;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** Starts redis-server, which has to be installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-redis-'));
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  await once(server, 'spawn').catch(async (error) => {
    await rm(folder, { recursive: true });
    throw new Error(
      `redis-server can't be started (${error.code}). Install it: apt-get install redis-server`,
    );
  });
  await answering(port);
  return {
    port,
    process: server,
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        const exit = once(server, 'exit');
        server.kill('SIGKILL');
        await exit;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(port: number): Promise<void> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  while ((await client.ping().catch(() => rest(20))) !== 'PONG');
  client.disconnect();
}

/** A client of each kind, connected; `end` closes it. */
export const CLIENTS = {
  ioredis: async (port: number) => {
    const client = new Redis({ port, host: '127.0.0.1' });
    return { client, end: async () => client.disconnect() };
  },
  'ioredis with a prefix of its own': async (port: number) => {
    const client = new Redis({ port, host: '127.0.0.1', keyPrefix: 'own[*]:' });
    return { client, end: async () => client.disconnect() };
  },
  'node-redis': async (port: number) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    await client.connect();
    return { client, end: async () => client.destroy() };
  },
};
