import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { type App, startApp } from '../app.js';
import { passTime } from '../passing-time.js';

const DAY = 24 * 3_600_000;
const DE = ['locales/en.json', '--to', 'de'] as const;
const AGAIN = ['order', ...DE, '--again', 'hello'] as const;
const REASON = 'Our shop says Guten Tag.';

let endTime = () => {};
beforeAll(() => {
  endTime = passTime();
});
afterAll(() => endTime());

/** An app with two texts on order, the first of which has a placeholder. */
async function startOrdered(...more: readonly string[]): Promise<App> {
  const app = await startApp();
  await app.put('locales/en.json', '{"hello": "Hello {name}", "bye": "Good bye"}');
  await app.run('order', ...DE, '--yes', ...more);
  return app;
}

/** Translates what is open. A text that begins so gets this translation. */
async function translate(app: App, beginning: string, translation: string): Promise<void> {
  for (const { kind, id } of app.sandbox.orders()) {
    const path = kind === 'simple' ? 'simple/questions' : 'projects';
    const address = `${app.server.url}/api/v1/${path}/${id}?access_token=${app.sandbox.accessToken}`;
    const { question, project } = await (await fetch(address)).json();
    for (const { id, body, translations } of question?.question_bodies ?? [])
      if (translations.length === 0)
        app.sandbox.translators.translateBody(id, body.startsWith(beginning) ? translation : `de: ${body}`);
    for (const { id, title, translated_at } of project?.questions ?? [])
      if (translated_at === null)
        app.sandbox.translators.translateQuestion(id, [
          title.startsWith(beginning) ? translation : `de: ${title}`,
        ]);
  }
}

/** An app whose first text has a translation that can't be used, and can't be rejected any more. */
async function startBroken(...more: readonly string[]): Promise<App> {
  const app = await startOrdered(...more);
  await translate(app, 'Hello', 'Hallo');
  await app.sandbox.clock.advance(DAY);
  return app;
}

const spent = (app: App): number => app.sandbox.orders().reduce((sum, { points }) => sum + points, 0);
const german = async (app: App) => JSON.parse(await app.read('locales/de.json'));
const unit = async (app: App, name: string) => (await app.json(name, ...DE)).units[0];

describe('advice knows the time', () => {
  test.each(['pull', 'status', 'quote'])(
    '%s says reject at first, and order --again after 24 hours',
    async (name) => {
      await using app = await startOrdered();
      await translate(app, 'Hello', 'Hallo');
      const before = await app.run(name, ...DE);
      expect(before.out + before.err).toContain('translation-requester reject locales/en.json --to de');
      expect(before.out + before.err).not.toContain('--again');
      await app.sandbox.clock.advance(DAY - 60_000);
      const last = await app.run(name, ...DE);
      expect(last.out + last.err).toContain('translation-requester reject');
      await app.sandbox.clock.advance(60_000);
      const after = await app.run(name, ...DE);
      expect(after.out + after.err).not.toContain('reject');
      const spentBefore = spent(app);
      await app.run(...AGAIN, '--yes');
      const price = spent(app) - spentBefore;
      expect(price).toBeGreaterThan(0);
      expect(after.out + after.err).toContain(
        `Translate one in the file, or order it anew (${price} points): translation-requester order locales/en.json --to de --sandbox --url ${app.server.url} --again hello\n`,
      );
    },
  );

  test('is there when the service does not say the price', async () => {
    await using app = await startBroken();
    const on = 'POST /api/v1/simple/questions/check';
    app.sandbox.faults.add({ on, times: 100, fault: { kind: 'status', status: 400 } });
    const { code, err } = await app.run('status', ...DE);
    expect(code).toBe(0);
    expect(err).toContain('or order it anew at its price: translation-requester order locales/en.json');
  });

  test('of several texts, it leaves the key to the reader', async () => {
    await using app = await startApp();
    await app.put('locales/en.json', '{"a": "Hello {name}", "b": "Bye {name}"}');
    await app.run('order', ...DE, '--yes');
    await app.sandbox.clock.advance(DAY);
    expect((await app.run('pull', ...DE)).err).toMatch(
      /order it anew \(\d+ points for all 2\): .* --again KEY\n/,
    );
  });

  test('of a text in a project: once its translation is final', async () => {
    await using app = await startBroken('--using', 'project');
    const { err } = await app.run('status', ...DE);
    expect(err).toContain('--again hello --using project\n');
    expect(err).not.toContain(' comment ');
  });
});

describe.each(['simple', 'project'])('order --again of a %s order', (using) => {
  const again = [...AGAIN, '--using', using];

  test('orders the text once more, and nothing else, after its price is agreed to', async () => {
    await using app = await startBroken('--using', using);
    await app.put('locales/en.json', '{"hello": "Hello {name}", "bye": "Good bye", "new": "New text"}');
    const before = spent(app);
    const refused = await app.run(...again);
    expect(refused).toMatchObject({ code: 3, err: expect.stringMatching(/This costs \d+ points/) });
    expect(await app.run(...again, '--yes', '--max-points', '1')).toMatchObject({ code: 3 });
    expect(app.ordered()).toBe(1);
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) > 0;
    const asked = app.begin(again, { isInteractive: true, confirm });
    expect(await asked.ended).toBe(0);
    const price = spent(app) - before;
    expect(questions).toEqual([`Order this for ${price} points?`]);
    expect(asked.printed.out).toContain(`Ordered for ${price} points.`);
    expect(await unit(app, 'status')).toMatchObject({ open: 1, missing: 1, issues: [], ready: 1 });
    await translate(app, 'Hello', 'Hallo {name}');
    await app.run('pull', ...DE);
    expect(await german(app)).toEqual({ hello: 'Hallo {name}', bye: expect.stringContaining('Good bye') });
    expect((await app.json('quote', ...DE)).units).toMatchObject([{ texts: 1 }]);
  });

  test('is the same order until its translation is there and broken again', async () => {
    await using app = await startBroken('--using', using);
    const first = spent(app);
    await app.run(...again, '--yes');
    const second = spent(app);
    expect(second).toBeGreaterThan(first);
    for (const args of [again, [...again, '--yes'], [...again, '--yes']])
      expect(await app.run(...args)).toMatchObject({
        code: 0,
        out: 'There is nothing new to order.\n',
        err: expect.stringContaining('locales/de.json: hello: It is on order, and nothing more is paid'),
      });
    expect(spent(app)).toBe(second);
    await translate(app, 'Hello', 'Hallo {nom}');
    expect(await app.run(...again, '--yes')).toMatchObject({ code: 0 });
    expect(spent(app)).toBe(second + (second - first));
    await translate(app, 'Hello', 'Hallo {name}');
    // Whether it is in the file or not, it has a translation.
    for (const _ of [1, 2]) {
      const { out, err } = await app.run(...again, '--yes');
      expect({ out, err }).toEqual({
        out: 'There is nothing new to order.\n',
        err: expect.stringContaining('It has a translation. If that is wrong, reject it first: '),
      });
      await app.run('pull', ...DE);
    }
    expect(app.ordered()).toBe(3);
    expect(await german(app)).toMatchObject({ hello: 'Hallo {name}' });
  });

  test('at the same time is one order', async () => {
    await using app = await startBroken('--using', using);
    const both = await Promise.all([app.run(...again, '--yes'), app.run(...again, '--yes')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(app.ordered()).toBe(2);
  });

  test('that is stopped before the answer comes is found by the next one', async () => {
    await using app = await startBroken('--using', using);
    const on = using === 'simple' ? 'POST /api/v1/simple/questions' : 'POST /api/v1/projects';
    app.sandbox.faults.add({ on, times: 1, fault: { kind: 'hang', carriedOut: true } });
    const stopped = app.begin([...again, '--yes']);
    await expect.poll(() => app.ordered()).toBe(2);
    stopped.stop();
    expect(await stopped.ended).toBe(130);
    const placed = spent(app);
    expect(await app.run(...again, '--yes')).toMatchObject({ code: 0 });
    expect(await app.run('order', ...DE, '--yes')).toMatchObject({ code: 0 });
    expect(spent(app)).toBe(placed);
    await translate(app, 'Hello', 'Hallo {name}');
    expect(await unit(app, 'pull')).toMatchObject({ written: 2, open: 0, issues: [] });
  });

  test('whose notes are lost costs nothing once more', async () => {
    await using app = await startBroken('--using', using);
    await app.run(...again, '--yes');
    const memory = join(app.folder, '.translation-requester');
    const [service = ''] = await readdir(memory);
    const store = fileStore(join(memory, service));
    for (const key of await store.keys('unit ')) await store.swap(key, await store.get(key), undefined);
    const placed = spent(app);
    expect(await app.run(...again)).toMatchObject({ code: 0 });
    expect(spent(app)).toBe(placed);
    expect(await unit(app, 'status')).toMatchObject({ open: 1, issues: [] });
  });

  test('says where it costs nothing to send the translation back', async () => {
    await using app = await startOrdered('--using', using);
    await app.sandbox.clock.advance(DAY / 2);
    await translate(app, 'Hello', 'Hallo');
    const { code, err } = await app.run(...again);
    expect(code).toBe(3);
    const hint = 'locales/de.json: hello: Its translation can still be sent back, at no cost: ';
    if (using === 'simple')
      expect(err).toContain(`${hint}translation-requester reject locales/en.json --to de`);
    else expect(err).not.toContain(hint);
    await app.sandbox.clock.advance(DAY);
    expect((await app.run(...again)).err).not.toContain(hint);
  });

  test('what nobody translated is ordered anew', async () => {
    await using app = await startOrdered('--using', using);
    await app.sandbox.clock.advance(9 * DAY);
    expect(await unit(app, 'status')).toMatchObject({ issues: [{ key: 'hello' }, { key: 'bye' }] });
    expect(await app.run(...again, '--again', 'bye', '--yes')).toMatchObject({ code: 0 });
    await app.translate();
    expect(await unit(app, 'pull')).toMatchObject({ written: 2, issues: [] });
  });

  test('of a translation that is wrong though nothing is missing in it: reject remembers it', async () => {
    await using app = await startBroken('--using', using);
    await app.run('pull', ...DE);
    const bye = [...DE, '--key', 'bye', '--reason', REASON] as const;
    const late = await app.run('reject', ...bye);
    expect(late.code).toBe(1);
    expect(late.err).toContain(
      'locales/en.json in de: the translation of "bye" can\'t be sent back any more',
    );
    const [, price] = /To order it anew \((\d+) points\): .* --again bye/.exec(late.err) ?? [];
    const before = spent(app);
    expect(await unit(app, 'status')).toMatchObject({ written: 0, ready: 0, issues: [{}, {}] });
    await app.run('order', ...DE, '--again', 'bye', '--using', using, '--yes');
    expect(app.ordered()).toBe(2);
    expect(String(spent(app) - before)).toBe(price);
    // Another order has brought it, so that it counts though it is the same.
    await translate(app, 'Good', 'de: Good bye');
    expect(await unit(app, 'pull')).toMatchObject({ written: 1 });
    expect(await german(app)).toEqual({ bye: 'de: Good bye' });
  });
});

test('a file with the same text gets the new order at no cost', async () => {
  await using app = await startBroken();
  await app.put('mails/en.json', '{"hi": "Hello {name}"}');
  const both = ['locales/en.json', 'mails/en.json', '--to', 'de'];
  await app.run('order', ...both, '--yes');
  await app.run(...AGAIN, '--yes');
  const paid = spent(app);
  expect(await app.run('order', ...both, '--again', 'hi')).toMatchObject({ code: 0 });
  expect(spent(app)).toBe(paid);
  await translate(app, 'Hello', 'Hallo {name}');
  expect(await app.run('pull', ...both)).toMatchObject({ code: 0 });
  expect(JSON.parse(await app.read('mails/de.json'))).toEqual({ hi: 'Hallo {name}' });
});

test('a document that nobody translated is ordered anew, once', async () => {
  await using app = await startApp({ analysisTime: 0 });
  await app.put('menu.txt', 'Soup\n');
  const files = ['menu.txt', '--from', 'en', '--to', 'de'] as const;
  await app.run('order', ...files, '--yes');
  await app.sandbox.clock.advance(9 * DAY);
  const { err } = await app.run('pull', ...files);
  expect(err).toContain('--again menu.txt\n');
  const again = ['order', ...files, '--again', 'menu.txt'] as const;
  expect(await app.run(...again)).toMatchObject({ code: 3, err: expect.stringContaining('This costs') });
  expect(await app.run(...again, '--yes')).toMatchObject({ code: 0 });
  expect(await app.run(...again, '--yes')).toMatchObject({
    code: 0,
    err: expect.stringContaining('on order'),
  });
  expect(app.ordered()).toBe(2);
  await app.translate();
  expect(await app.run('pull', ...files)).toMatchObject({ code: 0 });
  expect(await app.read('menu.de.txt')).toContain('Soup');
});

test.each([
  [['--again', 'hell'], 'locales/en.json has no text "hell"; did you mean hello?'],
  [['--again', '__proto__'], 'locales/en.json has no text "__proto__".'],
  [['--again', ''], '--again takes a non-empty string'],
])('%j is a mistake, and nothing is ordered', async (args, message) => {
  await using app = await startBroken();
  expect(await app.run('order', ...DE, ...args, '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining(message),
  });
  expect(app.ordered()).toBe(1);
});
