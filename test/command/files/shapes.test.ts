import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

let app: App;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const MESSAGES = JSON.stringify({ hello: { message: 'Hello', description: 'A greeting' } });
const PROJECT = 'translation-requester.json';

test('quote says for what a JSON file was taken, until the project file decides', async () => {
  await app.put('texts/en.json', MESSAGES);
  const { out } = await app.run('quote', 'texts/en.json', '--from', 'en', '--to', 'de');
  expect(out).toContain(
    'texts/en.json is read as messages of Chrome: "message" is translated, "description" is a note, and "placeholders" stay. If that is wrong, set the "shape" of the file in translation-requester.json; if it is right, set it to chrome.',
  );
  const project = { from: 'en', to: ['de'], files: [{ source: 'texts/en.json', shape: 'plain' }] };
  await app.put(PROJECT, JSON.stringify(project));
  const decided = await app.run('quote');
  expect(decided.out).not.toContain('is read as');
  const { units } = await app.json('quote');
  expect(units).toMatchObject([{ texts: 2 }]);
});

test('init writes the shape of a file, and says it', async () => {
  await app.put('locales/en.json', MESSAGES);
  const { out } = await app.run('init', '--yes', '--to', 'de');
  expect(out).toContain('locales/en.json is read as messages of Chrome: ');
  expect(JSON.parse(await app.read(PROJECT)).files).toEqual([{ source: 'locales/en.json', shape: 'chrome' }]);
});

test('a key that comes again is warned of, and ordered once', async () => {
  await app.put('locales/en.json', '{ "a": "Save", "a": "Save" }');
  for (const name of ['quote', 'order']) {
    const { code, err } = await app.run(
      name,
      'locales/en.json',
      '--from',
      'en',
      '--to',
      'de',
      ...(name === 'order' ? ['--yes'] : []),
    );
    expect([code, err]).toEqual([
      0,
      'locales/en.json has "a" several times; the last one counts, as in programs that read it.\n',
    ]);
  }
  expect(app.ordered()).toBe(1);
});
