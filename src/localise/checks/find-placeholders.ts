import { isShown, scanText } from './placeholders/message.js';
import { makeProtectFinder, PROTECT_KINDS, type Protect } from './placeholders/protect.js';
import { findEscaped, joinRanges, makeRangeCursor, type Range } from './placeholders/ranges.js';
import { readSourceText, type SourceTexts } from './source-text.js';

const MAX_EXAMPLES = 3;

/** The placeholders of some texts. */
export interface FoundPlaceholders {
  /** How many there are, tags included. A plural or select counts once, besides the placeholders in it. */
  readonly count: number;
  /** How many of them translators can change, since they are not protected. */
  readonly unprotected: number;
  /** Some of these, at most three. */
  readonly examples: readonly string[];
  /** What protects all of them, for the option `protect`; undefined when nothing more needs to be protected. */
  readonly protect: Exclude<Protect, RegExp> | undefined;
}

/**
 * Finds the placeholders in texts, and how to keep them from being translated.
 *
 * @param protect what is protected already, as `orderTexts` gets it. @default nothing besides what is in triple braces
 * @throws InputError when a text is not a string, or an object with a text
 */
export function findPlaceholders(texts: SourceTexts, protect?: Protect): FoundPlaceholders {
  const isProtected = makeRangeFinder(protect);
  const kinds = PROTECT_KINDS.map((kind) => ({ kind, covers: makeRangeFinder(kind), missed: 0 }));
  const examples = new Set<string>();
  let [count, unprotected] = [0, 0];
  for (const [key, source] of Object.entries(texts)) {
    const text = readSourceText(key, source);
    const parts = scanText(text).parts.filter(isShown);
    if (parts.length === 0) continue;
    const ranges = parts.map(({ from, to }) => [from, to] as const);
    count += parts.length;
    for (const open of findUncovered(ranges, isProtected(text))) {
      unprotected += 1;
      const { shown = '' } = parts[open] ?? {};
      if (examples.size < MAX_EXAMPLES) examples.add(shown);
    }
    for (const kind of kinds) kind.missed += findUncovered(ranges, kind.covers(text)).length;
  }
  const best = kinds.find(({ missed }) => missed === 0)?.kind ?? 'all';
  return { count, unprotected, examples: [...examples], protect: unprotected === 0 ? undefined : best };
}

/** Returns a function that finds the ranges that are protected in a text, in order. */
function makeRangeFinder(protect: Protect | undefined): (text: string) => readonly Range[] {
  const find = protect === undefined ? (): Range[] => [] : makeProtectFinder(protect);
  return (text) => joinRanges([...find(text), ...findEscaped(text)]);
}

/** The indexes of the ranges that are not within others. Both lists are in order, and the others do not touch. */
function findUncovered(ranges: readonly Range[], covered: readonly Range[]): number[] {
  const otherAfter = makeRangeCursor(covered);
  return ranges.flatMap(([start, end], index) => {
    const [from, to] = otherAfter(start) ?? [end, start];
    return from <= start && end <= to ? [] : [index];
  });
}
