import { describe, expect, test } from 'vitest';
import { type ReadLocaleOptions, readLocaleFile } from '../../../src/locale-files.js';

const read = (value: unknown, options: ReadLocaleOptions = {}) =>
  readLocaleFile({ text: JSON.stringify(value), name: 'a.json' }, { from: 'en', to: 'de', ...options });

describe('the shape of a JSON file', () => {
  const entries = { a: { message: 'A', description: 'B' } };

  test.each([
    ['plain', { a: 'A' }],
    ['language-key', { en: { a: 'A' } }],
    ['vscode', { a: { message: 'A', comment: ['B'] } }],
    ['chrome', entries],
    ['formatjs', { a: { defaultMessage: 'A' } }],
    ['transifex', { a: { string: 'A', context: 'B' } }],
    ['lokalise', { a: { translation: 'A', notes: 'B' } }],
    ['angular', { locale: 'en', translations: { a: 'A' } }],
    ['go-i18n', { a: { description: 'B', other: 'A' }, c: { description: 'B', other: 'A' } }],
    ['arb', { '@@locale': 'en', a: 'A' }],
  ] as const)('is %s, and the option keeps it', async (shape, value) => {
    const found = await read(value);
    expect([found.shape, Object.values(found.texts).length]).toEqual([shape, shape === 'go-i18n' ? 2 : 1]);
    const decided = await read(value, { shape });
    expect([decided.shape, decided.texts]).toEqual([shape, found.texts]);
  });

  test('can be decided: the members of entries are texts then', async () => {
    expect((await read(entries, { shape: 'plain' })).texts).toEqual({
      'a.message': 'A',
      'a.description': 'B',
    });
  });

  test.each([
    ['chrome', { a: 'A' }],
    ['angular', { a: 'A' }],
    ['language-key', { a: 'A', b: 'B' }],
    ['arb', { a: 'A' }],
  ] as const)('%s is refused for what has another', async (shape, value) => {
    await expect(read(value, { shape })).rejects.toThrow(`a.json:1:1 is not what "shape": "${shape}" says: `);
  });

  test('that is unknown, or of another format, is refused', async () => {
    // @ts-expect-error: no such shape
    await expect(read({ a: 'A' }, { shape: 'flat' })).rejects.toThrow("shape must be 'plain' or ");
    await expect(readLocaleFile({ text: 'a=b', name: 'a.properties' }, { shape: 'plain' })).rejects.toThrow(
      'shape is for JSON, and a.properties is not',
    );
  });
});

describe('texts under their language', () => {
  const source =
    '{\n  "en": {\n    "a": "A",\n    "items": { "one": "{{count}} item", "other": "{{count}} items" }\n  }\n}\n';
  const readText = (options: ReadLocaleOptions = {}) =>
    readLocaleFile({ text: source, name: 'en.json' }, { from: 'en', to: 'de', ...options });

  test('have the keys of the texts, and become those of the language', async () => {
    const file = await readText();
    expect(file.language).toBe('en');
    expect(Object.keys(file.texts)).toEqual(['a', 'items.one', 'items.other']);
    const written = file.write({ a: 'Ä' });
    expect(written).toBe('{\n  "de": {\n    "a": "Ä"\n  }\n}\n');
    const again = await readText({ target: { text: written } });
    expect(again.known).toEqual({ a: 'Ä' });
    expect(JSON.parse(again.write({ 'items.one': 'x', 'items.other': 'y' }))).toEqual({
      de: { a: 'Ä', items: { one: 'x', other: 'y' } },
    });
  });

  test('keep how a file spells its language', async () => {
    const target = { text: '{ "de-DE": { "a": "Ä" } }' };
    const file = await readText({ target });
    expect(file.known).toEqual({ a: 'Ä' });
    expect(file.write({ a: 'Ö' })).toBe('{ "de-DE": { "a": "Ö" } }');
  });

  test('of another language are an object of texts', async () => {
    const file = await readLocaleFile({ text: '{ "is": { "a": "A" } }', name: 'a.json' }, { from: 'en' });
    expect([file.shape, file.texts]).toEqual(['plain', { 'is.a': 'A' }]);
  });
});

test('several languages in one file are refused, unless they are none', async () => {
  const file = { en: { a: 'A' }, de: { a: 'Ä' } };
  await expect(read(file)).rejects.toThrow(
    'a.json:1:1 has several languages: en, de. Give each a file of its own; or if they are no languages, set "shape" to "plain"',
  );
  expect((await read(file, { shape: 'plain' })).texts).toEqual({ 'en.a': 'A', 'de.a': 'Ä' });
  // Languages that the texts are not in are names of something else.
  expect((await read({ is: { a: 'A' }, no: { a: 'B' } })).shape).toBe('plain');
});

test('the rule for plurals of Nextcloud is no text', async () => {
  const file = await read({ translations: { a: 'A' }, pluralForm: 'nplurals=2; plural=(n != 1);' });
  expect(file.texts).toEqual({ 'translations.a': 'A' });
});
