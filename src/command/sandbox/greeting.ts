import type { SandboxApplication } from '../../sandbox.js';
import { formatNumber } from '../terminal/format.js';
import { paintText, SafeText, say } from '../terminal/safe-text.js';

/** What a program needs to call the sandbox. */
export interface Connection {
  readonly url: string;
  readonly accessToken: string;
  readonly application: SandboxApplication;
  /** The token of the control interface; undefined on a loopback address, where none is needed. */
  readonly controlToken: string | undefined;
}

/** What the greeting says about the sandbox. */
export interface SandboxSummary {
  /** Points of the account; undefined when they come from a state file. */
  readonly points: number | undefined;
  readonly autopilot: boolean | 'realistic';
  /** The address that events are delivered to; undefined when they are not delivered. */
  readonly callbackUrl: string | undefined;
  /** The path of the state file; undefined when there is none. */
  readonly state: string | undefined;
  /** The path of the seed file that it began with; undefined when it began with a state file, or with nothing. */
  readonly seedFile: string | undefined;
  /** How many orders the state file or the seed file had. */
  readonly orders: number;
}

/** The address and the credentials, for `--json`. */
export function viewConnection({ url, accessToken, application, controlToken }: Connection): object {
  const { clientId, clientSecret, redirectUri } = application;
  return { url, accessToken, clientId, clientSecret, redirectUri, controlToken };
}

/** The address and the credentials, ready to be pasted. */
export function formatGreeting(
  { url, accessToken, application, controlToken }: Connection,
  summary: SandboxSummary,
): SafeText {
  const settings = {
    URL: url,
    TOKEN: accessToken,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    REDIRECT_URI: application.redirectUri,
  };
  const environment = Object.entries(settings).map(
    ([name, value]) => say`TRANSLATION_REQUESTER_${name}=${quoteForEnv(value)}\n`,
  );
  const control =
    controlToken === undefined
      ? say``
      : say`${paintText('dim', '# for the control interface and the desk, because other machines can reach this address')}
Control token: ${controlToken}

`;
  return say`${paintText('bold', 'The sandbox is ready')} at ${paintText('cyan', `${url}/`)}. Nothing is real. Ctrl+C stops it.

${new SafeText(describeSummary(summary).map((line) => say`  ${line}\n`))}
${control}${paintText('dim', '# for a .env file')}
${new SafeText(environment)}
${paintText('dim', '# to try')}
curl '${url}/api/v1/my?access_token=${accessToken}'

`;
}

function describeSummary({
  points,
  autopilot,
  callbackUrl,
  state,
  seedFile,
  orders,
}: SandboxSummary): readonly SafeText[] {
  return [
    ...(points === undefined ? [] : [say`The account has ${formatNumber(points)} points.`]),
    ...(seedFile === undefined ? [] : [say`It begins with ${seedFile}, ${formatOrderCount(orders)}.`]),
    describeTranslators(autopilot),
    ...(callbackUrl === undefined ? [] : [say`Events are delivered to ${removeQuery(callbackUrl)}.`]),
    state === undefined
      ? say`Nothing is saved when it stops. To save everything, use --state FILE.`
      : describeState(state, seedFile === undefined ? orders : 0),
  ];
}

function describeTranslators(autopilot: SandboxSummary['autopilot']): SafeText {
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
