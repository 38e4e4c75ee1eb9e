import { signal } from '@preact/signals';
import { controlToken } from './api.js';

/** What a narrow screen shows. A wide one shows everything. */
const VIEWS = ['orders', 'order', 'happened', 'controls'] as const;
type DeskView = (typeof VIEWS)[number];

interface DeskRoute {
  readonly view: DeskView;
  /** The order that was opened. */
  readonly order: number | null;
}

/** Where the page is, as its fragment says: so the browser's buttons go back and forward, and a reload stays. */
export const route = signal(readRoute());
/** The order whose heading gets the focus as soon as it is shown. */
export const opened = signal<number | null>(null);

addEventListener('popstate', () => {
  const next = readRoute();
  route.value = next;
  if (next.view === 'order') opened.value = next.order;
});

function readRoute(): DeskRoute {
  const given = new URLSearchParams(location.hash.slice(1));
  const id = given.get('order') ?? '';
  const order = /^\d{1,15}$/.test(id) ? Number(id) : null;
  const view = VIEWS.find((name) => name === given.get('view'));
  if (view !== undefined && view !== 'order') return { view, order };
  return { view: order === null ? 'orders' : 'order', order };
}

/** The fragment of a place on the page. It keeps the token. */
export function formatFragment({ view, order }: DeskRoute): string {
  const parts = {
    ...(controlToken !== null && { token: controlToken }),
    ...(order !== null && { order: String(order) }),
    ...(view !== 'orders' && view !== 'order' && { view }),
  };
  return `#${new URLSearchParams(parts)}`;
}

/** Goes somewhere else on the page. @param how whether the browser's back button leads to where the page is now */
export function go(next: DeskRoute, how: 'push' | 'replace' = 'push'): void {
  const isFromList = how === 'push' ? route.peek().view === 'orders' : cameFromList();
  history[`${how}State`]({ isFromList }, '', formatFragment(next));
  route.value = next;
}

/** Goes from an order to the list: back, if the list came before. */
export function leaveOrder(): void {
  if (cameFromList()) history.back();
  else go({ view: 'orders', order: null }, 'replace');
}

function cameFromList(): boolean {
  const { isFromList = false } = (history.state ?? {}) as { isFromList?: boolean }; // written by `go`
  return isFromList;
}
