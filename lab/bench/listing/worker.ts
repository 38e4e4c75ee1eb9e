// Lists everything with each pager in turn: node worker.ts <fast base> <slow base> <records> <rotations> <repeats>
import { time } from '../alternate.ts';
import { ahead, bigPages, type Listing, type Pager, sequential } from '../peers/pagers.ts';
import { report } from '../processes.ts';
import { FIRST_ID } from '../servers/records.ts';

const [, , fast = '', slow = '', records = '1', rotations = '1', repeats = '1'] = process.argv;
const total = Number(records);

/** Milliseconds by pager, one record for each rotation. */
export type Rotations = Readonly<Record<string, readonly number[]>>[];

/** Lists, and makes sure that every record came, in order. */
async function listAll(name: string, list: Listing): Promise<void> {
  let next = FIRST_ID;
  await list((record) => {
    if (Object(record).id === next) next += 1;
  });
  if (next !== FIRST_ID + total) throw new Error(`${name} listed ${next - FIRST_ID} of ${total} in order.`);
}

const pagers: Readonly<Record<string, Pager>> = { ...sequential, ...bigPages, ...ahead };

for (const [name, pager] of Object.entries(pagers)) await listAll(name, await pager(fast, total));

const listings: (readonly [string, Listing])[] = [];
for (const [name, pager] of Object.entries(pagers)) listings.push([name, await pager(slow, total)]);

async function rotate(order: readonly (readonly [string, Listing])[]): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (let repeat = 0; repeat < Number(repeats); repeat += 1) {
    // The fast ones more often: their ratio to each other is what is looked at most closely.
    for (const [name, list] of order.filter(([each]) => repeat === 0 || each in ahead)) {
      const microseconds = await time(() => listAll(name, list));
      times[name] = [...(times[name] ?? []), microseconds / 1000];
    }
  }
  return times;
}

const measured: Rotations = [];
for (let rotation = 0; rotation < Number(rotations); rotation += 1) {
  measured.push(await rotate(rotation % 2 === 0 ? listings : [...listings].reverse()));
}
report(measured);
