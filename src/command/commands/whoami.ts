import type { Service, ServiceOptions } from '../plan/service.js';
import { createClient, readAccount } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';

/** Shows the service, the account, and where the token comes from. @returns the exit code */
export async function whoami(service: Service, given: ServiceOptions, io: CommandIo): Promise<number> {
  const { address, namedBy } = service;
  const { token, source: tokenSource } = await findToken(service, io);
  const { login, email, organization } = await readAccount(
    createClient(address, token, io),
    createStopSignal(io),
  );
  const { name, available_point: points } = organization;
  if (given.json)
    io.json({ service: address, namedBy, tokenSource, login, email, organization: name, points });
  else {
    io.out(say`${login} (${email}) at ${address}\n`);
    io.out(say`The address comes from ${namedBy}, the token from ${tokenSource}.\n`);
    io.out(say`The organization ${name} has ${formatNumber(points)} points to spend.\n`);
  }
  return ExitCode.Done;
}
