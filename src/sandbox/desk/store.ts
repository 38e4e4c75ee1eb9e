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
/** The last success or failure, as a message for the user. */
export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

export const orders = new Feed<State['orders']['items'][number]>('orders');
export const events = new Feed<LoggedEvent>('log');
export const requests = new Feed<RequestHead>('requests');
export const deliveries = new Feed<Delivery>('deliveries');

/** The selected order, and the offset of its first text that is shown. */
export const selected = signal<{ readonly id: number; readonly offset: number } | null>(null);
export const order = signal<Order | null>(null);

export function select(id: number, offset = 0): void {
  selected.value = { id, offset };
}

/** Runs an action and shows its message, or why it failed. */
export async function runAndTell(what: () => Promise<unknown>, done?: string): Promise<boolean> {
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

/** Returns a handler that runs an action of the control interface. */
export function makeHandler(name: string, fields: object = {}, done?: string): () => Promise<boolean> {
  return () => runAndTell(() => runAction(name, fields), done);
}

/** Places a sample order, and selects it. */
export function placeSample(kind: 'simple' | 'project'): Promise<boolean> {
  return runAndTell(async () => {
    const { id } = await runAction('orders', { kind });
    select(Number(id));
  }, 'The order is placed.');
}

let isReading = false;
let isDue = false;

/** Reads the selected order, one request at a time. A change during a request leads to another one after it. */
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

/** Deselects the order if it is gone after a reset. A sandbox that does not answer may still have it. */
function deselectIfGone(id: number, reason: unknown): void {
  if (!(reason instanceof TypeError) && selected.peek()?.id === id) selected.value = null;
}

function applyState(newest: State): void {
  batch(() => {
    const [first] = newest.orders.items;
    // After a reset, the selected order is gone.
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
    // Read again when either of these changes.
    void [state.value, selected.value];
    void refresh();
  });
  subscribe(applyState, (linked) => {
    isLinked.value = linked;
  });
  // If the sandbox refuses this page, this shows the reason.
  void runAndTell(() => readPage('orders', 0, 0));
}
