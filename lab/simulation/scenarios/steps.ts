import type { Ending } from '../judge/calls.ts';
import { type ProcessPlan, SETTLE, type Step } from '../plan.ts';
import { makeCall, makeSignal, orderOnce, orderPlainly } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import type { World } from '../world.ts';
import { doDocumentStep } from './documents.ts';
import { follow } from './following.ts';
import { cancel, comment } from './orders.ts';
import { doTableStep } from './tables.ts';
import { waitFor } from './waiting.ts';

/** What a process has finished, as its caller keeps it: a life that follows does not do it again. */
export type Finished = Set<string>;

const REPEATED: readonly Step['does'][] = [
  ...(['order', 'wait', 'follow', 'table', 'collect', 'reject', 'document'] as const),
];

const TWICE: readonly Step['does'][] = ['order', 'table', 'document'];

/** Does the steps of a process, each until it succeeds or was tried often enough. */
export async function runProcess(
  world: World,
  life: Life,
  { steps }: ProcessPlan,
  finished: Finished,
): Promise<void> {
  for (const step of steps) {
    for (let number = 1; number <= step.tries && !finished.has(step.name); number += 1) {
      // Other writes are not repeated after an error: nobody knows whether they were done.
      const isRepeated = REPEATED.includes(step.does);
      if (!isRepeated && !finished.has(`${step.name} began`)) finished.add(`${step.name} began`);
      else if (!isRepeated) break;
      if (step.does === 'reject' && !world.faults.strikes('rejections', step.name, 1)) break;
      await doStep(world, life, step, number, finished);
      if (!finished.has(step.name)) await life.run(() => world.time.pause(step.between));
    }
  }
}

async function doStep(
  world: World,
  life: Life,
  step: Step,
  number: number,
  finished: Finished,
): Promise<void> {
  const name = `${step.name}/${number}`;
  const isTwice = TWICE.includes(step.does) && world.faults.strikes('twins', name, 0.5);
  const making = makeStep(world, life, step, name, {});
  // The second one waits for another time than the first one.
  if (isTwice) {
    const settle = world.faults.pick(`settle ${name}`, [2_000, 2 * SETTLE]);
    await makeStep(world, life, step, `${name}b`, { settle, maxPoints: step.maxPoints ?? 1_000 });
  }
  const ending = await making;
  if (ending.outcome === 'done' && ending.error === undefined) finished.add(step.name);
}

async function makeStep(
  world: World,
  life: Life,
  step: Step,
  name: string,
  options: { readonly settle?: number; readonly maxPoints?: number },
): Promise<Ending> {
  const { order, does, maxPoints } = step;
  const settle = does === 'order' ? (options.settle ?? step.settle ?? SETTLE) : undefined;
  const limit = does === 'order' ? (options.maxPoints ?? maxPoints) : undefined;
  const tag = { name, does, order, settle, maxPoints: limit };
  if (does === 'wait') return waitFor(world, life, step, name);
  if (world.plan.scenario === 'tables') return doTableStep(world, life, step, name);
  if (world.plan.scenario === 'documents') return doDocumentStep(world, life, step, name);
  if (does === 'follow') return follow(world, life, step, name);
  return makeCall(world, life, tag, (call) => {
    const signal = makeSignal(world, step, call);
    if (does === 'order') return orderOnce(life, order, { maxPoints, signal, settle, ...options });
    if (does === 'plain') return orderPlainly(life, order, signal);
    return does === 'cancel' ? cancel(world, life, step, signal) : comment(world, life, step, signal);
  });
}
