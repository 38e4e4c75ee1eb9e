import fc from 'fast-check';
import { makeParser } from './judges.js';
import { byName, filled, isLikeLanguage, many, nest, quote, type Sample, space, word } from './sample.js';

const jsonName = fc.oneof(
  { weight: 3, arbitrary: word.filter((key) => !key.includes('.') && !isLikeLanguage(key)) },
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

const name = filled(word).filter((text) => !/^@|^\/\/|^_+comment|^\$/i.test(text) && !isLikeLanguage(text));
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

/** A sample of the format `json`. */
export const jsonSample: Sample = {
  source: 'locales/en/app.json',
  target: byName('locales/en/app.json'),
  write: (texts) => `${JSON.stringify(nest(texts), null, 2)}\n`,
  judges: [makeParser('`JSON.parse`', (text) => JSON.parse(text.replace(/^\ufeff/, '')))],
  random: [
    { files: json },
    { kind: 'of Chrome', files: chrome },
    { kind: 'of FormatJS', files: extractedList },
    { kind: 'of Flutter', files: arb },
  ],
  isTakenWhole: (file) => /\[|^ *- /m.test(file),
  growing: {
    texts: (size) => `{${many(size / 16, (at) => `"k${at}":"x",`)}"z":"x"}`,
    'plural forms': (size) => `{${many(size / 32, (at) => `"k${at}_one":"x","k${at}_other":"x",`)}"z":"x"}`,
    'older plural forms': (size) =>
      `{${many(size / 32, (at) => `"k${at}":"x","k${at}_plural":"{{count}}",`)}"z":"x"}`,
    'nested older plural forms': (size) =>
      `{${many(size / 64, (at) => `"k${at}":{"a":"x","a_plural":"{{count}}"},`)}"z":"x"}`,
    'one long text': (size) => `{"a":"${'a'.repeat(size)}"}`,
    'escaped quotes': (size) => `{"a":"${'\\"'.repeat(size)}"}`,
    'escaped quotes without an end': (size) => `{"a":"${'\\"'.repeat(size)}`,
    backslashes: (size) => `{"a":"${'\\\\'.repeat(size)}"}`,
    'a long plural key': (size) => `{"${'_one'.repeat(size)}_one":"x","${'_one'.repeat(size)}_other":"y"}`,
    'white space': (size) => `{"a"${' '.repeat(size)}:${'\n'.repeat(size)}"x"${'\t'.repeat(size)}}`,
    'white space before what is not allowed': (size) => `{"a":"x"}${' '.repeat(size)}x`,
    'many quotes': (size) => '"'.repeat(size),
    'messages of Chrome': (size) =>
      `{${many(size / 64, (at) => `"k${at}":{"message":"x","description":"y"},`)}"z":{"message":"x"}}`,
    'a message with many placeholders': (size) =>
      `{"a":{"message":"x","placeholders":{${many(size / 32, (at) => `"k${at}":{"example":"y"},`)}"z":{}}}}`,
    'messages of FormatJS with a list of something else at the end': (size) =>
      `[${'{"id":"a","defaultMessage":"x"},'.repeat(size / 32)}[]]`,
    'resources of Flutter': (size) =>
      `{"@@locale":"en",${many(size / 64, (at) => `"k${at}":"x","@k${at}":{"description":"y"},`)}"z":"x"}`,
    'comments with one name': (size) => `{${'"//":"x",'.repeat(size / 8)}"z":"x"}`,
    'comments that name a text': (size) =>
      `{${many(size / 32, (at) => `"k${at}":"x","_k${at}.comment":"y",`)}"z":"x"}`,
    'a long name of a comment': (size) => `{"${'_'.repeat(size)}":"x","${'_comment'.repeat(size / 8)}":"y"}`,
    'nested arrays': (size) => `{"a":${'['.repeat(90)}${'"x",'.repeat(size / 8)}"x"${']'.repeat(90)}}`,
    'plural messages': (size) =>
      `{${many(size / 64, (at) => `"k${at}":"{n, plural, one {# x} other {# y}}",`)}"z":"x"}`,
    'a number that never comes': (size) =>
      `{"a":"{n} x | {${' '.repeat(size)}y","b_one":"x","b_other":"{${' '.repeat(size)}"}`,
    'forms of vue-i18n': (size) => `{${many(size / 32, (at) => `"k${at}":"{n} x | {n} y",`)}"z":"x"}`,
    'one long message': (size) => `{"a":"{n, plural, other {x}}${'x'.repeat(size / 4)}"}`,
    'a message with many arguments': (size) => `{"a":"{n, plural, other {x}}${'{n}'.repeat(size / 8)}"}`,
    'a message with many plurals': (size) => `{"a":"${'{n, plural, other {#}}'.repeat(size / 32)}"}`,
    'a message with many selectors': (size) =>
      `{"a":"{n, plural, ${many(size / 16, (at) => `s${at} {x}`)} other {x}}"}`,
    'a message with deep plurals': (size) =>
      `{"a":"${'{n, plural, other {'.repeat(size / 32)}x${'}}'.repeat(size / 32)}"}`,
    'a message with quotations': (size) => `{"a":"{n, plural, other {${"'{' ".repeat(size / 8)}}}"}`,
    'a message with apostrophes': (size) => `{"a":"{n, plural, other {x}}${"'".repeat(size / 4)}"}`,
    'commas and spaces': (size) => `{"a":"${`,${' '.repeat(16)}`.repeat(size / 16)}${','.repeat(size)}"}`,
    'plurals that never end': (size) => `{"a":"${'{n, plural, other {'.repeat(size / 16)}"}`,
    pipes: (size) => `{"a":"${' | '.repeat(size / 4)}{n}"}`,
    'names that hold texts': (size) =>
      `{${many(size / 64, (at) => `"${'n'.repeat(40)}${at}":{"a":"x"},`)}"z":"x"}`,
  },
  places: [
    (text) => text,
    (text) => `{"a":${quote(text)}}`,
    (text) => `{${quote(text)}:"a",${quote(`${text}_one`)}:"b",${quote(`${text}_other`)}:"{{count}} c"}`,
    (text) => `{"a":{"message":${quote(text)},"description":${quote(text)}}}`,
    (text) => `{"a":${quote(`{n, plural, one {${text}} other {#}}`)},"b":${quote(`{n} x | ${text}`)}}`,
  ],
};
