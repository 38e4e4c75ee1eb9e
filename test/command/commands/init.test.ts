import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Terminal } from '../../../src/command/terminal/io.js';
import { createSeededSandbox } from '../../../src/sandbox.js';
import { startApp } from '../app.js';
import { shell } from '../shell.js';

const FILE = 'translation-requester.json';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'init-')), 'shop');
  await mkdir(folder);
});
afterEach(() => rm(dirname(folder), { recursive: true }));

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

async function init(args: readonly string[] = ['--yes'], terminal: Partial<Terminal> = {}) {
  const { run, printed } = shell({ folder, env: { HOME: folder }, ...terminal });
  return { code: await run('init', ...args), ...printed };
}

const readProject = async () => JSON.parse(await readFile(join(folder, FILE), 'utf8'));

const JSON_TEXTS = '{"add": "Add to cart", "bye": "Good bye"}';
const po = (language: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\nmsgid "Add to cart"\nmsgstr ""\n`;
const xliff = (target: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"${target} datatype="plaintext" original="a"><body><trans-unit id="a"><source>Add</source></trans-unit></body></file></xliff>`;
const STRINGS = '"add" = "Add to cart";\n';
const ANDROID = '<resources><string name="add">Add to cart</string></resources>';
const CATALOG = '{"sourceLanguage": "en", "strings": {"Add to cart": {}}, "version": "1.0"}';
const ARB = '{"@@locale": "en", "add": "Add to cart"}';
const CHROME = '{"add": {"message": "Add to cart"}}';
const CSV = 'key;en\nadd;Add to cart\n';

describe('a usual layout', () => {
  test.each([
    // The files beside the source name the languages.
    ['locales/en.json', JSON_TEXTS, 'locales/pt-BR.json', '{}', 'pt-BR'],
    ['src/i18n/en.json', JSON_TEXTS, 'src/i18n/fr.json', '{}', 'fr'],
    ['messages/en-US.json', JSON_TEXTS, 'messages/zh-CN.json', '{}', 'zh-CN'],
    ['public/locales/en/app.json', JSON_TEXTS, 'public/locales/de/app.json', '{}', 'de'],
    ['public/locales/en/my/app.json', JSON_TEXTS, 'public/locales/de/my/app.json', '{}', 'de'],
    ['lang/en_US/app.json', JSON_TEXTS, 'lang/es_419/app.json', '{}', 'es-419'],
    ['config/locales/en.yml', 'en:\n  add: Add to cart\n', 'config/locales/de.yml', 'de:\n', 'de'],
    ['config/locales/devise.en.yml', 'en:\n  add: Add\n', 'config/locales/devise.de.yml', 'de:\n', 'de'],
    ['translations/messages.en.yaml', 'add: Add\n', 'translations/messages.fr.yaml', '', 'fr'],
    [
      'app/src/main/res/values/strings.xml',
      ANDROID,
      'app/src/main/res/values-pt-rBR/strings.xml',
      ANDROID,
      'pt-BR',
    ],
    ['res/values/strings.xml', ANDROID, 'res/values-b+sr+Latn/strings.xml', ANDROID, 'sr-Latn'],
    ['res/values/strings.xml', ANDROID, 'res/values-in/strings.xml', ANDROID, 'id'],
    ['po/en.po', po(''), 'po/sr@latin.po', po('sr@latin'), 'sr-Latn'],
    ['locales/en-us.json', JSON_TEXTS, 'locales/pt-br.json', '{}', 'pt-BR'],
    ['lib/l10n/app_en.arb', ARB, 'lib/l10n/app_de.arb', '{"@@locale": "de"}', 'de'],
    ['locale/en/LC_MESSAGES/app.po', po(''), 'locale/de/LC_MESSAGES/app.po', po('de'), 'de'],
    ['App/en.lproj/Localizable.strings', STRINGS, 'App/ja.lproj/Localizable.strings', '', 'ja'],
    ['App/Base.lproj/Main.strings', STRINGS, 'App/ja.lproj/Main.strings', '', 'ja'],
    ['_locales/en/messages.json', CHROME, '_locales/pt_BR/messages.json', '{}', 'pt-BR'],
    [
      'src/main/resources/messages.properties',
      'add=Add\n',
      'src/main/resources/messages_de.properties',
      '',
      'de',
    ],
    ['conf/shop.properties', 'add=Add\n', 'conf/shop_de.properties', '', 'de'],
    [
      'src/locale/messages.xlf',
      xliff(''),
      'src/locale/messages.fr.xlf',
      xliff(' target-language="fr"'),
      'fr',
    ],
    ['docs/en/menu.docx', 'soup', 'docs/de/menu.docx', 'soup', 'de'],
    ['menu.en.docx', 'soup', 'menu.de.docx', 'soup', 'de'],
    ['docs/about.en.txt', 'Soup of the day', 'docs/about.de.txt', '', 'de'],
    ['en.json', JSON_TEXTS, 'de.json', '{}', 'de'],
    ['package.nls.json', JSON_TEXTS, 'package.nls.de.json', '{}', 'de'],
    ['locale/shop.pot', po(''), 'locale/de.po', po('de'), 'de'],
    ['languages/shop.pot', po(''), 'languages/shop-de.po', po('de'), 'de', 'languages/shop-{language}.po'],
    [
      'locale/django.pot',
      po(''),
      'locale/de/LC_MESSAGES/django.po',
      po('de'),
      'de',
      'locale/{language}/LC_MESSAGES/django.po',
    ],
  ])(
    '%s beside a file for another language is found',
    async (source, text, another, translated, language, target?: string) => {
      await put({ [source]: text, [another]: translated });
      const { code, out, err } = await init(['--yes', '--from', 'en']);
      // The sandbox offers other languages than files have, or calls them otherwise.
      const unoffered = ['sr-Latn', 'id'].includes(language);
      expect({ code, err }).toEqual({
        code: 0,
        err: unoffered ? expect.stringContaining(`The service does not offer ${language}: it has ar`) : '',
      });
      const offered = language === 'es-419' ? 'es' : language;
      expect(out).toContain('translation-requester.json is written.');
      expect(await readProject()).toEqual({
        $schema: './node_modules/translation-requester/src/command/plan/project.schema.json',
        name: 'shop',
        from: 'en',
        to: [offered],
        ...(offered !== language && { languages: { [offered]: language } }),
        files: [
          {
            source,
            ...(target !== undefined && { target }),
            ...(source.startsWith('_locales/') && { shape: 'chrome' }),
          },
        ],
      });
    },
  );

  test.each([
    ['i18n/texts.csv', CSV],
    ['Shared/Localizable.xcstrings', CATALOG],
    ['en.lproj/InfoPlist.strings', STRINGS],
    ['ui/strings.properties', 'add=Add\n'],
    ['locale/messages.xlf', xliff('')],
    ['locales/en.json', JSON_TEXTS],
    ['po/shop.pot', po('')],
  ])('%s alone is found', async (source, text) => {
    await put({ [source]: text });
    expect(await init(['--yes', '--from', 'en', '--to', 'de,ja'])).toMatchObject({ code: 0, err: '' });
    expect(await readProject()).toMatchObject({ to: ['de', 'ja'], files: [{ source }] });
  });

  test.each(['values-en-rGB', 'values-en-rXA'])(
    'has its texts in the file without a language, not in %s beside it',
    async (folder) => {
      const some = '<resources><string name="add">Add to trolley</string></resources>';
      await put({
        'res/values/strings.xml': ANDROID,
        [`res/${folder}/strings.xml`]: some,
        'res/values-de/strings.xml': '<resources></resources>',
      });
      expect(await init(['--yes', '--from', 'en'])).toMatchObject({ code: 0 });
      expect(await readProject()).toMatchObject({
        to: ['de'],
        files: [{ source: 'res/values/strings.xml' }],
      });
    },
  );

  test('of files that have the texts beside their translations is found without a template', async () => {
    await put({
      'locale/en/LC_MESSAGES/django.po': po('en'),
      'locale/de/LC_MESSAGES/django.po': po('de'),
      'locale/pt_BR/LC_MESSAGES/django.po': po('pt_BR'),
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    expect(await readProject()).toMatchObject({
      from: 'en',
      to: ['de', 'pt-BR'],
      files: [
        { source: 'locale/de/LC_MESSAGES/django.po' },
        { source: 'locale/pt_BR/LC_MESSAGES/django.po' },
      ],
    });
  });

  test('is found in each package of a repository', async () => {
    await put({
      'packages/shop/locales/en.json': JSON_TEXTS,
      'packages/shop/locales/de.json': '{}',
      'packages/admin/src/i18n/en/app.json': JSON_TEXTS,
      'packages/admin/src/i18n/ja/app.json': '{}',
      'apps/phone/lib/l10n/app_en.arb': ARB,
    });
    expect(await init()).toMatchObject({ code: 0, err: '' });
    const { to, files } = await readProject();
    expect(to).toEqual(['de', 'ja']);
    expect(files.map(({ source }: { source: string }) => source)).toEqual([
      'apps/phone/lib/l10n/app_en.arb',
      'packages/admin/src/i18n/en/app.json',
      'packages/shop/locales/en.json',
    ]);
  });
});

test('the language that is named can be spelled in another way than that of the files', async () => {
  await put({ 'locales/en-US.json': JSON_TEXTS, 'locales/iw.json': '{}' });
  expect(await init(['--yes', '--from', 'en_us'])).toMatchObject({ code: 0 });
  expect(await readProject()).toMatchObject({
    from: 'en',
    to: ['he'],
    languages: { en: 'en_us' },
    files: [{ source: 'locales/en-US.json' }],
  });
});

test('a file whose translations into its own language are the texts is found, where its originals are keys', async () => {
  const keys = (language: string, text: string) =>
    po(language).replace(
      'msgid "Add to cart"\nmsgstr ""',
      `msgid "cart.add"\nmsgstr "${text}"\n\nmsgid "cart.buy"\nmsgstr ""`,
    );
  await put({ 'locales/en.po': keys('en', 'Add to cart'), 'locales/de.po': keys('de', '') });
  expect((await init()).code).toBe(0);
  expect(await readProject()).toMatchObject({ from: 'en', to: ['de'], files: [{ source: 'locales/en.po' }] });
});

describe('a file of XLIFF in the language of its texts', () => {
  const english = xliff(' target-language="en"').replace('</source>', '</source><target>Add</target>');
  const project = { from: 'en', to: ['pl'], files: [{ source: 'translations/messages.en.xlf' }] };

  test.each([true, false])('is the source, with one for another language beside it: %s', async (isBeside) => {
    await put({
      'translations/messages.en.xlf': english,
      ...(isBeside && { 'translations/messages.pl.xlf': xliff(' target-language="pl"') }),
    });
    const words = ['--yes', '--from', 'en', ...(isBeside ? [] : ['--to', 'pl'])];
    expect(await init(words)).toMatchObject({ code: 0, err: '' });
    expect(await readProject()).toMatchObject(project);
    expect((await init(words)).out).toContain('has all of this');
  });

  test('is not the source of a project that orders from the files for other languages', async () => {
    const own = { name: 'shop', from: 'en', to: ['pl'], files: [{ source: 'messages.pl.xlf' }] };
    await using app = await startApp();
    await app.put('messages.en.xlf', english);
    await app.put('messages.pl.xlf', xliff(' target-language="pl"'));
    await app.put(FILE, JSON.stringify(own));
    expect((await app.json('status')).newFiles).toEqual([]);
    expect((await app.run('init', '--yes')).out).toContain('has all of this');
    expect(JSON.parse(await app.read(FILE)).files).toEqual(own.files);
  });
});

describe('left out are', () => {
  test.each([
    'node_modules/a/locales/en.json',
    'dist/locales/en.json',
    'build/locales/en.json',
    '.git/locales/en.json',
    'test/fixtures/locales/en.json',
    'package.json',
    'tsconfig.en.json',
    'src/my/config.json',
    'data/is.json',
    'gradle.properties',
    'requirements.txt',
    'en/robots.txt',
    'res/drawable/icon.xml',
    'locales/readme.md',
    'locales/a\u001b[31m.en.json',
    'data/prices.csv',
  ])('%s', async (path) => {
    await put({ [path]: JSON_TEXTS });
    const { code, err } = await init(['--yes', '--to', 'de']);
    expect(err).toContain(
      'There are no locale files or documents of a usual layout, such as locales/en.json, in this folder.',
    );
    expect(code).toBe(2);
  });

  test('links, also those to files and folders beside this one', async () => {
    await put({ '../other/locales/en.json': JSON_TEXTS });
    await symlink('../other/locales', join(folder, 'locales'));
    await mkdir(join(folder, 'lang'));
    await symlink('../../other/locales/en.json', join(folder, 'lang/en.json'));
    await symlink('.', join(folder, 'round'));
    expect(await init(['--yes', '--to', 'de'])).toMatchObject({ code: 2 });
  });

  test('files without texts and those that can not be read, with the reason', async () => {
    await put({
      'locales/en/app.json': JSON_TEXTS,
      'locales/en/empty.json': '{}',
      'locales/en/bad\u202e.json': '{',
      'locales/en/broken.json': '{"add": }',
      'res/values/colors.xml': '<resources><color name="a">#fff</color></resources>',
    });
    const { code, err } = await init(['--yes', '--to', 'de']);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^locales\/en\/broken\.json is left out: .*\.\nlocales\/en\/empty\.json is left out: it has no texts\.\nres\/values\/colors\.xml is left out: it has no texts\.\n$/,
    );
    expect((await readProject()).files).toEqual([{ source: 'locales/en/app.json' }]);
  });
});

describe('without a person', () => {
  test.each([
    [
      { 'locales/en.json': JSON_TEXTS },
      [],
      'No file shows a language to translate into. Give them, for example by --to de,ja.',
    ],
    [
      { 'res/values/strings.xml': ANDROID },
      ['--to', 'de'],
      'The language of the texts is unknown: no file says it. Give it, for example by --from en.',
    ],
    [
      { 'lang/de.json': JSON_TEXTS, 'lang/fr.json': '{}' },
      [],
      'The language of the texts is unknown: there are files in de, fr. Give it, for example by --from de.',
    ],
    [
      { 'lang/de.json': JSON_TEXTS },
      ['--from', 'en'],
      'There are no locale files or documents of a usual layout, such as locales/en.json, in en.',
    ],
    [{ 'lang/en.json': JSON_TEXTS }, ['--to', 'd/e'], '"d/e" is not the code of a language'],
    [
      { 'lang/en.json': JSON_TEXTS },
      ['--to', 'de', '--url', 'http://service.example'],
      '(--url) must begin with https:',
    ],
  ])('an option that is missing or wrong is named: %j %j', async (files, args, message) => {
    await put(files);
    for (const more of [['--yes'], [], ['--json']]) {
      const { code, err } = await init([...args, ...more]);
      expect(err).toContain(message);
      expect(code).toBe(2);
    }
    await expect(readProject()).rejects.toThrow('ENOENT');
  });

  test('the only language, or English, is that of the texts, and the language of a file that says it', async () => {
    await put({ 'lang/de.json': JSON_TEXTS });
    await init(['--yes', '--to', 'ja']);
    expect(await readProject()).toMatchObject({ from: 'de', to: ['ja'] });
    await rm(join(folder, FILE));
    await put({ 'lang/en-GB.json': JSON_TEXTS });
    await init();
    expect(await readProject()).toMatchObject({ from: 'en', to: ['de'], languages: { en: 'en-GB' } });
    await rm(join(folder, FILE));
    await rm(join(folder, 'lang'), { recursive: true });
    await put({ 'Localizable.xcstrings': CATALOG });
    await init(['--to', 'ja']);
    expect(await readProject()).toMatchObject({ from: 'en', to: ['ja'] });
  });

  test('what a link of the name of a project file leads to is never written', async () => {
    await put({ 'lang/en.json': JSON_TEXTS });
    await symlink('../elsewhere.json', join(folder, FILE));
    expect(await init(['--to', 'de', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${FILE} leads out of the folder of the project`),
    });
    await expect(readFile(join(folder, '../elsewhere.json'))).rejects.toThrow('ENOENT');
  });

  test('decides what protects placeholders, before anything is ordered', async () => {
    await put({
      'locales/en.json': '{"hi": "Hello {{name}}"}',
      'lang/en.json': '{"plain": "Hello"}',
      'po/en.po': po('').replace('Add to cart', 'Add %d'),
    });
    const { out } = await init(['--yes', '--from', 'en', '--to', 'de']);
    expect(out).toContain(
      'locales/en.json has placeholders; "protect": "i18next" keeps translators from changing them.',
    );
    expect((await readProject()).files).toEqual([
      expect.not.objectContaining({ protect: expect.anything() }),
      expect.objectContaining({ source: 'locales/en.json', protect: 'i18next' }),
      expect.not.objectContaining({ protect: expect.anything() }),
    ]);
  });

  test('shows no price: only the service can say it', async () => {
    await put({ 'locales/en.json': JSON_TEXTS });
    const { out, err } = await init(['--yes', '--to', 'de']);
    expect(`${out}${err}`).not.toMatch(/point|cost/);
    expect(out).toMatch(/^file +language +texts\nlocales\/en\.json +de +2\n/);
  });

  test('--json says what was written', async () => {
    await put({ 'lang/en.json': JSON_TEXTS });
    const { out } = await init(['--to', 'de', '--json']);
    const printed = JSON.parse(out);
    expect(printed).toMatchObject({
      file: FILE,
      project: await readProject(),
      units: [{ source: 'lang/en.json', language: 'de', texts: 2 }],
      next: 'translation-requester order --sandbox',
    });
  });
});

test('the languages of a sandbox that is served are those that it has, whatever a new one has', async () => {
  const sandbox = await createSeededSandbox({
    languages: [{ from: 'en', to: 'pl-PL' }],
    accounts: [{ login: 'shop' }, { login: 'press' }],
  });
  const server = await sandbox.listen();
  await put({ 'locales/en.json': JSON_TEXTS, 'locales/pl.json': '{}' });
  expect(await init(['--yes', '--sandbox', '--url', server.url])).toMatchObject({ code: 0, err: '' });
  expect(await readProject()).toMatchObject({ to: ['pl-PL'], languages: { 'pl-PL': 'pl' } });
  await server.close();
  await rm(join(folder, FILE));
  // Before it is started, a new one is asked.
  expect(await init(['--yes', '--sandbox', '--url', server.url])).toMatchObject({ code: 0, err: '' });
  expect(await readProject()).toMatchObject({ to: ['pl'] });
});

describe('the next command', () => {
  test('is an order in the sandbox, which then works', async () => {
    await using app = await startApp();
    await app.put('locales/en.json', JSON_TEXTS);
    await app.put('locales/de.json', '{}');
    const { out } = await app.run('init', '--yes');
    expect(out).toContain(
      'To try an order, run translation-requester sandbox --autopilot in another terminal, and here:\n',
    );
    expect(out).toMatch(
      new RegExp(`\\n {2}translation-requester order --sandbox --url ${app.server.url}\\n$`),
    );
    expect(await app.run('order', '--yes')).toMatchObject({ code: 0 });
    expect(app.ordered()).toBe(1);
  });

  test('is a quote of the service where its address is known', async () => {
    await put({ 'locales/en.json': JSON_TEXTS });
    const url = 'https://service.example';
    const last = /The prices of the service are shown by:\n {2}translation-requester quote\n$/;
    expect((await init(['--to', 'de', '--url', url])).out).toMatch(last);
    expect(await readProject()).toMatchObject({ url });
    await rm(join(folder, FILE));
    const env = { TRANSLATION_REQUESTER_URL: url };
    expect((await init(['--to', 'de'], { env })).out).toMatch(last);
    expect(await readProject()).not.toHaveProperty('url');
  });
});

describe('a person at a terminal', () => {
  const texts = { 'locales/en.json': JSON_TEXTS, 'locales/de.json': '{}', 'lib/app_en.arb': ARB };

  /** A person who gives these answers, one after another. */
  function person(answers: readonly (string | readonly number[] | undefined)[]) {
    const left = [...answers];
    const asked: unknown[] = [];
    const terminal: Partial<Terminal> = {
      isInteractive: true,
      ask: async (...question) => {
        asked.push(question);
        return left.shift() as string | undefined; // as the test gives them
      },
      choose: async (...question) => {
        asked.push(question);
        return left.shift() as readonly number[] | undefined; // as the test gives them
      },
    };
    return { asked, terminal };
  }

  test('is asked four questions at most', async () => {
    await put(texts);
    const { asked, terminal } = person(['en', [1], 'de, ja', 'https://service.example']);
    expect(await init([], terminal)).toMatchObject({ code: 0 });
    expect(asked).toEqual([
      ['The language of the texts, such as en', 'en'],
      ['Which files, and how many texts they have', ['lib/app_en.arb (1)', 'locales/en.json (2)']],
      ['The languages to translate into, such as de,ja', 'de'],
      ['The address of the service (empty: only the sandbox, for now)', ''],
    ]);
    expect(await readProject()).toMatchObject({
      url: 'https://service.example',
      from: 'en',
      to: ['de', 'ja'],
      files: [{ source: 'locales/en.json' }],
    });
  });

  test('whose answers take longer than another program needs to write the file keeps that', async () => {
    await put({ 'locales/en.json': JSON_TEXTS });
    const ask = async (): Promise<string> => {
      await put({ [FILE]: '{"name": "theirs"}' });
      return 'ja';
    };
    expect(await init(['--url', 'https://service.example'], { isInteractive: true, ask })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Another program has written ${FILE} meanwhile. Nothing was written`),
    });
    expect(await readProject()).toEqual({ name: 'theirs' });
  });

  test('is not asked what is certain, and nothing with --yes', async () => {
    await put({ 'locales/en.json': JSON_TEXTS });
    const first = person(['ja', '']);
    expect(await init([], first.terminal)).toMatchObject({ code: 0 });
    expect(first.asked).toHaveLength(2);
    await rm(join(folder, FILE));
    const second = person([]);
    expect(await init(['--yes', '--to', 'de'], second.terminal)).toMatchObject({ code: 0 });
    expect(second.asked).toEqual([]);
  });

  test.each([
    [[undefined], 130],
    [['en', undefined], 130],
    [['en', []], 2],
    [['en', [0, 1], ''], 2],
    [['en', [0, 1], 'de', undefined], 130],
    [['en', [0, 1], 'de', 'service.example'], 2],
  ])('who answers %j writes nothing', async (answers, code) => {
    await put(texts);
    expect((await init([], person(answers).terminal)).code).toBe(code);
    await expect(readProject()).rejects.toThrow('ENOENT');
  });
});
