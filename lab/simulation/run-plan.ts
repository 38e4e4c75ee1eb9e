import type { Violation } from './judge/calls.ts';
import type { OrderPlan, Plan, ScenarioName } from './plan.ts';
import { joinTexts, makeQuestions } from './processes/calls.ts';
import { fillMemory } from './processes/full-memory.ts';
import { Life } from './processes/process.ts';
import { inspectDocument } from './scenarios/documents.ts';
import { inspectLog } from './scenarios/following.ts';
import { inspectOrders, resolveUnknown } from './scenarios/orders.ts';
import { type Finished, runProcess } from './scenarios/steps.ts';
import { inspectTable } from './scenarios/tables.ts';
import { planActivities, translateLater } from './world/activity.ts';
import { World } from './world.ts';

export interface Run {
  readonly violations: readonly Violation[];
  readonly lines: readonly string[];
  /** Equal for equal runs. */
  readonly hash: number;
  /** What went wrong in it. */
  readonly struck: readonly string[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Longer than anything is late, and than a claim lasts. */
const QUIET = 300_000;

/** Runs a plan in virtual time. The same plan gives the same run. */
export async function runPlan(
  plan: Plan,
  without: ReadonlySet<string> = new Set(),
  isTold = false,
): Promise<Run> {
  const world = new World(plan, without, isTold);
  // Long ago, when nothing went wrong: every copy of the data has it.
  world.time.now = -DAY;
  world.faults.areOver = true;
  fillHistory(world);
  world.faults.areOver = false;
  world.time.now = 0;
  const isOver = startProcesses(world);
  planIncidents(world);
  planActivities(world);
  await world.time.run(isOver, 6 * HOUR);
  if (!isOver()) world.judge.accuse('each call ends', unendedCalls(world));
  await inspectAfterwards(world);
  world.judge.finish();
  return {
    violations: world.judge.violations,
    lines: world.story.lines,
    hash: world.story.hash,
    struck: [...world.faults.struck],
  };
}

function unendedCalls({ judge }: World): string {
  return judge.calls.flatMap(({ name, ending }) => (ending ? [] : name)).join(', ');
}

/** Orders of other programs, so that listings are not empty. */
function fillHistory(world: World): void {
  const { plan, service } = world;
  const terms = { language_id: 'en', translated_language_id: 'de', access_token: 'other' };
  const first = plan.processes.flatMap(({ steps }) => steps).find(({ does }) => does === 'order');
  if (plan.isPlacedBefore && first !== undefined) placeBefore(world, first.order);
  for (let number = 1; number <= plan.history; number += 1) {
    const json = { ...terms, custom_field: `old/${number}`, question_bodies: [{ body: 'Old' }] };
    const request = { method: 'POST', query: new URLSearchParams() };
    service.handle({ ...request, path: '/api/v1/simple/questions', json });
    const questions = [{ type: 'string', body: 'Old', custom_field: `old/${number}` }];
    service.handle({ ...request, path: '/api/v1/projects', json: { ...terms, questions } });
  }
}

function placeBefore(world: World, order: OrderPlan): void {
  const { service, judge } = world;
  const { kind, key, text, target } = order;
  const languages = { language_id: 'en', translated_language_id: target, access_token: 'other' };
  const json =
    kind === 'simple'
      ? { ...languages, custom_field: key, question_bodies: [{ body: text }] }
      : { ...languages, questions: makeQuestions(order) };
  const path = kind === 'simple' ? '/api/v1/simple/questions' : '/api/v1/projects';
  const { effects } = service.handle({ method: 'POST', path, query: new URLSearchParams(), json });
  const id = effects[0]?.id;
  if (id === undefined) return;
  // Long after it was ordered, somebody takes it.
  translateLater(world, id);
  // Nobody paid for it from a budget of today.

  judge.orders.push({
    id,
    kind,
    key,
    target,
    text: joinTexts(order),
    sent: 'before',
    call: undefined,
    points: 0,
    quote: 0,
    at: 0,
  });
}

/** Starts the processes, and again after they were killed. */
function startProcesses(world: World): () => boolean {
  const { plan, time, story } = world;
  let running = plan.processes.length;
  const counts = new Map<string, number>();
  const finished = new Map<string, Finished>();
  const start = (name: string, life: number): void => {
    const process = plan.processes.find((each) => each.name === name);
    if (process === undefined) return;
    const count = (): number => {
      const next = (counts.get(name) ?? 0) + 1;
      counts.set(name, next);
      return next;
    };
    story.tell(name, life === 1 ? 'starts' : 'starts again');
    const own = new Life(world, name, life, process.clockAhead, count);
    world.lives.push(own);
    const memory = finished.get(name) ?? new Set();
    finished.set(name, memory);
    void own
      .run(() => runProcess(world, own, process, memory))
      .then(
        () => {
          running -= 1;
        },
        (error: unknown) => {
          running -= 1;
          world.judge.accuse('the simulation itself works', String((error as Error).stack));
        },
      );
  };
  world.died = (name, restart) => {
    const lives = world.lives.filter((life) => life.name === name).length;
    time.after(restart, () => start(name, lives + 1));
  };
  for (const [index, { name }] of plan.processes.entries()) time.after(index * 15, () => start(name, 1));
  return () => running === 0;
}

function planIncidents(world: World): void {
  const { plan, time, service, judge, story } = world;
  const person = new Life(world, 'person', 1, 0, counter());
  for (const incident of plan.incidents) {
    if (incident.what === 'resolve')
      time.after(incident.at, () => void resolveUnknown(world, person).catch(() => undefined));
    if (incident.what === 'jump') {
      time.after(incident.at, () => {
        story.tell(incident.process, `has its clock set by ${incident.by} ms`);
        for (const life of world.lives) if (life.name === incident.process) life.clockAhead += incident.by;
      });
    }
    if (incident.what === 'crowd') time.after(incident.at, () => void fillMemory(world));
    if (incident.what === 'reset') {
      time.after(incident.at, () => {
        story.tell('service', 'is reset: it forgets everything');
        for (const order of judge.orders) {
          order.isForgotten = true;
          if (order.sent === 'before') order.isForgiven = true;
        }
        judge.resetAt = time.now;
        service.reset();
      });
    }
  }
}

function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

const INSPECT: Readonly<Record<ScenarioName, (world: World, inspector: Life) => Promise<void>>> = {
  orders: inspectOrders,
  following: inspectLog,
  tables: inspectTable,
  documents: inspectDocument,
};

/** Everything has come to rest: what is left is compared with the truth. */
async function inspectAfterwards(world: World): Promise<void> {
  const { time, faults } = world;
  faults.areOver = true;
  const busyUntil = Math.max(time.now, ...world.plan.activities.map(({ at }) => at));
  await time.pass(busyUntil - time.now + QUIET);
  // Without a store that outlives it, only the process itself can be asked.
  const last = world.lives.at(-1);
  const inspector =
    world.plan.store === 'memory' && last ? last : new Life(world, 'inspector', 1, 0, counter());
  let isOver = false;
  const look = (): Promise<void> =>
    INSPECT[world.plan.scenario](world, inspector)
      .catch((error: unknown) => world.judge.accuse('a last look works', String((error as Error).stack)))
      .finally(() => {
        isOver = true;
      });
  time.after(0, () => void look());
  await time.run(() => isOver, time.now + 3 * HOUR);
  if (!isOver) world.judge.accuse('each call ends', unendedCalls(world));
}
