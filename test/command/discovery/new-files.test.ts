import { expect, test } from 'vitest';
import { startApp } from '../app.js';

const project = (...sources: readonly string[]) =>
  JSON.stringify({ name: 'shop', from: 'en', to: ['de'], files: sources.map((source) => ({ source })) });

test('a new file beside one of the project is named, and fails --check', async () => {
  await using app = await startApp();
  await app.put('translation-requester.json', project('locales/en/app.json'));
  await app.put('locales/en/app.json', '{"add": "Add to cart"}');
  await app.run('order', '--yes');
  await app.translate();
  await app.run('pull');
  expect(await app.run('status', '--check')).toMatchObject({ code: 0, err: '' });
  await app.put('locales/en/cart.json', '{"pay": "Pay now"}');
  await app.put('locales/en/notes.txt', 'Not of the kind');
  const line =
    'locales/en/cart.json is new beside the files of this project. Add it to "files" in translation-requester.json, or by: translation-requester init\n';
  expect(await app.run('status', '--check')).toMatchObject({ code: 4, err: line });
  expect((await app.json('status')).newFiles).toEqual(['locales/en/cart.json']);
  expect((await app.run('quote')).err).toBe(line);
  const { out, err } = await app.run('order', '--yes');
  expect(out).toContain('There is nothing new to order.');
  expect(err).toBe(line);
  await app.put('translation-requester.json', project('locales/en/app.json', 'locales/en/cart.json'));
  expect((await app.run('order', '--yes')).err).not.toContain('is new beside');
});

test.each([
  ['locales/en.json', ['locales/de.json', 'locales/config.json', 'locales/fr.json'], []],
  ['locales/en.json', ['locales/admin.en.json'], ['locales/admin.en.json']],
  ['locales/en.json', ['locales/admin.de.json'], []],
  [
    'res/values/strings.xml',
    ['res/values/arrays.xml', 'res/values-de/strings.xml'],
    ['res/values/arrays.xml'],
  ],
  ['en.lproj/App.strings', ['en.lproj/Menu.strings', 'de.lproj/Menu.strings'], ['en.lproj/Menu.strings']],
])('beside %s, of %j new are %j', async (source, others, expected) => {
  await using app = await startApp();
  const text = (path: string) =>
    path.endsWith('.xml')
      ? '<resources><string name="a">Add</string></resources>'
      : path.endsWith('.strings')
        ? '"a" = "Add";'
        : '{"a": "Add"}';
  await app.put('translation-requester.json', project(source));
  for (const path of [source, ...others]) await app.put(path, text(path));
  expect((await app.json('status')).newFiles).toEqual(expected);
});

test('quote says at a terminal that a project file would save the arguments', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', '{"add": "Add to cart"}');
  const quote = async (isInteractive: boolean) => {
    const words = ['quote', 'locales/en.json', '--from', 'en', '--to', 'de'];
    const { printed, ended } = app.begin(words, { isInteractive });
    await ended;
    return printed.err;
  };
  expect(await quote(false)).toBe('');
  expect(await quote(true)).toContain('commands need no arguments: translation-requester init writes it.');
  await app.put('translation-requester.json', project('locales/en.json'));
  expect(await quote(true)).toBe('');
});

test('whoever names files means those', async () => {
  await using app = await startApp();
  await app.put('locales/en/app.json', '{"add": "Add to cart"}');
  await app.put('locales/en/cart.json', '{"pay": "Pay now"}');
  const { err } = await app.run('status', 'locales/en/app.json', '--from', 'en', '--to', 'de');
  expect(err).toBe('');
});
