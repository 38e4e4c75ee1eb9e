import type { viewOrders, viewState } from '../src/sandbox/control-interface/state-view.js';

export type State = ReturnType<typeof viewState>;
export type Order = State['orders']['items'][number];

/** Beyond a loopback address, the token comes in the part of the address that browsers do not send. */
const token = new URLSearchParams(location.hash.slice(1)).get('token');

/** @throws Error with the reason that the sandbox gives */
async function call(path: string, init: RequestInit): Promise<unknown> {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
  const response = await fetch(`/_sandbox/${path}`, { ...init, headers });
  const body = (await response.json()) as { message?: string }; // a failure has a message
  if (!response.ok) throw new Error(body.message ?? `The sandbox answered ${response.status}.`);
  return body;
}

export function act(name: string, fields: object = {}): Promise<unknown> {
  return call(name, { method: 'POST', body: JSON.stringify(fields) });
}

export async function readOrders(offset: number): Promise<readonly Order[]> {
  const orders = (await call(`orders?offset=${offset}`, {})) as ReturnType<typeof viewOrders>; // our own interface
  return orders.items;
}

/** Calls `onState` with each state, and `onLink` when the connection begins and ends. */
export function follow(onState: (state: State) => void, onLink: (isLinked: boolean) => void): void {
  const source = new EventSource(`/_sandbox/events${token === null ? '' : `?control_token=${token}`}`);
  source.addEventListener('state', (event) => onState(JSON.parse(event.data) as State)); // our own interface
  source.addEventListener('open', () => onLink(true));
  source.addEventListener('error', () => onLink(false));
}
