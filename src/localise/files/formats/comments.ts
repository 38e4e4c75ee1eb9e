import type { Block, Part } from '../document.js';

const LINE_END = /[\n\r\u2028\u2029]/g;

/** The offset after a comment as in JavaScript; its own if none begins there. @param hasHash whether `#` begins one too, as in PHP */
export function findCommentEnd(text: string, start: number, hasHash = false): number {
  if (text.startsWith('/*', start)) {
    const end = text.indexOf('*/', start + 2);
    // Without an end, it is the rest: looked for at each beginning, the end would take quadratic time.
    return end === -1 ? text.length : end + 2;
  }
  if (!text.startsWith('//', start) && !(hasHash && text[start] === '#')) return start;
  LINE_END.lastIndex = start;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** What a comment says, without its marks. */
const readComment = (comment: string): string =>
  comment.startsWith('/*')
    ? comment
        .slice(2, -2)
        .split('\n')
        .map((line) => line.replace(/^\s*\*+/, '').trim())
        .join('\n')
        .trim()
    : comment.replace(/^(?:\/\/+|#+)/, '').trim();

/** Where a comment is. */
export interface CommentPlace {
  readonly start: number;
  readonly end: number;
}

/** The comments of a text that has no strings. */
export function listComments(text: string, hasHash = false): readonly CommentPlace[] {
  const comments: CommentPlace[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const end = findCommentEnd(text, at, hasHash);
    if (end > at) comments.push({ start: at, end });
    at = Math.max(at, end - 1);
  }
  return comments;
}

/**
 * What the comments right above something say, with no blank line between. One in the line of what is before is about that.
 *
 * @param lead what is before it
 * @param comments all that are in `lead`
 */
export function readCommentsAbove(lead: string, comments: readonly CommentPlace[]): readonly string[] {
  const ownLine = lead.indexOf('\n');
  const own = comments.filter(({ start }) => ownLine !== -1 && start > ownLine);
  const first = own.findLastIndex(({ end }, at) => /\n[^\S\n]*\n/.test(lead.slice(end, own[at + 1]?.start)));
  return own.slice(first + 1).map(({ start, end }) => readComment(lead.slice(start, end)));
}

/** The offset after a comment that ends the line; `start` when there is none. @param hasHash whether `#` begins one */
export function findCommentBehind(text: string, start: number, hasHash = false): number {
  const at = findBlankEnd(text, start);
  const end = findCommentEnd(text, at, hasHash);
  const lineEnd = findBlankEnd(text, end);
  return end > at && /^[\n\r]/.test(text.charAt(lineEnd)) ? lineEnd : start;
}

function findBlankEnd(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

/** The parts of blocks of which none is ever left out, with commas. @param trailer what is behind the last one */
export const joinBlocks = (blocks: readonly Block[], trailer: string): readonly Part[] =>
  blocks.flatMap(({ parts, tail = '' }, at) => [...parts, (at === blocks.length - 1 ? trailer : ',') + tail]);
