import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../../src/localise/files/format-names.js';
import { fileStore } from '../../../src/node.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { isLong } from '../../runs.js';
import { buildCommand } from '../build.js';
import { shell } from '../shell.js';

let command: Awaited<ReturnType<typeof buildCommand>>;
let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.end());

beforeEach(async () => {
  folder = await mkdtemp(join(command.folder, 'app-'));
  sandbox = createSandbox();
  server = await sandbox.listen();
  await put('locales/en.json', english);
});
afterEach(() => server.close());

const english = '{\n  "add": "Add to cart",\n  "hello": "Hello {{name}}",\n  "bye": "Good bye"\n}\n';
const path = (name: string): string => join(folder, name);
const read = (name: string): Promise<string> => readFile(path(name), 'utf8');

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(path(name)), { recursive: true });
  await writeFile(path(name), content);
}

/** Starts a command in a process of its own. */
const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  command.run(args, { HOME: folder, ...env }, folder);

/** Runs a command in this process, to its end. */
async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { run, printed } = shell({ folder, env: { HOME: folder, ...env } });
  const code = await run(...args);
  return { code, ...printed };
}

/** Runs a command against the sandbox, to its end. */
const run = (...args: readonly string[]) => runHere([...args, '--sandbox', '--url', server.url]);

/** The same in a process of its own. */
async function runApart(...args: readonly string[]) {
  const running = start([...args, '--sandbox', '--url', server.url]);
  const [code] = await running.ended;
  return { code, ...running.printed };
}

const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out);

/** The orders that the service has carried out. */
const ordered = (): number =>
  sandbox.requests.filter(
    ({ method, path, status }) => method === 'POST' && /\/(questions|projects)$/.test(path) && status === 201,
  ).length;

async function translate(work: object = { all: true }): Promise<void> {
  const response = await fetch(`${server.url}/_sandbox/translate`, {
    method: 'POST',
    body: JSON.stringify(work),
  });
  expect(response.status).toBe(200);
}

/** What a person does about orders that were being sent when their process was killed: here, none has arrived. */
async function resolveAll(): Promise<void> {
  for (const { key } of (await json('unknown')).orders) {
    expect(JSON.stringify(sandbox.orders())).not.toContain(JSON.stringify(key));
    expect((await run('unknown', '--resolve', key, '--not-placed')).code).toBe(0);
  }
}

const EN = ['locales/en.json', '--to', 'de,ja'] as const;
const ORDER = ['order', ...EN, '--yes'] as const;

describe('from order to pull', () => {
  test.each(['simple', 'project'])(
    'with %s orders, the files of the languages are written',
    async (using) => {
      const first = await run(...ORDER, '--using', using, '--max-points', '10000', '--protect', 'i18next');
      expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Ordered for [\d,]+ points\./) });
      expect(ordered()).toBe(2);
      expect(await run('pull', ...EN)).toMatchObject({ code: 0, err: '' });
      await expect(read('locales/de.json')).rejects.toThrow();
      await translate();
      const { code, out } = await run('pull', ...EN);
      expect(code).toBe(0);
      expect(out).toMatch(/^file +new translations\nlocales\/de\.json +3$/m);
      const texts = JSON.parse(await read('locales/de.json'));
      expect(Object.keys(texts)).toEqual(['add', 'hello', 'bye']);
      expect(texts.hello).toContain('{{name}}');
      expect(Object.keys(JSON.parse(await read('locales/ja.json')))).toEqual(['add', 'hello', 'bye']);
      expect((await stat(path('locales/de.json'))).mode & 0o777).toBe(0o644);
      const again = await run(...ORDER, '--using', using);
      expect(again).toMatchObject({ code: 0, out: 'There is nothing new to order.\n' });
      expect(ordered()).toBe(2);
      expect((await readdir(path('locales'))).toSorted()).toEqual(['de.json', 'en.json', 'ja.json']);
    },
  );

  describe('the progress of order counts what is ordered now', () => {
    /** Orders in a log. */
    async function orderInLog(files: readonly string[]) {
      const shown = shell({ folder, env: { HOME: folder }, progress: () => undefined });
      const code = await shown.run('order', ...files, '--yes', '--sandbox', '--url', server.url);
      return { code, ...shown.printed };
    }

    /** Orders at a terminal. @returns what its progress bars show */
    async function orderAtTerminal(files: readonly string[]) {
      const shown: unknown[] = [];
      const progress = (title: string, total: number) => {
        shown.push(title, total);
        return { at: (done: number) => shown.push(done), end: (text: string) => shown.push(text) };
      };
      const { run: runShown } = shell({ folder, env: { HOME: folder }, progress });
      const args = ['order', ...files, '--yes', '--sandbox', '--url', server.url];
      expect(await runShown(...args, '--json')).toBe(0);
      return shown;
    }
    const MENU = ['menu.txt', '--from', 'en', '--to', 'de'] as const;

    test('so it shows none where nothing is new, whether it was pulled or not', async () => {
      await put('menu.txt', 'Soup of the day');
      for (const files of [EN, MENU]) {
        expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
        for (const work of [translate, () => run('pull', ...files), async () => {}]) {
          const none = { code: 0, err: '', out: 'There is nothing new to order.\n' };
          expect(await orderInLog(files)).toEqual(none);
          expect(await orderAtTerminal(files)).toEqual([]);
          await work();
        }
      }
      expect(ordered()).toBe(3);
    });

    test('and of what is partly new, only that', async () => {
      await run(...ORDER);
      await put('locales/en.json', english.replace('Good bye', 'See you').replace('{', '{"new": "New",'));
      const DE = ['locales/en.json', '--to', 'de'] as const;
      expect(await json('quote', ...EN)).toMatchObject({ units: [{ texts: 2 }, { texts: 2 }] });
      const title = 'Ordering locales/en.json in de';
      expect(await orderAtTerminal(DE)).toEqual([title, 2, 0, 2, `${title}: 2 of 2 new texts`]);
      const { err, out } = await orderInLog(EN);
      expect(err).toBe('Ordering locales/en.json in ja: 2 of 2 new texts\n');
      expect(out).toMatch(/^Ordered for/);
      expect((await json(...ORDER)).units).toMatchObject([{ texts: 0 }, { texts: 0 }]);
    });
  });

  test('only new and changed texts are ordered', async () => {
    await run(...ORDER);
    await translate();
    await run('pull', ...EN);
    const before = JSON.parse(await read('locales/de.json'));
    await put(
      'locales/en.json',
      english.replace('Good bye', 'See you').replace('{\n', '{\n  "new": "New",\n'),
    );
    const { units } = await json('quote', ...EN);
    expect(units.map(({ texts }: { texts: number }) => texts)).toEqual([2, 2]);
    await run(...ORDER);
    await translate();
    // The file gets the new translation at the next pull.
    expect(JSON.parse(await read('locales/de.json'))).toEqual(before);
    await run('pull', ...EN);
    const after = JSON.parse(await read('locales/de.json'));
    expect(after).toMatchObject({ add: before.add, hello: before.hello });
    expect(after.bye).not.toBe(before.bye);
    expect(Object.keys(after)).toEqual(['new', 'add', 'hello', 'bye']);
  });

  test('a text that has changed since it was ordered does not get the old translation', async () => {
    await run(...ORDER);
    await put('locales/en.json', english.replace('Good bye', 'See you'));
    await translate();
    expect(await json('status', ...EN)).toMatchObject({
      units: [
        { ready: 2, missing: 1 },
        { ready: 2, missing: 1 },
      ],
    });
    await run('pull', ...EN);
    expect(Object.keys(JSON.parse(await read('locales/de.json')))).toEqual(['add', 'hello']);
  });

  test('a translation corrected by hand stays', async () => {
    await run(...ORDER);
    await translate();
    await run('pull', ...EN);
    const corrected = (await read('locales/de.json')).replace(/"bye": ".*"/, '"bye": "Tschüss"');
    await put('locales/de.json', corrected);
    await run('pull', ...EN);
    expect(await read('locales/de.json')).toBe(corrected);
    expect((await json('quote', ...EN)).points).toBe(0);
  });

  test('a translation without its placeholder is reported, and written only with --accept-issues', async () => {
    await run(...ORDER, '--protect', 'i18next');
    const order = sandbox.requests.find(
      ({ method, path }) => method === 'POST' && path.endsWith('/questions'),
    );
    expect(JSON.stringify(order?.body)).toContain('{{{ {{name}} }}}');
    const { accessToken } = sandbox;
    const events = await fetch(`${server.url}/api/v1/my/application_events?access_token=${accessToken}`);
    for (const { question } of (await events.json()).events)
      for (const { id } of question.question_bodies) await translate({ questionBodyId: id, text: 'Hallo' });
    const pulled = await run('pull', ...EN);
    expect(pulled.code).toBe(4);
    expect(pulled.err).toMatch(/^locales\/de\.json: hello: .*\{\{name\}\}/m);
    expect(JSON.parse(await read('locales/de.json'))).toEqual({ add: 'Hallo', bye: 'Hallo' });
    expect(await run('pull', ...EN, '--accept-issues')).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('locales/de.json'))).toMatchObject({ hello: 'Hallo' });
  });

  describe('with two translations of each text', () => {
    const DE = ['locales/en.json', '--to', 'de'] as const;
    const TWICE = ['order', ...DE, '--yes'] as const;
    const unit = async (name: string) => (await json(name, ...DE)).units[0];

    beforeEach(async () => {
      await server.close();
      sandbox = createSandbox({ translationsPerBody: 2 });
      server = await sandbox.listen();
    });

    /** Translates each text once more. */
    async function translateEach(text: (key: string) => string) {
      const [{ id = 0 } = {}] = sandbox.orders();
      const address = `${server.url}/api/v1/simple/questions/${id}?access_token=${sandbox.accessToken}`;
      const { question } = await (await fetch(address)).json();
      for (const { id, body } of question.question_bodies) sandbox.translators.translateBody(id, text(body));
    }

    test('pull writes the first, and the second at a later run, but not over a correction', async () => {
      await run(...TWICE);
      await translateEach((body) => `1: ${body}`);
      expect(await unit('status')).toMatchObject({ written: 0, ready: 3, mayChange: 3, open: 0, missing: 0 });
      expect(await unit('pull')).toMatchObject({ written: 3, mayChange: 3, open: 0 });
      expect(JSON.parse(await read('locales/de.json'))).toMatchObject({ add: '1: Add to cart' });
      expect(await unit('pull')).toMatchObject({ written: 0, mayChange: 3 });
      expect(await unit('status')).toMatchObject({ written: 3, ready: 0, mayChange: 3, missing: 0 });
      await put('locales/de.json', (await read('locales/de.json')).replace('1: Good bye', 'Tschüss'));
      expect(await unit('status')).toMatchObject({ written: 3, ready: 0, mayChange: 2, missing: 0 });
      await translateEach((body) => (body === 'Add to cart' ? `1: ${body}` : `2: ${body}`));
      expect(await unit('status')).toMatchObject({ written: 3, ready: 1, mayChange: 0, missing: 0 });
      expect(await unit('pull')).toMatchObject({ written: 1, mayChange: 0 });
      const texts = { add: '1: Add to cart', hello: '2: Hello {{name}}', bye: 'Tschüss' };
      expect(JSON.parse(await read('locales/de.json'))).toEqual(texts);
      const { length } = sandbox.requests;
      expect(await unit('pull')).toMatchObject({ written: 0, mayChange: 0, open: 0 });
      // What is finished is not read again.
      const later = sandbox.requests.slice(length);
      expect(later.filter(({ path }) => path.includes('/simple/questions/'))).toEqual([]);
      expect((await json('quote', ...DE)).points).toBe(0);
    });

    test('pull --wait does not wait for the second, which may never come', async () => {
      await run(...TWICE);
      await translateEach((body) => `1: ${body}`);
      expect(await run('pull', ...DE, '--wait')).toMatchObject({ code: 0 });
      await sandbox.clock.advance(8 * 24 * 3_600_000);
      expect(await unit('pull')).toMatchObject({ written: 0, mayChange: 0 });
      expect(await unit('status')).toMatchObject({ written: 3, ready: 0, mayChange: 0, open: 0, missing: 0 });
    });

    test('what differs is not written, whatever is protected, and can be sent back or accepted', async () => {
      await put(
        'locales/en.json',
        JSON.stringify({ add: 'Add <b>%s</b>', lines: 'One\nTwo', bye: 'Good bye' }),
      );
      await run(...TWICE);
      const wrong = (body: string) => body.replace('<b>', '').replace('\n', ' ');
      await translateEach((body) => `1: ${wrong(body)}`);
      const { code, err } = await run('pull', ...DE);
      expect(code).toBe(4);
      expect(err).toContain('locales/de.json: add: The translation lacks the tag <b>.\n');
      expect(err).toContain(
        'locales/de.json: lines: The translation has 0 line breaks, and the original 1.\n',
      );
      expect(err).toContain('To send one back: translation-requester reject locales/en.json --to de');
      expect(JSON.parse(await read('locales/de.json'))).toEqual({ bye: '1: Good bye' });
      expect((await run('pull', ...DE, '--accept-issues')).code).toBe(0);
      expect(JSON.parse(await read('locales/de.json'))).toMatchObject({
        add: '1: Add %s</b>',
        lines: '1: One Two',
      });
      // The second translator has kept them.
      await translateEach((body) => `2: ${body}`);
      expect((await run('pull', ...DE)).code).toBe(0);
      expect(JSON.parse(await read('locales/de.json'))).toMatchObject({
        add: '2: Add <b>%s</b>',
        lines: '2: One\nTwo',
      });
    });

    test('a second translation without its placeholder is reported, and does not replace the first', async () => {
      await run(...TWICE, '--protect', 'i18next');
      await translateEach((body) => `1: ${body}`);
      await run('pull', ...DE);
      await translateEach(() => 'Hallo');
      const { code, err } = await run('pull', ...DE);
      expect({ code, err }).toMatchObject({
        code: 4,
        err: expect.stringMatching(/de\.json: hello: .*\{\{name\}\}/),
      });
      expect(JSON.parse(await read('locales/de.json'))).toMatchObject({
        add: 'Hallo',
        hello: '1: Hello {{name}}',
      });
    });
  });

  test('--wait writes everything that is ordered', async () => {
    await run(...ORDER);
    const pulling = runApart('pull', ...EN, '--wait');
    await expect
      .poll(() => sandbox.requests.some(({ method, status }) => method === 'GET' && status === 200))
      .toBe(true);
    await translate();
    const { code, err } = await pulling;
    expect(code).toBe(0);
    expect(err).toContain('Waiting for translations: 6 of 6 texts\n');
    expect(Object.keys(JSON.parse(await read('locales/ja.json')))).toHaveLength(3);
  });

  test('a string catalog gets all of its languages, each beside the others', async () => {
    const strings = { Add: {}, Remove: { comment: 'a button' } };
    await put('App/Localizable.xcstrings', JSON.stringify({ sourceLanguage: 'en', strings }, null, 2));
    const files = ['App/Localizable.xcstrings', '--to', 'de,ja'];
    expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
    await translate();
    expect(await run('pull', ...files)).toMatchObject({ code: 0 });
    const written = JSON.parse(await read('App/Localizable.xcstrings')).strings;
    expect(Object.keys(written.Add.localizations)).toEqual(['de', 'ja']);
    expect(written.Remove).toMatchObject({
      comment: 'a button',
      localizations: { ja: { stringUnit: { state: 'translated', value: expect.any(String) } } },
    });
    expect((await run('status', ...files, '--json')).out).not.toContain('"missing":1');
    const before = ordered();
    expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
    expect(ordered()).toBe(before);
  });

  test('a table gets a column for each language, which are ordered at once and written one after another', async () => {
    await put('shop.csv', '\ufeffsku;text;note\r\n1;"Tea pot, 1 l";colour: teal\r\n2;Cup;\r\n3;;\r\n');
    const files = ['shop.csv', '--from', 'en', '--to', 'de,ja'];
    expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
    expect(ordered()).toBe(2);
    await translate();
    expect(await run('pull', ...files)).toMatchObject({ code: 0 });
    const written = await read('shop.csv');
    const cell = '("[^"]+"|[^";\r\n]+)';
    expect(written).toMatch(
      new RegExp(
        `^\ufeffsku;text;note;de;ja\r\n1;"Tea pot, 1 l";colour: teal;${cell};${cell}\r\n2;Cup;;${cell};${cell}\r\n3;;;;\r\n$`,
      ),
    );
    expect((await run('status', ...files, '--json')).out).not.toContain('"missing":1');
    expect(await run('order', ...files, '--yes')).toMatchObject({ code: 0 });
    expect(ordered()).toBe(2);
    expect(await run('pull', ...files)).toMatchObject({ code: 0 });
    expect(await read('shop.csv')).toBe(written);
  });

  test('a table has its texts in the column of --from, and nothing is ordered when there is none', async () => {
    await put('shop.csv', 'key,de,en\na,,One\n');
    expect(await run('order', 'shop.csv', '--from', 'fr', '--to', 'ja', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('shop.csv:1:1 has no column with texts in fr; name it text'),
    });
    expect(ordered()).toBe(0);
    expect(await run('order', 'shop.csv', '--from', 'en', '--to', 'de', '--yes')).toMatchObject({ code: 0 });
    expect(ordered()).toBe(1);
    await translate();
    expect(await run('pull', 'shop.csv', '--from', 'en', '--to', 'de')).toMatchObject({ code: 0 });
    expect(await read('shop.csv')).toMatch(/^key,de,en\na,.+,One\n$/);
  });

  test('the project file names the files, and a PO file gets its own translations', async () => {
    await put(
      'translation-requester.json',
      JSON.stringify({
        name: 'shop',
        url: server.url,
        from: 'en',
        files: [{ source: 'po/de.po' }, { source: 'locales/en.json', target: 'out/{language}.json' }],
        to: ['de'],
        maxPoints: 10_000,
      }),
    );
    const po = 'msgid ""\nmsgstr "Language: de\\n"\n\n# keep\nmsgid "Open"\nmsgstr ""\n';
    await put('po/de.po', po);
    expect(await run('order', '--yes')).toMatchObject({ code: 0 });
    const keys = sandbox.requests.flatMap(({ body }) => Object(body).custom_field ?? []);
    // Their prices are asked for together, in any order.
    expect([...new Set(keys)].map((key) => key.replace(/\/\w{28}$/, '')).sort()).toEqual([
      'shop/locales/en.json/en/de',
      'shop/po/de.po/en/de',
    ]);
    await translate();
    expect(await run('pull')).toMatchObject({ code: 0 });
    const written = await read('po/de.po');
    expect(written).toMatch(/# keep\nmsgid "Open"\nmsgstr ".+"\n$/);
    expect(Object.keys(JSON.parse(await read('out/de.json')))).toHaveLength(3);
    expect(await run('status')).toMatchObject({
      out: expect.stringMatching(/^file +written\npo\/de\.po +1$/m),
    });
    expect(await run('order', 'po/de.po', '--to', 'ja', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name a template'),
    });
  });
});

test('a PO file that does not name its language, as Django makes them, has that of its path', async () => {
  const path = 'locale/pt_BR/LC_MESSAGES/django.po';
  const head = '#, fuzzy\nmsgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "Close"\nmsgstr "Fechar"\n';
  await put(path, `${head}\nmsgid "Open"\nmsgstr ""\n`);
  const named = [path, '--from', 'en', '--to', 'pt-BR,de'];
  expect(await json('quote', ...named)).toMatchObject({
    units: [{ target: path, language: 'pt-BR', texts: 1 }],
  });
  expect(await run('order', ...named, '--yes')).toMatchObject({ code: 0 });
  await translate();
  expect(await run('pull', ...named)).toMatchObject({ code: 0 });
  const written = await read(path);
  expect(written).toContain('"Language: pt_BR\\n"');
  expect(written).toMatch(/msgid "Close"\nmsgstr "Fechar"\n\nmsgid "Open"\nmsgstr ".+"\n$/);
  expect(await run('pull', ...named)).toMatchObject({ code: 0 });
  expect(await read(path)).toBe(written);
});

test('a template that names a language is refused, and not passed over beside other files', async () => {
  await put('po/app.pot', 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "Open"\nmsgstr ""\n');
  const failed = await run('order', 'po/app.pot', 'locales/en.json', '--from', 'en', '--to', 'de', '--yes');
  expect(failed.code).toBe(1);
  expect(failed.err).toContain('app.pot is for the language fr, not de.');
  expect(ordered()).toBe(0);
});

describe('the region of a language can be written in two ways', () => {
  const template =
    'msgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n';
  const translated = template
    .replace('Language: ', 'Language: pt_BR')
    .replace('"Open"\nmsgstr ""', '"Open"\nmsgstr "Abrir"');

  test.each([
    ['po/app.pot', template, 'po/pt_BR.po', translated],
    ['po/app.pot', template, 'po/pt-BR.po', translated],
    ['locales/en.json', '{"a": "Open", "b": "Close"}', 'locales/pt_BR.json', '{"a": "Abrir"}'],
  ])('from %s, the file that is there is filled: %#', async (source, text, target, before) => {
    await put(source, text);
    await put(target, before);
    const named = [source, '--from', 'en', '--to', 'pt-BR'];
    expect(await json('quote', ...named)).toMatchObject({ units: [{ target, texts: 1 }] });
    expect(await run('order', ...named, '--yes')).toMatchObject({ code: 0 });
    await translate();
    expect(await run('pull', ...named)).toMatchObject({ code: 0 });
    const after = await read(target);
    expect(after).toContain('Abrir');
    expect(after).not.toBe(before);
    expect((await readdir(join(folder, target, '..'))).toSorted()).toEqual(
      [source, target].map((path) => basename(path)).toSorted(),
    );
  });

  test('a new PO file has it as gettext does', async () => {
    await put('po/app.pot', template);
    const named = ['po/app.pot', '--from', 'en', '--to', 'pt-BR'];
    expect(await run('order', ...named, '--yes')).toMatchObject({ code: 0 });
    await translate();
    expect(await run('pull', ...named)).toMatchObject({ code: 0 });
    expect(await read('po/pt_BR.po')).toContain('"Language: pt_BR\\n"');
  });
});

describe('a price', () => {
  test('is shown by quote, and nothing is ordered', async () => {
    const quoted = await json('quote', ...EN);
    expect(quoted).toEqual({
      points: expect.any(Number),
      available: 10_000_000,
      doubtful: [],
      doubtfulTexts: [],
      units: ['de', 'ja'].map((language) => ({
        source: 'locales/en.json',
        target: `locales/${language}.json`,
        language,
        texts: 3,
        points: expect.any(Number),
        placed: 0,
        placeholders: { count: 1, unprotected: 1, examples: ['{{name}}'], protect: 'i18next' },
        issues: [],
      })),
    });
    const shown = await run('quote', ...EN);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toContain(`Total: ${quoted.points} points. You have 10,000,000.`);
    expect(ordered()).toBe(0);
  });

  test('comes with the placeholders that are not protected, and the option that protects them', async () => {
    const texts = { a: 'Hi {name}, <b>you</b>', b: '{g, select, other {in {place}}}', c: '100 % wool' };
    await put('locales/en.json', JSON.stringify(texts));
    const line =
      'locales/en.json has 5 placeholders that are not protected, such as {name}, <b> and </b>. To keep translators from changing them, add --protect icu.\n';
    expect((await run('quote', ...EN)).out.split(line)).toHaveLength(2);
    for (const more of [
      ['--protect', 'icu'],
      ['--protect', 'all'],
    ]) {
      expect((await run('quote', ...EN, ...more)).out).not.toContain('placeholder');
      const [unit] = (await json('quote', ...EN, ...more)).units;
      expect(unit.placeholders).toEqual({ count: 5, unprotected: 0, examples: [] });
    }
    expect((await run(...ORDER)).err).toContain(line);
    // With another protection, texts that are ordered already would be paid for again.
    await put('locales/en.json', JSON.stringify({ ...texts, d: 'Bye {name}' }));
    expect((await run(...ORDER)).err).not.toContain('placeholder');
    await translate();
    await run('pull', ...EN);
    await put('locales/en.json', JSON.stringify({ ...texts, e: '%s of {name}' }));
    const { out } = await run('quote', ...EN);
    expect(out).toContain('has 2 placeholders that are not protected, such as %s and {name}.');
    expect(out).toContain('add --protect all.');
  });

  test('of many files is asked for together: they share the searches for orders that the memory has lost', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `pages/${String(at).padStart(2, '0')}/en.json`);
    for (const name of names) await put(name, JSON.stringify({ title: `Page ${name}`, shared: 'Save' }));
    const { units } = await json('quote', ...names, '--to', 'de');
    expect(units.map(({ source }: { source: string }) => source)).toEqual(names);
    // The first file pays for what all have.
    expect(units.map(({ texts }: { texts: number }) => texts)).toEqual([2, ...names.slice(1).map(() => 1)]);
    const asked = (end: string): number => sandbox.requests.filter(({ path }) => path.endsWith(end)).length;
    expect(asked('/check')).toBe(names.length);
    expect(asked('/application_events')).toBeLessThan(names.length / 2);
  });

  test("of files that can't be ordered names the first of them", async () => {
    const names = ['a/en.json', 'b/en.json', 'c/en.json'];
    await put('a/en.json', JSON.stringify({ text: 'Fine' }));
    for (const name of names.slice(1))
      await put(name, JSON.stringify({ text: `A letter that nobody sends: \0` }));
    expect(await run('quote', ...names, '--to', 'de')).toMatchObject({
      out: '',
      err: expect.stringContaining('b/en.json'),
    });
  });

  test('above --max-points, or maxPoints of the project file, orders nothing', async () => {
    for (const name of ['order', 'quote']) {
      const dear = await run(name, ...EN, '--max-points', '10');
      expect(dear).toMatchObject({
        code: 3,
        err: expect.stringMatching(
          /^This costs \d+ points, above the limit of 10\. Nothing was ordered\.\n$/,
        ),
      });
    }
    await put('translation-requester.json', '{"maxPoints": 10}');
    expect(await run(...ORDER)).toMatchObject({ code: 3 });
    expect(ordered()).toBe(0);
  });

  test('that nobody can be asked about orders nothing', async () => {
    const refused = await run('order', ...EN);
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('To agree, use --yes') });
    const machine = await run('order', ...EN, '--json');
    expect(JSON.parse(machine.out)).toEqual({
      error: { message: expect.stringContaining('--yes'), code: 3 },
    });
    expect(ordered()).toBe(0);
  });
});

describe('a command that is', () => {
  test.runIf(isLong).each([1, 4])(
    'killed midway orders the rest when it is run again (%i)',
    async (round) => {
      const many = Object.fromEntries(
        Array.from({ length: 3000 }, (_, at) => [`key${at}`, `Text number ${at}`]),
      );
      await put('locales/en.json', JSON.stringify(many, null, 2));
      const killed = start([...ORDER, '--sandbox', '--url', server.url]);
      await expect.poll(() => ordered(), { interval: 5 }).toBeGreaterThanOrEqual(round);
      killed.process.kill('SIGKILL');
      await killed.ended;
      const again = await run(...ORDER);
      if (again.code !== 0) {
        expect(again.err).toContain('translation-requester unknown');
        await resolveAll();
        expect((await run(...ORDER)).code).toBe(0);
      }
      // 1,000 texts an order, in two languages.
      expect(ordered()).toBe(6);
      await translate();
      expect((await run('pull', ...EN)).code).toBe(0);
      expect(Object.keys(JSON.parse(await read('locales/de.json')))).toHaveLength(3000);
    },
    300_000,
  );

  test('stopped says how to continue, with exit code 130', async () => {
    await run(...ORDER);
    const waiting = start(['pull', ...EN, '--wait', '--sandbox', '--url', server.url]);
    const before = sandbox.requests.length;
    await expect.poll(() => sandbox.requests.length).toBeGreaterThan(before);
    waiting.process.kill('SIGINT');
    expect((await waiting.ended)[0]).toBe(130);
    expect(waiting.printed.err).toContain('Stopped. Run the same command again to continue');
  });

  test.runIf(isLong)('run twice at the same time orders everything once', async () => {
    const both = await Promise.all([runApart(...ORDER), runApart(...ORDER)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(ordered()).toBe(2);
    await translate();
    await run('pull', ...EN);
    expect(Object.keys(JSON.parse(await read('locales/de.json')))).toHaveLength(3);
    expect((await json('quote', ...EN)).points).toBe(0);
  });
});

describe('a mistake is explained', () => {
  test.each<readonly [readonly string[], number, string]>([
    [['order'], 2, 'No files given'],
    [
      ['order', 'locales/en.json'],
      2,
      'The target languages are missing. Give them, for example by --to de,ja.',
    ],
    [
      ['order', 'locales/en.json', '--from', 'english', '--to', 'de'],
      2,
      'The texts in locales/en.json are in "english", but its path names en. Correct --from',
    ],
    [['order', 'none.json', '--to', 'de'], 1, 'none.json does not exist'],
    [['order', 'locales/en.json', '--to', 'de,'], 2, '--to takes names separated by commas'],
    [['order', 'locales/en.json', '--to', 'en'], 2, 'The translations would overwrite locales/en.json.'],
    [
      ['order', 'locales/en.json', '--to', 'de,ja', '--target', 'x.json'],
      2,
      'Give a path with {language} in it',
    ],
    [['order', 'locales/en.json', '--to', 'xx', '--yes'], 1, 'locales/en.json in xx: '],
    [['order', 'locales/en.json', '--too', 'de'], 2, 'There is no option "--too"; did you mean --to?'],
    [['pull', '--format', 'docx'], 2, `${FORMAT_NAMES.join(', ')}.\nTry: `],
    [['quote', '--max-points', 'many'], 2, '--max-points takes an integer'],
    [['languages', 'extra'], 2, 'Unexpected argument "extra".'],
  ])('%j', async (args, code, message) => {
    const failed = await run(...args);
    expect(failed.err).toContain(message);
    expect(failed.code).toBe(code);
    expect(ordered()).toBe(0);
  });

  test('no token, no address, no sandbox, a wrong token', async () => {
    const cases = [
      [['languages'], {}, 2, 'The address of the service is missing. Give it by --url'],
      [['languages', '--url', 'service'], {}, 2, 'must look like https://service.example'],
      [['languages', '--url', server.url], {}, 2, 'There is no token for'],
      [
        ['languages', '--url', 'https://service.example', '--sandbox'],
        {},
        2,
        '--sandbox is for a sandbox on this machine',
      ],
      [
        ['languages', '--url', 'http://127.0.0.1:9', '--sandbox'],
        {},
        1,
        'There is no sandbox at http://127.0.0.1:9',
      ],
      [
        ['languages'],
        { TRANSLATION_REQUESTER_URL: server.url, TRANSLATION_REQUESTER_TOKEN: 'wrong' },
        1,
        'authentication',
      ],
    ] as const;
    for (const [args, env, code, message] of cases) {
      const failed = await runHere(args, env);
      expect(failed).toEqual({ code, out: '', err: expect.stringContaining(message) });
    }
  });

  test('a memory that something else has written into is named, and is not overwritten', async () => {
    await run(...ORDER);
    const [host = ''] = await readdir(path('.translation-requester'));
    const store = fileStore(path(join('.translation-requester', host)));
    const keys = [...(await store.keys('table ')), 'unit locales/en.json de/1'];
    for (const key of keys) {
      const text = await store.get(key);
      await store.swap(key, text, '{"version":1');
      const failed = await run('pull', ...EN);
      // Without a note, what is ordered is known all the same.
      const code = key.startsWith('unit ') ? 4 : 1;
      expect(failed).toMatchObject({ code, err: expect.stringContaining('did not write') });
      expect(await store.get(key)).toBe('{"version":1');
      await store.swap(key, '{"version":1', text);
    }
    expect(await run('pull', ...EN)).toMatchObject({ code: 0 });
  });
});

describe('the memory of a project', () => {
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
    });
  const commit = async () => {
    // By force: orders of a sandbox are kept out of git.
    await git('add', '--all', '--force');
    await git('commit', '--quiet', '--message', 'Order');
  };

  test('is merged by git when two branches have ordered, and orders nothing again', async () => {
    await git('init', '--quiet', '--initial-branch', 'main');
    await run(...ORDER);
    await commit();
    for (const [branch, from, to] of [
      ['one', 'Add to cart', 'Put into the cart'],
      ['two', 'Good bye', 'See you'],
    ] as const) {
      await git('checkout', '--quiet', '-b', branch, 'main');
      await put('locales/en.json', english.replace(from, to));
      expect(await run(...ORDER)).toMatchObject({ code: 0 });
      await commit();
    }
    await git('merge', '--quiet', '--no-edit', 'one');
    expect(ordered()).toBe(6);
    expect(await run(...ORDER)).toMatchObject({ code: 0, out: 'There is nothing new to order.\n' });
    expect(ordered()).toBe(6);
    await translate();
    await run('pull', ...EN);
    expect(Object.keys(JSON.parse(await read('locales/de.json')))).toEqual(['add', 'hello', 'bye']);
  });

  test('is in no file that others can read', async () => {
    await run(...ORDER);
    const [host = ''] = await readdir(path('.translation-requester'));
    expect((await stat(path(join('.translation-requester', host)))).mode & 0o077).toBe(0);
  });
});

test('the token and the log level of the environment are used, and no output shows the token', async () => {
  const env = {
    TRANSLATION_REQUESTER_URL: server.url,
    TRANSLATION_REQUESTER_TOKEN: sandbox.accessToken,
    TRANSLATION_REQUESTER_LOG: 'debug',
  };
  const running = start(['languages', '--from', 'en'], env);
  expect(await running.ended).toEqual([0, null]);
  expect(running.printed.out).toMatch(/^from +to +points\nen +/);
  expect(running.printed.err).toMatch(/debug request GET \/api\/v1\/languages .*attempt=1/);
  expect(running.printed.err).not.toContain(sandbox.accessToken);
});
