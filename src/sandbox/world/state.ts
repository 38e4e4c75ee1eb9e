import type { Clock } from '../base/clock.js';
import { idSequence, type Random, secretText, seededRandom } from '../base/random.js';
import type {
  AccountRecord,
  BodyRecord,
  FileRecord,
  OrganizationRecord,
  ProjectRecord,
  QuestionRecord,
  SimpleQuestionRecord,
  SimpleTranslationRecord,
  UserRecord,
} from '../base/records.js';
import { EventLog } from '../events/event-log.js';
import { EventNumbers } from '../events/event-numbers.js';
import { loadQuestionId, madeUpEvent, madeUpQuestion } from '../events/made-up-events.js';
import { type AccountSettings, foundAccounts, foundTranslators } from './accounts.js';

/** An order that was really placed. */
export interface PlacedOrder {
  readonly kind: 'project' | 'simple';
  readonly id: number;
  /** The `custom_field`; for a project, that of its first question. */
  readonly key: string | null;
  readonly points: number;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
}

export interface StateSettings extends AccountSettings {
  readonly seed: number;
  /** Where the ids of events begin. */
  readonly firstEventId: number;
}

const EVENT_SPREAD = 32;

/** Everything that the service stores. */
export class State {
  readonly clock: Clock;
  readonly accounts: readonly AccountRecord[];
  readonly tokens = new Map<string, AccountRecord>();
  /** Unused authorization codes, with the account that each belongs to. */
  readonly codes = new Map<string, { readonly account: AccountRecord; readonly expiresAt: number }>();
  readonly orders: PlacedOrder[] = [];
  readonly organizations = new Map<number, OrganizationRecord>();
  readonly files = new Map<number, FileRecord>();
  readonly projects = new Map<number, ProjectRecord>();
  readonly questions = new Map<number, QuestionRecord>();
  readonly bodies = new Map<number, BodyRecord>();
  readonly translations = new Map<number, SimpleTranslationRecord>();
  readonly nextId: () => number;
  readonly #random: Random;
  readonly #translators: readonly UserRecord[];
  readonly #simpleQuestions = new Map<number, SimpleQuestionRecord>();
  readonly #logs = new Map<AccountRecord, EventLog>();
  /** Called with each order, so that the autopilot can work on it. */
  #onOrder: ((order: PlacedOrder) => void) | undefined;

  constructor(clock: Clock, settings: StateSettings) {
    this.clock = clock;
    this.#random = seededRandom(settings.seed);
    this.nextId = idSequence(this.#random);
    this.accounts = foundAccounts(this.nextId, this.#random, settings);
    this.#translators = foundTranslators(this.nextId);
    this.accounts.forEach((account, index) => {
      this.tokens.set(account.accessToken, account);
      for (const organization of account.organizations) this.organizations.set(organization.id, organization);
      this.#logs.set(account, this.#openLog(account, index, settings));
    });
  }

  get mainAccount(): AccountRecord {
    const [first] = this.accounts;
    if (first === undefined) throw new Error('The sandbox has no account.');
    return first;
  }

  /** A token, secret or code. */
  newSecret(): string {
    return secretText(this.#random);
  }

  nextTranslator(): UserRecord {
    const chosen = this.#translators[Math.floor(this.#random() * this.#translators.length)];
    if (chosen === undefined) throw new Error('The sandbox has no translator.');
    return chosen;
  }

  watchOrders(watcher: (order: PlacedOrder) => void): void {
    this.#onOrder = watcher;
  }

  addOrder(order: PlacedOrder): void {
    this.orders.push(order);
    this.#onOrder?.(order);
  }

  eventsOf(account: AccountRecord): EventLog {
    const log = this.#logs.get(account);
    if (log === undefined) throw new Error('The account has no event log.');
    return log;
  }

  addSimpleQuestion(question: SimpleQuestionRecord): void {
    this.#simpleQuestions.set(question.id, question);
    for (const body of question.bodies) this.bodies.set(body.id, body);
  }

  /** The question of a made-up event is created when it is first read. */
  findSimpleQuestion(id: number): SimpleQuestionRecord | undefined {
    const known = this.#simpleQuestions.get(id);
    if (known !== undefined) return known;
    const found = this.eventsOf(this.mainAccount).find(loadQuestionId.back(id));
    if (found === undefined || !('question' in found.event.subject) || found.event.subject.question.id !== id)
      return undefined;
    const question = madeUpQuestion(found.id, found.event.at, this.mainAccount);
    this.addSimpleQuestion(question);
    return question;
  }

  #openLog(account: AccountRecord, index: number, { seed, firstEventId }: StateSettings): EventLog {
    const numbers = new EventNumbers({
      first: firstEventId + index * EVENT_SPREAD,
      stride: EVENT_SPREAD * this.accounts.length,
      spread: EVENT_SPREAD,
      seed,
    });
    return new EventLog(numbers, (id, at) => madeUpEvent(id, at, account));
  }
}
