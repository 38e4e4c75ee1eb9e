// Signing in and out. The browser gets the random id of a session; the token stays on the server.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Requester } from 'translation-requester';
import { createState, type OAuthClient } from 'translation-requester/oauth';
import type { Account, Database } from './database.ts';
import { page } from './pages.ts';

/** What the routes for people who are signed in know. */
export interface SignedIn {
  readonly Variables: { account: Account };
}

/** `__Host-` cookies belong to this host alone. `Lax` lets the service's redirection bring them along. */
const COOKIE = { prefix: 'host', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const;
const TEN_MINUTES = 600;
const WEEK = 7 * 24 * 60 * 60;

/** The routes of the sign-in. @param client is copied for the person's token */
export function signInRoutes(oauth: OAuthClient, client: Requester, database: Database): Hono {
  const app = new Hono();

  app.get('/sign-in', (context) => {
    const state = createState(); // binds the redirection to this browser
    setCookie(context, 'state', state, { ...COOKIE, maxAge: TEN_MINUTES });
    return context.redirect(oauth.authorizationUrl({ state }));
  });

  app.get('/callback', async (context) => {
    const state = getCookie(context, 'state', 'host');
    deleteCookie(context, 'state', COOKIE); // it serves once
    if (state === undefined) return context.html(page('Please sign in again'), 400);
    const { access_token: token } = await oauth.exchangeRedirect(context.req.url, { state });
    const requester = client.withAccessToken(token);
    const { id, login } = await requester.account.get();
    const organizations = await requester.organizations.list().toArray({ max: 1_000 });
    const ids = organizations.map((organization) => organization.id);
    database.saveAccount({ id, login, token }, ids);
    endSession(context, database); // a new session, so that an id which somebody knew before is worth nothing
    setCookie(context, 'session', database.beginSession(id), { ...COOKIE, maxAge: WEEK });
    return context.redirect('/');
  });

  return app;
}

/** Lets only people pass who are signed in. */
export function signedIn(database: Database): MiddlewareHandler<SignedIn> {
  return async (context, next) => {
    const account = database.signedIn(getCookie(context, 'session', 'host') ?? '');
    if (account === undefined && context.req.method === 'GET') return context.redirect('/sign-in');
    if (account === undefined) return context.html(page('Please sign in again'), 401);
    context.set('account', account);
    return next();
  };
}

export function endSession(context: Context, database: Database): void {
  database.endSession(getCookie(context, 'session', 'host') ?? '');
  deleteCookie(context, 'session', COOKIE);
}
