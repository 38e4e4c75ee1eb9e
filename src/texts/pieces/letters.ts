import { escapedParts } from './placeholders.js';

/** Whether there is anything to translate: not only white space, triple braces and, in HTML, tags. */
export function hasLetters(text: string, html: boolean): boolean {
  if (!html && !text.includes('{{{')) return text.trim() !== '';
  let rest = '';
  let at = 0;
  for (const [from, to] of escapedParts(text)) {
    rest += text.slice(at, from);
    at = to;
  }
  rest = (rest + text.slice(at)).replaceAll('{{{', '').replaceAll('}}}', '');
  return (html ? rest.replace(/<[^<>]*>/g, '') : rest).trim() !== '';
}
