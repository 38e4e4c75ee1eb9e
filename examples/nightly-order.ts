// A nightly job orders the texts that are new. When the budget of the month is too small for all of them, it stops before it
// places some.
// Run it: node nightly-order.ts (in a clone: npm run example nightly-order)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';
import { orderTexts, quoteTexts } from 'translation-requester/texts';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const folder = await mkdtemp(join(tmpdir(), 'orders-')); // in an application: a folder that is kept

/** What the job does each night. It may be killed at any moment: the next night orders the rest. */
async function orderNewTexts(texts: Readonly<Record<string, string>>): Promise<void> {
  const budget = { points: 2_000, name: '2026-11' };
  const requester = new Requester({ baseUrl, accessToken, fetch, store: fileStore(folder), budget });
  const table = { name: 'shop', from: 'en', to: ['de', 'ja'], texts };
  const quote = await quoteTexts(requester, table);
  const price = quote.points - quote.placed;
  if (quote.affordable === false) {
    console.log(`${price} points are too many, ${quote.budgetLeft} are left. Nothing was ordered.`);
    return; // in an application: tell a person, who raises the budget or removes texts
  }
  // The limit is for all orders of the table, so it includes what earlier nights have placed.
  const job = await orderTexts(requester, { ...table, maxPoints: quote.points });
  const placed = job.orders.filter((order) => order.placed);
  console.log(`${placed.length} orders placed for ${price} points.`);
}

const texts = { add: 'Add to cart', pay: 'Check out' };
await orderNewTexts(texts);
await orderNewTexts(texts); // nothing is new
await orderNewTexts({ ...texts, terms: 'You can send everything back within thirty days. '.repeat(20) });
console.log(`The service counts ${sandbox.orders().length} orders.`);
await rm(folder, { recursive: true });
