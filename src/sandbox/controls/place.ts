import { checkOptions } from '../base/options.js';
import type { OfAccount } from '../world/accounts.js';
import { type CallableSandbox, orderAsApplication } from './as-application.js';
import type { Translators } from './translators.js';

/** A project in the state that was asked for. */
export interface PlacedProject {
  readonly id: number;
  readonly questionIds: readonly number[];
}

/** A simple question in the state that was asked for. */
export interface PlacedSimpleQuestion {
  readonly id: number;
  readonly questionBodyIds: readonly number[];
}

interface PlacingSandbox extends CallableSandbox {
  readonly translators: Translators;
}

const PAIR = { language_id: 'en', translated_language_id: 'ja' } as const;

/**
 * Places orders and brings each into a certain state at once. An order is a request of the first account, or of `account`,
 * from English to Japanese, with a question or body for each text. Every method throws an Error when the service refuses the order.
 */
export class Place {
  readonly #sandbox: PlacingSandbox;

  /** @internal */
  constructor(sandbox: PlacingSandbox) {
    this.#sandbox = sandbox;
  }

  /** A project that nobody works on. */
  async project(
    texts: readonly string[] = ['Good morning'],
    options: OfAccount = {},
  ): Promise<PlacedProject> {
    const questions = texts.map((body) => ({ type: 'string', body }));
    const id = await orderAsApplication(this.#sandbox, 'projects', { ...termsFor(options), questions });
    const placed = this.#sandbox.currentState().projects.get(id);
    return { id, questionIds: placed?.questions.map((question) => question.id) ?? [] };
  }

  /** A project that is being translated. */
  async takenProject(texts?: readonly string[], options?: OfAccount): Promise<PlacedProject> {
    const project = await this.project(texts, options);
    for (const id of project.questionIds) this.#sandbox.translators.takeQuestion(id);
    return project;
  }

  /** A project with a translation of every question. */
  async completedProject(texts?: readonly string[], options?: OfAccount): Promise<PlacedProject> {
    const project = await this.project(texts, options);
    this.#sandbox.translators.translateOrder(project.id);
    return project;
  }

  /** A simple question that nobody works on. */
  async simpleQuestion(
    texts: readonly string[] = ['Good morning'],
    options: OfAccount = {},
  ): Promise<PlacedSimpleQuestion> {
    const order = { ...termsFor(options), question_bodies: texts.map((body) => ({ body })) };
    const id = await orderAsApplication(this.#sandbox, 'simple/questions', order);
    const placed = this.#sandbox.currentState().findSimpleQuestion(id);
    return { id, questionBodyIds: placed?.bodies.map((body) => body.id) ?? [] };
  }

  /** A simple question with all translations of every body. */
  async completedSimpleQuestion(
    texts?: readonly string[],
    options?: OfAccount,
  ): Promise<PlacedSimpleQuestion> {
    const question = await this.simpleQuestion(texts, options);
    this.#sandbox.translators.translateOrder(question.id);
    return question;
  }
}

function termsFor(options: OfAccount) {
  checkOptions('place', options, { account: ['object'] });
  return { ...PAIR, ...(options.account && { access_token: options.account.accessToken }) };
}
