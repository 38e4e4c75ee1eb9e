import type { Drawing, ScenarioPlan } from '../draw.ts';
import { LASTING, type ProcessPlan, type Step, type TablePlan } from '../plan.ts';
import type { Dice } from '../random.ts';

/** Texts, by key; each table has some of them, and some change between two calls. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  add: ['Add to cart', 'Put into the cart'],
  hello: ['Hello {name}', 'Good day, {name}'],
  total: ['The total is "high" & rising', 'The total'],
  twice: ['Add to cart'],
  lines: ['Two lines\nof text', 'Two  lines\nof  text'],
};

/** One to three processes that order a table under the same name, while its texts change. */
export function drawTables(drawing: Drawing): ScenarioPlan {
  const { dice, store, faults } = drawing;
  const table: TablePlan = {
    // What is in a project can't be rejected.
    using: dice.chance(faults.includes('rejections') ? 0.9 : 0.5) ? 'simple' : 'project',
    languages: dice.pick([['ja'], ['ja'], ['ja', 'de']]),
    versions: drawVersions(dice),
  };
  const count = store === 'memory' ? 1 : dice.pick([1, 1, 2, 3]);
  const processes = Array.from({ length: count }, (_, index) => drawProcess(drawing, table, `P${index + 1}`));
  const budget = dice.chance(0.3) ? dice.pick([100, 300, 1_000]) : undefined;
  return { processes, table, budget, hasTranslators: true };
}

function drawVersions(dice: Dice): Record<string, string>[] {
  return Array.from({ length: dice.whole(1, 3) }, () => {
    const keys = Object.keys(TEXTS).filter(() => dice.chance(0.6));
    const texts = keys.map((key) => [key, dice.pick(TEXTS[key] ?? [key])]);
    return texts.length > 0 ? Object.fromEntries(texts) : { add: 'Add to cart' };
  });
}

function drawProcess({ dice, faults }: Drawing, table: TablePlan, name: string): ProcessPlan {
  // The docs name the condition: one process at a time sends a text back.
  const rejecting = faults.includes('rejections') && name === 'P1' ? 4 : 0;
  const deeds = dice.pick([
    ...([['table'], ['table', 'collect'], ['table', 'table']] as const),
    ...Array.from({ length: rejecting }, () => ['table', 'reject'] as const),
  ]);
  const steps = deeds.map((does, index): Step => {
    const version = dice.whole(0, table.versions.length - 1);
    const order = {
      kind: table.using,
      key: `table ${version}`,
      text: '',
      target: table.languages[0] ?? 'ja',
    };
    const isAborted = does === 'table' && faults.includes('aborts') && dice.chance(0.5);
    return {
      name: `${name}.${index + 1}`,
      does,
      order,
      version,
      tries: dice.whole(1, 2) + (does === 'reject' ? 1 : 0),
      between: dice.whole(0, 8_000),
      abortAfter: isAborted ? dice.whole(0, 5_000) : LASTING,
    };
  });
  const clockAhead = faults.includes('clocks') ? dice.whole(-120_000, 120_000) : 0;
  return { name, clockAhead, steps };
}
