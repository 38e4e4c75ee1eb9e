// Orders once, within a price limit, although the answer to the order is lost.
import { BudgetError, OutcomeUnknownError, type ProjectOrderInput, Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

const invoice: ProjectOrderInput = {
  language_id: 'en',
  translated_language_id: 'fr',
  // The custom_field is the order's key: the same key is the same order. docs/paid-orders.md says what that guarantees.
  questions: [{ type: 'string', body: 'Thank you for your payment.', custom_field: 'invoice/2026-0042' }],
};

/** Places the order, or finds it when it was placed before. */
async function order(): Promise<void> {
  try {
    const call = requester.projects.create(invoice, { once: true, maxPoints: 200 });
    const { data: project, placed } = await call.withResponse();
    console.log(
      `Project ${project.id}, ${placed ? 'placed by this call' : 'placed before'}: ${project.point} points.`,
    );
  } catch (error) {
    if (error instanceof BudgetError) console.log(`Too dear, so not ordered: ${error.message}`);
    else if (error instanceof OutcomeUnknownError)
      console.log('Not known yet. Look at the service before you call again.');
    else throw error;
  }
}

// The order is carried out, but its answer gets lost: it is looked for, and found.
sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
await order();
await order();
console.log(`The service counts ${sandbox.orders().length} order.`);
