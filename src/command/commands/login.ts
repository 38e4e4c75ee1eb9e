import { createState, OAuthClient } from '../../oauth.js';
import { decide } from '../plan/decide.js';
import type { Service, ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { Credentials } from '../sign-in/credentials.js';
import { DEFAULT_REDIRECT_URI, parseRedirectAddress, receiveToken } from '../sign-in/redirect-server.js';
import { agreeToService, readSandboxCredentials, readSecret } from '../sign-in/token.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';

/** The options of `login`. */
export interface LoginOptions extends ServiceOptions {
  readonly clientId?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly open: boolean;
}

/** The most milliseconds that the user may take to sign in. */
const SIGN_IN_TIMEOUT = 600_000;

/** Signs the user in through the browser, and saves the token. @returns the exit code */
export async function signIn(service: Service, given: LoginOptions, io: CommandIo): Promise<number> {
  const { address: baseUrl, origin } = service;
  let accessToken = '';
  // Made now, so that wrong settings end the command before anybody signs in.
  const requester = createClient(baseUrl, () => accessToken, io);
  await agreeToService(service, io);
  const application = await decideApplication(given, service, io);
  const redirect = parseRedirectAddress(application.redirectUri);
  const oauth = new OAuthClient({ baseUrl, ...application });
  const state = createState();
  const stopped = AbortSignal.any([createStopSignal(io), AbortSignal.timeout(SIGN_IN_TIMEOUT)]);
  const { token } = await receiveToken(redirect, stopped, (url) =>
    oauth.exchangeRedirect(url, { state }).then(({ access_token: token }) => token),
  );
  const address = oauth.authorizationUrl({ state });
  io.err(say`Authorize the application at this address:\n${address}\n`);
  if (given.open) io.open(address, say`No browser could be opened here. Open the address yourself.\n`);
  accessToken = await token;
  const credentials = new Credentials(io);
  await credentials.save(origin, accessToken);
  const { login: name } = await requester.account.get();
  if (given.json) io.json({ service: origin, login: name, file: credentials.path });
  else io.out(say`Signed in as ${name} at ${origin}. The token is in ${credentials.path}.\n`);
  return ExitCode.Done;
}

async function decideApplication(
  { sandbox, clientId, redirectUri }: LoginOptions,
  service: Service,
  io: CommandIo,
) {
  if (sandbox) {
    const registered = await readSandboxCredentials(service.address);
    const redirect = decide({ commandLine: redirectUri, standard: registered.redirectUri }).value;
    return { clientId: registered.clientId, clientSecret: registered.clientSecret, redirectUri: redirect };
  }
  const { env } = io;
  const id = decide({
    commandLine: clientId,
    environment: env.TRANSLATION_REQUESTER_CLIENT_ID || undefined,
  })?.value;
  if (!id)
    throw new UsageError(
      'The id of the application is missing. Give it by --client-id or TRANSLATION_REQUESTER_CLIENT_ID.',
    );
  const clientSecret = await findClientSecret(service, io);
  const redirect = decide({
    commandLine: redirectUri,
    environment: env.TRANSLATION_REQUESTER_REDIRECT_URI || undefined,
    standard: DEFAULT_REDIRECT_URI,
  }).value;
  return { clientId: id, clientSecret, redirectUri: redirect };
}

/** Finds the secret of the application: of the environment, or one that the person types for this service. */
async function findClientSecret(service: Service, io: CommandIo): Promise<string> {
  const found = readSecret(service, 'TRANSLATION_REQUESTER_CLIENT_SECRET', io);
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
