import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
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

/** What an order is about, and who places it. */
export interface PlaceOptions extends OfAccount {
  /** The language of the texts. @default 'en' */
  readonly from?: string | undefined;
  /** The language of the translations. @default 'ja' */
  readonly to?: string | undefined;
  /** The `custom_field`; for a project, that of its first question. @default none */
  readonly key?: string | undefined;
}

/**
 * Places orders and brings each into a certain state at once. An order is a request of the first account, or of `account`,
 * with a question or body for each text. Every method throws an Error when the service refuses the order.
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
    options: PlaceOptions = {},
  ): Promise<PlacedProject> {
    const { terms, key } = readPlaceOptions(options);
    const questions = texts.map((body, at) => ({
      type: 'string',
      body,
      ...(key !== undefined && at === 0 && { custom_field: key }),
    }));
    const id = await orderAsApplication(this.#sandbox, 'projects', { ...terms, questions });
    const placed = this.#sandbox.currentState().projects.get(id);
    return { id, questionIds: placed?.questions.map((question) => question.id) ?? [] };
  }

  /** A project that is being translated. */
  async takenProject(texts?: readonly string[], options?: PlaceOptions): Promise<PlacedProject> {
    const project = await this.project(texts, options);
    for (const id of project.questionIds) this.#sandbox.translators.takeQuestion(id);
    return project;
  }

  /** A project with a translation of every question. */
  async completedProject(texts?: readonly string[], options?: PlaceOptions): Promise<PlacedProject> {
    const project = await this.project(texts, options);
    this.#sandbox.translators.translateOrder(project.id);
    return project;
  }

  /** A simple question that nobody works on. */
  async simpleQuestion(
    texts: readonly string[] = ['Good morning'],
    options: PlaceOptions = {},
  ): Promise<PlacedSimpleQuestion> {
    const { terms, key } = readPlaceOptions(options);
    const order = {
      ...terms,
      question_bodies: texts.map((body) => ({ body })),
      ...(key !== undefined && { custom_field: key }),
    };
    const id = await orderAsApplication(this.#sandbox, 'simple/questions', order);
    const placed = this.#sandbox.currentState().findSimpleQuestion(id);
    return { id, questionBodyIds: placed?.bodies.map((body) => body.id) ?? [] };
  }

  /** A simple question with all translations of every body. */
  async completedSimpleQuestion(
    texts?: readonly string[],
    options?: PlaceOptions,
  ): Promise<PlacedSimpleQuestion> {
    const question = await this.simpleQuestion(texts, options);
    this.#sandbox.translators.translateOrder(question.id);
    return question;
  }
}

const PLACE_OPTIONS: Rules<PlaceOptions> = {
  account: rules.kind('object'),
  from: rules.kind('string'),
  to: rules.kind('string'),
  key: rules.kind('string'),
};

function readPlaceOptions(options: PlaceOptions) {
  refuseIssues('place', checkOptions('options', options, PLACE_OPTIONS));
  const { account, from = 'en', to = 'ja', key } = copyOwn(options);
  const terms = {
    language_id: from,
    translated_language_id: to,
    ...(account && { access_token: account.accessToken }),
  };
  return { terms, key };
}
