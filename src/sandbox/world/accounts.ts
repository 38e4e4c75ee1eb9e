import { type Random, secretText } from '../base/random.js';
import type { AccountRecord, OrganizationRecord, UserRecord } from '../base/records.js';

/** When the accounts were created: before any test, and the same in every run. */
const FOUNDED_AT = Date.UTC(2020, 0, 15, 3, 4, 5);

export interface AccountSettings {
  /** One or several. @default http://localhost:3000/callback */
  readonly redirectUri: string | readonly string[] | undefined;
  /** @default http://localhost:3000/events */
  readonly callbackUrl: string | undefined;
  /** Points of the first account's default organization. */
  readonly points: number;
}

interface Founding {
  readonly login: string;
  readonly locale: string;
  readonly teams: readonly { readonly name: string; readonly point: number }[];
}

/** Two accounts that share nothing. The second organization of the first one has hardly any points. */
export function foundAccounts(
  nextId: () => number,
  random: Random,
  settings: AccountSettings,
): AccountRecord[] {
  const foundings: Founding[] = [
    {
      login: 'first-requester',
      locale: 'en',
      teams: [
        { name: 'First organization', point: settings.points },
        { name: 'Small organization', point: 100 },
      ],
    },
    { login: 'second-requester', locale: 'ja', teams: [{ name: 'Second organization', point: 100_000 }] },
  ];
  return foundings.map((founding) => foundAccount(founding, nextId, random, settings));
}

/** The translators. They take turns. */
export function foundTranslators(nextId: () => number): UserRecord[] {
  return ['translator-a', 'translator-b', 'translator-c'].map((login) => ({
    id: nextId(),
    login,
    locale: 'ja',
    createdAt: FOUNDED_AT,
    translator: true,
  }));
}

function foundAccount(
  { login, locale, teams }: Founding,
  nextId: () => number,
  random: Random,
  {
    redirectUri: given = 'http://localhost:3000/callback',
    callbackUrl = 'http://localhost:3000/events',
  }: AccountSettings,
): AccountRecord {
  const [redirectUri = '', ...otherRedirectUris] = [given].flat();
  const user: UserRecord = { id: nextId(), login, locale, createdAt: FOUNDED_AT, translator: false };
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
    organizations: teams.map((team, index) => foundOrganization(nextId(), user, team, index === 0)),
    questions: [],
  };
}

function foundOrganization(
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
    createdAt: FOUNDED_AT,
    updatedAt: FOUNDED_AT,
    point: team.point,
    availablePoint: team.point,
  };
}

/** What is added to each balance of an organization; less than 0 takes something away. */
export interface BalanceChange {
  readonly point?: number;
  readonly availablePoint?: number;
}

/** Changes the balances of an organization, and when it was updated. */
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
