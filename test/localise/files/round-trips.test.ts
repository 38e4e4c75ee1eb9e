import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document, parseDocument, type ToStringOptions } from 'yaml';
import {
  type Block,
  type LocaleFormatName,
  localeFormats,
  readLocaleFile,
  type Slot,
} from '../../../src/locale-files.js';
import { runs } from '../../runs.js';

/** Words with everything that a format could mistake for its syntax. */
const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.stringMatching(/^[\\"'<>&{}#@? \n\t%;=,:[\]$|a-c]{1,12}$/),
  fc.constantFrom(
    '__proto__',
    'constructor',
    ']]>',
    '<b>',
    '&amp;',
    '\\u0041',
    '\\n',
    '"',
    "'",
    '日本語',
    '😀',
    '\u2028',
    'msgid "x"',
    '-->',
    '@string/x',
    ' x ',
    'a  b',
  ),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u;
const xmlWord = word.filter((text) => !FORBIDDEN.test(text));
const filled = (item: fc.Arbitrary<string>) => item.filter((text) => text.trim() !== '');
const space = fc.stringMatching(/^[ \n]{0,3}$/);

const jsonName = fc.oneof(
  { weight: 3, arbitrary: word.filter((key) => !key.includes('.')) },
  fc.constantFrom('one', 'few', 'other', 'a_one', 'a_many', 'a_other', 'a_ordinal_one', 'a_ordinal_other'),
);

const jsonValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom(1, true, null, {}, []),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(jsonName, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const json = fc
  .tuple(fc.dictionary(jsonName, jsonValue, { maxKeys: 6 }), fc.constantFrom('', 2, '\t'), space)
  .map(([value, indent, end]) => `${JSON.stringify(value, null, indent)}${end}`);

const name = filled(word).filter((text) => !/^@|^\/\/|^_+comment|^\$/i.test(text));
const shaped = (make: (texts: readonly (readonly [string, string])[]) => unknown) =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, word), { selector: ([key]) => key, minLength: 1, maxLength: 6 }),
      fc.constantFrom('', 2),
    )
    .map(([texts, indent]) => JSON.stringify(make(texts), null, indent));
const chrome = shaped((texts) =>
  Object.fromEntries(
    texts.map(([key, message]) => [
      key,
      { message, description: key, placeholders: { a: { content: '$1', example: message } } },
    ]),
  ),
);
const extractedList = shaped((texts) =>
  texts.map(([id, defaultMessage]) => ({ id, file: 'a.ts', defaultMessage, description: { id } })),
);
const arb = shaped((texts) =>
  Object.fromEntries([
    ['@@locale', 'de'],
    ...texts.flatMap(([key, text]) => [
      [key, text],
      [`@${key}`, { description: text }],
    ]),
  ]),
);

const quoted = (text: string) =>
  `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;
const poWord = word.filter((text) => !/[\0\u0085\u2028\u2029]|\p{Cs}/u.test(text));
const po = fc
  .uniqueArray(
    fc.record({ id: filled(poWord), str: poWord, isFuzzy: fc.boolean(), isPlural: fc.boolean() }),
    {
      selector: ({ id }) => id,
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((messages) =>
    messages
      .map(({ id, str, isFuzzy, isPlural }) =>
        [
          ...(isFuzzy ? ['#, fuzzy'] : ['# a comment']),
          `msgid ${quoted(id)}`,
          ...(isPlural
            ? [`msgid_plural ${quoted(`${id}s`)}`, `msgstr[0] ${quoted(str)}`, 'msgstr[1] ""']
            : [`msgstr ${quoted(str)}`]),
        ].join('\n'),
      )
      .join('\n\n'),
  );

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
const xliff = fc
  .array(fc.record({ source: filled(xmlWord), target: fc.option(xmlWord), gap: space, tag: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((units) => {
    const body = units.map(
      ({ source, target, gap, tag }, at) =>
        `${gap}<trans-unit id="${at}"><source>${xml(source)}${tag ? '<x id="1"/>' : ''}</source>${gap}${target === null ? '' : `<target>${xml(target)}</target>`}</trans-unit><!-- ${at} -->`,
    );
    return `<xliff version="1.2"><file source-language="en" target-language="de"><body>${body.join('')}</body></file></xliff>`;
  });

const android = fc
  .array(fc.record({ text: filled(xmlWord), gap: space, isCData: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((strings) => {
    const body = strings.map(({ text, gap, isCData }, at) => {
      const own = isCData ? `<![CDATA[${text.replaceAll(']]>', '')}]]>` : xml(text);
      return `${gap}<string name="s${at}">${own}</string>`;
    });
    return `<resources>${body.join('')}\n</resources>\n`;
  });

const yamlKey = fc.oneof(
  word.filter((key) => !key.includes('.') && key !== '<<'),
  fc.constantFrom('one', 'other'),
);
const yamlValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom(1, true, null, {}, [], 'a\n\nb\n', 'x\n'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(yamlKey, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const yaml = fc
  .tuple(
    fc.dictionary(yamlKey, yamlValue, { minKeys: 1, maxKeys: 6 }),
    fc.record({
      indent: fc.integer({ min: 1, max: 5 }),
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultStringType: fc.constantFrom(
        'PLAIN',
        'QUOTE_DOUBLE',
        'QUOTE_SINGLE',
        'BLOCK_LITERAL',
        'BLOCK_FOLDED',
      ),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20),
    }),
    fc.constantFrom('', '# a comment\n\n', '---\n', '# a comment\n'),
  )
  .map(([value, options, begin]) => {
    const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false });
    return begin + document.toString({ ...options, defaultKeyType: 'PLAIN' } as ToStringOptions);
  })
  // The library writes a few that it does not read.
  .filter((text) => parseDocument(text).errors.length === 0);

const pairs = fc.uniqueArray(
  fc.record({ key: filled(word), text: word, note: fc.constantFrom('', 'a note', '\n', 'header\n\n') }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 6 },
);
const string = (text: string): string =>
  `"${text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replace(/\p{Cs}|\0/gu, '\\Ud800')}"`;
const strings = fc.tuple(pairs, fc.boolean()).map(([entries, isInLine]) =>
  entries
    .map(({ key, text, note }) => {
      const comment = `/* ${note.replaceAll('*/', '')} */${isInLine ? '' : '\n'}`;
      return `${comment}${string(key)} = ${string(text)};${isInLine ? ' // behind' : ''}\n`;
    })
    .join(''),
);
const property = (text: string): string =>
  text
    .replace(/[\\:=#! \t]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\f', '\\f')
    .replace(/\p{Cs}|\0/gu, '\\ud800');
const properties = fc
  .tuple(pairs, fc.constantFrom('=', ' = ', ': ', ' ', '\t=\\\n  '))
  .map(([entries, separator]) =>
    entries
      .map(
        ({ key, text, note }) =>
          `${note.replace(/^(?=.)/gm, '# ')}\n${property(key)}${separator}${property(text)}`,
      )
      .join('\n'),
  );

const unit = fc
  .record({ state: fc.constantFrom('translated', 'new', 'needs_review'), value: word })
  .map((stringUnit) => ({ stringUnit }));
const forms = fc.record({ one: unit, other: unit }).map((plural) => ({ variations: { plural } }));
const xcstrings = fc
  .tuple(
    fc.dictionary(
      word,
      fc.oneof(
        fc.constant({}),
        fc.record({ comment: word }),
        fc.record({ localizations: fc.record({ de: unit }, { requiredKeys: [] }) }),
        fc.record({
          localizations: fc.record(
            { en: forms, de: fc.oneof(unit, forms), fr: unit },
            { requiredKeys: ['en'] },
          ),
        }),
        fc.constant({ shouldTranslate: false }),
      ),
      { maxKeys: 5 },
    ),
    fc.constantFrom('', 2, '\t'),
  )
  .map(([strings, indent]) =>
    JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, indent),
  );

const makeCell = fc
  .tuple(word, fc.boolean())
  .map(([text, isQuoted]) =>
    isQuoted || /^\s|["\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
const csv = fc
  .tuple(
    fc.constantFrom('key;text', 'text;note;key', '"key";en;de;ja', 'id;de-CH;en;id', 'key;note;en;;de'),
    fc.array(fc.oneof(fc.array(makeCell, { maxLength: 5 }), fc.constant([]))),
    fc.constantFrom('', '\n', '\n\n'),
  )
  .map(([header, rows, end]) => {
    const names = header.replaceAll('"', '').split(';');
    const keyAt = names.findIndex((name) => ['key', 'id'].includes(name));
    const lines = rows.map((cells, at) => {
      const row = cells.map((cell, column) => (column === keyAt ? `k${at}` : cell)).slice(0, names.length);
      return row.length <= keyAt ? '' : row.join(';');
    });
    return [header, ...lines].join('\n') + end;
  });

const formats: readonly [LocaleFormatName, fc.Arbitrary<string>, fc.Arbitrary<string>, kind?: string][] = [
  ['json', json, word],
  ['json', chrome, word, 'of Chrome'],
  ['json', extractedList, word, 'of FormatJS'],
  ['json', arb, word, 'of Flutter'],
  ['po', po, poWord],
  ['xliff', xliff, xmlWord],
  ['android', android, xmlWord],
  ['yaml', yaml, word],
  ['strings', strings, word],
  ['properties', properties, word],
  ['xcstrings', xcstrings, word],
  ['csv', csv, word],
];

/** A sample with other line endings, and for another language if it names one. */
const adapted = (sample: string, ending: string, to: string): string =>
  sample.replace(/(target-language=|"@@locale": ?)"de"/, `$1"${to}"`).replaceAll('\n', ending);

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
      else if ('blocks' in part)
        part.blocks.filter(isThere).forEach((inner, at) => {
          if (at > 0) add(part.separator);
          visit(inner);
        });
      else if (changed.has(part.key)) kept.push('');
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

describe.each(formats.map(([format, samples, words, kind = '']) => ({ format, samples, words, kind })))(
  '$format $kind',
  ({ format, samples, words }) => {
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
              Object.hasOwn(file.known, key) || format === 'po' || format === 'xliff';
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
            const isPart = isNew && ['json', 'yaml'].includes(format) && /\[|^ *- /m.test(sample);
            const written = file.write(new Map(pairs));
            const again = await readLocaleFile({ text }, { format, to, target: { text: written } });
            if (!isPart) expect(again.known).toEqual({ ...file.known, ...Object.fromEntries(pairs) });
            expect(again.write({})).toBe(written);
          },
        ),
        runs(300),
      );
    });
  },
);
