import type { Plan, ProcessPlan } from './plan.ts';
import { type Run, runPlan } from './run-plan.ts';

/** A schedule that breaks a rule. */
export interface Case {
  readonly plan: Plan;
  /** What would have gone wrong, and is left out. */
  readonly without: ReadonlySet<string>;
}

/** Runs that it may take at most. */
const MAX_RUNS = 3_000;

/** The shortest schedule that still breaks the same rule: whatever can be left out of it is. */
export async function shrink(
  plan: Plan,
  rule: string,
): Promise<{ readonly shortest: Case; readonly run: Run }> {
  let shortest: Case = { plan, without: new Set() };
  let run = await runPlan(plan, shortest.without, true);
  let left = MAX_RUNS;
  for (let isShorter = true; isShorter && left > 0; ) {
    isShorter = false;
    for (const candidate of candidates(shortest, run)) {
      left -= 1;
      if (left <= 0) break;
      const tried = await runPlan(candidate.plan, candidate.without, true);
      if (!tried.violations.some((violation) => violation.rule === rule)) continue;
      [shortest, run, isShorter] = [candidate, tried, true];
      break;
    }
  }
  return { shortest, run };
}

/** Schedules with a little less, what takes most away first. */
function* candidates({ plan, without }: Case, { struck }: Run): Generator<Case> {
  const changed = (change: Partial<Plan>): Case => ({ plan: { ...plan, ...change }, without });
  for (const process of plan.processes) {
    const processes = plan.processes.filter((each) => each !== process);
    if (processes.length > 0) yield changed({ processes });
  }
  for (const kind of plan.faults) yield changed({ faults: plan.faults.filter((each) => each !== kind) });
  for (const incident of plan.incidents)
    yield changed({ incidents: plan.incidents.filter((each) => each !== incident) });
  for (const processes of withFewerSteps(plan.processes)) yield changed({ processes });
  if (plan.budget !== undefined) yield changed({ budget: undefined });
  if (plan.history > 0) yield changed({ history: 0 });
  for (const name of struck) yield { plan, without: new Set([...without, name]) };
}

function* withFewerSteps(processes: readonly ProcessPlan[]): Generator<ProcessPlan[]> {
  for (const process of processes) {
    const replaced = (change: Partial<ProcessPlan>): ProcessPlan[] =>
      processes.map((each) => (each === process ? { ...each, ...change } : each));
    const { steps } = process;
    for (const step of steps) {
      if (steps.length > 1) yield replaced({ steps: steps.filter((each) => each !== step) });
      if (step.tries > 1)
        yield replaced({
          steps: steps.map((each) => (each === step ? { ...step, tries: step.tries - 1 } : each)),
        });
    }
    if (process.clockAhead !== 0) yield replaced({ clockAhead: 0 });
  }
}
