import { findPlaceholderRanges } from './placeholders/message.js';
import { DATE_PART } from './placeholders/printf.js';
import { findEscaped, joinRanges, matchRanges, type Range } from './placeholders/ranges.js';

/** What stays besides placeholders: entities and addresses of the web. */
const FIXED = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});|https?:\/\/[^\s<>"]+/gi;
/** An address of mail from its sign on, and a letter of the name before it: a name is found from its end, since each word could begin one. */
const MAIL = /@[\w-]{1,64}\.[\w.]{2,64}/g;
const MAIL_NAME = /[\w.+-]/;
const LONGEST_MAIL_NAME = 64;

const DATE_PARTS = new RegExp(DATE_PART, 'g');

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
const ACCENTS = new Map([...PLAIN].map((letter, at) => [letter, ACCENTED[at] ?? letter]));
/** They are doubled: that is about a third of an English text. */
const VOWEL = /[aeiou]/i;
/** By how much of its letters a text is longer. */
const PSEUDO_GROWTH = 0.35;
const FILLER = '·';

/**
 * A text for tests of a layout, before there are translations: with accents, a third longer, and in brackets, so that what is cut
 * off or not translatable is seen. Placeholders, tags, the syntax of plurals, entities and addresses stay.
 *
 * @example pseudoTranslation('Add {count} to cart') // '[ÅÅðð {count} ţöö çååŕţ·]'
 */
export function pseudoTranslation(text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.indexOf(inner);
  let pseudo = '';
  let missing = 0;
  let at = 0;
  for (const [from, to] of [...findKeptRanges(inner), [inner.length, inner.length] as const]) {
    for (const letter of inner.slice(at, from)) {
      const accented = ACCENTS.get(letter);
      const isDoubled = VOWEL.test(letter);
      pseudo += isDoubled ? `${accented}${accented}` : (accented ?? letter);
      missing += PSEUDO_GROWTH - (isDoubled ? 1 : 0);
    }
    pseudo += inner.slice(from, to);
    at = to;
  }
  const filler = FILLER.repeat(Math.max(0, Math.round(missing)));
  return `${text.slice(0, start)}[${pseudo}${filler}]${text.slice(start + inner.length)}`;
}

/** What stays as it is, in the order of the text. */
function findKeptRanges(text: string): readonly Range[] {
  const fixed = [FIXED, DATE_PARTS].flatMap((pattern) => matchRanges(text, pattern));
  const mail = Array.from(text.matchAll(MAIL), ({ 0: { length }, index }): Range => {
    let from = index;
    while (index - from < LONGEST_MAIL_NAME && MAIL_NAME.test(text.charAt(from - 1))) from -= 1;
    return [from, index + length];
  }).filter(([from]) => text[from] !== '@');
  return joinRanges([...findPlaceholderRanges(text), ...findEscaped(text), ...fixed, ...mail]);
}
