import { Requester } from '../index.js';
import { Credentials } from './credentials.js';
import { CommandError, type CommandIo, UsageError } from './io.js';
import type { Project } from './texts/project-file.js';

/** How a command finds the service. */
export interface ServiceSettings {
  readonly url?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

const DEFAULT_SANDBOX = 'http://127.0.0.1:4010';
const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[::1\])$/;
/** Milliseconds for a sandbox on this machine to answer. */
const SANDBOX_TIMEOUT = 5000;

/** The address of the service. @throws UsageError when nothing says it */
export function addressOf({ url, sandbox }: ServiceSettings, project: Project, { env }: CommandIo): string {
  const address = sandbox
    ? (url ?? DEFAULT_SANDBOX)
    : (url ?? (env.TRANSLATION_REQUESTER_URL || undefined) ?? project.url);
  if (address === undefined)
    throw new UsageError(
      'Say where the service is: --url, TRANSLATION_REQUESTER_URL, "url" in translation-requester.json, or --sandbox.',
    );
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new UsageError(
      `The address of the service must be such as https://service.example, not "${address}".`,
    );
  if (sandbox && !LOOPBACK.test(new URL(address).hostname))
    throw new UsageError('--sandbox is for a sandbox on this machine. Leave it out to use another service.');
  return address;
}

/** A client of the service, with a token from the sandbox, the environment or `login`. */
export async function connect(
  settings: ServiceSettings,
  project: Project,
  io: CommandIo,
): Promise<{ readonly requester: Requester; readonly service: string }> {
  const service = addressOf(settings, project, io);
  const accessToken = settings.sandbox
    ? (await credentialsOfSandbox(service)).accessToken
    : await tokenFor(service, io);
  // The log of the environment, if it asks for one.
  const requester = Requester.fromEnv({ baseUrl: service, accessToken });
  return { requester, service };
}

async function tokenFor(service: string, io: CommandIo): Promise<string> {
  const { TRANSLATION_REQUESTER_TOKEN: token } = io.env;
  if (token) return token;
  const { origin } = new URL(service);
  const kept = (await new Credentials(io).read()).get(origin);
  if (kept !== undefined) return kept;
  throw new UsageError(
    `There is no token for ${origin}: run "translation-requester login", or set TRANSLATION_REQUESTER_TOKEN.`,
  );
}

/** What a sandbox tells programs on this machine. */
interface SandboxCredentials {
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/**
 * Asks the sandbox for its credentials, so that those of a real service never go there.
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
    // Whatever it is, it is no sandbox.
  }
  throw new CommandError(
    `There is no sandbox at ${service}. Start one with "translation-requester sandbox", or name its address with --url.`,
  );
}
