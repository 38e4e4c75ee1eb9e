import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { type App, startApp } from '../app.js';

const MENU = 'Soup of the day\nFish with rice';
const FILES = ['menu.txt', '--from', 'en', '--to', 'ja,de'] as const;
const ORDER = ['order', ...FILES, '--yes'] as const;

let app: App;

beforeEach(async () => {
  app = await startApp({ analysisTime: 0 });
  await app.put('menu.txt', MENU);
});
afterEach(() => app[Symbol.asyncDispose]());

const uploads = (): number =>
  app.sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/my/files')).length;
const files = async (): Promise<string[]> =>
  (await readdir(app.folder)).filter((name) => !name.startsWith('.')).sort();

/** Removes what a command notes last. @returns how many notes there were */
async function forgetOrders(name = 'menu.txt'): Promise<number> {
  const memory = join(app.folder, '.translation-requester');
  const [service = ''] = await readdir(memory);
  const store = fileStore(join(memory, service));
  const notes = await store.keys(`unit ${name} `);
  for (const name of notes) await store.swap(name, await store.get(name), undefined);
  return notes.length;
}

describe('a document, from quote to pull', () => {
  test('is uploaded once, ordered once for each language, and written beside its source', async () => {
    const quote = await app.run('quote', ...FILES);
    expect(quote).toMatchObject({ code: 0, err: '' });
    expect(quote.out).toMatch(/^menu\.txt +ja +1 +\d+\nmenu\.txt +de +1 +\d+\nTotal: /m);
    expect(app.ordered()).toBe(0);
    expect(await app.run(...ORDER)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Ordered for \d+ points/),
    });
    expect([uploads(), app.ordered()]).toEqual([1, 2]);
    expect(await app.run('pull', ...FILES)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^file +new translations +still open\nmenu\.ja\.txt +0 +1$/m),
    });
    await app.translate();
    const pulled = await app.run('pull', ...FILES);
    expect(pulled).toMatchObject({ code: 0, err: '' });
    expect(pulled.out).toMatch(/^menu\.de\.txt +1$/m);
    expect(await files()).toEqual(['menu.de.txt', 'menu.ja.txt', 'menu.txt']);
    expect((await app.read('menu.ja.txt')).split('\n')).toHaveLength(2);
    expect(await app.run(...ORDER)).toMatchObject({ code: 0, out: 'There is nothing new to order.\n' });
    expect([uploads(), app.ordered()]).toEqual([1, 2]);
  });

  test('is neither uploaded nor ordered again while it is being translated', async () => {
    await app.run(...ORDER);
    expect(await app.run(...ORDER)).toMatchObject({ code: 0, out: 'There is nothing new to order.\n' });
    expect([uploads(), app.ordered()]).toEqual([1, 2]);
  });

  test('is found again by a command that follows one that was killed before it noted its order', async () => {
    await app.run(...ORDER);
    expect(await forgetOrders()).toBe(2);
    expect((await app.run(...ORDER)).code).toBe(0);
    expect([uploads(), app.ordered()]).toEqual([1, 2]);
    await app.translate();
    await app.run('pull', ...FILES);
    expect(await files()).toContain('menu.ja.txt');
  });

  test('is ordered again when it has changed, and its old translation stays until then', async () => {
    await app.run(...ORDER);
    await app.translate();
    await app.run('pull', ...FILES);
    const before = await app.read('menu.ja.txt');
    await app.put('menu.txt', 'Only soup');
    const status = await app.json('status', ...FILES);
    expect(status.units).toMatchObject([
      { written: 0, missing: 1 },
      { written: 0, missing: 1 },
    ]);
    expect((await app.run(...ORDER)).out).toMatch(/^Ordered for/);
    expect([uploads(), app.ordered()]).toEqual([2, 4]);
    expect(await app.read('menu.ja.txt')).toBe(before);
    await app.translate();
    await app.run('pull', ...FILES);
    expect((await app.read('menu.ja.txt')).split('\n')).toHaveLength(1);
  });

  test('that was changed after it was ordered is pulled as it was then, and the new one is still to be ordered', async () => {
    await app.run(...ORDER);
    await app.put('menu.txt', 'Only soup');
    await app.translate();
    expect((await app.json('pull', ...FILES)).units).toMatchObject([{ written: 1 }, { written: 1 }]);
    expect((await app.read('menu.ja.txt')).split('\n')).toHaveLength(2);
    expect((await app.json('pull', ...FILES)).units).toMatchObject([{ written: 0 }, { written: 0 }]);
    expect((await app.json('status', ...FILES)).units).toMatchObject([
      { written: 0, missing: 1 },
      { missing: 1 },
    ]);
    expect((await app.run(...ORDER)).out).toMatch(/^Ordered for/);
    await app.translate();
    expect((await app.json('pull', ...FILES)).units).toMatchObject([{ written: 1 }, { written: 1 }]);
    expect((await app.read('menu.ja.txt')).split('\n')).toHaveLength(1);
    await app.put('menu.txt', MENU);
    await app.run('pull', ...FILES);
    expect((await app.read('menu.ja.txt')).split('\n')).toHaveLength(1);
  });

  test('is not ordered in a language that has a file already, which stays', async () => {
    await app.put('menu.ja.txt', 'by hand');
    expect((await app.run(...ORDER)).code).toBe(0);
    expect(app.ordered()).toBe(1);
    await app.translate();
    await app.run('pull', ...FILES);
    expect(await app.read('menu.ja.txt')).toBe('by hand');
  });

  test('that was corrected by hand after pull stays', async () => {
    await app.run(...ORDER);
    await app.translate();
    await app.run('pull', ...FILES);
    await app.put('menu.ja.txt', 'by hand');
    await app.run('pull', ...FILES);
    await app.run(...ORDER);
    expect(await app.read('menu.ja.txt')).toBe('by hand');
    expect(app.ordered()).toBe(2);
  });

  test('can come with a project file, beside locale files', async () => {
    const project = {
      name: 'shop',
      from: 'en',
      to: ['ja'],
      files: [{ source: 'docs/menu.txt', target: 'docs/{language}/menu.txt' }, { source: 'locales/en.json' }],
    };
    await app.put('translation-requester.json', JSON.stringify(project));
    await app.put('docs/menu.txt', MENU);
    await app.put('locales/en.json', '{"a":"One"}');
    expect((await app.run('order', '--yes')).code).toBe(0);
    expect(app.sandbox.orders().map(({ key }) => key)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^shop\/docs\/menu\.txt\/[\da-f]{16}\/ja$/)]),
    );
    await app.translate();
    expect((await app.run('pull')).code).toBe(0);
    expect((await app.read('docs/ja/menu.txt')).split('\n')).toHaveLength(2);
    expect(await app.read('locales/ja.json')).toContain('"a"');
  });
});

test('status shows what is written, ready and being translated', async () => {
  const views = async () => (await app.json('status', ...FILES)).units;
  expect(await views()).toMatchObject([{ texts: 1, missing: 1 }, { missing: 1 }]);
  await app.run(...ORDER);
  expect(await views()).toMatchObject([{ open: 1, missing: 0, ready: 0 }, { open: 1 }]);
  await app.translate();
  expect(await views()).toMatchObject([{ open: 0, ready: 1, written: 0 }, { ready: 1 }]);
  expect(await files()).toEqual(['menu.txt']);
  await app.run('pull', ...FILES);
  expect(await views()).toMatchObject([{ written: 1, ready: 0, missing: 0 }, { written: 1 }]);
  expect((await app.run('status', ...FILES, '--check')).code).toBe(0);
});

/** The questions of all orders. */
const findQuestions = (): Promise<readonly number[]> =>
  Promise.all(
    app.sandbox.orders().map(async ({ id }) => {
      const url = `${app.server.url}/api/v1/projects/${id}?access_token=${app.sandbox.accessToken}`;
      return (await (await fetch(url)).json()).project.questions[0].id as number;
    }),
  );

test('a translation that may still change is written, and replaced by a later one', async () => {
  await app.run(...ORDER);
  const questions = await findQuestions();
  for (const id of questions) {
    app.sandbox.translators.takeQuestion(id);
    app.sandbox.translators.translateQuestion(id, ['first', 'draft']);
  }
  expect((await app.json('pull', ...FILES)).units).toMatchObject([
    { written: 1, mayChange: 1 },
    { written: 1 },
  ]);
  expect((await app.json('pull', ...FILES)).units).toMatchObject([
    { written: 0, mayChange: 1 },
    { written: 0 },
  ]);
  expect((await app.json('status', ...FILES)).units).toMatchObject([
    { written: 1, ready: 0, mayChange: 1 },
    {},
  ]);
  for (const id of questions) app.sandbox.translators.translateQuestion(id, ['second', 'draft']);
  expect((await app.json('pull', ...FILES)).units).toMatchObject([{ written: 1 }, { written: 1 }]);
  expect(await app.read('menu.ja.txt')).toBe('second\ndraft');
  await app.sandbox.clock.advance(25 * 3_600_000);
  expect((await app.json('pull', ...FILES)).units).toMatchObject([
    { written: 0, mayChange: 0 },
    { written: 0 },
  ]);
  expect(await files()).toEqual(['menu.de.txt', 'menu.ja.txt', 'menu.txt']);
});

describe('a translation that is wrong', () => {
  const JA = ['menu.txt', '--from', 'en', '--to', 'ja'] as const;
  const REJECT = ['reject', ...JA, '--reason', 'It is of another menu.'] as const;
  const AGAIN = ['order', ...JA, '--again', 'menu.txt', '--yes'] as const;
  const spent = (): number => app.sandbox.orders().reduce((sum, { points }) => sum + points, 0);
  /** Translates the newest order, which can still change for a day. */
  const translate = async (): Promise<void> => {
    const id = Math.max(...(await findQuestions()));
    app.sandbox.translators.takeQuestion(id);
    app.sandbox.translators.translateQuestion(id, ['another', 'menu']);
  };

  test.each(['written', 'not written'])(
    'is remembered once it is final, and the document ordered anew: %s',
    async (state) => {
      await app.run('order', ...JA, '--yes');
      const early = { code: 2, err: expect.stringContaining('comment menu.txt') };
      expect(await app.run(...REJECT)).toMatchObject(early);
      await translate();
      expect(await app.run(...REJECT)).toMatchObject(early);
      expect((await app.run(...AGAIN)).err).toContain('menu.ja.txt: menu.txt: It has a translation.');
      if (state === 'written') await app.run('pull', ...JA);
      await app.sandbox.clock.advance(25 * 3_600_000);
      const price = spent();
      const { code, err } = await app.run(...REJECT);
      expect(code).toBe(1);
      expect(err).toContain('It is remembered as wrong, and pull does not write it.');
      expect(err).toContain(
        'To order it anew at its price: translation-requester order menu.txt --from en --to ja',
      );
      for (const name of ['status', 'pull']) {
        const shown = await app.run(name, ...JA);
        expect(shown.err).toContain(
          'menu.ja.txt: menu.txt: Its translation was rejected, and no other has come.',
        );
        expect((await app.json(name, ...JA)).units).toMatchObject([
          { issues: [{ key: 'menu.txt' }], open: 0 },
        ]);
      }
      // What is in the file stays until there is another.
      expect(await files()).toEqual(state === 'written' ? ['menu.ja.txt', 'menu.txt'] : ['menu.txt']);
      const nothing = { code: 0, out: 'There is nothing new to order.\n' };
      expect(await app.run('order', ...JA, '--yes')).toMatchObject({ code: 0 });
      expect(spent()).toBe(price);
      expect(await app.run(...AGAIN)).toMatchObject({ code: 0 });
      expect(spent()).toBe(2 * price);
      // The same line again means the new order.
      expect(await app.run(...AGAIN)).toMatchObject({
        ...nothing,
        err: expect.stringContaining('It is on order'),
      });
      // Its translation is written, also where it is the same to the byte: another order has brought it.
      await translate();
      expect((await app.json('pull', ...JA)).units).toMatchObject([{ written: 1, issues: [] }]);
      expect(await app.read('menu.ja.txt')).toBe('another\nmenu');
      expect(await app.run('order', ...JA, '--yes')).toMatchObject(nothing);
      expect(spent()).toBe(2 * price);
    },
  );

  test('and corrected by hand stays as it was corrected', async () => {
    await app.run('order', ...JA, '--yes');
    await translate();
    await app.run('pull', ...JA);
    await app.put('menu.ja.txt', 'corrected');
    await app.sandbox.clock.advance(25 * 3_600_000);
    await app.run(...REJECT);
    await app.run('pull', ...JA);
    expect(await app.read('menu.ja.txt')).toBe('corrected');
    expect(await app.run(...AGAIN)).toMatchObject({ err: expect.stringContaining('It has a translation.') });
    expect(app.ordered()).toBe(1);
  });
});

test('an order that was cancelled is an issue, and the other language is written', async () => {
  await app.run(...ORDER);
  const [first] = app.sandbox.orders();
  const url = (path: string) => `${app.server.url}/api/v1/${path}?access_token=${app.sandbox.accessToken}`;
  const { project } = await (await fetch(url(`projects/${first?.id}`))).json();
  await fetch(url(`questions/${project.questions[0].id}/cancel`), { method: 'PUT' });
  await app.translate();
  const pulled = await app.run('pull', ...FILES);
  expect(pulled.code).toBe(4);
  expect(pulled.err).toContain('Nobody translated this document');
  expect(pulled.err).toContain('--again menu.txt\n');
  expect(await files()).toHaveLength(2);
});

test('an order costs no more than what was agreed to, when the price rises meanwhile', async () => {
  const confirm = async () => {
    app.sandbox.faults.add({
      on: 'POST /api/v1/projects/check',
      fault: {
        kind: 'alter',
        alter: ({ project, ...answer }) => ({ ...answer, project: { ...project, point: project.point + 1 } }),
      },
    });
    return true;
  };
  const { ended, printed } = app.begin(['order', ...FILES], { isInteractive: true, confirm });
  expect(await ended).toBe(3);
  expect(printed.err).toContain('The price has changed: run the command again.');
  expect(app.ordered()).toBe(0);
});

test('a translation of which the service has no file is an issue, and is pulled when there is one', async () => {
  const JA = ['menu.txt', '--from', 'en', '--to', 'ja'] as const;
  await app.run('order', ...JA, '--yes');
  await app.translate();
  app.sandbox.faults.add({
    on: 'GET /api/v1/questions/:id/revisions/:n',
    times: 2,
    fault: {
      kind: 'alter',
      // The field is absent then.
      alter: (answer) => ({ ...answer, translation: { ...answer.translation, download_url: undefined } }),
    },
  });
  const pulled = await app.run('pull', ...JA);
  expect(pulled.err).toContain('has no file of its translation');
  expect(pulled.code).toBe(4);
  expect(await files()).toEqual(['menu.txt']);
  expect(await app.run('pull', ...JA)).toMatchObject({ code: 0, err: '' });
  expect(await files()).toEqual(['menu.ja.txt', 'menu.txt']);
});

test('pull --wait writes each language when it is translated, and leaves nothing else behind when it stops', async () => {
  await app.run(...ORDER);
  const { ended, stop } = app.begin(['pull', ...FILES, '--wait']);
  await app.translate();
  expect(await ended).toBe(0);
  expect(await files()).toEqual(['menu.de.txt', 'menu.ja.txt', 'menu.txt']);
  stop();
});

test('a download that breaks off leaves no file behind, and the next pull writes it', async () => {
  await app.run(...ORDER);
  await app.translate();
  app.sandbox.faults.add({
    on: 'GET /api/v1/questions/:id/revisions/:n/file',
    times: 1,
    fault: { kind: 'drop-midway' },
  });
  expect((await app.run('pull', ...FILES)).code).toBe(1);
  expect((await files()).filter((name) => name.includes('tmp'))).toEqual([]);
  expect((await app.run('pull', ...FILES)).code).toBe(0);
  expect(await files()).toEqual(['menu.de.txt', 'menu.ja.txt', 'menu.txt']);
});

describe('a document is refused', () => {
  test.each<readonly [string, readonly string[], RegExp]>([
    [
      'without its language',
      ['order', 'menu.txt', '--to', 'ja', '--yes'],
      /language of the texts in menu\.txt is unknown.*--from/,
    ],
    ['that is missing', ['order', 'other.docx', '--from', 'en', '--to', 'ja', '--yes'], /other\.docx/],
    ['for a pseudo locale', ['pull', ...FILES, '--pseudo'], /menu\.txt is a document/],
    [
      'for reject',
      [
        'reject',
        'menu.txt',
        '--from',
        'en',
        '--to',
        'ja',
        '--key',
        'menu.txt',
        '--reason',
        'It is not good at all.',
      ],
      /menu\.txt is a document/,
    ],
    ['above the limit', [...ORDER, '--max-points', '1'], /above the limit of 1\. Nothing was ordered/],
  ])('%s', async (_, args, message) => {
    const { code, err } = await app.run(...args);
    expect(err).toMatch(message);
    expect(code).toBeGreaterThan(0);
    expect(app.ordered()).toBe(0);
  });

  test('when the service can not read it', async () => {
    await writeFile(join(app.folder, 'menu.txt'), '');
    const { code, err } = await app.run(...ORDER);
    expect([code, app.ordered()]).toEqual([1, 0]);
    expect(err).toContain('menu.txt');
  });

  test('when a project file leads it out of the folder', async () => {
    const project = { from: 'en', to: ['ja'], files: [{ source: 'menu.txt', target: '../{language}.txt' }] };
    await app.put('translation-requester.json', JSON.stringify(project));
    expect(await app.run('order', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('leads out of the folder'),
    });
  });
});

describe('a document of Office that is saved again without a changed text', () => {
  const DOCX = ['menu.docx', '--from', 'en', '--to', 'ja'] as const;
  const save = (when: string, text = 'Soup') =>
    writeFile(
      join(app.folder, 'menu.docx'),
      zipSync({
        '[Content_Types].xml': strToU8(
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        ),
        'word/document.xml': strToU8(
          `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
        ),
        'docProps/core.xml': strToU8(`<a>${when}</a>`),
      }),
    );

  test('costs nothing: before its translation is there, and afterwards', async () => {
    await save('2024');
    expect((await app.run('order', ...DOCX, '--yes')).out).toMatch(/^Ordered for/);
    await save('2025');
    const quote = await app.run('quote', ...DOCX);
    expect(quote.err).toContain('menu.docx: an earlier version, with the same texts, is on order into ja.');
    expect(quote.out).toMatch(/^Total: 0 points/m);
    expect((await app.run('order', ...DOCX, '--yes')).out).toContain('There is nothing new to order.');
    await app.translate();
    expect((await app.json('pull', ...DOCX)).units).toMatchObject([{ written: 1 }]);
    await save('2026');
    expect((await app.json('quote', ...DOCX)).points).toBe(0);
    expect((await app.json('status', ...DOCX)).units).toMatchObject([{ written: 1, missing: 0 }]);
    expect([uploads(), app.ordered()]).toEqual([1, 1]);
    await save('2026', 'Fish');
    expect((await app.json('quote', ...DOCX)).points).toBeGreaterThan(0);
  });

  test('is not ordered again where nothing says what became of its order', async () => {
    await save('2024');
    await app.run('order', ...DOCX, '--yes');
    await forgetOrders('menu.docx');
    await save('2025');
    const { code, err } = await app.run('order', ...DOCX, '--yes');
    expect(code).not.toBe(0);
    expect(err).toContain('Bring the earlier version back');
    expect(app.ordered()).toBe(1);
  });
});
