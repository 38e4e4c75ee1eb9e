// Tries the client in virtual time: `npm run simulate -- --help`.
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type AskedFaults, describeLimits, FAULT_KINDS, FAULTS } from './faults.ts';
import { SCENARIOS, type ScenarioName } from './plan.ts';
import { runSeeds, type ThreadWork, tellSeed } from './threads.ts';

const HELP = `npm run simulate -- [options]
  --seeds 1000      how many schedules; 1 tells what happens in it
  --seed 1          the first one; by default another one each time
  --faults a,b      what may go wrong; by default all that the client withstands; +a adds to those, "all" is all
  --scenarios a,b   of ${SCENARIOS.join(', ')}; by default all
  --threads 2       by default one for each core
  --minutes N       begins no schedule after so many minutes, and says how many there were; by default all are tried
  --stories 3       how many failing seeds are shrunk and told

Faults:
${FAULT_KINDS.map((kind) => `  ${kind.padEnd(10)}${describeLimits(kind)}${FAULTS[kind]}`).join('\n')}`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    faults: { type: 'string', default: '' },
    threads: { type: 'string', default: String(availableParallelism()) },
    scenarios: { type: 'string' },
    minutes: { type: 'string' },
    stories: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});

function faultsFrom(text: string): AskedFaults {
  if (text === 'all') return { kinds: FAULT_KINDS, isMore: true };
  const named = text
    .replaceAll('+', '')
    .split(',')
    .filter((name) => name !== '');
  const unknown = named.find((name) => !(name in FAULTS) && name !== 'none');
  if (unknown !== undefined) throw new Error(`There is no fault "${unknown}"; see --help.`);
  const kinds = FAULT_KINDS.filter((kind) => named.includes(kind));
  return { kinds, isMore: text === '' || text.startsWith('+') };
}

function scenariosFrom(text: string | undefined): ScenarioName[] | undefined {
  if (text === undefined) return undefined;
  const unknown = text.split(',').find((name) => !SCENARIOS.some((scenario) => scenario === name));
  if (unknown !== undefined) throw new Error(`There is no scenario "${unknown}"; see --help.`);
  return SCENARIOS.filter((scenario) => text.split(',').includes(scenario));
}

/** Runs all seeds, and prints which rules they break. Resolves to the number of seeds that break one. */
async function simulate(work: Omit<ThreadWork, 'step' | 'isTold'>): Promise<number> {
  const { first, count } = work;
  const broken = new Map<string, number[]>();
  const failing = new Set<number>();
  let hash = 0;
  let tried = 0;
  const began = Date.now();
  await runSeeds(work, Math.min(count, Number(values.threads)), (run) => {
    // In any order: threads are not equally fast.
    hash = (hash + run.hash) | 0;
    tried += 1;
    for (const { rule } of run.violations) {
      failing.add(run.seed);
      const seeds = broken.get(rule) ?? [];
      if (seeds.at(-1) !== run.seed) broken.set(rule, [...seeds, run.seed]);
    }
  });
  console.log(`seeds ${first} to ${first + count - 1}`);
  if (tried < count) console.log(`${count - tried} of ${count} were not tried: the time was over`);
  console.log(
    `${tried} schedules in ${((Date.now() - began) / 1_000).toFixed(1)} s, trace ${hash >>> 0}, wrong: ${failing.size}`,
  );
  for (const [rule, seeds] of broken)
    console.log(`BROKEN in ${seeds.length}: ${rule}: ${seeds.slice(0, 8).join(', ')}`);
  for (const seed of [...failing].sort((a, b) => a - b).slice(0, Number(values.stories)))
    console.log(`\n${await tellSeed(seed, work)}`);
  if (tried === 0) throw new Error('no schedule was tried: the time was over before');
  return failing.size;
}

if (values.help) console.log(HELP);
else {
  const faults = faultsFrom(values.faults);
  const count = Number(values.seeds ?? (values.seed === undefined ? 1_000 : 1));
  const first = values.seed === undefined ? randomInt(2 ** 30) : Number(values.seed);
  const end = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const work = { first, count, faults, scenarios: scenariosFrom(values.scenarios), end };
  const failing = await simulate(work);
  if (count === 1 && failing === 0) console.log(await tellSeed(first, work));
  process.exitCode = failing === 0 ? 0 : 1;
}
