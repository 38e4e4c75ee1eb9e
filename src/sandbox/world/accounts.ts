import { makeRandomSecret, makeSecret, type Random } from '../base/random.js';
import type { AccountRecord, OrganizationRecord, UserRecord } from '../base/records.js';
import { FIRST_LOGIN, SECOND_LOGIN, type SeedAccount, type SeedOrganization } from './seed.js';

/** When the accounts were created: in the past, and the same in every run. */
const CREATED_AT = Date.UTC(2020, 0, 15, 3, 4, 5);

export interface AccountSettings {
  /** One address or several. @default http://localhost:3000/callback */
  readonly redirectUri: string | readonly string[] | undefined;
  /** @default http://localhost:3000/events */
  readonly callbackUrl: string | undefined;
  /** Points of the first account's default organization, and of those of `plans` without their own. */
  readonly points: number;
  /** The accounts to create. @default two accounts with names of the sandbox */
  readonly plans?: readonly SeedAccount[] | undefined;
}

/** Every account. */
export type Accounts = readonly [first: AccountRecord, second: AccountRecord, ...others: AccountRecord[]];

/** Creates at least two accounts, each with an application of its own. */
export function createAccounts(nextId: () => number, random: Random, settings: AccountSettings): Accounts {
  const { points, plans: [first = makeFirstPlan(points), second = SECOND_PLAN, ...others] = [] } = settings;
  const create = (plan: SeedAccount) => createAccount(plan, nextId, random, settings);
  return [create(first), create(second), ...others.map(create)];
}

/** The secrets of accounts, in their order: of each its token, and the secret of its application. */
export function listSecrets(accounts: Accounts): string[] {
  return accounts.flatMap(({ accessToken, application }) => [accessToken, application.clientSecret]);
}

/** Gives the accounts these secrets, in the order of `listSecrets`. Missing ones are made at random, and added to the list. */
export function assignSecrets(accounts: Accounts, secrets: string[]): void {
  for (const [index, account] of accounts.entries()) {
    account.accessToken = secrets[2 * index] ??= makeRandomSecret();
    account.application.clientSecret = secrets[2 * index + 1] ??= makeRandomSecret();
  }
}

/** Its second organization has hardly any points. */
const makeFirstPlan = (points: number): SeedAccount => ({
  login: FIRST_LOGIN,
  organizations: [
    { name: 'First organization', points },
    { name: 'Small organization', points: 100 },
  ],
});

const SECOND_PLAN: SeedAccount = {
  login: SECOND_LOGIN,
  locale: 'ja',
  organizations: [{ name: 'Second organization', points: 100_000 }],
};

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
  { login, locale = 'en', organizations = [{ name: `Organization of ${login}` }] }: SeedAccount,
  nextId: () => number,
  random: Random,
  {
    points: defaultPoints,
    redirectUri: given = 'http://localhost:3000/callback',
    callbackUrl = 'http://localhost:3000/events',
  }: AccountSettings,
): AccountRecord {
  const [redirectUri = '', ...otherRedirectUris] = [given].flat();
  const user: UserRecord = { id: nextId(), login, locale, createdAt: CREATED_AT, translator: false };
  return {
    user,
    email: `${login}@mail.example`,
    accessToken: makeSecret(random),
    application: {
      id: nextId(),
      clientId: makeSecret(random),
      clientSecret: makeSecret(random),
      redirectUri,
      otherRedirectUris,
      callbackUrl,
    },
    organizations: organizations.map(({ name, points = defaultPoints }, index) =>
      createOrganization(nextId(), user, { name, points }, index === 0),
    ),
    questions: [],
  };
}

function createOrganization(
  id: number,
  owner: UserRecord,
  { name, points }: Required<SeedOrganization>,
  isDefault: boolean,
): OrganizationRecord {
  return {
    id,
    owner,
    name,
    description: null,
    isDefault,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    point: points,
    availablePoint: points,
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
  readonly account?: Pick<SandboxAccount, 'accessToken'> | undefined;
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
