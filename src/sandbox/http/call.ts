import type { Context } from 'hono';
import type { AccountRecord } from '../base/records.js';
import type { View } from '../views/views.js';
import type { State } from '../world/state.js';
import type { Arrival } from './arrival.js';
import { Fields } from './fields.js';
import { existing, forbidden, tooLarge, unauthenticated, unparsable } from './reply.js';

/** What the application gets with each request. */
export interface Env {
  readonly Bindings: {
    readonly arrival: Arrival;
    readonly origin: string;
    readonly state: State;
    /** Where the page of a wrong sign-in can register another address; undefined when it can't. */
    readonly registerAt: string | undefined;
  };
}

/** An authenticated request. */
export interface Call {
  readonly state: State;
  readonly account: AccountRecord;
  readonly arrival: Arrival;
  readonly fields: Fields;
  /** For reads: times without their milliseconds. */
  readonly view: View;
  /** The number in the path. @throws Refusal with 404 when it is not a number */
  id(name: string): number;
}

export type Handler = (call: Call) => Response | Promise<Response>;

/** Calls the handler only with authenticated requests. */
export function authenticated(handler: Handler): (context: Context<Env>) => Response | Promise<Response> {
  return (context) => {
    const { arrival, state, origin } = context.env;
    const account = authenticate(arrival, state);
    const { body } = arrival;
    const fields = new Fields(parametersOf(body), body.kind === 'form' || body.kind === 'multipart');
    const id = (name: string) => existing(pathNumber(context.req.param(name)));
    return handler({ state, account, arrival, fields, view: { origin, exact: false }, id });
  };
}

/**
 * The token is a parameter like any other: of the address, or of a body that is JSON or a form. It is ignored
 * everywhere else. It comes once in each of them at most, and must be the same in both.
 * @see docs/service.md, Authentication
 */
function authenticate(arrival: Arrival, state: State): AccountRecord {
  const { kind } = arrival.body;
  if (kind === 'malformed') throw unparsable();
  if (kind === 'too-large') throw tooLarge();
  const token = tokenOf(arrival);
  const account = state.tokens.get(token);
  if (account === undefined) throw unauthenticated();
  for (const isForbidden of state.forbidden)
    if (isForbidden(arrival.method, arrival.url.pathname, token)) throw forbidden();
  return account;
}

/** The token of a request; empty when there is none, or it is not clear which one is meant. */
export function tokenOf({ body, query }: Arrival): string {
  const given = [...tokenInBody(parametersOf(body)), ...query.getAll('access_token')];
  const [token] = given;
  const isClear = query.getAll('access_token').length < 2 && given.every((one) => one === token);
  return isClear && typeof token === 'string' ? token : '';
}

function parametersOf(body: Arrival['body']): unknown {
  if (body.kind === 'multipart') return body.parameters;
  return body.kind === 'json' || body.kind === 'form' ? body.value : {};
}

function tokenInBody(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'access_token')) return [];
  return 'access_token' in value ? [value.access_token] : [];
}

function pathNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
