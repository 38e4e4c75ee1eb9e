import type { Context } from 'hono';
import { toFields } from '../../base/kinds.js';
import type { View } from '../views/views.js';
import type { Grant, State } from '../world/state.js';
import { RequestFields } from './fields.js';
import type { ParsedRequest } from './parsed-request.js';
import { forbidden, requireFound, tooLarge, unauthenticated, unparsable } from './reply.js';

/** What the routes get with each request. */
export interface Env {
  readonly Bindings: {
    readonly request: ParsedRequest;
    readonly origin: string;
    readonly state: State;
  };
}

/** An authenticated request. */
export interface RouteCall extends Grant {
  readonly state: State;
  readonly request: ParsedRequest;
  readonly fields: RequestFields;
  /** For the answers to reads: times without milliseconds. */
  readonly view: View;
  /** The number with this name in the path. @throws Refusal with 404 when it is not a number */
  id(name: string): number;
}

type Handler = (call: RouteCall) => Response | Promise<Response>;

/** What answers authenticated requests, by method and path: `GET /api/v1/my`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Answers requests with and without a token. */
export type OpenHandler = (context: Context<Env>) => Response | Promise<Response>;

/** Calls the handler only with authenticated requests. */
export function requireToken(handler: Handler): OpenHandler {
  return (context) => {
    const { request, state, origin } = context.env;
    const grant = authenticate(request, state);
    const { body } = request;
    const fields = new RequestFields(readParameters(body), body.kind === 'form' || body.kind === 'multipart');
    const id = (name: string) => {
      const text = context.req.param(name) ?? '';
      return requireFound(/^\d{1,15}$/.test(text) ? Number(text) : undefined);
    };
    return handler({ ...grant, state, request, fields, view: { origin, exact: false }, id });
  };
}

/**
 * Finds what the token grants. The token is a parameter of the address, or of a body that is JSON or a form; anywhere
 * else it is ignored. It may be given once in each of the two, with the same value.
 * @see docs/service.md, Authentication
 */
function authenticate(request: ParsedRequest, state: State): Grant {
  const { kind } = request.body;
  if (kind === 'malformed') throw unparsable();
  if (kind === 'too-large') throw tooLarge();
  const token = readAccessToken(request);
  const grant = state.tokens.get(token);
  if (grant === undefined) throw unauthenticated();
  for (const isForbidden of state.forbidden)
    if (isForbidden(request.method, request.url.pathname, token)) throw forbidden();
  return grant;
}

/** The token of a request. Empty when there is none, or when there are different ones. */
export function readAccessToken({ body, query }: ParsedRequest): string {
  const parameters = toFields(readParameters(body));
  const inBody = Object.hasOwn(parameters, 'access_token') ? [parameters.access_token] : [];
  const given = [...inBody, ...query.getAll('access_token')];
  const [token] = given;
  const isClear = query.getAll('access_token').length < 2 && given.every((value) => value === token);
  return isClear && typeof token === 'string' ? token : '';
}

function readParameters(body: ParsedRequest['body']): unknown {
  if (body.kind === 'multipart') return body.parameters;
  return body.kind === 'json' || body.kind === 'form' ? body.value : {};
}
