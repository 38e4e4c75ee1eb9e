// Reads a long listing: one page, every item, page by page, and all at once.
// Run it: node browse-listings.ts (in a clone: npm run example browse-listings)
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
sandbox.events.append(1000); // so that there is something to read
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

// One page: nothing else is read.
const page = await requester.events.list({ per_page: 10 });
console.log(`Page ${page.page} of ${page.total_pages}; ${page.total_count} events in all.`);

// Every item: pages are read ahead while the loop works.
const types = new Map<string, number>();
for await (const event of requester.events.list({ order: 'id_asc' })) {
  types.set(event.type, (types.get(event.type) ?? 0) + 1);
}
console.log('Events by type:', Object.fromEntries(types));

// Page by page, until something is found. Leaving the loop stops the reading.
for await (const { items, page: number } of requester.events.list().pages()) {
  const found = items.find(({ type }) => type === 'simple_question.finished');
  if (found === undefined) continue;
  console.log(`The newest finished question is on page ${number}: event ${found.id}.`);
  break;
}

// All at once, but never more than fit.
const newest = await requester.events.list().toArray({ max: 250 });
console.log(`The newest ${newest.length} events are in memory.`);
