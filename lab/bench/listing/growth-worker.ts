// Milliseconds of listings of different lengths: node growth-worker.ts <base> <pages> <prefetch>
import { time } from '../alternate.ts';
import { requesterAt } from '../peers/clients.ts';
import { report } from '../processes.ts';

const PER_PAGE = 100;
const [, , base = '', pages = '[]', prefetch = '4'] = process.argv;
const lengths: number[] = JSON.parse(pages);

async function walk(length: number): Promise<void> {
  let read = 0;
  const listing = requesterAt(base).questions.list({ per_page: PER_PAGE }, { prefetch: Number(prefetch) });
  for await (const _page of listing.pages()) {
    read += 1;
    if (read === length) return;
  }
  throw new Error(`There are only ${read} pages.`);
}

await walk(10);
const found = [];
for (const size of lengths) found.push({ size, value: (await time(() => walk(size))) / 1000 });
report(found);
