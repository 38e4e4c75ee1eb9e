// Follows the event log across a crash: no event is handled again, and none is lost.
// Then waits for many orders at once.
// Run it: node follow-events.ts (in a clone: npm run example follow-events)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox({ now: '2026-01-01T09:00:00Z' });
const { baseUrl, accessToken, fetch } = sandbox;
const folder = await mkdtemp(join(tmpdir(), 'follow-events-'));

/** What a process does, from its start until it dies after so many events. */
async function follow(diesAfter: number): Promise<void> {
  const requester = new Requester({ baseUrl, accessToken, fetch, store: fileStore(folder) });
  const stream = requester.events.follow({
    from: 'beginning', // only for the very first start: from then on the checkpoint counts
    checkpoint: 'shop', // its name in the store: one for each account and each reader
  });
  let left = diesAfter;
  for await (const { id, type } of stream) {
    if (left === 0) return; // dies here, with an event in its hands
    left -= 1;
    console.log(`  ${id} ${type}`);
  }
}

async function order(...texts: readonly string[]): Promise<readonly number[]> {
  const requester = new Requester({ baseUrl, accessToken, fetch });
  const ids: number[] = [];
  for (const body of texts) {
    const { id } = await requester.simple.questions.create({
      language_id: 'en',
      translated_language_id: 'de',
      question_bodies: [{ body }],
    });
    ids.push(id);
  }
  return ids;
}

const ids = await order('Add to cart', 'Check out', 'Track your parcel');
console.log('A process handles two of three events, and dies with the third in its hands:');
await follow(2);
for (const id of ids.slice(0, 2)) sandbox.translators.translateOrder(id); // people translate
console.log('Started again, it goes on with the third, and has what happened meanwhile:');
await follow(3);

console.log('Three orders are waited for, in looks that they share:');
const requester = new Requester({ baseUrl, accessToken, fetch });
const before = sandbox.requests.length;
const waits = ids.map((id) => requester.simple.questions.wait(id, { interval: 100, timeout: 60_000 }));
for (const id of ids.slice(2)) sandbox.translators.translateOrder(id);
for (const { first_body, status_text } of await Promise.all(waits))
  console.log(`  ${first_body}: ${status_text}`);
console.log(`It took ${sandbox.requests.length - before} requests.`);
await rm(folder, { recursive: true });
