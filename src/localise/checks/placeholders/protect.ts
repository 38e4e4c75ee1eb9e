import { findIcuSyntax } from './icu-syntax.js';
import { findPlaceholderRanges } from './message.js';
import { findSpecifierRanges } from './printf.js';
import { CLOSING, findEscaped, joinRanges, matchRanges, mergeRanges, OPENING, type Range } from './ranges.js';

/**
 * The placeholders that must not be translated: those of ICU messages (`{name}`, `{n, number}`, tags, and the syntax of
 * plurals and selects, but not the messages inside), of i18next (`{{name}}`, `$t(key)`), of printf (`%s`, `%1$d`, `%(name)s`,
 * `%{name}`, `%@`, `%%`; not `% d` with a space), all that are compared in translations, or every match of a regular
 * expression.
 */
export type Protect = 'icu' | 'i18next' | 'printf' | 'all' | RegExp;

/** The most braces next to triple braces that can belong to a placeholder. */
const MAX_EXTRA_BRACES = 8;

const I18NEXT = /\{\{[^{}]+\}\}|\$t\([^()]*\)/g;

/** The kinds of placeholders that can be protected by name. */
export const PROTECT_KINDS = ['icu', 'i18next', 'printf', 'all'] as const satisfies Protect[];

/** A text whose placeholders are in triple braces, which the service does not translate. */
interface ProtectedText {
  readonly body: string;
  /** The placeholders that were put in triple braces, each once. */
  readonly wrapped: readonly string[];
}

/**
 * Puts placeholders and terms in triple braces. Leaves text that is in triple braces already.
 *
 * @param findTerms finds what else is protected. @default nothing
 */
export function protectText(
  text: string,
  protect: Protect | undefined,
  findTerms?: (text: string) => readonly Range[],
): ProtectedText {
  if (protect === undefined && findTerms === undefined) return { body: text, wrapped: [] };
  const findPlaceholders = protect === undefined ? () => [] : makeProtectFinder(protect);
  const find = (part: string) => mergeRanges(findPlaceholders(part), findTerms?.(part) ?? []);
  const wrapped = new Set<string>();
  let body = '';
  let at = 0;
  for (const [from, to] of [...findEscaped(text), [text.length, text.length] as const]) {
    const unescaped = text.slice(at, from);
    // After an opening `{{{` that is never closed, our own `}}}` would close it and hide text from translators.
    body += unescaped.includes(OPENING) ? unescaped : wrapAll(unescaped, find(unescaped), wrapped);
    body += text.slice(from, to);
    at = to;
  }
  return { body, wrapped: [...wrapped] };
}

export function makeProtectFinder(protect: Protect): (text: string) => Range[] {
  if (protect === 'icu') return findIcuSyntax;
  if (protect === 'i18next') return (text) => matchRanges(text, I18NEXT);
  if (protect === 'printf') return findSpecifierRanges;
  if (protect === 'all') return findPlaceholderRanges;
  const flags = `${protect.flags.replace(/[gy]/g, '')}g`;
  const pattern = new RegExp(protect.source, flags);
  return (text) => matchRanges(text, pattern);
}

function wrapAll(text: string, ranges: readonly Range[], wrapped: Set<string>): string {
  let body = '';
  let at = 0;
  for (const [from, to] of joinRanges(ranges)) {
    body += text.slice(at, from);
    // Three braces in a row would open or close our triple braces too early, so a placeholder is split inside them.
    for (const token of text.slice(from, to).split(/(?<=\{\{)(?=\{)|(?<=\}\})(?=\})/)) {
      wrapped.add(token);
      body += `${OPENING}${padBraces(token)}${CLOSING}`;
    }
    at = to;
  }
  return body + text.slice(at);
}

/** Adds spaces around a placeholder that has braces of its own, to keep them apart from ours. */
function padBraces(token: string): string {
  return token.startsWith('{') || token.endsWith('}') ? ` ${token} ` : token;
}

/** The placeholders by how they can stand in triple braces: translators may have changed the white space there. */
function listSpellings(wrapped: readonly string[]): ReadonlyMap<string, string> {
  const tokens = new Map(wrapped.map((token) => [token.trim(), token]));
  for (const token of wrapped) tokens.set(token, token).set(padBraces(token), token);
  return tokens;
}

/** Returns a function that finds which of the placeholders a part of the protected text has in triple braces. */
export function makeWrappedFinder(wrapped: readonly string[]): (part: string) => readonly string[] {
  if (wrapped.length === 0) return () => wrapped;
  const tokens = listSpellings(wrapped);
  return (part) => {
    const found = findEscaped(part).map((range) => matchWrapped(part, range, tokens));
    return [...new Set(found.flatMap(({ token }) => token ?? []))];
  };
}

/** A text without our triple braces. */
export interface PlainText {
  readonly text: string;
  /** What was in them, with its offset in this text. */
  readonly protected: readonly { readonly token: string; readonly from: number }[];
}

/** Removes the triple braces that `protectText` added. Translators may have changed the white space in them. */
export function unwrapWithPlaces(body: string, wrapped: readonly string[]): PlainText {
  if (wrapped.length === 0) return { text: body, protected: [] };
  const tokens = listSpellings(wrapped);
  const found: { token: string; from: number }[] = [];
  let text = '';
  let at = 0;
  for (const range of findEscaped(body)) {
    const { from, to, token } = matchWrapped(body, range, tokens);
    text += body.slice(at, from);
    if (token !== undefined) found.push({ token, from: text.length });
    text += token ?? body.slice(from, to);
    at = to;
  }
  return { text: text + body.slice(at), protected: found };
}

export const unwrap = (body: string, wrapped: readonly string[]): string =>
  unwrapWithPlaces(body, wrapped).text;

/**
 * Finds which placeholder a range of triple braces holds, and the exact range to replace: more braces next to the range
 * can belong to the placeholder. The token is undefined if `protectText` did not wrap the range.
 */
function matchWrapped(text: string, [start, end]: Range, tokens: ReadonlyMap<string, string>) {
  const bracesAfter = text.slice(end, end + MAX_EXTRA_BRACES).search(/[^}]|$/);
  const inside = text.slice(start + OPENING.length, Math.min(end, start + OPENING.length + MAX_EXTRA_BRACES));
  const bracesBefore = inside.search(/[^{]|$/);
  for (let from = start; from <= start + bracesBefore; from += 1) {
    for (let to = end; to <= end + bracesAfter; to += 1) {
      const inner = text.slice(from + OPENING.length, to - CLOSING.length);
      const token = tokens.get(inner) ?? tokens.get(inner.trim());
      if (token !== undefined) return { from, to, token };
    }
  }
  return { from: start, to: end, token: undefined };
}
