import { describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

const FILE = 'translation-requester.json';

const putProject = (app: App, files: readonly object[], more: object = {}) =>
  app.put(FILE, JSON.stringify({ name: 'shop', from: 'en', to: ['de'], files, ...more }));

const text = (word: string) => JSON.stringify({ a: `${word} is here` });

const listSources = async (app: App) =>
  (await app.json('status')).units.map(({ source, target }: { source: string; target: string }) => [
    source,
    target,
  ]);

describe('a source with stars', () => {
  test('is each file that fits and has the texts, and status says how many there are', async () => {
    await using app = await startApp();
    await putProject(app, [{ source: 'src/**/locales/en.json' }]);
    await app.put('src/shop/locales/en.json', text('The shop'));
    await app.put('src/shop/locales/de.json', '{}');
    await app.put('src/cart/pay/locales/en.json', text('The cart'));
    await app.put('src/node_modules/x/locales/en.json', text('Another'));
    await app.put('other/locales/en.json', text('Elsewhere'));
    expect(await listSources(app)).toEqual([
      ['src/cart/pay/locales/en.json', 'src/cart/pay/locales/de.json'],
      ['src/shop/locales/en.json', 'src/shop/locales/de.json'],
    ]);
    expect((await app.run('status')).out).toContain('src/**/locales/en.json finds 2 files.\n');
  });

  test('orders a new file that fits, and nothing twice', async () => {
    await using app = await startApp();
    await putProject(app, [{ source: 'packages/*/en.json' }]);
    await app.put('packages/a/en.json', text('The first'));
    await app.run('order', '--yes');
    expect(app.ordered()).toBe(1);
    await app.put('packages/b/en.json', text('The second'));
    expect(await app.run('status', '--check')).toMatchObject({ code: 4 });
    expect((await app.run('order', '--yes')).out).not.toContain('nothing new');
    expect(app.ordered()).toBe(2);
    // Listed by its name, it is the same file.
    await putProject(app, [{ source: 'packages/a/en.json' }, { source: 'packages/b/en.json' }]);
    expect((await app.run('order', '--yes')).out).toContain('There is nothing new to order.');
    expect(app.ordered()).toBe(2);
  });

  test('leaves translations alone, whatever shows their language', async () => {
    await using app = await startApp();
    await putProject(app, [{ source: '**/*.json' }]);
    await app.put('a/en/app.json', text('English'));
    await app.put('a/fr/app.json', text('Francais'));
    await app.put('b/app.en.json', text('English too'));
    await app.put('b/app.de.json', text('Deutsch'));
    expect(await listSources(app)).toEqual([
      ['a/en/app.json', 'a/de/app.json'],
      ['b/app.en.json', 'b/app.de.json'],
    ]);
  });

  test('has a target with the same stars', async () => {
    await using app = await startApp();
    await putProject(app, [{ source: 'src/**/*.text.json', target: 'out/**/*.{language}.json' }]);
    await app.put('src/a/b/menu.text.json', text('The menu'));
    await app.put('src/top.text.json', text('The top'));
    expect(await listSources(app)).toEqual([
      ['src/a/b/menu.text.json', 'out/a/b/menu.de.json'],
      ['src/top.text.json', 'out/top.de.json'],
    ]);
    await putProject(app, [{ source: 'src/**/*.text.json', target: 'out/*.{language}.json' }]);
    expect(await app.run('status')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'must have the stars of its source, src/**/*.text.json, in the same order',
      ),
    });
  });

  test('gives its settings to a file of the command line; an entry of the file goes before it', async () => {
    await using app = await startApp();
    await putProject(app, [
      { source: 'locales/en/*.json', target: 'out/*/{language}.json' },
      { source: 'locales/en/own.json', target: 'own.{language}.json' },
    ]);
    await app.put('locales/en/app.json', text('The app'));
    await app.put('locales/en/own.json', text('Its own'));
    expect(await listSources(app)).toEqual([
      ['locales/en/app.json', 'out/app/de.json'],
      ['locales/en/own.json', 'own.de.json'],
    ]);
    const [unit] = (await app.json('status', 'locales/en/app.json')).units;
    expect(unit.target).toBe('out/app/de.json');
  });

  test.each([
    [[{ source: 'src/*/en.json' }], {}, 'no file fits src/*/en.json'],
    [
      [{ source: 'locales/*.json' }],
      { from: 'fr' },
      'no file fits locales/*.json, or all that do show another language than fr',
    ],
    [
      [{ source: 'locales/*.json' }],
      { from: undefined },
      'The language of the texts in locales/*.json is unknown',
    ],
    [[{ source: '../*/en.json' }], {}, 'leads out of the folder of the project'],
    [[{ source: 'locales/**' }], {}, '** must stand for whole folders before a name'],
  ])('%j is refused', async (files, more, message) => {
    await using app = await startApp();
    await putProject(app, files, more);
    await app.put('locales/en.json', text('The text'));
    expect(await app.run('order', '--yes')).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(app.ordered()).toBe(0);
  });
});
