import type { viewTranslatedFile } from '../control-interface/document-view.js';
import type {
  viewDeliveries,
  viewEvents,
  viewOneOrder,
  viewRequest,
  viewRequests,
  viewState,
} from '../control-interface/views.js';

export type State = ReturnType<typeof viewState>;
export type Order = ReturnType<typeof viewOneOrder>;
export type Question = Order['questions'][number];
export type Body = NonNullable<Order['simple']>['bodies'][number];
export type Comment = Question['comments'][number];
export type LoggedEvent = ReturnType<typeof viewEvents>['items'][number];
export type RequestHead = ReturnType<typeof viewRequests>['items'][number];
export type Request = ReturnType<typeof viewRequest>;
export type Delivery = ReturnType<typeof viewDeliveries>['items'][number];

/** The control token, needed beyond a loopback address. It comes in the URL's fragment, which browsers do not send. */
export const controlToken = new URLSearchParams(location.hash.slice(1)).get('token');

/**
 * Calls the control interface. Its views give the types of its answers.
 * @throws Error with the reason that the sandbox gives
 */
async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(controlToken === null ? {} : { authorization: `Bearer ${controlToken}` });
  const response = await fetch(`_sandbox/${path}`, { ...init, headers });
  const body: unknown = await response.json();
  if (response.ok) return body as Answer; // the cast is safe: this is our own interface
  const { message } = body as { message?: string }; // a failure has a message
  throw new Error(message ?? `The sandbox answered ${response.status}.`);
}

export function runAction(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
  return call(name, { method: 'POST', body: JSON.stringify(fields) });
}

/** Reads a page of a list, newest first. */
export function readPage<T>(
  path: string,
  offset: number,
  limit: number,
): Promise<{ total: number; items: T[] }> {
  return call(`${path}?offset=${offset}&limit=${limit}&brief=true`);
}

/** Reads an order with its texts from `offset` on. */
export function readOrder(id: number, offset: number): Promise<Order> {
  return call(`orders/${id}?offset=${offset}`);
}

/** Reads the newest translation of a project's question, as a file. */
export function readTranslatedFile(questionId: number): Promise<ReturnType<typeof viewTranslatedFile>> {
  return call(`questions/${questionId}/file`);
}

export function readRequest(number: number): Promise<Request> {
  return call(`requests/${number}`);
}

/** How many entries of each list come with a state. Older ones are read when they scroll into view. */
const NEWEST = 40;

/** Calls `onState` with each state, and `onLink` when the connection begins and ends. */
export function subscribe(onState: (state: State) => void, onLink: (isLinked: boolean) => void): void {
  const token = controlToken === null ? '' : `&control_token=${controlToken}`;
  const source = new EventSource(`_sandbox/events?limit=${NEWEST}&brief=true${token}`);
  source.addEventListener('state', (event) => onState(JSON.parse(event.data) as State)); // our own interface
  source.addEventListener('open', () => onLink(true));
  source.addEventListener('error', () => onLink(false));
}
