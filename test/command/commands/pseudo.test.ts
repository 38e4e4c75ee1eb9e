import { expect, test } from 'vitest';
import { startApp } from '../app.js';
import { shell } from '../shell.js';

const SOURCE =
  '{\n  "hello": "Hello {{name}}",\n  "menu": ["Orders", "Sign out"],\n  "n_one": "{{count}} item",\n  "n_other": "{{count}} items"\n}\n';

/** Runs a command without a service: no address and no token. */
async function runAlone(folder: string, ...args: readonly string[]) {
  const { run, printed } = shell({ folder, env: { HOME: folder } });
  return { code: await run(...args), ...printed };
}

test('a pseudo locale is made from the source, without a token', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', SOURCE);
  expect(await runAlone(app.folder, 'pull', 'locales/en.json', '--pseudo')).toEqual({
    code: 0,
    out: 'file                pseudo translations\nlocales/en-XA.json  5\n',
    err: '',
  });
  const texts = JSON.parse(await app.read('locales/en-XA.json'));
  expect(Object.keys(texts)).toEqual(['hello', 'menu', 'n_one', 'n_other']);
  expect(texts.hello).toMatch(/^\[Ĥééļļöö \{\{name\}\}·*\]$/);
  // Again, after a change: everything is made anew.
  await app.put('locales/en.json', SOURCE.replace('Hello', 'Bye').replace(/ {2}"menu".*\n/, ''));
  const again = await runAlone(app.folder, 'pull', 'locales/en.json', '--pseudo', '--prune', '--json');
  expect(JSON.parse(again.out)).toEqual({
    units: [{ source: 'locales/en.json', target: 'locales/en-XA.json', language: 'en-XA', written: 3 }],
  });
  expect(await app.read('locales/en-XA.json')).toMatch(
    /^\{\n {2}"hello": "\[Ɓýéé \{\{name\}\}·*\]",\n {2}"n_one"/,
  );
  expect(app.sandbox.requests).toEqual([]);
});

test('its language and its files come from --to and the project file', async () => {
  await using app = await startApp();
  await app.put('texts/app.pot', 'msgid ""\nmsgstr "Language: \\n"\n\nmsgid "Open %s"\nmsgstr ""\n');
  await app.put(
    'res/values/strings.xml',
    '<resources><string name="a">Don\\\'t &amp; <b>go</b></string></resources>',
  );
  const files = [{ source: 'texts/app.pot' }, { source: 'res/values/strings.xml' }];
  await app.put('translation-requester.json', JSON.stringify({ from: 'en', to: ['de', 'ja'], files }));
  expect(await runAlone(app.folder, 'pull', '--pseudo', '--to', 'en-XB')).toMatchObject({ code: 0 });
  expect(await app.read('texts/en_XB.po')).toMatch(/msgid "Open %s"\nmsgstr "\[ÖÖþééñ %s·*\]"/);
  expect(await app.read('res/values-en-rXB/strings.xml')).toMatch(/>\[Ðööñ\\'ţ &amp; <b>ĝöö<\/b>·*\]</);
});

test.each([
  [['--pseudo', '--wait'], 2, 'Leave out --wait'],
  [['--pseudo', '--accept-issues'], 2, 'Leave out --wait'],
  [['--pseudo', '--to', 'en'], 2, 'The translations would overwrite locales/en.json.'],
])('%j is a mistake', async (args, code, message) => {
  await using app = await startApp();
  await app.put('locales/en.json', SOURCE);
  const failed = await runAlone(app.folder, 'pull', 'locales/en.json', ...args);
  expect(failed).toEqual({ code, out: '', err: expect.stringContaining(message) });
  expect(await app.read('locales/en.json')).toBe(SOURCE);
});

test.each(['de', 'sq-XK'])('it does not overwrite the translations into %s', async (language) => {
  await using app = await startApp();
  await app.put('locales/en.json', SOURCE);
  await app.put('mails/en.json', SOURCE);
  await app.put(`mails/${language}.json`, '{"hello": "Hallo {{name}}"}');
  const words = ['pull', 'locales/en.json', 'mails/en.json', '--pseudo', '--to'];
  const { code, err } = await runAlone(app.folder, ...words, language);
  expect(code).toBe(2);
  expect(err).toContain(`mails/${language}.json has translations, which --pseudo would overwrite.`);
  expect(await app.read(`mails/${language}.json`)).toBe('{"hello": "Hallo {{name}}"}');
  // Nothing else is written either.
  await expect(app.read(`locales/${language}.json`)).rejects.toThrow();
  for (const pseudo of ['en-XA', 'qps-ploc'])
    for (const _ of [1, 2]) expect(await runAlone(app.folder, ...words, pseudo)).toMatchObject({ code: 0 });
});

test('a PO file of a language is no source for it', async () => {
  await using app = await startApp();
  await app.put('de.po', 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open"\nmsgstr ""\n');
  const { code, err } = await runAlone(app.folder, 'pull', 'de.po', '--from', 'en', '--pseudo');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Name a template') });
});
