import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { po as gettext } from 'gettext-parser';
import { describe, expect, test } from 'vitest';
import {
  type LocaleFile,
  localeFormats,
  type ReadLocaleOptions,
  readLocaleFile,
} from '../../../src/locale-files.js';
import { FOREIGN_FORMATS } from '../../../src/localise/files/foreign-formats.js';

const path = (name: string): string => fileURLToPath(new URL(`./files/${name}`, import.meta.url));
const read = (name: string, options?: ReadLocaleOptions) => readLocaleFile(path(name), options);
const original = (name: string) => readFile(path(name), 'utf8');

/** The lines that a new text has and the old one lacks. */
function newLines(old: string, now: string): string[] {
  const had = new Set(old.split('\n'));
  return now.split('\n').filter((line) => !had.has(line));
}

const getTexts = (file: LocaleFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(file.texts).map(([key, entry]) => [key, typeof entry === 'string' ? entry : entry.text]),
  );

test.each([
  ['json', '{"n_zero": "None", "n_one": "{{count}} item", "n_other": "{{count}} items"}', 'n_'],
  ['json', '{"n": {"zero": "None", "one": "{{count}} item", "other": "{{count}} items"}}', 'n.'],
  ['yaml', 'n:\n  zero: None\n  one: "{{count}} item"\n  other: "{{count}} items"\n', 'n.'],
] as const)(
  '%s: a form for 0 is ordered for each language, as it is used in each',
  async (format, text, begin) => {
    const { texts } = await readLocaleFile({ text }, { format, to: 'ja' });
    expect(texts).toEqual({
      [`${begin}zero`]: { text: 'None', note: 'The text for exactly 0.' },
      [`${begin}other`]: '{{count}} items',
    });
    const { texts: ofLatvian } = await readLocaleFile({ text }, { format, to: 'lv' });
    expect(ofLatvian[`${begin}zero`]).toMatchObject({ note: 'The plural form for 0, 10, 11, 12, 13, ….' });
  },
);

test('a form for 0 of ordinals is ordered only if the language has it', async () => {
  const text = '{"n_ordinal_zero": "none", "n_ordinal_one": "{{count}}st", "n_ordinal_other": "{{count}}th"}';
  const { texts } = await readLocaleFile({ text }, { format: 'json', to: 'de' });
  expect(Object.keys(texts)).toEqual(['n_ordinal_other']);
});

test.each([
  ['<b>fett', '&lt;b&gt;fett'],
  ['</b>fett<b>', '&lt;/b&gt;fett&lt;b&gt;'],
  ['<b>fett</g></b>', '<b>fett&lt;/g&gt;</b>'],
  ['<b>fett</b></b> <x id="1"/>', '<b>fett</b>&lt;/b&gt; <x id="1"/>'],
  ['<b><g id="2">fett</b></g>', '<b>&lt;g id="2"&gt;fett</b>&lt;/g&gt;'],
  ['<g id="2"><b>fett</g>', '<g id="2">&lt;b&gt;fett</g>'],
  ['<fett>fett</b>', '&lt;fett&gt;fett&lt;/b&gt;'],
])('in XML, a tag without its beginning or end is text: %s', async (translation, content) => {
  const inside = '<b>bold</b> <g id="2">two</g><x id="1"/>';
  const unit = `<trans-unit id="a"><source>${inside}</source><target/></trans-unit>`;
  const xliff = `<xliff version="1.2"><file target-language="de"><body>${unit}</body></file></xliff>`;
  const android = `<resources><string name="a">${inside}</string></resources>`;
  for (const [format, text] of [
    ['xliff', xliff],
    ['android', android],
  ] as const) {
    const file = await readLocaleFile({ text }, { format, to: 'de' });
    const written = file.write({ a: translation });
    // Android's texts have no plain quotes.
    const plain = format === 'android' ? content.replace('"2"&gt;', '\\"2\\"&gt;') : content;
    expect(written).toContain(plain);
    const again = await readLocaleFile({ text }, { format, to: 'de', target: { text: written } });
    expect(again.known).toEqual({ a: translation });
  }
});

describe('JSON', () => {
  test('has texts by their paths', async () => {
    const { format, texts, known } = await read('en.json');
    expect(format).toBe('json');
    expect(texts).toEqual({
      'cart.add': 'Add to cart',
      'cart.empty': 'Your cart is empty.',
      'cart.items_one': '{{count}} item',
      'cart.items_other': '{{count}} items',
      'cart.total': 'Total: {{price, currency(EUR)}}',
      'account.greeting': 'Hello {{name}}, good to see you!',
      'account.menu.0': 'Orders',
      'account.menu.1': 'Addresses',
      'account.menu.2': 'Sign out',
      'legal.imprint': 'Imprint',
      'legal.terms': 'By ordering you accept our <1>terms</1>.\nAll prices include "VAT".',
    });
    expect(known).toEqual({});
  });

  test('a new file has only what is translated, in the order and layout of the source file', async () => {
    const file = await read('en.json', { to: 'de' });
    const text = file.write({ 'legal.imprint': 'Impressum', 'cart.add': 'In den "Warenkorb"' });
    expect(text).toBe(`{
  "$schema": "https://shop.example/locale.schema.json",
  "version": 3,
  "cart": {
    "add": "In den \\"Warenkorb\\""
  },
  "legal": {
    "imprint": "Impressum"
  }
}
`);
  });

  test('with every text translated, a new file differs from the source only in the texts', async () => {
    const file = await read('en.json');
    const old = await original('en.json');
    expect(file.write(getTexts(file))).toBe(old.replace(',\n  "not_yet_written": ""', ''));
  });

  test('an array is written into a new file when all of it is translated', async () => {
    const file = await read('en.json');
    const menu = { 'account.menu.0': 'a', 'account.menu.1': 'b' };
    expect(file.write(menu)).not.toContain('menu');
    expect(file.write({ ...menu, 'account.menu.2': 'c' })).toContain('"menu": ["a", "b", "c"]');
  });

  test('an existing file keeps its layout and its own texts, and gets what it lacks', async () => {
    const file = await read('en.json', { to: 'de', target: path('de.json') });
    expect(file.known).toEqual({
      'cart.add': 'In den Warenkorb',
      'cart.total': 'Summe: {{price, currency(EUR)}}',
      'legal.imprint': 'Impressum',
    });
    const old = await original('de.json');
    expect(file.write({})).toBe(old);
    const text = file.write({ 'cart.empty': 'Leer.', 'cart.total': 'Gesamt', 'account.greeting': 'Hallo' });
    expect(JSON.parse(text)).toEqual({
      cart: { add: 'In den Warenkorb', empty: 'Leer.', total: 'Gesamt', old: 'Gibt es nicht mehr' },
      account: { greeting: 'Hallo', beta: true },
      legal: { imprint: 'Impressum' },
    });
    expect(newLines(old, text)).toEqual([
      '    "empty": "Leer.",',
      '    "total": "Gesamt",',
      '  "account": {',
      '    "greeting": "Hallo",',
      '    "beta": true',
    ]);
  });

  test('plural forms are those of the language', async () => {
    const russian = await read('en.json', { to: 'ru' });
    expect(russian.texts).toMatchObject({
      'cart.items_one': { text: '{{count}} item', note: 'The plural form for 1, 21, 31, 41, 51, ….' },
      'cart.items_few': { text: '{{count}} items', note: 'The plural form for 2, 3, 4, 22, 23, ….' },
      'cart.items_many': { text: '{{count}} items', note: 'The plural form for 0, 5, 6, 7, 8, ….' },
      'cart.items_other': { text: '{{count}} items', note: 'The plural form for fractions, such as 1.5.' },
    });
    const text = russian.write({
      'cart.items_one': 'товар',
      'cart.items_few': 'товара',
      'cart.items_many': 'товаров',
    });
    expect(Object.entries(JSON.parse(text).cart)).toEqual([
      ['items_one', 'товар'],
      ['items_few', 'товара'],
      ['items_many', 'товаров'],
    ]);
    const again = await read('en.json', { to: 'ru', target: { text } });
    expect(again.known).toHaveProperty(['cart.items_few'], 'товара');
    expect(Object.keys((await read('en.json', { to: 'ja' })).texts)).not.toContain('cart.items_one');
  });

  test('an object of `one` and `other` has the forms of the language, too', async () => {
    const source = {
      text: '{ "inbox": { "//": "Mail", "one": "one letter", "other": "%{count} letters" } }',
    };
    const file = await readLocaleFile(source, { format: 'json', to: 'ru', target: { text: '' } });
    expect(file.texts).toMatchObject({
      'inbox.one': { text: 'one letter', note: 'Mail\nThe plural form for 1, 21, 31, 41, 51, ….' },
      'inbox.few': { text: '%{count} letters', note: 'The plural form for 2, 3, 4, 22, 23, ….' },
      'inbox.many': { text: '%{count} letters', note: 'The plural form for 0, 5, 6, 7, 8, ….' },
      'inbox.other': { note: 'The plural form for fractions, such as 1.5.' },
    });
    const forms = { one: 'письмо', few: 'письма', many: 'писем', other: 'письма' };
    const text = file.write(
      Object.fromEntries(Object.entries(forms).map(([form, value]) => [`inbox.${form}`, value])),
    );
    expect(JSON.parse(text)).toEqual({ inbox: forms });
    const again = await readLocaleFile(source, { format: 'json', to: 'ru', target: { text } });
    expect([again.known['inbox.few'], again.orphans, again.write({})]).toEqual(['письма', [], text]);
  });

  test.each([
    ['arrays of texts', { item_one: ['a tin', 'a box'], item_other: ['tins', 'boxes'] }],
    ['arrays in an object', { item: { one: ['a tin', 'a box'], other: ['tins', 'boxes'] } }],
    ['objects', { item: { one: { short: 'a tin' }, other: { short: 'tins' } } }],
    ['an object without `one`', { amount: { few: 'Few', many: 'Many', other: 'As you like' } }],
    ['an object with other names', { amount: { one: 'One', three: 'Three', other: 'As you like' } }],
    ['a file with these names alone', { one: 'One', other: 'As you like' }],
  ])('%s stay as they are', async (_, value) => {
    const source = { text: JSON.stringify(value) };
    const file = await readLocaleFile(source, { format: 'json', to: 'ru', target: { text: '' } });
    expect(file.write(getTexts(file))).toBe(source.text);
  });
});

test.each([
  ['<<<<<<< HEAD\n{"a": "b"}\n', '1:1'],
  ['{\n  "a": yes,\n  "b": "c"\n}\n', '2:8'],
  ['{\n  "a": \'b\'\n}\n', '2:8'],
  ['{\n  "a": "b",\n}\n', '3:1'],
  ['{\n  "a": [1,,2]\n}\n', '2:11'],
  ['{\n  "a": "b"\n', '3:1'],
])('%j is not JSON at %s', async (text, place) => {
  await expect(readLocaleFile({ text, name: 'en.json' })).rejects.toThrow(`en.json:${place} is not JSON`);
});

describe('gettext PO', () => {
  const contextual = 'state of a file\u0004Open';

  test('has texts, notes, plural forms and final translations', async () => {
    const { language, to, texts, known } = await read('ru.po');
    expect([language, to]).toEqual([undefined, 'ru']);
    expect(Object.keys(texts)).toEqual([
      'Open',
      contextual,
      '%d file was copied.[0]',
      '%d file was copied.[1]',
      '%d file was copied.[2]',
      'Move %s',
      'Quit',
      expect.stringMatching(/^Files that you delete stay[\s\S]*this machine\.\n$/),
    ]);
    expect(texts).toMatchObject({
      Open: { text: 'Open', remark: 'The button of the dialog' },
      [contextual]: { text: 'Open', note: 'state of a file' },
      '%d file was copied.[1]': {
        text: '%d files were copied.',
        note: 'The plural form for 2, 3, 4, 22, 23, ….',
      },
    });
    expect(known).toEqual({ Open: 'Открыть' });
  });

  test('has the comments of programmers as remarks, and not those of translators', async () => {
    const text = '# Ivan: see the menu\n#. on a button\n#: a.c:1\nmsgid "Open"\nmsgstr ""\n';
    const { texts } = await readLocaleFile({ text }, { format: 'po', to: 'de' });
    expect(texts).toEqual({ Open: { text: 'Open', remark: 'on a button' } });
  });

  test('with new translations, only their lines change', async () => {
    const file = await read('ru.po');
    const old = await original('ru.po');
    expect(file.write({})).toBe(old);
    expect(file.write({ Open: 'Открыть' })).toBe(old);
    const text = file.write({ [contextual]: 'Открыт', '%d file was copied.[1]': 'Скопировано %d "файла"' });
    expect(text.split('\n')).toHaveLength(old.split('\n').length);
    expect(newLines(old, text)).toEqual(['msgstr "Открыт"', 'msgstr[1] "Скопировано %d \\"файла\\""']);
  });

  test('a new translation removes the fuzzy flag, and the text before', async () => {
    const file = await read('ru.po');
    const old = await original('ru.po');
    const text = file.write({ 'Move %s': 'Копировать %s', Quit: 'Выход' });
    expect(text).toBe(
      old
        .replace('#, fuzzy, c-format', '#, c-format')
        .replace(/^#\|.*\n/m, '')
        .replace('#, fuzzy\nmsgid "Quit"', 'msgid "Quit"')
        .replace('Выход?', 'Выход'),
    );
    expect((await readLocaleFile({ text }, { format: 'po' })).known).toMatchObject({
      'Move %s': 'Копировать %s',
    });
  });

  test.each(['\n', '\r\n'])(
    'the text before is forgotten with the translation of it, with %j',
    async (ending) => {
      const header = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n';
      const before = '#| msgctxt "menu"\n#| msgid ""\n#| "Leave "\n#| "it"\n#| msgid_plural "Leave them"\n';
      const sample = (flags: string, previous: string, form: string) =>
        `${header}# Ivan\n#. short\n${flags}${previous}msgctxt "menu"\nmsgid "Quit"\nmsgid_plural "Quit all"\nmsgstr[0] "${form}"\nmsgstr[1] ""\n\n#, fuzzy\n#| msgid "Opened"\nmsgid "Open"\nmsgstr "?"\n\n#~| msgid "Old one"\n#~ msgid "Old"\n#~ msgstr "Alt"\n`.replaceAll(
          '\n',
          ending,
        );
      const key = 'menu\u0004Quit[0]';
      const write = async (text: string, value: string) =>
        (await readLocaleFile({ text }, { format: 'po', to: 'de' })).write({ [key]: value });
      expect(await write(sample('#, fuzzy, c-format\n', before, 'Alt'), 'Neu')).toBe(
        sample('#, c-format\n', '', 'Neu'),
      );
      expect(await write(sample('#,fuzzy\n', before, 'Alt'), 'Neu')).toBe(sample('', '', 'Neu'));
      expect(await write(sample('', before, ''), 'Neu')).toBe(sample('', '', 'Neu'));
      // What a person left beside a translation that counts is theirs.
      expect(await write(sample('', before, 'Alt'), 'Alt')).toBe(sample('', before, 'Alt'));
    },
  );

  test('long translations, and those of several lines, are folded as by gettext', async () => {
    const file = await read('ru.po');
    const key = Object.keys(file.texts).at(-1) ?? '';
    const text = file.write({ [key]: `${'слово '.repeat(20)}\nвторая строка\n` });
    expect(text).toContain(`msgstr ""\n"${'слово '.repeat(12)}"\n"слово `);
    expect(text).toContain('"вторая строка\\n"\n\n#~ msgid');
    expect((await readLocaleFile({ text }, { format: 'po' })).known[key]).toBe(
      `${'слово '.repeat(20)}\nвторая строка\n`,
    );
  });

  test.each([
    ['ja', ['%d file[0]'], 'nplurals=1; plural=0;'],
    ['de', ['%d file[0]', '%d file[1]'], 'nplurals=2; plural=(n != 1);'],
    ['fr', ['%d file[0]', '%d file[1]'], 'nplurals=2; plural=(n > 1);'],
    [
      'pl',
      ['%d file[0]', '%d file[1]', '%d file[2]'],
      'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
    ],
    // Its forms are in no rule that people know.
    ['br', ['%d file[0]', '%d file[1]', '%d file[2]', '%d file[3]'], 'nplurals=INTEGER; plural=EXPRESSION;'],
  ])('a template becomes a file for %s', async (to, plurals, rule) => {
    const file = await read('files.pot', { to });
    expect(Object.keys(file.texts)).toEqual(['Open', ...plurals]);
    expect(file.known).toEqual({});
    const values = Object.fromEntries(plurals.map((key, at) => [key, `form ${at}`]));
    const text = file.write(values);
    expect(text).toContain(`"Language: ${to}\\n"`);
    expect(text).toContain('; charset=UTF-8\\n"');
    expect(text).toContain(rule);
    expect(text.match(/^msgstr\[/gm)).toHaveLength(plurals.length);
    const made = await readLocaleFile({ text }, { format: 'po', to });
    expect(made.known).toEqual(values);
    expect(made.texts).toEqual(file.texts);
  });

  test.each<readonly [what: string, header: string]>([
    ['an empty header', 'msgid ""\nmsgstr ""\n\n'],
    ['no header', ''],
    [
      'one that names the program alone, as of Godot',
      'msgid ""\nmsgstr ""\n"Project-Id-Version: Game\\n"\n\n',
    ],
  ])('a template with %s becomes a file that gettext reads', async (_, header) => {
    const text = `${header}msgid "Save"\nmsgstr ""\n`;
    const file = await readLocaleFile({ text }, { format: 'po', to: 'de' });
    const written = file.write({ Save: 'Schließen' });
    expect(written).toContain(
      '"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n"Plural-Forms: ',
    );
    const { charset, translations } = gettext.parse(Buffer.from(written));
    expect(charset).toBe('utf-8');
    expect(translations['']?.Save?.msgstr).toEqual(['Schließen']);
  });

  test.each([
    ['pt-BR', ['Language: pt_BR', 'Plural-Forms: nplurals=2; plural=(n > 1);']],
    [
      'ru',
      [
        'Language: ru',
        'Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      ],
    ],
  ])(
    'a template without these headers, as of WordPress, becomes a file with them: %s',
    async (to, headers) => {
      const begin = '#, fuzzy\nmsgid ""\nmsgstr ""\n"X-Domain: shop\\n"\n';
      const rest = '\n#, php-format\nmsgid "%s file"\nmsgid_plural "%s files"\n';
      const text = `${begin}${rest}msgstr[0] ""\nmsgstr[1] ""\n`;
      const file = await readLocaleFile({ text }, { format: 'po', to });
      const forms = Object.keys(file.texts);
      const written = file.write(Object.fromEntries(forms.map((key, at) => [key, `x${at}`])));
      const head = ['Content-Type: text/plain; charset=UTF-8', ...headers]
        .map((header) => `"${header}\\n"\n`)
        .join('');
      const strings = forms.map((_, at) => `msgstr[${at}] "x${at}"\n`).join('');
      expect(written).toBe(`${begin.replace('#, fuzzy\n', '')}${head}${rest}${strings}`);
      const alone = await readLocaleFile({ text: written }, { format: 'po' });
      expect(Object.keys(alone.known)).toEqual(forms);
      // As services spell it, whatever the file does.
      expect(alone.to).toBe(to);
    },
  );

  test('a file that counts a form for millions, as of Transifex, gets it too', async () => {
    const rule = 'nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;';
    const head = `msgid ""\nmsgstr ""\n"Language: es\\n"\n"Plural-Forms: ${rule}\\n"\n`;
    const file = await read('files.pot', { to: 'es', target: { text: head, name: 'es.po' } });
    expect(getTexts(file)).toEqual({
      Open: 'Open',
      '%d file[0]': '%d file',
      '%d file[1]': '%d files',
      '%d file[2]': '%d files',
    });
    const text = file.write({ '%d file[0]': 'a', '%d file[1]': 'b', '%d file[2]': 'c' });
    expect(text).toContain('msgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n');
  });

  test('a new file names its language as gettext does', async () => {
    const file = await read('files.pot', { to: 'pt-BR' });
    expect(file.write({ Open: 'Abrir' })).toContain('"Language: pt_BR\\n"');
  });

  test('a file gets the messages that it lacks from the template', async () => {
    const target = `msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "a"\nmsgstr[1] "b"\n`;
    const file = await read('files.pot', { to: 'de', target: { text: target, name: 'de.po' } });
    expect(file.known).toEqual({ '%d file[0]': 'a', '%d file[1]': 'b' });
    expect(file.write({ Open: 'Öffnen' })).toBe(
      target.replace('\n\nmsgid "%d', '\n\n#: src/dialog.c:41\nmsgid "Open"\nmsgstr "Öffnen"\n\nmsgid "%d'),
    );
  });
});

describe('Android strings', () => {
  test('protect format specifiers and tags, and no word behind a percentage', async () => {
    const text = '<resources><string name="a">x</string></resources>';
    const { protect } = await readLocaleFile({ text }, { format: 'android', to: 'de' });
    const find = (shown: string) => shown.match(protect as RegExp) ?? [];
    expect(find('<b>%1$s</b>: %d of %,.2f%% at %tY, %-5s')).toEqual([
      '<b>',
      '%1$s',
      '</b>',
      '%d',
      '%,.2f',
      '%%',
      '%tY',
      '%-5s',
    ]);
    for (const percentage of ['90% of your storage', '20% discount', '50%, cheap', '5% (cheap)', '50%off'])
      expect(find(percentage)).toEqual([]);
    expect(find('100%%, and 5%% off')).toEqual(['%%', '%%']);
  });

  test('that are added take the indentation of the file, however deep they are', async () => {
    const source = `<resources>
    <string name="a">A</string>
    <!-- Many -->
    <plurals name="n">
        <item quantity="one">one</item>
        <item quantity="other">many</item>
    </plurals>
</resources>
`;
    const target = `<resources>\n  <string name="a">Ä</string>\n</resources>\n`;
    const file = await readLocaleFile(
      { text: source },
      { format: 'android', to: 'de', target: { text: target } },
    );
    expect(file.write({ 'n[one]': 'eins', 'n[other]': 'viele' })).toBe(`<resources>
  <string name="a">Ä</string>
  <!-- Many -->
  <plurals name="n">
    <item quantity="one">eins</item>
    <item quantity="other">viele</item>
  </plurals>
</resources>
`);
  });

  const resources = (...all: readonly string[]) => `<resources>\n${all.join('\n')}\n</resources>\n`;

  test.each([
    '@string/x',
    '@android:string/ok',
    '@*android:string/ok',
    '@string/two.parts-x',
    '@+id/x',
    '@null',
    '@empty',
    '?attr/x',
    '?android:attr/x',
    '?android:textColor',
    '?colorPrimary',
    '\n  ?attr/x\n',
  ])('are not ordered where they only refer to something: %j', async (reference) => {
    const text = resources(`<string name="a">${reference}</string>`, '<string name="b">B</string>');
    const file = await readLocaleFile({ text }, { format: 'android', to: 'de' });
    expect(file.texts).toEqual({ b: 'B' });
    expect(file.write({ b: 'C' })).toBe(resources('<string name="b">C</string>'));
  });

  test.each([
    '@me',
    '@you and/me',
    '\\@string/x',
    '\\?attr/x',
    '?what now',
    'What?attr/x',
    '@null or @empty',
  ])('are ordered where they only look like a reference: %j', async (text) => {
    const file = resources(`<string name="a">${text}</string>`);
    const { texts } = await readLocaleFile({ text: file }, { format: 'android' });
    expect(texts).toEqual({ a: text.replace(/^\\/, '') });
  });

  test('have a text for each product, as in the apps of Android itself', async () => {
    const all = (tablet: string, other: string) =>
      resources(
        `<string name="a" product="tablet">${tablet}</string>`,
        `<string name="a" product="default">${other}</string>`,
      );
    const source = { text: all('Tablet', 'Phone') };
    const file = await readLocaleFile(source, { format: 'android', to: 'de' });
    expect(file.texts).toEqual({ 'a[tablet]': 'Tablet', a: 'Phone' });
    const written = { text: all('Tablett', 'Telefon') };
    expect(file.write({ 'a[tablet]': 'Tablett', a: 'Telefon' })).toBe(written.text);
    const again = await readLocaleFile(source, { format: 'android', to: 'de', target: written });
    expect(again.known).toEqual({ 'a[tablet]': 'Tablett', a: 'Telefon' });
  });

  const welcome = 'Welcome to <b>Files</b>, <xliff:g id="name" example="Ana">%1$s</xliff:g>!';

  test('have texts without their escapes, and notes', async () => {
    const { texts, known } = await read('strings.xml');
    expect(texts).toEqual({
      welcome: { text: welcome, note: 'On the first screen' },
      hint: 'Don\'t forget:\n"save" your work…',
      terms: 'Read our <a href="https://files.example/terms">terms</a> & enjoy.',
      spaced: '  two  spaces  ',
      long_text: 'This text goes over two lines.',
      'sizes[0]': 'Small',
      'sizes[1]': 'Large',
      'files[one]': { text: '%d file', note: 'Shown below a folder' },
      'files[other]': { text: '%d files', note: 'Shown below a folder' },
    });
    expect(known).toEqual({});
  });

  test('a new file has only what is translated', async () => {
    const file = await read('strings.xml', { to: 'pl' });
    const text = file.write({
      welcome: 'Witaj w <b>Files</b>, <xliff:g id="name" example="Ana">%1$s</xliff:g> & reszta!',
      hint: '@Nie zapomnij\n\'"\\',
      terms: '<a>warunki</a> & co',
      spaced: ' x ',
      'sizes[0]': 'Mały',
      'files[one]': '%d plik',
      'files[few]': '%d pliki',
      'files[many]': '%d plików',
    });
    expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<!-- Copyright 2026 -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">

    <!-- On the first screen -->
    <string name="welcome">Witaj w <b>Files</b>, <xliff:g id="name" example="Ana">%1$s</xliff:g> &amp; reszta!</string>
    <string name="hint">\\@Nie zapomnij\\n\\'\\"\\\\</string>
    <string name="terms"><![CDATA[<a>warunki</a> & co]]></string>
    <string name="spaced">" x "</string>

    <!-- Shown below a folder -->
    <plurals name="files">
        <item quantity="one">%d plik</item>
        <item quantity="few">%d pliki</item>
        <item quantity="many">%d plików</item>
    </plurals>
</resources>
`);
    const again = await read('strings.xml', { to: 'pl', target: { text } });
    expect(again.known).toEqual({
      welcome: 'Witaj w <b>Files</b>, <xliff:g id="name" example="Ana">%1$s</xliff:g> & reszta!',
      hint: '@Nie zapomnij\n\'"\\',
      terms: '<a>warunki</a> & co',
      spaced: ' x ',
      'files[one]': '%d plik',
      'files[few]': '%d pliki',
      'files[many]': '%d plików',
    });
    expect(again.write({})).toBe(text);
    const more = again.write({ 'sizes[0]': 'Mały', 'sizes[1]': 'Duży', long_text: 'Tekst', spaced: 'y' });
    expect(newLines(text, more)).toEqual([
      '    <string name="spaced">y</string>',
      '    <string name="long_text">Tekst</string>',
      '    <string-array name="sizes">',
      '        <item>Mały</item>',
      '        <item>Duży</item>',
      '    </string-array>',
    ]);
  });

  test('have Unicode escapes, and no others of numbers', async () => {
    const file = await readLocaleFile(
      { text: resources('<string name="a">\\u0041\\u00E9\\u00e9 \\101 \\x41</string>') },
      { format: 'android' },
    );
    expect(file.texts).toEqual({ a: 'Aéé 101 x41' });
  });

  test('keep several spaces of a translation in quotes', async () => {
    const file = await readLocaleFile(
      { text: resources('<string name="a">A</string>') },
      { format: 'android', to: 'de' },
    );
    expect(file.write({ a: 'B  C' })).toBe(resources('<string name="a">"B  C"</string>'));
  });

  test('a translation with `]]>` is read back from its two CDATA sections', async () => {
    const source = { text: '<resources><string name="a"><![CDATA[x]]></string></resources>' };
    const written = (await readLocaleFile(source, { format: 'android', to: 'de' })).write({ a: ']]>"\t' });
    expect(written).toContain('<![CDATA[]]]]><![CDATA[>"\\t]]>');
    const again = await readLocaleFile(source, { format: 'android', to: 'de', target: { text: written } });
    expect(again.known).toEqual({ a: ']]>"\t' });
  });
});

test.each([
  ['src/locales/en.ts', /not a file of Qt Linguist.*TypeScript.*JSON/],
  ['README.md', /is Markdown.*service takes.*\.docx or \.txt/],
  ['help/index.HTML', /is HTML.*service takes.*\.docx or \.txt/],
  ['src/locales/en.tsx', /is a program.*JSON/],
])('a file of another format, %s, is refused with what to do', async (name, message) => {
  await expect(readLocaleFile({ text: 'x', name })).rejects.toThrow(message);
  await expect(readLocaleFile({ text: '{"a": "A"}', name }, { format: 'json' })).resolves.toBeDefined();
});

test('no ending is that of a format and of one that is not read', () => {
  const own = Object.values(localeFormats).flatMap(({ extensions }) => extensions);
  expect(Object.keys(FOREIGN_FORMATS).filter((ending) => own.includes(ending))).toEqual([]);
});

test.each([
  ['en.ftl', 'is not properties by its name, but fluent'],
  ['en.php', 'is not properties by its name, but php'],
  ['en.md', 'is no format here'],
  ['en.js', 'is not properties by its name, but json5'],
])('%s is refused as properties too, which take any line for a text', async (name, message) => {
  await expect(readLocaleFile({ text: 'a = b', name }, { format: 'properties' })).rejects.toThrow(message);
});
