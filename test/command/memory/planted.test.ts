import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import { type App, startApp } from '../app.js';

/** Whoever has made a repository has planted its memory before the first command, as if something had been ordered. */

const DE = ['--from', 'en', '--to', 'de'] as const;
const SHOP = ['shop/en.json', ...DE] as const;
const MENU = ['menu.txt', ...DE] as const;
/** Less than anything costs. */
const CHEAP = ['--max-points', '1'] as const;
/** An order that was sent long ago, and that the service does not have. */
const SENT = { state: 'sent', claim: 'x', at: 5, fingerprint: 'x' };

let app: App;
let store: Store;
/** What the memory has after the same orders at another service, by key. */
let records: ReadonlyMap<string, Record<string, unknown>>;

beforeEach(async () => {
  const elsewhere = await start();
  await elsewhere.run('order', ...SHOP, '--yes');
  await elsewhere.run('order', ...MENU, '--yes');
  const ordered = openMemory(elsewhere);
  const texts = (await ordered.keys('')).map(async (key) => [key, await ordered.get(key)] as const);
  records = new Map((await Promise.all(texts)).map(([key, text]) => [key, JSON.parse(text ?? '')]));
  await elsewhere[Symbol.asyncDispose]();
  app = await start();
  store = openMemory(app);
});
afterEach(() => app[Symbol.asyncDispose]());

async function start(): Promise<App> {
  const started = await startApp({ analysisTime: 0 });
  await started.put('translation-requester.json', '{"name":"shop"}');
  await started.put('shop/en.json', '{"a":"One","b":"Two"}');
  await started.put('menu.txt', 'Soup of the day');
  return started;
}

const openMemory = ({ folder, server }: App): Store =>
  fileStore(join(folder, '.translation-requester', new URL(server.url).host.replace(':', '_')));

function findRecord(...parts: readonly string[]) {
  const found = [...records].find(([key]) => parts.every((part) => key.includes(part)));
  if (found === undefined) throw new Error(`No record of ${parts.join()} in ${[...records.keys()].join()}`);
  const [key, record] = found;
  return { key, record, orderKey: key.replace(/^\w+ \d+:(?:\w+:)?/, '') };
}

const plant = async (key: string, record: object): Promise<void> => {
  await store.swap(key, await store.get(key), JSON.stringify(record));
};

/** Plants the record of the order of the texts, which nobody has sent. */
async function plantUnsent(more: object): Promise<void> {
  const { key, record, orderKey } = findRecord('table ');
  const { kind, holds } = record;
  const order = {
    language_id: 'en',
    translated_language_id: 'de',
    description: '',
    escape_text: true,
    text_format: 0,
    custom_field: orderKey,
    question_bodies: [{ body: 'One' }, { body: 'Two' }],
  };
  await plant(key, { kind, holds, order, ...more });
}

describe('a record of texts that nobody has sent', () => {
  test('does not decide their price', async () => {
    await plantUnsent({ points: 0 });
    expect((await app.json('quote', ...SHOP)).points).toBeGreaterThan(1);
    for (const agreement of [[], ['--yes', ...CHEAP]])
      expect(await app.run('order', ...SHOP, ...agreement)).toMatchObject({ code: 3 });
    expect(app.ordered()).toBe(0);
  });

  test('is ordered as any other, with fields that are not of a record', async () => {
    await plantUnsent({
      isOnlySearched: true,
      outdated: 'x',
      mismatch: 'x',
      key: 'x',
      state: 'placed',
      id: 1,
    });
    expect(await app.run('order', ...SHOP, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(app.ordered()).toBe(1);
  });
});

test.each([1e20, -50])(
  'a price of %d of an order that is placed hides no price of a new one',
  async (points) => {
    await app.run('order', ...SHOP, '--yes');
    const { key } = findRecord('table ');
    const record = JSON.parse((await store.get(key)) ?? '');
    await plant(key, { ...record, placed: { ...record.placed, points } });
    await app.put('shop/en.json', '{"a":"One","b":"Two","c":"Three and four and five"}');
    expect(await app.run('order', ...SHOP, ...CHEAP)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has a record that this package did not write'),
    });
    expect(app.ordered()).toBe(1);
  },
);

describe('a record of a document that names another file of the account', () => {
  let secret: unknown;

  beforeEach(async () => {
    await app.put('secret.txt', 'Merger and layoffs, word for word');
    await app.run('quote', 'secret.txt', ...DE);
    const key = (await store.keys('file ')).find((name) => name.includes('secret.txt')) ?? '';
    secret = JSON.parse((await store.get(key)) ?? '').id;
  });

  const orderedFiles = () =>
    app.sandbox.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/projects'))
      .map(({ body }) => Object(body).questions[0].source_id);

  test('as its upload: the document is uploaded, and ordered', async () => {
    const { key, record } = findRecord('file ');
    await plant(key, { ...record, id: secret });
    expect(await app.run('order', ...MENU, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(orderedFiles()).toEqual([expect.any(Number)]);
    expect(orderedFiles()).not.toContain(secret);
    expect(await app.run('order', ...MENU, '--yes')).toMatchObject({ code: 0 });
    expect(app.ordered()).toBe(1);
  });

  test('as what was sent: it is not sent, until a person says that it was not placed, and then not with that file', async () => {
    const { key, record } = findRecord('document ');
    const { kind, holds } = record;
    await plant(key, { kind, holds, from: 'en', source: secret, order: {} });
    const { key: order, orderKey } = findRecord('order ', ':project:');
    await plant(order, SENT);
    expect((await app.json('quote', ...MENU)).points).toBeGreaterThan(1);
    expect(await app.run('order', ...MENU, ...CHEAP)).toMatchObject({ code: 3 });
    const kept = await app.run('order', ...MENU, '--yes');
    expect(kept).toMatchObject({ code: 1, err: expect.stringContaining('another order has this key') });
    expect(app.ordered()).toBe(0);
    expect(await app.run('unknown', '--resolve', orderKey, '--not-placed')).toMatchObject({ code: 0 });
    expect(await app.run('order', ...MENU, ...CHEAP)).toMatchObject({ code: 3 });
    expect(await app.run('order', ...MENU, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(app.ordered()).toBe(1);
    expect(orderedFiles()).not.toContain(secret);
  });
});

describe('unknown', () => {
  test.each([1e300, 'x'])('lists an order that was sent at %j', async (at) => {
    const { key, orderKey } = findRecord('order ', ':simple:');
    await plant(key, { ...SENT, at, points: 'x\u001b[31m' });
    const { code, out, err } = await app.run('unknown');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain(orderKey);
    expect(out).not.toContain('\u001b');
  });
});

describe('a record that names no key', () => {
  test.each([
    ['no JSON', 'x\n::set-output name=a::b'],
    ['a deep list', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['an object', '{"a":1}'],
  ])('since it is %s is named, without the place in the program', async (_, text) => {
    await app.run('order', ...SHOP, '--yes');
    const folder = join(app.folder, '.translation-requester');
    const [host = ''] = [new URL(app.server.url).host.replace(':', '_')];
    const keys = join(folder, host, 'keys', createHash('sha256').update('x').digest('hex'));
    await mkdir(keys);
    const file = join(keys, '1700000000000-00000000-0000-0000-0000-000000000000.e30');
    await writeFile(file, text);
    for (const name of ['quote', 'status', 'pull', 'unknown']) {
      const { code, err } = await app.run(name, ...(name === 'unknown' ? [] : SHOP));
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(file) });
      expect(err).not.toMatch(/^ +at /m);
      expect(err).not.toMatch(/^::/m);
    }
  });
});
