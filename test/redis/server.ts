import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { freePort } from '../../examples/fleet/local/free-port.ts';

/** A real server of its own, in memory alone. */
export interface RedisServer {
  readonly port: number;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** Starts redis-server, which has to be installed. */
export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
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
    ...more,
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

/** A cluster of three servers, each with a third of the slots. */
export interface RedisCluster {
  readonly servers: readonly RedisServer[];
  close(): Promise<void>;
}

export async function startCluster(): Promise<RedisCluster> {
  const servers: RedisServer[] = [];
  for (let number = 0; number < 3; number += 1) {
    const bus = await freePort();
    servers.push(await startRedis(['--cluster-enabled', 'yes', '--cluster-port', `${bus}`]));
  }
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '0', '--cluster-yes'];
  const made = spawn('redis-cli', create, { stdio: 'ignore' });
  const [code] = await once(made, 'exit');
  if (code !== 0) {
    await close();
    throw new Error(`redis-cli --cluster create ended with ${code}`);
  }
  for (const { port } of servers) {
    const client = new Redis({ port, host: '127.0.0.1' });
    while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await rest(20);
    client.disconnect();
  }
  return { servers, close };
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

/** A client of a cluster of each kind, connected; `end` closes it. */
export const CLUSTER_CLIENTS = {
  ioredis: async (port: number) => {
    const client = new Cluster([{ port, host: '127.0.0.1' }]);
    return { client, end: async () => client.disconnect() };
  },
  'ioredis with a prefix of its own': async (port: number) => {
    const client = new Cluster([{ port, host: '127.0.0.1' }], { keyPrefix: 'own[*]:' });
    return { client, end: async () => client.disconnect() };
  },
  'ioredis that reads from replicas': async (port: number) => {
    const client = new Cluster([{ port, host: '127.0.0.1' }], { scaleReads: 'slave' });
    return { client, end: async () => client.disconnect() };
  },
  'node-redis': async (port: number) => {
    const client = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] });
    await client.connect();
    return { client, end: async () => client.destroy() };
  },
};
