import type { ServerResponse } from 'node:http';
import { makePrintable } from '../../base/printable.js';
import { createState, OAuthClient, StateMismatchError } from '../../oauth.js';
import { readProject } from '../plan/project-file.js';
import { agreeTo, type Service, type ServiceSettings, secretFor, serviceOf } from '../plan/service.js';
import { clientOf, credentialsOfSandbox } from '../sign-in/connect.js';
import { Credentials } from '../sign-in/credentials.js';
import {
  DEFAULT_REDIRECT_URI,
  listen,
  type RedirectAddress,
  redirectAddressOf,
} from '../sign-in/redirect-server.js';
import {
  CommandError,
  type CommandIo,
  ExitCode,
  messageOf,
  say,
  stopSignal,
  UsageError,
} from '../terminal/io.js';

/** The options of `login`. */
export interface LoginSettings extends ServiceSettings {
  readonly json?: boolean | undefined;
  readonly clientId?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly open: boolean;
}

/** The most milliseconds that the user may take to sign in. */
const SIGN_IN_TIMEOUT = 600_000;

/** Signs the user in through the browser, and saves the token. @returns the exit code */
export async function login(settings: LoginSettings, io: CommandIo): Promise<number> {
  const service = serviceOf(settings, await readProject(io.folder), io);
  const { address: baseUrl, origin } = service;
  let accessToken = '';
  // Made now, so that wrong settings end the command before anybody signs in.
  const requester = clientOf(baseUrl, () => accessToken, io);
  await agreeTo(service, io);
  const application = await applicationOf(settings, service, io);
  const redirect = redirectAddressOf(application.redirectUri);
  const oauth = new OAuthClient({ baseUrl, ...application });
  const state = createState();
  const stopped = AbortSignal.any([stopSignal(io), AbortSignal.timeout(SIGN_IN_TIMEOUT)]);
  const { token } = await receiveToken(redirect, stopped, (url) =>
    oauth.exchangeRedirect(url, { state }).then(({ access_token: token }) => token),
  );
  const address = oauth.authorizationUrl({ state });
  io.err(say`Authorize the application at this address:\n${address}\n`);
  if (settings.open && !(await io.open(address)))
    io.err(say`No browser could be opened here. Open the address yourself.\n`);
  accessToken = await token;
  const credentials = new Credentials(io);
  await credentials.save(origin, accessToken);
  const { login: name } = await requester.account.get();
  if (settings.json) io.json({ service: origin, login: name, file: credentials.path });
  else io.out(say`Signed in as ${name} at ${origin}. The token is in ${credentials.path}.\n`);
  return ExitCode.Done;
}

async function applicationOf(
  { sandbox, clientId, redirectUri }: LoginSettings,
  service: Service,
  io: CommandIo,
) {
  if (sandbox) {
    const {
      clientId: id,
      clientSecret,
      redirectUri: registered,
    } = await credentialsOfSandbox(service.address);
    return { clientId: id, clientSecret, redirectUri: redirectUri ?? registered };
  }
  const { env } = io;
  const id = clientId ?? env.TRANSLATION_REQUESTER_CLIENT_ID;
  if (!id)
    throw new UsageError(
      'The id of the application is missing. Give it by --client-id or TRANSLATION_REQUESTER_CLIENT_ID.',
    );
  const secret = await clientSecretFor(service, io);
  const redirect = redirectUri ?? (env.TRANSLATION_REQUESTER_REDIRECT_URI || DEFAULT_REDIRECT_URI);
  return { clientId: id, clientSecret: secret, redirectUri: redirect };
}

/** The secret of the environment, or one that the person types for this service. */
async function clientSecretFor(service: Service, io: CommandIo): Promise<string> {
  const found = secretFor(service, 'TRANSLATION_REQUESTER_CLIENT_SECRET', io);
  if ('value' in found) return found.value;
  const { origin } = service;
  const typed = io.isInteractive
    ? await io.secret(say`The secret of the application at ${origin}`)
    : undefined;
  if (typed) return typed;
  throw new UsageError(
    `The secret of the application is missing. ${found.reason || 'Set TRANSLATION_REQUESTER_CLIENT_SECRET.'}`.trimEnd(),
  );
}

/**
 * Listens at the redirect address, and exchanges the code that the browser brings for a token.
 *
 * @returns once the server listens, a promise of the token
 */
async function receiveToken(
  redirect: RedirectAddress,
  signal: AbortSignal,
  exchange: (url: string) => Promise<string>,
): Promise<{ readonly token: Promise<string> }> {
  let resolve: (token: string) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  const server = await listen(redirect, (request, response) => {
    const url = request.url ?? '';
    if (request.method !== 'GET' || url.split('?')[0] !== redirect.pathname)
      return answer(response, 404, 'There is nothing here.');
    return exchange(url).then(
      (token) => {
        answer(response, 200, 'You are signed in. You can close this page.');
        resolve(token);
      },
      (error: unknown) => {
        answer(response, 400, `The sign-in failed: ${makePrintable(messageOf(error))}`);
        // Any page can send the browser here. If the state is wrong, go on waiting for the real redirect.
        if (!(error instanceof StateMismatchError)) reject(error);
      },
    );
  });
  signal.addEventListener('abort', () => reject(stopReason(signal)), { once: true });
  const token = promise.finally(() => server.close());
  token.catch(() => undefined);
  return { token };
}

function stopReason({ reason }: AbortSignal): unknown {
  if (Object(reason).name !== 'TimeoutError') return reason;
  return new CommandError('Nobody authorized the application in 10 minutes. Run the command again.');
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`${text}\n`);
}
