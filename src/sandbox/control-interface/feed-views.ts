import type { DeliveryAttempt } from '../controls/deliveries.js';
import type { LoggedRequest } from '../http/request-log.js';
import type { Controlled } from './controlled.js';
import { pageOf, type Range } from './page-of.js';

/** Characters of a request's body that are shown at most. */
const MAX_BODY = 20_000;

export function viewEvents(sandbox: Controlled, range: Range) {
  const state = sandbox.settled();
  const log = state.eventsOf(state.mainAccount);
  return pageOf(
    log.size,
    (position) => {
      const { id, retryCount, event } = log.at(position);
      const { subject, at } = event;
      const orderId = subject.type === 'project.created' ? subject.project.id : subject.question.id;
      return { id, type: subject.type, at, orderId, retryCount };
    },
    range,
  );
}

/** Requests with their numbers, which count from 0; without bodies and answers when they are to be `brief`. */
export function viewRequests({ log }: Controlled, range: Range, brief: boolean) {
  const { entries, dropped } = log;
  return pageOf(
    entries.length,
    (position) => {
      const entry = present(entries[position]);
      const { body, answer } = entry;
      return { ...headOf(entry), number: dropped + position, ...(brief ? {} : { body, answer }) };
    },
    range,
  );
}

/** One request. @throws Error when it is not known, or not any more */
export function viewRequest({ log }: Controlled, number: number) {
  const entry = log.entries[number - log.dropped];
  if (entry === undefined) throw new Error(`There is no request ${number}.`);
  return { ...headOf(entry), number, body: bounded(entry.body), answer: entry.answer };
}

function headOf({ method, path, query, status, answer }: LoggedRequest) {
  const { at = null, ms = null, fault = null } = answer ?? {};
  return { method, path, query, status, at, ms, fault };
}

/** A long body is cut, and is a text then. */
function bounded(body: unknown): unknown {
  const text = JSON.stringify(body) ?? '';
  return text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : body;
}

export function viewDeliveries({ deliveries }: Controlled, range: Range) {
  const { attempts } = deliveries;
  return pageOf<DeliveryAttempt>(attempts.length, (position) => present(attempts[position]), range);
}

function present<T>(entry: T | undefined): T {
  if (entry === undefined) throw new Error('The list has become shorter.');
  return entry;
}
