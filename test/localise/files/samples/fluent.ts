import { FluentParser } from '@fluent/syntax';
import fc from 'fast-check';
import { makeParser } from './judges.js';
import { byName, many, type Sample } from './sample.js';

const inLine = (text: string): string => text.replace(/[\r\n]/g, ' ').trim() || 'x';
/** Words without a brace, which begins a placeable. */
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^[\\"'<>&#@? \n\t%;=,:[\]*.$|a-c-]{1,12}$/),
    fc.constantFrom(
      '-brand',
      '.title = x',
      '[one]',
      '*',
      '# c',
      'a = b',
      '\n',
      ' x ',
      'a\n\n b',
      '{ $user }',
      '{ -brand }',
    ),
  )
  .filter((text) => !/[{}]/.test(text.replace(/^\{ [$-]\w+ \}$/, '')));
const readable = words.map((text) => inLine(text.replace(/[{}]/g, '')));

const files = fc
  .array(
    fc.record({
      text: readable,
      comment: fc.constantFrom('', '# a note\n', '## A group\n\n', '### A file\n\n', '\n'),
      kind: fc.constantFrom(
        'text',
        'lines',
        'term',
        'attributes',
        'attribute alone',
        'plural',
        'select',
        'mixed',
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((entries) =>
    entries
      .map(({ text, comment, kind }, at) => {
        const value = {
          text: `k${at} = ${text}`,
          lines: `k${at} =\n    a ${text}\n      { $x } b\n\n    ${'c'}`,
          term: `-k${at} = ${text}\n    .gender = neuter`,
          attributes: `k${at} = ${text}\n    .title = a ${text}\n    .label =\n        b ${text}`,
          'attribute alone': `k${at} =\n    .title = ${text}`,
          plural: `k${at} = { $n ->\n    [one] a ${text}\n   *[other] { $n } ${text}\n}`,
          select: `k${at} =\n    { PLATFORM() ->\n        [macos] a ${text}\n       *[windows]\n            b ${text}\n    }`,
          mixed: `k${at} = You have { $n ->\n    [one] a\n   *[other] b\n} here`,
        }[kind];
        return `${comment}${value}\n`;
      })
      .join(''),
  );

/** A sample of the format `fluent`. */
export const fluentSample: Sample = {
  source: 'l10n/en/app.ftl',
  target: byName('l10n/en/app.ftl'),
  write: (texts) =>
    `### Texts of the app\n\n${texts.map(([key, text]) => `# On a page\n${key.replaceAll('.', '-')} = ${text}\n`).join('\n')}`,
  judges: [
    makeParser('@fluent/syntax', (text) => {
      const { body } = new FluentParser().parse(text);
      if (body.some(({ type }) => type === 'Junk')) throw new Error('is not Fluent');
    }),
  ],
  isTakenWhole: (file) => /->|^ +\./m.test(file),
  random: [{ files, words }],
  growing: {
    texts: (size) => many(size / 16, (at) => `k${at} = x\n`),
    terms: (size) => many(size / 16, (at) => `-k${at} = x\n`),
    attributes: (size) => `k = x\n${many(size / 16, (at) => ` .k${at} = x\n`)}`,
    comments: (size) => `${'# a\n\n'.repeat(size / 8)}k = x\n`,
    'text around a select': (size) =>
      `k = ${'a '.repeat(size / 4)}{ $n ->\n [one] x\n *[other] y\n} ${'b '.repeat(size / 4)}\n`,
    'selects in a text': (size) => `k = a ${'{ $n ->\n [one] x\n *[other] y\n}'.repeat(size / 32)}\n`,
    'variants in a sentence': (size) =>
      `k = a { $n ->\n${many(size / 16, (at) => ` [${at}] x\n`)} *[other] y\n}\n`,
    groups: (size) => many(size / 16, (at) => `## G${at}\nk${at} = x\n`),
    'texts of a group': (size) => `## ${'G'.repeat(size)}\n${many(size / 16, (at) => `k${at} = x\n`)}`,
    'lines of a comment': (size) => `${'# a\n'.repeat(size / 8)}k = x\n`,
    'lines of a text': (size) => `k =\n${'    a\n'.repeat(size / 8)}`,
    'blank lines': (size) => `k = a\n${'\n'.repeat(size)}    b\n`,
    'spaces in a text': (size) => `k = a${' '.repeat(size)}b\n`,
    'placeables in a text': (size) => `k = ${'{ $a }'.repeat(size / 8)}\n`,
    'nested placeables': (size) => `k = ${'{'.repeat(size / 2)}$a${'}'.repeat(size / 2)}\n`,
    'quotes in a placeable': (size) => `k = {"${'\\"'.repeat(size / 2)}"}\n`,
    'braces without an end': (size) => `k = ${'{ "'.repeat(size / 4)}\n`,
    variants: (size) => `k = { $n ->\n${many(size / 16, (at) => ` [k${at}] x\n`)} *[other] y\n}\n`,
    'what is no Fluent': (size) => '=\n'.repeat(size / 2),
  },
  places: [
    (text) => text,
    (text) => `k = ${inLine(text)}\n`,
    (text) => `# ${inLine(text)}\nk = { $n ->\n *[other] ${inLine(text)}\n}\n`,
  ],
};
