// Receives the deliveries of the service: forgeries, copies, redeliveries, and a receiver that is started again.
// Run it: npm run example receive-callbacks
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { type ApplicationEvent, Requester } from 'translation-requester';
import { createCallbackHandler, type Seen } from 'translation-requester/callbacks';
import { createSandbox } from 'translation-requester/sandbox';

const LEASE = 10 * 60_000; // milliseconds: longer than handling an event takes

/** Remembers handled events in a database, so that each is handled by one process, also after a restart. */
function sqliteSeen(path: string): Seen & { close(): void } {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, until INTEGER)'); // until is null: handled
  const take = database.prepare(
    `INSERT INTO events VALUES (:id, :until)
     ON CONFLICT (id) DO UPDATE SET until = :until WHERE events.until <= :now`,
  );
  const find = database.prepare('SELECT until FROM events WHERE id = ?');
  const finish = database.prepare('UPDATE events SET until = NULL WHERE id = ?');
  const free = database.prepare('DELETE FROM events WHERE id = ? AND until IS NOT NULL');
  return {
    claim(id) {
      const now = Date.now();
      if (take.run({ id, until: now + LEASE, now }).changes === 1) return true;
      return find.get(id)?.until === null ? false : 'busy';
    },
    handled: (id) => void finish.run(id),
    release: (id) => void free.run(id),
    close: () => database.close(),
  };
}

const sandbox = createSandbox({ now: '2026-01-01T09:00:00Z' });
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });
const folder = await mkdtemp(join(tmpdir(), 'callbacks-'));
const address = 'https://shop.example/events?secret=sesame'; // as it was registered

/** What a process of the shop does at its start. */
function start(onEvent: (event: ApplicationEvent) => void) {
  const seen = sqliteSeen(join(folder, 'events.sqlite'));
  const handler = createCallbackHandler({
    requester,
    secret: 'sesame',
    seen,
    onEvent,
    onError: () => undefined,
  });
  const app = new Hono().post('/events', ({ req }) => handler(req.raw));
  return { post: async (body: string, to = address) => app.request(to, { method: 'POST', body }), seen };
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
shop.seen.close();
const again = start(({ type }) => console.log(`  handled again: ${type}`));
console.log(`  a late copy: ${(await again.post(JSON.stringify({ id }))).status}`);
again.seen.close();
await rm(folder, { recursive: true });
