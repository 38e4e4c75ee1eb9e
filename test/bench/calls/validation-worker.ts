// Validating a page of 100 questions, as a share of parsing its JSON: node validation-worker.ts <compiled|plain>
import { QuestionPageSchema } from 'translation-requester/schemas';
import * as z from 'zod/mini';
import { time } from '../alternate.ts';
import { report } from '../processes.ts';
import { makeRecords } from '../servers/records.ts';

const PAGES = 50;
const totals = '"page":1,"per_page":100,"total_pages":1,"total_count":100';
const questions = (await makeRecords()).slice(0, 100);
const text = `{"success":true,"message":"Found.",${totals},"questions":[${questions}]}`;
const schema = process.argv[2] === 'plain' ? QuestionPageSchema : z.compile(QuestionPageSchema);

function validate(page: unknown): void {
  if (!z.safeParse(schema, page).success) throw new Error('The page does not fit its schema.');
}

const shares: number[] = [];
for (let block = -10; block < 20; block += 1) {
  // Each page is validated once: one that has been seen is warm in every cache.
  const pages: unknown[] = [];
  const parsing = await time(() => pages.push(JSON.parse(text)), PAGES);
  const validating = await time(() => validate(pages.pop()), PAGES);
  if (block >= 0) shares.push(validating / parsing);
}
report(shares);
