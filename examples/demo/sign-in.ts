import { createState, OAuthClient } from 'translation-requester/oauth';

/** What the service issued when the application was registered. */
interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Signs an account in through the authorization-code flow. @returns its access token */
export async function signIn(baseUrl: string, application: Application): Promise<string> {
  const { clientId, clientSecret, redirectUri } = application;
  const oauth = new OAuthClient({ baseUrl, clientId, clientSecret, redirectUri });
  const state = createState();
  const redirected = await authorizeInBrowser(oauth.authorizationUrl({ state }));
  const { access_token } = await oauth.exchangeRedirect(redirected, { state });
  return access_token;
}

/** What a person does: opens the page, presses Authorize, and is sent back to the application. */
async function authorizeInBrowser(address: string): Promise<string> {
  const page = await (await fetch(address)).text();
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '';
  const form = new URLSearchParams({ decision: 'authorize' });
  for (const [, name, value] of page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) {
    form.set(decode(name), decode(value));
  }
  const answer = await fetch(new URL(action, address), { method: 'POST', body: form, redirect: 'manual' });
  const redirected = answer.headers.get('location');
  if (redirected === null) throw new Error(`The page did not send the browser back: ${answer.status}.`);
  return redirected;
}

function decode(text = ''): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
}
