import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readLocaleFile } from '../../../src/locale-files.js';

const path = fileURLToPath(new URL('./files/rails.en.yml', import.meta.url));
const read = (text: string, target = '', to = 'de') =>
  readLocaleFile({ text }, { format: 'yaml', to, target: { text: target } });

describe('YAML of Rails', () => {
  test('has texts by their paths below the language, with comments as notes', async () => {
    const { format, language, texts } = await readLocaleFile(path);
    expect([format, language]).toEqual(['yaml', 'en']);
    expect(texts).toEqual({
      'shared.save': 'Save',
      'shared.close': { text: 'Close', note: 'on every dialog' },
      'books.title': { text: "The reader's books", note: 'Above the list of books,\nnever empty' },
      'books.count.one': '%{count} book',
      'books.count.other': '%{count} books',
      'books.no': 'No',
      'books.long': 'You can keep a book for four weeks, and twice as long in summer.\n',
      'books.steps': '1. Choose a book.\n2. Take it home.',
      'books.days.0': 'Monday',
      'books.days.1': 'Tuesday',
      'books.menu.home': 'Home',
      'books.menu.away': 'Far, away',
    });
  });

  test('a new file has its language, what is translated, and no alias without its anchor', async () => {
    const file = await readLocaleFile(path, { to: 'nb-NO' });
    expect(
      file.write({
        'books.title': "Leserens 'bøker'",
        'books.long': 'To uker.\n',
        'books.menu.home': 'Hjem',
      }),
    ).toBe(`# Texts of the library. Keep what is between %{ and }.

---
nb-NO:
  books:
    # Above the list of books,
    # never empty
    title: 'Leserens ''bøker'''
    long: >
      To uker.
    visible: yes
    menu: { home: Hjem }
    limit: 12
`);
    expect((await readLocaleFile(path, { to: 'no' })).write({ 'shared.save': 'Lagre' })).toContain('"no":\n');
    expect(file.write({ 'shared.save': 'Lagre', 'books.days.0': 'Mandag' })).not.toContain('days:');
    const both = file.write({ 'shared.save': 'Lagre', 'books.title': 'x' });
    expect(parse(both, { merge: true })['nb-NO'].books).toEqual({
      save: 'Lagre',
      title: 'x',
      again: { save: 'Lagre' },
      visible: 'yes',
      limit: 12,
    });
  });

  test('with every text translated, a new file differs from the source only in the texts', async () => {
    const file = await readLocaleFile(path, { to: 'en-GB' });
    const texts = Object.entries(file.texts).map(([key, each]) => [
      key,
      typeof each === 'string' ? each : each.text,
    ]);
    const old = await readFile(path, 'utf8');
    expect(file.write(Object.fromEntries(texts))).toBe(
      old
        .replace('en:', 'en-GB:')
        .replace('    empty: ""\n', '')
        // A text that stays the same stays as it is.
        .replace(/\n$/, '\n'),
    );
  });

  test('plural forms are those of the language', async () => {
    const file = await readLocaleFile(path, { to: 'ru' });
    expect(file.texts).toMatchObject({
      'books.count.one': { text: '%{count} book', note: 'The plural form for 1, 21, 31, 41, 51, ….' },
      'books.count.many': { text: '%{count} books' },
      'books.count.other': {
        text: '%{count} books',
        note: 'The plural form for fractions, such as 1.5.',
      },
    });
    const forms = {
      one: '%{count} книга',
      few: '%{count} книги',
      many: '%{count} книг',
      other: '%{count} книги',
    };
    const given = Object.entries(forms).map(([form, text]) => [`books.count.${form}`, text]);
    const text = file.write(Object.fromEntries(given));
    expect(parse(text).ru.books.count).toEqual(forms);
    const again = await readLocaleFile(path, { to: 'ru', target: { text } });
    expect(again.known).toMatchObject(Object.fromEntries(given));
  });

  test('what Ruby takes for a symbol is no text, and stays', async () => {
    const file = await read('en:\n  date:\n    order: [:year, :month]\n  title: ":b"\n  day: Day\n');
    expect(file.texts).toEqual({ title: ':b', day: 'Day' });
    expect(file.write({ day: 'Tag' })).toContain('    order: [:year, :month]\n');
  });

  test.each([
    ['de', 'de'],
    ['pt_BR', 'pt-BR'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
  ])('the language can be written %s, and is then %s', async (written, language) => {
    expect(await read(`${written}:\n  a: x\n`)).toMatchObject({ language, texts: { a: 'x' } });
  });

  test.each(['deu', 'in', 'en.menu', 'common'])('%s is the key of a text, and no language', async (key) => {
    expect(await read(`${key}:\n  a: x\n`)).toMatchObject({
      language: undefined,
      texts: { [`${key}.a`]: 'x' },
    });
  });

  test('a file of another language is refused as the target, and one of several languages', async () => {
    await expect(read('en:\n  a: x\n', 'fr:\n  a: y\n')).rejects.toThrow('is for the language fr, not de');
    await expect(read('en:\n  a: x\nde:\n  a: y\n')).rejects.toThrow(
      'text:3:1 has a second language; give each a file of its own',
    );
  });
});

describe('an existing file of YAML', () => {
  const source =
    'en:\n  cart:\n    # Button\n    add: Add\n    gone: Gone\n    list:\n      - One\n      - Two\n';

  test('gets what it lacks with its own indentation and line endings', async () => {
    const target = 'de:\r\n    cart:\r\n        gone: "Weg" # ja\r\n        old: Alt\r\n';
    const file = await read(source, target);
    expect(file.known).toEqual({ 'cart.gone': 'Weg' });
    expect(file.write({})).toBe(target);
    expect(file.write({ 'cart.add': 'Dazu', 'cart.list.0': 'Eins', 'cart.list.1': 'Zwei' })).toBe(
      'de:\r\n    cart:\r\n        # Button\r\n        add: Dazu\r\n        gone: "Weg" # ja\r\n        list:\r\n          - Eins\r\n          - Zwei\r\n        old: Alt\r\n',
    );
  });

  test.each(['', '# nothing yet\n', '---\n', 'de:\n', 'de: {}\n', 'de: # not yet\n'])(
    'of nothing but %j gets the language and the texts',
    async (target) => {
      const written = (await read(source, target)).write({ 'cart.add': 'Dazu' });
      expect(parse(written)).toEqual({ de: { cart: { add: 'Dazu' } } });
    },
  );

  test.each([
    'de:\n  cart: {}\n',
    'de: {cart: }\n',
    'de:\n  cart:\n    add:\n',
    'de: {"cart":{"gone":"Weg"}}\n',
    'de:\n  cart: ~',
  ])('%j gets a text where it has none', async (target) => {
    const file = await read(source, target);
    const { de } = parse(file.write({ 'cart.add': 'Dazu' }));
    expect(de.cart).toEqual({ ...parse(target).de.cart, add: 'Dazu' });
  });

  test('in braces gives its texts to a file without', async () => {
    const file = await read('{"a": {"b":"x","c": y}}', 'a:\n   b: X\n');
    expect(parse(file.write({ 'a.c': 'Y' }))).toEqual({ a: { b: 'X', c: 'Y' } });
  });

  test('has the text of an alias, and keeps the alias where its text is the same', async () => {
    const text = 'a: &a Save\nb: *a\n';
    const file = await read(text, 'a: &x Sichern\nb: *x\n');
    expect(file.texts).toEqual({ a: 'Save', b: 'Save' });
    expect(file.known).toEqual({ a: 'Sichern', b: 'Sichern' });
    expect(file.write({ a: 'Speichern', b: 'Sichern' })).toBe('a: &x Speichern\nb: *x\n');
    expect(file.write({ b: 'Speichern' })).toBe('a: &x Sichern\nb: Speichern\n');
  });
});

describe('a text of YAML', () => {
  test.each([
    ['a: Save', 'no', 'a: "no"'],
    ['a: Save', 'yes: no', 'a: "yes: no"'],
    ['a: Save', '2 Bücher', 'a: 2 Bücher'],
    ['a: Save', '„Sichern“ (alle)', 'a: „Sichern“ (alle)'],
    ['a: Save', '😀', 'a: 😀'],
    ['a: Save', '-5 °C', 'a: -5 °C'],
    ['a: Save', '100 %', 'a: 100 %'],
    ['a: Save', '%d Bücher', 'a: "%d Bücher"'],
    ['a: Save', '@x', 'a: "@x"'],
    ['a: Save', '# x', 'a: "# x"'],
    ['a: Save', 'x:', 'a: "x:"'],
    ['a: Save', '2026-01-01', 'a: "2026-01-01"'],
    ['a: Save', '0x1F', 'a: "0x1F"'],
    ['a: Save', '1,000', 'a: "1,000"'],
    ['a: Save', 'yEs', 'a: "yEs"'],
    ['a: Save', '=', 'a: "="'],
    ['{a: Save}', '…x: y', '{a: "…x: y"}'],
    ['{a: Save}', '…und mehr (alle)', '{a: …und mehr (alle)}'],
    ['{a: Save}', '[x]', '{a: "[x]"}'],
    ['a: Save', '- x', 'a: "- x"'],
    ['a: Save', 'x #y', 'a: "x #y"'],
    ['a: Save', 'x\ny', 'a: "x\\ny"'],
    ['a: Save # note', "it's", "a: it's # note"],
    ['{a: Save}', 'x, y', '{a: "x, y"}'],
    ["a: 'Save'", "it's", "a: 'it''s'"],
    ["a: 'Save'", 'x\u2028y', 'a: "x\\u2028y"'],
    ["a: 'Save'", 'x\ud83d', 'a: "x\\ud83d"'],
    ['a: "Save"', 'x\ty"\\', 'a: "x\\ty\\"\\\\"'],
    ['a: |\n  Save', 'x\n\ny\n', 'a: |\n  x\n\n  y\n'],
    ['a: |+2 # n\n  Save\n\nb: 1', 'x', 'a: |- # n\n  x\nb: 1'],
    ['a: >-\n    Save\n    it\n', 'x\ny', 'a: |-\n    x\n    y\n'],
    ['a: |\n  Save\n', ' x', 'a: " x"\n'],
    ['a: !!str Save', 'x', 'a: !!str x'],
  ])('in %j becomes %j as in %j', async (source, value, written) => {
    const file = await read(source, source);
    const text = file.write({ a: value });
    expect(text.trimEnd()).toBe(written.trimEnd());
    expect(parse(text, { version: '1.1' }).a).toBe(value);
  });

  test('is never a symbol of Ruby in a file of Rails', async () => {
    const source = 'en:\n  a: Save\n';
    const german = await read(source, source.replace('en', 'de'));
    expect(german.write({ a: ':x' })).toBe('de:\n  a: ":x"\n');
    expect(german.write({ a: ':-) x' })).toBe('de:\n  a: ":-) x"\n');
    const plain = await read('a: Save', 'a: Save');
    expect(plain.write({ a: ':-) x' })).toBe('a: :-) x');
  });

  test('has escapes in hexadecimal digits', async () => {
    const { texts } = await read(String.raw`a: "\x41\u00e9\U0001F600"`);
    expect(texts).toEqual({ a: 'Aé😀' });
  });

  test('is nothing that has another tag or another kind', async () => {
    const { texts } = await read('a: 1\nb: !ruby/sym x\nc: ~\nd: true\ne: 2026-01-01\n? [f]\n: g\nh: i\n');
    expect(texts).toEqual({ h: 'i' });
  });
});
