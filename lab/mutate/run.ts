// Plants each kept fault in a copy of the repository, and says which test notices it.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Mutant } from './mutant.ts';
import { WINGS } from './mutants.ts';
import { Workshop } from './workshop.ts';

const HELP = `npm run mutate [-- WING or word of a name ...]
  --list         a line for each mutant, and nothing is run
  --since REV    only mutants of files that have changed since REV, and those whose entry has
  --jobs N       how many at once (default: the number of cores)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    since: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
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
      (positionals.length === 0 || positionals.some((word) => wing === word || mutant.name.includes(word))) &&
      (changed === undefined || changed.has(mutant.file) || changed.has(`lab/mutate/mutants/${wing}.ts`)),
  );
}

function print({ wing, mutant }: Kept, verdict: string): void {
  console.log(`${wing.padEnd(9)}  ${verdict}  ${mutant.name}`);
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

async function tryAll(mutants: readonly Kept[]): Promise<number> {
  const waiting = [...mutants];
  let missed = 0;
  const work = async () => {
    const workshop = new Workshop();
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        if (!(await judge(workshop, next))) missed += 1;
    } finally {
      workshop.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(Number(values.jobs), mutants.length) }, work));
  return missed;
}

const chosen = choose();
if (values.help === true) console.log(HELP);
else if (values.list === true) {
  for (const kept of chosen) print(kept, kept.mutant.file);
  console.log(`${chosen.length} mutants`);
} else {
  const missed = await tryAll(chosen);
  console.log(`${chosen.length - missed} passed, ${missed} failed`);
  process.exitCode = missed === 0 ? 0 : 1;
}
