import { isLoopback } from '../../base/http.js';
import { UsageError } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';
import { decide } from './decide.js';
import type { ProjectFile } from './project-file.js';
import { PROJECT_FILE } from './project-file-name.js';

/** The options of each command that calls the service. */
export interface ServiceOptions {
  readonly url?: string | undefined;
  readonly sandbox?: boolean | undefined;
  readonly envFile?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The words that name the service in a command line. The next command needs them too. */
export function listServiceWords({ url, sandbox, envFile }: ServiceOptions): readonly string[] {
  return [
    ...(sandbox ? ['--sandbox'] : []),
    ...(url === undefined ? [] : ['--url', url]),
    ...(envFile === undefined ? [] : ['--env-file', envFile]),
  ];
}

/** Who has named the address of the service. A project file can come from a stranger, with the repository that it is in. */
type NamedBy = '--sandbox' | '--url' | 'TRANSLATION_REQUESTER_URL' | typeof PROJECT_FILE;

/** The service that a command is for. */
export interface Service {
  readonly address: string;
  readonly origin: string;
  readonly namedBy: NamedBy;
}

const DEFAULT_SANDBOX = 'http://127.0.0.1:4010';
/** The names and numbers of hosts. URLs allow more, such as `;` and `$`, which must not stand in a command that we advise. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])$/;

const NAMED_BY = {
  commandLine: '--url',
  environment: 'TRANSLATION_REQUESTER_URL',
  project: PROJECT_FILE,
  standard: '--sandbox',
} as const;

/** Decides which service a command is for. @throws UsageError when it is missing or wrong */
export function decideService(
  { url, sandbox }: ServiceOptions,
  project: ProjectFile,
  { env }: Pick<CommandIo, 'env'>,
): Service {
  const environment = env.TRANSLATION_REQUESTER_URL || undefined;
  const address = decide(
    sandbox
      ? { commandLine: url, standard: DEFAULT_SANDBOX }
      : { commandLine: url, environment, project: project.url },
  );
  if (address !== undefined) return checkService(address.value, sandbox ? '--sandbox' : NAMED_BY[address.by]);
  throw new UsageError(
    `The address of the service is missing. Give it by --url, TRANSLATION_REQUESTER_URL or "url" in ${PROJECT_FILE}, or use --sandbox.`,
  );
}

function checkService(address: string, namedBy: NamedBy): Service {
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
