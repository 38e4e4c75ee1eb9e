// Resident memory while a long listing is walked: node --expose-gc memory-worker.ts <ours|bare> <base> <counts>
import { retained } from '../memory.ts';
import { ahead } from '../peers/pagers.ts';
import { report } from '../processes.ts';

/** MiB after so many records. */
export type Memory = { readonly size: number; readonly value: number }[];

const [, , whose = 'ours', base = '', counts = '[]'] = process.argv;
const marks = new Set<number>(JSON.parse(counts));
const found: Memory = [];
let seen = 0;
let measuring = Promise.resolve();

function count(): void {
  seen += 1;
  if (!marks.has(seen)) return;
  const size = seen;
  measuring = measuring.then(async () => {
    found.push({ size, value: await retained() });
  });
}

const list = await ahead[whose === 'bare' ? 'by hand, 4 ahead' : 'translation-requester, default'](
  base,
  Math.max(...marks),
);
await list(count);
await measuring;
if (seen !== Math.max(...marks)) throw new Error(`Listed ${seen} records.`);
report(found);
