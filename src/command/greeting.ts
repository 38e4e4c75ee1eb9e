import type { SandboxApplication } from '../sandbox.js';
import { formatNumber } from './format.js';
import type { CommandIo } from './io.js';

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
  readonly autopilot: boolean;
  /** The address that events are delivered to; undefined when they are not delivered. */
  readonly callbackUrl: string | undefined;
  /** The path of the state file; undefined when there is none. */
  readonly state: string | undefined;
  /** How many orders the state file had. */
  readonly orders: number;
}

/** The address and the credentials, as one line of JSON. */
export function formatConnectionJson({ url, accessToken, application, controlToken }: Connection): string {
  const { clientId, clientSecret, redirectUri } = application;
  return `${JSON.stringify({ url, accessToken, clientId, clientSecret, redirectUri, controlToken })}\n`;
}

/** The address and the credentials, ready to be pasted. */
export function formatGreeting(
  { url, accessToken, application, controlToken }: Connection,
  summary: SandboxSummary,
  { paint }: Pick<CommandIo, 'paint'>,
): string {
  const settings = {
    URL: url,
    TOKEN: accessToken,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    REDIRECT_URI: application.redirectUri,
  };
  const environment = Object.entries(settings).map(
    ([name, value]) => `TRANSLATION_REQUESTER_${name}=${quoteForEnv(value)}`,
  );
  return `${paint('bold', 'The sandbox is ready')} at ${paint('cyan', `${url}/`)}. Nothing is real. Ctrl+C stops it.

${summaryLines(summary)
  .map((line) => `  ${line}`)
  .join('\n')}

${
  controlToken === undefined
    ? ''
    : `${paint('dim', '# for the control interface and the desk, because other machines can reach this address')}
Control token: ${controlToken}

`
}${paint('dim', '# for a .env file')}
${environment.join('\n')}

${paint('dim', '# to try')}
curl '${url}/api/v1/my?access_token=${accessToken}'

`;
}

function summaryLines({ points, autopilot, callbackUrl, state, orders }: SandboxSummary): string[] {
  return [
    ...(points === undefined ? [] : [`The account has ${formatNumber(points)} points.`]),
    autopilot
      ? 'Simulated translators are at work.'
      : 'Nobody translates. To simulate translators, use --autopilot.',
    ...(callbackUrl === undefined ? [] : [`Events are delivered to ${withoutQuery(callbackUrl)}.`]),
    state === undefined
      ? 'Nothing is saved when it stops. To save everything, use --state FILE.'
      : stateLine(state, orders),
  ];
}

function stateLine(state: string, orders: number): string {
  if (orders === 0) return `Everything is saved in ${state}.`;
  return `It continues from ${state}, with ${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'}, and saves everything there.`;
}

/** Hides the query of a callback address, which holds its secret. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Quotes a value for a `.env` file, where for example `#` begins a comment. */
function quoteForEnv(value: string): string {
  return /[#\s'"$`\\]/.test(value) ? JSON.stringify(value) : value;
}
