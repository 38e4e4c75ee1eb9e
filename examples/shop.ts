// A shop orders a translation for each sale and pays for each once, even if an answer is lost, the process dies
// before it writes down what it ordered, or a text costs more than it may.
// Run it: node shop.ts (in a clone: npm run example shop)
import {
  BudgetError,
  isRequesterError,
  OrderConflictError,
  Requester,
  ValidationError,
} from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

/** A row of the shop's own database. Its number exists before anything is ordered: that makes it the key. */
interface Sale {
  readonly number: number;
  readonly text: string;
  state: 'paid' | 'ordered' | 'too expensive' | 'refused';
  project?: number;
}

const database: readonly Sale[] = [
  { number: 1001, text: 'Two cups of tea', state: 'paid' },
  { number: 1002, text: 'A teapot', state: 'paid' },
  { number: 1003, text: 'A tray', state: 'paid' },
  { number: 1004, text: 'A book about tea. '.repeat(50), state: 'paid' },
];

const sandbox = createSandbox();

/** What a process of the shop does, from its start until it ends or dies. */
async function work(diesAfter?: number): Promise<void> {
  const requester = new Requester({
    baseUrl: sandbox.baseUrl,
    accessToken: sandbox.accessToken,
    fetch: sandbox.fetch,
    budget: {
      points: 1_000,
      onSpend: ({ points, remaining }) => console.log(`  ${points} points spent, ${remaining} left`),
    },
  });
  for (const sale of database.filter(({ state }) => state === 'paid')) {
    const ordered = await translate(requester, sale);
    if (sale.number === diesAfter) throw new Error('The power fails before anything is written down.');
    Object.assign(sale, ordered);
  }
}

/** What becomes of a sale. Nothing here has to know whether this is its first try. */
async function translate(
  requester: Requester,
  { number, text }: Sale,
): Promise<Pick<Sale, 'state' | 'project'>> {
  try {
    const { data: project, placed } = await requester.projects
      .create(
        {
          language_id: 'en',
          translated_language_id: 'ja',
          questions: [{ type: 'string', body: text, custom_field: `shop/${number}` }],
        },
        { once: true, maxPoints: 500 },
      )
      .withResponse();
    console.log(`Sale ${number}: project ${project.id}, ${placed ? 'placed now' : 'placed before'}`);
    return { state: 'ordered', project: project.id };
  } catch (error) {
    if (!isRequesterError(error)) throw error;
    console.log(`Sale ${number}: ${error.name}, ${error.outcome}`);
    if (error instanceof BudgetError) return { state: 'too expensive' };
    // A person has to look at these. All else passes, and the sale's turn comes again.
    const isFinal = error instanceof ValidationError || error instanceof OrderConflictError;
    return { state: isFinal ? 'refused' : 'paid' };
  }
}

// The first order is answered as it should be; the second one is carried out, and its answer is lost.
const on = 'POST /api/v1/projects';
sandbox.faults.add({ on, fault: { kind: 'delay', ms: 5 } });
sandbox.faults.add({ on, fault: { kind: 'drop-after' } });

console.log('The shop opens.');
await work(1003).catch((error: Error) => console.log(error.message));

console.log('It opens again, and looks at every sale that has no receipt.');
await work();

for (const { number, state, project } of database) console.log(`Sale ${number}: ${state} ${project ?? ''}`);
const keys = sandbox.orders().map(({ key }) => key);
console.log(`The service was paid for ${keys.length} orders: ${keys.join(', ')}`);
