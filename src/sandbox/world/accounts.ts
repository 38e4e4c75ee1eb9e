import { type Random, secretText } from '../base/random.js';
import type { AccountRecord, OrganizationRecord, UserRecord } from '../base/records.js';

/** When the accounts were created: in the past, and the same in every run. */
const CREATED_AT = Date.UTC(2020, 0, 15, 3, 4, 5);

export interface AccountSettings {
  /** One address or several. @default http://localhost:3000/callback */
  readonly redirectUri: string | readonly string[] | undefined;
  /** @default http://localhost:3000/events */
  readonly callbackUrl: string | undefined;
  /** Points of the first account's default organization. */
  readonly points: number;
}

/** Every account. */
export type Accounts = readonly [first: AccountRecord, second: AccountRecord];

interface AccountPlan {
  readonly login: string;
  readonly locale: string;
  readonly teams: readonly { readonly name: string; readonly point: number }[];
}

/** Creates two accounts, each with an application of its own. The second organization of the first one has hardly any points. */
export function createAccounts(nextId: () => number, random: Random, settings: AccountSettings): Accounts {
  const first: AccountPlan = {
    login: 'first-requester',
    locale: 'en',
    teams: [
      { name: 'First organization', point: settings.points },
      { name: 'Small organization', point: 100 },
    ],
  };
  const teams = [{ name: 'Second organization', point: 100_000 }];
  const second: AccountPlan = { login: 'second-requester', locale: 'ja', teams };
  return [createAccount(first, nextId, random, settings), createAccount(second, nextId, random, settings)];
}

/** Creates the translators. Each piece of work goes to a random one. */
export function createTranslators(nextId: () => number): UserRecord[] {
  return ['translator-a', 'translator-b', 'translator-c'].map((login) => ({
    id: nextId(),
    login,
    locale: 'ja',
    createdAt: CREATED_AT,
    translator: true,
  }));
}

function createAccount(
  { login, locale, teams }: AccountPlan,
  nextId: () => number,
  random: Random,
  {
    redirectUri: given = 'http://localhost:3000/callback',
    callbackUrl = 'http://localhost:3000/events',
  }: AccountSettings,
): AccountRecord {
  const [redirectUri = '', ...otherRedirectUris] = [given].flat();
  const user: UserRecord = { id: nextId(), login, locale, createdAt: CREATED_AT, translator: false };
  return {
    user,
    email: `${login}@mail.example`,
    accessToken: secretText(random),
    application: {
      id: nextId(),
      clientId: secretText(random),
      clientSecret: secretText(random),
      redirectUri,
      otherRedirectUris,
      callbackUrl,
    },
    organizations: teams.map((team, index) => createOrganization(nextId(), user, team, index === 0)),
    questions: [],
  };
}

function createOrganization(
  id: number,
  owner: UserRecord,
  team: { readonly name: string; readonly point: number },
  isDefault: boolean,
): OrganizationRecord {
  return {
    id,
    owner,
    name: team.name,
    description: null,
    isDefault,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    point: team.point,
    availablePoint: team.point,
  };
}

/** The change of each balance of an organization. A negative number takes points away. */
export interface BalanceChange {
  readonly point?: number;
  readonly availablePoint?: number;
}

/** Changes the organization's balances and its update time. */
export function changeBalance(
  organization: OrganizationRecord,
  now: number,
  { point = 0, availablePoint = 0 }: BalanceChange,
): void {
  if (point === 0 && availablePoint === 0) return;
  organization.point += point;
  organization.availablePoint += availablePoint;
  organization.updatedAt = now;
}

/** A registered application. */
export interface SandboxApplication {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly callbackUrl: string;
}

/** An account with its own token, organizations and orders. */
export interface SandboxAccount {
  readonly login: string;
  /** A token of the account's own application. */
  readonly accessToken: string;
  /** Every account can sign in to it. */
  readonly application: SandboxApplication;
  readonly userId: number;
  readonly organizationIds: readonly number[];
}

/** Whose client or order it is. */
export interface OfAccount {
  /** One of `sandbox.accounts`. @default the first one */
  readonly account?: Pick<SandboxAccount, 'accessToken'>;
}

/** The public form of an account. */
export function describeAccount(account: AccountRecord): SandboxAccount {
  return {
    login: account.user.login,
    accessToken: account.accessToken,
    application: describeApplication(account),
    userId: account.user.id,
    organizationIds: account.organizations.map(({ id }) => id),
  };
}

/** The public form of an application. */
export function describeApplication({ application }: AccountRecord): SandboxApplication {
  const { clientId, clientSecret, redirectUri, callbackUrl } = application;
  return { clientId, clientSecret, redirectUri, callbackUrl };
}
