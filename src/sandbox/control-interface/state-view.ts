import type { FaultHandle } from '../controls/chance.js';
import type { FaultRule } from '../controls/faults.js';
import type { State } from '../world/state.js';
import type { Controlled } from './controlled.js';
import { viewOrder } from './order-views.js';

/** A fault that was added by the control interface. */
export interface AddedFault {
  readonly rule: FaultRule;
  readonly handle: FaultHandle;
}

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 500;

/** The sandbox at this moment, with the newest `limit` of everything, newest first. */
export function viewState(sandbox: Controlled, faults: readonly AddedFault[], limit: number) {
  const state = sandbox.settled();
  const { accessToken, application, organizations } = state.mainAccount;
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  return {
    now: sandbox.clock.now(),
    credentials: { accessToken, clientId, clientSecret, redirectUri, callbackUrl },
    organizations: organizations.map(({ id, name, point, availablePoint }) => ({
      id,
      name,
      point,
      availablePoint,
    })),
    orders: viewOrders(state, 0, limit),
    events: viewEvents(state, limit),
    requests: newest(sandbox.requests, limit),
    deliveries: newest(sandbox.deliveries.attempts, limit),
    faults: faults
      .filter(({ rule, handle }) => handle.hits < (rule.times ?? 1))
      .map(({ rule, handle }) => ({ ...rule, hits: handle.hits })),
  };
}

/** Orders, newest first. */
export function viewOrders(state: State, offset: number, limit: number) {
  const { total, items } = newest(state.orders, limit, offset);
  return { total, items: items.map((order) => viewOrder(state, order)) };
}

function viewEvents(state: State, limit: number) {
  const log = state.eventsOf(state.mainAccount);
  const total = log.size;
  const items = Array.from({ length: Math.min(limit, total) }, (_, index) => {
    const { id, retryCount, event } = log.at(total - 1 - index);
    const { subject, at } = event;
    const orderId = subject.type === 'project.created' ? subject.project.id : subject.question.id;
    return { id, type: subject.type, at, orderId, retryCount };
  });
  return { total, items };
}

function newest<T>(all: readonly T[], limit: number, offset = 0): { total: number; items: T[] } {
  const end = Math.max(0, all.length - offset);
  return { total: all.length, items: all.slice(Math.max(0, end - limit), end).reverse() };
}
