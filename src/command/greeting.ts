import type { SandboxApplication } from '../sandbox.js';
import { formatNumber } from './format.js';
import type { CommandIo } from './io.js';

/** What a program needs to call the sandbox. */
export interface Connection {
  readonly url: string;
  readonly accessToken: string;
  readonly application: SandboxApplication;
  /** What the control interface asks for beyond a loopback address; undefined on one. */
  readonly controlToken: string | undefined;
}

export interface SandboxSummary {
  /** Undefined when a state file says how many there are. */
  readonly points: number | undefined;
  readonly autopilot: boolean;
  /** Where events are delivered; undefined when they are not. */
  readonly callbackUrl: string | undefined;
  /** The state file; undefined when nothing is kept. */
  readonly state: string | undefined;
  /** How many orders the state file held. */
  readonly orders: number;
}

/** What to connect with, as one line of JSON. */
export function formatConnectionJson({ url, accessToken, application, controlToken }: Connection): string {
  const { clientId, clientSecret, redirectUri } = application;
  return `${JSON.stringify({ url, accessToken, clientId, clientSecret, redirectUri, controlToken })}\n`;
}

/** What to connect with, in forms that can be pasted. */
export function formatGreeting(
  { url, accessToken, application, controlToken }: Connection,
  circumstances: SandboxSummary,
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

${summaryLines(circumstances)
  .map((line) => `  ${line}`)
  .join('\n')}

${
  controlToken === undefined
    ? ''
    : `${paint('dim', '# for the control interface and the desk, since others can reach this address')}
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
    autopilot ? 'Simulated translators are at work.' : 'Nobody translates: --autopilot changes that.',
    ...(callbackUrl === undefined ? [] : [`Events are delivered to ${withoutQuery(callbackUrl)}.`]),
    state === undefined
      ? 'Nothing is kept when it stops: --state FILE changes that.'
      : stateLine(state, orders),
  ];
}

function stateLine(state: string, orders: number): string {
  if (orders === 0) return `Everything is kept in ${state}.`;
  return `It goes on from ${state}, with ${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'}, and keeps everything there.`;
}

/** The query of a callback address holds its secret. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** In a `.env` file, `#` begins a comment unless the value is quoted. */
function quoteForEnv(value: string): string {
  return /[#\s'"$`\\]/.test(value) ? JSON.stringify(value) : value;
}
