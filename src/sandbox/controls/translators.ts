import type { CommentRecord, QuestionRecord } from '../base/records.js';
import { commentType } from '../base/statuses.js';
import { submitRevision, takeQuestion, touch } from '../orders/project-lifecycle.js';
import { submitTranslation } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';

/** The people who translate. Tests decide what they do. */
export class Translators {
  readonly #current: () => State;

  /** @internal */
  constructor(current: () => State) {
    this.#current = current;
  }

  /**
   * Submits a translation of one body of a simple question.
   * @returns the id of the translation
   * @throws Error when there is no such body, or its question is closed
   */
  translateBody(questionBodyId: number, text: string): { id: number } {
    const state = this.#currentState();
    const body = state.bodies.get(questionBodyId);
    const question = body === undefined ? undefined : state.findSimpleQuestion(body.questionId);
    if (body === undefined || question === undefined)
      throw new Error(`There is no question body ${questionBodyId}.`);
    const { id } = submitTranslation(state, question, body, { text, translator: state.nextTranslator() });
    return { id };
  }

  /**
   * Submits a translation of a project's question, with one text for each paragraph.
   * @returns the number of the new revision
   * @throws Error when there is no such question, or it was cancelled or has expired
   */
  translateQuestion(questionId: number, paragraphs: readonly string[]): { revisionNumber: number } {
    const state = this.#currentState();
    const question = this.#find(state, questionId);
    return { revisionNumber: submitRevision(state, question, paragraphs, state.nextTranslator()).number };
  }

  /**
   * Takes a project's question: its status is then `translating`.
   * @throws Error when there is no such question, or it can't be taken
   */
  takeQuestion(questionId: number): void {
    const state = this.#currentState();
    takeQuestion(state, this.#find(state, questionId), state.nextTranslator());
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
    const user = state.nextTranslator();
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
