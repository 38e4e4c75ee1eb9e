import { readFields } from '../../base/kinds.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { listServiceWords, type Service } from '../plan/service.js';
import { CommandError, UsageError } from '../terminal/failures.js';
import { formatCommandLine } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { Credentials } from './credentials.js';

const TOKEN_VARIABLE = 'TRANSLATION_REQUESTER_TOKEN';

/** A secret of the environment. */
type Secret = typeof TOKEN_VARIABLE | 'TRANSLATION_REQUESTER_CLIENT_SECRET';

/**
 * Reads a secret of the environment, if this service may get it. A service that only a project file names never gets it. If
 * the environment also names an address, the secret is for that origin alone.
 *
 * @returns the secret; otherwise the beginning of a message that says why it is missing, empty if it is just not set
 */
export function readSecret(
  { origin, namedBy }: Service,
  secret: Secret,
  { env }: CommandIo,
): { readonly value: string } | { readonly reason: string } {
  const value = env[secret];
  const own = env.TRANSLATION_REQUESTER_URL;
  if (namedBy === '--sandbox') return { reason: '' };
  if (namedBy === PROJECT_FILE)
    return {
      reason: `${secret} is not sent to ${origin}, since only ${PROJECT_FILE} names that address. If you trust it, name it by --url ${origin} or TRANSLATION_REQUESTER_URL. `,
    };
  if (!value) return { reason: '' };
  if (own && !(URL.canParse(own) && new URL(own).origin === origin))
    return {
      reason: `${secret} is not sent to ${origin}, since TRANSLATION_REQUESTER_URL names another service. Change or unset one of them. `,
    };
  return { value };
}

/** A token, and where it comes from: a variable, a file or the sandbox. */
interface FoundToken {
  readonly token: string;
  readonly source: string;
}

/** Finds the token for a service. @throws UsageError when there is none that it may get */
export async function findToken(service: Service, io: CommandIo): Promise<FoundToken> {
  const { origin, address, namedBy } = service;
  if (namedBy === '--sandbox')
    return { token: (await readSandboxCredentials(address)).accessToken, source: 'the sandbox' };
  const found = readSecret(service, TOKEN_VARIABLE, io);
  if ('value' in found) return { token: found.value, source: TOKEN_VARIABLE };
  const credentials = new Credentials(io);
  const saved = (await credentials.read()).get(origin);
  if (saved !== undefined) return { token: saved, source: credentials.path };
  const login = formatCommandLine(
    'login',
    ...listServiceWords({ url: namedBy === '--url' ? address : undefined }),
  );
  throw new UsageError(
    `There is no token for ${origin}. ${found.reason || 'Set TRANSLATION_REQUESTER_TOKEN. '}Or sign in with: ${login}`,
  );
}

/**
 * Makes sure that a person wants to sign in to this service. If only a project file names it, and nobody has signed in to it
 * from this machine, a person must agree.
 *
 * @throws UsageError when nobody agrees, or nobody can be asked
 */
export async function agreeToService({ origin, namedBy }: Service, io: CommandIo): Promise<void> {
  if (namedBy !== PROJECT_FILE || (await new Credentials(io).read()).has(origin)) return;
  const refusal = `Nobody has signed in to ${origin} from this machine, and only ${PROJECT_FILE} names it.`;
  if (!io.isInteractive)
    throw new UsageError(
      `${refusal} If you trust it, name it by --url ${origin} or TRANSLATION_REQUESTER_URL.`,
    );
  if (!(await io.confirm(say`${refusal} Sign in there?`)))
    throw new UsageError('Nothing was sent. To sign in to another service, name it by --url.');
}

/** The most milliseconds that a sandbox on this machine may take to answer. */
const SANDBOX_TIMEOUT = 5000;

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
 * @throws CommandError when there is no sandbox, or one that keeps them
 */
export async function readSandboxCredentials(service: string): Promise<SandboxCredentials> {
  let isRefused = false;
  try {
    const answer = await fetch(`${service.replace(/(?<!\/)\/+$/, '')}/_sandbox/state`, {
      redirect: 'error',
      signal: AbortSignal.timeout(SANDBOX_TIMEOUT),
    });
    isRefused = answer.status === 403;
    const { credentials } = readFields(await answer.json());
    if (isCredentials(credentials)) return credentials;
  } catch {
    // There is no answer, or it is not that of a sandbox.
  }
  if (isRefused)
    throw new CommandError(
      `The sandbox at ${service} shows its token to nobody, since other machines can call it. Leave out --sandbox, and give its address by --url and its token by ${TOKEN_VARIABLE}.`,
    );
  const start = formatCommandLine('sandbox', '--port', new URL(service).port || '80');
  throw new CommandError(
    `There is no sandbox at ${service}. Give its address by --url, or start one with: ${start}`,
  );
}

const isCredentials = (value: unknown): value is SandboxCredentials =>
  typeof readFields(value).accessToken === 'string';
