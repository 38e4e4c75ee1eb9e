import { type AccessToken, Requester, type Store } from '../../index.js';
import { commandLine } from '../hints.js';
import type { Project } from '../plan/project-file.js';
import { type Service, type ServiceSettings, serviceOf, tokenFor } from '../plan/service.js';
import { CommandError, type CommandIo } from '../terminal/io.js';
import { loggerOf } from '../terminal/log.js';

/** The most milliseconds that a sandbox on this machine may take to answer. */
const SANDBOX_TIMEOUT = 5000;

/** A client of a service. */
interface Connection {
  readonly requester: Requester;
  readonly service: Service;
  /** Where its token comes from: a variable, a file or the sandbox. */
  readonly tokenSource: string;
}

/**
 * Makes a client of the service. Its token comes from the sandbox, the environment or `login`.
 *
 * @param storeOf makes its store
 */
export async function connect(
  settings: ServiceSettings,
  project: Project,
  io: CommandIo,
  storeOf?: (folder: string, service: string) => Promise<Store>,
): Promise<Connection> {
  const service = serviceOf(settings, project, io);
  const { address } = service;
  const { token, source } = settings.sandbox
    ? { token: (await credentialsOfSandbox(address)).accessToken, source: 'the sandbox' }
    : await tokenFor(service, io);
  const store = await storeOf?.(io.folder, address);
  return { requester: clientOf(address, token, io, store), service, tokenSource: source };
}

/** A client that logs on stderr. `fromEnv` takes the level of the log from TRANSLATION_REQUESTER_LOG. */
export function clientOf(baseUrl: string, accessToken: AccessToken, io: CommandIo, store?: Store): Requester {
  return Requester.fromEnv({ baseUrl, accessToken, store, logger: loggerOf(io) });
}

/** The credentials that a sandbox shows to programs on this machine. */
interface SandboxCredentials {
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/**
 * Asks the sandbox for its credentials, so that no token of the real service is ever sent to it.
 *
 * @throws CommandError when there is no sandbox
 */
export async function credentialsOfSandbox(service: string): Promise<SandboxCredentials> {
  try {
    const answer = await fetch(`${service.replace(/\/+$/, '')}/_sandbox/state`, {
      redirect: 'error',
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT),
    });
    const { credentials } = Object(await answer.json());
    if (typeof Object(credentials).accessToken === 'string') return credentials;
  } catch {
    // There is no answer, or it is not that of a sandbox.
  }
  const start = commandLine('sandbox', '--port', new URL(service).port || '80');
  throw new CommandError(
    `There is no sandbox at ${service}. Start one with: ${start}. Or give its address by --url.`,
  );
}
