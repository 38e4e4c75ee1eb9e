import { type FoundPlaceholders, findPlaceholders, type OrderTextsOptions } from '../../texts.js';
import { formatNumber } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import type { Quote } from './session-unit.js';

/** Finds the placeholders of the texts that are ordered. */
export function findOrderedPlaceholders({
  texts,
  known = {},
  to,
  protect,
}: OrderTextsOptions): FoundPlaceholders {
  const ordered = Object.entries(texts).filter(([key]) =>
    to.some((language) => !hasText(known[language], key)),
  );
  return findPlaceholders(Object.fromEntries(ordered), protect);
}

const hasText = (texts: Readonly<Record<string, string>> = {}, key: string): boolean =>
  Object.hasOwn(texts, key) && Boolean(texts[key]);

/**
 * Says which placeholders translators could change, and how to protect them. Each file once. Texts whose orders are placed would
 * be new texts with another protection, and be paid for again: of these, nothing is said.
 */
export function describeUnprotected(quotes: readonly Quote[]): readonly SafeText[] {
  const open = quotes.filter(
    ({ placeholders, points, placed }) => placeholders.unprotected > 0 && points > 0 && placed === 0,
  );
  const files = new Map(open.map(({ unit, placeholders }) => [unit.source, placeholders]));
  return [...files].map(([source, { unprotected, examples, protect = 'all' }]) => {
    const many =
      unprotected === 1 ? '1 placeholder that is' : `${formatNumber(unprotected)} placeholders that are`;
    const such = examples.join(', ').replace(/, (?=[^,]*$)/, ' and ');
    return say`${source} has ${many} not protected, such as ${such}. To keep translators from changing them, add --protect ${protect}.\n`;
  });
}
