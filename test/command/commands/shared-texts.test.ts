import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

const FILES = ['app/en.json', 'shop/en.json'] as const;
const TO_GERMAN = [...FILES, '--to', 'de'] as const;

let app: App;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app[Symbol.asyncDispose]());

/** Writes both files. */
async function put(ofApp: object, ofShop: object): Promise<void> {
  await app.put(FILES[0], JSON.stringify(ofApp));
  await app.put(FILES[1], JSON.stringify(ofShop));
}

/** How many new texts each file has, by `quote`. */
async function countNew(...words: readonly string[]): Promise<readonly number[]> {
  const { units } = await app.json('quote', ...words);
  return units.map(({ texts }: { texts: number }) => texts);
}

const readTexts = async (name: string) => JSON.parse(await app.read(name));

describe('a text that two files of a project have', () => {
  test('is priced and ordered once, and both files get its translation', async () => {
    await put({ save: 'Save', open: 'Open' }, { keep: 'Save', buy: 'Buy' });
    const { points, units } = await app.json('quote', ...TO_GERMAN);
    expect(units.map(({ texts }: { texts: number }) => texts)).toEqual([2, 1]);
    expect(await app.run('order', ...TO_GERMAN, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Ordered for ${points} points`),
    });
    expect(app.ordered()).toBe(2);
    await app.translate();
    expect((await app.run('pull', ...TO_GERMAN)).code).toBe(0);
    const [ofApp, ofShop] = [await readTexts('app/de.json'), await readTexts('shop/de.json')];
    expect(Object.keys(ofShop)).toEqual(['keep', 'buy']);
    expect(ofShop.keep).toBe(ofApp.save);
    expect(await countNew(...TO_GERMAN)).toEqual([0, 0]);
  });

  test('is priced once where the files protect placeholders otherwise, and it has none', async () => {
    await app.put(
      'translation-requester.json',
      JSON.stringify({
        from: 'en',
        to: ['de'],
        files: [
          { source: FILES[0], protect: 'i18next' },
          { source: FILES[1], protect: 'printf' },
        ],
      }),
    );
    await put({ save: 'Save', greet: 'Hello {{name}}' }, { keep: 'Save', greet: 'Hello {{name}}' });
    const { points, units } = await app.json('quote');
    // What is protected in one and not in the other, is sent otherwise.
    expect(units.map(({ texts }: { texts: number }) => texts)).toEqual([2, 1]);
    expect(await app.run('order', '--yes', '--max-points', String(points))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Ordered for ${points} points`),
    });
  });

  test('is rejected for both: each gets the next translation, and a correction by hand stays', async () => {
    const files = [...FILES, 'mails/en.json'];
    const project = { from: 'en', to: ['de'], files: files.map((source) => ({ source })) };
    await app.put('translation-requester.json', JSON.stringify(project));
    await put({ save: 'Save', open: 'Open' }, { keep: 'Save', buy: 'Buy' });
    await app.put('mails/en.json', JSON.stringify({ store: 'Save' }));
    await app.run('order', '--yes');
    await app.translate();
    await app.run('pull');
    await app.put('mails/de.json', JSON.stringify({ store: 'Sichern' }));
    const { keep: wrong, buy } = await readTexts('shop/de.json');
    const reason = ['--key', 'save', '--reason', 'Our shop says Sichern.'];
    expect(await app.run('reject', FILES[0], '--to', 'de', ...reason)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'These files have the same text, and are treated alike: shop/de.json, mails/de.json\n',
      ),
    });
    const [own, another] = (await app.json('status')).units;
    expect([own, another]).toMatchObject([{ open: 1 }, { open: 1 }]);
    // The rejected one is not written again, and stays until there is another.
    await app.run('pull');
    expect((await readTexts('shop/de.json')).keep).toBe(wrong);
    const [first] = app.sandbox.orders();
    const url = `${app.server.url}/api/v1/simple/questions/${first?.id}?access_token=${app.sandbox.accessToken}`;
    const { question } = await (await fetch(url)).json();
    const body = question.question_bodies.find(({ body }: { body: string }) => body === 'Save');
    app.sandbox.translators.translateBody(body.id, 'Speichern');
    expect(await app.run('pull')).toMatchObject({ code: 0 });
    expect((await readTexts('app/de.json')).save).toBe('Speichern');
    expect(await readTexts('shop/de.json')).toEqual({ keep: 'Speichern', buy });
    expect(await readTexts('mails/de.json')).toEqual({ store: 'Sichern' });
    expect((await app.json('quote')).points).toBe(0);
  });

  test('is ordered for the file that has no translation of it', async () => {
    await put({ save: 'Save', open: 'Open' }, { keep: 'Save', buy: 'Buy' });
    await app.put('app/de.json', JSON.stringify({ save: 'Sichern' }));
    expect(await countNew(...TO_GERMAN)).toEqual([1, 2]);
    await app.run('order', ...TO_GERMAN, '--yes');
    await app.translate();
    await app.run('pull', ...TO_GERMAN);
    expect((await readTexts('app/de.json')).save).toBe('Sichern');
    expect((await readTexts('shop/de.json')).keep).toContain('Save');
  });

  test('is ordered for each where they are sent otherwise: by another note, or other rules', async () => {
    await put(
      { save: 'Save', save_comment: 'a verb', open: 'Open the shop' },
      { keep: 'Save', buy: 'Open the shop' },
    );
    const files = [{ source: FILES[0] }, { source: FILES[1], terms: ['shop'] }];
    const project = { name: 'both', from: 'en', to: ['de'], notes: ['*_comment'], files };
    await app.put('translation-requester.json', JSON.stringify(project));
    expect(await countNew()).toEqual([2, 2]);
    expect((await app.run('order', '--yes')).code).toBe(0);
    expect(app.ordered()).toBe(2);
    expect(await countNew()).toEqual([0, 0]);
  });
});
