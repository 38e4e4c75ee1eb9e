import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import type { SandboxAccount } from '../world/accounts.js';
import type { CallableSandbox } from './as-application.js';

/** What the person at the sign-in does. */
export interface SignInChoice {
  /** Whether the person says no. The redirect address then has an error instead of a code. @default false */
  readonly deny?: boolean | undefined;
  /** Who the person is: one of `sandbox.accounts`. @default the owner of the application */
  readonly account?: Pick<SandboxAccount, 'login'> | undefined;
}

const CHOICE: Rules<SignInChoice> = { deny: rules.flag, account: rules.kind('object') };

const SIGN_IN_PATH = '/oauth/authorize';

/** Plays the person at the sign-in page: sends its form, and returns the address that the browser is redirected to. */
export async function playSignIn(
  { baseUrl, fetch }: CallableSandbox,
  authorizationUrl: string | URL,
  choice: SignInChoice,
): Promise<string> {
  refuseIssues('authorize', checkOptions('choice', choice, CHOICE));
  const { deny = false, account } = copyOwn(choice);
  const form = readAuthorizationQuery(authorizationUrl);
  form.set('decision', deny ? 'deny' : 'authorize');
  form.delete('account');
  if (account !== undefined) form.set('account', account.login);
  const page = await fetch(`${baseUrl}${SIGN_IN_PATH}`, { method: 'POST', body: form, redirect: 'manual' });
  const address = page.headers.get('location');
  if (page.status === 302 && address !== null) return address;
  throw new Error(`The sign-in page answered ${page.status}: ${readPageText(await page.text())}`);
}

/** The message leaves out the query, since it holds the application's state. */
function readAuthorizationQuery(authorizationUrl: string | URL): URLSearchParams {
  if (!URL.canParse(String(authorizationUrl)))
    throw new TypeError('`authorize` takes the whole address that the person is sent to.');
  const { origin, pathname, searchParams } = new URL(authorizationUrl);
  if (!pathname.endsWith(SIGN_IN_PATH))
    throw new TypeError(`${origin}${pathname} is not the address of a sign-in: it ends in ${SIGN_IN_PATH}.`);
  return new URLSearchParams(searchParams);
}

/** What a person reads on a page. */
function readPageText(page: string): string {
  const [, inner = page] = page.split('<main>');
  const [main = ''] = inner.split('</main>');
  return main
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
}
