import { expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

const FILE = 'translation-requester.json';

const text = (word: string) => JSON.stringify({ a: `${word} is here`, b: 'Hello {{name}}' });

async function startShop(): Promise<App> {
  const app = await startApp();
  await app.put('locales/en/app.json', text('The app'));
  await app.put('locales/de/app.json', '{}');
  return app;
}

const readProject = async (app: App) => JSON.parse(await app.read(FILE));

test('what came since is shown, and written once it is agreed to', async () => {
  await using app = await startShop();
  await app.run('init', '--yes');
  const before = await readProject(app);
  await app.run('order', '--yes');
  await app.put('locales/en/cart.json', text('The cart'));
  await app.put('locales/fr/app.json', '{}');
  const shown = await app.run('init');
  expect(shown).toMatchObject({
    code: 2,
    out: expect.stringContaining(`New in ${FILE}:\n  + to: fr\n  + files: locales/en/cart.json\n`),
    err: expect.stringContaining('Nothing was written: nobody can be asked here. To agree, use --yes.'),
  });
  expect(await readProject(app)).toEqual(before);
  expect(await app.run('init', '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await readProject(app)).toEqual({
    ...before,
    to: ['de', 'fr'],
    files: [...before.files, { source: 'locales/en/cart.json', protect: 'i18next' }],
  });
  expect(await app.run('init')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${FILE} has all of this.\n`),
  });
});

test.each(['locales/en/app.json', './locales/en/app.json'])(
  'what the file says of %s stays, and what was ordered is not ordered again',
  async (source) => {
    await using app = await startShop();
    const mine = {
      name: 'mine',
      from: 'en',
      to: ['de'],
      files: [{ source, terms: ['app'] }],
      maxPoints: 100_000,
    };
    await app.put(FILE, JSON.stringify(mine));
    await app.run('order', '--yes');
    const count = app.ordered();
    await app.put('locales/en/cart.json', JSON.stringify({ c: 'The cart is full' }));
    await app.run('init', '--yes');
    expect(await readProject(app)).toEqual({
      ...mine,
      files: [...mine.files, { source: 'locales/en/cart.json' }],
    });
    await app.run('order', '--yes');
    expect(app.ordered()).toBe(count + 1);
  },
);

test('a file that is gone leaves the project file', async () => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], files: [{ source: 'locales/en/old.json' }] }));
  expect((await app.run('init', '--yes')).out).toContain(
    '  + files: locales/en/app.json\n  - files: locales/en/old.json, which is gone\n',
  );
  expect((await readProject(app)).files).toEqual([{ source: 'locales/en/app.json', protect: 'i18next' }]);
});

test('what a pattern finds is in the project already', async () => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], files: [{ source: 'locales/en/*.json' }] }));
  await app.put('locales/en/cart.json', text('The cart'));
  const { out } = await app.run('init', '--yes');
  expect(out).toContain(`locales/en/*.json finds 2 files.\n${FILE} has all of this.\n`);
});

test('a language that another code covers is no new one, and one of the command line is', async () => {
  await using app = await startShop();
  await app.put('locales/zh-Hans/app.json', '{}');
  const mine = {
    from: 'en',
    to: ['de', 'zh-CN'],
    languages: { 'zh-CN': 'zh-Hans' },
    files: [{ source: 'locales/en/app.json', protect: 'i18next' }],
  };
  await app.put(FILE, JSON.stringify(mine));
  expect(await app.run('init', '--yes')).toMatchObject({
    err: '',
    out: expect.stringContaining('has all of this'),
  });
  await app.run('init', '--yes', '--to', 'ja');
  expect(await readProject(app)).toEqual({ ...mine, to: ['de', 'zh-CN', 'ja'] });
});

test('with --json it shows the project as it would be, and writes it with --yes alone', async () => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], files: [] }));
  const shown = await app.json('init');
  expect(shown).toMatchObject({
    changes: ['+ files: locales/en/app.json'],
    isWritten: false,
    project: { files: [{ source: 'locales/en/app.json' }] },
  });
  expect((await readProject(app)).files).toEqual([]);
  expect(await app.json('init', '--yes')).toMatchObject({ isWritten: true });
  expect(await readProject(app)).toEqual(shown.project);
});

test.each([
  [true, `${FILE} is written.`],
  [false, 'Nothing was written.'],
])('a person who answers %s gets what they say', async (isAgreed, said) => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], files: [] }));
  const { printed, ended } = app.begin(['init'], { isInteractive: true, confirm: async () => isAgreed });
  expect(await ended).toBe(0);
  expect(printed.out + printed.err).toContain(said);
  expect((await readProject(app)).files).toHaveLength(isAgreed ? 1 : 0);
});

test('a project file that was changed while a person thought is not overwritten', async () => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], files: [] }));
  const theirs = { from: 'en', to: ['de', 'ja'], files: [] };
  const confirm = async () => {
    await app.put(FILE, JSON.stringify(theirs));
    return true;
  };
  const { printed, ended } = app.begin(['init'], { isInteractive: true, confirm });
  expect(await ended).toBe(2);
  expect(printed.err).toContain(`Another program has written ${FILE} meanwhile.`);
  expect(await readProject(app)).toEqual(theirs);
});

test('another language or address than that of the file is refused', async () => {
  await using app = await startShop();
  await app.put(FILE, JSON.stringify({ from: 'en', to: ['de'], url: 'https://service.example', files: [] }));
  expect((await app.run('init', '--from', 'fr')).err).toContain(
    `"from" is en in ${FILE}, and --from is fr. If you mean that, change the file by hand.`,
  );
});

test('three files that differ in one name become a pattern, if it finds them and no others', async () => {
  await using app = await startApp();
  for (const name of ['app', 'cart', 'pay']) await app.put(`locales/en/${name}.json`, text(name));
  for (const name of ['a', 'b', 'c']) await app.put(`packages/${name}/messages/en.json`, text(name));
  for (const name of ['x', 'y', 'z']) await app.put(`lang/en/${name}.json`, text(name));
  await app.put('lang/en/empty.json', '{}');
  const { out } = await app.run('init', '--yes', '--to', 'de');
  expect((await readProject(app)).files).toEqual([
    { source: 'lang/en/x.json', protect: 'i18next' },
    { source: 'lang/en/y.json', protect: 'i18next' },
    { source: 'lang/en/z.json', protect: 'i18next' },
    { source: 'locales/en/*.json', protect: 'i18next' },
    { source: 'packages/*/messages/en.json', protect: 'i18next' },
  ]);
  expect(out).toContain('locales/en/*.json finds 3 files.\npackages/*/messages/en.json finds 3 files.\n');
});
