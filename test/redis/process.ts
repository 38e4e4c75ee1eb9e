// A process of its own, which its parent may kill: it works on a store that it shares with others.
import { appendFileSync } from 'node:fs';
import { argv } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { createCallbackHandler } from '../../src/callbacks.js';
import { OrderRecord } from '../../src/client/ordering/record.js';
import { guardStore } from '../../src/client/stores/guarded-store.js';
import { Requester, type Store } from '../../src/index.js';
import { fileStore, sqliteStore } from '../../src/node.js';
import { redisStore } from '../../src/redis.js';
import { event } from '../fixtures.js';

const [, , where = '', task = '', log = '', me = '', count = '0'] = argv;
const client = where.startsWith('redis:') ? new Redis(where) : undefined;

function storeAt(place: string): Store {
  if (client !== undefined) return redisStore(client);
  return place.endsWith('.db') ? sqliteStore(new DatabaseSync(place)) : fileStore(place);
}
const store = storeAt(where);
const openRecord = (key: number) => new OrderRecord(guardStore(store, 10_000), `order 1:project:${key}`);
/** A service that has every event. */
const fetch = async (url: string) => {
  const id = Number(new URL(url).pathname.split('/').at(-1));
  return Response.json({ success: true, message: 'OK', event: { ...event, id } });
};
const requester = new Requester({ baseUrl: 'https://service.example', accessToken: 'token', fetch, store });
const secret = 'known';
const deliver = createCallbackHandler({ requester, secret, onEvent: ({ id }) => note('event', id) });

/** A line at once: what is written down before a kill stays. */
const note = (...words: readonly (string | number)[]): void => appendFileSync(log, `${words.join(' ')}\n`);
const keys = Array.from({ length: Number(count) }, (_, number) => number);

const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  /** Notes each key that it got the claim of, and each event. */
  async race() {
    for (const key of keys) {
      if ((await openRecord(key).begin('x', 'https://service.example')).isOurs) note('key', key);
      const body = JSON.stringify({ id: key + 1 });
      await deliver(new Request('https://shop.example/?secret=known', { method: 'POST', body }));
    }
  },
  /** Adds one to a number, so often. */
  async count() {
    for (const _ of keys) {
      for (let done = false; !done; ) {
        const text = await store.get('count');
        done = await store.swap('count', text, `${Number(text ?? 0) + 1}`);
      }
    }
  },
  /** Orders each key, and notes what it sends. The "service" is the file of notes. */
  async order() {
    for (const key of keys) {
      const record = openRecord(key);
      const { isOurs, state } = await record.begin('x', 'https://service.example');
      if (!isOurs || !(await record.send(state.claim))) continue;
      note('sent', key, me);
      if (key % 3 === 2) await record.free(state.claim);
      else await record.markPlaced(state, { id: 1_000 + key });
      note('ended', key, me);
    }
    await store.swap('whole', await store.get('whole'), 'x'.repeat(200_000));
  },
};
await TASKS[task]?.();
client?.disconnect();
