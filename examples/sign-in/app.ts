// Signs people in to a web application, with sessions. The token stays on the server.
// Run it: npm run example sign-in/web
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { Requester } from 'translation-requester';
import { AuthorizationDeniedError, createState, OAuthClient } from 'translation-requester/oauth';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, fetch } = sandbox;
const { clientId, clientSecret, redirectUri } = sandbox.application; // from the registration
const oauth = new OAuthClient({ baseUrl, fetch, clientId, clientSecret, redirectUri });

/** What the server knows of a browser. In an application: a store that all servers share. */
interface Session {
  state?: string | undefined;
  accessToken?: string;
}
const sessions = new Map<string, Session>();
const COOKIE = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const;

const app = new Hono();

app.get('/sign-in', (context) => {
  const id = crypto.randomUUID();
  const state = createState(); // binds the redirect to this browser
  sessions.set(id, { state });
  setCookie(context, 'session', id, COOKIE);
  return context.redirect(oauth.authorizationUrl({ state }));
});

app.get('/callback', async (context) => {
  const session = sessions.get(getCookie(context, 'session') ?? '');
  const state = session?.state;
  if (session === undefined || state === undefined) return context.text('Please sign in again.', 400);
  session.state = undefined; // it serves once
  try {
    const { access_token } = await oauth.exchangeRedirect(context.req.url, { state });
    // A new session id, so that one which somebody else knew before the sign-in is worth nothing.
    const id = crypto.randomUUID();
    sessions.delete(getCookie(context, 'session') ?? '');
    sessions.set(id, { accessToken: access_token });
    setCookie(context, 'session', id, COOKIE);
    return context.redirect('/');
  } catch (error) {
    if (error instanceof AuthorizationDeniedError) return context.text('As you wish.', 403);
    throw error;
  }
});

app.get('/', async (context) => {
  const accessToken = sessions.get(getCookie(context, 'session') ?? '')?.accessToken;
  if (accessToken === undefined) return context.redirect('/sign-in');
  const { login } = await new Requester({ baseUrl, fetch, accessToken }).account.get();
  return context.text(`Welcome, ${login}!`);
});

app.post('/sign-out', (context) => {
  sessions.delete(getCookie(context, 'session') ?? '');
  deleteCookie(context, 'session', COOKIE);
  return context.text('Goodbye.');
});

/** What a browser does, and a person who presses a button. */
async function visit(choice: { readonly deny?: boolean } = {}): Promise<string> {
  const sent = await app.request('https://shop.example/sign-in');
  const cookie = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { search } = new URL(await sandbox.authorize(sent.headers.get('location') ?? '', choice));
  const back = await app.request(`https://shop.example/callback${search}`, {
    headers: { cookie: cookie(sent) },
  });
  if (back.status !== 302) return back.text();
  return (await app.request('https://shop.example/', { headers: { cookie: cookie(back) } })).text();
}

console.log(await visit());
console.log(await visit({ deny: true }));
