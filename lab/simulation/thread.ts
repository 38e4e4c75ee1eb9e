// Runs schedules in virtual time: a thread of its own, since it replaces the clocks and timers of the whole thread.
import '../../test/source-hooks.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, RunMessage, ThreadWork } from './threads.ts';

const { warnOfThread } = await import('../../src/client/ordering/place.ts');
const { installVirtualTime } = await import('./virtual-time.ts');
const { faultsIn } = await import('./faults.ts');
const { drawPlan } = await import('./draw.ts');
const { runPlan } = await import('./run-plan.ts');
const { shrink } = await import('./shrink.ts');

// The thread that starts this one gives it nothing else.
const work = workerData as ThreadWork;
const post = (message: FromThread): void => parentPort?.postMessage(message);

const realNow = Date.now;
installVirtualTime();
// The first run of a thread would have a warning more than the others.
warnOfThread({ isThreadMemory: true, warn: () => undefined });
if (!work.isTold) Error.stackTraceLimit = 0;

const draw = (seed: number) => drawPlan(seed, (scenario) => faultsIn(scenario, work.faults), work.scenarios);

/** How many runs are told to the main thread at once. */
const BATCH = 100;

async function runAll(): Promise<void> {
  let runs: RunMessage[] = [];
  const { first, count, step, end = Number.POSITIVE_INFINITY } = work;
  for (let seed = first; seed < first + count && realNow() < end; seed += step) {
    const { violations, hash } = await runPlan(draw(seed));
    runs.push({ seed, hash, violations });
    if (runs.length < BATCH) continue;
    post({ runs });
    runs = [];
  }
  post({ runs });
}

async function tell(): Promise<void> {
  const plan = draw(work.first);
  const whole = await runPlan(plan, new Set(), true);
  const [violation] = whole.violations;
  const { run, shortest } =
    violation === undefined ? { run: whole, shortest: { plan } } : await shrink(plan, violation.rule);
  const { scenario, faults, store, budget, history } = shortest.plan;
  const title = `seed ${plan.seed}: ${scenario}, ${store} store, budget ${budget ?? 'none'}, ${history} orders from before, faults: ${faults.join(', ') || 'none'}`;
  post({ story: [title, ...run.lines].join('\n') });
}

await (work.isTold ? tell() : runAll());
