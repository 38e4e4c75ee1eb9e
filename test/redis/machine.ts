// A process on a machine of its own, whose clock is wrong by so much: see machines.test.ts.
import { appendFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createCallbackHandler } from '../../src/callbacks.js';
import { isRequesterError, Requester, type Store } from '../../src/index.js';
import { fileStore, sqliteStore } from '../../src/node.js';
import { redisStore } from '../../src/redis.js';

const [baseUrl = '', accessToken = '', place = '', log = '', offset = '0', task = '', ids = ''] =
  process.argv.slice(2);

const realNow = Date.now.bind(Date);
Date.now = () => realNow() + Number(offset);

const redis = place.startsWith('redis:') ? new Redis(place) : undefined;
function storeAt(place: string): Store {
  if (redis !== undefined) return redisStore(redis);
  return place.endsWith('.sqlite') ? sqliteStore(new DatabaseSync(place)) : fileStore(place);
}
const store = storeAt(place);
const requester = new Requester({ baseUrl, accessToken, store });
const note = (...words: (string | number)[]) => appendFileSync(log, `${words.join(' ')}\n`);

/** Takes each event in turn, again and again until it counts as handled. */
async function deliver(): Promise<void> {
  const handler = createCallbackHandler({
    requester,
    secret: 'known',
    async onEvent({ id }) {
      note('begun', id);
      await rest(20);
      note('handled', id);
    },
  });
  for (const id of ids.split(',')) {
    const request = () =>
      new Request('https://shop.example/?secret=known', { method: 'POST', body: `{"id":${id}}` });
    while ((await handler(request())).status !== 200) await rest(5);
  }
}

/** Follows until another process has saved. */
async function follow(): Promise<void> {
  try {
    const options = { from: 'beginning', checkpoint: 'shop', interval: 5, maxInterval: 20 } as const;
    for await (const { id } of requester.events.follow(options)) {
      note('handled', id);
      await rest(5);
    }
  } catch (error) {
    note(isRequesterError(error) ? error.name : String(error), offset);
  }
}

await (task === 'deliver' ? deliver() : follow());
redis?.disconnect();
