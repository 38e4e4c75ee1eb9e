import fc from 'fast-check';
import { makeProgram } from './judges.js';
import { byName, many, pairs, quote, type Sample, word } from './sample.js';

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

/** To msgfmt, which is made for gettext, a line break at an end must be in the key too. Apple's programs read it. */
const inOneLine = word.filter((text) => !/^\n|\n$/.test(text));

/** A sample of the format `strings`. */
export const stringsSample: Sample = {
  source: 'en.lproj/Localizable.strings',
  target: byName('en.lproj/Localizable.strings'),
  write: (texts) => texts.map(([key, text]) => `"${key}" = "${text}";\n`).join(''),
  judges: [makeProgram('msgfmt', ['msgfmt', '--stringtable-input', '-o', 'app.mo'], 'app.strings')],
  random: [{ files: strings, words: inOneLine }],
  growing: {
    texts: (size) => many(size / 32, (at) => `"k${at}" = "x";\n`),
    'comments and blank lines': (size) => many(size / 32, (at) => `/* a */\n\n// b\n"k${at}" = "x"; // c\n`),
    'one long text': (size) => `"a" = "${'b'.repeat(size)}";`,
    'escaped quotes': (size) => `"a" = "${'\\"'.repeat(size / 2)}";`,
    escapes: (size) => `"a" = "${'\\U00e9'.repeat(size / 8)}";`,
    'a text without an end': (size) => `"a" = "${'\\"'.repeat(size)}`,
    'comments that never end': (size) => '/*'.repeat(size),
    'many comments': (size) => `${'/**/\n'.repeat(size / 4)}"a" = "b";`,
    'one long comment': (size) => `/*${'*\n'.repeat(size)}*/"a" = "b";`,
    'blank lines': (size) => `"a" = "b";${'\n'.repeat(size)}"c" = "d";`,
    'a long word': (size) => `${'a'.repeat(size)} = b;`,
    slashes: (size) => '/'.repeat(size),
  },
  places: [
    (text) => text,
    (text) => `"a" = ${quote(text)};`,
    (text) => `/* ${text} */ "a" = "b"; // ${text}`,
  ],
};
