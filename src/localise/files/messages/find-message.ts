import { readIcuMessage } from './icu.js';
import type { MessageLanguages, PluralMessage } from './plural-message.js';
import { readVueMessage } from './vue.js';

/**
 * Finds the plural forms in a text.
 *
 * @param translation the text's translation so far
 * @returns undefined for a text without plural forms, or a language whose forms are unknown
 */
export function findMessage(
  text: string,
  translation: string | undefined,
  { from, to }: MessageLanguages,
): PluralMessage | undefined {
  // Most texts have no braces, as each kind of message has.
  if (to === undefined || !text.includes('{')) return undefined;
  return readIcuMessage(text, translation, to) ?? readVueMessage(text, translation, from, to);
}
