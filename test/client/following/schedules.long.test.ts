import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runs, tries } from '../../runs.js';
import { type Played, play, type Schedule, type Step } from './schedules.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const SIZES = [0, 1, 40, 99, 100, 101, 130, 200, 201, 260, 450, 1_010];

const insert = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) },
  { weight: 3, arbitrary: fc.integer({ min: 9, max: 120 }) },
  { weight: 1, arbitrary: fc.integer({ min: 121, max: 400 }) },
);
const behind = fc.oneof(fc.constantFrom(0, 1, 98, 99, 100, 100), fc.integer({ min: 0, max: 100 }));

const step = (...kinds: readonly Step['kind'][]): fc.Arbitrary<Step> => {
  const all: Record<Step['kind'], fc.WeightedArbitrary<Step>> = {
    nothing: { weight: 6, arbitrary: fc.constant({ kind: 'nothing' }) },
    insert: { weight: 6, arbitrary: fc.record({ kind: fc.constant('insert'), count: insert }) },
    hold: { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold'), behind }) },
    remove: {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('remove'), count: fc.integer({ min: 1, max: 150 }) }),
    },
    fail: { weight: 2, arbitrary: fc.constant({ kind: 'fail' }) },
    crash: { weight: 1, arbitrary: fc.constant({ kind: 'crash' }) },
  };
  return fc.oneof(...kinds.map((kind) => all[kind]));
};

const schedules = (
  steps: fc.Arbitrary<Step>,
  fixed: Partial<Pick<Schedule, 'totals' | 'types' | 'perPage'>> = {},
): fc.Arbitrary<Schedule> =>
  fc.record({
    from: fc.constantFrom('beginning' as const, 'now' as const, 'id' as const, 'checkpoint' as const),
    totals:
      fixed.totals === undefined
        ? fc.constantFrom('given' as const, 'missing' as const)
        : fc.constant(fixed.totals),
    before: fc.constantFrom(...SIZES),
    after: fc.constantFrom(0, 1, 60, 99, 100, 101, 230),
    steps: fc.array(steps, { maxLength: 60 }),
    types: fc.constant(fixed.types),
    perPage: fc.constant(fixed.perPage),
  });

/** Plays so many schedules with `npm run test:long`; a failure tells the seed and the smallest schedule that fails. */
async function played(
  often: number,
  arbitrary: fc.Arbitrary<Schedule>,
  ...judges: readonly ((played: Played) => void)[]
): Promise<void> {
  let judged = 0;
  const property = fc.asyncProperty(arbitrary, async (schedule) => {
    const one = await play(schedule);
    for (const judge of judges) judge(one);
    judged += 1;
  });
  await fc.assert(property, runs(often));
  expect(judged).toBeGreaterThanOrEqual(tries(often));
}

function nothingIsLost({ runs, owed }: Played): void {
  const given = new Set(runs.flat());
  expect(owed.filter((id) => !given.has(id))).toEqual([]);
}

function onceInARun({ runs }: Played): void {
  for (const given of runs) expect(new Set(given).size).toBe(given.length);
}

/** A crash repeats at most the one event whose loop body had not finished. */
function onceButForCrashes({ runs }: Played): void {
  const given = runs.flat();
  expect(given.length - new Set(given).size).toBeLessThan(runs.length);
}

function ascendingButForLateOnes({ runs, late }: Played): void {
  for (const given of runs) {
    const inTime = given.filter((id) => !late.has(id));
    expect(inTime).toEqual([...inTime].sort((a, b) => a - b));
  }
}

function oneReadWhenIdle({ idleReads }: Played): void {
  expect(idleReads).toBe(1);
}

function nothingIsLeftRunning({ timersLeft }: Played): void {
  expect(timersLeft).toBe(0);
}

const JUDGES = [nothingIsLost, onceInARun, onceButForCrashes, ascendingButForLateOnes, nothingIsLeftRunning];
const FINISHED = ['simple_question.finished'] as const;

test(`over ${tries(3_000)} schedules of inserts, late events, failures and crashes, nothing is lost and nothing comes twice in a run`, async () => {
  const steps = step('nothing', 'insert', 'hold', 'fail', 'crash');
  await played(3_000, schedules(steps, { totals: 'given' }), ...JUDGES, oneReadWhenIdle);
});

test(`over ${tries(1_500)} such schedules, the same holds at a service that leaves the totals out`, async () => {
  const steps = step('nothing', 'insert', 'hold', 'fail', 'crash');
  await played(1_500, schedules(steps, { totals: 'missing' }), ...JUDGES);
});

test(`over ${tries(500)} such schedules, the same holds at a service that never puts more than 30 on a page`, async () => {
  const steps = step('nothing', 'insert', 'hold', 'fail', 'crash');
  await played(500, schedules(steps, { totals: 'given', perPage: 30 }), ...JUDGES);
});

test(`over ${tries(1_000)} such schedules, the same holds for the events of one type`, async () => {
  const steps = step('nothing', 'insert', 'hold', 'fail', 'crash');
  await played(1_000, schedules(steps, { types: FINISHED }), ...JUDGES);
});

test(`over ${tries(1_500)} schedules in which the service drops old events, nothing is lost that is still there`, async () => {
  const steps = step('nothing', 'insert', 'remove', 'fail', 'crash');
  await played(1_500, schedules(steps), ...JUDGES);
});

test(`over ${tries(500)} schedules in which every step inserts, the stream catches up and nothing is lost`, async () => {
  await played(500, schedules(step('insert', 'hold')), ...JUDGES);
});
