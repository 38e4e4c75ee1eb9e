import fc from 'fast-check';
import json5 from 'json5';
import { makeParser } from './judges.js';
import { byName, filled, many, nest, quote, type Sample, type Texts, word } from './sample.js';

const inApostrophes = (text: string): string =>
  `'${text.replace(/[\\'\n\r\u2028\u2029]/g, (letter) => (letter === '\n' ? '\\n' : letter === '\r' ? '\\r' : `\\${letter}`))}'`;

const files = fc
  .array(
    fc.record({
      text: filled(word),
      isQuoted: fc.boolean(),
      comment: fc.constantFrom(
        '',
        '// a note, with a comma\n',
        '/* "a" */ ',
        '/*\n * two\n */\n',
        '// a\n\n// b\n',
      ),
      after: fc.constantFrom('', ' // behind', ' /* } */'),
      kind: fc.constantFrom('text', 'number', 'list', 'object'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((items) => fc.record({ items: fc.constant(items), comma: fc.constantFrom('', ',') }))
  .map(({ items, comma }) => {
    const members = items.map(({ text, isQuoted, comment, after, kind }, at) => {
      const own = isQuoted ? quote(text) : inApostrophes(text);
      const value = { text: own, number: '+.5', list: `[${own}, ]`, object: `{ in: ${own}, }` }[kind];
      return `\n  ${comment}${isQuoted ? `'key ${at}'` : `key${at}`}: ${value}${after}\n`;
    });
    return `// head\n{${members.join(',')}${comma} // end\n}\n`;
  });

const render = (value: object): string =>
  Object.entries(value)
    .map(([name, inner]) =>
      typeof inner === 'string'
        ? `  // On a page\n  ${name}: ${inApostrophes(inner)},\n`
        : `${name}: {\n${render(inner)}},\n`,
    )
    .join('');

/** A sample of the format `json5`. */
export const json5Sample: Sample = {
  source: 'locales/en.json5',
  target: byName('locales/en.json5'),
  write: (texts: Texts) => `{\n${render(nest(texts))}}\n`,
  judges: [makeParser('json5', (text) => json5.parse(text))],
  random: [{ files }],
  growing: {
    texts: (size) => `{${many(size / 16, (at) => `k${at}: 'x', `)}}`,
    comments: (size) => `{${'/**/'.repeat(size / 8)}${'//\n'.repeat(size / 8)} a: 'x' }`,
    'comments of one text': (size) => `{\n${'// a\n'.repeat(size / 8)}a: 'x'}`,
    'comments with gaps': (size) => `{\n${'// a\n \n'.repeat(size / 8)}a: 'x'}`,
    'comments that do not end': (size) => `{${'/* '.repeat(size / 3)}`,
    slashes: (size) => `{ a: 'x' ${'/'.repeat(size)}`,
    'comments without an end': (size) => `{ a: 'x' ${'/*'.repeat(size / 2)}`,
    'white space after a literal': (size) => `export default { a: 'x' }${' '.repeat(size)}x`,
    'escapes in a text': (size) => `{ a: '${"\\'".repeat(size / 2)}' }`,
    'escapes in a name': (size) => `{ '${"\\'".repeat(size / 2)}': 'x' }`,
    'letters of a comment': (size) => `{\n/*${'*\n'.repeat(size / 2)}*/ a: 'x' }`,
  },
  places: [
    (text) => text,
    (text) => `{ a: ${inApostrophes(text)} }`,
    (text) => `// ${text}\nexport default { /* ${text} */ a: ${quote(text)} } as const;`,
  ],
};
