// Orders exactly once, within a budget, even when the connection breaks at the worst moment.
import { BudgetError, OutcomeUnknownError, type ProjectOrderInput, Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

const invoice: ProjectOrderInput = {
  language_id: 'en',
  translated_language_id: 'fr',
  // The custom_field is the order's key: the same key is the same order, today and after a crash.
  questions: [{ type: 'string', body: 'Thank you for your payment.', custom_field: 'invoice/2026-0042' }],
};

/** Can be called as often as one likes. */
async function order(): Promise<void> {
  try {
    const call = requester.projects.create(invoice, { once: true, maxPoints: 200 });
    const { data: project, placed } = await call.withResponse();
    console.log(
      `Project ${project.id}, ${placed ? 'placed by this call' : 'placed before'}: ${project.point} points.`,
    );
  } catch (error) {
    if (error instanceof BudgetError) console.log(`Too dear, so not ordered: ${error.message}`);
    else if (error instanceof OutcomeUnknownError) console.log('Not known yet. Calling again is safe.');
    else throw error;
  }
}

// The order is carried out, but its answer gets lost: it is looked for, and found.
sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
await order();
await order();
console.log(`The service counts ${sandbox.orders().length} order.`);
