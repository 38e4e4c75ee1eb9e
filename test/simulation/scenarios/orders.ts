import { BudgetError, OrderConflictError, OutcomeUnknownError } from '../../../src/index.ts';
import type { CallTag, Ending } from '../judge/calls.ts';
import { type ProcessPlan, SETTLE, type Step } from '../plan.ts';
import { makeCall, orderOnce, orderPlainly, signalOf } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import type { World } from '../world.ts';

/** What a process has finished, as its caller keeps it: a life that follows does not do it again. */
export type Finished = Set<string>;

/** Does the steps of a process, each until it succeeds or was tried often enough. */
export async function runProcess(
  world: World,
  life: Life,
  { steps }: ProcessPlan,
  finished: Finished,
): Promise<void> {
  for (const step of steps) {
    for (let number = 1; number <= step.tries && !finished.has(step.name); number += 1) {
      const isRepeated = step.does === 'order';
      // What is no order with `once` is not repeated after an error: nobody knows whether it was done.
      if (!isRepeated && !finished.has(`${step.name} began`)) finished.add(`${step.name} began`);
      else if (!isRepeated) break;
      await doStep(world, life, step, number, finished);
      if (!finished.has(step.name)) await life.run(() => world.time.pause(step.between));
    }
  }
}

async function doStep(
  world: World,
  life: Life,
  step: Step,
  number: number,
  finished: Finished,
): Promise<void> {
  const name = `${step.name}/${number}`;
  const make = (twin: string, options: { settle?: number }): Promise<Ending> =>
    makeStep(world, life, step, name + twin, options);
  const isTwice = step.does === 'order' && world.faults.strikes('twins', name, 0.5);
  const making = make('', {});
  // The second one has less patience than the first one.
  if (isTwice) await make('b', { settle: 2_000 });
  const ending = await making;
  if (ending.outcome === 'done' && ending.error === undefined) finished.add(step.name);
}

async function makeStep(
  world: World,
  life: Life,
  step: Step,
  name: string,
  options: { settle?: number },
): Promise<Ending> {
  const { order, does, maxPoints } = step;
  const settle = does === 'order' ? (options.settle ?? SETTLE) : undefined;
  const tag = { name, does, order, settle };
  const call = (): CallTag | undefined => world.judge.calls.find((each) => each.name === name);
  return makeCall(world, life, tag, () => {
    const signal = signalOf(world, step, call);
    if (does === 'order') return orderOnce(life, order, { maxPoints, signal, ...options });
    if (does === 'plain') return orderPlainly(life, order, signal);
    return does === 'cancel' ? cancel(world, life, step, signal) : comment(world, life, step, signal);
  });
}

const NOTHING = { words: 'finds nothing to do', isIdle: true };

async function cancel({ judge, service }: World, { requester }: Life, { order }: Step, signal: AbortSignal) {
  const [known] = judge.ordersFor(order.kind, order.key);
  if (known === undefined) return NOTHING;
  if (order.kind === 'simple') await requester.simple.questions.cancel(known.id, { signal });
  else {
    const [id] = service.projects.get(known.id)?.latest.questionIds ?? [];
    if (id === undefined) return NOTHING;
    await requester.questions.cancel(id, { signal });
  }
  return { words: 'cancelled' };
}

async function comment({ judge, service }: World, { requester }: Life, { order }: Step, signal: AbortSignal) {
  const [known] = judge.ordersFor('project', order.key);
  const [id] = service.projects.get(known?.id ?? 0)?.latest.questionIds ?? [];
  if (id === undefined) return NOTHING;
  await requester.comments.create(id, { body: 'Please keep the tone.' }, { signal });
  return { words: 'commented' };
}

/** A person who knows the truth settles what is unknown, as the docs say: nothing that may still be carried out. */
export async function settleUnknown(world: World, person: Life): Promise<void> {
  const { judge, story } = world;
  for (const { key, kind, state } of await person.run(() => person.requester.orders.unknown())) {
    const calls = judge.calls.filter(({ order }) => order.key === key && order.kind === kind);
    const isOpen = calls.some((call) => call.open > 0 || isRunning(world, call));
    const placed = judge.ordersFor(kind, key).filter(({ isForgotten }) => isForgotten !== true);
    const [first] = placed;
    if (state === 'claimed' ? first !== undefined : isOpen) continue;
    const id = state === 'claimed' ? null : (first?.id ?? null);
    story.tell(person.name, `settles ${kind} "${key}", which is ${state}: ${id}`);
    const settled = await person
      .run(() => person.requester.orders.settle(key, { id, kind }))
      .then(
        () => true,
        (error: unknown) => story.tell(person.name, `hears: ${String(error)}`),
      );
    if (settled === true && id === null) forgive(world, kind, key);
  }
}

const isRunning = ({ lives }: World, { name, ending }: CallTag): boolean =>
  ending === undefined && lives.some((life) => life.isAlive && name.startsWith(`${life.name}.`));

function forgive({ judge }: World, kind: string, key: string): void {
  for (const order of judge.ordersFor(kind, key)) if (order.isForgotten) order.isForgiven = true;
}

/** When nothing goes wrong any more: each order is asked for again, and is what the truth says. */
export async function inspect(world: World, inspector: Life): Promise<void> {
  const { judge, plan } = world;
  const unknown = await inspector.run(() => inspector.requester.orders.unknown());
  const steps = plan.processes.flatMap(({ steps }) => steps).filter(({ does }) => does === 'order');
  const orders = new Map(steps.map(({ order }) => [`${order.kind} ${order.key}`, order]));
  for (const [name, order] of orders) {
    const tag = { name: `final ${name}`, does: 'order', order } as const;
    const before = judge.ordersFor(order.kind, order.key).filter(({ isForgotten }) => !isForgotten);
    const ending = await makeCall(world, inspector, tag, () => orderOnce(inspector, order, {}));
    const isListed = unknown.some(({ key, kind }) => key === order.key && kind === order.kind);
    judgeFinal(world, ending, before.length > 0, isListed, steps);
  }
}

function judgeFinal(
  { judge, plan, faults }: World,
  { error, words }: Ending,
  isThere: boolean,
  isListed: boolean,
  steps: readonly Step[],
): void {
  if (error === undefined) return;
  if (error instanceof OutcomeUnknownError) {
    // A key that the service has changed is not found by it, and what it forgot is not there.
    const mayBeHidden = faults.kinds.has('keys') || faults.kinds.has('resets');
    if (isThere && !mayBeHidden) judge.accuse('what exists is found', words);
    if (!isListed && error.id === undefined)
      judge.accuse('what a person must resolve is listed', `orders.unknown() does not show it: ${words}`);
    return;
  }
  const isReused = steps.some(({ order }) => order.text === 'Another');
  if (error instanceof OrderConflictError && (isReused || faults.kinds.has('form'))) return;
  if (error instanceof BudgetError && !isThere && plan.budget !== undefined) return;
  const isRefused = steps.some(({ order }) => order.target === 'xx');
  if (isRefused && (error as { status?: number }).status === 422) return;
  judge.accuse('an order can be asked for again', words);
}
