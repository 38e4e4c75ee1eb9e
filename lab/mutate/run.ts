// Plants each kept fault in a copy of the repository, and says which test notices it.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Mutant } from './mutant.ts';
import { WINGS } from './mutants.ts';
import { Workshop } from './workshop.ts';

const HELP = `npm run mutate [-- WING, word of a name, or money ...]
  --list         a line for each mutant, with its file and where it is noticed, and nothing is run
  --since REV    only mutants of files that have changed since REV, and those whose entry has
  --jobs N       how many at once (default: the number of cores)
  --minutes N    ends after so many minutes, in random order, and says how many were not tried (default: all are tried)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    since: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    minutes: { type: 'string' },
    help: { type: 'boolean' },
  },
});

interface Kept {
  readonly wing: string;
  readonly mutant: Mutant;
}

function listChangedFiles(since: string): readonly string[] {
  const words = ['diff', '--name-only', since, '--', 'src', 'lab/mutate/mutants'];
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n');
}

function choose(): Kept[] {
  const all = Object.entries(WINGS).flatMap(([wing, mutants]) => mutants.map((mutant) => ({ wing, mutant })));
  const changed = values.since === undefined ? undefined : new Set(listChangedFiles(values.since));
  return all.filter(
    ({ wing, mutant }) =>
      (positionals.length === 0 || positionals.some((word) => isNamed(wing, mutant, word))) &&
      (changed === undefined || changed.has(mutant.file) || changed.has(`lab/mutate/mutants/${wing}.ts`)),
  );
}

/** Whether a word of the command line means a mutant: by its wing, by what it is about, or by its name. */
const isNamed = (wing: string, { about, name }: Mutant, word: string): boolean =>
  wing === word || about === word || name.includes(word);

function print({ wing, mutant }: Kept, verdict: string): void {
  console.log(`${wing.padEnd(9)}  ${verdict}  ${mutant.name}`);
}

/** Where it is noticed, or why nowhere. */
function describeVerdict({ verdict }: Mutant): string {
  return 'equivalent' in verdict ? `equivalent: ${verdict.equivalent}` : verdict.noticedBy.join(' ');
}

/** Resolves to whether the mutant is noticed, and prints by what. */
async function judge(workshop: Workshop, kept: Kept): Promise<boolean> {
  const { verdict } = kept.mutant;
  if ('equivalent' in verdict) {
    print(kept, `equivalent: ${verdict.equivalent}:`);
    return true;
  }
  const ending = await workshop.try(kept.mutant, verdict.noticedBy);
  if ('broken' in ending) print(kept, `BROKEN (${ending.broken}):`);
  else if (ending.failed === undefined) print(kept, 'SURVIVED:');
  else print(kept, `noticed by "${ending.failed.trim()}":`);
  return !('broken' in ending) && ending.failed !== undefined;
}

interface Tally {
  readonly noticed: number;
  readonly missed: number;
}

async function tryAll(mutants: readonly Kept[]): Promise<Tally> {
  const end = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const waiting = values.minutes === undefined ? [...mutants] : shuffle(mutants);
  let noticed = 0;
  let missed = 0;
  const work = async () => {
    const workshop = new Workshop();
    try {
      while (performance.now() < end) {
        const next = waiting.shift();
        if (next === undefined) break;
        if (await judge(workshop, next)) noticed += 1;
        else missed += 1;
      }
    } finally {
      workshop.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(Number(values.jobs), mutants.length) }, work));
  if (waiting.length > 0)
    console.log(`${waiting.length} of ${mutants.length} were not tried: the time was over`);
  return { noticed, missed };
}

/** The same in random order, so that each run of a few minutes tries others. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

const chosen = choose();
if (values.help === true) console.log(HELP);
else if (values.list === true) {
  for (const kept of chosen) print(kept, `${kept.mutant.file}  ${describeVerdict(kept.mutant)}`);
  console.log(`${chosen.length} mutants`);
} else {
  const { noticed, missed } = await tryAll(chosen);
  console.log(`${noticed} passed, ${missed} failed`);
  process.exitCode = missed === 0 ? 0 : 1;
}
