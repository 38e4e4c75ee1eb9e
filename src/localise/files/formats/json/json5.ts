import type { LocaleFormat } from '../../document.js';
import { type CommentPlace, findCommentBehind, findCommentEnd, readCommentsAbove } from '../comments.js';
import { findStringEnd } from '../end-of-string.js';
import { JSON5 } from '../parsers.js';
import { readJson } from './json.js';
import type { JsonSyntax } from './syntax.js';
import { findValueEnd, isOpen, isQuote } from './tokens.js';

/**
 * JSON as people write it by hand, JSONC and JSON5, and modules of JavaScript and TypeScript that export one object literal, such as
 * `export default { … } as const`. Keys, arrays and plural forms are those of `json`. Comments right above a text are its note. A
 * translation has the quotes of its text; comments and a comma at the end stay.
 */
export const json5: LocaleFormat = {
  name: 'json5',
  extensions: ['.json5', '.jsonc', '.js', '.mjs', '.cjs', '.mts', '.cts'],
  isBilingual: false,
  mayBeVue: true,
  read: (text, context) => readJson(text, json5Syntax, context),
};

const json5Syntax: JsonSyntax = {
  name: 'JSON5',
  memberName: 'a name',
  mayEndWithComma: true,
  blank: (text) => blankModule(blankComments(text)),
  parseSimple: (raw) => JSON5.parse(raw),
  // Asked for an object of it, the library judges names without quotes too.
  parseName: (raw) =>
    /^[A-Za-z_$][\w$]*$/.test(raw) ? raw : (Object.keys(JSON5.parse(`{${raw}:0}`))[0] ?? ''),
  describeOther: (text) => (PROGRAM.test(blankComments(text)) ? ADVICE : undefined),
  findCommentBehind: (text, start) => findCommentBehind(text, start),
  readComments,
};

/** Whatever begins otherwise than a file of texts is a program. */
const PROGRAM = /^\s*[^\s{[]/;
const ADVICE =
  'is a program, and not one literal alone, as in `export default { … }`: write its texts to a JSON file, with `JSON.stringify`, and import that';

/** White space of JavaScript that JSON lacks. */
const SPACE = /[\v\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** Where comments are, and white space that JSON does not have. */
function listGaps(text: string): readonly CommentPlace[] {
  const gaps: CommentPlace[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isQuote(code)) at = (findStringEnd(text, at) ?? text.length) - 1;
    else if (code === SLASH || SPACE.test(text.charAt(at))) {
      const end = code === SLASH ? findCommentEnd(text, at) : at + 1;
      if (end > at) gaps.push({ start: at, end });
      at = Math.max(at, end - 1);
    }
  }
  return gaps;
}

const SLASH = 0x2f;

function blankComments(text: string): string {
  let at = 0;
  let blanked = '';
  for (const { start, end } of listGaps(text)) {
    blanked += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return blanked + text.slice(at);
}

const HEAD = /^\s*(?:export\s+default|module\.exports\s*=)\s*/;
const TAIL = /^(?:as\s+const\b)?(?:\s*satisfies\s[\w.<>[\], |"']+)?$/;

/** Puts spaces into the place of what makes a module of a literal. */
function blankModule(text: string): string {
  const start = HEAD.exec(text)?.[0].length ?? 0;
  if (start === 0 || !isOpen(text.charCodeAt(start))) return text;
  const end = findValueEnd(text, start);
  const tail = text.slice(end);
  return TAIL.test(tail.trim().replace(/;$/, '').trim())
    ? ' '.repeat(start) + text.slice(start, end) + ' '.repeat(tail.length)
    : text;
}

function readComments(text: string, begin: number, start: number): readonly string[] {
  const lead = text.slice(begin, start);
  const comments = listGaps(lead).filter((gap) => lead[gap.start] === '/');
  return readCommentsAbove(lead, comments);
}
