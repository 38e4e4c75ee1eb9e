import { expect, test } from 'vitest';
import {
  type Choice,
  type Choose,
  formatSchedule,
  type Limits,
  parseSchedule,
  recordDeviations,
  replay,
  walk,
} from './walk.ts';

type Steps = Readonly<Record<'A' | 'B', number>>;

/** Two programs with so many steps, of which one makes a step at a time. A fault ends a program. */
class Toy {
  trace = '';
  readonly #left: Record<'A' | 'B', number>;
  #current: 'A' | 'B' | undefined;

  constructor(steps: Steps) {
    this.#left = { ...steps };
  }

  /** Resolves to false when the rest is known. */
  async run(choose: Choose, describe: (toy: Toy) => string): Promise<boolean> {
    for (;;) {
      const ready = (['A', 'B'] as const).filter((name) => this.#left[name] > 0);
      if (ready.length === 0) return true;
      const goesOn = ready.find((name) => name === this.#current);
      const costs = (name: string) => (goesOn === undefined || name === goesOn ? 'nothing' : 'preemption');
      const choices: Choice[] = ready
        .sort((name) => (name === goesOn ? -1 : 1))
        .map((name) => ({ name, costs: costs(name) }));
      if (goesOn !== undefined) choices.push({ name: `${goesOn} fails`, costs: 'fault' });
      const chosen = choose(describe(this), choices);
      if (chosen === undefined) return false;
      this.trace += ` ${chosen}`;
      this.#current = chosen.startsWith('A') ? 'A' : 'B';
      this.#left[this.#current] = chosen.endsWith('fails') ? 0 : this.#left[this.#current] - 1;
    }
  }

  /** All that its future depends on. */
  get state(): string {
    return JSON.stringify([this.#left, this.#current]);
  }
}

async function walkToy(steps: Steps, limits: Limits, describe: (toy: Toy) => string) {
  const traces: string[] = [];
  const walked = await walk(limits, async (choose) => {
    const toy = new Toy(steps);
    if (await toy.run(choose, describe)) traces.push(toy.trace);
  });
  return { ...walked, traces };
}

const choose2 = (of: number, count: number): number =>
  count === 0 ? 1 : count > of ? 0 : (of * choose2(of - 1, count - 1)) / count;

/** How often two programs can take turns: each is cut into blocks, which alternate. The last switch but one costs nothing. */
function countTurns({ A, B }: Steps, preemptions: number): number {
  let sum = 0;
  for (let a = 1; a <= A; a += 1)
    for (let b = Math.max(1, a - 1); b <= Math.min(B, a + 1); b += 1)
      if (a + b - 2 <= preemptions) sum += choose2(A - 1, a - 1) * choose2(B - 1, b - 1) * (a === b ? 2 : 1);
  return sum;
}

test.each([
  [{ A: 3, B: 4 }, 0],
  [{ A: 3, B: 4 }, 1],
  [{ A: 6, B: 5 }, 2],
  [{ A: 5, B: 5 }, 20],
])('the walk finds as many schedules of %j with %i preemptions as a formula', async (steps, preemption) => {
  const { schedules, traces } = await walkToy(steps, { preemption, fault: 0 }, ({ trace }) => trace);
  expect(schedules).toBe(countTurns(steps, preemption));
  expect(new Set(traces).size).toBe(schedules);
});

test('with every preemption, those are all ways to merge two programs', () => {
  expect(countTurns({ A: 5, B: 5 }, 20)).toBe(choose2(10, 5));
});

test('what follows from equal states is walked through once, and counted each time', async () => {
  const limits = { preemption: 3, fault: 2 };
  const each = await walkToy({ A: 6, B: 6 }, limits, ({ trace }) => trace);
  const shared = await walkToy({ A: 6, B: 6 }, limits, ({ state }) => state);
  expect(each.traces).toHaveLength(each.schedules);
  expect(new Set(each.traces).size).toBe(each.schedules);
  expect(shared.schedules).toBe(each.schedules);
  expect(shared.runs).toBeLessThan(each.runs / 2);
});

test('a program that does not do the same again is refused', async () => {
  let runs = 0;
  const walking = walkToy({ A: 2, B: 2 }, { preemption: 1, fault: 0 }, ({ trace }) => {
    runs += trace === '' ? 1 : 0;
    return runs > 1 ? `${trace}?` : trace;
  });
  await expect(walking).rejects.toThrow('led to another state at point 0');
});

test('a schedule is replayed by the id of its deviations', async () => {
  const traces = new Map<string, string>();
  const { schedules } = await walk({ preemption: 1, fault: 1 }, async (choose) => {
    const recorded = recordDeviations(choose);
    const toy = new Toy({ A: 2, B: 3 });
    await toy.run(recorded.choose, ({ trace }) => trace);
    traces.set(formatSchedule(recorded.deviations), toy.trace);
  });
  expect(traces.size).toBe(schedules);
  for (const [id, trace] of traces) {
    const toy = new Toy({ A: 2, B: 3 });
    await toy.run(replay(parseSchedule(id)), ({ trace }) => trace);
    expect(toy.trace).toBe(trace);
  }
});
