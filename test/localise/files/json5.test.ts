import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const SOURCE = `// The texts of the shop.
{
  // On a button
  add: 'Add to cart', // behind
  "cart": {
    /* A title,
     * "in" two lines */
    title: "Your 'cart'",
    items_one: '{{count}} item',
    // Several of them
    items_other: '{{count}} items',
  },

  // About a section

  sizes: ['S', 'M',],

  // Apart

  last: 'Z',
  meta: { _comment: 'for nobody', },
  $count: +.5,
}
`;

describe('JSON5', () => {
  test('has the keys, notes and plural forms of its texts', async () => {
    const file = await readLocaleFile({ text: SOURCE, name: 'en.json5' }, { from: 'en', to: 'pl' });
    expect(Object.entries(file.texts).map(([key, text]) => [key, text])).toEqual([
      ['add', { text: 'Add to cart', note: 'On a button' }],
      ['cart.title', { text: "Your 'cart'", note: 'A title,\n"in" two lines' }],
      ['cart.items_one', expect.objectContaining({ text: '{{count}} item' })],
      ['cart.items_other', expect.objectContaining({ text: '{{count}} items' })],
      ['cart.items_few', expect.objectContaining({ text: '{{count}} items' })],
      ['cart.items_many', expect.objectContaining({ text: '{{count}} items' })],
      ['sizes.0', 'S'],
      ['sizes.1', 'M'],
      ['last', 'Z'],
    ]);
  });

  test('keeps comments, names, quotes and commas where a translation is written', async () => {
    const file = await readLocaleFile(
      { text: SOURCE, name: 'en.json5' },
      { to: 'pl', target: { text: SOURCE } },
    );
    const written = file.write({
      add: 'Dodaj "do" \'kosza\'',
      'cart.title': 'Twój "koszyk"',
      'cart.items_few': "{{count}} 'rzeczy'",
    });
    expect(written).toBe(
      SOURCE.replace("'Add to cart'", `'Dodaj "do" \\'kosza\\''`)
        .replace(`"Your 'cart'"`, '"Twój \\"koszyk\\""')
        .replace("'{{count}} items',", "'{{count}} items',\n    items_few: '{{count}} \\'rzeczy\\'',"),
    );
  });

  test('a new file has what is translated, and no comma alone', async () => {
    const file = await readLocaleFile({ text: SOURCE, name: 'en.json5' }, { to: 'de' });
    expect(file.write({ 'cart.title': 'Korb' })).toBe(`// The texts of the shop.
{
  "cart": {
    /* A title,
     * "in" two lines */
    title: "Korb",
  },
  meta: { },
  $count: +.5,
}
`);
  });

  test('what is pruned leaves no comma behind', async () => {
    const target = { text: "{\n  in: {\n    gone: 'Weg',\n  },\n}\n" };
    const source = { text: "{\n  in: {\n    a: 'A',\n  },\n}\n", name: 'en.json5' };
    const file = await readLocaleFile(source, { to: 'de', target });
    expect(file.write({}, { prune: true })).toBe('{\n  in: {\n  },\n}\n');
  });

  test.each([
    ["{\n  a: 'Ä', // done, for now\n}\n", "{\n  a: 'Ä', // done, for now\n  b: 'Be', // two\n}\n"],
    ["{\n  a: 'Ä' // done, for now\n}\n", "{\n  a: 'Ä', // done, for now\n  b: 'Be' // two\n}\n"],
  ])('a text that is added behind %j leaves the comment with the text before', async (text, written) => {
    const source = "{\n  a: 'A',\n  b: 'B', // two\n}\n";
    const file = await readLocaleFile({ text: source, name: 'en.json5' }, { to: 'de', target: { text } });
    expect(file.write({ b: 'Be' })).toBe(written);
  });

  const pruned = async (text: string) => {
    const source = { text: "{ a: 'A', c: 'C' }", name: 'en.json5' };
    const file = await readLocaleFile(source, { to: 'de', target: { text } });
    return file.write({}, { prune: true });
  };

  test.each([
    [
      "{\n  a: 'Ä', // about a\n  b: 'Be', // about b\n  c: 'Ze', // about c\n}\n",
      "{\n  a: 'Ä', // about a\n  c: 'Ze', // about c\n}\n",
    ],
    ["{\n  b: 'Be', // about b\n  c: 'Ze', // about c\n}\n", "{\n  c: 'Ze', // about c\n}\n"],
    ["{\n  a: 'Ä', // about a\n  b: 'Be', // about b\n}\n", "{\n  a: 'Ä', // about a\n}\n"],
    ["{\n  a: 'Ä', // about a\n  b: 'Be' // about b\n}\n", "{\n  a: 'Ä' // about a\n}\n"],
    ["{\n  a: 'Ä', /* about a */\n  // about b\n  b: 'Be'\n}\n", "{\n  a: 'Ä' /* about a */\n}\n"],
  ])('what is pruned from %j takes its own comment along, and no other', async (text, left) => {
    expect(await pruned(text)).toBe(left);
  });

  test.each([
    ["{ a: 'Ä', // about a\n  b: 'Be', c: 'Ze' }", "{ a: 'Ä', // about a\n c: 'Ze' }"],
    ["{ a: 'Ä', // about a\n  b: 'Be' }", "{ a: 'Ä' // about a\n }"],
    ["{ a: 'Ä', // about a\r\n  b: 'Be' }", "{ a: 'Ä' // about a\r\n }"],
  ])('of %j, the comment hides nothing that comes behind it', async (text, left) => {
    expect(await pruned(text)).toBe(left);
  });

  test('a comment hides no text that is put behind it', async () => {
    const source = { text: "{ a: 'A', b: 'B', c: 'C' }", name: 'en.json5' };
    const target = { text: "{\n  a: 'Ä', // about a\n  c: 'Ze'\n}\n" };
    const file = await readLocaleFile(source, { to: 'de', target });
    expect(file.write({ b: 'Be' })).toBe("{\n  a: 'Ä', // about a\n b: 'Be',\n  c: 'Ze'\n}\n");
  });

  test('a new file has the comments behind its texts', async () => {
    const text =
      "{\n  a: 'A', // about a\n  b: 'B', // about b\n  c: ['C', // in a list\n  ], // about c\n}\n";
    const file = await readLocaleFile({ text, name: 'en.json5' }, { to: 'de' });
    expect(file.write({ b: 'Be', 'c.0': 'Ze' })).toBe(
      "{\n  b: 'Be', // about b\n  c: ['Ze', // in a list\n  ], // about c\n}\n",
    );
  });

  test.each([
    ['{ a: 1 b }', 'x.json5:1:8 is not JSON5: a comma, or the end was expected here'],
    ['{ /a: 1 }', 'x.json5:1:3 is not JSON5: a name was expected here'],
    ["{\n  a: 'x' /* y", 'is not JSON5'],
    ["{ a: 'x', a: 'y' }", 'has "a" twice in one object'],
    ["{ a: 'x', 'a': 'y' }", 'has "a" twice in one object'],
  ])('%s is refused with its place', async (text, message) => {
    await expect(readLocaleFile({ text, name: 'x.json5' })).rejects.toThrow(message);
  });
});

describe('a module', () => {
  test.each([
    ['export default {', '};\n'],
    ['// head\nexport default {', '} as const;\n'],
    ['export default {', '} satisfies Texts;'],
    ['export default {', '} as const satisfies Record<string, string>;'],
    ['module.exports = {', '}\n'],
  ])('that is one literal, as %s … %s, is read, and stays a module', async (head, tail) => {
    const text = `${head}\n  title: 'Hello', // x\n${tail}`;
    const file = await readLocaleFile({ text, name: 'en.mjs' }, { to: 'de' });
    expect(file.texts).toEqual({ title: 'Hello' });
    expect(file.write({ title: 'Hallo' })).toBe(text.replace('Hello', 'Hallo'));
  });

  test.each([
    "import a from 'b';\nexport default { a };",
    "const en = { a: 'A' };\nexport default en;",
    "export default { a: 'A' };\nexport const b = 1;",
    'export default { a: `A` };',
    'export default { a: {',
    'export default { /* */{*/{ a: 1 };',
    "export default { a: t('A') };",
    "export default defineTexts({ a: 'A' });",
  ])('that is more, %j, is refused with what to do', async (text) => {
    await expect(readLocaleFile({ text, name: 'locales/en.js' })).rejects.toThrow(
      /is a program, and not one literal alone.*JSON file/,
    );
  });
});
