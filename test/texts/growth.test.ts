import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lostPlaceholders, protectText, unwrap, wrappedFinder } from '../../src/texts/pieces/placeholders.js';
import { planTexts } from '../../src/texts/pieces/plan.js';
import { splitText } from '../../src/texts/pieces/split-text.js';
import { TokenCounter } from '../../src/texts/pieces/token-counter.js';
import { joinParagraphs, type Protect } from '../../src/texts.js';
import { growth, LINEAR } from '../growth.js';
import { runs } from '../runs.js';

const many = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const repeated =
  (...parts: readonly [first: string, often: string, last?: string]) =>
  (size: number): string =>
    parts[0] + parts[1].repeat(size / parts[1].length) + (parts[2] ?? '');

const kinds: readonly (readonly [Protect, readonly ((size: number) => string)[]])[] = [
  [
    'printf',
    [
      ...['0', '1', ' ', '*', '0.', '1$', '(', '(a', 'll', '%', '%0', '%(a)', '-+#'].map((often) =>
        repeated('%', often, '!'),
      ),
      ...['(', '{', '1$0', '.', '.1', '1.'].map((first) => repeated(`%${first}`, '0', '!')),
      (size) => many(size / 16, (at) => `%(name${at})s `),
    ],
  ],
  [
    'i18next',
    [
      ...['{', '{{', '{{a', '{{{', '}', '$t(', '$t', '{{a}} ', '$t(a)', '{a}', ' '].map((often) =>
        repeated('a ', often),
      ),
      repeated('{{', 'a'),
      repeated('$t(', 'a'),
      (size) => many(size / 16, (at) => `{{name${at}}} `),
    ],
  ],
  [
    'icu',
    [
      ...[
        '{',
        '{a',
        '{a,',
        '{ ',
        '{a}',
        '}',
        '} }',
        '<',
        '<a',
        '<a ',
        "'",
        "'{",
        "'{'",
        '#',
        '{a,plural,one{',
        'one{#}',
      ].map((often) => repeated('a ', often)),
      ...['a', ' ', '1'].map((often) => repeated('{a, plural, offset:1', often)),
      ...['{', '{a', '{a,', '<a', '{a, select', '{a, plural, offset:', "'{", '{a,plural,one{}'].flatMap(
        (first) => ['1', ' ', 'a'].map((often) => repeated(first, often)),
      ),
      repeated('{a,plural,one{', '} two{', '}}'),
      (size) => many(size / 16, (at) => `{name${at}} `),
    ],
  ],
  [
    /\{[^{}]*\}|<[^<>]*>/,
    [
      ...['{', '<', '{a}', '{{{', '}}}', '<a>'].map((often) => repeated('a ', often)),
      (size) => many(size / 16, (at) => `<a${at}> `),
    ],
  ],
];

/** What happens to a text on its way to a translator and back. */
function thereAndBack(text: string, protect: Protect): void {
  const { body, wrapped } = protectText(text, protect);
  splitText(body, { letters: 10_000, bytes: 2 ** 20 }).forEach(wrappedFinder(wrapped));
  const original = unwrap(body, wrapped);
  for (const translation of [body, body.slice(0, -4), text]) {
    lostPlaceholders(original, unwrap(translation, wrapped), wrapped);
  }
  planTexts(
    { name: 'a', from: 'en', to: ['de'], texts: { a: text }, protect, html: true },
    { bodies: 1_000, questions: 500, letters: 10_000, bytes: 2 ** 20 },
  );
}

test('tokens are counted as if each were searched for', () => {
  const part = fc.constantFrom('a', 'b', '{', '}', '%d', 'aa');
  const joined = (maxLength: number) =>
    fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(joined(4)), joined(30), (tokens, text) => {
      const counts = new TokenCounter(tokens).count(text);
      for (const token of tokens) expect(counts.get(token) ?? 0).toBe(text.split(token).length - 1);
    }),
    runs(2_000),
  );
});

describe.each(kinds)('placeholders of the kind %s take time that grows with the text', (protect, makers) => {
  test.each(makers.map((make) => [make(64), make] as const))('%j', async (_, make) => {
    expect(await growth(make, (text) => thereAndBack(text, protect))).toBeLessThan(LINEAR);
  });
});

const line = (often: string) => (size: number) => `a${often.repeat(size / often.length)}b`;

test.each(
  [
    ' ',
    '\n',
    '\r',
    '。',
    'a. ',
    'a\n\n',
    '{{{',
    '}}}',
    '{{{a}}}',
    '{{{ a }}} \n',
    '🙂',
    '\ud800',
    '<',
    '<b> ',
    '\t\u3000',
  ].map((often) => [often, line(often)] as const),
)('splitting %j takes time that grows with the text', async (_, make) => {
  const work = (text: string) => splitText(text, { letters: 1_000, bytes: 10_000 });
  expect(await growth(make, work)).toBeLessThan(LINEAR);
});

test.each(['{', '{{{', '}', '}}}', '{{{ {', '{{{ %s }}} ', '{{{{ %s }}}} '])(
  'a translation of many %j takes time that grows with it',
  async (often) => {
    const make = (size: number) => `${often.repeat(size / often.length)} }}}`;
    const work = (text: string) => lostPlaceholders('%s {{{a}}}', unwrap(text, ['%s']), ['%s']);
    expect(await growth(make, work)).toBeLessThan(LINEAR);
  },
);

test.each([
  ['a line each', (at: number) => `line ${at}`],
  ['equal lines', () => 'a'],
  ['lines that begin alike', (at: number) => `${'a'.repeat(100)}${at}`],
])('joining paragraphs, %s, takes time that grows with them', async (_, lineAt) => {
  const make = (size: number) => Array.from({ length: size / 8 }, (_each, at) => lineAt(at));
  const work = (lines: readonly string[]) => {
    const paragraphs = lines.map((original_text, display_order) => ({
      ...{ original_text, translated_text: 'x', display_order },
    }));
    joinParagraphs(lines.join('\n'), paragraphs);
    joinParagraphs(lines.join('\n'), [
      ...paragraphs,
      { original_text: 'none', translated_text: '', display_order: -1 },
    ]);
  };
  expect(await growth(make, work)).toBeLessThan(LINEAR);
});
