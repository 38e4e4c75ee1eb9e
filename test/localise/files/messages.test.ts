import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LocaleFile, type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { checkTranslation } from '../../../src/texts.js';
import { isLong, runs } from '../../runs.js';

/** A file with one message, and perhaps its translation. */
const fileWith = (message: string, to: string | undefined, translation?: string): Promise<LocaleFile> =>
  readLocaleFile(
    { text: JSON.stringify({ a: message }) },
    {
      format: 'json',
      ...(to !== undefined && { to }),
      target: { text: translation === undefined ? '' : JSON.stringify({ a: translation }) },
    },
  );

const getText = (text: LocaleFile['texts'][string] | undefined): string | undefined =>
  typeof text === 'string' ? text : text?.text;

const getTexts = ({ texts }: LocaleFile): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, getText(text)]));

/** The message that is written when each form is translated. */
const joined = (file: LocaleFile, translate: (text: string, key: string) => string): string => {
  const values = Object.keys(file.texts).map((key) => [key, translate(getText(file.texts[key]) ?? '', key)]);
  return JSON.parse(file.write(new Map(values as [string, string][]))).a;
};

const ITEMS = '{count, plural, one {# item} other {# items}}';

describe('an ICU message with a plural', () => {
  test.each([
    ['ru', ['one', 'few', 'many', 'other']],
    ['ja', ['other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['cy', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['en', ['one', 'other']],
    ['pt_BR', ['one', 'other']],
  ])('has the forms of %s', async (to, forms) => {
    const file = await fileWith(ITEMS, to);
    expect(Object.keys(file.texts)).toEqual(forms.map((form) => `a[${form}]`));
    expect(joined(file, (_, key) => `<${key}>`)).toBe(
      `{count, plural, ${forms.map((form) => `${form} {<a[${form}]>}`).join(' ')}}`,
    );
  });

  test('says which numbers a form is for, and what # is', async () => {
    const file = await fileWith(
      '{n, plural, offset:1 =0 {nobody} one {you and # other}  other{you and # others}}',
      'ru',
    );
    expect(file.texts).toEqual({
      'a[=0]': { text: 'nobody', note: 'The text for exactly 0.' },
      'a[one]': {
        text: 'you and # other',
        note: 'The plural form for 1, 21, 31, 41, 51, ….\n# is the number less 1.',
        protectTerms: ['#'],
      },
      'a[few]': {
        text: 'you and # others',
        note: 'The plural form for 2, 3, 4, 22, 23, ….\n# is the number less 1.',
        protectTerms: ['#'],
      },
      'a[many]': {
        text: 'you and # others',
        note: 'The plural form for 0, 5, 6, 7, 8, ….\n# is the number less 1.',
        protectTerms: ['#'],
      },
      'a[other]': {
        text: 'you and # others',
        note: 'The plural form for fractions, such as 1.5.\n# is the number less 1.',
        protectTerms: ['#'],
      },
    });
    expect(joined(file, (text) => text.toUpperCase())).toBe(
      '{n, plural, offset:1 =0 {NOBODY} one {YOU AND # OTHER} few {YOU AND # OTHERS} many {YOU AND # OTHERS} other {YOU AND # OTHERS}}',
    );
  });

  test('protects the sign of the number where a word cannot say it', async () => {
    const forms = async (to: string) => {
      const { texts } = await fileWith(
        "{n, plural, =0 {no #} one {# item} other {# items in Issue '#'4}}",
        to,
      );
      return Object.entries(texts).map(([key, each]) => [
        key,
        typeof each === 'string' ? [] : (each.protectTerms ?? []),
      ]);
    };
    expect(await forms('de')).toEqual([
      ['a[=0]', []],
      ['a[one]', []],
      ['a[other]', ['#']],
    ]);
    expect(await forms('ru')).toContainEqual(['a[one]', ['#']]);
  });

  test('gives translators whole sentences', async () => {
    const message = "You have {n, plural,\n  one {# item}\n  other {# items}\n} in <b>{name}</b>'s cart";
    const file = await fileWith(message, 'de');
    expect(getTexts(file)).toEqual({
      'a[one]': "You have # item in <b>{name}</b>'s cart",
      'a[other]': "You have # items in <b>{name}</b>'s cart",
    });
    expect(joined(file, (text) => text)).toBe(
      "{n, plural,\n  one {You have # item in <b>{name}</b>'s cart}\n  other {You have # items in <b>{name}</b>'s cart}\n}",
    );
  });

  test('has ordinal forms', async () => {
    const file = await fileWith('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} try', 'it');
    expect(getTexts(file)).toEqual({ 'a[many]': '#th try', 'a[other]': '#th try' });
  });

  test('keeps a select in each form', async () => {
    const message = '{g, select, male {He has {n, plural, one {# dog} other {# dogs}}} other {They}}';
    expect(getTexts(await fileWith(message, 'de'))).toEqual({
      'a[one]': '{g, select, male {He has {n, number} dog} other {They}}',
      'a[other]': '{g, select, male {He has {n, number} dogs} other {They}}',
    });
  });

  test('has a text for each combination of a few forms', async () => {
    const message =
      '{a, plural, one {# file} other {# files}} in {b, plural, =0 {no folder} other {# folders}}';
    const file = await fileWith(message, 'de');
    expect(file.texts).toMatchObject({
      'a[one, =0]': {
        text: '{a, number} file in no folder',
        note: '{a}: The plural form for 1.\n{b}: The text for exactly 0.',
      },
      'a[one, one]': { text: '{a, number} file in {b, number} folders' },
      'a[other, =0]': { text: '{a, number} files in no folder' },
    });
    expect(Object.keys(file.texts)).toHaveLength(6);
    expect(joined(file, (_, key) => key)).toBe(
      '{a, plural, one {{b, plural, =0 {a[one, =0]} one {a[one, one]} other {a[one, other]}}} other {{b, plural, =0 {a[other, =0]} one {a[other, one]} other {a[other, other]}}}}',
    );
    // In Arabic it would be 42.
    expect(getTexts(await fileWith(message, 'ar'))).toEqual({ a: message });
  });

  test('has one text where a plural in another one decides on nothing', async () => {
    const message = '{p, plural, =0 {No items} other {{c, plural, one {# item} other {# items}}}}';
    const file = await fileWith(message, 'de');
    expect(file.texts).toMatchObject({
      'a[=0, other]': { text: 'No items', note: '{p}: The text for exactly 0.' },
    });
    expect(Object.keys(file.texts)).toEqual([
      'a[=0, other]',
      'a[one, one]',
      'a[one, other]',
      'a[other, one]',
      'a[other, other]',
    ]);
    const written = joined(file, (_, key) => `<${key}>`);
    expect(written).toContain('=0 {{c, plural, one {<a[=0, other]>} other {<a[=0, other]>}}}');
    const again = await fileWith(message, 'de', written);
    expect(Object.keys(again.known)).toEqual(Object.keys(file.texts));
    expect(JSON.parse(again.write(again.known)).a).toBe(written);
  });

  test.each(['Nr. #1', "l'#' x", '##', "#'"])('shows a sign that is no number as it is: %s', async (sign) => {
    const message = '{a, plural, one {# cat} other {# cats}} {b, plural, one {# dog} other {# dogs}}';
    const written = joined(await fileWith(message, 'de'), () => `${sign} {a, number}`);
    const show = (elements: readonly MessageFormatElement[]): string =>
      elements
        .map((element) => {
          if (element.type === TYPE.plural) return show(element.options.one?.value ?? []);
          return element.type === TYPE.literal ? element.value : `<${TYPE[element.type]}>`;
        })
        .join('');
    expect(show(parse(written))).toBe(`${sign} <number>`);
  });

  test('takes two plurals of one number for one', async () => {
    const message =
      'There {n, plural, one {is} other {are}} {n, plural, =0 {no items} one {# item} other {# items}}';
    expect(getTexts(await fileWith(message, 'de'))).toEqual({
      'a[=0]': 'There are no items',
      'a[one]': 'There is # item',
      'a[other]': 'There are # items',
    });
  });

  test('asks for the forms that a translation lacks, and keeps those that it has', async () => {
    const earlier = '{count, plural, one {# вещь} =5 {пять} other {# вещи}}';
    const file = await fileWith(ITEMS, 'ru', earlier);
    expect(file.known).toEqual({ 'a[one]': '# вещь', 'a[other]': '# вещи' });
    expect(JSON.parse(file.write({ 'a[few]': '# few' })).a).toBe(earlier);
    expect(JSON.parse(file.write({ 'a[few]': '# few', 'a[many]': '# many' })).a).toBe(
      '{count, plural, =5 {пять} one {# вещь} few {# few} many {# many} other {# вещи}}',
    );
  });

  test('is not written while a form has no translation', async () => {
    const file = await fileWith(ITEMS, 'ru');
    expect(file.write({ 'a[one]': 'x', 'a[few]': 'x', 'a[many]': 'x' })).not.toContain('"a"');
  });

  test('takes a translation without a plural for all numbers', async () => {
    const file = await fileWith(ITEMS, 'ru', 'Вещи: {count}');
    expect(new Set(Object.values(file.known))).toEqual(new Set(['Вещи: {count}']));
    expect(Object.keys(file.known)).toHaveLength(4);
  });

  test.each([
    '{count, plural, one {# вещь}',
    '{total, plural, other {#}}',
    '{count, plural, offset:1 other {#}}',
  ])('asks for all forms when the translation is broken or about another number: %s', async (translation) => {
    const file = await fileWith(ITEMS, 'ru', translation);
    expect(file.known).toEqual({});
    expect(JSON.parse(file.write({})).a).toBe(translation);
  });

  test('writes apostrophes so that they quote nothing', async () => {
    const file = await fileWith(ITEMS, 'fr');
    const message = joined(file, () => "l'# et l'{count} d'ici'");
    expect(message).toBe(
      "{count, plural, one {l''# et l''{count} d'ici''} other {l''# et l''{count} d'ici''}}",
    );
    const again = await fileWith(ITEMS, 'fr', message);
    expect(new Set(Object.values(again.known))).toEqual(new Set(["l'# et l'{count} d'ici'"]));
  });

  test('shows quoted braces as they are written', async () => {
    const file = await fileWith("Room #4 in '{x}': {n, plural, one {# file} other {# files}}", 'de');
    expect(getTexts(file)['a[one]']).toBe("Room '#'4 in '{x}': # file");
    expect(joined(file, (text) => text)).toContain("one {Room '#'4 in '{x}': # file}");
  });

  test('quotes no tag that stands between quotations', async () => {
    const file = await fileWith("'{x}'<b>'{y}'</b> '<i>' {n, plural, one {# file} other {# files}}", 'de');
    expect(getTexts(file)['a[one]']).toBe("'{x}'<b>'{y}'</b> '<i>' # file");
  });

  test.each(['{', 'a} few {b', '}', '{n', 'a}} {b'])(
    'refuses a form that would break it: %s',
    async (form) => {
      const file = await fileWith(ITEMS, 'de');
      expect(() => file.write({ 'a[one]': form, 'a[other]': 'x' })).toThrow(
        'translations["a[one]"] has braces that do not match',
      );
    },
  );

  test.each([
    'Use {braces}, plural, and {more',
    '{n, plural, one {# item}}',
    '{n, plural, other {#}',
    '{{n, plural, other {# items}}}',
    'Hello {name}',
    '{gender, select, male {he} other {they}}',
    '{a, plural, offset:1 other {x #}} {a, plural, offset:2 other {y #}}',
    '{a, plural, offset:1 other {x {g, select, other {y {a, plural, offset:1 other {#}}}}}}',
    '{a, plural, offset:1 other {# x}} {b, plural, other {# y}}',
    '{a, plural, other {x}}'.padEnd(2 ** 16 + 1, 'x'),
    `${'{a, plural, other {'.repeat(3_000)}x${'}}'.repeat(3_000)} {`,
    `${'{a'.repeat(1)}, plural, ${Array.from({ length: 17 }, (_, at) => `=${at} {x}`).join(' ')} other {x}}`,
  ])('is one text if it does not parse, or has too many forms: %#', async (message) => {
    expect(getTexts(await fileWith(message, 'de'))).toEqual({ a: message });
  });

  test('is one text without a language, or for one that is unknown', async () => {
    expect(getTexts(await fileWith(ITEMS, undefined))).toEqual({ a: ITEMS });
    expect(getTexts(await fileWith(ITEMS, 'tlh'))).toEqual({ a: ITEMS });
  });

  test('is one text if the file has the key of a form', async () => {
    const text = JSON.stringify({ a: ITEMS, 'a[one]': 'x' });
    const file = await readLocaleFile({ text }, { format: 'json', to: 'de' });
    expect(getTexts(file)).toEqual({ a: ITEMS, 'a[one]': 'x' });
  });

  test('has nothing to translate if its forms are numbers alone', async () => {
    const file = await fileWith('{n, plural, one {#} other { }}', 'de');
    expect(file.texts).toEqual({});
    const mixed = await fileWith(
      '{n, plural, =0 {none} one {#} other {#}}',
      'ja',
      '{n, plural, other {#個}}',
    );
    expect(getTexts(mixed)).toEqual({ 'a[=0]': 'none' });
    expect(joined(mixed, () => 'なし')).toBe('{n, plural, =0 {なし} other {#個}}');
  });

  test('of numbers alone does not keep an array from being written', async () => {
    const text = JSON.stringify({ list: ['x', '{n, plural, one {#} other {#}}'] });
    const file = await readLocaleFile({ text }, { format: 'json', to: 'de' });
    expect(JSON.parse(file.write({ 'list.0': 'y' }))).toEqual({
      list: ['y', '{n, plural, one {#} other {#}}'],
    });
  });

  test('can have names such as __proto__', async () => {
    const file = await fileWith(
      '{__proto__, plural, one {# a} other {# b} __proto__ {x} constructor {y}}',
      'de',
    );
    expect(getTexts(file)).toEqual({ 'a[one]': '# a', 'a[other]': '# b' });
    expect(joined(file, (text) => text)).toBe('{__proto__, plural, one {# a} other {# b}}');
  });

  test('can have thousands of arguments and a deep nesting', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `{a${at}}`).join('');
    const many = `${names}${ITEMS}`;
    expect(getTexts(await fileWith(many, 'de'))).toMatchObject({ 'a[one]': `${names}# item` });
    const deep = `${'{n, plural, other {'.repeat(1_000)}x${'}}'.repeat(1_000)}`;
    expect(getTexts(await fileWith(deep, 'ja'))).toEqual({ 'a[other]': 'x' });
  });
});

describe('a plural form that the texts for exact numbers leave no number', () => {
  const EXACT = '{n, plural, =0 {None} =1 {One item} other {# items}}';
  const readForms = async (message: string, to: string, translation?: string) =>
    Object.keys((await fileWith(message, to, translation)).texts).map((key) => key.slice(2, -1));

  test.each([
    ['de', ['=0', '=1', 'other']],
    ['pl', ['=0', '=1', 'few', 'many', 'other']],
    ['ar', ['=0', '=1', 'two', 'few', 'many', 'other']],
    ['cy', ['=0', '=1', 'two', 'few', 'many', 'other']],
    ['ja', ['=0', '=1', 'other']],
    // 21, 31 …
    ['ru', ['=0', '=1', 'one', 'few', 'many', 'other']],
    // 101, 201 …
    ['sl', ['=0', '=1', 'one', 'two', 'few', 'other']],
    // Fractions, such as 1.5.
    ['fr', ['=0', '=1', 'one', 'other']],
    ['da', ['=0', '=1', 'one', 'other']],
  ])('is not ordered in %s', async (to, forms) => {
    expect(await readForms(EXACT, to)).toEqual(forms);
  });

  test('is not ordered for ordinals either', async () => {
    const message = '{n, selectordinal, =1 {first} one {#st} two {#nd} few {#rd} other {#th}}';
    expect(await readForms(message, 'fr')).toEqual(['=1', 'other']);
    expect(await readForms(message, 'en')).toEqual(['=1', 'one', 'two', 'few', 'other']);
  });

  test('is ordered with an offset, where it is for another number', async () => {
    const message = '{n, plural, offset:1 =0 {nobody} =1 {you} other {you and # others}}';
    expect(await readForms(message, 'de')).toEqual(['=0', '=1', 'one', 'other']);
  });

  test('takes part in no combination', async () => {
    const message = `${EXACT} in {m, plural, =1 {one folder} other {# folders}}`;
    expect(await readForms(message, 'de')).toEqual([
      '=0, =1',
      '=0, other',
      '=1, =1',
      '=1, other',
      'other, =1',
      'other, other',
    ]);
  });

  test('stays in a translation that has it', async () => {
    const translation = '{n, plural, =0 {Nichts} =1 {Ein Ding} one {# Ding} other {# Dinge}}';
    const file = await fileWith(EXACT, 'de', translation);
    expect(Object.keys(file.texts)).toEqual(Object.keys(file.known));
    expect(JSON.parse(file.write(file.known)).a).toBe(translation);
    expect(JSON.parse(file.write({ 'a[other]': '# Sachen' })).a).toBe(
      translation.replace('# Dinge', '# Sachen'),
    );
  });

  test('is known as the text for its number, and the other way round', async () => {
    const byForm = '{n, plural, =0 {Nichts} one {# Ding} other {# Dinge}}';
    expect((await fileWith(EXACT, 'de', byForm)).known).toMatchObject({ 'a[=1]': '# Ding' });
    const byNumber = '{n, plural, =0 {Nichts} =1 {Ein Ding} other {# Dinge}}';
    const source = '{n, plural, =0 {None} one {# item} other {# items}}';
    const file = await fileWith(source, 'de', byNumber);
    expect(file.known).toMatchObject({ 'a[one]': 'Ein Ding' });
    const written = JSON.parse(file.write({ 'a[one]': 'Eine Sache', 'a[other]': '# Sachen' })).a;
    expect(shown(written, { n: 1 }, 'de')).toBe('Eine Sache');
  });

  test('is not ordered for vue-i18n, which gets the text for 0 in its place', async () => {
    const file = await fileWith('none | {n} item | {n} items', 'ar');
    expect(Object.keys(file.texts)).toEqual(
      ['=0', 'one', 'two', 'few', 'many', 'other'].map((form) => `a[${form}]`),
    );
    expect(joined(file, (_, key) => key)).toBe(
      ['=0', '=0', 'one', 'two', 'few', 'many', 'other'].map((form) => `a[${form}]`).join(' | '),
    );
    expect(Object.keys((await fileWith('none | {n} item | {n} items', 'lv')).texts)).toContain('a[zero]');
  });
});

test.runIf(isLong)('plural forms that would take gigabytes are refused', async () => {
  const around = 'x'.repeat(60_000);
  const message = `${around}{n, plural, ${Array.from({ length: 10 }, (_, at) => `=${at} {x}`).join(' ')} other {x}}`;
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [at, message])));
  await expect(readLocaleFile({ text, name: 'a.json' }, { to: 'ar' })).rejects.toThrow(
    'a.json has plural forms of more than 134217728 letters in all',
  );
});

describe.each<readonly [LocaleFormatName, (message: string, translation: string) => string, boolean]>([
  [
    'po',
    (message, translation) =>
      `msgid ""\nmsgstr "Language: ru\\n"\n\nmsgid "${message}"\nmsgstr "${translation}"\n`,
    true,
  ],
  [
    'xliff',
    (message, translation) =>
      `<xliff version="1.2"><file target-language="ru"><body><trans-unit id="a"><source>${message}</source>${translation && `<target>${translation}</target>`}</trans-unit></body></file></xliff>`,
    true,
  ],
  ['android', (message) => `<resources><string name="a">${message}</string></resources>`, false],
])('in %s', (format, make, isBilingual) => {
  test('a message has the forms of the language', async () => {
    const file = await readLocaleFile({ text: make(ITEMS, '') }, { format, to: 'ru' });
    const [key = ''] = Object.keys(file.texts);
    expect(Object.keys(file.texts)).toHaveLength(4);
    expect(key).toMatch(/\[one\]$/);
    const message = '{count, plural, one {# вещь} few {# вещь} many {# вещь} other {# вещь}}';
    const written = file.write(new Map(Object.keys(file.texts).map((each) => [each, '# вещь'])));
    expect(written.replace(/"\n"/g, '')).toContain(message);
    const again = await readLocaleFile(
      { text: isBilingual ? written : make(ITEMS, '') },
      { format, to: 'ru', ...(!isBilingual && { target: { text: written } }) },
    );
    expect(Object.values(again.known)).toEqual(['# вещь', '# вещь', '# вещь', '# вещь']);
    expect(again.write({})).toBe(written);
  });
});

describe('forms of vue-i18n', () => {
  const FILES = 'no files | {n} file | {n} files';

  test.each([
    ['de', FILES, '0 | 1 | 2', ['=0', 'one', 'other']],
    ['ru', FILES, '0 | 1 | 2 | 3', ['=0', 'one', 'few', 'many']],
    // With two forms, vue-i18n takes the first for 1.
    ['ja', FILES, '0 | 1 | 1', ['=0', 'other']],
    ['de', '{count} car | {count} cars', '0 | 1', ['one', 'other']],
    ['ja', 'car | {count} cars', '0', ['other']],
    ['cy', 'car | {n} cars', '0 | 1 | 2 | 3 | 4 | 5', ['zero', 'one', 'two', 'few', 'many', 'other']],
  ])('are those of %s: %s', async (to, message, written, forms) => {
    const file = await fileWith(message, to);
    expect(Object.keys(file.texts)).toEqual(forms.map((form) => `a[${form}]`));
    expect(joined(file, (_, key) => String(forms.findIndex((form) => key === `a[${form}]`)))).toBe(written);
    const again = await fileWith(message, to, written);
    expect(Object.keys(again.known)).toEqual(Object.keys(file.texts));
  });

  test('have the texts of the source, and notes', async () => {
    expect((await fileWith(FILES, 'ru')).texts).toEqual({
      'a[=0]': { text: 'no files', note: 'The text for exactly 0.' },
      'a[one]': { text: '{n} file', note: 'The plural form for 1, 21, 31, 41, 51, ….' },
      'a[few]': { text: '{n} files', note: 'The plural form for 2, 3, 4, 22, 23, ….' },
      'a[many]': { text: '{n} files', note: 'The plural form for 0, 5, 6, 7, 8, ….' },
    });
  });

  test('that a translation has are kept', async () => {
    const file = await fileWith(FILES, 'ru', 'нет | {n} файл | {n} файла');
    expect(file.known).toEqual({ 'a[=0]': 'нет', 'a[one]': '{n} файл' });
    expect(joined(file, (text, key) => file.known[key] ?? text)).toBe(
      'нет | {n} файл | {n} files | {n} files',
    );
    expect(Object.keys((await fileWith(FILES, 'ru', 'файлы')).known)).toHaveLength(4);
    expect((await fileWith(FILES, 'ru', 'a | b | c | d | e')).known).toEqual({});
  });

  test.each([
    ['{n} item|{n} items', '0|1|2', ['one', 'few', 'many']],
    ['{0} Followers | {0} Follower | {0} Followers', '0 | 1 | 2 | 3', ['=0', 'one', 'few', 'many']],
    ['no cars|{count} car |{count} cars', '0|1|2|3', ['=0', 'one', 'few', 'many']],
  ])('are seen where two parts show the number, and joined as there: %s', async (message, written, forms) => {
    const file = await fileWith(message, 'pl');
    expect(Object.keys(file.texts)).toEqual(forms.map((form) => `a[${form}]`));
    expect(joined(file, (_, key) => String(forms.findIndex((form) => key === `a[${form}]`)))).toBe(written);
    expect(Object.keys((await fileWith(message, 'pl', written)).known)).toEqual(Object.keys(file.texts));
  });

  test('are seen where one part shows the number, if another text of the file has forms for certain', async () => {
    const day = 'yesterday|{n} days ago';
    const others = {
      path: 'Home|Shop',
      list: 'a|b',
      filter: 'Images (*.{0})|*.{0}',
      title: '{n} results|Shop',
    };
    const read = (item: string) =>
      readLocaleFile(
        { name: 'en.json', text: JSON.stringify({ day, item, ...others }) },
        { from: 'en', to: 'de' },
      );
    expect((await read('{n} item')).texts).toMatchObject({ day, ...others });
    const { texts } = await read('{n} item|{n} items');
    expect(texts).toMatchObject({
      'day[one]': { text: 'yesterday' },
      'day[other]': { text: '{n} days ago' },
    });
    expect(texts).toMatchObject(others);
  });

  test.each([
    'Home|Shop',
    'a|b',
    'Images (*.{0})|*.{0}',
    '{0} by {1}|{2}',
    '{{n}} a|{{n}} b',
    "{n} a{'|'}{n} b",
  ])('are not seen in a text that is no plural: %s', async (text) => {
    expect(getTexts(await fileWith(text, 'de'))).toEqual({ a: text });
  });

  test('can hold a pipe', async () => {
    const file = await fileWith('{n} car | {n} cars', 'de');
    expect(joined(file, () => "a | b{'|'}c")).toBe("a {'|'} b{'|'}c | a {'|'} b{'|'}c");
  });

  test.each(['About | Shop', '{n} results | Shop', 'a | b | c | {n}', 'a|{n}'])(
    'are not seen in another text: %s',
    async (text) => {
      expect(getTexts(await fileWith(text, 'de'))).toEqual({ a: text });
    },
  );
});

/** What a program shows. */
function format(
  elements: readonly MessageFormatElement[],
  values: Readonly<Record<string, number | string>>,
  language: string,
  number = 0,
): string {
  const show = (element: MessageFormatElement): string => {
    if (element.type === TYPE.literal) return element.value;
    if (element.type === TYPE.pound) return String(number);
    const value = values[String(element.value)] ?? '';
    if (element.type === TYPE.select)
      return format((element.options[value] ?? element.options.other)?.value ?? [], values, language);
    if (element.type !== TYPE.plural) return String(value);
    const { options, offset, pluralType } = element;
    const rest = Number(value) - offset;
    const category = new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' }).select(rest);
    const option = options[`=${value}`] ?? options[category] ?? options.other;
    return format(option?.value ?? [], values, language, rest);
  };
  return elements.map(show).join('');
}

const parseShown = (message: string): readonly MessageFormatElement[] =>
  parse(message, { ignoreTag: true, shouldParseSkeletons: false });

const shown = (
  message: string,
  values: Readonly<Record<string, number | string>>,
  language: string,
): string => format(parseShown(message), values, language);

const literal = fc.oneof(
  fc.stringMatching(/^[a-z <>|"\n]{1,6}$/),
  fc.constantFrom("don't ", "''", "'{'", "'}'", "it'", "'<b>'", 'é', '😀', '\r\n', '<b>', "x'{y}'z", '{g}'),
);
const words = fc.array(literal, { minLength: 1, maxLength: 3 }).map((all) => all.join(''));
const plural = (name: string, content: fc.Arbitrary<string>) =>
  fc
    .record({
      type: fc.constantFrom('plural', 'plural', 'selectordinal'),
      selectors: fc.uniqueArray(fc.constantFrom('=0', '=1', '=2', 'one', 'few'), { maxLength: 3 }),
      contents: fc.array(content, { minLength: 4, maxLength: 4 }),
      space: fc.constantFrom('', ' ', '\n  '),
    })
    .map(({ type, selectors, contents, space }) => {
      const options = [...selectors, 'other'].map(
        (selector, at) => `${space}${selector}${space}{${contents[at]}}`,
      );
      return `{${name},${space}${type},${space}${options.join(space)}${space}}`;
    });
const inForm = fc.array(fc.oneof(words, fc.constant('#')), { maxLength: 3 }).map((all) => all.join(''));
const select = (content: fc.Arbitrary<string>) =>
  fc.tuple(content, content).map(([one, other]) => `{g, select, male {${one}} other {${other}}}`);
const messages = fc
  .array(
    fc.oneof(
      words,
      plural('n', fc.oneof(inForm, select(inForm))),
      plural('m', inForm),
      select(fc.oneof(words, plural('n', inForm))),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join(''));

const isMessage = (message: string): boolean => {
  try {
    parse(message, { ignoreTag: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * Whether an apostrophe of a word quotes what follows, or a quotation of tags has braces. Libraries read such a message
 * differently, so that nothing can be written for all of them.
 */
const isAmbiguous = (message: string): boolean => /it'[{}<>#]|'[<>](?:[^']|'')*[{}]/.test(message);

/** They differ in which forms there are, in which of them are for one number alone, and in what is for fractions. */
const LANGUAGES = ['en', 'ru', 'ja', 'ar', 'cy', 'fr', 'lv', 'sl', 'es'];

test.each([
  'a | {n, plural, one {{n} item} other {{n} items}} {m, selectordinal, =0{a} =1{b} =2{c} =3{d} =4{e} =5{f} =6{g} =7{h} other{i}}',
  '{g, select, male {{n} | he} other {{n}}}',
])('a pipe in an ICU message that stays one text divides nothing: %s', async (message) => {
  expect(getTexts(await fileWith(message, 'en'))).toEqual({ a: message });
});

test('a message that is taken apart and put together means the same', async () => {
  await fc.assert(
    fc.asyncProperty(messages.filter(isMessage), fc.boolean(), async (message, isNew) => {
      const file = await fileWith(message, 'en', isNew ? undefined : message);
      if (Object.keys(file.texts).every((key) => key === 'a')) return;
      // Without a change, an existing message stays as it is.
      if (!isNew) expect(JSON.parse(file.write({})).a).toBe(message);
      const [first = ''] = Object.keys(file.texts);
      const same = joined(file, (text) => text);
      const marked = joined(file, (text, key) => (isNew || key !== first ? text : `${text}!`));
      for (let n = 0; n < 5; n += 1)
        for (const [m, g] of [
          [0, 'male'],
          [1, 'x'],
          [3, 'male'],
        ] as const) {
          const wanted = shown(message, { n, m, g }, 'en');
          expect(shown(same, { n, m, g }, 'en')).toBe(wanted);
          expect(shown(marked, { n, m, g }, 'en').replace(/!$/, '')).toBe(wanted);
        }
    }),
    runs(1_000),
  );
});

const EXACT = ['', '=0', '=1', '=0 =1 =2', '=0 =3 =6', '=8 =11 =80 =800'];

describe.each(['plural', 'selectordinal'])(
  'for each number, a program shows the form that is for it: %s',
  (type) => {
    test.each(LANGUAGES)('in %s', async (to) => {
      const rules = new Intl.PluralRules(to, { type: type === 'plural' ? 'cardinal' : 'ordinal' });
      for (const exact of EXACT) {
        const own = exact.split(' ').filter((selector) => selector !== '');
        const options = [...own, 'one', 'other'].map((selector) => `${selector} {x}`);
        const file = await fileWith(`{n, ${type}, ${options.join(' ')}}`, to);
        const message = joined(file, (_, key) => key);
        const elements = parseShown(message);
        for (let n = 0; n <= 200; n += 1) {
          const form = own.includes(`=${n}`) ? `=${n}` : rules.select(n);
          expect(format(elements, { n }, to), message).toBe(`a[${form}]`);
        }
      }
    });
  },
);

test('what is written has no issue when it is compared with its source', async () => {
  await fc.assert(
    fc.asyncProperty(
      messages.filter((message) => isMessage(message) && !isAmbiguous(message)),
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom("l'été ", '“x” ', 'ü ', "'n "),
      async (message, to, word) => {
        const file = await fileWith(message, to);
        if (Object.keys(file.texts).every((key) => key === 'a')) return;
        const written = joined(file, (text) => `${word}${text}`);
        expect(checkTranslation(message, written), written).toEqual([]);
        const again = joined(await fileWith(message, to, written), (text) => `${word}${text}`);
        expect(checkTranslation(message, again), again).toEqual([]);
      },
    ),
    runs(1_000),
  );
});

describe('a message that is written has no issue when it is compared with its source', () => {
  test.each([
    ["You have {n, plural, one {# item} other {# items}} in <b>{name}</b>'s cart ", 'ru'],
    ['{a, plural, one {# file} other {# files}} in {b, plural, =0 {no folder} other {# folders}}', 'de'],
    ['{g, select, male {He has {n, plural, one {# dog} other {# dogs}}} other {They}}', 'ar'],
    ["Room #4 in '{x}': {n, plural, one {# file} other {# files}}", 'ja'],
    ['<x id="I" equiv-text="{{ rows }}"/> of {n, plural, =0 {none} other {#<br/>}}', 'cy'],
    ["<b>'{a}'</b> {n, plural, offset:1 =0 {none} other {# others}}", 'de'],
    // The same text, quoted in other pieces: with a line break, a tag beside a brace, and a number sign in a select.
    ["{n, plural, one {'{ a\nb %s }' #} other {#}}", 'en'],
    ["{n, plural, one {# '{<b>{'} other {# '}<b>}'}}", 'ru'],
    ["{n, plural, =0 {} other {{g, select, male {} other {'{'it'#'{'}}}}", 'en'],
  ])('%s in %s', async (message, to) => {
    const source = message.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const file = await readLocaleFile(
      {
        text: `<xliff version="1.2"><file source-language="en" target-language="${to}"><body><trans-unit id="a"><source>${source}</source></trans-unit></body></file></xliff>`,
      },
      { format: 'xliff' },
    );
    const keys = Object.keys(file.texts);
    expect(keys.every((key) => key.startsWith('a['))).toBe(true);
    const written = file.write(Object.fromEntries(keys.map((key) => [key, getText(file.texts[key]) ?? ''])));
    const [, target = ''] = /<target>(.*)<\/target>/s.exec(written) ?? [];
    const readBack = target.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
    expect(checkTranslation(message, readBack)).toEqual([]);
  });

  test('and one with a fault has an issue for each, with its place', async () => {
    const message = 'In {folder}: {n, plural, one {# item} other {# items}}';
    const file = await fileWith(message, 'de');
    const written = joined(file, (text, key) => (key === 'a[other]' ? '# Dinge in {ordner}' : text));
    expect(checkTranslation(message, written)).toMatchObject([
      { placeholder: '{folder}', in: 'original', offset: 3 },
      { placeholder: '{ordner}', in: 'translation', offset: written.indexOf('{ordner}') },
    ]);
  });
});

test('translations of forms are read back', async () => {
  const form = fc
    .array(fc.oneof(fc.stringMatching(/^[a-z' <>|]{1,5}$/), fc.constantFrom('#', '{n}', 'x')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((all) => `x${all.join('')}`);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LANGUAGES), fc.array(form, { minLength: 6 }), async (to, forms) => {
      const file = await fileWith('a {n, plural, one {# item} other {# items}} b', to);
      const values = Object.fromEntries(Object.keys(file.texts).map((key, at) => [key, forms[at] ?? 'x']));
      const again = await fileWith(
        'a {n, plural, one {# item} other {# items}} b',
        to,
        JSON.parse(file.write(values)).a,
      );
      expect(again.known).toEqual(values);
    }),
    runs(1_000),
  );
});

describe('tags of XLIFF in a message', () => {
  const writeUnit = (text: string, target = ''): string =>
    `<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="a"><source>${text}</source>${target}</trans-unit></body></file></xliff>`;
  const ROWS = '<x id="INTERPOLATION" equiv-text="{{ rows }}"/>';

  test('can have braces, which are not of the message', async () => {
    const source = `{VAR_PLURAL, plural, =0 {no row} =1 {one row} other {${ROWS} rows of &lt;b&gt;}}`;
    const file = await readLocaleFile({ text: writeUnit(source) }, { format: 'xliff' });
    expect(getTexts(file)).toEqual({
      'a[=0]': 'no row',
      'a[=1]': 'one row',
      'a[other]': '<x id="INTERPOLATION"/> rows of <b>',
    });
    const written = file.write({
      'a[=0]': 'keine',
      'a[=1]': 'eine',
      'a[other]': `alle ${ROWS} <b>`,
    });
    const target = `<target>{VAR_PLURAL, plural, =0 {keine} =1 {eine} other {alle ${ROWS} &lt;b&gt;}}</target>`;
    expect(written).toBe(writeUnit(source, target));
  });

  test('are not plurals, and keep the text as one', async () => {
    const icu = '<x id="ICU" equiv-text="{n, plural, =0 {...} other {...}}" xid="1"/>';
    const file = await readLocaleFile({ text: writeUnit(`Updated ${icu}`) }, { format: 'xliff' });
    expect(getTexts(file)).toEqual({ a: 'Updated <x id="ICU" xid="1"/>' });
  });

  test('may differ in a translation, which counts', async () => {
    const source = `{n, plural, one {${ROWS} row} other {${ROWS} rows}}`;
    const target =
      '<target>{n, plural, one {<x id="INTERPOLATION" equiv-text="{{rows}}"/> Zeile} other {<x id="INTERPOLATION"/> Zeilen}}</target>';
    const file = await readLocaleFile({ text: writeUnit(source, target) }, { format: 'xliff' });
    expect(file.known).toEqual({
      'a[one]': '<x id="INTERPOLATION"/> Zeile',
      'a[other]': '<x id="INTERPOLATION"/> Zeilen',
    });
  });
});
