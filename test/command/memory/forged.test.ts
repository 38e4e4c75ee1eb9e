import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import { createSandbox } from '../../../src/sandbox.js';
import { type App, startApp } from '../app.js';
import { shell } from '../shell.js';

/** The memory is a part of the repository, which may come from anybody. */

const DE = ['--from', 'en', '--to', 'de'] as const;
const SHOP = ['shop/en.json', ...DE] as const;
const SECRET = ['secret/en.json', ...DE] as const;
const OTHER = ['other/en.json', ...DE] as const;

let app: App;
let store: Store;

beforeEach(async () => {
  app = await startApp({ analysisTime: 0 });
  await app.put('shop/en.json', '{"a":"One","b":"Two"}');
  await app.put('secret/en.json', '{"x":"Merger","y":"Layoffs"}');
  await app.put('other/en.json', '{"c":"Three"}');
});
afterEach(() => app[Symbol.asyncDispose]());

async function openMemory(): Promise<Store> {
  const memory = join(app.folder, '.translation-requester');
  const [service = ''] = await readdir(memory);
  return fileStore(join(memory, service));
}

async function read(key: string): Promise<Record<string, unknown>> {
  return JSON.parse((await store.get(key)) ?? '');
}

async function write(key: string, next: object): Promise<void> {
  await store.swap(key, await store.get(key), JSON.stringify(next));
}

const findKey = async (...parts: readonly string[]): Promise<string> => {
  const keys = await store.keys('');
  const found = keys.find((key) => parts.every((part) => key.includes(part)));
  if (found === undefined) throw new Error(`No record of ${parts.join()} in ${keys.join()}`);
  return found;
};

/** Everything that was sent to the service and changes something. */
const writes = (): readonly string[] =>
  app.sandbox.requests
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/check') && !path.endsWith('/my/files'))
    .map(({ method, path }) => `${method} ${path}`);

async function readOrNothing(name: string): Promise<string> {
  return app.read(name).catch(() => '');
}

describe.each(['simple', 'project'])('a record of %s orders that names another order', (using) => {
  beforeEach(async () => {
    for (const files of [SHOP, SECRET, OTHER])
      expect(await app.run('order', ...files, '--yes', '--using', using)).toMatchObject({ code: 0 });
    await app.translate();
    store = await openMemory();
    const [own, foreign] = [
      await findKey('order ', 'shop/en.json/'),
      await findKey('order ', 'secret/en.json/'),
    ];
    await write(own, { ...(await read(own)), id: (await read(foreign)).id });
    const [table, secret] = [
      await findKey('table ', 'shop/en.json/'),
      await findKey('table ', 'secret/en.json/'),
    ];
    await write(table, { ...(await read(table)), placed: (await read(secret)).placed });
  });

  test('is named by every command, with exit code 4, and nothing of that order is written or sent', async () => {
    const before = writes().length;
    const key = (await findKey('order ', 'shop/en.json/')).replace(/^order \d+:\w+:/, '');
    for (const name of ['quote', 'status', 'pull', 'order']) {
      const more = name === 'order' ? ['--yes', '--using', using] : [];
      const { code, err } = await app.run(name, ...SHOP, ...more);
      expect({ code, err }).toEqual({
        code: 4,
        err: expect.stringContaining(`The record of the order "${key}" does not fit`),
      });
      // Once, for all its texts.
      expect(err.match(/does not fit/g)).toHaveLength(1);
      expect(err).toContain('shop/de.json: a, b: ');
    }
    const send =
      using === 'simple' ? ['reject', '--reason', 'This is not our word.'] : ['comment', '--text', 'Hello'];
    const [name = '', ...rest] = send;
    expect(await app.run(name, ...SHOP, '--key', 'a', ...rest)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not fit'),
    });
    expect(await readOrNothing('shop/de.json')).toBe('');
    expect(writes().slice(before)).toEqual([]);
  });

  test('is named by order, too, when something else is new', async () => {
    await app.put('other/en.json', '{"c":"Three","d":"Four"}');
    expect(
      await app.run('order', 'shop/en.json', 'other/en.json', ...DE, '--yes', '--using', using),
    ).toMatchObject({
      code: 4,
      out: expect.stringMatching(/^Ordered for/),
      err: expect.stringContaining('shop/de.json: a, b: The record'),
    });
    expect(app.ordered()).toBe(4);
  });

  test('keeps back no other file', async () => {
    expect(await app.run('pull', 'shop/en.json', 'other/en.json', ...DE)).toMatchObject({ code: 4 });
    expect(await readOrNothing('shop/de.json')).toBe('');
    expect(await app.read('other/de.json')).toContain('Three');
  });

  test.each(['table ', 'order '])(
    'is named though it is no %srecord at all, and keeps back no other file',
    async (room) => {
      const key = await findKey(room, 'shop/en.json/');
      await store.swap(key, await store.get(key), '{"holds":{"__proto__":1}}');
      // It has a new text, for which the orders of other files are looked through.
      await app.put('other/en.json', '{"c":"Three","d":"Four"}');
      expect(await app.run('pull', 'shop/en.json', 'other/en.json', ...DE)).toMatchObject({
        code: 1,
        err: expect.stringContaining(key.replace(/^table \d+:/, '')),
      });
      expect(await app.read('other/de.json')).toContain('Three');
    },
  );
});

describe('a record of a document', () => {
  const MENU = ['menu.txt', ...DE] as const;

  beforeEach(async () => {
    await app.put('menu.txt', 'Soup of the day');
    await app.put('secret.txt', 'Merger and layoffs');
    for (const name of ['menu.txt', 'secret.txt'])
      expect(await app.run('order', name, ...DE, '--yes')).toMatchObject({ code: 0 });
    await app.translate();
    store = await openMemory();
  });

  test.each([
    ['as another order, whole', (_own: object, foreign: object) => foreign],
    ['with the key of its own', (own: object, foreign: object) => ({ ...foreign, key: Object(own).key })],
  ])('that names another document %s is named, and no file is written', async (_, forge) => {
    const note = await findKey('unit menu.txt');
    const own = await read(note);
    const { ordered } = await read(await findKey('unit secret.txt'));
    const [order] = Object(own.ordered).job.orders;
    const [foreign] = Object(ordered).job.orders;
    const job = { ...Object(ordered).job, orders: [forge(order, foreign)] };
    await write(note, { ...own, ordered: { ...Object(own.ordered), job } });
    for (const name of ['quote', 'status', 'pull']) {
      const { code, err } = await app.run(name, ...MENU);
      expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('does not fit') });
    }
    expect((await readdir(app.folder)).filter((name) => name.endsWith('.txt')).toSorted()).toEqual([
      'menu.txt',
      'secret.txt',
    ]);
    // Ordering asks for the right one, and pays nothing again.
    const before = writes().length;
    expect(await app.run('order', ...MENU, '--yes')).toMatchObject({ code: 4 });
    expect(writes().slice(before)).toEqual([]);
    expect(await app.run('pull', ...MENU)).toMatchObject({ code: 0 });
    expect(await app.read('menu.de.txt')).toContain('Soup');
  });

  test('cannot choose where its translation is written', async () => {
    const note = await findKey('unit menu.txt');
    const own = await read(note);
    const job = { ...Object(own.ordered).job, filename: '../../escaped.txt', to: ['../de'] };
    await write(note, { ...own, ordered: { ...Object(own.ordered), job } });
    expect(await app.run('pull', ...MENU)).toMatchObject({ code: 0 });
    expect(await app.read('menu.de.txt')).toContain('Soup');
  });
});

describe('a note that this command did not write', () => {
  const NAME = 'unit shop/en.json de/forged';

  beforeEach(async () => {
    await app.run('order', ...SHOP, '--yes');
    await app.translate();
    store = await openMemory();
  });

  test.each([
    ['no JSON', '{"written":'],
    ['nothing in it', '{}'],
    ['null', '{"at":1,"written":null}'],
    ['digests that are none', '{"at":1,"written":{"a":{"b":1}}}'],
    ['no time', '{"at":"tomorrow","written":{}}'],
    ['a time that never comes', '{"at":1e300,"written":{}}'],
    [
      'an order without an id',
      '{"at":1,"written":{},"ordered":{"digest":"x","job":{"orders":[{"id":"../.."}]}}}',
    ],
    ['an order that is a list', '{"at":1,"written":{},"ordered":{"digest":"x","job":[]}}'],
  ])('with %s is named and not used, and the rest goes on', async (_, text) => {
    await store.swap(NAME, undefined, text);
    for (const name of ['quote', 'status', 'pull'])
      expect(await app.run(name, ...SHOP)).toMatchObject({ code: 4, err: expect.stringContaining(NAME) });
    expect(await app.read('shop/de.json')).toContain('One');
    expect(await store.get(NAME)).toBe(text);
  });

  test('changes no output by its name', async () => {
    await store.swap(`${NAME}\n::set-output name=x::y\u001b[31m${'x'.repeat(5_000)}`, undefined, '{}');
    const { code, err } = await app.run('pull', ...SHOP);
    expect(code).toBe(4);
    expect(err).not.toContain('\u001b');
    expect(err).not.toMatch(/^::/m);
    expect(err.length).toBeLessThan(1_000);
  });

  test('cannot leave texts out, or touch what every object has', async () => {
    const text =
      '{"at":1,"written":{"__proto__":"x","constructor":"y"},"ignore":["*"],"changeable":{"__proto__":"z"}}';
    await store.swap(NAME, undefined, text);
    expect(await app.run('pull', ...SHOP)).toMatchObject({ code: 0, err: '' });
    expect(await app.read('shop/de.json')).toMatch(/One.*Two/s);
    expect(Object.prototype).not.toHaveProperty('x');
  });
});

test('a record of an order that was not sent does not decide what is sent', async () => {
  await app.run('order', ...SHOP, '--yes');
  store = await openMemory();
  const table = await findKey('table ', 'shop/en.json/');
  const order = await findKey('order ', 'shop/en.json/');
  const key = order.replace(/^order \d+:\w+:/, '');
  const { kind, holds } = await read(table);
  await write(table, {
    kind,
    holds,
    order: {
      language_id: 'en',
      translated_language_id: 'de',
      custom_field: key,
      text_format: 0,
      published_scope: 0,
      description: 'Ask for more at evil.example.',
      escape_text: true,
      question_bodies: [{ body: 'One' }, { body: 'Merger' }],
    },
  });
  await store.swap(order, await store.get(order), undefined);
  const before = writes().length;
  expect(await app.run('order', ...SHOP, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining(key),
  });
  expect(writes().slice(before)).toEqual([]);
});

test('the folder of another service is not read', async () => {
  await app.run('order', ...SHOP, '--yes');
  await app.translate();
  const folder = join(app.folder, '.translation-requester', 'evil.example');
  const evil = fileStore(folder);
  await evil.swap('unit shop/en.json de/1', undefined, '{}');
  await writeFile(join(folder, 'keys', 'file'), 'x');
  expect(await app.run('pull', ...SHOP)).toMatchObject({ code: 0, err: '' });
  // What is ordered at one service is new at another, though the account has the same id.
  const elsewhere = createSandbox();
  const server = await elsewhere.listen();
  const { run } = shell({ folder: app.folder, env: { HOME: app.folder } });
  await rm(join(app.folder, 'shop/de.json'));
  expect(await run('order', ...SHOP, '--yes', '--sandbox', '--url', server.url)).toBe(0);
  await server.close();
  expect(elsewhere.orders()).toHaveLength(1);
});
