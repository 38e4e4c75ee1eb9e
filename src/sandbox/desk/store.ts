import { batch, effect, signal } from '@preact/signals';
import {
  act,
  type Delivery,
  follow,
  type LoggedEvent,
  type Order,
  type RequestHead,
  readOrder,
  readPage,
  type State,
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
export const looked = signal<{ readonly id: number; readonly offset: number } | null>(null);
export const order = signal<Order | null>(null);

export function lookAt(id: number, offset = 0): void {
  looked.value = { id, offset };
}

/** Carries something out. Says what was done, or why not. */
export async function run(what: () => Promise<unknown>, done?: string): Promise<boolean> {
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
export function doing(name: string, fields: object = {}, done?: string): () => Promise<boolean> {
  return () => run(() => act(name, fields), done);
}

/** Places a sample order, and looks at it. */
export function place(kind: 'simple' | 'project'): Promise<boolean> {
  return run(async () => {
    const { id } = await act('orders', { kind });
    lookAt(Number(id));
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
    const wanted = looked.peek();
    if (wanted === null) order.value = null;
    else await readOrder(wanted.id, wanted.offset).then(show, (error) => leave(wanted.id, error));
  }
  isReading = false;
}

function show(read: Order): void {
  if (looked.peek()?.id === read.id) order.value = read;
}

/** After a reset, there is no such order. A sandbox that does not answer may still have it. */
function leave(id: number, reason: unknown): void {
  if (!(reason instanceof TypeError) && looked.peek()?.id === id) looked.value = null;
}

function take(newest: State): void {
  batch(() => {
    const [first] = newest.orders.items;
    // After a reset, what was looked at is gone.
    if (newest.orders.total < orders.total.peek()) looked.value = null;
    if (first !== undefined && looked.peek() === null) lookAt(first.id);
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
    void [state.value, looked.value];
    void refresh();
  });
  follow(take, (linked) => {
    isLinked.value = linked;
  });
  // Says why, when the sandbox does not let this page in.
  void run(() => readPage('orders', 0, 0));
}
