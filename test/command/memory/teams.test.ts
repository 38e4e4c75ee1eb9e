import { expect, test } from 'vitest';
import { startApp } from '../app.js';

const DE = ['locales/en.json', '--to', 'de'] as const;
const ENGLISH = '{\n  "add": "Add to cart",\n  "bye": "Good bye"\n}\n';

test('status --check ends with 4 until everything is translated, and names what is wrong', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', ENGLISH);
  const check = () => app.run('status', ...DE, '--check');
  expect(await check()).toMatchObject({
    code: 4,
    err: 'locales/de.json: 2 without a translation in the file\n',
  });
  await app.run('order', ...DE, '--yes');
  expect(await check()).toMatchObject({ code: 4 });
  await app.translate();
  expect(await check()).toMatchObject({ code: 4, err: expect.stringContaining('2 without') });
  await app.run('pull', ...DE);
  expect(await check()).toMatchObject({ code: 0, err: '' });
  // Without --check, it only shows.
  await app.put('locales/en.json', '{"bye": "Good bye", "new": "New"}');
  expect(await app.run('status', ...DE)).toMatchObject({ code: 0, err: '' });
  expect(await check()).toMatchObject({
    code: 4,
    err: 'locales/de.json: 1 without a translation in the file, 1 no longer in the source\n',
  });
});

test('status --check ends with 4 for an issue, and for a text that has changed since', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', '{"hello": "Hello {{name}}", "bye": "Bye"}');
  await app.run('order', ...DE, '--yes', '--protect', 'i18next');
  const [{ id = 0 } = {}] = app.sandbox.orders();
  const { accessToken } = app.sandbox;
  const answer = await app.sandbox.fetch(
    `${app.sandbox.baseUrl}/api/v1/simple/questions/${id}?access_token=${accessToken}`,
  );
  for (const body of (await answer.json()).question.question_bodies)
    app.sandbox.translators.translateBody(body.id, 'Hallo');
  await app.run('pull', ...DE);
  expect(await app.run('status', ...DE, '--check')).toMatchObject({
    code: 4,
    err: expect.stringMatching(
      /hello: The translation lacks .*\nTo send one back: .* --key hello --reason WHY\nlocales\/de\.json: 1 without a translation in the file, 1 with issues\n$/,
    ),
  });
  await app.run('pull', ...DE, '--accept-issues');
  await app.put('locales/en.json', '{"hello": "Hello {{name}}", "bye": "Good bye"}');
  const { code, out } = await app.run('status', ...DE, '--check', '--json');
  expect(code).toBe(4);
  expect(JSON.parse(out).units).toMatchObject([{ texts: 2, written: 1, missing: 1, orphans: [] }]);
});

test('pull --prune removes what the source no longer has, and a text that comes back costs nothing', async () => {
  await using app = await startApp();
  await app.put('locales/en.json', ENGLISH);
  await app.run('order', ...DE, '--yes');
  await app.translate();
  await app.run('pull', ...DE);
  const german = await app.read('locales/de.json');
  await app.put('locales/en.json', '{\n  "bye": "Good bye"\n}\n');
  await app.put('locales/de.json', german.replace('{\n', '{\n  "own": {"key": "Eigenes"},\n'));
  expect(await app.json('status', ...DE)).toMatchObject({ units: [{ orphans: ['own.key', 'add'] }] });
  expect(await app.run('pull', ...DE)).toMatchObject({ code: 0 });
  expect(await app.read('locales/de.json')).toContain('"own"');
  expect(await app.json('pull', ...DE, '--prune')).toMatchObject({ units: [{ written: 0, removed: 2 }] });
  expect(await app.read('locales/de.json')).toBe(german.replace(/ {2}"add".*\n/, ''));
  expect((await app.run('pull', ...DE, '--prune')).out).toMatch(
    /^file +new translations\nlocales\/de\.json +0$/m,
  );
  await app.put('locales/en.json', ENGLISH);
  expect(await app.json('quote', ...DE)).toMatchObject({ points: 0 });
  expect(await app.run('pull', ...DE)).toMatchObject({ code: 0 });
  expect(await app.read('locales/de.json')).toBe(german);
  expect(app.ordered()).toBe(1);
});
