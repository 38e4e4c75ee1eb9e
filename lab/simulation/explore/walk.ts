/** What can be chosen at a point of a run. */
export interface Choice {
  readonly name: string;
  readonly costs: 'nothing' | 'preemption' | 'fault';
}

/** How many choices of a kind one schedule may have. */
export interface Limits {
  readonly preemption: number;
  readonly fault: number;
}

/**
 * Decides at a point of a run. Returns the name of the choice; undefined when everything that can follow was walked through
 * before, so that the run need not go on.
 *
 * @param state whatever the rest of the run depends on: equal states have equal futures
 * @param choices the first one is what happens if nothing interferes, and costs nothing
 */
export type Choose = (state: string, choices: readonly Choice[]) => string | undefined;

/** A choice that is not the first one of its point. */
export interface Deviation {
  readonly point: number;
  readonly name: string;
}

export interface Walked {
  /** How many different schedules there are. */
  readonly schedules: number;
  /** How many runs it took: what follows from equal states is walked through once. */
  readonly runs: number;
}

/** A point of the present run. */
interface Point {
  readonly key: string;
  readonly choices: readonly Choice[];
  /** The number of the choice that is walked through now. */
  taken: number;
  /** The schedules behind the choices that were walked through. */
  schedules: number;
}

/**
 * Walks through every schedule of a program, depth first. The program must do the same whenever the same is chosen.
 *
 * @param run runs the program from its beginning
 * @param first what is chosen at the first point, so that several walks share the work. @default each choice
 */
export async function walk(
  limits: Limits,
  run: (choose: Choose) => Promise<void>,
  first?: string,
): Promise<Walked> {
  const path: Point[] = [];
  /** The schedules behind each state whose choices were all walked through. */
  const walked = new Map<string, number>();
  for (let runs = 1; ; runs += 1) {
    let left = limits;
    let depth = 0;
    let behind = 1;
    const choose: Choose = (state, choices) => {
      const key = `${state} ${left.preemption} ${left.fault}`;
      const known = walked.get(key);
      if (known !== undefined) {
        behind = known;
        return undefined;
      }
      if (depth === path.length) {
        const isAllowed = ({ name }: Choice): boolean => first === undefined || depth > 0 || name === first;
        const allowed = choices.filter((choice) => canPay(left, choice) && isAllowed(choice));
        path.push({ key, choices: allowed, taken: 0, schedules: 0 });
      }
      const point = path[depth];
      if (point?.key !== key)
        throw new Error(`The same choices have led to another state at point ${depth}.`);
      const choice = point.choices[point.taken];
      if (choice === undefined) throw new Error(`There is nothing to choose at point ${depth}.`);
      depth += 1;
      left = pay(left, choice);
      return choice.name;
    };
    await run(choose);
    if (depth < path.length)
      throw new Error(`The same choices have led to an earlier end at point ${depth}.`);
    const schedules = backtrack(path, walked, behind);
    if (schedules !== undefined) return { schedules, runs };
  }
}

const canPay = (left: Limits, { costs }: Choice): boolean => costs === 'nothing' || left[costs] > 0;

const pay = (left: Limits, { costs }: Choice): Limits =>
  costs === 'nothing' ? left : { ...left, [costs]: left[costs] - 1 };

/** Goes back to the last point that has a choice left. When there is none, returns the number of all schedules. */
function backtrack(path: Point[], walked: Map<string, number>, behind: number): number | undefined {
  let schedules = behind;
  for (let point = path.at(-1); point !== undefined; point = path.at(-1)) {
    point.schedules += schedules;
    point.taken += 1;
    if (point.taken < point.choices.length) return undefined;
    schedules = point.schedules;
    walked.set(point.key, schedules);
    path.pop();
  }
  return schedules;
}

/** Chooses what deviates from the first choice of each point, and nothing else. */
export function replay(deviations: readonly Deviation[]): Choose {
  let point = -1;
  return (_, choices) => {
    point += 1;
    const name = deviations.find((deviation) => deviation.point === point)?.name;
    const choice = name === undefined ? choices[0] : choices.find((each) => each.name === name);
    if (choice === undefined) throw new Error(`There is no choice "${name}" at point ${point}.`);
    return choice.name;
  };
}

/** Notes what is chosen, for `replay`. */
export function recordDeviations(choose: Choose): {
  readonly choose: Choose;
  readonly deviations: Deviation[];
} {
  const deviations: Deviation[] = [];
  let point = -1;
  return {
    deviations,
    choose: (state, choices) => {
      point += 1;
      const name = choose(state, choices);
      if (name !== undefined && name !== choices[0]?.name) deviations.push({ point, name });
      return name;
    },
  };
}

/** A schedule's id, as `parseSchedule` reads it. */
export const formatSchedule = (deviations: readonly Deviation[]): string =>
  deviations.map(({ point, name }) => `${point}:${name}`).join(',') || 'none';

export function parseSchedule(id: string): Deviation[] {
  if (id === 'none') return [];
  return id.split(',').map((part) => {
    const [, point, name] = /^(\d+):(.+)$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`"${part}" is not a part of a schedule, such as 12:killed.`);
    return { point: Number(point), name };
  });
}
