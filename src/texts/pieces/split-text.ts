import { escapedRanges } from './placeholders.js';

/** The most that a piece holds. */
export interface PieceLimits {
  /** Code points. */
  readonly letters: number;
  /** Bytes as JSON. */
  readonly bytes: number;
}

/** A text in its parts: what stands before, between and after the pieces at even places, the pieces at odd ones. */
export type Parts = readonly string[];

/** A place where a text can be cut: the white space there, and how well it suits. */
interface Cut {
  readonly from: number;
  readonly to: number;
  /** 3 between paragraphs, 2 between lines, 1 between sentences, 0 between words. */
  readonly rank: number;
}

const CUTS = /\s+|(?<=[。！？])/g;

/** The most bytes that a text takes in a JSON body. Called for every text, so it makes no copy. */
export function jsonBytes(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) bytes += bytesOf(text.charCodeAt(at));
  return bytes;
}

/**
 * Splits a text into pieces within the limits: between paragraphs if possible, else between lines, sentences, words, or
 * in the end anywhere but within triple braces. The white space around and between the pieces is kept apart.
 */
export function splitText(text: string, limits: PieceLimits): Parts {
  const core = text.trim();
  const begin = text.length - text.trimStart().length;
  const before = text.slice(0, begin);
  const after = text.slice(begin + core.length);
  if (core === '') return [text];
  if (fits(core, limits)) return [before, core, after];
  return [before, ...cutCore(core, limits), after];
}

function fits(text: string, { letters, bytes }: PieceLimits): boolean {
  // A code unit is at most 6 bytes of JSON.
  return text.length <= letters && (text.length * 6 + 2 <= bytes || jsonBytes(text) <= bytes);
}

/** The pieces, and what stands between them. */
function cutCore(text: string, limits: PieceLimits): string[] {
  const cuts = cutsOf(text);
  const kept = escapedRanges(text);
  const parts: string[] = [];
  let from = 0;
  let first = 0;
  while (from < text.length) {
    const reach = reachOf(text, from, limits);
    if (reach >= text.length) break;
    let best: Cut | undefined;
    while ((cuts[first]?.from ?? Number.POSITIVE_INFINITY) <= from) first += 1;
    for (let at = first; (cuts[at]?.from ?? Number.POSITIVE_INFINITY) <= reach; at += 1) {
      const cut = cuts[at];
      if (cut !== undefined && cut.rank >= (best?.rank ?? 0)) best = cut;
    }
    const hard = outsideBraces(kept, reach, from);
    const { from: end, to } = best ?? { from: hard, to: hard };
    if (end >= text.length) break;
    // Beside triple braces, where no cut fits, there can be white space.
    const piece = text.slice(from, end).trimEnd();
    const next = to + text.slice(to).search(/\S|$/);
    parts.push(piece, text.slice(from + piece.length, next));
    from = next;
  }
  return [...parts, text.slice(from)];
}

function cutsOf(text: string): Cut[] {
  const kept = escapedRanges(text);
  let block = 0;
  const cuts: Cut[] = [];
  for (const { 0: gap, index } of text.matchAll(CUTS)) {
    while ((kept[block]?.[1] ?? Number.POSITIVE_INFINITY) <= index) block += 1;
    const isKept = (kept[block]?.[0] ?? Number.POSITIVE_INFINITY) < index;
    if (!isKept && index > 0)
      cuts.push({ from: index, to: index + gap.length, rank: rankOf(gap, text[index - 1]) });
  }
  return cuts;
}

function rankOf(gap: string, before: string | undefined): number {
  const lines = gap.split(/\r\n|\r|\n/).length - 1;
  if (lines > 0) return lines > 1 ? 3 : 2;
  return /[.!?。！？]/.test(before ?? '') ? 1 : 0;
}

/** The place up to which the text from `from` on fits; at least one code point further. */
function reachOf(text: string, from: number, { letters, bytes }: PieceLimits): number {
  let at = from;
  let size = 2;
  for (let count = 0; at < text.length && count < letters; count += 1) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    size += jsonBytes(letter) - 2;
    if (size > bytes && count > 0) return at;
    at += letter.length;
  }
  return at;
}

/** Bytes of a code unit; both halves of a pair have two. */
function bytesOf(code: number): number {
  if (code < 0x20) return 6;
  if (code < 0x80) return code === 0x22 || code === 0x5c ? 2 : 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

/** The place itself, or the nearest one that is not within triple braces. */
function outsideBraces(kept: ReturnType<typeof escapedRanges>, place: number, from: number): number {
  const block = kept.find(([start, end]) => start < place && place < end);
  if (block === undefined) return place;
  return block[0] > from ? block[0] : block[1];
}
