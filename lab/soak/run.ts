// Processes order with one store while everything goes wrong: `npm run soak -- --help`.
import { parseArgs } from 'node:util';
import { soak } from './soak.ts';
import { STORES } from './stores.ts';

const HELP = `npm run soak -- [options]
  --store file      or memory, redis, sqlite; by default one after the other
  --seconds 60      in which processes are killed and stopped; the rest takes two minutes more
  --orders 300      by key, half of them projects; and a table with half as many texts, in two languages
  --processes 4     that order at the same time
  --seed 1          chooses what goes wrong; by default another one each time`;

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    orders: { type: 'string', default: '300' },
    processes: { type: 'string', default: '4' },
    seed: { type: 'string', default: `${Date.now() % 100_000}` },
    help: { type: 'boolean', default: false },
  },
});

async function runAll(): Promise<number> {
  const [seconds, orders, processes, seed] = [
    values.seconds,
    values.orders,
    values.processes,
    values.seed,
  ].map(Number);
  const stores = STORES.filter((store) => store === (values.store ?? store));
  if (stores.length === 0) throw new Error(`There is no store "${values.store}"; see --help.`);
  let count = 0;
  for (const store of stores) {
    const options = { store, seconds, orders, processes, seed } as Parameters<typeof soak>[0];
    const { wrong, figures } = await soak(options);
    for (const [name, figure] of Object.entries({ seed, ...figures }))
      console.log(`${store}: ${name}: ${figure}`);
    for (const what of wrong) console.error(`${store}: WRONG: ${what}`);
    count += wrong.length;
  }
  console.log(`wrong: ${count}`);
  return count;
}

if (values.help) console.log(HELP);
else if ((await runAll()) > 0) process.exitCode = 1;
