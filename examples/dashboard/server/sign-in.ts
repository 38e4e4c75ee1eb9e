import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isRequesterError } from 'translation-requester';
import {
  AuthorizationDeniedError,
  createState,
  type OAuthClient,
  StateMismatchError,
} from 'translation-requester/oauth';
import type { Sessions } from './sessions.ts';

const STATE = 'dashboard_state';
const TEN_MINUTES = 600;

/** Sends people to the service to sign in, and receives them again. */
export function signInRoutes(oauth: OAuthClient, sessions: Sessions): Hono {
  const app = new Hono();

  app.get('/sign-in', (context) => {
    const state = createState();
    // It binds the sign-in to this browser: nobody can be signed in to an account that another person chose.
    setCookie(context, STATE, state, { ...sessions.cookie, maxAge: TEN_MINUTES });
    return context.redirect(oauth.authorizationUrl({ state }));
  });

  app.get('/callback', async (context) => {
    const state = getCookie(context, STATE);
    deleteCookie(context, STATE, sessions.cookie);
    if (state === undefined) return context.redirect('/?sign-in=again');
    try {
      const { access_token: accessToken } = await oauth.exchangeRedirect(context.req.url, { state });
      sessions.begin(context, accessToken);
      return context.redirect('/');
    } catch (error) {
      return context.redirect(`/?sign-in=${describeReason(error)}`);
    }
  });

  app.post('/sign-out', (context) => {
    sessions.end(context);
    return context.redirect('/', 303);
  });
  return app;
}

/** What the page explains. The error itself stays here. */
function describeReason(error: unknown): string {
  if (error instanceof AuthorizationDeniedError) return 'denied';
  if (error instanceof StateMismatchError) return 'mismatch';
  if (!isRequesterError(error)) throw error;
  return 'again';
}
