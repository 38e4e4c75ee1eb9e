import type { Drawing, ScenarioPlan } from '../draw.ts';
import type { Activity, ProcessPlan } from '../plan.ts';

/** How long something happens at the service, in milliseconds. */
const BUSY = 240_000;
/** Milliseconds after which nobody follows any more. */
const END = BUSY + 60_000;

/** One or two processes that follow the log with the same checkpoint, while orders are placed and translated. */
export function drawFollowing({ dice, faults, store }: Drawing): ScenarioPlan {
  const count = store === 'memory' ? 1 : dice.pick([1, 1, 2]);
  const order = { kind: 'simple', key: 'log', text: '', target: 'ja' } as const;
  const processes = Array.from({ length: count }, (_, index): ProcessPlan => {
    const isRun = dice.chance(0.5);
    const step = { does: 'follow', order, between: dice.whole(5_000, 120_000), isRun } as const;
    const abortAfter = faults.includes('aborts') && dice.chance(0.5) ? dice.whole(0, 60_000) : END;
    const name = `P${index + 1}`;
    return {
      name,
      clockAhead: faults.includes('clocks') ? dice.whole(-120_000, 120_000) : 0,
      steps: [{ ...step, name: `${name}.1`, tries: dice.whole(2, 4), abortAfter }],
    };
  });
  const activities = Array.from({ length: dice.whole(2, 14) }, (): Activity => {
    const what = dice.pick(['order', 'order', 'translate', 'translate', 'finish'] as const);
    // Much of it at once, so that several pages are new.
    return {
      at: dice.chance(0.4) ? dice.whole(30_000, 31_000) : dice.whole(0, BUSY),
      what,
      index: dice.whole(0, 9),
    };
  });
  return { processes, activities };
}
