import type { ParsedNode, YAMLMap } from 'yaml';
import type { List } from '../document.js';
import { findLineStart } from './entries.js';
import { isAlias, isScalar, parseDocument, visit } from './parsers.js';

export type YamlPair = YAMLMap.Parsed['items'][number];

/** The region of a pair, with the comments above it. */
export interface Cut {
  readonly begin: number;
  readonly end: number;
}

/** Where the value of a node ends in the file, without the white space after it. */
export function findEnd(node: ParsedNode | null, text: string): number {
  if (node === null) return 0;
  const [start, end] = node.range;
  if (isAlias(node)) return end;
  if (isScalar(node)) {
    if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') return end;
    const raw = text.slice(start, end);
    // The line endings after it are a part of it only if it says so.
    const isKept = /^[|>]\d*\+/.test(raw);
    const last = isKept ? raw.length - (raw.endsWith('\n') ? 1 : 0) : findLineEnd(raw, findBlankStart(raw));
    return start + raw.slice(0, last).replace(/\r$/, '').length;
  }
  const last = node.items.at(-1);
  if (node.flow || last === undefined) return end;
  return 'key' in last ? findPairEnd(last, text) : findEnd(last, text);
}

/** Where the white space at the end begins. Only of YAML: other white space can be all of a text. */
function findBlankStart(raw: string): number {
  let end = raw.length;
  while (' \t\r\n'.includes(raw[end - 1] ?? 'x')) end -= 1;
  return end;
}

export const findPairEnd = ({ key, value }: YamlPair, text: string): number =>
  Math.max(key.range[1], findEnd(value, text));

/** The end of the line of an offset, or of the text. */
export function findLineEnd(text: string, offset: number, lineEnding = '\n'): number {
  const end = text.indexOf(lineEnding, offset);
  return end === -1 ? text.length : end;
}

/** Pairs in lines of their own. @returns undefined if the first begins in the middle of a line */
export function cutLines(
  { items }: YAMLMap.Parsed,
  from: number,
  text: string,
  lineEnding: string,
): readonly Cut[] | undefined {
  const cuts: Cut[] = [];
  for (const pair of items) {
    const before = cuts.at(-1);
    const begin =
      before === undefined ? findCommentStart(pair.key.range[0], from, text) : before.end + lineEnding.length;
    if (begin === undefined) return undefined;
    cuts.push({ begin, end: findLineEnd(text, findPairEnd(pair, text), lineEnding) });
  }
  return cuts;
}

/** Where the comment lines above the line of a key begin. @returns undefined when something else is before the key */
function findCommentStart(key: number, from: number, text: string): number | undefined {
  let begin = findLineStart(text, key);
  if (begin < from || text.slice(begin, key).trim() !== '') return undefined;
  // The line of `from` belongs to what is above.
  const first = from === 0 ? 0 : findLineEnd(text, from) + 1;
  while (begin > first) {
    const above = findLineStart(text, begin - 1);
    if (above < first || !/^\s*#/.test(text.slice(above, begin))) break;
    begin = above;
  }
  return begin;
}

/** Pairs in braces. @returns undefined when they are not separated by commas alone */
export function cutFlow(map: YAMLMap.Parsed, text: string): readonly Cut[] | undefined {
  const cuts: Cut[] = [];
  let begin = map.range[0] + 1;
  for (const pair of map.items) {
    const valueEnd = findPairEnd(pair, text);
    const comma = skipSpace(text, valueEnd);
    const isLast = text[comma] === '}';
    if (!isLast && text[comma] !== ',') return undefined;
    cuts.push({ begin, end: isLast ? valueEnd : comma });
    begin = comma + 1;
  }
  return cuts;
}

/** Skips white space and comments. */
function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (/[\s#]/.test(text[at] ?? 'x')) at = text[at] === '#' ? findLineEnd(text, at) : at + 1;
  return at;
}

/** The comments right above a key, and in the line of its value. */
export function splitComments(above: string, after: string): readonly string[] {
  const lines = above.split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !/^\s*#/.test(line)) + 1;
  const right = /^[ \t]+#/.test(after) ? [after.trimStart()] : [];
  return [...lines.slice(first), ...right].map((line) => line.trim().replace(/^#+ ?/, ''));
}

const isFlow = ({ separator }: List): boolean => separator === ',';

/** Gives a block of another file the indentation of the pairs here, or puts it into braces or takes it out of them. */
export function adaptLayout(text: string, from: List, to: List, indentation: string): string {
  if (isFlow(from) !== isFlow(to)) return rewrite(text, from, to, indentation);
  if (isFlow(to)) return text;
  const lines = text.split('\n');
  const first = lines.find((line) => /^ *[^\s#]/.test(line)) ?? '';
  const own = first.length - first.trimStart().length;
  const rest = indentation.length - own;
  return lines
    .map((line) => {
      if (findBlankStart(line) === 0) return line;
      return rest >= 0 ? ' '.repeat(rest) + line : line.slice(Math.min(-rest, line.search(/[^ ]/)));
    })
    .join('\n');
}

function rewrite(text: string, from: List, to: List, indentation: string): string {
  const document = parseDocument(isFlow(from) ? `{${text}}` : text, { logLevel: 'silent' });
  if (!isFlow(to))
    return document
      .toString({ ...ONE_LINE, collectionStyle: 'block' })
      .trim()
      .replace(/^(?=.)/gm, indentation);
  // A comment would need a line of its own.
  visit(document, { Node: (_, node) => void Object.assign(node, NO_COMMENTS) });
  const written = document.toString({ ...ONE_LINE, collectionStyle: 'flow' }).trim();
  return ` ${written.slice(1, -1)}`;
}

const ONE_LINE = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
};
const NO_COMMENTS = { comment: undefined, commentBefore: undefined, spaceBefore: false };
