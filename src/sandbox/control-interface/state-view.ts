import { checkedConditions } from '../world/conditions.js';
import type { State } from '../world/state.js';
import type { Controlled } from './controlled.js';
import { viewDeliveries, viewEvents, viewRequests } from './feed-views.js';
import type { Ledger } from './ledger.js';
import { type Overview, overviewOf } from './order-summaries.js';
import { rejectedIn, viewOrder } from './order-views.js';
import { pageOf, type Range } from './page-of.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 500;

/** How much is shown. */
export interface Extent {
  /** How many of everything, newest first. */
  readonly limit: number;
  /** Whether texts of orders, bodies of requests and answers are left out. */
  readonly brief: boolean;
}

/** The sandbox at this moment. */
export function viewState(sandbox: Controlled, ledger: Ledger, { limit, brief }: Extent) {
  const state = sandbox.settled();
  const range = { offset: 0, limit };
  const clock = state.clock.store();
  const overview = overviewOf(state);
  return {
    now: sandbox.clock.now(),
    clockRuns: clock.runs,
    clockMoved: clock.offset,
    nextExpiry: overview.nextExpiry,
    ...viewAccount(state, ledger),
    orders: viewOrders(state, range, brief, overview),
    events: viewEvents(sandbox, range),
    requests: viewRequests(sandbox, range, brief),
    deliveries: { ...viewDeliveries(sandbox, range), isOn: sandbox.deliveries.isOn },
    conditions: checkedConditions(state.conditions),
    ...ledger.view(),
  };
}

function viewAccount(state: State, { history }: Ledger) {
  const { accessToken, application, organizations } = state.mainAccount;
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  const redirectUris = [redirectUri, ...application.otherRedirectUris];
  const shown = organizations.map(({ id, name, point, availablePoint }) => ({
    id,
    name,
    point,
    availablePoint,
  }));
  history.note(state.clock.now(), shown[0]?.availablePoint ?? 0);
  return {
    credentials: { accessToken, clientId, clientSecret, redirectUri, redirectUris, callbackUrl },
    tokenWorks: state.tokens.has(accessToken),
    organizations: shown,
    pointsHistory: history.kept,
  };
}

/** Orders, newest first. */
export function viewOrders(
  state: State,
  range: Range,
  brief: boolean,
  overview: Overview = overviewOf(state),
) {
  const { orders } = state;
  const extent = brief ? undefined : { offset: 0, rejected: rejectedIn(state) };
  const page = pageOf(orders.length, (position) => orders[position], range);
  const items = page.items.flatMap((order) => (order === undefined ? [] : [viewOrder(state, order, extent)]));
  return { total: page.total, open: overview.open, mark: overview.mark, items };
}

/** One order, with its texts from `offset` on. @throws Error when there is none with this id */
export function viewOneOrder(state: State, id: number, offset: number) {
  const order = state.orders.findLast((one) => one.id === id);
  if (order === undefined) throw new Error(`There is no order ${id}.`);
  return viewOrder(state, order, { offset, rejected: rejectedIn(state) });
}
