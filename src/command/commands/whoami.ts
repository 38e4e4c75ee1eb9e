import type { Organization, Requester } from '../../index.js';
import { readProject } from '../plan/project-file.js';
import type { ServiceSettings } from '../plan/service.js';
import { connect } from '../sign-in/connect.js';
import { formatNumber } from '../terminal/format.js';
import { type CommandIo, ExitCode, say, stopSignal } from '../terminal/io.js';

/** The options of `logout` and `whoami`. */
export interface AccountSettings extends ServiceSettings {
  readonly json?: boolean | undefined;
}

/** Shows the service, the account, and where the token comes from. @returns the exit code */
export async function whoami(settings: AccountSettings, io: CommandIo): Promise<number> {
  const { requester, service, tokenSource } = await connect(settings, await readProject(io.folder), io);
  const { login, email, organization } = await readAccount(requester, stopSignal(io));
  const { name, available_point: points } = organization;
  const { address, namedBy } = service;
  if (settings.json)
    io.json({ service: address, namedBy, tokenSource, login, email, organization: name, points });
  else {
    io.out(say`${login} (${email}) at ${address}\n`);
    io.out(say`The address comes from ${namedBy}, the token from ${tokenSource}.\n`);
    io.out(say`The organization ${name} has ${formatNumber(points)} points to spend.\n`);
  }
  return ExitCode.Done;
}

/** An account, with the organization that pays. */
interface Payer {
  readonly login: string;
  readonly email: string;
  readonly organization: Organization;
}

export async function readAccount(requester: Requester, signal: AbortSignal): Promise<Payer> {
  const {
    login,
    email,
    default_organization: shown,
    default_organization_id: id,
  } = await requester.account.get({
    signal,
  });
  return { login, email, organization: shown ?? (await requester.organizations.get(id, { signal })) };
}
