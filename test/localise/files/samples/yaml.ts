import fc from 'fast-check';
import { Document, parse, parseDocument, stringify, type ToStringOptions } from 'yaml';
import { makeParser, makeProgram } from './judges.js';
import { byName, isLikeLanguage, many, nest, quote, type Sample, word } from './sample.js';

const yamlKey = fc.oneof(
  word.filter((key) => !key.includes('.') && key !== '<<' && !isLikeLanguage(key)),
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

/** A sample of the format `yaml`. */
export const yamlSample: Sample = {
  source: 'locales/en/app.yaml',
  target: byName('locales/en/app.yaml'),
  write: (texts) => stringify(nest(texts)),
  judges: [
    makeParser('yaml', (text) => parse(text, { uniqueKeys: false })),
    makeProgram("Ruby's psych", ['ruby', '-ryaml', '-e', 'YAML.unsafe_load_file(ARGV[0])'], 'app.yml'),
  ],
  random: [{ files: yaml }],
  isTakenWhole: (file) => /\[|^ *- /m.test(file),
  growing: {
    texts: (size) => many(size / 16, (at) => `k${at}: x\n`),
    'nested texts': (size) => many(size / 32, (at) => `k${at}:\n  a: x\n`),
    'a long comment': (size) => `${'# a\n'.repeat(size / 4)}a: x\n`,
    'comments between': (size) => many(size / 32, (at) => `# c\n# d\nk${at}: x # e\n`),
    'one long text': (size) => `a: "${'a'.repeat(size)}"\n`,
    'escaped quotes': (size) => `a: "${'\\"'.repeat(size / 2)}"\n`,
    'single quotes': (size) => `a: '${"''".repeat(size / 2)}'\n`,
    'quotes without an end': (size) => `a: ${'"'.repeat(size)}\n`,
    'a long block': (size) => `a: |\n${'  b\n'.repeat(size / 4)}`,
    'a folded block': (size) => `a: >\n${'  b\n\n'.repeat(size / 8)}`,
    'blank lines': (size) => `a: |\n  b\n${'\n'.repeat(size)}c: d\n`,
    'a plain text in many lines': (size) => `a: b\n${'  b\n'.repeat(size / 4)}`,
    spaces: (size) => `a:${' '.repeat(size)}b${' '.repeat(size)}# c\n`,
    'anchors and aliases': (size) => many(size / 32, (at) => `a${at}: &a${at} x\nb${at}: *a${at}\n`),
    'merged maps': (size) => `d: &d\n  a: x\n${many(size / 32, (at) => `k${at}:\n  <<: *d\n  b: x\n`)}`,
    'aliases of one long text': (size) => `a: &a ${'x'.repeat(size / 2)}\nb: [${'*a,'.repeat(size / 8)}]\n`,
    'a billion laughs': (size) =>
      `a: &a0 [x]\n${many(size / 64, (at) => `b${at}: &a${at + 1} [${`*a${at},`.repeat(9)}]\n`)}`,
    'braces that never end': (size) => '{a: '.repeat(size / 4),
    'brackets that never end': (size) => '['.repeat(size),
    'many lists': (size) => `a:\n${'- x\n'.repeat(size / 8)}`,
    'nested lists in one line': (size) => `a:\n${'- '.repeat(size)}x\n`,
    'question marks': (size) => '? '.repeat(size),
    'plural forms': (size) => many(size / 32, (at) => `k${at}:\n  one: x\n  other: y\n`),
    'maps in braces': (size) => `a: {${many(size / 16, (at) => `k${at}: x, `)}}\n`,
    'deep maps': (size) =>
      `${many(60, (at) => `${' '.repeat(at)}a:\n`)}${many(size / 128, (at) => `${' '.repeat(60)}k${at}: x\n`)}`,
    documents: (size) => 'a: b\n---\n'.repeat(size / 8),
    tags: (size) => many(size / 32, (at) => `k${at}: !t${at} x\n`),
    directives: (size) => `${'%TAG ! x\n'.repeat(size / 8)}---\na: b\n`,
  },
  places: [
    (text) => text,
    (text) => `a: b\nc: ${text}\n`,
    (text) => `a: ${quote(text)}\n`,
    (text) => `a: |\n${text.replaceAll(/^/gm, '  ')}\nb: c\n`,
    (text) => `a: b # ${text}\nc: d\n`,
  ],
};
