import { batch, effect, signal } from '@preact/signals';
import {
  type DeskState,
  type LoggedDelivery,
  type LoggedEvent,
  NoAnswerError,
  type Order,
  RefusedError,
  type RequestHead,
  readFeedPage,
  readOrder,
  runAction,
  subscribe,
} from './api.js';
import { forgetDrafts } from './drafts.js';
import { Feed } from './feed.js';
import { go, opened, route } from './route.js';
import { isNarrow } from './screen.js';

export const state = signal<DeskState | null>(null);
export const isLinked = signal(false);
/** The last success or failure, as a message for the user. */
export const message = signal<ShownMessage | null>(null);

interface ShownMessage {
  readonly text: string;
  readonly isError: boolean;
  /** What the service answered. */
  readonly answer?: string | undefined;
}

export const orders = new Feed<DeskState['orders']['items'][number]>('orders');
export const events = new Feed<LoggedEvent>('log');
export const requests = new Feed<RequestHead>('requests');
export const deliveries = new Feed<LoggedDelivery>('deliveries');

/** The selected order, and the offset of its first text that is shown. */
export const selected = signal<{ readonly id: number; readonly offset: number } | null>(null);
export const order = signal<Order | null>(null);

/** Selects an order, which a wide screen shows beside the list. */
export function select(id: number, offset = 0): void {
  selected.value = { id, offset };
}

/** Selects an order, and goes there: on a narrow screen, and with `focus`, it gets the focus. */
export function openOrder(id: number, { focus = isNarrow.peek() } = {}): void {
  if (route.peek().order !== id || route.peek().view !== 'order')
    go({ view: 'order', order: id }, isNarrow.peek() ? 'push' : 'replace');
  select(id);
  if (focus) opened.value = id;
}

/** Runs an action and shows its message, or why it failed. */
export async function runAndTell(what: () => Promise<unknown>, done?: string): Promise<boolean> {
  message.value = null;
  try {
    await what();
    if (done !== undefined) message.value = { text: done, isError: false };
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const answer = error instanceof RefusedError ? error.answer : undefined;
    message.value = { text, isError: true, answer };
    return false;
  }
}

/** Returns a handler that runs an action of the control interface. */
export function makeHandler(name: string, fields: object = {}, done?: string): () => Promise<boolean> {
  return () => runAndTell(() => runAction(name, fields), done);
}

/** Places a sample order, and selects it. */
export function orderSample(kind: 'simple' | 'project'): Promise<boolean> {
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
    else
      await readOrder(wanted.id, wanted.offset).then(showIfSelected, (error) =>
        deselectIfGone(wanted.id, error),
      );
  }
  isReading = false;
}

function showIfSelected(read: Order): void {
  if (selected.peek()?.id === read.id) order.value = read;
}

/** Deselects the order if it is gone after a reset. A sandbox that does not answer may still have it. */
function deselectIfGone(id: number, reason: unknown): void {
  if (reason instanceof NoAnswerError || selected.peek()?.id !== id) return;
  forgetDrafts();
  selected.value = null;
  if (newestOrder()?.id !== id) selectNewest();
}

function newestOrder(): DeskState['orders']['items'][number] | undefined {
  return state.peek()?.orders.items[0];
}

function selectNewest(): void {
  const newest = newestOrder();
  selected.value = newest === undefined ? null : { id: newest.id, offset: 0 };
  if (route.peek().order !== null) go({ view: 'orders', order: null }, 'replace');
}

function applyState(newest: DeskState): void {
  batch(() => {
    const isReset = newest.orders.total < (state.peek()?.orders.total ?? 0);
    state.value = newest;
    if (isReset) forgetDrafts();
    if (isReset || selected.peek() === null) selectNewest();
    orders.update(newest.orders);
    events.update(newest.events);
    requests.update(newest.requests);
    deliveries.update(newest.deliveries);
  });
}

/** Shows why the sandbox refuses this page. */
function showRefusal(): void {
  if (message.peek() === null) void runAndTell(() => readFeedPage('orders', 0, 0));
}

/** Milliseconds for which a success is shown. A failure stays until it is closed. */
const SHOWN_FOR = 6_000;

export function start(): void {
  effect(() => {
    // Read again when either of these changes.
    void [state.value, selected.value];
    void refresh();
  });
  effect(() => {
    const { order } = route.value;
    if (order !== null && selected.peek()?.id !== order) selected.value = { id: order, offset: 0 };
  });
  effect(() => {
    if (message.value?.isError !== false) return;
    const timer = setTimeout(hideMessage, SHOWN_FOR);
    return () => clearTimeout(timer);
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hideMessage();
  });
  subscribe({
    onState: applyState,
    onLink: (linked) => {
      isLinked.value = linked;
    },
    onRefusal: showRefusal,
  });
}

export function hideMessage(): void {
  message.value = null;
}
