import { describeSlot } from '../describe-slot.js';
import type { LocaleFormat } from '../document.js';
import { type Entry, findLineStart, isBeyondAscii, makeEscaper, toBlocks } from './entries.js';
import { Comment, Pair, parseLines } from './parsers.js';

/**
 * Java's properties. A text's key is its own; comments right above it are its note. In a text with
 * arguments, an apostrophe is written twice, as MessageFormat reads it.
 */
export const properties: LocaleFormat = {
  name: 'properties',
  extensions: ['.properties'],
  encodings: ['latin1'],
  escapeLetter: makeEscaper('u', true),
  isBilingual: false,
  protect: 'icu',
  apostrophes: 'quote everywhere',
  read(text, context) {
    if (/\r(?!\n)/.test(text))
      context.fail(text.search(/\r(?!\n)/), 'has a line that ends in CR alone; save it with LF');
    return { root: toBlocks(text, readEntries(text), context) };
  },
};

function readEntries(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  const encode = makeEncoder(text);
  let notes: string[] = [];
  let above: number | undefined;
  for (const node of parseLines(text, true)) {
    const [start] = node.range;
    const lineStart = findLineStart(text, start);
    if (node instanceof Comment) {
      above ??= lineStart;
      notes.push(node.comment.replace(/^[#!]{1,2}/, '').trim());
      continue;
    }
    if (node instanceof Pair) {
      const [, keyEnd, valueStart = start, last = start] = node.range;
      // After a backslash at the end, the parser is one letter further.
      const valueEnd = Math.min(last, text.length);
      const raw = text.slice(valueStart, valueEnd);
      // A key alone has an empty text.
      const separator = keyEnd === valueStart ? '=' : '';
      const slot = { key: node.key, value: node.value, ...describeSlot(notes), raw };
      const place = { above: above ?? lineStart, start, valueStart, valueEnd, end: valueEnd };
      entries.push({ ...place, slot: { ...slot, encode: (value) => separator + encode(value) } });
    }
    notes = [];
    // Blank lines go with what is below them.
    above = node instanceof Pair ? undefined : lineStart;
  }
  return entries;
}

/** Files without other letters than those of ASCII may be read as ISO-8859-1, so they get escapes. */
function makeEncoder(text: string): (value: string) => string {
  const escapeLetters = makeEscaper('u', !isBeyondAscii(text));
  // Behind a key that only white space ends, a sign at the beginning would be the separator.
  return (value) =>
    escapeLetters(value.replace(/[\\\n\t\r\f\0]|^[ =:]/g, (letter) => ESCAPES[letter] ?? `\\${letter}`));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\f': '\\f',
  '\0': '\\u0000',
};
