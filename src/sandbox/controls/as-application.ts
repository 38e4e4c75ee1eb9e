import { isFields, parseJson } from '../../base/kinds.js';
import type { State } from '../world/state.js';

/** The part of a sandbox that a request of an application needs. */
export interface CallableSandbox {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The state, after every task that was due. */
  currentState(): State;
}

/** The service answered a request of the sandbox itself with another status than it should. The message has the reason. */
export class UnexpectedAnswerError extends Error {
  /** The body of the answer. */
  readonly answer: string;

  constructor(status: number, answer: string) {
    super(`The service answered ${status}${describeReason(answer)}.`);
    this.answer = answer;
  }
}

/** What the answer says of the reason: its errors or its message. Empty for a page, or for no body. */
function describeReason(answer: string): string {
  const body = parseJson(answer);
  if (!isFields(body)) return '';
  const errors = Object.entries(isFields(body.errors) ? body.errors : {});
  const reason = errors.map(([field, error]) => `${field} ${error}`).join(', ') || body.message;
  return typeof reason === 'string' ? `: ${reason}` : '';
}

/**
 * Sends a request as an application does, by default for the first account.
 * @throws UnexpectedAnswerError when the status of the answer is another
 */
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
  }).catch((cause: unknown) => {
    throw new Error('The service gave no answer: the connection was lost.', { cause });
  });
  if (response.status !== expected) throw new UnexpectedAnswerError(response.status, await response.text());
  return response;
}

/** Places an order as the application does, and returns its id. @throws UnexpectedAnswerError */
export async function orderAsApplication(
  sandbox: CallableSandbox,
  path: 'projects' | 'simple/questions',
  order: object,
): Promise<number> {
  const { headers } = await sendAsApplication(sandbox, 'POST', path, order, 201);
  return Number((headers.get('location') ?? '').split('/').at(-1));
}
