import type { Drawing, ScenarioPlan } from '../draw.ts';
import { LASTING, type OrderPlan, type ProcessPlan, SETTLE, type Step } from '../plan.ts';
import type { Dice } from '../random.ts';

/** Processes that order the same things at the same time, and do with them what people do. */
export function drawOrders(drawing: Drawing): ScenarioPlan {
  const { dice } = drawing;
  const orders = drawOrderPlans(dice);
  const cost = orders.reduce((sum, { text }) => sum + 4 * text.length, 0);
  const processes = drawProcesses(drawing, orders);
  return {
    processes,
    isPlacedBefore: dice.chance(0.15),
    budget: dice.chance(0.5) ? Math.ceil(cost * dice.pick([0.6, 1, 3])) : undefined,
    hasTranslators: processes.some(({ steps }) => steps.some(({ does }) => does === 'wait')),
  };
}

function drawOrderPlans(dice: Dice): OrderPlan[] {
  return Array.from({ length: dice.whole(1, 2) }, (_, index) => ({
    kind: dice.pick(['project', 'simple'] as const),
    key: `shop/order-${index + 1}`,
    more: dice.pick([[], [], ['Good night'], ['Second question', 'Third question']]),
    text: dice.pick(['Good morning', 'Two lines\nof text', 'Größe und Maß', 'Hi']),
    target: dice.chance(0.05) ? 'xx' : dice.pick(['ja', 'de']),
  }));
}

function drawProcesses(drawing: Drawing, orders: readonly OrderPlan[]): ProcessPlan[] {
  const { dice, store, faults } = drawing;
  const count = store === 'memory' ? 1 : dice.pick([1, 2, 2, 2, 3, 5, 5, dice.chance(0.3) ? 20 : 2]);
  return Array.from({ length: count }, (_, index) => {
    const name = `P${index + 1}`;
    const steps = Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, (_unused, number) =>
      drawStep(drawing, `${name}.${number + 1}`, orders),
    );
    const last = steps.findLast(({ does }) => does === 'order');
    // Whoever has just ordered waits.
    if (last !== undefined && faults.includes('soon'))
      steps.push({ ...last, name: `${name}.wait`, does: 'wait', tries: 1, abortAfter: LASTING });
    return { name, clockAhead: faults.includes('clocks') ? dice.whole(-120_000, 120_000) : 0, steps };
  });
}

const DEEDS = ['order', 'order', 'order', 'order', 'order', 'plain', 'cancel', 'comment', 'wait'] as const;

function drawStep({ dice, faults }: Drawing, name: string, orders: readonly OrderPlan[]): Step {
  const does = dice.pick(DEEDS);
  const order = dice.pick(orders);
  const isOther = does === 'order' && dice.chance(0.04);
  const plain = { ...order, key: `plain/${name}` };
  return {
    name,
    does,
    tries: dice.whole(1, 3),
    settle: dice.pick([SETTLE, SETTLE, 2 * SETTLE, 2_000]),
    between: dice.whole(0, 8_000),
    order: does === 'plain' ? plain : isOther ? { ...order, text: 'Another' } : order,
    maxPoints: dice.chance(0.15) ? dice.pick([10, 1_000]) : undefined,
    abortAfter: faults.includes('aborts') && dice.chance(0.5) ? dice.whole(0, 3_000) : LASTING,
  };
}
