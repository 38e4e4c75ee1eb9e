import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const SOURCE = `# Texts of the site

# In the menu
home = "Home" # the first page
about.title = 'About us'
tags = ["One", "Two"]
count = 5

[reading_time]
description = "Above a post"
hash = "sha1-1"
one = "One minute"
other = "{{ .Count }} minutes"

[cart]
  # A question
  long = """
Are you sure?
Really "sure"?"""
  button = { yes = "Yes", no = "No" }

[[people]]
name = "Somebody"
`;

const read = (to: string, target?: { text: string }) =>
  readLocaleFile({ text: SOURCE, name: 'en.toml' }, { from: 'en', to, ...(target && { target }) });

describe('TOML', () => {
  test('has the texts of pairs and tables, with their notes', async () => {
    const { texts, warnings } = await read('de');
    expect(texts).toEqual({
      home: { text: 'Home', note: 'In the menu\nthe first page' },
      'about.title': 'About us',
      'tags.0': 'One',
      'tags.1': 'Two',
      'reading_time.one': { text: 'One minute', note: 'Above a post\nThe plural form for 1.' },
      'reading_time.other': {
        text: '{{ .Count }} minutes',
        note: 'Above a post\nThe plural form for 0, 2, 3, 4, 5, ….',
      },
      'cart.long': { text: 'Are you sure?\nReally "sure"?', note: 'A question' },
      'cart.button.yes': 'Yes',
      'cart.button.no': 'No',
    });
    expect(warnings).toEqual([
      {
        in: 'source',
        message: 'has a list of tables, people, whose texts are left out; give each a table of its own',
      },
    ]);
  });

  test('keeps everything else, byte for byte', async () => {
    const file = await read('de', { text: SOURCE });
    const written = file.write({
      home: 'Start "Seite"',
      'about.title': "Über 'uns'",
      'cart.long': 'Sicher?\n"Ja"?\\',
    });
    expect(written).toBe(
      SOURCE.replace('"Home"', '"Start \\"Seite\\""')
        .replace("'About us'", `"Über 'uns'"`)
        .replace('Are you sure?\nReally "sure"?', 'Sicher?\n\\"Ja\\"?\\\\'),
    );
  });

  test('has the plural forms of the language, and a new file has no description', async () => {
    const file = await read('pl');
    expect(file.write({ 'reading_time.few': '{{ .Count }} minuty', home: 'Start' })).toBe(`# Texts of the site

# In the menu
home = "Start" # the first page
count = 5

[reading_time]
hash = "sha1-1"
few = "{{ .Count }} minuty"
`);
  });

  const INLINE = `items = { one = "An item",other='{{.Count}} items' } # in the cart
[shop]
files = { description = "A { of files", hash = "x", one = "One, file" , other = "{{.Count}} files"}
nested = { title = "Title", items = { one = "a", other = "b" } }
`;

  test('has the plural forms of the language in inline tables', async () => {
    const source = { text: INLINE, name: 'en.toml' };
    const file = await readLocaleFile(source, { from: 'en', to: 'pl', target: { text: INLINE } });
    expect(Object.keys(file.texts)).toEqual([
      ...['one', 'other', 'few', 'many'].map((form) => `items.${form}`),
      ...['one', 'other', 'few', 'many'].map((form) => `shop.files.${form}`),
      'shop.nested.title',
      ...['one', 'other', 'few', 'many'].map((form) => `shop.nested.items.${form}`),
    ]);
    expect(file.texts['shop.files.few']).toEqual({
      text: '{{.Count}} files',
      note: 'A { of files\nThe plural form for 2, 3, 4, 22, 23, ….',
    });
    expect(file.write({ 'items.few': 'rzeczy', 'shop.files.many': 'plików', 'items.one': 'Rzecz' })).toBe(
      INLINE.replace("items' }", "items',few='rzeczy' }")
        .replace('files"}', 'files", many = "plików"}')
        .replace('An item', 'Rzecz'),
    );
    expect(file.write({})).toBe(INLINE);
  });

  test('a new file has the forms of an inline table that are translated, and later ones beside them', async () => {
    const source = { text: INLINE, name: 'en.toml' };
    const file = await readLocaleFile(source, { from: 'en', to: 'pl' });
    const first = file.write({ 'items.few': 'rzeczy', 'shop.files.one': 'Plik' });
    expect(first).toBe(
      `items = {few='rzeczy' } # in the cart\n[shop]\nfiles = { hash = "x", one = "Plik" }\n`,
    );
    const target = { text: first };
    const again = await readLocaleFile(source, { from: 'en', to: 'pl', target });
    expect(again.known).toEqual({ 'items.few': 'rzeczy', 'shop.files.one': 'Plik' });
    const written = again.write({ 'items.many': 'rzeczy', 'shop.files.few': 'pliki' });
    expect((await readLocaleFile(source, { from: 'en', to: 'pl', target: { text: written } })).known).toEqual(
      {
        'items.few': 'rzeczy',
        'items.many': 'rzeczy',
        'shop.files.one': 'Plik',
        'shop.files.few': 'pliki',
      },
    );
  });

  test('has the forms in lines of their own, where an inline table has lines', async () => {
    const text = `items = { # forms, of one
  one = "One", # a, b
  # above
  other = "More" # c, d
  , # e
  few = "Few", # f
}
last = { one = "One", other = "More", }
`;
    const source = { text, name: 'en.toml' };
    const file = await readLocaleFile(source, { from: 'en', to: 'pl', target: { text } });
    expect(file.write({})).toBe(text);
    expect(file.write({ 'items.many': 'wiele', 'last.many': 'wiele' })).toBe(
      text
        .replace('"Few", # f', '"Few", # f\n  many = "wiele",')
        .replace('"More", }', '"More", many = "wiele", }'),
    );
  });

  test('Japanese gets one form of an inline table', async () => {
    const text = 'items = { one = "One", other = "More" }';
    const file = await readLocaleFile({ text, name: 'en.toml' }, { from: 'en', to: 'ja' });
    expect(file.write({ 'items.other': '品' })).toBe('items = { other = "品" }');
  });

  test('a new table comes behind the pairs of the file, which it would take for its own', async () => {
    const target = { text: "a='Ah'\nold='O'" };
    const file = await readLocaleFile({ text: "a='A'\n[t]\nb='B'\n", name: 'en.toml' }, { to: 'de', target });
    expect(file.write({ 't.b': 'Be' })).toBe("a='Ah'\nold='O'\n[t]\nb='Be'");
    const more = await readLocaleFile(
      { text: "a='A'\n[t]\nb='B'\n[u]\nc='C'\n", name: 'en.toml' },
      { to: 'de', target: { text: "[u]\nc='Ce'\n" } },
    );
    expect(more.write({ a: 'Ah', 't.b': 'Be' })).toBe("a='Ah'\n[t]\nb='Be'\n[u]\nc='Ce'\n");
  });

  test.each([
    ["a.b='X'\na.c='Y'\n", "[a]\nb='Ix'\n"],
    ["a={b='X',c='Y'}\n", "[a]\nb='Ix'\n"],
    ["[a]\nb.c='X'\nb.d='Y'\n", "[a.b]\nc='Ix'\n"],
    ["[a]\nb='X'\nc='Y'\n", "a.b='Ix'\n"],
    ["[a]\nb='X'\nc='Y'\n", "a={b='Ix'}\n"],
    ["a='A'\n", "[a]\nb='x'\n"],
    ["[t]\nb='B'\n", "[[t]]\nb='x'\n"],
    ["[f]\none='A file'\nother='{{.Count}} files'\n", "f='Dateien'\n"],
  ])('of %j, nothing is ordered for %j, which is laid out otherwise', async (text, laidOut) => {
    const target = { text: laidOut };
    const reading = readLocaleFile({ text, name: 'en.toml' }, { to: 'de', target });
    await expect(reading).rejects.toThrow('in another way than en.toml');
  });

  test('a target that is laid out otherwise, and has all texts, stays as it is', async () => {
    const target = { text: "[a]\nb='Ix'\n" };
    const file = await readLocaleFile({ text: "a.b='X'\n", name: 'en.toml' }, { to: 'de', target });
    expect([file.known, file.write({})]).toEqual([{ 'a.b': 'Ix' }, target.text]);
  });

  test.each([
    ['a = ', 'en.toml:1:5 is not TOML'],
    ['a = 1\na = 2', 'en.toml:2:1 is not TOML'],
    [`a = ${'['.repeat(200)}${']'.repeat(200)}`, 'is nested more than 100 levels deep'],
    ['[a]\nb = "x"\n[a]\n', 'is not TOML'],
  ])('%s is refused with its place', async (text, message) => {
    await expect(readLocaleFile({ text, name: 'en.toml' })).rejects.toThrow(message);
  });
});
