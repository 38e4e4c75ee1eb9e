import type { Sandbox, SandboxServer } from '../../sandbox.js';
import { formatNumber } from '../terminal/format.js';
import { paintText, SafeText, say } from '../terminal/safe-text.js';
import type { SandboxSettings } from './settings.js';

const DEFAULT_POINTS = 10_000_000;

/** The address of the desk, with the token that it needs beyond a loopback address. Browsers do not send what follows the `#`. */
export function formatDeskAddress({ url, controlToken }: SandboxServer): string {
  return controlToken === undefined ? `${url}/` : `${url}/#token=${controlToken}`;
}

/** The address and the credentials, for `--json`. */
export function viewConnection(sandbox: Sandbox, { url, controlToken }: SandboxServer): object {
  const { accessToken, application } = sandbox;
  const { clientId, clientSecret, redirectUri } = application;
  return { url, accessToken, clientId, clientSecret, redirectUri, controlToken };
}

/** The address and the credentials, ready to be pasted. */
export function formatGreeting(
  sandbox: Sandbox,
  server: SandboxServer,
  settings: SandboxSettings,
  isResumed: boolean,
): SafeText {
  const { url, controlToken } = server;
  const { accessToken, application } = sandbox;
  const variables = {
    URL: url,
    TOKEN: accessToken,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    REDIRECT_URI: application.redirectUri,
  };
  const environment = Object.entries(variables).map(
    ([name, value]) => say`TRANSLATION_REQUESTER_${name}=${quoteForEnv(value)}\n`,
  );
  const control =
    controlToken === undefined
      ? say``
      : say`${paintText('dim', '# for the control interface and the desk, because other machines can reach this address')}
Control token: ${controlToken}
Desk: ${formatDeskAddress(server)}

`;
  return say`${paintText('bold', 'The sandbox is ready')} at ${paintText('cyan', `${url}/`)}. Nothing is real. Ctrl+C stops it.

${new SafeText(describeSandbox(settings, sandbox.orders().length, isResumed).map((line) => say`  ${line}\n`))}
${control}${paintText('dim', '# for a .env file')}
${new SafeText(environment)}
${paintText('dim', '# to try')}
curl '${url}/api/v1/my?access_token=${accessToken}'

`;
}

/** @param orders how many it has at its start */
function describeSandbox(settings: SandboxSettings, orders: number, isResumed: boolean): readonly SafeText[] {
  const { points = DEFAULT_POINTS, seedFile, autopilot, callbackUrl, state } = settings;
  return [
    ...(isResumed || seedFile !== undefined ? [] : [say`The account has ${formatNumber(points)} points.`]),
    ...(isResumed || seedFile === undefined
      ? []
      : [say`It begins with ${seedFile}, ${formatOrderCount(orders)}.`]),
    describeTranslators(autopilot),
    ...(callbackUrl === undefined ? [] : [say`Events are delivered to ${removeQuery(callbackUrl)}.`]),
    state === undefined
      ? say`Nothing is saved when it stops. To save everything, use --state FILE.`
      : describeState(state, isResumed || seedFile === undefined ? orders : 0),
  ];
}

function describeTranslators(autopilot: SandboxSettings['autopilot']): SafeText {
  if (autopilot === false) return say`Nobody translates. To simulate translators, use --autopilot.`;
  const failures = autopilot === 'realistic' ? ' They let one in eight orders expire.' : '';
  return say`Simulated translators are at work.${failures}`;
}

function describeState(state: string, orders: number): SafeText {
  if (orders === 0) return say`Everything is saved in ${state}.`;
  return say`It continues from ${state}, ${formatOrderCount(orders)}, and saves everything there.`;
}

function formatOrderCount(orders: number): string {
  return `with ${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'}`;
}

/** Hides the query of a callback address, which holds its secret. */
function removeQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Quotes a value for a `.env` file, where for example `#` begins a comment. */
function quoteForEnv(value: string): string {
  return /[#\s'"$`\\]/.test(value) ? JSON.stringify(value) : value;
}
