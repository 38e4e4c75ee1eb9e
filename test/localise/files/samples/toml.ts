import fc from 'fast-check';
import { parseTOML } from 'toml-eslint-parser';
import { makeParser, makeProgram } from './judges.js';
import { byName, filled, many, quote, type Sample, xmlWord } from './sample.js';

const quoteBasic = (text: string): string => quote(text).replaceAll('\x7f', '\\u007f');
const words = xmlWord;

const files = fc
  .array(
    fc.record({
      text: filled(words),
      comment: fc.constantFrom('', '# a note\n', '# one\n# two\n', '# above\n\n', '\n'),
      after: fc.constantFrom('', ' # behind'),
      kind: fc.constantFrom(
        'text',
        'literal',
        'lines',
        'number',
        'list',
        'inline',
        'inline forms',
        'dotted',
        'table',
        'forms',
        'tables',
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((entries) => {
    const isTable = (kind: string): boolean => ['table', 'forms', 'tables'].includes(kind);
    // Pairs that belong to no table come first.
    const sorted = entries.toSorted(
      (first, second) => Number(isTable(first.kind)) - Number(isTable(second.kind)),
    );
    return sorted
      .map(({ text, comment, after, kind }, at) => {
        const own = quoteBasic(text);
        const value = {
          text: `k${at} = ${own}`,
          literal: `"k ${at}" = 'a ${text.replace(/['\n\r\t]/g, '')}'`,
          lines: `k${at} = """\n${text.replace(/[\\"\r]/g, '')}\n x"""`,
          number: `k${at} = 1.5`,
          list: `k${at} = [ ${own}, # in\n "b", ]`,
          inline: `k${at} = { a = ${own} }`,
          'inline forms': `k${at} = {one=${own} , other = ${own},few= 'x' }`,
          dotted: `k${at}.a = ${own}`,
          table: `[t${at}]\n  # inside\n  a = ${own}\n\nb = 1`,
          forms: `[t${at}.f]\ndescription = "d"\none = ${own}\nother = ${own}`,
          tables: `[[l${at}]]\na = ${own}\n[[l${at}]]`,
        }[kind];
        return `${comment}${value}${after}\n`;
      })
      .join('');
  });

/** A sample of the format `toml`. */
export const tomlSample: Sample = {
  source: 'i18n/en.toml',
  target: byName('i18n/en.toml'),
  write: (texts) => {
    const groups = new Set(texts.map(([key]) => key.split('.')[0] ?? ''));
    return [...groups]
      .map((group) => {
        const own = texts.filter(([key]) => key.startsWith(`${group}.`));
        return `[${group}]\n${own.map(([key, text]) => `# On a page\n${key.slice(group.length + 1)} = ${quoteBasic(text)}\n`).join('')}`;
      })
      .join('\n');
  },
  judges: [
    makeParser('toml-eslint-parser', (text) => parseTOML(text)),
    makeProgram(
      "Python's tomllib",
      ['python3', '-c', 'import tomllib, sys; tomllib.load(open(sys.argv[1], "rb"))'],
      'app.toml',
    ),
  ],
  isTakenWhole: (file) => /= [[{]/.test(file),
  random: [{ files, words }],
  growing: {
    texts: (size) => many(size / 16, (at) => `k${at} = "x"\n`),
    tables: (size) => many(size / 16, (at) => `[k${at}]\na = "x"\n`),
    'texts of a table': (size) => `[a]\n${many(size / 16, (at) => `k${at} = "x"\n`)}`,
    'inline forms': (size) => many(size / 32, (at) => `k${at} = {one="x",other="y"}\n`),
    'a nested inline table': (size) =>
      `k = ${'{other="x",one='.repeat(size / 16)}1${'}'.repeat(size / 16)}\n`,
    'spaces in inline forms': (size) => `k = {one="x"${' '.repeat(size)},${' '.repeat(size)}other="y"}\n`,
    'items of a list': (size) => `k = [${'"x",'.repeat(size / 4)}]\n`,
    comments: (size) => `${'# a\n'.repeat(size / 8)}k = "x"\n`,
    'comments with gaps': (size) => `${'# a\n\n'.repeat(size / 8)}k = "x"\n`,
    'a nested list': (size) => `k = ${'['.repeat(size / 2)}${']'.repeat(size / 2)}\n`,
    'a long key': (size) => `${'a.'.repeat(size / 2)}a = "x"\n`,
    'spaces in a text': (size) => `k = "a${' '.repeat(size)}b"\n`,
    'escapes in a text': (size) => `k = "${'\\"'.repeat(size / 2)}"\n`,
    'braces in a text': (size) => `k = "${'{{a'.repeat(size / 4)}"\n`,
    'white space': (size) => `k = "a"${' '.repeat(size)}\nb = "c"\n`,
  },
  places: [
    (text) => text,
    (text) => `a = ${quoteBasic(text)}\n`,
    (text) => `# ${text.replace(/[\n\r]/g, ' ')}\n[a]\nb = ${quoteBasic(text)}\n`,
  ],
};
