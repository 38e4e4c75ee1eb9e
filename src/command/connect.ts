import { Requester, type Store } from '../index.js';
import { Credentials } from './credentials.js';
import { CommandError, type CommandIo, UsageError } from './io.js';
import type { Project } from './texts/project-file.js';

/** The options that say where the service is. */
export interface ServiceSettings {
  readonly url?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

const DEFAULT_SANDBOX = 'http://127.0.0.1:4010';
const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[::1\])$/;
/** The most milliseconds that a sandbox on this machine may take to answer. */
const SANDBOX_TIMEOUT = 5000;

/** The address of the service. @throws UsageError when it is missing or wrong */
export function serviceAddress(
  { url, sandbox }: ServiceSettings,
  project: Project,
  { env }: CommandIo,
): string {
  const address = sandbox
    ? (url ?? DEFAULT_SANDBOX)
    : (url ?? (env.TRANSLATION_REQUESTER_URL || undefined) ?? project.url);
  if (address === undefined)
    throw new UsageError(
      'The address of the service is missing. Give it by --url, TRANSLATION_REQUESTER_URL or "url" in translation-requester.json, or use --sandbox.',
    );
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new UsageError(
      `The address of the service must look like https://service.example, not "${address}".`,
    );
  if (sandbox && !LOOPBACK.test(new URL(address).hostname))
    throw new UsageError('--sandbox is for a sandbox on this machine. Leave it out to use another service.');
  return address;
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
  storeOf: (service: string) => Store | undefined = () => undefined,
): Promise<{ readonly requester: Requester; readonly service: string }> {
  const service = serviceAddress(settings, project, io);
  const accessToken = settings.sandbox
    ? (await credentialsOfSandbox(service)).accessToken
    : await tokenFor(service, io);
  // `fromEnv` also sets up the log that TRANSLATION_REQUESTER_LOG asks for.
  const requester = Requester.fromEnv({ baseUrl: service, accessToken, store: storeOf(service) });
  return { requester, service };
}

async function tokenFor(service: string, io: CommandIo): Promise<string> {
  const { TRANSLATION_REQUESTER_TOKEN: token } = io.env;
  if (token) return token;
  const { origin } = new URL(service);
  const saved = (await new Credentials(io).read()).get(origin);
  if (saved !== undefined) return saved;
  throw new UsageError(
    `There is no token for ${origin}: run "translation-requester login", or set TRANSLATION_REQUESTER_TOKEN.`,
  );
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
    const answer = await fetch(new URL('/_sandbox/state', service), {
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT),
    });
    const { credentials } = Object(await answer.json());
    if (typeof Object(credentials).accessToken === 'string') return credentials;
  } catch {
    // There is no answer, or it is not that of a sandbox.
  }
  throw new CommandError(
    `There is no sandbox at ${service}. Start one with "translation-requester sandbox", or give its address by --url.`,
  );
}
