// Receives the deliveries of the service in a Hono application: copies, forgeries and redeliveries included.
// The event log beside it gives completeness; a delivery only makes it look at once.
import { Hono } from 'hono';
import { Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { createSandbox } from 'translation-requester/sandbox';

const MINUTE = 60_000;
const address = 'https://shop.example/events?secret=sesame';

const sandbox = createSandbox({ now: '2026-01-01T09:00:00Z' });
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

let isReady = false;
const handler = createCallbackHandler({
  requester,
  secret: 'sesame', // part of the registered address
  onEvent: ({ id, type }) => {
    if (!isReady) throw new Error('The database is not there yet.'); // so it is delivered again
    console.log(`  handled: ${id} ${type}`);
  },
});

const app = new Hono().post('/events', ({ req }) => handler(req.raw));

/** A POST that anybody could send. */
async function post(body: string, to = address): Promise<number> {
  return (await app.request(to, { method: 'POST', body })).status;
}

console.log('What is no delivery is refused:');
console.log(`  without the secret: ${await post('{"id":1}', 'https://shop.example/events')}`);
console.log(`  an event that does not exist: ${await post('{"id":1,"type":"simple_question.finished"}')}`);
console.log(`  no event at all: ${await post('hello')}`);

console.log('An order is placed, and its event delivered; the second try finds a receiver that is ready:');
sandbox.deliveries.to(address, (request) => app.fetch(request));
await requester.simple.questions.create({
  language_id: 'en',
  translated_language_id: 'fr',
  question_bodies: [{ body: 'Your parcel is on its way.' }],
});
await sandbox.deliveries.idle();
isReady = true;
await sandbox.clock.advance(5 * MINUTE);
for (const { retryCount, status } of sandbox.deliveries.attempts) {
  console.log(`  delivery ${retryCount + 1}: ${status}`);
}

console.log('Three copies at once are handled once:');
const [id] = [sandbox.events.append(1).last];
await sandbox.deliveries.idle();
const copies = await Promise.all([1, 2, 3].map(() => post(JSON.stringify({ id }))));
console.log(`  ${copies.join(', ')}`);

console.log('The event log, which would look again in an hour, is woken by a delivery:');
const stream = requester.events.follow({ from: 'now', interval: 60 * MINUTE, wake: handler.wake });
const following = (async () => {
  for await (const event of stream) {
    console.log(`  followed: ${event.id} ${event.type}`);
    if (event.id === sandbox.events.ids().at(-1)) return;
  }
})();
while (stream.checkpoint === undefined) await new Promise((resolve) => setImmediate(resolve)); // until it knows its place
sandbox.deliveries.off();
sandbox.events.append(1); // the delivery of this one is lost
sandbox.deliveries.to(address, (request) => app.fetch(request));
sandbox.events.append(1);
await following;
