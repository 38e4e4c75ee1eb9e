import { commandLine } from '../hints.js';
import { CommandError } from '../terminal/failures.js';

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
 * @throws CommandError when there is no sandbox
 */
export async function readSandboxCredentials(service: string): Promise<SandboxCredentials> {
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
