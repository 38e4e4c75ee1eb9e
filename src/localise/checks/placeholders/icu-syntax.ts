import { type BlockType, readIcuToken } from '../icu/tokens.js';
import type { Range } from './ranges.js';

/** Where a token of ICU, or a tag, can begin. */
const START = /['{}#<]/g;
const TAG = /<\/?[\w-]+\s*\/?>/uy;

/**
 * Finds the syntax in an ICU message: arguments, tags, plurals and selects. The messages inside a plural or select are
 * not part of its syntax: they are to be translated.
 */
export function findIcuSyntax(text: string): Range[] {
  const found: Range[] = [];
  /** The plurals and selects that have not ended yet, with their indexes in `found`. */
  const open: { readonly type: BlockType; readonly index: number }[] = [];
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null; start = START.exec(text)) {
    const from = start.index;
    const token = readIcuToken(text, from, open);
    if (token === undefined) {
      TAG.lastIndex = from;
      if (TAG.test(text)) found.push([from, TAG.lastIndex]);
      START.lastIndex = Math.max(TAG.lastIndex, from + 1);
      continue;
    }
    START.lastIndex = token.to;
    if (token.kind === 'quoted') continue;
    if (token.kind === 'begin') open.push({ type: token.type, index: found.length });
    if (token.kind === 'end') open.pop();
    found.push([from, token.to]);
  }
  const endless = open[0]?.index ?? found.length;
  // After a plural that never ends, which is plain text, only whole arguments and tags count as syntax.
  const after = found.slice(endless).filter(([from, to]) => /^\{[^{}]*\}$|^</.test(text.slice(from, to)));
  return [...found.slice(0, endless), ...after];
}
