// Walks through every schedule of a small scope: `npm run explore -- --help`.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { SCOPES, type Scope, type ScopeName } from './scopes.ts';
import type { Limits, Walked } from './walk.ts';

/** What a thread is to do: every schedule of a scope in which a process begins first, or the story of one. */
export type Task = { readonly scope: ScopeName } & (
  | { readonly limits: Limits; readonly first: string }
  | { readonly schedule: string }
);

export type Found =
  | { readonly violations: readonly string[]; readonly schedule: string }
  | { readonly walked: Walked }
  | { readonly story: string };

// The keys of an object have its type.
const NAMES = Object.keys(SCOPES) as ScopeName[];

const HELP = `npm run explore -- [options] [${NAMES.join('|')} ...]
  --preemptions 1    how often a process may lose its turn while it could go on
  --faults 1         how much may go wrong
  --threads 2        by default one for each core
  --schedule ID      tells what happens in this one of a scope; the ID is printed with a violation`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    preemptions: { type: 'string', default: '1' },
    faults: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    schedule: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** Has a thread do one task after the other, until none is left. */
async function runThread(tasks: Iterator<Task>, onFound: (task: Task, found: Found) => void): Promise<void> {
  // A schedule leaves much garbage and is over: most of it is never copied. What was walked through is remembered.
  const resourceLimits = { maxYoungGenerationSizeMb: 128, maxOldGenerationSizeMb: 4_096 };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits });
  const failed = new Promise<never>((_, reject) => void worker.on('error', reject));
  for (let next = tasks.next(); !next.done; next = tasks.next()) {
    const task = next.value;
    const done = new Promise<void>((resolve) => {
      worker.removeAllListeners('message');
      worker.on('message', (found: Found) => {
        onFound(task, found);
        if (!('violations' in found)) resolve();
      });
    });
    worker.postMessage(task);
    await Promise.race([done, failed]);
  }
  await worker.terminate();
}

/** What was found in a scope. */
class Report {
  readonly broken = new Map<string, string[]>();
  failing = 0;
  schedules = 0;
  runs = 0;
  /** How many tasks have been walked through. */
  walked = 0;

  add(found: Found): void {
    if ('walked' in found) {
      this.walked += 1;
      this.schedules += found.walked.schedules;
      this.runs += found.walked.runs;
    }
    if (!('violations' in found)) return;
    this.failing += 1;
    for (const words of found.violations)
      this.broken.set(words, [...(this.broken.get(words) ?? []), found.schedule]);
  }

  print(scope: ScopeName, { preemption, fault }: Limits): void {
    const schedules = this.schedules.toLocaleString('en');
    const limits = `at most ${preemption} preemptions and ${fault} faults`;
    const runs = this.runs.toLocaleString('en');
    console.log(
      `${scope}: ${schedules} schedules with ${limits}, all walked through in ${runs} runs; violations: ${this.failing}`,
    );
    for (const [words, ids] of this.broken)
      console.log(`  BROKEN in ${ids.length}: ${words}\n    --schedule ${ids[0]}`);
  }
}

/** Walks through scopes, and prints what is found. Resolves to the number of schedules that break a rule. */
async function explore(scopes: readonly ScopeName[], limits: Limits): Promise<number> {
  const began = Date.now();
  const reports = new Map(scopes.map((scope) => [scope, new Report()]));
  const firsts = ['P1', 'P2'];
  const tasks = scopes.flatMap((scope) => firsts.map((first): Task => ({ scope, limits, first })));
  const queue = tasks.values();
  const threads = Math.min(tasks.length, Number(values.threads));
  const run = () =>
    runThread(queue, ({ scope }, found) => {
      const report = reports.get(scope);
      report?.add(found);
      if (report?.walked === firsts.length && 'walked' in found) report.print(scope, limits);
    });
  await Promise.all(Array.from({ length: threads }, run));
  console.log(`in ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  return [...reports.values()].reduce((sum, { failing }) => sum + failing, 0);
}

function scopesFrom(names: readonly string[]): ScopeName[] {
  const unknown = names.find((name) => !NAMES.some((scope) => scope === name));
  if (unknown !== undefined) throw new Error(`There is no scope "${unknown}"; see --help.`);
  const isKept = ({ isCareless }: Scope): boolean => !isCareless;
  return NAMES.filter((name) => (names.length === 0 ? isKept(SCOPES[name]) : names.includes(name)));
}

const limits = { preemption: Number(values.preemptions), fault: Number(values.faults) };
const { schedule } = values;
if (values.help) console.log(HELP);
else if (schedule !== undefined) {
  const tasks = scopesFrom(positionals).map((scope): Task => ({ scope, schedule }));
  await runThread(tasks.values(), (_, found) => {
    if ('story' in found) console.log(found.story);
  });
} else {
  const failing = await explore(scopesFrom(positionals), limits);
  process.exitCode = failing > 0 ? 1 : 0;
}
