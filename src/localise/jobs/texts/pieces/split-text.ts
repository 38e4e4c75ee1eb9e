import { findEscaped, makeRangeCursor, type Range } from '../../../checks/placeholders/ranges.js';

/** The most that a piece may hold. */
export interface PieceLimits {
  /** Code points. */
  readonly letters: number;
  /** Bytes as JSON. */
  readonly bytes: number;
}

/** A gap of white space at which a text can be cut, and how good a cut it is. */
interface TextCut {
  readonly from: number;
  readonly to: number;
  /** 3 between paragraphs, 2 between lines, 1 between sentences, 0 between words. */
  readonly rank: number;
}

const CUTS = /\s+|(?<=[。！？])/g;

/** An upper bound of the bytes of a text in a JSON body. It runs for every text, so it makes no copy. */
export function measureJson(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) bytes += countJsonBytes(text.charCodeAt(at));
  return bytes;
}

/**
 * Splits a text into pieces within the limits: between paragraphs if possible, else between lines, sentences or words,
 * else anywhere outside triple braces. Pieces are at odd indexes; before, between and after them, white space at even ones.
 */
export function splitText(text: string, limits: PieceLimits): readonly string[] {
  const core = text.trim();
  const begin = text.length - text.trimStart().length;
  const before = text.slice(0, begin);
  const after = text.slice(begin + core.length);
  if (core === '') return [text];
  if (isWithin(core, limits)) return [before, core, after];
  return [before, ...cutCore(core, limits), after];
}

function isWithin(text: string, { letters, bytes }: PieceLimits): boolean {
  return text.length <= letters && measureJson(text) <= bytes;
}

/** The pieces of a text without outer white space, with the white space between them. */
function cutCore(text: string, limits: PieceLimits): string[] {
  const cuts = findCuts(text);
  const keptAfter = makeRangeCursor(findEscaped(text));
  const parts: string[] = [];
  let from = 0;
  let first = 0;
  while (from < text.length) {
    const reach = findReach(text, from, limits);
    if (reach >= text.length) break;
    let best: TextCut | undefined;
    while ((cuts[first]?.from ?? Number.POSITIVE_INFINITY) <= from) first += 1;
    for (let at = first; (cuts[at]?.from ?? Number.POSITIVE_INFINITY) <= reach; at += 1) {
      const cut = cuts[at];
      if (cut !== undefined && cut.rank >= (best?.rank ?? 0)) best = cut;
    }
    const hard = moveOutsideBraces(keptAfter(reach), reach, from);
    const { from: end, to } = best ?? { from: hard, to: hard };
    if (end >= text.length) break;
    // A cut beside triple braces can leave white space at the ends of the pieces.
    const piece = text.slice(from, end).trimEnd();
    const next = to + text.slice(to).search(/\S|$/);
    parts.push(piece, text.slice(from + piece.length, next));
    from = next;
  }
  return [...parts, text.slice(from)];
}

function findCuts(text: string): TextCut[] {
  const keptAfter = makeRangeCursor(findEscaped(text));
  const cuts: TextCut[] = [];
  for (const { 0: gap, index } of text.matchAll(CUTS)) {
    const isKept = (keptAfter(index)?.[0] ?? Number.POSITIVE_INFINITY) < index;
    if (!isKept) cuts.push({ from: index, to: index + gap.length, rank: rankCut(gap, text[index - 1]) });
  }
  return cuts;
}

function rankCut(gap: string, before: string | undefined): number {
  const lines = gap.split(/\r\n|\r|\n/).length - 1;
  if (lines > 0) return lines > 1 ? 3 : 2;
  return /[.!?。！？]/.test(before ?? '') ? 1 : 0;
}

/** The furthest end of a piece that starts at `from` and fits the limits; at least one code point. */
function findReach(text: string, from: number, { letters, bytes }: PieceLimits): number {
  let at = from;
  let size = 2;
  for (let count = 0; at < text.length && count < letters; count += 1) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    size += measureJson(letter) - 2;
    if (size > bytes && count > 0) return at;
    at += letter.length;
  }
  return at;
}

/** Bytes of a code unit in JSON; each half of a surrogate pair counts as two. */
function countJsonBytes(code: number): number {
  if (code < 0x20) return 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** The index itself; if it is inside the triple braces, their start or end. @param block the first that ends after it */
function moveOutsideBraces(block: Range | undefined, index: number, from: number): number {
  if (block === undefined || block[0] >= index) return index;
  return block[0] > from ? block[0] : block[1];
}
