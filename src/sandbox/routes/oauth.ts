import type { Context } from 'hono';
import type { TokenAnswer } from '../../client/contract/types.js';
import type { AccountRecord } from '../base/records.js';
import type { Env, OpenHandler } from '../http/call.js';
import type { ParsedRequest } from '../http/parsed-request.js';
import { raw, replyJson } from '../http/reply.js';
import type { Grant, State } from '../world/state.js';
import {
  type AuthorizationRequest,
  PAGE_HEADERS,
  renderAuthorization,
  renderError,
  renderWrongAddress,
} from './authorization-page.js';

const CODE_LIFETIME = 10 * 60_000;
const TOKEN_PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'redirect_uri', 'code'] as const;
/** The most unused codes that are kept. The oldest ones are dropped. */
const MAX_CODES = 10_000;

/** What answers sign-ins, by method and path. */
export const oauthRoutes: Readonly<Record<string, OpenHandler>> = {
  'GET /oauth/authorize': (context) => answerChoice(context, context.env.request.query, null),
  'POST /oauth/authorize'(context) {
    const form = readForm(context.env.request);
    return answerChoice(context, form, form.get('decision'));
  },
  'POST /oauth/token': exchangeCode,
};

function readForm({ body }: ParsedRequest): URLSearchParams {
  return body.kind === 'form' ? body.pairs : new URLSearchParams();
}

/** The value, unless it is missing or given more than once. */
function readSingle(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Shows the page, or carries out the decision made on it. The page names the account; without one, it is the owner's. */
function answerChoice({ env }: Context<Env>, given: URLSearchParams, decision: string | null): Response {
  const { state } = env;
  const owner = findOwner(state, readSingle(given, 'client_id'));
  if (owner === undefined) return raw(400, renderError('No application has this client_id.'), PAGE_HEADERS);
  const redirectUri = readSingle(given, 'redirect_uri');
  // With an address that is not registered, the code could go to somebody else.
  if (redirectUri === null || !listRedirectUris(owner).includes(redirectUri))
    return refuseAddress(owner, redirectUri);
  const { clientId } = owner.application;
  const request: AuthorizationRequest = { clientId, redirectUri, state: given.get('state') };
  if (readSingle(given, 'response_type') !== 'code')
    return redirect(request, { error: 'unsupported_response_type' });
  const login = given.get('account') ?? owner.user.login;
  if (decision === 'authorize') return authorize(env, request, owner, login);
  if (decision === 'deny') return redirect(request, { error: 'access_denied' });
  const users = [owner, ...state.accounts.filter((account) => account !== owner)].map(({ user }) => user);
  return raw(200, renderAuthorization(request, users), PAGE_HEADERS);
}

/** Lets the owner's application act for the account with this login. */
function authorize(
  { state }: Env['Bindings'],
  request: AuthorizationRequest,
  { application }: AccountRecord,
  login: string,
): Response {
  const account = state.accounts.find(({ user }) => user.login === login);
  if (account === undefined) return raw(400, renderError('No account has this login.'), PAGE_HEADERS);
  return redirect(request, { code: issueCode(state, { account, application }, request.redirectUri) });
}

function listRedirectUris({ application }: AccountRecord): readonly string[] {
  return [application.redirectUri, ...application.otherRedirectUris];
}

/** An error page, never a redirection. */
function refuseAddress(owner: AccountRecord, asked: string | null): Response {
  const page =
    asked === null
      ? renderError('The redirect_uri is needed, once.')
      : renderWrongAddress(asked, listRedirectUris(owner));
  return raw(400, page, PAGE_HEADERS);
}

function findOwner(state: State, clientId: string | null): AccountRecord | undefined {
  return state.accounts.find((account) => account.application.clientId === clientId);
}

function redirect(request: AuthorizationRequest, parameters: Readonly<Record<string, string>>): Response {
  const target = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  if (request.state !== null) target.searchParams.set('state', request.state);
  return raw(302, null, { location: target.href, 'cache-control': 'no-store' });
}

function issueCode(state: State, grant: Grant, redirectUri: string): string {
  const now = state.clock.now();
  dropOldCodes(state, now);
  const code = state.createSecret();
  state.codes.set(code, { ...grant, redirectUri, expiresAt: now + CODE_LIFETIME });
  return code;
}

/** Codes are kept in the order in which they expire. */
function dropOldCodes({ codes }: State, now: number): void {
  for (const [code, { expiresAt }] of codes) {
    if (expiresAt > now && codes.size < MAX_CODES) break;
    codes.delete(code);
  }
}

/** @see docs/service.md, Authentication; RFC 6749, section 5 */
function exchangeCode({ env: { request, state }, req }: Context<Env>): Response {
  const form = withCredentials(readForm(request), req.header('authorization'));
  const missing = TOKEN_PARAMETERS.find((name) => (readSingle(form, name) ?? '') === '');
  if (missing !== undefined) return makeTokenError(400, 'invalid_request', `${missing} is needed, once.`);
  if (form.get('grant_type') !== 'authorization_code') {
    return makeTokenError(400, 'unsupported_grant_type', 'Only authorization_code is granted.');
  }
  const owner = findOwner(state, form.get('client_id'));
  if (owner === undefined || form.get('client_secret') !== owner.application.clientSecret) {
    return makeTokenError(401, 'invalid_client', 'The application is unknown or its secret is another.');
  }
  const account = redeem(state, owner, form);
  if (account === undefined) {
    return makeTokenError(
      400,
      'invalid_grant',
      'The code is unknown, used or expired, or was issued for another address.',
    );
  }
  const token = state.createSecret();
  state.tokens.set(token, { account, application: owner.application });
  const answer: TokenAnswer = {
    access_token: token,
    token_type: 'bearer',
    expires_in: null,
    refresh_token: null,
    scope: '',
  };
  return replyJson(200, answer, { 'cache-control': 'no-store' });
}

/**
 * The form, with the application's id and secret added from HTTP Basic. A value that differs from the one in the form
 * counts as given twice. @see RFC 6749, section 2.3.1
 */
function withCredentials(form: URLSearchParams, header: string | undefined): URLSearchParams {
  const basic = /^basic +([\w+/=-]+) *$/i.exec(header ?? '')?.[1];
  const [id, secret] = basic === undefined ? [] : decodeBasic(basic);
  if (id === undefined || secret === undefined) return form;
  const complete = new URLSearchParams(form);
  for (const [name, value] of [
    ['client_id', id],
    ['client_secret', secret],
  ] as const) {
    if (readSingle(form, name) !== value) complete.append(name, value);
  }
  return complete;
}

/** The id and the secret. Each was encoded like a form before they were joined. Empty when the text is not valid. */
function decodeBasic(text: string): string[] {
  try {
    const [id = '', ...rest] = atob(text).split(':');
    return [id, rest.join(':')].map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  } catch {
    return [];
  }
}

/**
 * Uses up a code: it works once, for its own application, until it expires. A wrong address does not use it up.
 * @returns the account that it was issued for
 */
function redeem(state: State, owner: AccountRecord, form: URLSearchParams): AccountRecord | undefined {
  const code = form.get('code') ?? '';
  const issued = state.codes.get(code);
  if (issued === undefined || form.get('redirect_uri') !== issued.redirectUri) return undefined;
  const { account, application = account.application, expiresAt } = issued;
  if (application !== owner.application) return undefined;
  state.codes.delete(code);
  return expiresAt > state.clock.now() ? account : undefined;
}

function makeTokenError(status: number, error: string, description: string): Response {
  return replyJson(status, { error, error_description: description }, { 'cache-control': 'no-store' });
}
