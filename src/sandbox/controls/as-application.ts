import type { State } from '../world/state.js';

/** The part of a sandbox that a request of an application needs. */
export interface CallableSandbox {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The state, after every task that was due. */
  currentState(): State;
}

/** Sends a request as an application does, by default for the first account. @throws Error with the answer when its status is another */
export async function sendAsApplication(
  { baseUrl, fetch, currentState }: CallableSandbox,
  method: string,
  path: string,
  fields: object,
  expected: number,
): Promise<Response> {
  const response = await fetch(`${baseUrl}/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ access_token: currentState().mainAccount.accessToken, ...fields }),
    redirect: 'manual',
  });
  if (response.status !== expected)
    throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Places an order as the application does, and returns its id. @throws Error when the service refuses it */
export async function orderAsApplication(
  sandbox: CallableSandbox,
  path: 'projects' | 'simple/questions',
  order: object,
): Promise<number> {
  const { headers } = await sendAsApplication(sandbox, 'POST', path, order, 201);
  return Number((headers.get('location') ?? '').split('/').at(-1));
}
