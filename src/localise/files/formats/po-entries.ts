import type { ReadContext } from '../document.js';
import { MAX_ENTRIES, MAX_PARTS, MAX_TEXT } from '../limits.js';
import { findStringEnd } from './end-of-string.js';

/** A comment, the beginning of a string, or a blank line. */
const LINE = /^[ \t]*(?:(#)|(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]*)?(")|(?=\r?$))/;
/** No language has more plural forms. */
export const MAX_FORMS = 6;

/** A message with the comments above it. */
export interface PoEntry {
  readonly lines: string[];
  /** Its offset in the file. */
  readonly start: number;
  /** How many lines come before `msgctxt` or `msgid`. */
  commentCount: number;
  /** The first line of each `msgstr`, as an index into `lines`. */
  readonly msgstrLines: number[];
  lastKeyword: string;
  hasPlural: boolean;
  /** Whether it was put out of use: its lines begin with `#~`. */
  isObsolete: boolean;
  /** The letters of its lines. */
  length: number;
}

/** Cuts a text into lines. */
export function splitLines(text: string, separator: string, { fail }: ReadContext): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
    lines.push(text.slice(start, end));
    start = end + separator.length;
    if (lines.length >= MAX_PARTS) fail(start, `has more than ${MAX_PARTS} lines`);
  }
  return [...lines, text.slice(start)];
}

/** Cuts a file into messages. Their content is left to gettext-parser. */
export function splitEntries(
  lines: readonly string[],
  separator: string,
  { fail }: ReadContext,
): readonly PoEntry[] {
  const begin = (start: number): PoEntry => ({
    lines: [],
    start,
    commentCount: 0,
    msgstrLines: [],
    lastKeyword: '',
    hasPlural: false,
    isObsolete: false,
    length: 0,
  });
  const pieces: PoEntry[] = [];
  let piece = begin(0);
  let offset = 0;
  for (const line of lines) {
    const { comment, keyword, isText } =
      parseLine(line) ?? fail(offset, 'is not gettext PO: expected a keyword and a quoted string');
    const begins = comment !== undefined || !isText || keyword === 'msgctxt' || keyword === 'msgid';
    const isObsolete = line.trimStart().startsWith('#~');
    const endsObsolete = piece.isObsolete && (!isObsolete || beginsObsolete(line, piece));
    if ((begins && piece.msgstrLines.length > 0) || endsObsolete) {
      pieces.push(piece);
      if (pieces.length >= MAX_ENTRIES) fail(offset, `has more than ${MAX_ENTRIES} messages`);
      piece = begin(offset);
    }
    if (isText)
      addKeyword(piece, keyword, () => fail(offset, `has ${keyword ?? 'a string'} where it is not allowed`));
    piece.lines.push(line);
    piece.isObsolete ||= isObsolete;
    piece.length += line.length + separator.length;
    // Comments alone are not parsed, such as messages that are not used any more.
    if (isText && piece.length > MAX_TEXT)
      fail(piece.start, `has a message of more than ${MAX_TEXT} letters`);
    if (piece.lastKeyword === '') piece.commentCount = piece.lines.length;
    offset += line.length + separator.length;
  }
  if (piece.lastKeyword !== '' && piece.msgstrLines.length === 0)
    fail(piece.start, 'ends in the middle of a message');
  return [...pieces, piece];
}

/** Whether a line begins another message that was put out of use. */
const beginsObsolete = (line: string, { lines }: PoEntry): boolean =>
  /^\s*#~ *(?:msgctxt|msgid) *"/.test(line) && lines.some((before) => /^\s*#~ *msgstr/.test(before));

/** What a line is; undefined if it is nothing of PO. */
function parseLine(line: string) {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [start, comment, keyword, quote] = match;
  const end = quote === undefined ? 0 : findStringEnd(line, start.length - 1);
  if (end === undefined || (quote !== undefined && !/^[ \t]*\r?$/.test(line.slice(end)))) return undefined;
  return { comment, keyword, isText: quote !== undefined };
}

/** Which keyword may follow which. gettext-parser accepts any order, and would lose texts. */
const ALLOWED_BEFORE: Readonly<Record<string, RegExp>> = {
  msgctxt: /^$/,
  msgid: /^(msgctxt)?$/,
  msgid_plural: /^msgid$/,
  msgstr: /^(msgid|msgid_plural|msgstr)$/,
};

function addKeyword(piece: PoEntry, keyword: string | undefined, fail: () => never): void {
  if (keyword === undefined) {
    if (piece.lastKeyword === '') fail();
    return;
  }
  const [name = ''] = keyword.split('[');
  if (!ALLOWED_BEFORE[name]?.test(piece.lastKeyword)) fail();
  if (name === 'msgstr') {
    const isPlural = keyword !== name;
    const at = piece.msgstrLines.length;
    if (at === MAX_FORMS || isPlural !== piece.hasPlural || (isPlural ? keyword !== `msgstr[${at}]` : at > 0))
      fail();
    piece.msgstrLines.push(piece.lines.length);
  }
  piece.hasPlural ||= name === 'msgid_plural';
  piece.lastKeyword = name;
}
