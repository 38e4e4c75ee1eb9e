import type { Drawing, ScenarioPlan } from '../draw.ts';
import { LASTING, type ProcessPlan, type Step } from '../plan.ts';

/** One to three processes that order a document under the same key, in more and more languages. */
export function drawDocuments({ dice, faults, store }: Drawing): ScenarioPlan {
  const count = store === 'memory' ? 1 : dice.pick([1, 1, 2, 3]);
  const processes = Array.from({ length: count }, (_, index): ProcessPlan => {
    const name = `P${index + 1}`;
    const deeds = dice.pick([['document'], ['document', 'collect'], ['document', 'document']] as const);
    const steps = deeds.map((does, number): Step => {
      const isAborted = does === 'document' && faults.includes('aborts') && dice.chance(0.5);
      return {
        name: `${name}.${number + 1}`,
        does,
        version: dice.whole(1, 2),
        tries: dice.whole(1, 2),
        order: { kind: 'project', key: 'menu', text: '', target: 'ja' },
        between: dice.whole(0, 8_000),
        abortAfter: isAborted ? dice.whole(0, 8_000) : LASTING,
      };
    });
    return { name, clockAhead: faults.includes('clocks') ? dice.whole(-120_000, 120_000) : 0, steps };
  });
  const budget = dice.chance(0.3) ? dice.pick([60, 200, 1_000]) : undefined;
  return { processes, budget, hasTranslators: true };
}
