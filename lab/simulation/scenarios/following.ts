import type { Ending } from '../judge/calls.ts';
import type { Step } from '../plan.ts';
import { makeCall, makeSignal } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import type { World } from '../world.ts';

/** The longest that the handling of an event takes, in milliseconds. */
const LONGEST_HANDLING = 2_000;

/** Follows the log until it has caught up, or is aborted, or fails. */
export function follow(world: World, life: Life, step: Step, name: string): Promise<Ending> {
  return makeCall(world, life, { name, does: 'follow', order: step.order }, async (call) => {
    const signal = makeSignal(world, step, call);
    const count = await handleAll(world, life, name, { signal, ...(step.isRun && { until: 'caught-up' }) });
    return { words: `has handled ${count} events`, isIdle: true };
  });
}

async function handleAll(
  { judge, time, faults, story }: World,
  { requester, name: process }: Life,
  run: string,
  options: { readonly signal?: AbortSignal; readonly until?: 'caught-up' },
): Promise<number> {
  const stream = requester.events.follow({ from: 'beginning', checkpoint: 'shop', ...options });
  const log = judge.log.begin(run);
  let count = 0;
  for await (const { id } of stream) {
    log.received(id);
    await time.pause(Math.floor(faults.draw(`handling ${run} ${id}`) ** 3 * LONGEST_HANDLING));
    log.handled(id);
    story.tell(process, `has handled event ${id}`);
    count += 1;
  }
  return count;
}

/** When everything has come to rest, one more run catches up: then every event has been handled. */
export async function inspectLog(world: World, inspector: Life): Promise<void> {
  const order = { kind: 'simple', key: 'log', text: '', target: 'ja' } as const;
  const ending = await makeCall(world, inspector, { name: 'final run', does: 'follow', order }, async () => {
    const count = await handleAll(world, inspector, 'final run', { until: 'caught-up' });
    return { words: `has handled ${count} events`, isIdle: true };
  });
  if (ending.error !== undefined) world.judge.accuse('a log can be followed to its end', ending.words);
  else world.judge.log.finish(world.service.events.map(({ state }) => state.id));
}
