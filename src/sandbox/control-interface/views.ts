import { copyOptions } from '../../base/options.js';
import { cutText } from '../../base/texts.js';
import type { NumberedEvent } from '../base/records.js';
import type { DeliveryAttempt } from '../controls/deliveries.js';
import type { LoggedRequest } from '../http/request-log.js';
import { describeAccount } from '../world/accounts.js';
import { CONDITIONS } from '../world/conditions.js';
import type { State } from '../world/state.js';
import type { Context } from './actions.js';
import { listRejected, type Overview, summarizeOrders, viewOrder, viewSubject } from './order-views.js';
import { findSampleLanguages } from './sample-orders.js';
import type { SandboxHandle } from './sandbox-handle.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 500;

/** How much of the state is shown. */
export interface ViewOptions {
  /** How many entries of each list, newest first. */
  readonly limit: number;
  /** Whether to leave out the texts of orders and the bodies of requests and answers. */
  readonly brief: boolean;
}

/** The sandbox at this moment. */
export function viewState({ sandbox, activeFaults }: Context, { limit, brief }: ViewOptions) {
  const state = sandbox.currentState();
  const range = { offset: 0, limit, find: '' };
  const clock = state.clock.store();
  const overview = summarizeOrders(state);
  return {
    now: sandbox.clock.now(),
    clockRuns: clock.runs,
    clockMoved: clock.offset,
    nextExpiry: overview.nextExpiry,
    ...viewAccount(state),
    orders: viewOrders(state, range, brief, overview),
    events: viewEvents(sandbox, range),
    requests: viewRequests(sandbox, range, brief),
    deliveries: { ...viewDeliveries(sandbox, range), isOn: sandbox.deliveries.isOn },
    conditions: copyOptions(state.conditions, CONDITIONS),
    ...activeFaults.view(),
  };
}

function viewAccount(state: State) {
  const { accessToken, application } = state.mainAccount;
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  const redirectUris = [redirectUri, ...application.otherRedirectUris];
  const organizations = state.accounts.flatMap(({ user, organizations: owned }) =>
    owned.map(({ id, name, point, availablePoint }) => ({
      id,
      account: user.login,
      name,
      point,
      availablePoint,
    })),
  );
  return {
    credentials: { accessToken, clientId, clientSecret, redirectUri, redirectUris, callbackUrl },
    accounts: state.accounts.map(describeAccount),
    tokenWorks: state.tokens.has(accessToken),
    organizations,
    sample: findSampleLanguages(state),
  };
}

/** Orders, newest first. */
export function viewOrders(
  state: State,
  range: ListRange,
  brief: boolean,
  overview: Overview = summarizeOrders(state),
) {
  const { orders } = state;
  const extent = brief ? undefined : { offset: 0, rejected: listRejected(state) };
  const { total, items } = readNewestEntries(
    orders.length,
    (position) => viewOrder(state, requireEntry(orders[position]), extent),
    range,
  );
  return { total, open: overview.open, mark: overview.mark, items };
}

/** One order, with its texts from `offset` on. @throws Error when no order has this id */
export function viewOneOrder(state: State, id: number, offset: number) {
  const order = state.orders.findLast((order) => order.id === id);
  if (order === undefined) throw new Error(`There is no order ${id}.`);
  return viewOrder(state, order, { offset, rejected: listRejected(state) });
}

/** The most characters of a request's body that are shown. */
const MAX_BODY = 20_000;

/** The events of all accounts. */
export function viewEvents(sandbox: SandboxHandle, range: ListRange) {
  const state = sandbox.currentState();
  const logs = state.accounts.map((account) => state.getEventLog(account)).filter(({ size }) => size > 0);
  if (range.find === '') {
    const { total, items } = listNewestEvents(logs, range);
    return { total, items: items.map(viewEvent) };
  }
  const { items } = listNewestEvents(logs, { offset: 0, limit: MAX_SEARCHED, find: '' });
  return findNewest(items.map(viewEvent), range);
}

function viewEvent({ id, retryCount, event: { subject, at, account } }: NumberedEvent) {
  return { id, type: subject.type, at, account: account.user.login, ...viewSubject(subject), retryCount };
}

/** What is read of a log of events. */
interface EventLogView {
  readonly size: number;
  at(position: number): NumberedEvent;
}

/** The events of several logs, newest first; at the same moment, those of the first log. */
function listNewestEvents(logs: readonly EventLogView[], range: ListRange): ListPage<NumberedEvent> {
  const [first] = logs;
  // At any place, however many there are.
  if (first !== undefined && logs.length === 1)
    return readNewestEntries(first.size, (position) => first.at(position), range);
  const left = logs.map((log) => ({ log, size: log.size }));
  const total = left.reduce((sum, { size }) => sum + size, 0);
  const items: NumberedEvent[] = [];
  for (let passed = 0; passed < Math.min(total, range.offset + range.limit); passed += 1) {
    const heads = left.filter(({ size }) => size > 0);
    const newest = heads.reduce((newest, head) =>
      readNewestTime(head) > readNewestTime(newest) ? head : newest,
    );
    newest.size -= 1;
    if (passed >= range.offset) items.push(newest.log.at(newest.size));
  }
  return { total, items };
}

/** When the newest event that is left happened. */
function readNewestTime({ log, size }: { readonly log: EventLogView; readonly size: number }): number {
  return log.at(size - 1).event.at;
}

/** Requests with their numbers, which count from 0. With `brief`, bodies and answers are left out. */
export function viewRequests({ requestLog }: SandboxHandle, range: ListRange, brief: boolean) {
  const { entries, dropped } = requestLog;
  return readNewestEntries(
    entries.length,
    (position) => {
      const entry = requireEntry(entries[position]);
      const { body, answer } = entry;
      return { ...viewRequestHead(entry), number: dropped + position, ...(brief ? {} : { body, answer }) };
    },
    range,
  );
}

/** One request. A body that is too long becomes a cut text. @throws Error when it never arrived, or has been dropped */
export function viewRequest({ requestLog }: SandboxHandle, number: number) {
  const entry = requestLog.entries[number - requestLog.dropped];
  if (entry === undefined) throw new Error(`There is no request ${number}.`);
  const text = JSON.stringify(entry.body) ?? '';
  const body = text.length > MAX_BODY ? cutText(text, MAX_BODY) : entry.body;
  return { ...viewRequestHead(entry), number, body, answer: entry.answer };
}

function viewRequestHead({ method, path, account, query, status, answer }: LoggedRequest) {
  const { at = null, ms = null, fault = null } = answer ?? {};
  return { method, path, account, query, status, at, ms, fault };
}

export function viewDeliveries({ deliveries }: SandboxHandle, range: ListRange) {
  const { attempts } = deliveries;
  return readNewestEntries<DeliveryAttempt>(
    attempts.length,
    (position) => requireEntry(attempts[position]),
    range,
  );
}

function requireEntry<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('The list has become shorter.');
  return entry;
}

/** Some entries of a list, newest first, and the length of the whole list. */
export interface ListPage<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** Which part of a list is read. */
export interface ListRange {
  /** How many of the newest entries are left out. */
  readonly offset: number;
  readonly limit: number;
  /** A text that each entry has in one of its texts or ids, in any case. */
  readonly find: string;
}

/** How many of the newest entries are searched. */
const MAX_SEARCHED = 10_000;

/** Reads a page, newest first, from a list whose newest entry is the last. */
function readNewestEntries<T extends object>(
  total: number,
  at: (position: number) => T,
  range: ListRange,
): ListPage<T> {
  const { offset, limit, find } = range;
  const read = (from: number, count: number) =>
    Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, index) =>
      at(total - 1 - from - index),
    );
  if (find !== '') return findNewest(read(0, MAX_SEARCHED), range);
  return { total, items: read(offset, limit) };
}

function findNewest<T extends object>(
  entries: readonly T[],
  { offset, limit, find }: ListRange,
): ListPage<T> {
  const wanted = find.toLowerCase();
  const found = entries.filter((entry) =>
    Object.entries(entry).some(
      ([name, value]) =>
        (typeof value === 'string' || /id$/i.test(name)) && String(value).toLowerCase().includes(wanted),
    ),
  );
  return { total: found.length, items: found.slice(offset, offset + limit) };
}
