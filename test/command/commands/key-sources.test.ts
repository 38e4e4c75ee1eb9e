import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

let app: App;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const TO_GERMAN = ['--from', 'en', '--to', 'de'] as const;

const xliff = (language: string, title = '', hint = '') => {
  const unit = (key: string, text: string) =>
    `<trans-unit id="${key}"><source>${key}</source>${text === '' ? '' : `<target>${text}</target>`}</trans-unit>`;
  return `<xliff version="1.2"><file source-language="en"${language === '' ? '' : ` target-language="${language}"`} original="a"><body>${unit('user.login.title', title)}${unit('user.login', hint)}</body></file></xliff>`;
};
const po = (language: string, title: string, hint: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\nmsgid "user.login.title"\nmsgstr "${title}"\n\nmsgid "user.login.hint"\nmsgstr "${hint}"\n`;

describe('a file whose texts look like keys', () => {
  test.each([
    ['messages.xlf', xliff('')],
    ['messages.pot', po('', '', '')],
  ])('%s is named before it is paid, once', async (name, text) => {
    await app.put(name, text);
    const line = `The texts of ${name} look like keys: user.login.title, user.login`;
    const words = [name, '--from', 'en', '--to', 'de,ja'];
    for (const command of ['quote', 'status', 'order']) {
      const { err } = await app.run(command, ...words);
      expect(err.split(line)).toHaveLength(2);
    }
    expect(app.ordered()).toBe(0);
  });

  test('is not one with texts', async () => {
    await app.put('messages.pot', po('', '', '').replaceAll('user.login', 'Log in'));
    expect((await app.run('quote', 'messages.pot', ...TO_GERMAN)).err).toBe('');
  });
});

describe('a file whose translations into its own language are the texts', () => {
  test.each([
    [
      'messages.en.xlf',
      'messages.de.xlf',
      xliff('en', 'Log in here', 'Your name'),
      xliff('de', '', 'Dein Name'),
    ],
    ['messages.en.xlf', 'messages.de.xlf', xliff('en', 'Log in here', 'Your name'), ''],
    ['en.po', 'de.po', po('en', 'Log in here', 'Your name'), po('de', '', 'Dein Name')],
    ['en.po', 'de.po', po('en', 'Log in here', 'Your name'), ''],
  ])('%s is ordered by them, and %s gets the translations', async (source, target, texts, before) => {
    await app.put(source, texts);
    if (before !== '') await app.put(target, before);
    const { units } = await app.json('quote', source, ...TO_GERMAN);
    expect(units).toMatchObject([{ target, texts: before === '' ? 2 : 1 }]);
    const order = await app.run('order', source, ...TO_GERMAN, '--yes');
    expect(order).toMatchObject({ code: 0, err: expect.not.stringContaining('look like keys') });
    await app.translate();
    expect((await app.run('pull', source, ...TO_GERMAN)).code).toBe(0);
    const written = await app.read(target);
    expect(written).toMatch(source.endsWith('.po') ? /"Language: de\\n"/ : /target-language="de"/);
    expect(written).toMatch(/user\.login\.title[\s\S]*Log in here/);
    if (before !== '') expect(written).toContain('Dein Name');
    expect(await app.json('quote', source, ...TO_GERMAN)).toMatchObject({ points: 0 });
    expect(await app.read(source)).toBe(texts);
  });

  test('leaves what is not translated open in a new file', async () => {
    await app.put('en.po', po('en', 'Log in here', ''));
    await app.run('order', 'en.po', ...TO_GERMAN, '--ignore', 'user.login.hint', '--yes');
    await app.translate();
    await app.run('pull', 'en.po', ...TO_GERMAN, '--ignore', 'user.login.hint');
    expect(await app.read('de.po')).toMatch(/msgid "user\.login\.hint"\nmsgstr ""/);
  });
});
