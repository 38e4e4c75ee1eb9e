import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AskedFaults } from './faults.ts';
import type { Violation } from './judge/calls.ts';
import type { ScenarioName } from './plan.ts';

/** What a thread is to do: the seeds from `first` on, each `step`; or one of them, as a story. */
export interface ThreadWork {
  readonly first: number;
  readonly count: number;
  readonly step: number;
  readonly faults: AskedFaults;
  /** The scenarios to draw from; by default all. */
  readonly scenarios: readonly ScenarioName[] | undefined;
  readonly isTold: boolean;
  /** When to begin no further seed, in milliseconds of the clock. @default never */
  readonly end?: number;
}

export interface RunMessage {
  readonly seed: number;
  readonly hash: number;
  readonly violations: readonly Violation[];
}

export type FromThread = { readonly runs: readonly RunMessage[] } | { readonly story: string };

async function runThread(workerData: ThreadWork, onMessage: (message: FromThread) => void): Promise<void> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    // A schedule leaves much garbage and is over: most of it is never copied.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  worker.on('message', onMessage);
  const [code] = await once(worker, 'exit');
  if (code !== 0) throw new Error(`a thread of the simulation ended with ${code}`);
}

/** Runs seeds on several threads. */
export async function runSeeds(
  given: Omit<ThreadWork, 'step' | 'isTold'>,
  threads: number,
  onRun: (run: RunMessage) => void,
): Promise<void> {
  const { first, count } = given;
  const work = Array.from({ length: threads }, (_, index) =>
    runThread(
      { ...given, first: first + index, count: count - index, step: threads, isTold: false },
      (message) => {
        if ('runs' in message) for (const run of message.runs) onRun(run);
      },
    ),
  );
  await Promise.all(work);
}

/** What happens with a seed; if it breaks a rule, in the shortest schedule that does. */
export async function tellSeed(
  first: number,
  given: Pick<ThreadWork, 'faults' | 'scenarios'>,
): Promise<string> {
  let told = '';
  await runThread({ ...given, first, count: 1, step: 1, isTold: true }, (message) => {
    if ('story' in message) told = message.story;
  });
  return told;
}
