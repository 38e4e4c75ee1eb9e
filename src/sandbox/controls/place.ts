import type { State } from '../world/state.js';
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

interface Placing {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly translators: Translators;
  settled(): State;
}

const PAIR = { language_id: 'en', translated_language_id: 'ja' } as const;

/**
 * Orders that are in a certain state at once. They are placed by requests of the first account, from English to Japanese,
 * with a question or body for each text. Every method throws an Error when the service does not take the order.
 */
export class Place {
  readonly #sandbox: Placing;

  /** @internal */
  constructor(sandbox: Placing) {
    this.#sandbox = sandbox;
  }

  /** A project that nobody works on. */
  async project(texts: readonly string[] = ['Good morning']): Promise<PlacedProject> {
    const questions = texts.map((body) => ({ type: 'string', body }));
    const id = await this.#order('projects', { ...PAIR, questions });
    const placed = this.#sandbox.settled().projects.get(id);
    return { id, questionIds: placed?.questions.map((question) => question.id) ?? [] };
  }

  /** A project that is being translated. */
  async takenProject(texts?: readonly string[]): Promise<PlacedProject> {
    const project = await this.project(texts);
    for (const id of project.questionIds) this.#sandbox.translators.takeQuestion(id);
    return project;
  }

  /** A project with a translation of every question. */
  async completedProject(texts?: readonly string[]): Promise<PlacedProject> {
    const project = await this.project(texts);
    for (const id of project.questionIds) {
      const originals = this.#sandbox.settled().questions.get(id)?.terms.originals ?? [];
      this.#sandbox.translators.translateQuestion(id, originals.map(pretend));
    }
    return project;
  }

  /** A simple question that nobody works on. */
  async simpleQuestion(texts: readonly string[] = ['Good morning']): Promise<PlacedSimpleQuestion> {
    const order = { ...PAIR, question_bodies: texts.map((body) => ({ body })) };
    const id = await this.#order('simple/questions', order);
    const placed = this.#sandbox.settled().findSimpleQuestion(id);
    return { id, questionBodyIds: placed?.bodies.map((body) => body.id) ?? [] };
  }

  /** A simple question with a translation of every body. */
  async completedSimpleQuestion(texts?: readonly string[]): Promise<PlacedSimpleQuestion> {
    const question = await this.simpleQuestion(texts);
    for (const id of question.questionBodyIds) {
      const original = this.#sandbox.settled().bodies.get(id)?.text.body ?? '';
      this.#sandbox.translators.translateBody(id, pretend(original));
    }
    return question;
  }

  async #order(path: string, order: object): Promise<number> {
    const { baseUrl, fetch, settled } = this.#sandbox;
    const body = JSON.stringify({ ...order, access_token: settled().mainAccount.accessToken });
    const headers = { 'content-type': 'application/json' };
    const url = `${baseUrl}/api/v1/${path}`;
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    if (response.status !== 201)
      throw new Error(`The service answered ${response.status}: ${await response.text()}`);
    return Number(/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]);
  }
}

function pretend(text: string): string {
  return `[${PAIR.translated_language_id}] ${text}`;
}
