import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { BodyRecord, CommentRecord, QuestionRecord, SimpleQuestionRecord } from '../base/records.js';
import { refuseIssues } from '../base/refusal.js';
import { commentType } from '../base/statuses.js';
import { awaitsTranslation, submitRevision, takeQuestion, touch } from '../orders/project-lifecycle.js';
import { acceptsTranslations, listUnfinished, submitTranslation } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';

/** How whole orders are translated. */
export interface TranslateOptions {
  /**
   * Whether a body of a simple question that has a translation gets no further one. Matters with `translationsPerBody`.
   * @default false
   */
  readonly onlyMissing?: boolean;
}

/** The people who translate. Tests decide what they do. */
export class Translators {
  readonly #current: () => State;

  /** @internal */
  constructor(current: () => State) {
    this.#current = current;
  }

  /**
   * Submits a translation of one body of a simple question.
   * @param text the translation. @default the original with the language in front: `[ja] Good morning`
   * @returns the id of the translation
   * @throws Error when there is no such body, or its question is closed
   */
  translateBody(questionBodyId: number, text?: string): { id: number } {
    const state = this.#currentState();
    const body = state.bodies.get(questionBodyId);
    const question = body === undefined ? undefined : state.findSimpleQuestion(body.questionId);
    if (body === undefined || question === undefined)
      throw new Error(`There is no question body ${questionBodyId}.`);
    return submit(state, question, body, text);
  }

  /**
   * Submits a translation of a project's question.
   * @param paragraphs one text for each paragraph. @default the originals with the language in front
   * @returns the number of the new revision
   * @throws Error when there is no such question, or it was cancelled or has expired
   */
  translateQuestion(questionId: number, paragraphs?: readonly string[]): { revisionNumber: number } {
    const state = this.#currentState();
    const question = this.#find(state, questionId);
    return { revisionNumber: revise(state, question, paragraphs) };
  }

  /**
   * Translates everything that is open in one order, each text as its original with the language in front.
   * @param id of the project or the simple question. No two of them have the same id, of whichever kind they are
   * @returns how many translations were submitted; 0 when nothing was open
   * @throws Error when there is no such order
   */
  translateOrder(id: number, options: TranslateOptions = {}): { translated: number } {
    refuseIssues('translators.translateOrder', checkOptions('options', options, TRANSLATE_RULES));
    return { translated: translateOpen(this.#currentState(), id, copyOwn(options)) };
  }

  /**
   * Translates everything that is open in all orders, of every account, as `translateOrder` does.
   * @returns how many translations were submitted
   */
  translateAll(options: TranslateOptions = {}): { translated: number } {
    refuseIssues('translators.translateAll', checkOptions('options', options, TRANSLATE_RULES));
    const state = this.#currentState();
    let translated = 0;
    for (const { id } of state.orders) translated += translateOpen(state, id, copyOwn(options));
    return { translated };
  }

  /**
   * Takes a project's question: its status is then `translating`.
   * @throws Error when there is no such question, or it can't be taken
   */
  takeQuestion(questionId: number): void {
    const state = this.#currentState();
    takeQuestion(state, this.#find(state, questionId), state.drawTranslator());
  }

  /**
   * Comments on a project's question, as a translator.
   * @returns the id of the comment
   * @throws Error when there is no such question, or the text is blank
   */
  commentOnQuestion(questionId: number, body: string): { id: number } {
    const state = this.#currentState();
    const question = this.#find(state, questionId);
    const comment = this.#comment(state, question.comments, body);
    touch(question, state.clock.now());
    return comment;
  }

  /**
   * Comments on a simple question's translation, as a translator.
   * @returns the id of the comment
   * @throws Error when there is no such translation, or the text is blank
   */
  commentOnTranslation(translationId: number, body: string): { id: number } {
    const state = this.#currentState();
    const translation = state.translations.get(translationId);
    if (translation === undefined) throw new Error(`There is no translation ${translationId}.`);
    const comment = this.#comment(state, translation.comments, body);
    translation.updatedAt = state.clock.now();
    return comment;
  }

  #comment(state: State, comments: CommentRecord[], body: string): { id: number } {
    if (body.trim() === '') throw new Error('A comment needs a text.');
    const now = state.clock.now();
    const id = state.nextId();
    const user = state.drawTranslator();
    comments.push({ id, typeId: commentType.written, user, createdAt: now, updatedAt: now, body });
    return { id };
  }

  #currentState(): State {
    const state = this.#current();
    state.clock.runDueTasks();
    return state;
  }

  #find(state: State, questionId: number): QuestionRecord {
    const question = state.questions.get(questionId);
    if (question === undefined) throw new Error(`There is no question ${questionId}.`);
    return question;
  }
}

const TRANSLATE_RULES: Rules<TranslateOptions> = { onlyMissing: rules.flag };

/** Translates what is open in an order, and returns how many translations that were. @throws Error when there is no such order */
function translateOpen(state: State, id: number, { onlyMissing = false }: TranslateOptions): number {
  const project = state.projects.get(id);
  if (project !== undefined) {
    const open = project.questions.filter(awaitsTranslation);
    for (const question of open) revise(state, question);
    return open.length;
  }
  const question = state.findSimpleQuestion(id);
  if (question === undefined) throw new Error(`There is no order ${id}.`);
  return acceptsTranslations(question) ? translateBodies(state, question, onlyMissing) : 0;
}

function translateBodies(state: State, question: SimpleQuestionRecord, onlyMissing: boolean): number {
  let submitted = 0;
  // Each body gets its first translation before any gets its second.
  for (let round = 0; round < (onlyMissing ? 1 : state.translationsPerBody); round += 1) {
    const bodies = listUnfinished(state, question).filter((body) => body.translations.length <= round);
    for (const body of bodies) submit(state, question, body);
    submitted += bodies.length;
  }
  return submitted;
}

function submit(
  state: State,
  question: SimpleQuestionRecord,
  body: BodyRecord,
  text?: string,
): { id: number } {
  const translation = text ?? makeUpTranslation(body.text.body, question.terms.pair.target.id);
  const { id } = submitTranslation(state, question, body, {
    text: translation,
    translator: state.drawTranslator(),
  });
  return { id };
}

/** @returns the number of the new revision */
function revise(state: State, question: QuestionRecord, paragraphs?: readonly string[]): number {
  const { id: target } = question.project.pair.target;
  const translated = paragraphs ?? question.terms.originals.map((text) => makeUpTranslation(text, target));
  return submitRevision(state, question, translated, state.drawTranslator()).number;
}

/** A translation that is easy to recognise: the original with the language in front. */
function makeUpTranslation(text: string, languageId: string): string {
  return `[${languageId}] ${text}`;
}
