import { awaitsTranslation } from '../orders/project-lifecycle.js';
import { acceptsTranslations, unfinishedBodies } from '../orders/simple-lifecycle.js';
import type { State } from '../world/state.js';
import type { PlacedOrder } from '../world/stored-state.js';
import type { SandboxHandle } from './sandbox-handle.js';

/** What to translate: one text, one question, one order, or everything. */
export interface TranslationTarget {
  readonly questionBodyId?: number;
  readonly questionId?: number;
  readonly orderId?: number;
  readonly all?: boolean;
  /** Whether bodies that have a translation get no further one. For an order or `all`. @default false */
  readonly once?: boolean;
  /** The translation of a body. @default the original with the language in front */
  readonly text?: string;
  /** The translations of a question, one for each of its texts. @default the originals with the language in front */
  readonly texts?: readonly string[];
}

/**
 * Translates those texts and questions of it that are still open. Each body of a simple question gets all of its
 * translations, unless `once` is set.
 * @returns how many translations were submitted
 * @throws Error when there is no such text, question or order, or a single one can't be translated
 */
export function translate(sandbox: SandboxHandle, target: TranslationTarget): { translated: number } {
  const state = sandbox.currentState();
  const { questionBodyId, questionId, orderId, all = false, once = false } = target;
  const named = [questionBodyId, questionId, orderId].filter((id) => id !== undefined).length;
  if (named + (all ? 1 : 0) !== 1)
    throw new Error('Name one of questionBodyId, questionId and orderId, or set `all` to true.');
  if (questionBodyId !== undefined) {
    sandbox.translators.translateBody(questionBodyId, target.text ?? fakeBody(state, questionBodyId));
    return { translated: 1 };
  }
  if (questionId !== undefined) {
    sandbox.translators.translateQuestion(questionId, target.texts ?? fakeQuestion(state, questionId));
    return { translated: 1 };
  }
  const orders = all ? state.orders : state.orders.filter(({ id }) => id === orderId);
  if (orderId !== undefined && orders.length === 0) throw new Error(`There is no order ${orderId}.`);
  let translated = 0;
  for (const order of orders) translated += translateOrder(sandbox, state, order, once);
  return { translated };
}

function translateOrder(
  sandbox: SandboxHandle,
  state: State,
  { kind, id }: PlacedOrder,
  once: boolean,
): number {
  if (kind === 'project') {
    const questions = state.projects.get(id)?.questions.filter(awaitsTranslation) ?? [];
    for (const question of questions)
      sandbox.translators.translateQuestion(question.id, fakeQuestion(state, question.id));
    return questions.length;
  }
  const question = state.findSimpleQuestion(id);
  if (question === undefined || !acceptsTranslations(question)) return 0;
  let submitted = 0;
  for (let round = 0; round < (once ? 1 : state.translationsPerBody); round += 1) {
    const bodies = unfinishedBodies(state, question).filter((body) => body.translations.length <= round);
    for (const body of bodies) sandbox.translators.translateBody(body.id, fakeBody(state, body.id));
    submitted += bodies.length;
  }
  return submitted;
}

/** Empty when there is no such body. Translators.translateBody then throws. */
function fakeBody(state: State, id: number): string {
  const body = state.bodies.get(id);
  const question = body && state.findSimpleQuestion(body.questionId);
  return body && question ? `[${question.terms.pair.target.id}] ${body.text.body}` : '';
}

function fakeQuestion(state: State, id: number): string[] {
  const question = state.questions.get(id);
  return question?.terms.originals.map((text) => `[${question.project.pair.target.id}] ${text}`) ?? [];
}
