import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';
import { shell } from '../shell.js';

/** Files name languages by other codes than the service, which offers `de`, `es` and `zh-CN`. */

const TEXTS = JSON.stringify({ add: 'Add to cart', bye: 'Good bye' }, undefined, 2);

let app: App;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app[Symbol.asyncDispose]());

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await app.put(name, content);
}

/** `init` needs no service. */
async function init(...args: readonly string[]) {
  const { run, printed } = shell({ folder: app.folder, env: { HOME: app.folder } });
  const code = await run('init', '--yes', ...args);
  return { code, ...printed };
}

const readProject = async () => JSON.parse(await app.read('translation-requester.json'));

const listLocales = async (): Promise<readonly string[]> =>
  (await readdir(join(app.folder, 'locales'))).toSorted();

const readKeys = async (path: string): Promise<readonly string[]> =>
  Object.keys(JSON.parse(await app.read(path)));

/** The languages of all orders, which are in their keys: `shop/locales/en.json/en/de/…`. */
const listOrdered = (): readonly unknown[] =>
  app.sandbox.orders().map(({ key }) => key?.split('/').slice(-3, -1));

describe('init names languages as the service does', () => {
  test.each([
    ['de-DE', 'de', 'locales/de-DE.json'],
    ['de_DE', 'de', 'locales/de_DE.json'],
    ['es-ES', 'es', 'locales/es-ES.json'],
    ['pt_BR', 'pt-BR', 'locales/pt_BR.json'],
    ['zh-Hans', 'zh-CN', 'locales/zh-Hans.json'],
  ])('%s is ordered as %s, and pulled into %s', async (inFiles, code, path) => {
    await put({ 'locales/en.json': TEXTS, [`locales/${inFiles}.json`]: '{}' });
    expect(await init()).toMatchObject({ code: 0 });
    expect(await readProject()).toMatchObject({ to: [code] });
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    expect(listOrdered()).toEqual([['en', code]]);
    await app.translate();
    expect(await app.run('pull')).toMatchObject({ code: 0 });
    expect(await readKeys(path)).toEqual(['add', 'bye']);
    expect(await listLocales()).toEqual([`${inFiles}.json`, 'en.json'].toSorted());
  });

  test('a source in en_US is in en', async () => {
    await put({ 'locales/en_US.json': TEXTS, 'locales/de_DE.json': '{}' });
    expect(await init('--from', 'en_US')).toMatchObject({ code: 0 });
    const { from, to, languages } = await readProject();
    expect({ from, to, languages }).toEqual({
      from: 'en',
      to: ['de'],
      languages: { en: 'en_US', de: 'de-DE' },
    });
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    expect(listOrdered()).toEqual([['en', 'de']]);
  });

  test('two codes of files that the service has one code for are named, and the second stays as it is', async () => {
    await put({ 'locales/en.json': TEXTS, 'locales/de-AT.json': '{}', 'locales/de-CH.json': '{}' });
    const { err } = await init();
    expect(err).toContain('Your files have de-AT and de-CH, and the service offers de alone.');
    expect(await readProject()).toMatchObject({ to: ['de', 'de-CH'], languages: { de: 'de-AT' } });
  });

  test('a language that the service does not offer is named', async () => {
    await put({ 'locales/en.json': TEXTS, 'locales/fi.json': '{}' });
    expect((await init()).err).toContain('The service does not offer fi: it has ar,');
  });
});

describe('"languages" of the project file', () => {
  const project = (settings: object): string =>
    JSON.stringify({ from: 'en', to: ['de'], files: [{ source: 'locales/en.json' }], ...settings });

  test('names new files, whichever code the command line has, and no text is paid twice', async () => {
    await put({
      'locales/en.json': TEXTS,
      'translation-requester.json': project({ languages: { de: 'de-DE' } }),
    });
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    for (const code of ['de', 'de-DE', 'de_DE'])
      expect((await app.run('order', '--yes', '--to', code)).code).toBe(0);
    expect(listOrdered()).toEqual([['en', 'de']]);
    await app.translate();
    expect(await app.run('pull', '--to', 'de_DE')).toMatchObject({ code: 0 });
    expect(await listLocales()).toEqual(['de-DE.json', 'en.json']);
  });

  test('a language that is named twice is refused', async () => {
    await put({
      'locales/en.json': TEXTS,
      'translation-requester.json': project({ to: ['de', 'de-DE'], languages: { de: 'de-DE' } }),
    });
    const { code, err } = await app.run('quote');
    expect([code, err]).toEqual([2, expect.stringContaining('have de twice, also as de-DE')]);
  });

  test.each(['de/../../x', ''])('the code %j is refused', async (inFiles) => {
    await put({
      'locales/en.json': TEXTS,
      'translation-requester.json': project({ languages: { de: inFiles } }),
    });
    expect(await app.run('quote')).toMatchObject({ code: 2 });
  });
});

describe('a code that the service does not offer', () => {
  test.each([
    ['en-US', 'de', "the language of the texts (--from) is not offered by the service: it calls 'en-US' en."],
    ['zh-Hans', 'ja', "(--from) is not offered by the service: it calls 'zh-Hans' zh-CN."],
    ['es-419', 'ja', "(--from) is not offered by the service: it calls 'es-419' es."],
    ['fil', 'ja', '(--from) is not offered by the service: it translates from ar, '],
    ['sr-Latn', 'ja', '(--from) is not offered by the service: it translates from ar, '],
    ['en', 'de-DE', "this language (--to) is not offered by the service: it calls 'de-DE' de."],
  ])('%s to %s is refused with the code that it has', async (from, to, message) => {
    await put({ [`locales/${from}.json`]: TEXTS });
    const { code, err } = await app.run('quote', `locales/${from}.json`, '--to', to);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('a finished translation in another spelling is not paid again', () => {
  test.each(['de', 'de-DE', 'de_DE', 'DE', 'de-AT', 'de_DE.UTF-8'])(
    'in the column %s of a table',
    async (name) => {
      await put({ 'a.csv': `key,en,${name}\nadd,Add to cart,In den Warenkorb\n` });
      expect(await app.json('quote', 'a.csv', '--from', 'en', '--to', 'de')).toMatchObject({ points: 0 });
    },
  );

  test.each([
    ['de-DE', 'de'],
    ['de_DE', 'de'],
    ['zh-Hans', 'zh-CN'],
  ])('in the localization %s of a string catalog', async (name, to) => {
    const localizations = { [name]: { stringUnit: { state: 'translated', value: 'x' } } };
    await put({
      'a.xcstrings': JSON.stringify({
        sourceLanguage: 'en',
        strings: { Hello: { localizations } },
        version: '1.0',
      }),
    });
    expect(await app.json('quote', 'a.xcstrings', '--to', to)).toMatchObject({ points: 0 });
  });

  test.each([
    ['values-in', 'id'],
    ['values-iw', 'he'],
    ['values-zh', 'zh-CN'],
  ])('in the folder %s of Android', async (name, to) => {
    const file = '<resources><string name="add">Add to cart</string></resources>';
    await put({ 'res/values/strings.xml': file, [`res/${name}/strings.xml`]: file });
    expect(await app.json('pull', 'res/values/strings.xml', '--from', 'en', '--to', to)).toMatchObject({
      units: [{ target: `res/${name}/strings.xml` }],
    });
  });
});

test('a target without {language} is for one language', async () => {
  await put({ 'texts.json': TEXTS });
  const target = ['texts.json', '--from', 'en', '--target', 'german.json'];
  const refused = await app.run('quote', ...target, '--to', 'de,ja');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('german.json is one file for 2 languages'),
  ]);
  expect(await app.run('order', '--yes', ...target, '--to', 'de')).toMatchObject({ code: 0 });
  await app.translate();
  expect(await app.run('pull', ...target, '--to', 'de')).toMatchObject({ code: 0 });
  expect(await readKeys('german.json')).toEqual(['add', 'bye']);
});
