import fc from 'fast-check';
import { makeParser } from './judges.js';
import { many, quote, type Sample, word } from './sample.js';

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

const catalog = (strings: string): string => `{"sourceLanguage":"en","strings":{${strings}"z":{}}}`;

const makeCatalog = (entry: string): string => `{"sourceLanguage":"en","strings":{${entry}}}`;

/** A sample of the format `xcstrings`. */
export const xcstringsSample: Sample = {
  source: 'Localizable.xcstrings',
  target: () => 'Localizable.xcstrings',
  write: (texts) => {
    const strings = Object.fromEntries(texts.map(([, text]) => [text, { comment: 'A page' }]));
    return `${JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2)}\n`;
  },
  add: (file, _, text) => file.replace('"strings": {', `$&\n    ${quote(text)}: {},`),
  judges: [makeParser('`JSON.parse`', (text) => JSON.parse(text.replace(/^\ufeff/, '')))],
  random: [{ files: xcstrings }],
  growing: {
    texts: (size) => catalog(many(size / 16, (at) => `"k${at}":{},`)),
    'many languages': (size) =>
      catalog(`"a":{"localizations":{${many(size / 16, (at) => `"l${at}":{},`)}"z":{}}},`),
    translations: (size) =>
      catalog(
        many(
          size / 64,
          (at) => `"k${at}":{"localizations":{"pl":{"stringUnit":{"state":"new","value":"x"}}}},`,
        ),
      ),
    'many forms': (size) =>
      catalog(
        `"a":{"localizations":{"en":{"variations":{"plural":{${many(size / 64, (at) => `"f${at}":{"stringUnit":{"value":"x"}},`)}"other":{"stringUnit":{"value":"y"}}}}}}},`,
      ),
    'a long key': (size) => catalog(`"${'k'.repeat(size)}":{},`),
    'a long comment': (size) => catalog(`"a":{"comment":"${'c'.repeat(size)}"},`),
    'white space': (size) => catalog(`"a":{${' \n'.repeat(size / 2)}},${' '.repeat(size)}`),
    'nested lists': (size) => catalog(`"a":${'['.repeat(90)}${'1,'.repeat(size / 2)}1${']'.repeat(90)},`),
  },
  places: [
    (text) => text,
    (text) => makeCatalog(`${quote(text)}:{"comment":${quote(text)}}`),
    (text) => makeCatalog(`"a":{"localizations":{"en":{"stringUnit":{"value":${quote(text)}}}}}`),
  ],
};
