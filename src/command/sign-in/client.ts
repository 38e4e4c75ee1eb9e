import { type AccessToken, type Organization, Requester, type Store } from '../../index.js';
import type { CommandIo } from '../terminal/io.js';
import { createLogger } from '../terminal/log.js';

/**
 * Makes a client that logs on stderr. `fromEnv` takes the level of the log from TRANSLATION_REQUESTER_LOG.
 *
 * @param store what the project remembers of its orders
 */
export function createClient(
  baseUrl: string,
  accessToken: AccessToken,
  io: CommandIo,
  store?: Store,
): Requester {
  return Requester.fromEnv({ baseUrl, accessToken, store, logger: createLogger(io) });
}

/** An account, with the organization that pays. */
interface Payer {
  readonly login: string;
  readonly email: string;
  readonly organization: Organization;
}

/** Reads who is signed in. */
export async function readAccount(
  { account, organizations }: Requester,
  signal: AbortSignal,
): Promise<Payer> {
  const { login, email, default_organization, default_organization_id } = await account.get({ signal });
  const organization = default_organization ?? (await organizations.get(default_organization_id, { signal }));
  return { login, email, organization };
}
