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
 * Translates what is named.
 * @returns how many translations were submitted
 * @throws Error when there is no such text, question or order, or a single one can't be translated
 */
export function translate({ translators }: SandboxHandle, target: TranslationTarget): { translated: number } {
  const { questionBodyId, questionId, orderId, all = false, once = false, text, texts } = target;
  const named = [questionBodyId, questionId, orderId].filter((id) => id !== undefined).length;
  if (named + (all ? 1 : 0) !== 1)
    throw new Error('Name one of questionBodyId, questionId and orderId, or set `all` to true.');
  if (orderId !== undefined) return translators.translateOrder(orderId, { once });
  if (all) return translators.translateAll({ once });
  if (questionBodyId !== undefined) translators.translateBody(questionBodyId, text);
  if (questionId !== undefined) translators.translateQuestion(questionId, texts);
  return { translated: 1 };
}
