// Places an order once and within a price limit, even if an answer is lost or the process is started again.
// Run it: node order-safely.ts (in a clone: npm run example order-safely)
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BudgetError, OutcomeUnknownError, type ProjectOrderInput, Requester } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const folder = await mkdtemp(join(tmpdir(), 'orders-')); // in an application: a folder that is kept

const invoice: ProjectOrderInput = {
  language_id: 'en',
  translated_language_id: 'fr',
  // The custom_field is the order's key: the same key is the same order.
  questions: [{ type: 'string', body: 'Thank you for your payment.', custom_field: 'invoice/2026-0042' }],
};

/** Places the order, or finds it when it was placed before. What that guarantees: docs/paid-orders.md. */
async function order(requester: Requester, maxPoints: number): Promise<void> {
  try {
    const call = requester.projects.create(invoice, { once: true, maxPoints });
    const { data: project, placed } = await call.withResponse();
    console.log(
      `Project ${project.id}, ${placed ? 'placed by this call' : 'placed before'}: ${project.point} points.`,
    );
  } catch (error) {
    if (error instanceof BudgetError) console.log(`Not ordered: ${error.message}`);
    else if (error instanceof OutcomeUnknownError)
      console.log('Not known yet. Call again later: it is not placed again.');
    else throw error;
  }
}

/** What a process does at its start. */
const start = () => new Requester({ baseUrl, accessToken, fetch, store: fileStore(folder) });

const first = start();
await order(first, 50); // too expensive: nothing is ordered

// The order is carried out, but its answer gets lost: it is looked for, and found.
sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
await order(first, 200);

await order(start(), 200); // a process that knows nothing but the store
console.log(`The service counts ${sandbox.orders().length} order.`);
await rm(folder, { recursive: true });
