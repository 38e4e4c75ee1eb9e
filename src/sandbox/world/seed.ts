import { describeIssues, type Issue } from '../../base/checked.js';
import { parseLanguage } from '../../base/language-code.js';
import { suggestNames } from '../../base/names.js';
import { checkOptions, copyOwn, type Rule, type Rules, readOption } from '../../base/options.js';
import * as rules from '../../base/rules.js';

/** The logins of the accounts when none are given. */
export const FIRST_LOGIN = 'first-requester';
export const SECOND_LOGIN = 'second-requester';

/** What a sandbox starts with, as plain data: a file can hold it. Everything has a default. */
export interface SandboxSeed {
  /** The pairs of languages that can be ordered. @default thirteen languages, and nearly all of their pairs */
  readonly languages?: readonly SeedLanguagePair[];
  /** The accounts; there are at least two. @default first-requester and second-requester */
  readonly accounts?: readonly SeedAccount[];
  /** Orders that have been placed, oldest first. @default none */
  readonly orders?: readonly SeedOrder[];
}

/** A pair of languages that can be ordered. */
export interface SeedLanguagePair {
  /** The language of the originals, as the service names it: `en`, `pt-BR`. */
  readonly from: string;
  /** The language of the translations. */
  readonly to: string;
  /** Points for each character. @default 2 from or to English, 1 for a language with itself, 3 for others */
  readonly point?: number;
}

/** An account of a seed, which can sign in. */
export interface SeedAccount {
  /** Letters, digits and `.-_`. */
  readonly login: string;
  /** The language of its user. @default 'en' */
  readonly locale?: string;
  /** The first one is the default organization. @default one, named after the account */
  readonly organizations?: readonly SeedOrganization[];
}

/** An organization of an account, with its points. */
export interface SeedOrganization {
  /** Its name. */
  readonly name: string;
  /** The points that it owns. @default the option `points` of the sandbox */
  readonly points?: number;
}

/** An order that has been placed when the sandbox starts. */
export interface SeedOrder {
  /** A simple question, or a project. @default 'simple' */
  readonly kind?: 'simple' | 'project';
  /** A login. @default the first account */
  readonly account?: string;
  /** The language of the texts. @default 'en' */
  readonly from?: string;
  /** The language of the translations. @default 'ja' */
  readonly to?: string;
  /** A body or question for each. */
  readonly texts: readonly string[];
  /** The `custom_field`, which is the key of `once`; for a project, that of its first question. @default none */
  readonly key?: string;
  /** Nobody works on an `open` order. A project can be `taken`. A `completed` one has all its translations. @default 'open' */
  readonly state?: 'open' | 'taken' | 'completed';
}

const MAX_SEEDED_ACCOUNTS = 1_000;

const languageTag: Rule = rules.custom(
  (value) => typeof value === 'string' && parseLanguage(value) !== undefined,
  'must be a language such as en or pt-BR',
);
const loginRule: Rule = rules.custom(
  (value) => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value),
  'must be a login of letters, digits and .-_',
);

const pairRule = rules.object<SeedLanguagePair>({
  from: rules.required(languageTag),
  to: rules.required(languageTag),
  point: rules.integer(1),
});
const organizationRule = rules.object<SeedOrganization>({
  name: rules.required(rules.text),
  points: rules.integer(0),
});
const accountRule = rules.object<SeedAccount>({
  login: rules.required(loginRule),
  locale: rules.text,
  organizations: rules.list(organizationRule, 1),
});
const states: Rule = {
  check: (value, path, order) => {
    const isProject = readOption(order, 'kind') === 'project';
    return rules.choice('open', ...(isProject ? ['taken'] : []), 'completed').check(value, path, order);
  },
};
const orderRule = rules.object<SeedOrder>({
  kind: rules.choice('simple', 'project'),
  account: loginRule,
  from: languageTag,
  to: languageTag,
  texts: rules.required(rules.list(rules.text, 1)),
  key: rules.text,
  state: states,
});

const SEED: Rules<SandboxSeed> = {
  languages: rules.list(pairRule, 1),
  accounts: rules.list(accountRule, 1),
  orders: rules.list(orderRule),
};

/** Checks a seed. @throws TypeError that names what is wrong by its path: `orders[2].texts` */
export function checkSeed(given: unknown): asserts given is SandboxSeed {
  const issues = checkOptions('the seed', given, SEED);
  // The second check needs the right types.
  const wrong = issues.length > 0 ? issues : findConflicts(given as SandboxSeed);
  if (wrong.length > 0) throw new TypeError(`${describeIssues(wrong)}.`);
}

/** What does not go together. */
function findConflicts(seed: SandboxSeed): readonly Issue[] {
  const { languages = [], accounts = [], orders = [] } = copyOwn(seed);
  const logins = listLogins(accounts);
  return [
    ...findRepeated(logins, 'accounts', '.login'),
    ...findRepeated(
      languages.map(({ from, to }) => `${from} to ${to}`),
      'languages',
      '',
    ),
    ...(logins.length > MAX_SEEDED_ACCOUNTS
      ? [{ path: 'accounts', message: `must be at most ${MAX_SEEDED_ACCOUNTS}; got ${logins.length}` }]
      : []),
    ...findUnknownLogins(orders, new Set(logins)),
  ];
}

function listLogins(accounts: readonly SeedAccount[]): readonly string[] {
  const [first = FIRST_LOGIN, second = SECOND_LOGIN, ...others] = accounts.map((account) => account.login);
  return [first, second, ...others];
}

function findRepeated(values: readonly string[], list: string, field: string): readonly Issue[] {
  const seen = new Set<string>();
  return values.flatMap((value, at) => {
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew ? [] : [{ path: `${list}[${at}]${field}`, message: `is there twice: ${value}` }];
  });
}

function findUnknownLogins(orders: readonly SeedOrder[], logins: ReadonlySet<string>): readonly Issue[] {
  return orders.map(copyOwn).flatMap(({ account }, at) =>
    account === undefined || logins.has(account)
      ? []
      : [
          {
            path: `orders[${at}].account`,
            message: `is ${account}; ${suggestNames(account, [...logins].slice(0, 10), 'accounts')}`,
          },
        ],
  );
}
