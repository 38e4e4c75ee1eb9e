import {
  isRequesterError,
  OrderConflictError,
  OutcomeUnknownError,
  type Requester,
} from '../../../src/index.js';
import type { Sandbox } from '../../../src/sandbox.js';
import type { PlannedCall, Schedule } from './schedule.js';
import { KINDS, type Ordered, pause } from './world.js';

/** A process that orders. */
export interface Shop {
  readonly clients: readonly [Requester, Requester];
  /** From now on nothing that it does has an effect. */
  kill?(): void;
}

interface Ended {
  readonly key: string;
  readonly once: boolean;
  readonly letters: number;
  readonly result: PromiseSettledResult<Ordered>;
  /** The reason of its own signal, when that was aborted. */
  readonly left: unknown;
}

/** What a schedule came to. */
export interface Report {
  readonly orders: number;
  readonly calls: number;
  /** Everything that must not be; empty when all is well. */
  readonly wrong: readonly string[];
}

export interface Stage {
  readonly sandbox: Sandbox;
  /** A new process. */
  start(): Shop;
  /** Milliseconds that a process takes to start again. */
  readonly restart: number;
  /** Milliseconds after which nothing is under way any more. @default restart */
  readonly quiet?: number;
  readonly settle: number;
  /** From now on orders arrive at once. */
  calm?(): void;
  /** Whether a person decides what becomes of orders that are not found. @default false */
  readonly hasPerson?: boolean;
}

/** Runs a schedule, then looks at what the service knows. */
export async function run(schedule: Schedule, stage: Stage): Promise<Report> {
  const { sandbox, restart, quiet = restart, settle } = stage;
  let process = alive(stage.start());
  const crashing = schedule.crashes.map(async (at) => {
    await pause(at);
    const { started, controller } = process;
    void started.then((shop) => shop.kill?.());
    controller.abort(new Error('the process has died'));
    const next = pause(restart).then(() => alive(stage.start()));
    process = { ...process, started: next.then(({ shop }) => shop), controller: new AbortController() };
    const dead = process;
    const born = await next;
    // Another crash in the meantime begins anew.
    if (process === dead) process = born;
  });
  const failing = schedule.faults.map(async ({ at, ...rule }) => {
    await pause(at);
    sandbox.faults.add(rule);
  });
  const calling = schedule.calls.map(async (call, index): Promise<Ended> => {
    await pause(call.at);
    let current = process;
    let shop = await current.started;
    while (current !== process) {
      current = process;
      shop = await current.started;
    }
    return make(schedule, call, index, { shop, signal: current.controller.signal, settle });
  });
  await Promise.all([...crashing, ...failing]);
  const ended = await Promise.all(calling);
  await pause(quiet);
  sandbox.faults.clear();
  stage.calm?.();
  const wrong = [...judge(ended, sandbox), ...(await askAgain(ended, stage))];
  return { orders: sandbox.orders().length, calls: ended.length, wrong };
}

function alive(shop: Shop) {
  return { shop, started: Promise.resolve(shop), controller: new AbortController() };
}

async function make(
  { orders }: Schedule,
  call: PlannedCall,
  index: number,
  { shop, signal, settle }: { shop: Shop; signal: AbortSignal; settle: number },
): Promise<Ended> {
  const number = call.order % orders.length;
  const order = orders[number];
  if (order === undefined) throw new Error('there is no such order');
  const { kind, once } = order;
  // Without once, a key means nothing to the library: each call is then an order of its own.
  const key = once ? `${kind.kind}/${number}` : `${kind.kind}/${number}/${index}`;
  const letters = order.letters + (call.different ? 1 : 0);
  const own = new AbortController();
  if (call.leaves !== undefined) setTimeout(() => own.abort(new Error('the caller has left')), call.leaves);
  const both = AbortSignal.any([signal, own.signal]);
  const { maxPoints } = call;
  const placing = kind.place(
    shop.clients[call.client],
    key,
    { once, settle, signal: both, maxPoints },
    letters,
  );
  const [result] = await Promise.allSettled([placing]);
  return { key, once, letters, result, left: both.aborted ? both.reason : undefined };
}

/** What the calls said that the service knows better. */
function judge(ended: readonly Ended[], sandbox: Sandbox): string[] {
  const wrong: string[] = [];
  for (const key of new Set(ended.map((one) => one.key))) {
    const calls = ended.filter((one) => one.key === key);
    const placed = sandbox.orders().filter((order) => order.key === key);
    if (placed.length > 1) wrong.push(`${key} was ordered ${placed.length} times`);
    const said = calls.map((call) => outcomeOf(call));
    if (said.filter((one) => one === 'placed').length > 1) wrong.push(`${key} was placed by two calls`);
    for (const { result } of calls) {
      if (result.status === 'fulfilled' && result.value.data.id !== placed[0]?.id) {
        wrong.push(`${key} was said to be order ${result.value.data.id}`);
      }
    }
    const mayBe = said.some((one) => one !== 'not placed');
    if (placed.length > 0 && !mayBe) wrong.push(`${key} was ordered, though each call said that it was not`);
    const mustBe = said.some((one) => one === 'placed' || one === 'there' || one === 'done');
    if (placed.length === 0 && mustBe) wrong.push(`${key} was not ordered, though a call said that it was`);
    wrong.push(...said.filter((one) => one.startsWith('!')).map((one) => `${key}: ${one}`));
  }
  return wrong;
}

/** What a call told of its order. */
function outcomeOf({ result, once, left }: Ended): string {
  if (result.status === 'fulfilled') return result.value.placed ? 'placed' : 'there';
  const { reason } = result;
  if (left !== undefined && reason === left) return 'left';
  if (!isRequesterError(reason)) return `! not an error of this package: ${String(reason)}`;
  // What only a record knows of was sent, and may not have been placed.
  if (reason instanceof OrderConflictError) return reason.existing === undefined ? 'unknown' : 'there';
  if (reason.outcome === 'not_sent' || reason.outcome === 'rejected') return 'not placed';
  if (once && !(reason instanceof OutcomeUnknownError))
    return `! ${reason.name} with once: ${reason.outcome}`;
  return reason.outcome;
}

/** Makes each call that has a key once more, by a process that knows nothing, when nothing goes wrong any more. */
async function askAgain(ended: readonly Ended[], { sandbox, start, hasPerson }: Stage): Promise<string[]> {
  const wrong: string[] = [];
  const [requester] = start().clients;
  for (const { key, letters } of ended.filter(({ once }) => once)) {
    const kind = KINDS.find((one) => key.startsWith(one.kind));
    if (kind === undefined) continue;
    const orders = () => sandbox.orders().filter((order) => order.key === key);
    const before = orders();
    const place = () => kind.place(requester, key, { once: true }, letters);
    let [again] = await Promise.allSettled([place()]);
    const failure = again.status === 'rejected' ? again.reason : undefined;
    // What was sent and never arrived stays open until a person says so.
    if (failure instanceof OutcomeUnknownError && hasPerson && before.length === 0) {
      await requester.orders.settle(key, { id: null });
      [again] = await Promise.allSettled([place()]);
    }
    wrong.push(...judgeAgain(key, again, before, orders()));
  }
  return wrong;
}

type Known = readonly { readonly id: number }[];

function judgeAgain(
  key: string,
  again: PromiseSettledResult<Ordered>,
  before: Known,
  after: Known,
): string[] {
  const isConflict = again.status === 'rejected' && again.reason instanceof OrderConflictError;
  // A key of which only a record knows: another order had it, and has never arrived.
  if (isConflict && again.reason.existing === undefined && before.length === 0) return [];
  const wrong: string[] = [];
  if (after.length !== 1) wrong.push(`${key} was ordered ${after.length} times, when asked for again`);
  if (again.status === 'rejected') {
    if (!isConflict) wrong.push(`${key} could not be asked for again: ${String(again.reason)}`);
  } else if (again.value.placed !== (before.length === 0) || again.value.data.id !== after[0]?.id) {
    wrong.push(`${key} was lost`);
  }
  return wrong;
}
