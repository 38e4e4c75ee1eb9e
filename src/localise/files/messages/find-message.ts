import { HiddenTags } from '../../checks/icu/hidden-tags.js';
import { readIcuMessage } from './icu.js';
import type { MessageContext, PluralMessage } from './plural-message.js';
import { readVueMessage } from './vue.js';

/**
 * Finds the plural forms in a text.
 *
 * @param translation the text's translation so far
 * @param placeholders what texts of its format have beside ICU: tags among them are no part of a message
 * @returns undefined for a text without plural forms, or a language whose forms are unknown
 */
export function findMessage(
  text: string,
  translation: string | undefined,
  context: MessageContext,
  placeholders: RegExp | undefined,
): PluralMessage | undefined {
  const { to } = context;
  // Most texts have no braces, as each kind of message has.
  if (to === undefined || !text.includes('{')) return undefined;
  const tags = new HiddenTags(placeholders);
  const hidden = tags.hide(text);
  const earlier = translation === undefined ? undefined : tags.hide(translation);
  const message = readIcuMessage(hidden, earlier, to) ?? readVueMessage(hidden, earlier, context, to);
  if (message === undefined || !tags.hasTags) return message;
  const { forms, join } = message;
  return {
    forms: forms.map((form) => ({
      ...form,
      text: tags.show(form.text),
      known: form.known === undefined ? undefined : tags.show(form.known),
    })),
    join: (readForm, fail) => tags.show(join((id) => tags.hide(readForm(id)), fail)),
  };
}
