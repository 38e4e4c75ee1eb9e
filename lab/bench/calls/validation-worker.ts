// Checking a page of 100 questions as the client does, as a share of parsing its JSON: node validation-worker.ts <compiled|plain>
import { time } from '../alternate.ts';
import { importClient } from '../client-source.ts';
import { report } from '../processes.ts';
import { makeRecords } from '../servers/records.ts';

/** What checks answers, of which no entry of the package gives the parts. */
interface Contract {
  readonly questionPageSchema: () => unknown;
  readonly makeInspector: (
    schema: Contract['questionPageSchema'],
  ) => (page: unknown) => { readonly mismatches: readonly unknown[] };
}

const { makeInspector, questionPageSchema } = await importClient<Contract>(
  "export * from './contract/inspector.js'; export { questionPageSchema } from './contract/answers.js';",
  process.argv[2] === 'plain' ? 'plain' : 'node',
);
const inspect = makeInspector(questionPageSchema);

const PAGES = 50;
const totals = '"page":1,"per_page":100,"total_pages":1,"total_count":100';
const questions = (await makeRecords()).slice(0, 100);
const text = `{"success":true,"message":"Found.",${totals},"questions":[${questions}]}`;

function check(page: unknown): void {
  if (inspect(page).mismatches.length > 0) throw new Error('The page does not fit its schema.');
}

const shares: number[] = [];
for (let block = -10; block < 20; block += 1) {
  // Each page is checked once: one that has been seen is warm in every cache.
  const pages: unknown[] = [];
  const parsing = await time(() => pages.push(JSON.parse(text)), PAGES);
  const checking = await time(() => check(pages.pop()), PAGES);
  if (block >= 0) shares.push(checking / parsing);
}
report(shares);
