import type { Service, ServiceOptions } from '../plan/service.js';
import { Credentials } from '../sign-in/credentials.js';
import { readSecret } from '../sign-in/token.js';
import { ExitCode } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';

/** Forgets the token of a service on this machine. @returns the exit code */
export async function logout(service: Service, given: ServiceOptions, io: CommandIo): Promise<number> {
  const { origin } = service;
  const credentials = new Credentials(io);
  const wasSignedIn = await credentials.remove(origin);
  if (given.json) {
    io.json({ service: origin, wasSignedIn, file: credentials.path });
    return ExitCode.Done;
  }
  if (wasSignedIn)
    io.out(
      say`The token for ${origin} is removed from ${credentials.path}. At the service it stays valid: it never expires, and the API can't end it. If somebody else may have it, remove the application from your account on the pages of the service.\n`,
    );
  else io.out(say`There was no token for ${origin} in ${credentials.path}.\n`);
  if ('value' in readSecret(service, 'TRANSLATION_REQUESTER_TOKEN', io))
    io.out(say`TRANSLATION_REQUESTER_TOKEN is set, and is still used for this service.\n`);
  return ExitCode.Done;
}
