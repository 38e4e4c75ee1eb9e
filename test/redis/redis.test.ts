import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InputError } from '../../src/index.js';
import { redisCheckpoint, redisJournal, redisSeen, redisStore } from '../../src/redis.js';
import { rejection } from '../recorded-fetch.js';
import { checkpointContract } from '../stores/checkpoint-contract.js';
import { journalContract } from '../stores/journal-contract.js';
import { seenContract } from '../stores/seen-contract.js';
import { storeContract } from '../stores/store-contract.js';
import { CLIENTS, type RedisServer, startRedis } from './server.js';

let server: RedisServer;
let plain: Redis;

beforeAll(async () => {
  server = await startRedis();
  plain = new Redis({ port: server.port, host: '127.0.0.1' });
});

afterAll(async () => {
  plain?.disconnect();
  await server?.close();
});

beforeEach(() => plain.flushall());

describe.each(Object.entries(CLIENTS))('with %s', (_, connect) => {
  type Connected = Awaited<ReturnType<typeof connect>>;
  let one: Connected;
  let other: Connected;

  beforeAll(async () => {
    one = await connect(server.port);
    other = await connect(server.port);
  });

  afterAll(async () => {
    await one?.end();
    await other?.end();
  });

  const pair =
    <Kind>(make: (client: Connected['client']) => Kind) =>
    async (): Promise<readonly [Kind, Kind]> => {
      await plain.flushall();
      return [make(one.client), make(other.client)];
    };

  describe('redisStore', () => {
    storeContract(pair((client) => redisStore(client)));
  });
  describe('redisJournal', () => {
    journalContract(pair((client) => redisJournal(client)));
  });
  describe('redisSeen', () => {
    seenContract(pair((client) => redisSeen(client)));
  });
  describe('redisCheckpoint', () => {
    checkpointContract(pair((client) => redisCheckpoint(client)));
  });

  test('lists the keys under a prefix with signs of patterns in it, and no others', async () => {
    const store = redisStore(one.client, { prefix: 'a*[b]?\\:' });
    await store.swap('x', undefined, '1');
    await redisStore(one.client, { prefix: 'ab:' }).swap('y', undefined, '1');
    await redisStore(one.client, { prefix: 'axxb!:' }).swap('z', undefined, '1');
    expect(await store.keys('')).toEqual(['x']);
  });

  test('lists thousands of keys', async () => {
    const store = redisStore(one.client);
    await Promise.all(Array.from({ length: 3_000 }, (_, number) => store.swap(`${number}`, undefined, '')));
    expect(new Set(await store.keys('')).size).toBe(3_000);
  });

  test('keeps apart what different things are kept under', async () => {
    await redisJournal(one.client).placed('5', 7);
    await redisSeen(one.client).claim(5);
    await redisStore(one.client).swap('5', undefined, 'text');
    await redisCheckpoint(one.client).save({ lastId: 1 });
    await redisJournal(one.client, { prefix: 'mine:' }).placed('5', 8);
    const keys = (await plain.keys('*')).map((key) => key.replace('own[*]:', ''));
    expect(keys.sort()).toEqual([
      'mine:5',
      'translation-requester:checkpoint',
      'translation-requester:orders:5',
      'translation-requester:seen:5',
      'translation-requester:store:5',
    ]);
  });

  test('keeps orders for ever, and handled events 7 days or as long as it is asked to', async () => {
    await redisJournal(one.client).placed('5', 7);
    await redisSeen(one.client).claim(5);
    await redisSeen(one.client, { prefix: 'short:', expiry: 60_000 }).claim(5);
    const left: Record<string, number> = {};
    for (const key of await plain.keys('*')) left[key.replace('own[*]:', '')] = await plain.pttl(key);
    expect(left['translation-requester:orders:5']).toBe(-1);
    expect(left['translation-requester:seen:5']).toBeGreaterThan(604_700_000);
    expect(left['short:5']).toBeLessThanOrEqual(60_000);
  });

  test('refuses what is no checkpoint', async () => {
    await redisStore(one.client, { prefix: '' }).swap('place', undefined, 'text');
    const error = await rejection(redisCheckpoint(one.client, { key: 'place' }).load());
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ message: expect.stringContaining('Delete it in Redis to start again') });
  });
});

test('loads a checkpoint that was saved as plain JSON', async () => {
  await plain.set('place', '{"lastId":5}');
  expect(await redisCheckpoint(plain, { key: 'place' }).load()).toEqual({ lastId: 5 });
});

test.each([undefined, null, {}, 'redis://127.0.0.1', { call: true }])('refuses the client %j', (client) => {
  for (const make of [redisJournal, redisSeen, redisCheckpoint, redisStore]) {
    expect(() => make(Object(client))).toThrow(
      expect.objectContaining({
        issues: [{ path: 'client', message: 'must be a client of ioredis or of node-redis' }],
      }),
    );
  }
});

test.each([
  [redisJournal, { prefx: 'a' }, 'prefx', 'did you mean prefix?'],
  [redisJournal, { prefix: 5 }, 'prefix', 'must be a string'],
  [redisSeen, { expire: 5 }, 'expire', 'did you mean expiry?'],
  [redisSeen, { expiry: 0 }, 'expiry', 'must be a positive number'],
  [redisCheckpoint, { prefix: 'a' }, 'prefix', 'the options are key, timeout'],
  [redisCheckpoint, { key: '' }, 'key', 'must be a non-empty string'],
  [redisStore, { timeout: -1 }, 'timeout', 'must be a positive number'],
])('%o refuses the options %j', (make, options, path, message) => {
  expect(() => make(plain, Object(options))).toThrow(
    expect.objectContaining({ issues: [{ path, message: expect.stringContaining(message) }] }),
  );
});

describe('when Redis fails', () => {
  test('a step is rejected with what Redis said, and nothing of the command', async () => {
    await plain.lpush('translation-requester:orders:key', 'text');
    const error = await rejection(redisJournal(plain).begin('key', { fingerprint: 'planted', lease: 1 }));
    expect(error).toMatchObject({ message: expect.stringMatching(/^Redis failed at GET: WRONGTYPE/) });
    expect(Object.keys(Object(error))).toEqual([]);
  });

  test.each(Object.entries(CLIENTS))(
    'a server that is gone rejects within the timeout: %s',
    async (_, connect) => {
      const gone = await startRedis();
      const { client, end } = await connect(gone.port);
      client.on('error', () => undefined);
      const journal = redisJournal(client, { timeout: 300 });
      await journal.placed('key', 7);
      await gone.close();
      const error = await rejection(journal.begin('key', { fingerprint: 'x', lease: 1 }));
      expect(error).toMatchObject({ message: expect.stringMatching(/^Redis failed at GET: ./) });
      await end();
    },
  );
});
