import type { Organization, Requester } from '../../index.js';

/** An account, with the organization that pays. */
interface Payer {
  readonly login: string;
  readonly email: string;
  readonly organization: Organization;
}

/** Reads who is signed in. */
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
