import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIssues } from '../../../../src/localise/checks/check-translation.js';
import {
  makeWrappedFinder,
  protectText,
  unwrap,
  unwrapWithPlaces,
} from '../../../../src/localise/checks/placeholders/protect.js';
import { TokenCounter } from '../../../../src/localise/checks/token-counter.js';
import { planTexts } from '../../../../src/localise/jobs/texts/pieces/plan.js';
import { splitText } from '../../../../src/localise/jobs/texts/pieces/split-text.js';
import { makeTermFinder } from '../../../../src/localise/jobs/texts/pieces/terms.js';
import { checkTranslation, findPlaceholders, joinParagraphs, type Protect } from '../../../../src/texts.js';
import { growth, LINEAR } from '../../../growth.js';
import { runs } from '../../../runs.js';

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
  splitText(body, { letters: 10_000, bytes: 2 ** 20 }).forEach(makeWrappedFinder(wrapped));
  const original = unwrapWithPlaces(body, wrapped);
  for (const translation of [body, body.slice(0, -4), text])
    findIssues(original, unwrap(translation, wrapped));
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

test.each([
  ['that are there often', (size: number) => 'Acme '.repeat(size / 4)],
  ['that begin often', (size: number) => 'Acm'.repeat(size / 4)],
  ['beside placeholders', (size: number) => '{Acme}Acme'.repeat(size / 8)],
])('terms %s are found in time that grows with the text', async (_, make) => {
  const terms = ['Acme', 'Acme Pro', ...Array.from({ length: 100 }, (_, at) => `Acmf${at}`)];
  expect(await growth(make, (text) => protectText(text, 'icu', makeTermFinder(terms)))).toBeLessThan(LINEAR);
});

describe.each(kinds)('placeholders of the kind %s take time that grows with the text', (protect, makers) => {
  test.each(makers.map((make) => [make(64), make] as const))('%j', async (_, make) => {
    expect(await growth(make, (text) => thereAndBack(text, protect))).toBeLessThan(LINEAR);
  });
});

test('protected placeholders beside each other are compared in time that grows with the text', async () => {
  const make = (size: number) => '{{}}}'.repeat(size / 4);
  const work = (text: string) => {
    const { body, wrapped } = protectText(text, 'all');
    findIssues(unwrapWithPlaces(body, wrapped), text);
  };
  expect(await growth(make, work)).toBeLessThan(LINEAR);
});

const odd = [
  '{',
  '}',
  '{a',
  '{a,',
  '{ ',
  "{'",
  '{{a',
  '%',
  '%(a',
  '%{',
  '%<a',
  '%a',
  '%*',
  '%0',
  '$t(',
  '$a',
  '<',
  '<a ',
  '<a b=',
  '<a b="',
  '<a b=c ',
  '@:(',
  '@:a.',
  '@.a',
  '\\n',
  '\n',
  "'",
  "'{",
  '{n, plural, one {',
  '{n, select, a {',
  '<b>',
  '%s',
];

describe('comparing takes time that grows with the texts', () => {
  test.each(odd)('with many %j', async (often) => {
    const make = (size: number): string => `a{b, plural, other {#}} %s ${often.repeat(size / often.length)}`;
    const work = (text: string) => {
      for (const [first, second] of [
        [text, text],
        [text, 'a'],
        ['a %s', text],
        [text, text.slice(30)],
      ] as const)
        checkTranslation(first, second);
      findPlaceholders({ a: text }, 'all');
    };
    expect(await growth(make, work)).toBeLessThan(LINEAR);
  });

  test.each([
    ['a tag with long white space', (size: number) => `a <b c="d"${' '.repeat(size)}> {e}`],
    [
      'a tag with many attributes',
      (size: number) => `a <b${' c = d'.repeat(size / 8)} ${' '.repeat(size)}/> {e}`,
    ],
    ['many placeholders', (size: number) => many(size / 8, (at) => `{a${at}} `)],
    ['many forms', (size: number) => `{n, plural, ${many(size / 12, (at) => `=${at} {#} `)}other {#}}`],
    ['many plurals', (size: number) => many(size / 24, (at) => `{n${at}, plural, other {#}} `)],
    ['equal plurals', (size: number) => many(size / 24, () => '{n, plural, other {#}} ')],
    [
      'nested plurals',
      (size: number) => `${'{n, plural, one {'.repeat(size / 24)}${'} other {}}'.repeat(size / 24)}`,
    ],
    ['a form with many numbers', (size: number) => `{n, plural, one {a} other {${'#'.repeat(size)}}}`],
  ])('with %s', async (_, make) => {
    const work = (text: string) => {
      checkTranslation(text, text);
      checkTranslation(text, text.replaceAll('other', 'few'));
      checkTranslation(text, text.replaceAll('#', '').replace('{a0}', ''));
    };
    expect(await growth(make, work)).toBeLessThan(LINEAR);
  });

  test('with the forms of a long message, many times', async () => {
    const forms = (often: number): string =>
      often === 0
        ? 'x'
        : `{n, plural, one {${forms(often - 1)}} two {x} zero {x} other {${forms(often - 1)}}}`;
    const make = (size: number) => {
      const depth = Math.ceil(Math.log2(size / 32));
      const [open, close] = ['{n, plural, other {'.repeat(depth), '}}'.repeat(depth)];
      return [`${open}${'#'.repeat(size)}${close}`, forms(depth)] as const;
    };
    const work = ([original, translation]: readonly [string, string]) =>
      checkTranslation(original, translation);
    expect(await growth(make, work)).toBeLessThan(LINEAR);
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
    const work = (text: string) => findIssues(unwrapWithPlaces('%s {{{a}}}', ['%s']), unwrap(text, ['%s']));
    expect(await growth(make, work)).toBeLessThan(LINEAR);
  },
);

test('a paragraph that the text lacks is searched for in time that grows with it', async () => {
  const make = (size: number) => ({ text: 'a'.repeat(size), half: 'a'.repeat(size / 4) });
  const work = ({ text, half }: ReturnType<typeof make>) =>
    joinParagraphs(text, [{ original_text: `${half}b${half}`, translated_text: 'x', display_order: 0 }]);
  expect(await growth(make, work)).toBeLessThan(LINEAR);
});

test.each([
  ['a line each', (at: number) => `line ${at}`],
  ['equal lines', () => 'a'],
  ['lines that begin alike', (at: number) => `${'a'.repeat(100)}${at}`],
])('joining paragraphs, %s, takes time that grows with them', async (_, lineAt) => {
  const make = (size: number) => Array.from({ length: size / 8 }, (_each, at) => lineAt(at));
  const work = (lines: readonly string[]) => {
    const paragraphs = lines.map((original_text, display_order) => ({
      original_text,
      translated_text: 'x',
      display_order,
    }));
    joinParagraphs(lines.join('\n'), paragraphs);
    joinParagraphs(lines.join('\n'), [
      ...paragraphs,
      { original_text: 'none', translated_text: '', display_order: -1 },
    ]);
  };
  expect(await growth(make, work)).toBeLessThan(LINEAR);
});
