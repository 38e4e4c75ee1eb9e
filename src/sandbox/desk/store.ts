import { batch, effect, signal } from '@preact/signals';
import {
  type Delivery,
  type LoggedEvent,
  type Order,
  type RequestHead,
  readOrder,
  readPage,
  runAction,
  type State,
  subscribe,
} from './api.js';
import { Feed } from './feed.js';

export const state = signal<State | null>(null);
export const isLinked = signal(false);
/** What went wrong, or what was done, last. */
export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

export const orders = new Feed<State['orders']['items'][number]>('orders');
export const events = new Feed<LoggedEvent>('log');
export const requests = new Feed<RequestHead>('requests');
export const deliveries = new Feed<Delivery>('deliveries');

/** The order that is looked at, and how many of its texts are left out. */
export const selected = signal<{ readonly id: number; readonly offset: number } | null>(null);
export const order = signal<Order | null>(null);

export function select(id: number, offset = 0): void {
  selected.value = { id, offset };
}

/** Carries something out. Says what was done, or why not. */
export async function attempt(what: () => Promise<unknown>, done?: string): Promise<boolean> {
  message.value = null;
  try {
    await what();
    if (done !== undefined) message.value = { text: done, isError: false };
    return true;
  } catch (error) {
    message.value = { text: error instanceof Error ? error.message : String(error), isError: true };
    return false;
  }
}

/** Carries an act out by the control interface. */
export function handlerFor(name: string, fields: object = {}, done?: string): () => Promise<boolean> {
  return () => attempt(() => runAction(name, fields), done);
}

/** Places a sample order, and looks at it. */
export function placeSample(kind: 'simple' | 'project'): Promise<boolean> {
  return attempt(async () => {
    const { id } = await runAction('orders', { kind });
    select(Number(id));
  }, 'The order is placed.');
}

let isReading = false;
let isDue = false;

/** Reads the order that is looked at. One request at a time: what changes meanwhile is read after it. */
async function refresh(): Promise<void> {
  isDue = true;
  if (isReading) return;
  isReading = true;
  while (isDue) {
    isDue = false;
    const wanted = selected.peek();
    if (wanted === null) order.value = null;
    else await readOrder(wanted.id, wanted.offset).then(show, (error) => deselectIfGone(wanted.id, error));
  }
  isReading = false;
}

function show(read: Order): void {
  if (selected.peek()?.id === read.id) order.value = read;
}

/** After a reset, there is no such order. A sandbox that does not answer may still have it. */
function deselectIfGone(id: number, reason: unknown): void {
  if (!(reason instanceof TypeError) && selected.peek()?.id === id) selected.value = null;
}

function applyState(newest: State): void {
  batch(() => {
    const [first] = newest.orders.items;
    // After a reset, what was looked at is gone.
    if (newest.orders.total < orders.total.peek()) selected.value = null;
    if (first !== undefined && selected.peek() === null) select(first.id);
    state.value = newest;
    orders.update(newest.orders);
    events.update(newest.events);
    requests.update(newest.requests);
    deliveries.update(newest.deliveries);
  });
}

export function start(): void {
  effect(() => {
    // Each of both is a reason to read.
    void [state.value, selected.value];
    void refresh();
  });
  subscribe(applyState, (linked) => {
    isLinked.value = linked;
  });
  // Says why, when the sandbox does not let this page in.
  void attempt(() => readPage('orders', 0, 0));
}
