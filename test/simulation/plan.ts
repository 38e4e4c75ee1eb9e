import { FAULT_KINDS, type FaultKind } from './faults.ts';
import { Dice } from './random.ts';

/** What an order asks for. A key has one order, but for a few that use it again for another one. */
export interface OrderPlan {
  readonly kind: 'project' | 'simple';
  readonly key: string;
  readonly text: string;
  /** A language that the service refuses is 'xx'. */
  readonly target: string;
}

export interface Step {
  readonly name: string;
  readonly does: 'order' | 'plain' | 'cancel' | 'comment';
  readonly order: OrderPlan;
  /** How often the call is made until it succeeds. */
  readonly tries: number;
  /** Milliseconds between two tries. */
  readonly between: number;
  readonly maxPoints?: number | undefined;
  /** When its signal aborts, in milliseconds after each call. */
  readonly abortAfter: number;
}

export interface ProcessPlan {
  readonly name: string;
  readonly clockAhead: number;
  readonly steps: readonly Step[];
}

/** Something that happens to a process at the n-th request or step of its store, or to the service at a time. */
type Incident =
  | {
      readonly what: 'kill';
      readonly process: string;
      readonly operation: number;
      readonly phase: 'before' | 'after';
      readonly restart: number;
    }
  | { readonly what: 'pause'; readonly process: string; readonly operation: number; readonly time: number }
  | { readonly what: 'settle' | 'reset'; readonly at: number };

/** Everything that was drawn before a run. Nothing of it is drawn while it runs, so it can be made smaller. */
export interface Plan {
  readonly seed: number;
  readonly faults: readonly FaultKind[];
  readonly store: 'shared' | 'memory';
  /** Whether the store has a clock of its own. */
  readonly hasStoreClock: boolean;
  readonly pageSize: number;
  /** How many orders the account has from before. */
  readonly history: number;
  /** Whether the first of the keys was ordered before all those, and before there was a store. */
  readonly isPlacedBefore: boolean;
  readonly budget: number | undefined;
  readonly timeout: number;
  readonly processes: readonly ProcessPlan[];
  readonly incidents: readonly Incident[];
}

/** Long enough for what is late and for copies that are behind, as the docs ask. */
export const SETTLE = 30_000;

/** In memory time frees a key, so an order that the service hides or forgets is placed again. */
const FREED_IN_MEMORY: readonly FaultKind[] = ['keys', 'resets'];

export function drawPlan(seed: number, allowed: readonly FaultKind[]): Plan {
  const dice = new Dice(seed, 'plan');
  const store = dice.chance(0.8) ? 'shared' : 'memory';
  // Few kinds at once find more than all together: each one gets room.
  const drawn = FAULT_KINDS.filter((kind) => allowed.includes(kind) && dice.chance(0.3));
  const faults = drawn.filter((kind) => store === 'shared' || !FREED_IN_MEMORY.includes(kind));
  const orders = drawOrders(dice);
  const processes = drawProcesses(dice, store, orders, faults);
  const cost = orders.reduce((sum, { text }) => sum + 4 * text.length, 0);
  return {
    ...{ seed, faults, store, hasStoreClock: dice.chance(0.7), pageSize: dice.pick([100, 100, 3]) },
    history: dice.pick([0, 0, 2, 7]),
    isPlacedBefore: dice.chance(0.15),
    budget: dice.chance(0.5) ? Math.ceil(cost * dice.pick([0.6, 1, 3])) : undefined,
    timeout: dice.pick([4_000, 15_000]),
    processes,
    incidents: drawIncidents(dice, store, processes, faults),
  };
}

function drawOrders(dice: Dice): OrderPlan[] {
  return Array.from({ length: dice.whole(1, 2) }, (_, index) => ({
    kind: dice.pick(['project', 'simple'] as const),
    key: `shop/order-${index + 1}`,
    text: dice.pick(['Good morning', 'Two lines\nof text', 'Größe und Maß', 'Hi']),
    target: dice.chance(0.05) ? 'xx' : dice.pick(['ja', 'de']),
  }));
}

function drawProcesses(
  dice: Dice,
  store: Plan['store'],
  orders: readonly OrderPlan[],
  faults: readonly FaultKind[],
): ProcessPlan[] {
  const count = store === 'memory' ? 1 : dice.pick([1, 2, 2, 3, 5]);
  return Array.from({ length: count }, (_, index) => {
    const name = `P${index + 1}`;
    const steps = Array.from({ length: dice.pick([1, 1, 2, 3]) }, (_unused, number) =>
      drawStep(dice, `${name}.${number + 1}`, orders, faults),
    );
    return { name, clockAhead: faults.includes('clocks') ? dice.whole(-120_000, 120_000) : 0, steps };
  });
}

function drawStep(
  dice: Dice,
  name: string,
  orders: readonly OrderPlan[],
  faults: readonly FaultKind[],
): Step {
  const does = dice.pick(['order', 'order', 'order', 'order', 'plain', 'cancel', 'comment'] as const);
  const order = dice.pick(orders);
  const isOther = dice.chance(0.04);
  return {
    ...{ name, does, tries: dice.whole(1, 4), between: dice.whole(0, 8_000) },
    order:
      does === 'plain' ? { ...order, key: `plain/${name}` } : isOther ? { ...order, text: 'Another' } : order,
    maxPoints: dice.chance(0.15) ? dice.pick([10, 1_000]) : undefined,
    abortAfter:
      faults.includes('aborts') && dice.chance(0.5) ? dice.whole(0, 3_000) : Number.POSITIVE_INFINITY,
  };
}

function drawIncidents(
  dice: Dice,
  store: Plan['store'],
  processes: readonly ProcessPlan[],
  faults: readonly FaultKind[],
): Incident[] {
  const incidents: Incident[] = [];
  const { name } = dice.pick(processes);
  // Without a store that outlives it, a process that is killed has no memory: the docs name that.
  if (faults.includes('kills') && store === 'shared') {
    for (let count = dice.whole(1, 3); count > 0; count -= 1) {
      incidents.push({
        ...{ what: 'kill', process: dice.pick(processes).name, operation: dice.whole(1, 25) },
        ...{ phase: dice.pick(['before', 'after'] as const), restart: dice.pick([100, 5_000, 70_000]) },
      });
    }
  }
  if (faults.includes('pauses')) {
    incidents.push({
      what: 'pause',
      process: name,
      operation: dice.whole(1, 20),
      time: dice.whole(500, 120_000),
    });
  }
  if (faults.includes('people') && store === 'shared') {
    for (let count = dice.whole(1, 3); count > 0; count -= 1)
      incidents.push({ what: 'settle', at: dice.whole(500, 100_000) });
  }
  if (faults.includes('resets')) incidents.push({ what: 'reset', at: dice.whole(500, 60_000) });
  return incidents;
}
