import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIssues } from '../../../src/localise/checks/check-translation.js';
import { protectText, unwrapWithPlaces } from '../../../src/localise/checks/placeholders/protect.js';
import { checkTranslation, findPlaceholders } from '../../../src/texts.js';
import { runs } from '../../runs.js';

/** The issues in short: the kind, what it is about, and the text and offset where it is. */
const short = (original: string, translation: string) =>
  checkTranslation(original, translation).map((item) =>
    [item.kind, item.placeholder, item.in && `${item.in}:${item.offset}`].filter(Boolean).join(' '),
  );

const FILES = '{n, plural, one {# file} other {# files}}';
const GUESTS = '{g, select, male {He has {n}} other {They have {n}}}';

/** Placeholders of ecosystems that may also be words: an original, a translation that keeps them, and one that lacks the placeholder. */
const ECOSYSTEMS: readonly (readonly [original: string, kept: string, lost: string, placeholder: string])[] =
  [
    // Laravel.
    ['Hello :name, :count new', 'Hallo :Name, :COUNT neu', 'Hallo, :count neu', ':name'],
    // Drupal.
    ['See @site and !link', '!link und @site ansehen', 'Siehe @site', '!link'],
    ['Posted by @user', 'Von @user', 'Von ihm', '@user'],
    // Qt.
    ['File %1 of %2.', '%2: %1', 'Datei %2', '%1'],
    ['%L1 bytes', '%L1 Byte', 'Byte', '%L1'],
    ['Copied %0 to %1', '%0 nach %1', 'Nach %1', '%0'],
    // i18next.
    ['Hello __name__', 'Hallo __name__', 'Hallo', '__name__'],
    // Names in two brackets, links of Markdown, references of Home Assistant.
    ['Dear [[name]]', 'Liebe [[name]]', 'Hallo', '[[name]]'],
    [
      '[Docs](https://a.example/b)',
      '[Hilfe](https://a.example/b)',
      '[Hilfe](https://c.example)',
      '](https://a.example/b)',
    ],
    ['[%key:common::ok%] now', 'Jetzt [%key:common::ok%]', 'Jetzt', '[%key:common::ok%]'],
    // MediaWiki: the words are translated.
    [
      '{{PLURAL:$1|one file|$1 files}}',
      '{{PLURAL:$1|plik|$1 pliki|$1 plików}}',
      '{{PLURAL:$2|plik|pliki}}',
      '{{PLURAL:$1|',
    ],
    // Apple.
    ['%arg files', '%arg Dateien', 'Dateien', '%arg'],
  ];

describe.each(ECOSYSTEMS)('%s', (original, kept, lost, placeholder) => {
  test('is compared by its placeholders', () => {
    expect(short(original, kept)).toEqual([]);
    expect(checkTranslation(original, lost)).toContainEqual(
      expect.objectContaining({ kind: 'placeholder', placeholder, in: 'original' }),
    );
  });

  test('can have them protected', () => {
    expect(findPlaceholders({ original }).examples).toContain(placeholder);
    const { body, wrapped } = protectText(original, 'all');
    expect(wrapped).toContain(placeholder);
    expect(unwrapWithPlaces(body, wrapped).text).toBe(original);
  });
});

test.each([
  'at 10:30',
  'a:b',
  'https://a.example:8080',
  'me@a.example',
  'Hello! you',
  'Smile :)',
  ':smile:',
  '50% off',
  '[a](b)',
])('%s has no placeholder', (text) => {
  expect(findPlaceholders({ text }).count).toBe(0);
});

describe('a translation has no issue', () => {
  test.each([
    // Where words stand is free.
    ['{name} of {place}', '{place}: {name}'],
    ['Hi {{name}}', 'Salut {{ name }}'],
    ['{ n , number } of {{{ own }}}', '{{{own}}}, {n, number}'],
    ['%(who)s has %(n)d', '%(n)d: %(who)s'],
    ['%{count} of %<all>d', '%<all>d, %{count}'],
    ['%1$s of %2$d', '%2$d, %1$s'],
    ['%s of %d', '%2$d, %1$s'],
    ['%1$@ %2$lld', '%@ %lld'],
    ['%#@files@ in %@', '%#@files@: %@'],
    ['%d%% of %*d', '%d %% von %*d'],
    ['%*d of %s', '%3$s: %2$*d'],
    [`$NAME$, \${user} and $t(more)`, `$t(more), \${user}, $NAME$`],
    ["@:app.name by {'@'}me", "{'@'}me: @:app.name"],
    ['Read <a href="/x" title="Help">this</a>', "Lies <a title='Hilfe' href='/x' >das</a>"],
    ['<a href="%s">%s</a>', '<a href="%2$s">%1$s</a>'],
    ['one<br/>two', 'eins<br />zwei'],
    ['<0>a</0> or <1>b</1>', '<1>b</1> oder <0>a</0>'],
    ['<b><i>a</i> <u>b</u></b> c', 'c <b><u>b</u> <i>a</i></b>'],
    ['<x id="1"/> of <x id="2"/>', '<x id="2"/>: <x id="1"/>'],
    ['<b>a</b><br>b<br>', '<br>b<br><b>a</b>'],
    [
      '<x id="START_LINK"/>a<x id="CLOSE_LINK"/> <x id="START_LINK_1"/>b<x id="CLOSE_LINK"/>',
      '<x id="START_LINK_1"/>b<x id="CLOSE_LINK"/> <x id="START_LINK"/>a<x id="CLOSE_LINK"/>',
    ],
    // Unbalanced tags and braces are kept as they are.
    ['a <b> c', 'ein <b> c'],
    ['Use { here', 'Hier { nutzen'],
    ['Hi {see below}', 'Hallo {siehe unten}'],
    // What only looks like a placeholder.
    ['100 % wool', '100 % Wolle'],
    ['50% off', '50 % Rabatt'],
    ['50%off', '50%weg'],
    ['100% cotton', '100%ige Baumwolle, 100 %ig'],
    ['up to 50% off', '%50e varan indirim, %20den'],
    ['50% of it', '50%i𐐨'],
    ['see a%2Fb%20c', 'siehe a%20b'],
    ['I <3 you', 'Ich <3 dich'],
    ['a < b > c, x<y and y>z', 'a < b > c, x<y und y>z'],
    ['Say “hello” & go', '„Hallo“ sagen &amp; los'],
    ['costs $5 or $10', 'kostet 5 $ oder 10 $'],
    ['Is it?', 'Est-ce\u00a0?'],
    ['{name}', '\u200f{name}\u200f'],
    ['Add {n} items', '{n} 個を追加（５０％）'],
    ["It's {x}", "C'est l'{x}"],
    ['', ''],
    ['mail me@x.com <me@x.com>', 'schreib me@x.com <me@y.com>'],
    // Dates have their parts in another order in each language.
    ['%Y-%m-%d', '%d.%m.%Y'],
    ['%B %d, %I:%M %p', '%d. %b, %H:%M'],
    // Java's choices are texts.
    ['{0,choice,0#none|1#one}', '{0,choice,0#keine|1#eine}'],
    // The forms of a plural are those of the language, and some say the number in words.
    [FILES, '{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}'],
    [FILES, '{n, plural, other {# 個}}'],
    [FILES, '{n, plural, =0 {keine Datei} one {# Datei} other {# Dateien}}'],
    [FILES, '{n,plural,one{eine Datei}other{# Dateien}}'],
    [FILES, '{n, plural, one {# file} other {{n} files}}'],
    [
      '{n, plural, =0 {none} other {# in {dir}}}',
      '{n, plural, =0 {keine} one {eine in {dir}} other {# in {dir}}}',
    ],
    ['{n, plural, one {an apple} other {apples}}', '{n, plural, one {# Apfel} other {# Äpfel}}'],
    [GUESTS, '{g, select, male {{n} hat er} other {{n} haben sie}}'],
    [FILES, '{n, plural, zero {keine} one {# Datei} two {beide} other {# Dateien}}'],
    // Only in a plural is this the number.
    ['{g, select, male {No. # of {n}} other {# of {n}}}', '{g, select, male {{n}} other {{n}}}'],
    ['{n, plural, other {#}} {g, select, other {No. #}}', '{n, plural, other {#}} {g, select, other {a}}'],
    ["{n, plural, other {l''{x}}}", "{n, plural, other {d''{x}}}"],
    ['{n, plural, one {x', 'ohne Ende {n, plural, one {y'],
    ['a\r\nb\n', 'c\nd\n'],
    ['literal\\nbreak', 'ein\\nUmbruch'],
  ])('%j → %j', (original, translation) => {
    expect(short(original, translation)).toEqual([]);
  });
});

describe('a translation has issues, each with its place', () => {
  test.each([
    ['Hi {name}', 'Hallo', ['placeholder {name} original:3']],
    ['Hi {name}', 'Hallo {nome}', ['placeholder {name} original:3', 'placeholder {nome} translation:6']],
    ['Hi {name}', '{name} {name}', ['placeholder {name} translation:7']],
    ['Hi {name}', 'Hallo {name', ['placeholder {name} original:3', 'placeholder { translation:6']],
    ['Hi {name}', 'Hallo ｛name｝', ['placeholder {name} original:3']],
    [
      'Hi {name}',
      'Hallo {na\u200fme}',
      ['placeholder {name} original:3', 'placeholder {na\u200fme} translation:6'],
    ],
    ['Hi {{name}}', 'Hallo {{name}', expect.arrayContaining(['placeholder {{name}} original:3'])],
    ['My {{{own}}}', 'Mein', ['placeholder {{{own}}} original:3']],
    ['%s has %d', '%d hat %s', ['order %d translation:0']],
    ['%1$s of %2$s', '%1$s, %1$s', ['placeholder %1$s translation:6', 'placeholder %2$s original:8']],
    ['%1$s of %2$s', '%s', ['placeholder %2$s original:8']],
    ['%.2f', '%f', ['placeholder %.2f original:0', 'placeholder %f translation:0']],
    ['%d %%', '%d %', ['placeholder %% original:3']],
    ['100%', '100%%', ['placeholder %% translation:3']],
    ['%(n)d', '%(z)d', ['placeholder %(n)d original:0', 'placeholder %(z)d translation:0']],
    ['%{count}', '%{anzahl}', ['placeholder %{count} original:0', 'placeholder %{anzahl} translation:0']],
    ['%<all>d', 'alle', ['placeholder %<all>d original:0']],
    ['%#@files@', '%#@items@', ['placeholder %#@files@ original:0', 'placeholder %#@items@ translation:0']],
    ['%name%', '%nom%', ['placeholder %name% original:0', 'placeholder %nom% translation:0']],
    ["{'{'}n", 'n', ["placeholder {'{'} original:0"]],
    ['<a href="%s">x</a>', '<a href="">x</a>', ['placeholder %s original:9']],
    ['%@ and %lld', '%@', ['placeholder %lld original:7']],
    ['Hello', 'Hallo %s', ['placeholder %s translation:6']],
    ['Hello', 'Hallo {x}', ['placeholder {x} translation:6']],
    ['$NAME$', '$NOM$', ['placeholder $NAME$ original:0', 'placeholder $NOM$ translation:0']],
    ['$t(key)', 'Schlüssel', ['placeholder $t(key) original:0']],
    ['@:linked.a', 'a', ['placeholder @:linked.a original:0']],
    ['<b>x</b>', 'x', ['placeholder <b> original:0', 'placeholder </b> original:4']],
    ['<b>x</b>', '</b>x<b>', ['order </b> translation:0']],
    ['<b><i>x</i></b>', '<b><i>x</b></i>', ['order </b> translation:7']],
    ['<0><1>a</1></0> b', '<1><0>a</0></1> b', ['order <1> translation:0']],
    ['<ul><li>a</li></ul> b', '<li>b</li> <ul>a</ul>', ['order <li> translation:0']],
    ['<b>a</b> <br>b', '<br>b <b>a</b></b>', ['placeholder </b> translation:14']],
    ['<bx id="1"/>a<ex id="1"/>', '<ex id="1"/>a<bx id="1"/>', ['order <ex id="1"/> translation:0']],
    [
      '<x id="START_LINK" ctype="x-a"/>a<x id="CLOSE_LINK"/>',
      '<x id="CLOSE_LINK"/>a<x id="START_LINK" ctype="x-a"/>',
      ['order <x id="CLOSE_LINK"/> translation:0'],
    ],
    [
      '<a href="/x">y</a>',
      '<a href="/z">y</a>',
      expect.arrayContaining(['placeholder <a href="/x"> original:0']),
    ],
    ['a\nb', 'c d', ['lines translation:0']],
    ['a\\nb', 'c d', ['placeholder \\n original:1']],
    [' a ', 'b', ['space translation:0', 'space translation:1']],
    ['a', '', ['empty']],
    ['a', ' ', ['empty']],
    ['%Y-%m-%d', 'heute', ['placeholder %Y original:0']],
    [FILES, 'Dateien', ['placeholder {n, plural, …} original:0']],
    [
      FILES,
      '{n, Mehrzahl, one {# a} other {# b}}',
      expect.arrayContaining(['placeholder {n, plural, …} original:0']),
    ],
    [FILES, '{n, plural, one {# a} other {# b}', ['placeholder {n, plural, …} translation:0']],
    [FILES, '{n, plural, one {# a} few {# b}}', ['placeholder other{…} original:32']],
    [
      '{n, plural, =0 {none} other {#}}',
      '{n, plural, =1 {eins} other {#}}',
      ['placeholder =0{…} original:16'],
    ],
    // FormatJS shows it as it stands, and ICU4J its value.
    [`${FILES} '<b>{x}</b>'`, `${FILES} '<b></b>'`, ['placeholder {x} original:46']],
    [FILES, '{n, plural, eins {# a} other {# b}}', ['placeholder eins{…} translation:18']],
    [FILES, '{n, plural, one {a} few {b} other {# c}}', ['placeholder # translation:25']],
    [FILES, '{n, plural, one {a} one {b} other {# c}}', ['placeholder one{…} translation:0']],
    [FILES, '{n, plural, offset:1 one {# a} other {# b}}', ['placeholder offset:1 translation:0']],
    [FILES, `${FILES} ${FILES}`, ['placeholder {n, plural, …} translation:42']],
    [FILES, `${FILES}}`, ['placeholder } translation:41']],
    [
      FILES,
      '{n, selectordinal, one {# a} other {# b}}',
      expect.arrayContaining(['placeholder {n, plural, …} original:0']),
    ],
    [
      GUESTS,
      '{g, select, Mann {{n}} other {{n}}}',
      ['placeholder male{…} original:18', 'placeholder Mann{…} translation:18'],
    ],
    [GUESTS, '{g, select, male {er} other {sie {n}}}', ['placeholder {n} original:25']],
    // In a message, an apostrophe before a brace makes it text.
    [
      '{n, plural, other {of {x}}}',
      "{n, plural, other {l'{x}}}",
      expect.arrayContaining([expect.stringContaining('{n, plural, …}')]),
    ],
  ])('%j → %j', (original, translation, issues) => {
    expect(short(original, translation)).toEqual(issues);
  });
});

test.each([
  ['a', ' a ', ['begins with other white space.', 'ends with other white space.']],
  ['a ', 'a', ['ends with other white space.']],
  ['a', '', ['is empty.']],
  ['a\nb\nc', 'a\nb', ['has 1 line break, and the original 2.']],
  ['a', 'a\nb\nc', ['has 2 line breaks, and the original 0.']],
  ['x {', 'x', ['lacks the brace {.']],
  ['x', 'x }', ['has the brace }, which the original does not have.']],
  ['{a} {a}', '{a}', ['has the placeholder {a} once, and the original 2 times.']],
  [
    '<b> {a} {a} {a}',
    '{a} {a}',
    ['has the placeholder {a} 2 times, and the original 3 times.', 'lacks the tag <b>.'],
  ],
  ['<b>x</b>', '</b>x<b>', ['has the tag </b> where the original has <b>: they are in another order.']],
  ['%s %d', '%d %s', ['has the placeholder %d where the original has %s: they are in another order.']],
  [FILES, '{n, plural, one {# a} one {# b} other {# c}}', ['has one{…} twice in {n, plural, …}.']],
  [FILES, '{n, plural, offset:1 one {# a} other {# b}}', ['has another offset in {n, plural, …}.']],
  [FILES, '{n, plural, one {# a} other {# b}', ['has {n, plural, …} without its end: a brace is missing.']],
])('of %j → %j it says what the translation %j', (original, translation, said) => {
  const messages = checkTranslation(original, translation).map(({ message }) => message);
  expect(messages).toEqual(said.map((what) => `The translation ${what}`));
});

test.each(['zero', 'one', 'two', 'few', 'many'])(
  'a plural may have the form %s, and a select not',
  (form) => {
    const having = (type: string) => `{n, ${type}, ${form} {x} other {y}}`;
    for (const type of ['plural', 'selectordinal']) {
      expect(short(`{n, ${type}, other {y}}`, having(type))).toEqual([]);
      expect(short(having(type), `{n, ${type}, other {y}}`)).toEqual([]);
    }
    const [added] = short('{n, select, other {y}}', having('select'));
    expect(added).toBe(`placeholder ${form}{…} translation:${`{n, select, ${form} {`.length}`);
    expect(short('{n, plural, other {y}}', `{n, plural, ${form} {x}}`)).toEqual([
      'placeholder other{…} original:19',
    ]);
  },
);

test('what was protected by an expression is compared too, and a protected word can be repeated', () => {
  const issues = (text: string, translation: string, protect: RegExp) => {
    const { body, wrapped } = protectText(text, protect);
    return findIssues(unwrapWithPlaces(body, wrapped), translation).map(({ placeholder, offset }) => [
      placeholder,
      offset,
    ]);
  };
  expect(issues('Page :n of :all', 'Seite :n von :all', /:\w+/)).toEqual([]);
  expect(issues('Page :n of :all', 'Seite :x von :all', /:\w+/)).toEqual([[':n', 5]]);
  expect(issues('Page :n', ':n, :n', /:\w+/)).toEqual([[':n', 4]]);
  expect(issues('By Acme', 'Acme, von Acme', /Acme/)).toEqual([]);
  expect(issues('By Acme', 'von ACME', /Acme/)).toEqual([['Acme', 3]]);
  // Each is named once.
  expect(issues('{a}{b}', '{a}', /\{\w\}/)).toEqual([['{b}', 3]]);
});

describe('the placeholders of texts', () => {
  const texts = {
    a: 'Hi {name}',
    b: { text: '{n, plural, one {# <b>} other {#}}', note: '{x}' },
    c: '100 % {{{own}}} {',
  };

  test('are counted, with the kind that protects all that is open', () => {
    expect(findPlaceholders(texts)).toEqual({
      count: 4,
      unprotected: 3,
      examples: ['{name}', '{n, plural, …}', '<b>'],
      protect: 'icu',
    });
    expect(findPlaceholders(texts, 'icu')).toMatchObject({
      count: 4,
      unprotected: 0,
      examples: [],
      protect: undefined,
    });
    expect(findPlaceholders(texts, /<b>/)).toMatchObject({ unprotected: 2, protect: 'icu' });
  });

  test.each([
    ['i18next', '{{a}} $t(b)'],
    ['printf', '%1$s %(n)d %{count} %@ %lld %%'],
    ['icu', '<b>{a}</b> {0, date}'],
    ['all', '{{a}} %s'],
    ['all', '@:a'],
    ['all', 'Hello __first_name__, %0'],
    ['all', '$NAME$ <a href="x">'],
    [undefined, '100 % wool, a < b, {see below}, %d{{{%s}}}'.replace('%d', '')],
  ] as const)('are protected by %s in %j', (protect, text) => {
    const found = findPlaceholders({ a: text });
    expect(found.protect).toBe(protect);
    if (protect !== undefined) expect(findPlaceholders({ a: text }, protect).unprotected).toBe(0);
  });

  test('with names of prototypes as keys, and texts of other kinds', () => {
    expect(findPlaceholders(JSON.parse('{"__proto__": "{a}", "constructor": "{b}"}'))).toMatchObject({
      count: 2,
    });
    expect(() => findPlaceholders({ a: 1 as unknown as string })).toThrow('texts["a"] must be a string');
  });

  test('of any text are all protected by the kind all', () => {
    const part = fc.constantFrom(
      '{a}',
      '{{b}}',
      '{{{c}}}',
      '{',
      '}',
      '%s',
      '<b c="{d}">',
      'x',
      ' ',
      '{n, plural, one {',
      '} other {',
      '}}',
      '#',
      "'",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        // Beside triple braces that do not end, nothing can be protected.
        fc.pre(!/\{\{\{|\}\}\}/.test(text));
        expect(findPlaceholders({ text }, 'all')).toMatchObject({ unprotected: 0, protect: undefined });
      }),
      runs(2_000),
    );
  });
});

test('a text with very many differences has 20 issues', () => {
  const many = Array.from({ length: 500 }, (_, at) => `{a${at}}`).join(' ');
  expect(checkTranslation(many, 'nothing')).toHaveLength(20);
});

test('names of prototypes are placeholders like others', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const message = `{${name}, select, ${name} {{${name}}} other {}}`;
    expect(short(message, message)).toEqual([]);
    expect(short(`{${name}}`, 'x')).toEqual([`placeholder {${name}} original:0`]);
  }
});

test('what is not a string is refused', () => {
  expect(() => checkTranslation('a', null as unknown as string)).toThrow('translation must be a string');
});

describe('of any text with placeholders', () => {
  const word = fc.constantFrom(
    'word',
    'größer',
    '文',
    '100 %',
    '50% off',
    'a < b',
    "l'",
    '&amp;',
    '„x“',
    '\u200f',
    '$5',
  );
  const named = fc.constantFrom(
    '{a}',
    '{{b}}',
    '{{{c}}}',
    '%(d)s',
    '%{e}',
    '$F$',
    `\${g}`,
    '$t(h)',
    '@:i.j',
    '{0}',
    '%%',
    '%1$s',
  );
  const tag = fc.constantFrom('<b>', '</b>', '<0/>', '<a href="x">', '</a>');
  const texts = fc
    .array(fc.oneof(word, named, tag), { minLength: 1, maxLength: 20 })
    .map((parts) => parts.map((part) => ` ${part} `));
  const isWord = (part: string): boolean => !/^ (?:[{$@][^\d]|[{$@]0|%[^ ]|<.*>)/.test(part);

  test('a translation that keeps them has no issue, whatever its words', () => {
    fc.assert(
      fc.property(texts, word, (parts, another) => {
        const translated = parts.map((part) => (isWord(part) ? ` ${another} ` : part));
        expect(checkTranslation(parts.join(''), translated.join(''))).toEqual([]);
        const tags = parts.filter((part) => part.includes('<') && !isWord(part));
        const rest = parts.filter((part) => !tags.includes(part)).toReversed();
        expect(checkTranslation(parts.join(''), [...rest, ...tags].join(''))).toEqual([]);
      }),
      runs(2_000),
    );
  });

  test('a translation has an issue if any of them is dropped, doubled or changed', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.constantFrom('drop', 'double', 'change'), (parts, pick, how) => {
        const places = parts.flatMap((part, at) => (isWord(part) ? [] : [at]));
        fc.pre(places.length > 0);
        const at = places[pick % places.length] ?? 0;
        const part = parts[at] ?? '';
        const made = { drop: ' ', double: part + part, change: part.replace(/[\w%](?=\W* $)/, 'zz') }[how];
        expect(checkTranslation(parts.join(''), parts.toSpliced(at, 1, made).join(''))).not.toEqual([]);
      }),
      runs(2_000),
    );
  });

  test('what is compared is safe from any two texts, and a text is a translation of itself', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '{{{',
      '}}}',
      "'",
      '#',
      '{n, plural, one {',
      '} other {',
      '}}',
      '{g, select, a {',
      '%',
      '%1$',
      '*',
      '$',
      '$t(',
      ')',
      '<',
      '>',
      '<b',
      '@:',
      '\n',
      ' ',
      'x',
      '\\n',
      '\ud800',
      '|',
      '=0{',
    );
    const any = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(checkTranslation(a, a).filter(({ message }) => !message.includes('twice'))).toEqual([]);
        for (const { in: where, offset = 0, placeholder = '' } of checkTranslation(a, b)) {
          expect(offset).toBeLessThanOrEqual((where === 'original' ? a : b).length);
          expect((where === 'original' ? a : b).includes(placeholder) || placeholder.includes('…')).toBe(
            true,
          );
        }
      }),
      runs(5_000),
    );
  });
});
