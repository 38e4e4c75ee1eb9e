import fc from 'fast-check';
import { po as gettext } from 'gettext-parser';
import { makeParser, makeProgram } from './judges.js';
import { filled, many, quote, type Sample, word } from './sample.js';

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

const makePo = (header: string): string =>
  `msgid ""\nmsgstr ${header}\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`;

/** A sample of the format `po`. */
export const poSample: Sample = {
  source: 'po/app.pot',
  target: (language) => `po/${language}.po`,
  write: (texts) =>
    [
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n',
      ...texts.map(([, text]) => `msgid "${text}"\nmsgstr ""\n`),
    ].join('\n'),
  judges: [
    makeParser('gettext-parser', (text) => gettext.parse(text)),
    makeProgram('msgfmt', ['msgfmt', '--check', '-o', 'app.mo'], 'app.po'),
  ],
  random: [{ files: po, words: poWord }],
  growing: {
    messages: (size) => many(size / 32, (at) => `msgid "${at}"\nmsgstr ""\n\n`),
    'blank lines': (size) => `msgid "a"\nmsgstr ""\n${'\n'.repeat(size)}msgid "b"\nmsgstr ""\n`,
    'blank lines at the end': (size) => `msgid "a"\nmsgstr ""\n${'\n \t'.repeat(size / 4)}# x`,
    'white space at the end': (size) => `msgid "a"\nmsgstr ""\n${'\n'.repeat(size)}`,
    'white space in a line': (size) => `msgid${' '.repeat(size)}"a"${' '.repeat(size)}x`,
    'one long line': (size) => `msgid "${'a'.repeat(size / 2)}"\nmsgstr ""\n`,
    'escaped quotes': (size) => `msgid "${'\\"'.repeat(size / 4)}"\nmsgstr ""\n`,
    'escaped quotes without an end': (size) => `msgid "${'\\"'.repeat(size)}\nmsgstr ""\n`,
    'many lines of a message': (size) => `msgid ""\n${'"a"\n'.repeat(size / 8)}msgstr ""\n`,
    comments: (size) => `${'#. a\n'.repeat(size / 8)}msgid "a"\nmsgstr ""\n`,
    flags: (size) => `#,${' , fuzz'.repeat(size / 8)}, fuzzy\nmsgid "a"\nmsgstr "b"\n`,
    'spaces in flags': (size) => `#,${' '.repeat(size / 2)}fuzzy\nmsgid "a"\nmsgstr "b"\n`,
    'forms after comments': (size) =>
      `${'# a\n'.repeat(size / 8)}msgid "a"\nmsgid_plural "b"\n${many(6, (at) => `msgstr[${at}] ""\n`)}`,
    'a long header': (size) =>
      `msgid ""\nmsgstr ""\n${'"Language: de\\n"\n'.repeat(size / 32)}\nmsgid "a"\nmsgstr ""\n`,
    'digits in the header': (size) =>
      `msgid ""\nmsgstr "Plural-Forms: nplurals${' '.repeat(size / 4)}=${'0'.repeat(size / 4)}2;\\n"\n\nmsgid "a"\nmsgstr ""\n`,
    'many counts in the header': (size) =>
      `msgid ""\nmsgstr "Content-Type: text/plain\\n"\n"${'nplurals='.repeat(size / 4)}\\n"\n\nmsgid "a"\nmsgstr ""\n`,
    'a header with a language that never ends': (size) =>
      `msgid ""\nmsgstr "Language:${' '.repeat(size / 2)}\\n"\n\nmsgid "a"\nmsgstr ""\n`,
  },
  places: [
    (text) => text,
    (text) => `#, ${text}\nmsgid "a"\nmsgstr "b"\n`,
    (text) => `msgid ${quote(text)}\nmsgstr ""\n`,
    (text) => makePo(quote(text)),
    (text) => makePo(quote(`Plural-Forms: ${text}\n`)),
  ],
};
