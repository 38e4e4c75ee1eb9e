import { BudgetError, OrderConflictError, OutcomeUnknownError } from '../../../src/index.ts';
import type { CallTag, Ending, TrueOrder } from '../judge/calls.ts';
import type { Step } from '../plan.ts';
import { makeCall, orderOnce } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import type { World } from '../world.ts';

const NOTHING = { words: 'finds nothing to do', isIdle: true };

export async function cancel(
  { judge, service }: World,
  { requester }: Life,
  { order }: Step,
  signal: AbortSignal,
) {
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

export async function comment(
  { judge, service }: World,
  { requester }: Life,
  { order }: Step,
  signal: AbortSignal,
) {
  const [known] = judge.ordersFor('project', order.key);
  const [id] = service.projects.get(known?.id ?? 0)?.latest.questionIds ?? [];
  if (id === undefined) return NOTHING;
  await requester.comments.create(id, { body: 'Please keep the tone.' }, { signal });
  return { words: 'commented' };
}

/** A person who knows the truth resolves what is unknown, as the docs say: nothing that may still be carried out. */
export async function resolveUnknown(world: World, person: Life): Promise<void> {
  const { judge, story } = world;
  for (const { key, kind, state } of await person.run(() => person.requester.orders.unknown())) {
    // A table or a document has many keys, which its calls do not name.
    const isAll = world.plan.scenario !== 'orders';
    // The record of an order without `once` has a name of its own.
    const own = key.startsWith('plain/') ? key.replace(/#.*/, '') : key;
    const calls = judge.calls.filter(({ order }) => isAll || (order.key === own && order.kind === kind));
    const isOpen = calls.some((call) => call.open > 0 || isRunning(call));
    const placed = judge.ordersFor(kind, key).filter(({ isForgotten }) => isForgotten !== true);
    const [first] = placed;
    // Whoever has claimed it may go on before it is resolved.
    const isHasty = state === 'claimed' && world.faults.strikes('hasty', key, 1);
    if (isHasty ? first !== undefined : isOpen) continue;
    const id = state === 'claimed' ? null : (first?.id ?? null);
    story.tell(person.name, `resolves ${kind} "${key}", which is ${state}: ${id}`);
    if (id === null) forgive(world, kind, key);
    // What is sent or carried out until it is resolved is resolved wrongly.
    if (isHasty) judge.resolvedWrongly.add(`${kind} ${own}`);
    await person
      .run(() => person.requester.orders.resolve(key, { id, kind }))
      .catch((error: unknown) => story.tell(person.name, `hears: ${String(error)}`));
    // Whoever has marked it as sent sends it, also when the request is not on its way yet.
    const wasSent = world.memory.removed.get(`${kind}:${key}`)?.includes('"state":"sent"') === true;
    const isThere = judge.ordersFor(kind, key).length > 0 || calls.some(({ open }) => open > 0);
    if (isHasty && !wasSent && !isThere) judge.resolvedWrongly.delete(`${kind} ${own}`);
  }
}

/** The service loses one of the orders of a job, and a person says so: the next call orders again what it held. */
export async function loseOrder(
  { judge, service, faults, story }: World,
  person: Life,
  orders: readonly Pick<TrueOrder, 'kind' | 'key'>[],
): Promise<boolean> {
  const lost = orders[Math.floor(faults.draw('lost order') * orders.length)];
  if (lost === undefined || !faults.kinds.has('people') || faults.draw('loses an order') < 0.5) return false;
  const { kind, key } = lost;
  for (const order of judge.ordersFor(kind, key)) {
    Object.assign(order, { isForgotten: true, isForgiven: true });
    service.lose(order.id);
  }
  story.tell('service', `loses ${kind} "${key}", and a person resolves that`);
  await person.run(() => person.requester.orders.resolve(key, { id: null, kind }));
  return true;
}

/** What a person has resolved counts for a job: it holds nothing that is lost. */
export function checkResolved({ judge }: World, orders: readonly { readonly id: number }[]): void {
  const lost = orders.filter(({ id }) => judge.orders.some((order) => order.id === id && order.isForgotten));
  for (const { id } of lost)
    judge.accuse('what a person resolves counts', `${id} is in the job, and is lost`);
}

const isRunning = ({ ending, life }: CallTag): boolean => ending === undefined && life.isAlive;

function forgive({ judge }: World, kind: string, key: string): void {
  for (const order of judge.ordersFor(kind, key)) if (order.isForgotten) order.isForgiven = true;
}

/** When nothing goes wrong any more: each order is asked for again, and is what the truth says. */
export async function inspectOrders(world: World, inspector: Life): Promise<void> {
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
  judge.checkSpends();
  const isPlain = plan.processes.some((process) => process.steps.some(({ does }) => does === 'plain'));
  // Nobody remembers a plain order: its points are held.
  if (plan.budget === undefined || isPlain) return;
  const [left, open] = await inspector.run(() =>
    Promise.all([quoteLeft(inspector), inspector.requester.orders.unknown()]),
  );
  judge.checkLeft(left, open);
}

/** What the budget of a process has left, by a quote. */
async function quoteLeft({ requester }: Life): Promise<number | undefined> {
  const order = { language_id: 'en', translated_language_id: 'de', question_bodies: [{ body: 'Any' }] };
  return (await requester.simple.questions.check(order)).budgetLeft;
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
  if (
    error instanceof OrderConflictError &&
    (isReused || faults.kinds.has('form') || faults.kinds.has('keys'))
  )
    return;
  if (error instanceof BudgetError && !isThere && plan.budget !== undefined) return;
  const isRefused = steps.some(({ order }) => order.target === 'xx');
  if (isRefused && (error as { status?: number }).status === 422) return;
  judge.accuse('an order can be asked for again', words);
}
