import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { protectText, unwrap } from '../../../../src/localise/checks/placeholders/protect.js';
import { findEscaped } from '../../../../src/localise/checks/placeholders/ranges.js';
import { TokenCounter } from '../../../../src/localise/checks/token-counter.js';
import { type Limits, makePacker, planTexts } from '../../../../src/localise/jobs/texts/pieces/plan.js';
import { splitText } from '../../../../src/localise/jobs/texts/pieces/split-text.js';
import { makeTermFinder } from '../../../../src/localise/jobs/texts/pieces/terms.js';
import { joinParagraphs, type SourceText, type TextsOrder } from '../../../../src/texts.js';
import { runs } from '../../../runs.js';

const words = fc.constantFrom(
  'word',
  'Satz.',
  '文。',
  '{{{name}}}',
  '{{{',
  '}}}',
  '"',
  '\\',
  '🙂',
  'é',
  '\u0301',
  'x'.repeat(30),
);
const gaps = fc.constantFrom(' ', '\n', '\n\n', '\r\n\r\n', '\t', '', '\u3000', '\n \n');
const longTexts = fc
  .array(fc.tuple(words, gaps), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.flat().join(''));

/** Bytes of a text in a request. */
const jsonBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

describe('splitText', () => {
  test('loses nothing: its parts join to the text, and its pieces have no white space at their ends', () => {
    fc.assert(
      fc.property(longTexts, fc.integer({ min: 10, max: 60 }), (text, letters) => {
        const parts = splitText(text, { letters, bytes: 4_096 });
        expect(parts.join('')).toBe(text);
        for (const piece of parts.filter((_, index) => index % 2 === 1)) expect(piece).toBe(piece.trim());
        for (const gap of parts.filter((_, index) => index % 2 === 0)) expect(gap.trim()).toBe('');
      }),
      runs(2_000),
    );
  });

  test('keeps to the limits of letters and bytes, and never cuts triple braces, which may exceed them', () => {
    fc.assert(
      fc.property(
        longTexts,
        fc.integer({ min: 10, max: 60 }),
        fc.integer({ min: 64, max: 300 }),
        (text, letters, bytes) => {
          for (const [index, piece] of splitText(text, { letters, bytes }).entries()) {
            if (index % 2 === 0) continue;
            const [block] = findEscaped(piece);
            const isBlock = block?.[0] === 0 && block[1] === piece.length;
            expect(isBlock || ([...piece].length <= letters && jsonBytes(piece) <= bytes)).toBe(true);
            expect(piece).not.toMatch(/\p{Surrogate}/u);
          }
          const blocks = (each: string) => findEscaped(each).length;
          const pieces = splitText(text, { letters, bytes }).filter((_, index) => index % 2 === 1);
          const inPieces = pieces.reduce((sum, piece) => sum + blocks(piece), 0);
          expect(inPieces).toBe(blocks(text));
        },
      ),
      runs(2_000),
    );
  });

  test.each(['\\', '"', '\u0001', 'é', 'あ', '😀'])('counts %j as JSON does', (letter) => {
    const pieces = splitText(letter.repeat(100), { letters: 100, bytes: 82 }).filter((_, at) => at % 2 === 1);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(jsonBytes(piece)).toBeLessThanOrEqual(82);
    expect(jsonBytes(`${pieces[0]}${letter}`)).toBeGreaterThan(82);
  });

  test('counts characters as letters, and not the code units of which they are made', () => {
    const text = '😀'.repeat(10);
    expect(splitText(text, { letters: 10, bytes: 4_096 })).toEqual(['', text, '']);
    expect(splitText(`${text}🙂`, { letters: 10, bytes: 4_096 })).toEqual(['', text, '', '🙂', '']);
  });

  test.each([
    ['between paragraphs', 'One two.\n\nThree\nfour five', ['One two.', 'Three\nfour five']],
    ['else between lines', 'One two. Three\nfour five six', ['One two. Three', 'four five six']],
    ['else between sentences', 'One two. Three four five six', ['One two.', 'Three four five six']],
    ['else between words', 'Onetwothree fourfive sixseven', ['Onetwothree fourfive', 'sixseven']],
    ['else anywhere', 'x'.repeat(25), ['x'.repeat(20), 'xxxxx']],
    ['where a paragraph ends as late as it may', `${'x'.repeat(20)}\n\ny`, ['x'.repeat(20), 'y']],
    ['between the last of equally good words', 'one two three four five', ['one two three four', 'five']],
    ['between lines that end alike', 'one two\r\nthree four five', ['one two', 'three four five']],
    [
      'between paragraphs that end alike',
      'one\r\n\r\ntwo\r\nthree four five',
      ['one', 'two\r\nthree four five'],
    ],
    [
      'behind triple braces that just fit',
      `${'x'.repeat(13)}{{{a}}}yyy`,
      [`${'x'.repeat(13)}{{{a}}}`, 'yyy'],
    ],
    ['before triple braces that do not', `${'x'.repeat(14)}{{{a}}}yyy`, ['x'.repeat(14), '{{{a}}}yyy']],
    ['behind long triple braces', `{{{${'a'.repeat(20)}}}}yyy`, [`{{{${'a'.repeat(20)}}}}`, 'yyy']],
    [
      'not in white space between triple braces',
      `xx {{{${'a '.repeat(10)}}}} yy`,
      ['xx', `{{{${'a '.repeat(10)}}}}`, 'yy'],
    ],
    [
      'between sentences without spaces',
      '一二三四五六七八九。一二三四五六七八九。一二三',
      ['一二三四五六七八九。一二三四五六七八九。', '一二三'],
    ],
  ])('cuts %s', (_, text, pieces) => {
    const parts = splitText(text, { letters: 20, bytes: 4_096 });
    expect(parts.filter((_part, index) => index % 2 === 1)).toEqual(pieces);
  });
});

describe('protectText', () => {
  test.each([
    ['icu', 'Hello {name}!', 'Hello {{{ {name} }}}!'],
    ['icu', '{n, number, integer} of {m}', '{{{ {n, number, integer} }}} of {{{ {m} }}}'],
    ['icu', "It''s '{'not'}' one", "It''s '{'not'}' one"],
    ['icu', "'{not}' but {n}", "'{not}' but {{{ {n} }}}"],
    ['icu', '<b>Bold</b> text', '{{{<b>}}}Bold{{{</b>}}} text'],
    [
      'icu',
      '{n, plural, one {# item} other {# items}} left',
      '{{{ {n, plural, one {# }}} item{{{} other {#}}} items{{{ }} }}} left',
    ],
    ['icu', 'no end {n, plural, one {x', 'no end {n, plural, one {x'],
    ['i18next', 'Hi {{name}}, $t(more)', 'Hi {{{ {{name}} }}}, {{{$t(more)}}}'],
    [
      'printf',
      '%1$s of %d, 100 % sure, %(who)s %@ %.2f %%',
      '{{{%1$s}}} of {{{%d}}}, 100 % sure, {{{%(who)s}}} {{{%@}}} {{{%.2f}}} {{{%%}}}',
    ],
    [/:\w+/, 'Page :number', 'Page {{{:number}}}'],
    [/x*/y, 'axxb', 'a{{{xx}}}b'],
    [/\}{3,}/, 'a}}}}b', 'a{{{ }} }}}{{{ } }}}{{{ } }}}b'],
    ['printf', 'in {{{%s}}} and %s', 'in {{{%s}}} and {{{%s}}}'],
    ['printf', 'open {{{ %s', 'open {{{ %s'],
    ['icu', "l''{name} of '{l''x}'", "l''{{{ {name} }}} of '{l''x}'"],
    ['icu', '{größe} {नाम}', '{{{ {größe} }}} {{{ {नाम} }}}'],
    [
      'icu',
      '{größe, select, groß {Large} other {Small}}',
      '{{{ {größe, select, groß { }}}Large{{{} other {}}}Small{{{ }} }}}',
    ],
    ['printf', '%{count}, %<n>d, 50%off, 100%ig', '{{{ %{count} }}}, {{{%<n>d}}}, 50%off, 100%ig'],
    [
      'all',
      '<a href="{url}">%s</a> $NAME$ {see below} \\{{x}} 50%off',
      '{{{<a href="{url}">%s</a>}}} {{{$NAME$}}} {see below} \\{{{ {{x}} }}} 50%off',
    ],
    [
      'all',
      '{n, plural, one {# <b>item</b>} other {# items}} left',
      '{{{ {n, plural, one {# }}} {{{<b>}}}item{{{</b>} other {#}}} items{{{ }} }}} left',
    ],
    [undefined, '%s {name}', '%s {name}'],
  ] as const)('with %s makes of %j %j', (protect, text, body) => {
    const made = protectText(text, protect);
    expect(made.body).toBe(body);
    expect(unwrap(made.body, made.wrapped)).toBe(
      protect === 'printf' ? text.replaceAll('{{{%s}}}', '%s') : text,
    );
  });

  test.each([
    [
      ['Acme'],
      'Acme is not Acmes or xAcme, but (Acme), Acme-like',
      '{{{Acme}}} is not Acmes or xAcme, but ({{{Acme}}}), {{{Acme}}}-like',
    ],
    [['Acme', 'Acme Pro'], 'Acme Pro and Acme', '{{{Acme Pro}}} and {{{Acme}}}'],
    [['C++', '.NET', 'a|b'], 'C++ in .NET, a|b', '{{{C++}}} in {{{.NET}}}, {{{a|b}}}'],
    [['acme'], 'Acme', 'Acme'],
    [['Acme', '猫'], '猫はAcmeです', '{{{猫}}}は{{{Acme}}}です'],
    [['name', 'Hi'], 'Hi {name}, name', '{{{Hi}}} {{{ {name} }}}, {{{name}}}'],
    [['Acme'], '{{{Acme}}} Acme', '{{{Acme}}} {{{Acme}}}'],
  ])('with the terms %j makes of %j %j', (terms, text, body) => {
    const made = protectText(text, 'icu', makeTermFinder(terms));
    expect(made.body).toBe(body);
    expect(unwrap(made.body, made.wrapped)).toBe(text.replaceAll('{{{Acme}}}', 'Acme'));
    if (!text.includes('{name}')) expect(protectText(text, undefined, makeTermFinder(terms)).body).toBe(body);
  });

  const parts = fc.constantFrom(
    '{a}',
    '{{b}}',
    '%s',
    '%2$d',
    '{{{own}}}',
    '{',
    '}',
    'x',
    ' ',
    '#',
    '{n, plural, one {',
    '} other {',
    '}}',
    "'",
    '\n',
  );
  const texts = fc.array(parts, { maxLength: 20 }).map((some) => some.join(''));
  const protects = fc.constantFrom('icu', 'i18next', 'printf', 'all', /\{+|\}+/, /[%{].*/);

  test('is undone by unwrap, whatever the text', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !/\{\{\{|\}\}\}/.test(text)),
        protects,
        (text, protect) => {
          for (const findTerms of [undefined, makeTermFinder(['x', 'a', '} other {', '{b'])]) {
            const { body, wrapped } = protectText(text, protect as 'icu', findTerms);
            expect(unwrap(body, wrapped)).toBe(text);
          }
        },
      ),
      runs(5_000),
    );
  });
});

describe('joinParagraphs', () => {
  const paragraph = (original_text: string, translated_text: string, display_order: number) => ({
    original_text,
    translated_text,
    display_order,
  });

  test('keeps the blank lines and line breaks of the original', () => {
    fc.assert(
      fc.property(longTexts, (text) => {
        const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
        const paragraphs = lines.map((line, index) => paragraph(line, `<${line}>`, index + 1));
        const joined = joinParagraphs(text, paragraphs.toReversed());
        expect(joined.missing).toBe(0);
        expect(joined.text).toBe(
          text.replace(/[^\r\n]+/g, (line) => (line.trim() === '' ? line : `<${line}>`)),
        );
      }),
      runs(),
    );
  });

  test.each([
    ['the last one', ['A', 'B', ''], 'A\n\nB\n', 1],
    ['all but one', ['A', '', ''], 'A\n\n\n', 2],
  ])('counts paragraphs that the translator left empty: %s', (_, translations, text, missing) => {
    const paragraphs = ['a', 'b', 'c'].map((each, index) =>
      paragraph(each, translations[index] ?? '', index + 1),
    );
    expect(joinParagraphs('a\n\nb\nc', paragraphs)).toEqual({ text, missing });
  });

  test('counts paragraphs that the revision lacks', () => {
    expect(joinParagraphs('a\n\nb\nc', [paragraph('a', 'A', 1), paragraph('c', 'C', 2)])).toEqual({
      text: 'A\n\n\nC',
      missing: 1,
    });
  });

  test('appends paragraphs that the translator added', () => {
    expect(joinParagraphs('a', [paragraph('a', 'A', 1), paragraph('', 'B', 2)]).text).toBe('A\nB');
  });

  test('goes by lines if the service shows other originals', () => {
    const paragraphs = [paragraph('A.', 'one', 1), paragraph('B.', 'two', 2)];
    expect(joinParagraphs('a\n\nb', paragraphs)).toEqual({ text: 'one\n\ntwo', missing: 0 });
    expect(joinParagraphs('a\n\nb\nc', paragraphs)).toEqual({ text: 'one\ntwo', missing: 1 });
  });
});

describe('packer', () => {
  test('keeps within the texts and the bytes of an order, and leaves nothing out', () => {
    const pieces = Array.from({ length: 200 }, (_, index) => ({ body: 'é'.repeat(index * 10) }));
    const limits = { bodies: 30, questions: 20, letters: 10_000, bytes: 16_384 };
    const wanted = pieces.map((_, index) => index);
    for (const using of ['simple', 'project'] as const) {
      const orders = makePacker(pieces, { using, description: 'All of them' }, limits)(wanted);
      expect(orders.flat()).toEqual(wanted);
      const most = using === 'simple' ? 30 : 20;
      for (const order of orders) {
        expect(order.length).toBeLessThanOrEqual(most);
        const bodies = order.map((piece) => ({ body: pieces[piece]?.body }));
        expect(new TextEncoder().encode(JSON.stringify(bodies)).length).toBeLessThan(limits.bytes);
      }
    }
  });
});

describe('in every version alike, since the keys of orders say what they hold,', () => {
  const pieces = Array.from({ length: 41 }, () => ({ body: 'x'.repeat(10) }));
  const wanted = pieces.map((_, index) => index);
  const most = { bodies: 1_000, questions: 500, letters: 10_000, bytes: 2 ** 20 };
  const description = 'd'.repeat(8);

  test.each([
    ['bytes', 'simple', { bytes: 1_442 }, [20, 20, 1]],
    ['bytes', 'simple', { bytes: 1_441 }, [19, 19, 3]],
    ['bytes', 'project', { bytes: 11_242 }, [20, 20, 1]],
    ['bytes', 'project', { bytes: 11_241 }, [19, 19, 3]],
    ['texts', 'simple', { bodies: 20 }, [20, 20, 1]],
    ['texts', 'project', { questions: 20 }, [20, 20, 1]],
  ] as const)('orders are filled to their limit of %s: %s %j', (_, using, limits, counts) => {
    const orders = makePacker(pieces, { using, description }, { ...most, ...limits })(wanted);
    expect(orders.map(({ length }) => length)).toEqual(counts);
  });

  test('a note takes room in its order', () => {
    const noted = pieces.map((piece) => ({ ...piece, note: 'n'.repeat(46) }));
    const limits = { ...most, bytes: 1_442 };
    const orders = makePacker(noted, { using: 'simple', description }, limits)(wanted);
    expect(orders.map(({ length }) => length)).toEqual([10, 10, 10, 10, 1]);
  });

  const count = (text: string | SourceText, more: Partial<TextsOrder> = {}, limits: Partial<Limits> = {}) =>
    planTexts({ name: 'shop', from: 'en', to: ['de'], texts: { text }, ...more }, { ...most, ...limits })
      .pieces.length;

  test.each<readonly [string, (length: number) => number, number]>([
    ['letters', (length) => count('x'.repeat(length)), 10_000],
    ['bytes', (length) => count('x'.repeat(length), {}, { bytes: 4_096 }), 3_066],
    [
      'bytes that the description leaves',
      (length) => count('x'.repeat(length), { description }, { bytes: 4_096 }),
      3_058,
    ],
    [
      'bytes that its note leaves',
      (length) => count({ text: 'x'.repeat(length), note: 'note' }, {}, { bytes: 4_096 }),
      3_062,
    ],
  ])('a text is split where it has more %s', (_, countPieces, longest) => {
    expect([countPieces(longest), countPieces(longest + 1)]).toEqual([1, 2]);
  });
});

test('a term within a placeholder is protected with it, and one behind it by itself', () => {
  const { body } = protectText('Hi {name}, name Acme {Acme} Acme', 'icu', makeTermFinder(['name', 'Acme']));
  expect(body).toBe('Hi {{{ {name} }}}, {{{name}}} {{{Acme}}} {{{ {Acme} }}} {{{Acme}}}');
});

test('a term that begins within a placeholder is not protected beside it', () => {
  expect(protectText('{n} x', 'icu', () => [[2, 5]]).body).toBe('{{{ {n} }}} x');
});

test('placeholders are found again, whatever white space a translator left around them', () => {
  const { wrapped } = protectText('%s of {n}', 'all');
  expect(unwrap('{{{  {n}\u00a0}}}: {{{ %s }}}, {{{{n}}}}', wrapped)).toBe('{n}: %s, {n}');
});

test('counts tokens as if each were searched for by itself', () => {
  const text = (most: number) => fc.stringMatching(new RegExp(`^[ab]{1,${most}}$`));
  fc.assert(
    fc.property(fc.uniqueArray(text(4), { minLength: 1, maxLength: 6 }), text(30), (tokens, within) => {
      const counts = new TokenCounter(tokens).count(within);
      for (const token of tokens) expect(counts.get(token) ?? 0).toBe(within.split(token).length - 1);
    }),
    runs(2_000),
  );
});

describe('a text that is only', () => {
  const isOrdered = (text: string, html = false): boolean => {
    const order: TextsOrder = { name: 'shop', from: 'en', to: ['de'], texts: { a: text }, html };
    const limits: Limits = { letters: 1_000, bytes: 10_000, bodies: 10, questions: 10 };
    return planTexts(order, limits).pieces.length > 0;
  };

  test.each([
    '$t(shop.open)',
    '@:shop.open',
    '@.lower:shop.open',
    '{{count}}',
    '{name}',
    '%s',
    '%{count}',
    '({count}) –',
    '%(name)s',
    '%@',
    '\u0024{total}',
    '$NAME$',
    '{n, plural, one {#} other {#}}',
    'https://shop.example/en?a=b#c',
    ' http://shop.example\n',
  ])('a reference, a placeholder or an address is not ordered, whatever is protected: %s', (text) => {
    expect(isOrdered(text)).toBe(false);
  });

  test.each([
    '$t(shop.open) now',
    'Hi {name}',
    '{n, plural, one {# day} other {# days}}',
    '50% off',
    '{ hello there }',
    // A price, a name, a list: other languages have other orders and marks.
    '%u%n',
    '{first} {last}',
    '%1$s: %2$s',
    '{{amount}} {{currency}}',
    '<img alt="Open">',
    'Visit https://shop.example',
    'https://shop.example/ はこちら',
    '@me',
  ])('partly that, or several of them, is ordered: %s', (text) => {
    expect(isOrdered(text)).toBe(true);
  });

  test('tags is ordered as text, and not as HTML', () => {
    expect(isOrdered('<br><hr/>')).toBe(true);
    expect(isOrdered('<br><hr/>', true)).toBe(false);
    expect(isOrdered('<b>Open</b>', true)).toBe(true);
  });
});

describe('a remark', () => {
  const limits: Limits = { bodies: 10, questions: 10, letters: 10_000, bytes: 8_192 };
  const plan = (text: SourceText) =>
    planTexts({ name: 'a', from: 'en', to: ['de'], texts: { open: text } }, limits);

  test('is shown behind the note, and does not make another text', () => {
    const [plain, noted] = [
      plan({ text: 'Open', note: 'verb' }),
      plan({ text: 'Open', note: 'verb', remark: 'a.c:1' }),
    ];
    expect(noted.pieces).toEqual([{ body: 'Open', note: 'verb / a.c:1' }]);
    expect([...noted.indexes.keys()]).toEqual([...plain.indexes.keys()]);
  });

  test('is left out where it does not fit beside the text', () => {
    const { pieces } = plan({ text: 'Open', note: 'verb', remark: 'x'.repeat(8_192) });
    expect(pieces).toEqual([{ body: 'Open', note: 'verb' }]);
  });
});
