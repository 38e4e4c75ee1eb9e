import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { listOlderForms } from '../../../src/localise/files/formats/json/older-plurals.js';

const SOURCE = `{
  "title": "Cart",
  "item": "{{count}} item",
  "item_plural": "{{count}} items",
  "in": {
    "day_plural": "days",
    "day": "day"
  }
}
`;

const read = (to: string, target?: string, text = SOURCE, from = 'en') =>
  readLocaleFile({ text, name: 'en.json' }, { from, to, ...(target && { target: { text: target } }) });

/** The texts for a language, by their keys. */
const list = async (to: string, text?: string, from?: string) => {
  const { texts } = await read(to, undefined, text, from);
  return Object.entries(texts).map(([key, each]) => [key, typeof each === 'string' ? each : each.text]);
};

describe("plural forms of i18next's JSON v3", () => {
  test('are those of the language, as i18next names them', async () => {
    expect(await list('de')).toEqual([
      ['title', 'Cart'],
      ['item', '{{count}} item'],
      ['item_plural', '{{count}} items'],
      ['in.day_plural', 'days'],
      ['in.day', 'day'],
    ]);
    expect(await list('pl')).toEqual([
      ['title', 'Cart'],
      ['item_0', '{{count}} item'],
      ['item_1', '{{count}} items'],
      ['item_2', '{{count}} items'],
      ['in.day_0', 'day'],
      ['in.day_1', 'days'],
      ['in.day_2', 'days'],
    ]);
    expect((await list('ru'))[1]).toEqual(['item_0', '{{count}} item']);
    expect(await list('ja')).toEqual([
      ['title', 'Cart'],
      ['item_0', '{{count}} items'],
      ['in.day_0', 'days'],
    ]);
  });

  test('say which numbers they are for', async () => {
    const { texts, mayLack } = await read('pl');
    expect(texts.item_1).toEqual({
      text: '{{count}} items',
      note: 'The plural form for 2, 3, 4, 22, 23, ….',
    });
    expect(mayLack).toEqual({ item_0: ['{{count}}'] });
    expect((await read('ja')).texts.item_0).toBe('{{count}} items');
  });

  test('are written behind those of the source, in their order', async () => {
    const file = await read('pl');
    const written = file.write({ item_0: 'rzecz', item_1: 'rzeczy', item_2: 'rzeczy', 'in.day_2': 'dni' });
    expect(written).toBe(`{
  "item_0": "rzecz",
  "item_1": "rzeczy",
  "item_2": "rzeczy",
  "in": {
    "day_2": "dni"
  }
}
`);
    const again = await read('pl', written);
    expect(again.known).toEqual({ item_0: 'rzecz', item_1: 'rzeczy', item_2: 'rzeczy', 'in.day_2': 'dni' });
    expect(again.orphans).toEqual([]);
    expect(again.write({}, { prune: true })).toBe(written);
    expect(again.write({ 'in.day_0': 'dzień' })).toBe(
      written.replace('    "day_2"', '    "day_0": "dzień",\n    "day_2"'),
    );
  });

  test('that only the file for the language has are no orphans', async () => {
    const target = '{\n  "item": "alt",\n  "item_3": "viele",\n  "gone_0": "weg"\n}\n';
    const file = await read('pl', target);
    expect(file.orphans).toEqual(['gone_0']);
  });

  test('can be those of a source with numbers, and of a language with a singular and a plural', async () => {
    const text =
      '{"item_0":"{{count}} rzecz","item_1":"{{count}} rzeczy","item_2":"{{count}} rzeczy(2)","a_0":"A"}';
    expect(await list('de', text, 'pl')).toEqual([
      ['item', '{{count}} rzecz'],
      ['item_plural', '{{count}} rzeczy(2)'],
      ['a_0', 'A'],
    ]);
    expect((await list('ru', text, 'pl')).map(([key]) => key)).toEqual(['item_0', 'item_1', 'item_2', 'a_0']);
    expect(await list('pl', '{"item_0":"{{count}} 品"}', 'ja')).toEqual([
      ['item_0', '{{count}} 品'],
      ['item_1', '{{count}} 品'],
      ['item_2', '{{count}} 品'],
    ]);
  });

  test('have the text of the form for most numbers, where the language has one form', async () => {
    const text = '{"a_0":"{{count}} zero","a_1":"{{count}} ena","a_2":"{{count}} dve","a_3":"{{count}} tri"}';
    expect(await list('ja', text, 'sl')).toEqual([['a_0', '{{count}} zero']]);
    expect(await list('en', text, 'sl')).toEqual([
      ['a', '{{count}} ena'],
      ['a_plural', '{{count}} zero'],
    ]);
  });

  test('that the source has already for other languages are theirs', async () => {
    const text = '{"item_0":"{{count}} thing","item":"{{count}} item","item_plural":"{{count}} items"}';
    expect(await list('pl', text)).toEqual([
      ['item_0', '{{count}} thing'],
      ['item_1', '{{count}} items'],
      ['item_2', '{{count}} items'],
    ]);
  });

  test.each([
    [
      '{"a_one":"{{count}} a","a_other":"{{count}} as","item":"{{count}} i","item_plural":"{{count}} is"}',
      'beside those of v4',
    ],
    ['{"item":"Item","item_plural":"Items"}', 'none shows the number'],
  ])('%s may be others, which a warning says', async (text, warning) => {
    const { texts, warnings } = await read('pl', undefined, text);
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(['item', 'item_plural']));
    expect(warnings[0]?.message).toContain('has texts such as "item_plural", which may be plural forms');
    expect(warnings[0]?.message).toContain(warning);
    // In German, they are right as they are.
    expect((await read('de', undefined, text)).warnings).toEqual([]);
  });

  test('have no forms in a language that i18next does not know, which a warning says', async () => {
    const { texts, warnings } = await read('hsb');
    expect(Object.keys(texts)).toContain('item_plural');
    expect(warnings[0]?.message).toContain('has no rule for hsb');
  });

  test.each([
    '{"item_plural":"{{count}} items"}',
    '{"item":{"a":"A"},"item_plural":"{{count}} items"}',
    '{"_plural":"{{count}} items","":"x"}',
    '{"a":"_plural"}',
  ])('are none in %s', async (text) => {
    const { warnings } = await read('pl', undefined, text);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['de', ['', '_plural'], [[1], [0, 2, 3]]],
    [
      'fr',
      ['', '_plural'],
      [
        [0, 1],
        [2, 3, 4],
      ],
    ],
    [
      'pt',
      ['', '_plural'],
      [
        [0, 1],
        [2, 3, 4],
      ],
    ],
    ['pt-PT', ['', '_plural'], [[1], [0, 2, 3]]],
    ['zh_Hant', ['_0'], [[0, 1, 2]]],
    [
      'ru',
      ['_0', '_1', '_2'],
      [
        [1, 21, 31],
        [2, 3, 4],
        [0, 5, 6],
      ],
    ],
    ['lv', ['_0', '_1', '_2'], [[1, 21, 31], [2, 3, 4], [0]]],
    [
      'sl',
      ['_0', '_1', '_2', '_3'],
      [
        [0, 5, 6],
        [1, 101],
        [2, 102],
        [3, 4, 103],
      ],
    ],
    ['he', ['_0', '_1', '_2', '_3'], [[1], [2], [20, 30, 40], [0, 3, 4]]],
    ['ar', ['_0', '_1', '_2', '_3', '_4', '_5'], [[0], [1], [2], [3, 4, 5], [11, 12, 13], [100, 101, 102]]],
    ['xx', [], []],
  ])('in %s are %j', (language, suffixes, numbers) => {
    const forms = listOlderForms(language);
    expect(forms.map(({ suffix }) => suffix)).toEqual(suffixes);
    expect(forms.map((form) => form.numbers.slice(0, 3))).toEqual(numbers);
  });
});
