import type { Clock } from '../base/clock.js';
import { defaultPairs, OfferedLanguages } from '../base/languages.js';
import {
  createRandom,
  createSequence,
  type GeneratorState,
  makeRandomSecret,
  makeSecret,
  type Random,
} from '../base/random.js';
import type {
  AccountRecord,
  ApplicationRecord,
  BodyRecord,
  FileRecord,
  LanguagePairRecord,
  NumberedEvent,
  OrganizationRecord,
  ProjectRecord,
  QuestionRecord,
  SimpleQuestionRecord,
  SimpleTranslationRecord,
  UserRecord,
} from '../base/records.js';
import { EventLog, type StoredLog } from '../events/event-log.js';
import { EventNumbers } from '../events/event-numbers.js';
import { computeMadeUpEventId, makeUpEvent, makeUpQuestion } from '../events/made-up-events.js';
import {
  type AccountSettings,
  type Accounts,
  assignSecrets,
  createAccounts,
  createTranslators,
  listSecrets,
} from './accounts.js';
import type { Conditions } from './conditions.js';
import type { IssuedCode, PlacedOrder, StoredState } from './stored-state.js';

export interface StateSettings extends AccountSettings {
  readonly seed: number;
  /** The lowest id of an event. */
  readonly firstEventId: number;
  readonly conditions: Conditions;
  /** The pairs that can be ordered. @default those of the sandbox */
  readonly languagePairs?: readonly LanguagePairRecord[] | undefined;
  /**
   * Secrets that nobody can guess, in the order of `listSecrets`, which replace those of a snapshot; missing ones are added.
   * Undefined: secrets that follow from the seed, or those of the snapshot.
   */
  readonly ownSecrets: string[] | undefined;
  /** Replaces the number of a snapshot. */
  readonly translationsPerBody: number | undefined;
}

/** What a token stands for: an application that acts for an account. */
export interface Grant {
  readonly account: AccountRecord;
  readonly application: ApplicationRecord;
}

/** Returns whether a request with this token is refused with 403. */
export type Prohibition = (method: string, path: string, token: string) => boolean;

/** The distance of the first event ids of two accounts. Each id varies by less than that. */
const EVENT_SPREAD = 32;

/** Everything that the service stores. */
export class State {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly languages: OfferedLanguages;
  readonly tokens: Map<string, Grant>;
  /** When the requests of the last window of the rate limit arrived, by token. */
  readonly requestTimes: Map<string, number[]> = new Map();
  /** Authorization codes that have not been used. */
  readonly codes: Map<string, IssuedCode>;
  readonly orders: PlacedOrder[];
  readonly organizations = new Map<number, OrganizationRecord>();
  readonly files: Map<number, FileRecord>;
  readonly projects: Map<number, ProjectRecord>;
  readonly questions = new Map<number, QuestionRecord>();
  readonly bodies = new Map<number, BodyRecord>();
  readonly translations: Map<number, SimpleTranslationRecord>;
  readonly nextId: () => number;
  /** Whether its secrets are its own. Otherwise they follow from the seed, so that everybody knows them. */
  readonly hasOwnSecrets: boolean;
  /** How many translations each body of a simple question gets. */
  readonly translationsPerBody: number;
  /** The current conditions. */
  conditions: Conditions;
  readonly forbidden = new Set<Prohibition>();
  readonly #numbering: Pick<StateSettings, 'seed' | 'firstEventId'>;
  readonly #generator: GeneratorState;
  /** The origin that was called last. */
  calledOrigin: string | undefined;
  readonly #random: Random;
  readonly #translators: readonly UserRecord[];
  readonly #simpleQuestions = new Map<number, SimpleQuestionRecord>();
  readonly #logs = new Map<AccountRecord, EventLog>();
  /** The function of the autopilot that gets every order. */
  #onOrder: ((order: PlacedOrder, number: number) => void) | undefined;

  /** @param stored the records of a snapshot, used instead of new accounts */
  constructor(clock: Clock, settings: StateSettings, stored?: StoredState) {
    const { seed, firstEventId } = stored ?? settings;
    this.clock = clock;
    this.conditions = settings.conditions;
    this.translationsPerBody = settings.translationsPerBody ?? stored?.translationsPerBody ?? 1;
    this.#numbering = { seed, firstEventId };
    this.languages = new OfferedLanguages(stored?.languagePairs ?? settings.languagePairs ?? defaultPairs);
    this.#generator = stored?.progress ?? { random: seed >>> 0, lastId: 0 };
    this.#random = createRandom(this.#generator);
    this.nextId = createSequence(this.#random, this.#generator);
    this.accounts = stored?.accounts ?? createAccounts(this.nextId, this.#random, settings);
    this.#translators = stored?.translators ?? createTranslators(this.nextId);
    const { ownSecrets } = settings;
    this.hasOwnSecrets = ownSecrets !== undefined;
    const before = listSecrets(this.accounts);
    if (ownSecrets !== undefined) assignSecrets(this.accounts, ownSecrets);
    // Whoever has a token of before could guess the others, or has been given it by somebody who could.
    const isRenewed = listSecrets(this.accounts).some((secret, index) => secret !== before[index]);
    const issued = isRenewed ? undefined : stored;
    const tokens = issued?.tokens ?? this.accounts.map((account) => [account.accessToken, account] as const);
    this.tokens = new Map(
      tokens.map(([token, account, application = account.application]) => [token, { account, application }]),
    );
    this.codes = new Map(issued?.codes);
    this.orders = [...(stored?.orders ?? [])];
    this.files = indexById(stored?.files);
    this.projects = indexById(stored?.projects);
    this.translations = indexById(stored?.translations);
    for (const question of stored?.simpleQuestions ?? []) this.addSimpleQuestion(question);
    this.accounts.forEach((account, index) => {
      registerAddresses(account, settings);
      for (const organization of account.organizations) this.organizations.set(organization.id, organization);
      for (const question of account.questions) this.questions.set(question.id, question);
      this.#logs.set(account, this.#createLog(account, index, stored?.logs[index]));
    });
  }

  /** What a snapshot stores: the records themselves, not copies. */
  store(): StoredState {
    return {
      ...this.#numbering,
      translationsPerBody: this.translationsPerBody,
      progress: this.#generator,
      languagePairs: this.languages.pairs,
      accounts: this.accounts,
      translators: this.#translators,
      tokens: [...this.tokens].map(([token, { account, application }]) => [token, account, application]),
      codes: [...this.codes],
      orders: this.orders,
      files: [...this.files.values()],
      projects: [...this.projects.values()],
      simpleQuestions: [...this.#simpleQuestions.values()],
      translations: [...this.translations.values()],
      logs: this.accounts.map((account) => this.getEventLog(account).store()),
    };
  }

  get seed(): number {
    return this.#numbering.seed;
  }

  get mainAccount(): AccountRecord {
    return this.accounts[0];
  }

  /** Makes a token, secret or code. */
  createSecret(): string {
    // Drawn in each case, so that the ids that follow are the same.
    const drawn = makeSecret(this.#random);
    return this.hasOwnSecrets ? makeRandomSecret() : drawn;
  }

  drawTranslator(): UserRecord {
    const chosen = this.#translators[Math.floor(this.#random() * this.#translators.length)];
    if (chosen === undefined) throw new Error('The sandbox has no translator.');
    return chosen;
  }

  /** Calls the watcher with every order and its number, also with those of a snapshot. */
  watchOrders(watcher: (order: PlacedOrder, number: number) => void): void {
    this.#onOrder = watcher;
    this.orders.forEach(watcher);
  }

  addOrder(order: PlacedOrder): void {
    const count = this.orders.push(order);
    this.#onOrder?.(order, count - 1);
  }

  getEventLog(account: AccountRecord): EventLog {
    const log = this.#logs.get(account);
    if (log === undefined) throw new Error('The account has no event log.');
    return log;
  }

  /** Finds a visible event of any account. */
  findEvent(id: number): NumberedEvent | undefined {
    return this.accounts.flatMap((account) => this.getEventLog(account).find(id) ?? [])[0];
  }

  /** Finds what an order has placed. */
  findPlaced({ kind, id }: PlacedOrder) {
    return {
      project: kind === 'project' ? this.projects.get(id) : undefined,
      simple: kind === 'simple' ? this.findSimpleQuestion(id) : undefined,
    };
  }

  addSimpleQuestion(question: SimpleQuestionRecord): void {
    this.#simpleQuestions.set(question.id, question);
    for (const body of question.bodies) this.bodies.set(body.id, body);
  }

  /** Finds a question. The question of a made-up event is created when it is first read. */
  findSimpleQuestion(id: number): SimpleQuestionRecord | undefined {
    const known = this.#simpleQuestions.get(id);
    if (known !== undefined) return known;
    const found = this.findEvent(computeMadeUpEventId(id));
    if (found === undefined || !('question' in found.event.subject) || found.event.subject.question.id !== id)
      return undefined;
    const question = makeUpQuestion(found.id, found.event.at, found.event.account);
    this.addSimpleQuestion(question);
    return question;
  }

  #createLog(account: AccountRecord, index: number, stored: StoredLog | undefined): EventLog {
    const { seed, firstEventId } = this.#numbering;
    const numbers = new EventNumbers({
      first: firstEventId + index * EVENT_SPREAD,
      stride: EVENT_SPREAD * this.accounts.length,
      spread: EVENT_SPREAD,
      seed,
    });
    return new EventLog(numbers, (id, at) => makeUpEvent(id, at, account), stored);
  }
}

/** Sets the application's addresses to those of the options, if given. */
function registerAddresses(
  { application }: AccountRecord,
  { redirectUri, callbackUrl }: AccountSettings,
): void {
  const [first, ...others] = [redirectUri ?? []].flat();
  if (first !== undefined) Object.assign(application, { redirectUri: first, otherRedirectUris: others });
  application.callbackUrl = callbackUrl ?? application.callbackUrl;
}

function indexById<T extends { readonly id: number }>(records: readonly T[] = []): Map<number, T> {
  return new Map(records.map((record) => [record.id, record]));
}
