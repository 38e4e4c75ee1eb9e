import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Requester, type Spend, type Store } from '../../src/index.js';
import { type RedisClient, redisStore } from '../../src/redis.js';
import { checkStore } from '../../src/testing.js';
import { PlainService } from '../client/ordering/plain-service.js';
import { NOTHING_OPEN } from '../client/ordering/world.js';
import { storeContract } from '../client/stores/store-contract.js';
import { rejection } from '../recorded-fetch.js';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.js';
import {
  CLIENTS,
  CLUSTER_CLIENTS,
  type RedisCluster,
  type RedisServer,
  startCluster,
  startRedis,
} from './server.js';

let server: RedisServer;
let cluster: RedisCluster;
let plain: readonly Redis[];

beforeAll(async () => {
  server = await startRedis();
  cluster = await startCluster();
  plain = [server, ...cluster.servers].map(({ port }) => new Redis({ port, host: '127.0.0.1' }));
});

afterAll(async () => {
  for (const client of plain ?? []) client.disconnect();
  await server?.close();
  await cluster?.close();
});

const flush = () => Promise.all(plain.map((client) => client.flushall()));

beforeEach(flush);

interface Connected {
  readonly client: RedisClient;
  end(): Promise<unknown>;
}

const PLACES: readonly [string, () => number, (port: number) => Promise<Connected>][] = [
  ...Object.entries(CLIENTS).map(
    ([name, connect]) => [`Redis with ${name}`, () => server.port, connect] as const,
  ),
  ...Object.entries(CLUSTER_CLIENTS).map(
    ([name, connect]) => [`a cluster with ${name}`, () => cluster.servers[0]?.port ?? 0, connect] as const,
  ),
].map(([name, port, connect]) => [name, port, connect]);

describe.each(PLACES)('in %s', (_, port, connect) => {
  let single: Connected;
  let another: Connected;

  beforeAll(async () => {
    single = await connect(port());
    another = await connect(port());
  });

  afterAll(async () => {
    await single?.end();
    await another?.end();
  });

  storeContract(async () => {
    await flush();
    return [redisStore(single.client), redisStore(another.client)];
  });

  test('passes checkStore, and nothing is left', async () => {
    await checkStore(redisStore(single.client), { other: redisStore(another.client) });
    expect(await redisStore(single.client).keys('')).toEqual([]);
  });

  test('lists the keys under a prefix with signs of patterns in it, and no others', async () => {
    const store = redisStore(single.client, { prefix: 'a*[b]?\\:' });
    await store.swap('x', undefined, '1');
    await redisStore(single.client, { prefix: 'ab:' }).swap('y', undefined, '1');
    await redisStore(single.client, { prefix: 'axxb!:' }).swap('z', undefined, '1');
    expect(await store.keys('')).toEqual(['x']);
  });

  test('lists thousands of keys, and nothing else that is kept beside them', async () => {
    const store = redisStore(single.client, { prefix: 'all{one}' });
    const another = redisStore(single.client);
    const numbers = Array.from({ length: 2_000 }, (_, number) => `order ${number}`);
    await Promise.all(
      numbers.flatMap((key) => [store, another].map((each) => each.swap(key, undefined, ''))),
    );
    for (const each of [store, another])
      expect([...(await each.keys('order '))].sort()).toEqual(numbers.sort());
  });

  test('has the clock of the server, in whole milliseconds', async () => {
    const store = redisStore(single.client);
    const before = Date.now();
    const now = (await store.now?.()) ?? 0;
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(now).toBeGreaterThanOrEqual(before - 1);
    expect(now).toBeLessThanOrEqual(Date.now() + 1);
  });

  test('keeps no more than a text and, for a while, a mark', async () => {
    const store = redisStore(single.client, { prefix: 'mine:', timeout: 100 });
    await store.swap('a', undefined, '1');
    await expect
      .poll(async () => (await Promise.all(plain.map((each) => each.keys('*')))).flat())
      .toEqual([expect.stringMatching(/mine:a$/)]);
  });
});

describe('with keys on every server of a cluster', () => {
  test.each(Object.entries(CLUSTER_CLIENTS))(
    'all are listed, at the first call too: %s',
    async (_, connect) => {
      const { client, end } = await connect(cluster.servers[0]?.port ?? 0);
      const keys = Array.from({ length: 30 }, (_, number) => `order ${number}`);
      await Promise.all(keys.map((key) => redisStore(client).swap(key, undefined, 'text')));
      for (const each of plain.slice(1)) expect(await each.dbsize()).toBeGreaterThan(0);
      const fresh = await connect(cluster.servers[1]?.port ?? 0);
      expect([...(await redisStore(fresh.client).keys('order '))].sort()).toEqual(keys.sort());
      await end();
      await fresh.end();
    },
  );
});

describe('when an answer is lost', () => {
  let proxy: CuttingProxy;
  let client: Redis;

  beforeEach(async () => {
    proxy = await startCuttingProxy(server.port);
    client = new Redis({ port: proxy.port, host: '127.0.0.1', retryStrategy: () => 10 });
    client.on('error', () => undefined);
    await client.ping();
  });

  afterEach(async () => {
    client.disconnect();
    await proxy.close();
  });

  const direct = () => redisStore(plain[0] as Redis);

  test.each([
    ['a new text', undefined, 'next'],
    ['another text', 'before', 'next'],
    ['the same text', 'before', 'before'],
    ['no text', 'before', undefined],
  ])('the client repeats a swap to %s, which succeeds as it did', async (_, previous, next) => {
    const store = redisStore(client);
    await direct().swap('key', undefined, previous);
    proxy.cutAnswerTo('{swap}');
    expect(await store.swap('key', previous, next)).toBe(true);
    expect(proxy.cuts).toBe(1);
    expect(await direct().get('key')).toBe(next);
  });

  test('it succeeds too when another process has changed the text before the client repeats it', async () => {
    client.options.retryStrategy = () => 300;
    proxy.cutAnswerTo('{swap}');
    const swap = redisStore(client).swap('key', undefined, 'mine');
    await expect.poll(() => direct().get('key'), { interval: 5 }).toBe('mine');
    expect(await direct().swap('key', 'mine', 'theirs')).toBe(true);
    expect(await swap).toBe(true);
    expect(proxy.cuts).toBe(1);
    expect(await direct().get('key')).toBe('theirs');
  });

  test.each([1, 2, 3, 4, 5])(
    'to the step %i of an order, two processes order once, and the budget counts one order',
    async (last) => {
      const service = new PlainService();
      service.ways.answerAfter = 300;
      const spends: Spend[] = [];
      const budget = { points: 100, name: 'shared', onSpend: (spend: Spend) => void spends.push(spend) };
      let step = 0;
      const cut = redisStore(client);
      const swap: Store['swap'] = (...texts) => {
        step += 1;
        if (step === last) proxy.cutAnswerTo('{swap}');
        return cut.swap(...texts);
      };
      const store: Store = { get: (key) => cut.get(key), keys: (prefix) => cut.keys(prefix), swap };
      const create = (number: number) => {
        // Calls of one process would share an attempt if they had one address.
        const options = { baseUrl: `https://process-${number}.example`, accessToken: 'token', budget, store };
        const requester = new Requester({ ...options, fetch: service.fetch, logLevel: 'silent' });
        const questions = [{ type: 'string' as const, body: 'Good morning', custom_field: 'k' }];
        const order = { language_id: 'en', translated_language_id: 'ja', questions };
        return requester.projects.create(order, { once: true });
      };
      const first = create(1);
      await expect.poll(() => direct().keys('order '), { interval: 5 }).toHaveLength(1);
      expect((await Promise.all([first, create(2)])).map(({ id }) => id)).toEqual([1_000, 1_000]);
      expect([service.posts, proxy.cuts]).toEqual([1, 1]);
      expect(spends.map(({ order: { id }, spent }) => [id, spent])).toEqual([[1_000, 40]]);
      const counted = JSON.parse((await direct().get('budget shared')) ?? '');
      expect(counted).toMatchObject({ spent: 40, open: NOTHING_OPEN });
    },
  );

  test('a repeated swap that another process was faster with fails', async () => {
    await direct().swap('key', undefined, 'theirs');
    proxy.cutAnswerTo('{swap}');
    expect(await redisStore(client).swap('key', undefined, 'theirs')).toBe(false);
    expect(proxy.cuts).toBe(1);
  });
});

test.each([undefined, null, {}, 'redis://127.0.0.1', { call: true }])('refuses the client %j', (client) => {
  expect(() => redisStore(Object(client))).toThrow(
    expect.objectContaining({
      issues: [{ path: 'client', message: 'must be a client of ioredis or of node-redis' }],
    }),
  );
});

test.each([
  [5, 'options', 'must be an object; got an integer'],
  [{ prefx: 'a' }, 'prefx', 'did you mean prefix?'],
  [{ prefix: 5 }, 'prefix', 'must be a non-empty string'],
  [{ prefix: '' }, 'prefix', 'must be a non-empty string'],
  [{ prefix: 'a}' }, 'prefix', 'without braces but for one {name}'],
  [{ prefix: '{}' }, 'prefix', 'without braces but for one {name}'],
  [{ timeout: -1 }, 'timeout', 'must be a positive number'],
])('refuses the options %j', (options, path, message) => {
  expect(() => redisStore(Object({ call: () => undefined }), options as object)).toThrow(
    expect.objectContaining({ issues: [{ path, message: expect.stringContaining(message) }] }),
  );
});

describe('when Redis fails', () => {
  test('a step is rejected with what Redis said, and nothing of the command', async () => {
    await plain[0]?.lpush('translation-requester:key', 'text');
    const error = await rejection(redisStore(plain[0] as Redis).swap('key', 'planted', 'planted'));
    expect(error).toMatchObject({ message: expect.stringMatching(/^Redis failed: .*WRONGTYPE/) });
    expect(String(error)).not.toContain('planted');
    expect(Object.keys(Object(error))).toEqual([]);
  });

  test.each(Object.entries(CLIENTS))(
    'a server that is gone rejects within the timeout: %s',
    async (_, connect) => {
      const gone = await startRedis();
      const { client, end } = await connect(gone.port);
      client.on('error', () => undefined);
      const store = redisStore(client, { timeout: 300 });
      await store.swap('key', undefined, 'text');
      await gone.close();
      expect(await rejection(store.get('key'))).toMatchObject({
        message: expect.stringMatching(/^Redis failed: ./),
      });
      await end();
    },
  );
});
