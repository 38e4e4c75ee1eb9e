import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Block,
  type LocaleFormatName,
  localeFormats,
  readLocaleFile,
  type Slot,
} from '../../../src/locale-files.js';
import { runs } from '../../runs.js';
import { filled, word } from './samples/sample.js';
import { SAMPLES } from './samples.js';

const formats = (Object.keys(SAMPLES) as LocaleFormatName[]).flatMap((format) =>
  SAMPLES[format].random.map(({ kind = '', files, words = word }) => ({
    format,
    samples: files,
    words,
    kind,
  })),
);

/** A sample with other line endings, and for another language if it names one. */
const adapted = (sample: string, ending: string, to: string): string =>
  sample.replace(/(target-language=| language=|"@@locale": ?)"de"/, `$1"${to}"`).replaceAll('\n', ending);

const listSlots = ({ parts }: Block): readonly Slot[] =>
  parts.flatMap((part) => {
    if (typeof part !== 'object') return [];
    return 'blocks' in part ? part.blocks.flatMap(listSlots) : [part];
  });

/** The text of a file between the places of some keys, and between entries with a mark that a translation removes. */
function cutAround(root: Block, changed: ReadonlySet<string>): string[] {
  const kept = [''];
  // A plural form that the file lacks has no place in it.
  const isThere = ({ parts }: Block) =>
    parts.some((part) => typeof part !== 'object' || !('raw' in part) || part.raw !== '');
  const add = (text: string): void => void kept.push((kept.pop() ?? '') + text);
  const visit = (block: Block): void => {
    if (block.translated !== undefined && listSlots(block).some(({ key }) => changed.has(key)))
      return void kept.push('');
    for (const part of block.parts) {
      if (typeof part === 'string') add(part);
      else if (typeof part === 'function') add(part({ to: undefined, isNew: false }));
      else if ('blocks' in part) {
        const inside = part.blocks.filter(isThere);
        for (const [at, inner] of inside.entries()) {
          visit(inner);
          add((at < inside.length - 1 ? part.separator : part.trailer) ?? '');
          add(inner.tail ?? '');
        }
      } else if (changed.has(part.key)) kept.push('');
      else add(part.raw);
    }
  };
  visit(root);
  return kept;
}

/** Whether a text begins with the first piece, ends with the last, and has those between them in their order. */
function isMadeOf(text: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.startsWith(first) && text.endsWith(last) && text.length - last.length >= at;
}

describe.each(formats)('$format $kind', ({ format, samples, words }) => {
  const endings = fc.constantFrom('\n', '\r\n');
  const languages = fc.constantFrom('de', 'ru', 'ja');

  test('a file without new translations stays the same, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(samples, endings, languages, async (sample, ending, to) => {
        const text = adapted(sample, ending, to);
        const file = await readLocaleFile({ text }, { format, to, target: { text } });
        expect(file.write({})).toBe(text);
        expect(file.write(file.known)).toBe(text);
      }),
      runs(),
    );
  });

  test('a translation changes its own place in an existing file, and not a byte elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        samples,
        endings,
        fc.constantFrom('', '\ufeff'),
        fc.array(fc.option(filled(words))),
        async (sample, ending, mark, values) => {
          const own = adapted(sample, ending, 'de');
          const text = mark + own;
          const file = await readLocaleFile({ text }, { format, to: 'de', target: { text } });
          const fail = (_: number, message: string) => expect.unreachable(message);
          const read = (isTarget: boolean) =>
            localeFormats[format].read(own, { to: 'de', from: undefined, isTarget, fail }).root;
          // A text without letters, and a column, come with the first translation.
          const isCopied = ({ key, text = '' }: Slot) => text !== '' && !Object.hasOwn(file.texts, key);
          fc.pre(!listSlots(read(false)).some(isCopied));
          fc.pre(format !== 'csv' || /^.*\bde\b(?!-)/.test(own));
          // What the file lacks is added to it.
          const isThere = (key: string) =>
            Object.hasOwn(file.known, key) || localeFormats[format].isBilingual;
          const given = Object.keys(file.texts).flatMap((key, at): [string, string][] =>
            isThere(key) && values[at] ? [[key, values[at]]] : [],
          );
          const changed = new Set(
            given.filter(([key, value]) => file.known[key] !== value).map(([key]) => key),
          );
          const written = file.write(new Map(given));
          const [first = '', ...rest] = cutAround(read(true), changed);
          expect(isMadeOf(written, [mark + first, ...rest])).toBe(true);
        },
      ),
      runs(),
    );
  });

  test('written translations are read back, and nothing else changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        samples,
        endings,
        languages,
        fc.array(fc.option(words)),
        fc.boolean(),
        async (sample, ending, to, values, isNew) => {
          const text = adapted(sample, ending, to);
          const target = isNew ? '' : text;
          const file = await readLocaleFile({ text }, { format, to, target: { text: target } });
          const pairs = Object.keys(file.texts).flatMap((key, at): [string, string][] => {
            const value = values[at];
            return value === undefined || value === null || value === '' ? [] : [[key, value]];
          });
          const isPart = isNew && SAMPLES[format].isTakenWhole?.(sample) === true;
          const written = file.write(new Map(pairs));
          const again = await readLocaleFile({ text }, { format, to, target: { text: written } });
          if (!isPart) expect(again.known).toEqual({ ...file.known, ...Object.fromEntries(pairs) });
          expect(again.write({})).toBe(written);
        },
      ),
      runs(300),
    );
  });
});
