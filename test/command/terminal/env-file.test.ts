import { expect, test } from 'vitest';
import { formatCommandLine, nameProgram } from '../../../src/command/terminal/format.js';
import { startApp } from '../app.js';
import { shell } from '../shell.js';

test('a file with variables names the service and the account, and the next command has it too', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', '{"add": "Add to cart"}');
  const { accessToken } = app.sandbox;
  await app.put(
    '.env',
    `TRANSLATION_REQUESTER_URL=${app.server.url}\nTRANSLATION_REQUESTER_TOKEN='${accessToken}'\n`,
  );
  const { run, printed } = shell({ folder: app.folder, env: { HOME: app.folder } });
  const words = ['locales/en.json', '--from', 'en', '--to', 'de', '--env-file', '.env'];
  expect(await run('order', ...words, '--yes')).toBe(0);
  expect(printed.out).toContain('pull locales/en.json --from en --to de --env-file .env');
  expect(app.ordered()).toBe(1);
  expect(await run('whoami', '--env-file', '.env')).toBe(0);
  expect(await run('init', '--yes', '--to', 'de', '--env-file', '.env')).toBe(0);
});

test('variables of the shell win', async () => {
  await using app = await startApp();
  await app.put(
    '.env',
    `TRANSLATION_REQUESTER_URL=http://127.0.0.1:9\nTRANSLATION_REQUESTER_TOKEN=${app.sandbox.accessToken}\n`,
  );
  const env = { HOME: app.folder, TRANSLATION_REQUESTER_URL: app.server.url };
  const { run } = shell({ folder: app.folder, env });
  expect(await run('whoami', '--env-file', '.env')).toBe(0);
});

test.each([
  ['gone.env', "gone.env can't be read (ENOENT)."],
  ['.', ". can't be read"],
])('a file that is none, %s, is refused before anything is sent', async (path, message) => {
  await using app = await startApp();
  const { run, printed } = shell({ folder: app.folder, env: { HOME: app.folder } });
  expect(await run('whoami', '--env-file', path)).toBe(2);
  expect(printed.err).toContain(message);
  expect(app.sandbox.requests).toEqual([]);
});

test('command lines to paste begin as this one did', () => {
  nameProgram({ npm_command: 'exec' });
  expect(formatCommandLine('quote', "it's")).toBe("npx translation-requester quote 'it'\\''s'");
  nameProgram({});
  expect(formatCommandLine('quote')).toBe('translation-requester quote');
});
