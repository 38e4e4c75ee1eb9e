import { FAULT_KINDS, type FaultKind } from './faults.ts';
import type { Incident, Plan, ScenarioName } from './plan.ts';
import { Dice } from './random.ts';
import { drawDocuments } from './scenarios/draw-documents.ts';
import { drawFollowing } from './scenarios/draw-following.ts';
import { drawOrders } from './scenarios/draw-orders.ts';
import { drawTables } from './scenarios/draw-tables.ts';

/** What a scenario draws for itself. */
export type ScenarioPlan = Pick<Plan, 'processes'> & Partial<Plan>;

/** What is drawn before the rest of a plan. */
export interface Drawing {
  readonly dice: Dice;
  readonly faults: readonly FaultKind[];
  readonly store: Plan['store'];
}

const DRAW: Readonly<Record<ScenarioName, (drawing: Drawing) => ScenarioPlan>> = {
  orders: drawOrders,
  following: drawFollowing,
  tables: drawTables,
  documents: drawDocuments,
};

/** How often each scenario is drawn: what costs money most. */
const WEIGHTS: readonly ScenarioName[] = [
  ...Array.from({ length: 7 }, () => 'orders' as const),
  ...(['following', 'tables', 'tables', 'documents', 'documents'] as const),
];

/** A call that something in between has refused frees its key when it does not find the order: one that the service hides is ordered again. */
const REFUSING: readonly FaultKind[] = ['refusals', 'pages'];
const HIDING: readonly FaultKind[] = ['keys', 'resets'];

/** Elsewhere, an order whose text has changed is a conflict, as the docs say, and a log that begins anew is another one. */
const ONLY_IN: Partial<Record<FaultKind, readonly ScenarioName[]>> = {
  resets: ['orders'],
  keys: ['orders'],
  rewrites: ['tables'],
};

export function drawPlan(
  seed: number,
  allowed: (scenario: ScenarioName) => readonly FaultKind[],
  scenarios: readonly ScenarioName[] = WEIGHTS,
): Plan {
  const dice = new Dice(seed, 'plan');
  const scenario = dice.pick(scenarios);
  const store: Plan['store'] = dice.chance(0.8) ? 'shared' : 'memory';
  const kinds = allowed(scenario);
  // Few kinds at once find more than all together: each one gets room.
  const drawn = FAULT_KINDS.filter((kind) => kinds.includes(kind) && dice.chance(0.3));
  const isElsewhere = (kind: FaultKind): boolean => ONLY_IN[kind]?.includes(scenario) === false;
  const mayBeHidden = !drawn.some((kind) => REFUSING.includes(kind));
  const faults = drawn.filter((kind) => !isElsewhere(kind) && (mayBeHidden || !HIDING.includes(kind)));
  const common = {
    seed,
    scenario,
    faults,
    store,
    hasStoreClock: dice.chance(0.7),
    pageSize: dice.pick([100, 100, 3]),
    history: dice.pick([0, 0, 2, 7]),
    timeout: dice.pick([4_000, 15_000]),
    isPlacedBefore: false,
    budget: undefined,
    activities: [],
    hasTranslators: false,
  };
  const plan = { ...common, ...DRAW[scenario]({ dice, faults, store }) };
  return { ...plan, incidents: drawIncidents(dice, plan) };
}

/** By how many milliseconds a clock is set. */
const JUMPS = [-2 * 86_400_000, -3_600_000, -70_000, 5_000, 70_000, 3_600_000, 2 * 86_400_000];

function drawIncidents(
  dice: Dice,
  { processes, faults, store }: Pick<Plan, 'processes' | 'faults' | 'store'>,
): Incident[] {
  const incidents: Incident[] = [];
  const { name } = dice.pick(processes);
  // Without a store that outlives it, a process that is killed has no memory: the docs name that.
  if (faults.includes('kills') && store === 'shared') {
    for (let count = dice.whole(1, 3); count > 0; count -= 1) {
      incidents.push({
        what: 'kill',
        process: dice.pick(processes).name,
        operation: dice.whole(1, 25),
        phase: dice.pick(['before', 'after'] as const),
        restart: dice.pick([100, 5_000, 70_000]),
      });
    }
  }
  if (faults.includes('pauses')) {
    const time = dice.whole(500, 120_000);
    incidents.push({ what: 'pause', process: name, operation: dice.whole(1, 20), time });
  }
  if (faults.includes('jumps')) {
    for (const process of processes)
      incidents.push({
        what: 'jump',
        process: process.name,
        at: dice.whole(0, 30_000),
        by: dice.pick(JUMPS),
      });
  }
  if (faults.includes('people') && store === 'shared') {
    for (let count = dice.whole(1, 3); count > 0; count -= 1)
      incidents.push({ what: 'resolve', at: dice.whole(500, 100_000) });
  }
  if (faults.includes('crowds') && store === 'memory')
    incidents.push({ what: 'crowd', at: dice.whole(200, 12_000) });
  if (faults.includes('resets')) incidents.push({ what: 'reset', at: dice.whole(500, 60_000) });
  return incidents;
}
