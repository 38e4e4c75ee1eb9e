import type { viewTranslatedFile } from '../control-interface/document-view.js';
import type {
  viewDeliveries,
  viewEvents,
  viewOneOrder,
  viewRequest,
  viewRequests,
  viewState,
} from '../control-interface/views.js';

export type DeskState = ReturnType<typeof viewState>;
export type Order = ReturnType<typeof viewOneOrder>;
export type OrderQuestion = Order['questions'][number];
export type Body = NonNullable<Order['simple']>['bodies'][number];
export type OrderComment = OrderQuestion['comments'][number];
export type LoggedEvent = ReturnType<typeof viewEvents>['items'][number];
export type RequestHead = ReturnType<typeof viewRequests>['items'][number];
export type Request = ReturnType<typeof viewRequest>;
export type LoggedDelivery = ReturnType<typeof viewDeliveries>['items'][number];

/** The control token, needed beyond a loopback address. It comes in the URL's fragment, which browsers do not send. */
export const controlToken = readFragmentToken();

function readFragmentToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

// Whoever pastes the address of a sandbox that was started again changes only the fragment.
addEventListener('hashchange', () => {
  if (readFragmentToken() !== controlToken) location.reload();
});

/** No answer has come: the sandbox may still have what was asked for. */
export class NoAnswerError extends Error {}

/** The sandbox refuses what was asked for. The message has the reason. */
export class RefusedError extends Error {
  /** What the service answered to a request of the sandbox itself. Undefined when it was not asked. */
  readonly answer: string | undefined;

  constructor(message: string, answer: string | undefined) {
    super(message);
    this.answer = answer;
  }
}

/**
 * Calls the control interface. Its views give the types of its answers.
 * @throws NoAnswerError
 * @throws RefusedError
 */
async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(controlToken === null ? {} : { authorization: `Bearer ${controlToken}` });
  const response = await fetch(`_sandbox/${path}`, { ...init, headers }).catch(() => {
    throw new NoAnswerError('The sandbox does not answer.');
  });
  const body: unknown = await response.json();
  if (response.ok) return body as Answer; // the cast is safe: this is our own interface
  // A failure has a message.
  const { message = `The sandbox answered ${response.status}.`, answer } = body as {
    message?: string;
    answer?: string;
  };
  throw new RefusedError(message, answer);
}

export function runAction(name: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
  return call(name, { method: 'POST', body: JSON.stringify(fields) });
}

/** Reads a page of a list, newest first. @param find a text that its entries have; with an empty one, all entries */
export function readFeedPage<T>(
  path: string,
  offset: number,
  limit: number,
  find = '',
): Promise<{ total: number; items: T[] }> {
  const query = { offset: String(offset), limit: String(limit), brief: 'true', find };
  return call(`${path}?${new URLSearchParams(query)}`);
}

/** Reads an order with its texts from `offset` on. */
export function readOrder(id: number, offset: number): Promise<Order> {
  return call(`orders/${id}?offset=${offset}`);
}

/** Reads the newest translation of a project's question, as a file. */
export function readTranslatedFile(questionId: number): ReturnType<typeof viewTranslatedFile> {
  return call(`questions/${questionId}/file`);
}

export function readRequest(number: number): Promise<Request> {
  return call(`requests/${number}`);
}

/** How many entries of each list come with a state. Older ones are read when they scroll into view. */
const NEWEST = 40;

/** Milliseconds until a refused subscription is tried again. */
const RETRY_AFTER = 3_000;

interface Subscriber {
  onState(state: DeskState): void;
  /** Called when the connection begins and ends. */
  onLink(isLinked: boolean): void;
  /** Called when the sandbox, or a server before it, has refused the connection. */
  onRefusal(): void;
}

/**
 * Subscribes while the page is in sight. A browser keeps six connections to one address, for all its tabs: many desks that
 * nobody looks at would leave none.
 */
export function subscribe(subscriber: Subscriber): void {
  let source: EventSource | undefined;
  const connect = (): void => {
    source?.close();
    source = document.hidden ? undefined : openSource(subscriber, tryAgain);
  };
  const tryAgain = (): void => {
    if (source?.readyState === EventSource.CLOSED) connect();
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}

function openSource(subscriber: Subscriber, tryAgain: () => void): EventSource {
  const token = controlToken === null ? '' : `&control_token=${controlToken}`;
  const source = new EventSource(`_sandbox/events?limit=${NEWEST}&brief=true${token}`);
  // The cast is safe: this is our own interface.
  source.addEventListener('state', (event) => subscriber.onState(JSON.parse(event.data) as DeskState));
  source.addEventListener('open', () => subscriber.onLink(true));
  source.addEventListener('error', () => {
    subscriber.onLink(false);
    if (source.readyState !== EventSource.CLOSED) return;
    // A browser tries again after a lost connection, but not after a refusal.
    subscriber.onRefusal();
    setTimeout(tryAgain, RETRY_AFTER);
  });
  return source;
}
