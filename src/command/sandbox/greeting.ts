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
${control}${paintText('dim', '# for a .env file, which --env-file .env reads, as node does')}
${new SafeText(environment)}
${paintText('dim', '# to try')}
curl '${url}/api/v1/my?access_token=${accessToken}'

`;
}

/** @param orders how many it has at its start */
function describeSandbox(settings: SandboxSettings, orders: number, isResumed: boolean): readonly SafeText[] {
  const { points = DEFAULT_POINTS, seedFile, autopilot, callbackUrl, state } = settings;
  const lines: SafeText[] = [];
  const counted = `with ${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'}`;
  const isSeeded = !isResumed && seedFile !== undefined;
  if (isSeeded) lines.push(say`It begins with ${seedFile}, ${counted}.`);
  else if (!isResumed) lines.push(say`The account has ${formatNumber(points)} points.`);
  const failures = autopilot === 'realistic' ? ' They let one in eight orders expire.' : '';
  lines.push(
    autopilot === false
      ? say`Nobody translates. To simulate translators, use --autopilot.`
      : say`Simulated translators are at work.${failures}`,
  );
  if (callbackUrl !== undefined) {
    // The query of a callback address holds its secret.
    const { origin, pathname } = new URL(callbackUrl);
    lines.push(say`Events are delivered to ${origin}${pathname}.`);
  }
  if (state === undefined)
    lines.push(say`Nothing is saved when it stops. To save everything, use --state FILE.`);
  else if (isSeeded || orders === 0) lines.push(say`Everything is saved in ${state}.`);
  else lines.push(say`It continues from ${state}, ${counted}, and saves everything there.`);
  return lines;
}

/** Quotes a value for a `.env` file, where for example `#` begins a comment. */
function quoteForEnv(value: string): string {
  return /[#\s'"$`\\]/.test(value) ? JSON.stringify(value) : value;
}
