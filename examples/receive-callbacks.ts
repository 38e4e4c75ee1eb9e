// Receives the deliveries of the service: forgeries, copies, redeliveries, and a receiver that is started again.
// Run it: node receive-callbacks.ts (in a clone: npm run example receive-callbacks), after: npm install hono
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { type ApplicationEvent, Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { sqliteStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox({ now: '2026-01-01T09:00:00Z' });
const { baseUrl, accessToken, fetch } = sandbox;
const folder = await mkdtemp(join(tmpdir(), 'callbacks-'));
const address = 'https://shop.example/events?secret=sesame'; // as it was registered

/** What a process of the shop does at its start. */
function start(onEvent: (event: ApplicationEvent) => void) {
  const database = new DatabaseSync(join(folder, 'shop.sqlite'));
  // It remembers the handled events, so that each is handled by one process, also after a restart.
  const store = sqliteStore(database);
  const handler = createCallbackHandler({
    requester: new Requester({ baseUrl, accessToken, fetch, store }),
    secret: 'sesame',
    onEvent,
    onError: () => undefined,
  });
  const app = new Hono().post('/events', ({ req }) => handler(req.raw));
  const post = async (body: string, to = address) => app.request(to, { method: 'POST', body });
  return { post, stop: () => database.close() };
}

let isReady = false;
const shop = start(({ type }) => {
  if (!isReady) throw new Error('The database is not there yet.'); // so it is delivered again
  console.log(`  handled: ${type}`);
});

console.log('What is not a delivery is refused:');
console.log(`  without the secret: ${(await shop.post('{"id":1}', 'https://shop.example/events')).status}`);
console.log(`  an event that does not exist: ${(await shop.post('{"id":1}')).status}`);
console.log(`  no event at all: ${(await shop.post('hello')).status}`);

console.log('A delivery that fails comes again:');
sandbox.deliveries.to(address, async (request) => shop.post(await request.text()));
await sandbox.place.simpleQuestion(['Your parcel is on its way.']);
await sandbox.deliveries.idle();
isReady = true;
await sandbox.clock.advance(5 * 60_000);
for (const { retryCount, status } of sandbox.deliveries.attempts)
  console.log(`  try ${retryCount + 1}: ${status}`);

console.log('Three copies at once are handled once:');
sandbox.deliveries.off();
const id = sandbox.events.append(1).last;
const copies = await Promise.all([1, 2, 3].map(() => shop.post(JSON.stringify({ id }))));
console.log(`  ${copies.map(({ status }) => status).join(', ')}`);

console.log('A process that is started again knows what was handled:');
shop.stop();
const again = start(({ type }) => console.log(`  handled again: ${type}`));
console.log(`  a late copy: ${(await again.post(JSON.stringify({ id }))).status}`);
again.stop();
await rm(folder, { recursive: true });
