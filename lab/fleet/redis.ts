import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type RedisServer, startRedis } from '../../examples/fleet/local/redis-server.ts';

/** Starts a Redis for the tests of a file, which is emptied before each of them. Gives a new connection at each call. */
export function withRedis(): () => Redis {
  const clients: Redis[] = [];
  let folder = '';
  let server: RedisServer | undefined;
  const connect = () => {
    const client = new Redis(server?.url ?? '', { maxRetriesPerRequest: null });
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleet-test-'));
    server = await startRedis(folder);
  });
  beforeEach(() => connect().flushall());
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return connect;
}
