// The two routes of a web application that signs people in. They take a Request and return a Response, as
// most servers do; the sandbox is the service, and plays the person at the end.
import { Requester } from 'translation-requester';
import { AuthorizationDeniedError, createState, OAuthClient } from 'translation-requester/oauth';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox();
const { baseUrl, fetch } = sandbox;
const { clientId, clientSecret, redirectUri } = sandbox.application;
const oauth = new OAuthClient({ baseUrl, fetch, clientId, clientSecret, redirectUri });

/** GET /sign-in: sends the person to the service. The cookie binds the state to this browser. */
function signIn(): Response {
  const state = createState();
  const cookie = `state=${state}; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=600`;
  return new Response(null, {
    status: 302,
    headers: { location: oauth.authorizationUrl({ state }), 'set-cookie': cookie },
  });
}

/** GET /callback: receives the person from the service. */
async function callback(request: Request): Promise<Response> {
  const state = /(?:^|; )state=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  if (state === undefined) return new Response('Please sign in again.', { status: 400 });
  try {
    const { access_token: accessToken } = await oauth.exchangeRedirect(request.url, { state });
    // Keep the token where only the server can read it: it does not expire.
    const account = await new Requester({ baseUrl, fetch, accessToken }).account.get();
    return new Response(`Welcome, ${account.login}!`);
  } catch (error) {
    if (error instanceof AuthorizationDeniedError) return new Response('As you wish.', { status: 403 });
    throw error;
  }
}

/** What a browser does between the two routes, and a person who presses a button. */
async function visit(decision: 'authorize' | 'deny'): Promise<string> {
  const sent = signIn();
  const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? '';
  const form = new URLSearchParams(new URL(sent.headers.get('location') ?? '').search);
  form.set('decision', decision);
  const decided = await fetch(`${baseUrl}/oauth/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const address = decided.headers.get('location') ?? '';
  return (await callback(new Request(address, { headers: { cookie } }))).text();
}

console.log(await visit('authorize'));
console.log(await visit('deny'));
