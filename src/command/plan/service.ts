import { isLoopback } from '../../base/loopback.js';
import { commandLine } from '../hints.js';
import { Credentials } from '../sign-in/credentials.js';
import { type CommandIo, say, UsageError } from '../terminal/io.js';
import { PROJECT_FILE, type Project } from './project-file.js';

/** The options that say where the service is. */
export interface ServiceSettings {
  readonly url?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

/** The options that have named the service. What is run next needs them too. */
export function serviceOptions({ url, sandbox }: ServiceSettings): readonly string[] {
  return [...(sandbox ? ['--sandbox'] : []), ...(url === undefined ? [] : ['--url', url])];
}

/** Who has named the address of the service. A project file can come from a stranger, with the repository that it is in. */
type NamedBy = '--sandbox' | '--url' | 'TRANSLATION_REQUESTER_URL' | typeof PROJECT_FILE;

/** The service, as the command line, the environment or the project file names it. */
export interface Service {
  readonly address: string;
  readonly origin: string;
  readonly namedBy: NamedBy;
}

/** A secret of the environment. */
type Secret = 'TRANSLATION_REQUESTER_TOKEN' | 'TRANSLATION_REQUESTER_CLIENT_SECRET';

const TOKEN = 'TRANSLATION_REQUESTER_TOKEN';
const DEFAULT_SANDBOX = 'http://127.0.0.1:4010';
/** The names and numbers of hosts. URLs allow more, such as `;` and `$`, which must not stand in a command that we advise. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])$/;

/** The service that a command is for. @throws UsageError when it is missing or wrong */
export function serviceOf(
  { url, sandbox }: ServiceSettings,
  project: Project,
  { env: { TRANSLATION_REQUESTER_URL: ofEnvironment } }: CommandIo,
): Service {
  if (sandbox) return checked(url ?? DEFAULT_SANDBOX, '--sandbox');
  if (url !== undefined) return checked(url, '--url');
  if (ofEnvironment) return checked(ofEnvironment, 'TRANSLATION_REQUESTER_URL');
  if (project.url !== undefined) return checked(project.url, PROJECT_FILE);
  throw new UsageError(
    `The address of the service is missing. Give it by --url, TRANSLATION_REQUESTER_URL or "url" in ${PROJECT_FILE}, or use --sandbox.`,
  );
}

function checked(address: string, namedBy: NamedBy): Service {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !HOST.test(url.hostname))
    throw new UsageError(
      `The address of the service (${namedBy}) must look like https://service.example, not "${address}".`,
    );
  if (url.username + url.password + url.search + url.hash !== '')
    throw new UsageError(
      `The address of the service (${namedBy}) must have no user name, password, query or fragment.`,
    );
  const isHere = isLoopback(url);
  if (namedBy === '--sandbox' && !isHere)
    throw new UsageError('--sandbox is for a sandbox on this machine. Leave it out to use another service.');
  if (url.protocol === 'http:' && !isHere)
    throw new UsageError(
      `The address of the service (${namedBy}) must begin with https:, unless it is on this machine: ${url.origin} would get the token unencrypted.`,
    );
  return { address, origin: url.origin, namedBy };
}

/**
 * A secret of the environment, if this service may get it: one that the command line or the environment names, never one that
 * only a project file does. Beside an address of the environment, the secret is for that origin.
 *
 * @returns the secret; or why there is none, as the beginning of a message, empty if it is not set
 */
export function secretFor(
  { origin, namedBy }: Service,
  secret: Secret,
  { env }: CommandIo,
): { readonly value: string } | { readonly reason: string } {
  const value = env[secret];
  const own = env.TRANSLATION_REQUESTER_URL;
  if (!value || namedBy === '--sandbox') return { reason: '' };
  if (namedBy === PROJECT_FILE)
    return {
      reason: `${secret} is not sent to ${origin}, since only ${PROJECT_FILE} names that address. If you trust it, name it by --url ${origin} or TRANSLATION_REQUESTER_URL. `,
    };
  if (own && !(URL.canParse(own) && new URL(own).origin === origin))
    return {
      reason: `${secret} is not sent to ${origin}, since TRANSLATION_REQUESTER_URL names another service. Change or unset one of them. `,
    };
  return { value };
}

/** A token, and where it comes from: a variable or a file. */
export interface FoundToken {
  readonly token: string;
  readonly source: string;
}

/** The token for a service that is no sandbox. @throws UsageError when there is none that it may get */
export async function tokenFor(service: Service, io: CommandIo): Promise<FoundToken> {
  const found = secretFor(service, TOKEN, io);
  if ('value' in found) return { token: found.value, source: TOKEN };
  const { origin, address, namedBy } = service;
  const credentials = new Credentials(io);
  const saved = (await credentials.read()).get(origin);
  if (saved !== undefined) return { token: saved, source: credentials.path };
  const login = commandLine('login', ...serviceOptions({ url: namedBy === '--url' ? address : undefined }));
  throw new UsageError(
    `There is no token for ${origin}. ${found.reason || 'Set TRANSLATION_REQUESTER_TOKEN. '}Or sign in with: ${login}`,
  );
}

/**
 * Makes sure that a person wants to sign in to this service: one that only a project file names, and where nobody has signed in
 * from this machine, must be agreed to.
 *
 * @throws UsageError when nobody agrees, or nobody can be asked
 */
export async function agreeTo({ origin, namedBy }: Service, io: CommandIo): Promise<void> {
  if (namedBy !== PROJECT_FILE || (await new Credentials(io).read()).has(origin)) return;
  const refusal = `Nobody has signed in to ${origin} from this machine, and only ${PROJECT_FILE} names it.`;
  if (!io.isInteractive)
    throw new UsageError(
      `${refusal} If you trust it, name it by --url ${origin} or TRANSLATION_REQUESTER_URL.`,
    );
  if (!(await io.confirm(say`${refusal} Sign in there?`)))
    throw new UsageError('Nothing was sent. To sign in to another service, name it by --url.');
}
