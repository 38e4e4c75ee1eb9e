// A web application in which people sign in with their own accounts, order translations, and see what has come. To be
// copied: it needs a database, and what stands in its registration with the service.
import type { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { AuthenticationError, Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { sqliteStore } from 'translation-requester/node';
import { AuthorizationDeniedError, OAuthClient, StateMismatchError } from 'translation-requester/oauth';
import { Database } from './database.ts';
import { proceed } from './orders.ts';
import { isLanguage, ordersPage, page } from './pages.ts';
import { endSession, type SignedIn, signedIn, signInRoutes } from './sign-in.ts';

export interface Registration {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the application is reached. The service sends browsers back to `/callback`, and events to `/events?secret=…`. */
  readonly origin: string;
  /** A part of the address that events are sent to. */
  readonly callbackSecret: string;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export function createApp(registration: Registration, sql: DatabaseSync, fetch: Fetch = globalThis.fetch) {
  const { origin, callbackSecret: secret, ...service } = registration;
  const oauth = new OAuthClient({ ...service, fetch, redirectUri: `${origin}/callback` });
  const database = new Database(sql);
  // Only copies of this client are used, one for each account. The store knows what was ordered, and which events were handled.
  const store = sqliteStore(sql);
  const client = new Requester({
    baseUrl: service.baseUrl,
    fetch,
    store,
    accessToken: 'nobody',
  });

  const handler = createCallbackHandler({ secret, requester: findClient, onEvent, onError: report });
  function findClient({ organization_id = 0 }) {
    const account = database.findAccount(organization_id);
    return account && client.withAccessToken(account.token);
  }
  // Which event tells that an order is finished is not known. So whatever has happened, look at the open orders.
  async function onEvent({ organization_id }: { organization_id: number }) {
    const account = database.findAccount(organization_id);
    if (account !== undefined) await proceed(database, client, account);
  }

  /** For a timer, since a delivery can be lost. */
  async function proceedAll(): Promise<void> {
    for (const account of database.accounts()) await proceed(database, client, account).catch(report);
  }

  const app = new Hono();
  const contentSecurityPolicy = { defaultSrc: ["'none'"], formAction: ["'self'"] };
  app.use(secureHeaders({ contentSecurityPolicy, referrerPolicy: 'same-origin' }));
  app.post('/events', ({ req }) => handler(req.raw));
  app.use(csrf({ origin })); // for all but the service, which is no browser
  app.route('/', signInRoutes(oauth, client, database));
  app.route('/', orderRoutes(client, database));
  app.onError((error, context) => {
    if (error instanceof AuthenticationError) {
      endSession(context, database); // the token was withdrawn: after a new sign-in, the order goes on
      return context.html(page('Please sign in again'), 401);
    }
    if (error instanceof HTTPException) return error.getResponse(); // of csrf
    if (error instanceof AuthorizationDeniedError) return context.html(page('As you wish'), 403);
    if (error instanceof StateMismatchError) return context.html(page('Please sign in again'), 400);
    report(error);
    return context.html(page('Something went wrong. Please try again later'), 500);
  });
  return { app, proceedAll };
}

function orderRoutes(client: Requester, database: Database): Hono<SignedIn> {
  const app = new Hono<SignedIn>();
  app.use(signedIn(database));

  app.get('/', (context) => {
    const { id, login } = context.var.account;
    context.header('cache-control', 'no-store');
    return context.html(ordersPage({ login }, database.orders(id), crypto.randomUUID()));
  });

  app.post('/orders', async (context) => {
    const { account } = context.var;
    const { key, text, language } = await context.req.parseBody();
    const isOrder = /^[\da-f-]{36}$/.test(String(key)) && String(text).trim() !== '' && isLanguage(language);
    if (!isOrder || String(text).length > 2000) return context.html(page('This can not be ordered'), 400);
    database.addOrder({ key: String(key), account: account.id, language, text: String(text) });
    await proceed(database, client, account);
    return context.redirect('/', 303);
  });

  app.post('/sign-out', (context) => {
    endSession(context, database);
    return context.html(page('Goodbye'));
  });

  return app;
}

/** No error of the library holds a token. */
function report(error: unknown): void {
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : typeof error);
}
