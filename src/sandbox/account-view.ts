import type { AccountRecord } from './base/records.js';

/** A registered application. */
export interface SandboxApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly callbackUrl: string;
}

/** An account with its own token, organizations and orders. */
export interface SandboxAccount {
  readonly accessToken: string;
  readonly application: SandboxApplication;
  readonly userId: number;
  readonly organizationIds: readonly number[];
}

/** What a test may know of an account. */
export function describeAccount(account: AccountRecord): SandboxAccount {
  return {
    accessToken: account.accessToken,
    application: describeApplication(account),
    userId: account.user.id,
    organizationIds: account.organizations.map(({ id }) => id),
  };
}

/** What a test may know of an application. */
export function describeApplication({ application }: AccountRecord): SandboxApplication {
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  return { clientId, clientSecret, redirectUri, callbackUrl };
}
