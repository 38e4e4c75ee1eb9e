import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, type ReadLocaleOptions, readLocaleFile } from '../../../src/locale-files.js';

const path = (name: string): string => fileURLToPath(new URL(`./files/${name}`, import.meta.url));
const read = (name: string, options?: ReadLocaleOptions) => readLocaleFile(path(name), options);
const original = (name: string) => readFile(path(name), 'utf8');
const text = (value: unknown, options: ReadLocaleOptions & { readonly format?: LocaleFormatName } = {}) =>
  readLocaleFile(
    { text: typeof value === 'string' ? value : JSON.stringify(value) },
    { format: 'json', ...options },
  );

describe("Chrome's messages", () => {
  test('have a text by the name of its message, and everything else of it is a note or stays', async () => {
    const { texts, protect } = await read('chrome.json');
    expect(texts).toEqual({
      name: { text: 'Page notes', note: 'Name of the extension. Do not make it longer.' },
      greeting: {
        text: 'Hello $NAME$, you have $COUNT$ notes.',
        note: 'On the first page\nname: for example Grace',
      },
      version: 'Version 2',
    });
    expect(protect).toBeInstanceOf(RegExp);
    expect('$1 of $user_1@x$: $50 US$, $'.match(protect as RegExp)).toEqual(['$1', '$user_1@x$', '$5']);
  });

  test('in a new file have the placeholders that Chrome needs, and no descriptions', async () => {
    const file = await read('chrome.json', { to: 'de' });
    expect(file.write({ greeting: 'Hallo $NAME$: $COUNT$', version: 'V2' })).toBe(`{
  "greeting": {
    "message": "Hallo $NAME$: $COUNT$",
    "placeholders": {
      "name": { "content": "$1", "example": "Grace" },
      "count": { "content": "$2" }
    }
  },
  "version": { "message": "V2" }
}
`);
  });

  test('of an existing file stay as they are, and missing ones are added', async () => {
    const file = await read('chrome.json', { to: 'de', target: path('chrome.de.json') });
    expect(file.known).toEqual({ version: 'Fassung 2' });
    const old = await original('chrome.de.json');
    expect(file.write({})).toBe(old);
    expect(file.write({ name: 'Notizen' })).toBe(old.replace('""', '"Notizen"'));
    const more = JSON.parse(file.write({ greeting: 'Hallo $NAME$' }));
    expect(Object.keys(more)).toEqual(['version', 'name', 'greeting']);
    expect(more.version).toEqual({ message: 'Fassung 2', description: 'Mine' });
    expect(Object.keys(more.greeting)).toEqual(['message', 'placeholders']);
  });

  test.each([
    {
      saved: 'Saved',
      save: { title: 'Save', message: 'It is saved', description: 'You can close it' },
    },
    { error: { message: 'Oh no' }, title: 'Page' },
    { error: { message: { text: 'Oh no' } } },
    { error: { message: 'Oh no', retry: 'Again' } },
  ])('are not seen in %j', async (value) => {
    const { texts } = await text(value);
    const strings: string[] = [];
    JSON.stringify(value, (_, each) => (typeof each === 'string' ? strings.push(each) : each));
    expect(Object.values(texts)).toEqual(strings);
  });
});

describe('messages of VS Code', () => {
  const source = {
    name: 'Notes',
    'command.open': { message: 'Open {0}', comment: ['{0} is a file.', 'A verb.'] },
    'command.close': 'Close',
  };

  test('are plain texts, and objects with a list of comments, which are notes', async () => {
    const { texts, protect } = await text(source);
    expect(texts).toEqual({
      name: 'Notes',
      'command.open': { text: 'Open {0}', note: '{0} is a file.\nA verb.' },
      'command.close': 'Close',
    });
    expect('Open {0} in {place}'.match(protect as RegExp)).toEqual(['{0}', '{place}']);
    expect((await text({ a: { message: 'Run', comment: ['A verb.'] } })).texts).toEqual({
      a: { text: 'Run', note: 'A verb.' },
    });
  });

  test('can be plain texts in other languages, and are found again in what was written', async () => {
    const known = { 'command.close': 'Schließen' };
    const file = await text(source, { to: 'de', target: { text: JSON.stringify(known) } });
    expect(file.known).toEqual(known);
    const written = file.write({ 'command.open': '{0} öffnen' });
    const opened = { message: '{0} öffnen', comment: source['command.open'].comment };
    expect(JSON.parse(written)).toEqual({ ...known, 'command.open': opened });
    const again = await text(source, { to: 'de', target: { text: written } });
    expect(again.known).toEqual({ ...known, 'command.open': '{0} öffnen' });
  });

  test.each([
    { title: 'Contact', form: { message: 'Your message', comment: 'Your comment' } },
    { title: 'Contact', form: { message: 'Your message', comment: ['Your comment'], send: 'Send' } },
    { title: 'Contact', form: { message: ['Your message'], comment: ['Your comment'] } },
    { title: 'Contact', forms: [{ message: 'Your message', comment: ['Your comment'] }] },
  ])('are not seen in %j', async (value) => {
    const { texts } = await text(value);
    const strings: string[] = [];
    JSON.stringify(value, (_, each) => (typeof each === 'string' ? strings.push(each) : each));
    expect(Object.values(texts)).toEqual(strings);
  });
});

describe('messages of FormatJS', () => {
  test('have a text by id, with its description as a note', async () => {
    const { texts, protect } = await read('extract.json');
    expect(texts).toEqual({
      'basket.title': { text: 'Your basket', note: 'Heading' },
      'basket.count': {
        text: '{count, plural, =0 {It is empty} one {# thing} other {# things}}',
        note: 'view: basket\npicture: basket.png',
      },
    });
    expect(protect).toBe('icu');
  });

  test('in a new file have nothing that is about the source', async () => {
    const file = await read('extract.json', { to: 'de' });
    const forms = { 'basket.count[=0]': 'Leer', 'basket.count[one]': '#', 'basket.count[other]': '#' };
    expect(file.write(forms)).toBe(
      '{\n  "basket.count": {\n    "defaultMessage": "{count, plural, =0 {Leer} one {#} other {#}}"\n  }\n}\n',
    );
  });

  test('in a list have their ids', async () => {
    const file = await read('extract-list.json', { to: 'de' });
    expect(file.texts).toEqual({
      'basket.title': { text: 'Your basket', note: 'Heading' },
      'basket.pay': 'Pay <b>{price}</b>',
    });
    const part = file.write({ 'basket.pay': '<b>{price}</b> zahlen' });
    expect(part).toBe('[\n  { "id": "basket.pay", "defaultMessage": "<b>{price}</b> zahlen" }\n]\n');
    const again = await read('extract-list.json', { to: 'de', target: { text: part } });
    expect(again.known).toEqual({ 'basket.pay': '<b>{price}</b> zahlen' });
    expect(JSON.parse(again.write({ 'basket.title': 'Korb' }))).toEqual([
      { id: 'basket.title', defaultMessage: 'Korb' },
      { id: 'basket.pay', defaultMessage: '<b>{price}</b> zahlen' },
    ]);
  });

  test('with one id twice, and lists of anything else, are refused', async () => {
    const single = { id: 'a', defaultMessage: 'A' };
    await expect(text([single, { id: 'a', defaultMessage: 'B' }])).rejects.toThrow(
      'has two texts with the key "a"',
    );
    await expect(text([single, { defaultMessage: 'B' }])).rejects.toThrow('must be an object with texts');
    expect((await text([])).texts).toEqual({});
  });
});

describe("Flutter's resources", () => {
  test('have a language, and texts with what describes them', async () => {
    const { language, texts, format, protect } = await read('app_en.arb');
    expect([format, language, protect]).toEqual(['json', 'en', 'icu']);
    expect(texts).toEqual({
      title: { text: 'Baskets', note: 'Title of the list\nBasketPage' },
      owner: { text: 'Basket of {name}', note: 'name: for example Grace' },
      count: '{count, plural, one{# basket} other{# baskets}}',
    });
  });

  test('are the same in a file that ends in .json', async () => {
    const { language, texts } = await text(await original('app_en.arb'));
    expect([language, Object.keys(texts)]).toEqual(['en', ['title', 'owner', 'count']]);
  });

  test('in a new file have its language, and no descriptions, which Flutter needs once', async () => {
    const file = await read('app_en.arb', { to: 'pt-BR' });
    expect(file.write({ title: 'Cestas', 'count[one]': '# a', 'count[other]': '# b' })).toBe(
      '{\n  "@@locale": "pt_BR",\n  "@@author": "The shop",\n  "title": "Cestas",\n  "count": "{count, plural, one{# a} other{# b}}"\n}\n',
    );
  });

  test('of an existing file stay, with what describes them there', async () => {
    const target = '{"@@locale": "de", "title": "Körbe", "@title": {"description": "Titel"}}\n';
    const file = await read('app_en.arb', { to: 'de', target: { text: target } });
    expect(file.known).toEqual({ title: 'Körbe' });
    expect(file.write({})).toBe(target);
    expect(JSON.parse(file.write({ owner: 'Korb von {name}' }))).toEqual({
      '@@locale': 'de',
      title: 'Körbe',
      '@title': { description: 'Titel' },
      owner: 'Korb von {name}',
    });
    const plain = await read('app_en.arb', { to: 'de', target: { text: '{"title": "Körbe"}' } });
    expect(JSON.parse(plain.write({ owner: 'x' }))).toEqual({ title: 'Körbe', owner: 'x' });
  });

  test('for another language are refused', async () => {
    const target = { text: '{"@@locale": "ja", "title": "x"}', name: 'app_de.arb' };
    await expect(read('app_en.arb', { to: 'de', target })).rejects.toThrow(
      'app_de.arb is for the language ja, not de',
    );
  });

  test('without a language are recognised by what describes them', async () => {
    const value = {
      hello: 'Hello',
      '@hello': { description: 'A greeting' },
      '@metadata': { authors: ['Ada'] },
    };
    expect((await text(value)).texts).toEqual({ hello: { text: 'Hello', note: 'A greeting' } });
  });
});

describe('JSON of other tools', () => {
  test.each([
    { a: { string: 'Save', developer_comment: 'A verb', context: 'menu', character_limit: 8 } },
    { a: { translation: 'Save', notes: 'A verb', context: 'menu', limit: 8 } },
  ])('has its notes as notes: %j', async (value) => {
    const { texts } = await text(value);
    expect(texts).toEqual({ a: { text: 'Save', note: 'A verb\nmenu' } });
  });
});

describe('what Angular extracts', () => {
  const extracted = {
    locale: 'en-US',
    translations: { hello: 'Hello {$NAME}!', locale: 'Language', n: '{N, plural, =1 {one} other {many}}' },
  };

  test('has the texts by their own names, in the language that it names', async () => {
    const { language, texts, protect } = await text(extracted);
    expect(language).toBe('en-US');
    expect(Object.keys(texts)).toEqual(['hello', 'locale', 'n']);
    expect('Hello {$NAME}, {name}!'.match(protect as RegExp)).toEqual(['{$NAME}']);
  });

  test('names the language of the translations in a new file', async () => {
    const made = (await text(extracted, { to: 'de' })).write({ hello: 'Hallo {$NAME}!' });
    expect(JSON.parse(made)).toEqual({ locale: 'de', translations: { hello: 'Hallo {$NAME}!' } });
    const again = await text(extracted, { to: 'de', target: { text: made } });
    expect([again.known, again.write({})]).toEqual([{ hello: 'Hallo {$NAME}!' }, made]);
  });

  test('is refused for another language than that of the file', async () => {
    const another = { target: { text: JSON.stringify({ ...extracted, locale: 'fr' }) } };
    await expect(text(extracted, { to: 'de', ...another })).rejects.toThrow('is for the language fr, not de');
  });

  test.each([
    { ...extracted, version: 'one' },
    { locale: 'en', translations: { page: { title: 'Title' } } },
    { locale: 'Language', translations: 'Translations' },
  ])('is nothing else: %j', async (value) => {
    expect((await text(value)).texts).toHaveProperty('locale');
  });
});

describe('messages of go-i18n', () => {
  const messages = {
    hello: { hash: 'sha1-0e', description: 'At the door', other: 'Hello {{.Name}}' },
    cats: { hash: 'sha1-1f', description: 'Of a person', one: '{{.N}} cat', other: '{{.N}} cats' },
    bye: 'Bye',
  };
  const described = {
    hello: { description: 'At the door', other: 'Hello {{.Name}}' },
    cats: { description: 'Of a person', one: '{{.N}} cat', other: '{{.N}} cats' },
  };

  test('have a text for each plural form, and notes that are no texts', async () => {
    const { texts } = await text(messages, { to: 'ru' });
    expect(texts).toMatchObject({
      hello: { text: 'Hello {{.Name}}', note: 'At the door' },
      'cats.one': {
        text: '{{.N}} cat',
        note: expect.stringMatching(/^Of a person\nThe plural form for 1, /),
      },
      bye: 'Bye',
    });
    expect(Object.keys(texts).filter((key) => key.startsWith('cats.'))).toEqual(
      ['one', 'other', 'few', 'many'].map((form) => `cats.${form}`),
    );
  });

  test('have no description in a new file', async () => {
    const file = await text(messages, { to: 'ja' });
    const translations = { hello: 'a', 'cats.other': 'b', bye: 'c' };
    const made = file.write(translations);
    expect(JSON.parse(made)).toEqual({
      hello: { hash: 'sha1-0e', other: 'a' },
      cats: { hash: 'sha1-1f', other: 'b' },
      bye: 'c',
    });
    const again = await text(messages, { to: 'ja', target: { text: made } });
    expect([again.known, again.orphans, again.write({})]).toEqual([translations, [], made]);
  });

  test('without hashes, have their texts in a new file alone, where they are found again', async () => {
    const file = await text(described, { to: 'de' });
    const made = file.write({ hello: 'Hallo', 'cats.one': 'Katze', 'cats.other': 'Katzen' });
    expect(JSON.parse(made)).toEqual({
      hello: { other: 'Hallo' },
      cats: { one: 'Katze', other: 'Katzen' },
    });
    const { known, orphans } = await text(described, { to: 'de', target: { text: made } });
    expect([known, orphans]).toEqual([{ hello: 'Hallo', 'cats.one': 'Katze', 'cats.other': 'Katzen' }, []]);
  });

  test.each([
    { ...described, dogs: { one: 'a dog', other: 'dogs', size: 'Size' } },
    { ...described, dogs: { one: 'a dog', other: { name: 'dogs' } } },
    { ...described, dogs: { one: 'a dog' } },
    { ask: 'Why?', cats: { description: 'Say more', other: 'Another reason' } },
  ])('are nothing else: %j', async (value) => {
    expect((await text(value)).texts).toHaveProperty(['cats.description']);
  });
});

describe('comments in JSON', () => {
  const commented = `{
  "$schema": "x",
  "//": "The menu",
  "save": "Save",
  "//": "At its end",
  "quit": "Quit",
  "_comment": ["two", "lines"],
  "page": { "_quit.comment": "A verb", "quit": "Quit", "__comment__": "x" }
}`;

  test('are notes of the text after them, or of the text that they name', async () => {
    const { texts } = await text(commented);
    expect(texts).toEqual({
      save: { text: 'Save', note: 'The menu' },
      quit: { text: 'Quit', note: 'At its end' },
      'page.quit': { text: 'Quit', note: 'A verb' },
    });
  });

  test('stay in their file, and are in no other', async () => {
    const file = await text(commented, { to: 'de', target: { text: commented } });
    expect(file.write({ quit: 'Ende' })).toBe(
      commented.replace('"quit": "Quit",\n  "_c', '"quit": "Ende",\n  "_c'),
    );
    const made = await text(commented, { to: 'de' });
    expect(JSON.parse(made.write({ 'page.quit': 'Ende' }))).toEqual({ $schema: 'x', page: { quit: 'Ende' } });
  });

  test('are not seen in other names', async () => {
    const value = { comment: 'Comment', '_x.comment': 'a', '/': 'b', 'a//': 'c', add_comment: 'd' };
    expect(Object.keys((await text(value)).texts)).toEqual(Object.keys(value));
    expect((await text({ page: { $schema: 'Schema' } })).texts).toEqual({ 'page.$schema': 'Schema' });
  });
});

test.each([
  ['chrome.json', '{"name": "Notizen"}', "has plain texts, but .*chrome.json has Chrome's messages"],
  [
    'extract.json',
    '{"basket.title": "Korb"}',
    'has plain texts, but .*extract.json has messages of FormatJS',
  ],
  ['en.json', '{"a": {"message": "A"}}', "has Chrome's messages, but .*en.json has plain texts"],
])('a target in another shape than %s is refused', async (source, target, message) => {
  await expect(read(source, { to: 'de', target: { text: target } })).rejects.toThrow(new RegExp(message));
  expect((await read(source, { to: 'de', target: { text: '{}' } })).write({})).toBe('{}');
});

test('names of prototypes change nothing', async () => {
  const hostile = '{"__proto__": {"message": "A", "description": "B"}, "toString": {"message": "C"}}';
  const file = await text(hostile, { to: 'de' });
  expect(Object.entries(file.texts)).toEqual([
    ['__proto__', { text: 'A', note: 'B' }],
    ['toString', 'C'],
  ]);
  expect(file.write(JSON.parse('{"__proto__": "x"}'))).toBe('{"__proto__": {"message": "x"}}');
  expect((await text('{"@@locale": "en", "constructor": "x", "@__proto__": {}}')).texts).toEqual({
    constructor: 'x',
  });
  expect(Object.entries((await text('{"a": {"__proto__": {"message": "x"}}}')).texts)).toEqual([
    ['a.__proto__.message', 'x'],
  ]);
});
