import { describe, expect, test } from 'vitest';
import { collectDocuments, orderDocument } from '../../../src/documents.js';
import type { Requester, Store } from '../../../src/index.js';
import {
  collectTexts,
  commentOnText,
  orderTexts,
  quoteTexts,
  readJob,
  rejectText,
  type TextResult,
} from '../../../src/texts.js';
import { openWorld, type World } from '../../client/ordering/world.js';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
import { order as documentOrder, openKitchen } from './documents/ordering.js';
import { orderedTexts } from './texts/translating.js';

/** A store can be written by others: a folder in a repository, a database of several programs. */

const KINDS = ['simple', 'project'] as const;
type Using = (typeof KINDS)[number];

const input = { name: 'shop', from: 'en', to: ['de'], texts: { a: 'One', b: 'Two' } };
/** Another order of the account, which is no business of the shop. */
const SECRET = { name: 'secret', from: 'en', to: ['de'], texts: { x: 'Merger', y: 'Layoffs' } };
const REASON = { reason: 'This is not the word of our shop.' };

/** What a forger changes: any field of a record. */
type Change = (fields: Record<string, unknown>) => object | undefined;

async function forge(store: Store, room: string, name: string, change: Change): Promise<void> {
  const keys = await store.keys(`${room} `);
  const key = keys.find((each) => each.includes(name));
  if (key === undefined) throw new Error(`There is no record of ${name} among ${keys.join()}`);
  const text = await store.get(key);
  const next = change(JSON.parse(text ?? ''));
  await store.swap(key, text, next && JSON.stringify(next));
}

async function collect(requester: Requester, given: typeof input & { using: Using }): Promise<TextResult[]> {
  const results: TextResult[] = [];
  for await (const result of collectTexts(requester, await readJob(requester, given), { wait: false }))
    results.push(result);
  return results.toSorted((one, two) => (one.key < two.key ? -1 : 1));
}

const writes = ({ sandbox }: World): string[] =>
  sandbox.requests
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/check'))
    .map(({ method, path }) => `${method} ${path}`);

/** The shop's order and the secret one, both placed and translated. */
async function openShop(using: Using, secret: Partial<typeof input> = {}) {
  const store = lastingStore();
  const world = openWorld({}, { store, logLevel: 'silent' });
  const given = { ...input, using, settle: 100 };
  const own = (await orderTexts(world.requester, given)).orders[0];
  const another = (await orderTexts(world.elsewhere({ store }), { ...SECRET, ...secret, using })).orders[0];
  if (own === undefined || another === undefined) throw new Error('Both are placed.');
  world.sandbox.translators.translateAll();
  return {
    ...world,
    store,
    given,
    own,
    other: another,
    before: writes(world).length,
    requester: world.elsewhere({ store }),
  };
}

/** What a record can say of an order that is placed. */
const LIES = [
  ['that its order may have been sent', { state: 'sent', claim: 'x', fingerprint: 'x', at: 0 }],
  ['so at a time that is none', { state: 'sent', claim: 'x', fingerprint: 'x', at: 'never' }],
  ['that nobody has seen its id', { state: 'placed', claim: 'x', fingerprint: 'x', at: 0 }],
  ['that it is about to be sent, for ever', { state: 'claimed', claim: 'x', fingerprint: 'x', until: 1e300 }],
] as const;

const isOther = (key: string) => ({
  text: null,
  issues: [{ kind: 'other-order', message: expect.stringContaining(JSON.stringify(key)) }],
});

describe.each(KINDS)('a record of %s orders', (using) => {
  test.each([
    ['another order of the account', {}],
    ['an order of the same texts into another language', { texts: input.texts, to: ['fr'] }],
    ['an order of the same texts of another table', { texts: input.texts }],
  ])('that names %s is named, and nothing of that order is used', async (_, secret) => {
    const shop = await openShop(using, secret);
    const { store, requester, given, own, other, before } = shop;
    const { id, points, questions } = other;
    await forge(store, 'order', own.key, (record) => ({ ...record, id }));
    // Also when it shows what it takes for the answer of the service.
    for (const placed of [undefined, { id, points, questions }]) {
      await forge(store, 'table', own.key, (memo) => ({ ...memo, placed: placed ?? memo.placed }));
      expect(await collect(requester, given)).toMatchObject([isOther(own.key), isOther(own.key)]);
    }
    await quoteTexts(requester, given);
    await orderTexts(requester, given);
    const job = await readJob(requester, given);
    const place = { language: 'de', key: 'a' };
    const send =
      using === 'simple'
        ? rejectText(requester, job, place, REASON)
        : commentOnText(requester, job, place, { body: 'Hello' });
    expect(await rejection(send)).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(own.key),
    });
    expect(writes(shop).slice(before)).toEqual([]);
  });

  test('that names an order without a key is named, unless it holds the same texts', async () => {
    const { store, requester, given, own, sandbox } = await openShop(using);
    for (const [texts, isNamed] of [
      [['Merger', 'Layoffs'], true],
      [['One', 'Two'], false],
    ] as const) {
      const order = { language_id: 'en', translated_language_id: 'de' };
      const bodies = texts.map((body) => ({ body }));
      const { id } =
        using === 'simple'
          ? await requester.simple.questions.create({ ...order, question_bodies: bodies })
          : await requester.projects.create({
              ...order,
              questions: bodies.map((text) => ({ type: 'string', ...text })),
            });
      sandbox.translators.translateAll();
      await forge(store, 'order', own.key, (record) => ({ ...record, id }));
      expect(await collect(requester, given)).toMatchObject(
        isNamed
          ? [isOther(own.key), isOther(own.key)]
          : [{ text: expect.stringContaining('One') }, { text: expect.stringContaining('Two') }],
      );
    }
  });

  test('that takes an order of the table for other texts of it is named', async () => {
    const { store, requester, given, own, ...world } = await openShop(using);
    await forge(store, 'table', own.key, (memo) => ({
      ...memo,
      holds: [...(memo.holds as string[])].reverse(),
    }));
    expect(await collect(requester, given)).toMatchObject([isOther(own.key), isOther(own.key)]);
    const before = writes({ requester, ...world }).length;
    expect(await rejection(orderTexts(requester, given))).toMatchObject({
      name: 'IncompleteJobError',
      job: { orders: [] },
      cause: { name: 'InputError', message: expect.stringContaining(own.key) },
    });
    expect(writes({ requester, ...world }).slice(before)).toEqual([]);
  });

  test('that says that its order was withdrawn does not bring about another one', async () => {
    const { store, requester, given, own, ...world } = await openShop(using);
    const before = writes({ requester, ...world }).length;
    await forge(store, 'order', own.key, ({ claim }) => ({ state: 'withdrawn', claim, fingerprint: '' }));
    for (const room of ['order', 'table']) {
      // With the record of what it holds, and without.
      if (room === 'table') await forge(store, room, own.key, () => undefined);
      expect(await rejection(orderTexts(requester, given))).toMatchObject({
        failures: [{ key: own.key, error: { message: expect.stringContaining('the service has it') } }],
      });
      await quoteTexts(requester, given);
    }
    expect(writes({ requester, ...world }).slice(before)).toEqual([]);
  });

  // The records of both kinds are read alike.
  test.each(using === 'simple' ? LIES : LIES.slice(0, 1))(
    'that says %s of one that is placed is put right by the service',
    async (_, lie) => {
      const shop = await openShop(using);
      const { store, requester, given, own, before } = shop;
      await forge(store, 'order', own.key, () => lie);
      await quoteTexts(requester, given);
      expect((await orderTexts(requester, given)).orders).toMatchObject([{ id: own.id, placed: false }]);
      expect(await collect(requester, given)).toMatchObject([{ key: 'a' }, { key: 'b' }]);
      expect(writes(shop).slice(before)).toEqual([]);
    },
  );

  test.each(['../17', -4])('whose id is %j is named', async (id) => {
    const shop = await openShop(using);
    const { store, requester, given, own, before } = shop;
    await forge(store, 'order', own.key, (record) => ({ ...record, id }));
    expect(await collect(requester, given)).toMatchObject([isOther(own.key), isOther(own.key)]);
    expect(await quoteTexts(requester, given)).toMatchObject({ points: 0 });
    expect(await rejection(orderTexts(requester, given))).toMatchObject({ failures: [{ key: own.key }] });
    expect(writes(shop).slice(before)).toEqual([]);
  });

  test('that is made up keeps back what is not ordered, and nothing else', async () => {
    const { store, requester, given, own, other, ...world } = await openShop(using);
    const made = `shop/en/de/${'0'.repeat(28)}`;
    const [memo = ''] = (await store.keys('table ')).filter((key) => key.endsWith(own.key));
    const text = await store.get(memo);
    await store.swap(memo.replace(own.key, made), undefined, text);
    const [record = ''] = (await store.keys('order ')).filter((key) => key.endsWith(own.key));
    const forged = { ...JSON.parse((await store.get(record)) ?? ''), id: other.id };
    await store.swap(record.replace(own.key, made), undefined, JSON.stringify(forged));
    const more = { ...given, texts: { ...given.texts, c: 'Three' } };
    expect(await collect(requester, more)).toMatchObject([
      { key: 'a', text: expect.stringContaining('One') },
      { key: 'b', text: expect.stringContaining('Two') },
      { key: 'c', ...isOther(made) },
    ]);
    const before = writes({ requester, ...world }).length;
    expect(await rejection(orderTexts(requester, more))).toMatchObject({
      job: { orders: [{ id: own.id }] },
      failures: [{ key: made }],
    });
    expect(writes({ requester, ...world }).slice(before)).toEqual([]);
    expect(await store.get(memo.replace(own.key, made))).toBe(text);
  });
});

/** A table whose process was killed after it had written its order, before it sent it. */
async function openWritten(using: Using) {
  const store = lastingStore();
  const world = openWorld({}, { store, logLevel: 'silent' });
  const given = { ...input, using, settle: 100 };
  const { key = '' } = (await orderTexts(world.requester, given)).orders[0] ?? {};
  const [memo = ''] = await store.keys('table ');
  // The order as it is written before it is sent.
  const sent = world.sandbox.requests.find(
    ({ method, path }) => method === 'POST' && !path.endsWith('/check'),
  )?.body;
  const order = { ...Object(sent), access_token: undefined };
  await forge(store, 'table', key, (memo) => ({ ...memo, placed: undefined, order }));
  await forge(store, 'order', key, () => undefined);
  world.sandbox.reset();
  return { ...world, store, given, key, memo, requester: world.elsewhere({ store }) };
}

describe.each(KINDS)('an order of the kind %s that was written and not sent', (using) => {
  test.each([
    ['instructions', { description: 'Write to evil.example.', questions: undefined }],
    ['organization', { organization_id: 99 }],
  ])('is sent as the table asks for it, and not with the %s of the record', async (_, lie) => {
    const { store, requester, given, key, sandbox } = await openWritten(using);
    await forge(store, 'table', key, (memo) => ({
      ...memo,
      order: JSON.parse(
        JSON.stringify({ ...Object(memo.order), ...lie, questions: Object(memo.order).questions }),
      ),
    }));
    expect(await orderTexts(requester, given)).toMatchObject({ orders: [{ key, placed: true }] });
    const sent = sandbox.requests.findLast(
      ({ method, path }) => method === 'POST' && !path.endsWith('/check'),
    )?.body;
    expect(Object(sent).description ?? '').toBe('');
    expect(Object(sent).organization_id).toBeUndefined();
  });

  test.each([
    ['other texts', 'body', 'Merger'],
    ['another key', 'custom_field', 'secret/1'],
    ['another language', 'translated_language_id', 'fr'],
  ])('is not sent when the record has it with %s', async (_, field, value) => {
    const { store, requester, given, key, sandbox } = await openWritten(using);
    await forge(store, 'table', key, (memo) => ({
      ...memo,
      order: JSON.parse(JSON.stringify(memo.order), (name, found) => (name === field ? value : found)),
    }));
    for (const state of ['free', 'sent']) {
      if (state === 'sent') {
        const [record = ''] = [
          `order ${/ (\d+):/.exec((await store.keys('table '))[0] ?? '')?.[1]}:${using}:${key}`,
        ];
        await store.swap(
          record,
          undefined,
          JSON.stringify({ state: 'sent', claim: 'x', fingerprint: 'x', at: 0 }),
        );
      }
      const error = await rejection(orderTexts(requester, given));
      expect(error).toMatchObject({
        name: 'IncompleteJobError',
        failures: [{ key, error: { name: 'InputError' } }],
      });
    }
    expect(sandbox.orders()).toEqual([]);
  });

  test('keeps back its texts while the record says that it was sent, and is planned again without texts that the table does not need once a person frees its key', async () => {
    const { store, requester, given, key, sandbox } = await openWritten(using);
    const account = / (\d+):/.exec((await store.keys('table '))[0] ?? '')?.[1];
    const sent = { state: 'sent', claim: 'x', fingerprint: 'x', at: 0 };
    await store.swap(`order ${account}:${using}:${key}`, undefined, JSON.stringify(sent));
    const error = await rejection(orderTexts(requester, { ...given, texts: { a: 'One' } }));
    expect(error).toMatchObject({
      name: 'IncompleteJobError',
      failures: [{ key, error: { name: 'OrderConflictError' } }],
    });
    expect(sandbox.orders()).toEqual([]);
    await requester.orders.resolve(key, { id: null });
    await orderTexts(requester, { ...given, texts: { a: 'One' } });
    expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One']);
  });

  test('is not sent with texts that the table does not need when a person frees its key while it is searched for', async () => {
    const { store, elsewhere, requester, given, key, sandbox } = await openWritten(using);
    const account = / (\d+):/.exec((await store.keys('table '))[0] ?? '')?.[1];
    const sent = { state: 'sent', claim: 'x', fingerprint: 'x', at: Date.now() - 5_000 };
    await store.swap(`order ${account}:${using}:${key}`, undefined, JSON.stringify(sent));
    let freeing: Promise<void> | undefined;
    const searching = elsewhere({
      store,
      async fetch(input, init) {
        const isSearch = /\/my\/(questions|application_events)/.test(String(input));
        if (isSearch) freeing ??= requester.orders.resolve(key, { id: null });
        await freeing;
        return sandbox.fetch(input, init);
      },
    });
    const table = { ...given, settle: 60_000, lookback: 0, texts: { a: 'One' } };
    await orderTexts(searching, table);
    expect(freeing).toBeDefined();
    expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One']);
  });
});

test('a rejection that the store remembers of another text is not sent', async () => {
  const { store, requester, given, own, other, sandbox } = await openShop('simple');
  const bodies = async (id: number) => (await requester.simple.questions.get(id)).question_bodies;
  const [secret] = await bodies(other.id);
  const foreign = secret?.translations?.[0]?.id ?? 0;
  const job = await readJob(requester, given);
  const place = { language: 'de', key: 'a' };
  // The name of its record is known from one that was refused.
  sandbox.faults.add({
    on: 'PUT /api/v1/simple/translations/:id/reject',
    times: 1,
    fault: { kind: 'drop-after' },
  });
  await rejection(rejectText(requester, job, place, REASON));
  await forge(store, 'rejection', '', (meant) => ({ ...meant, ids: [foreign] }));
  await rejectText(requester, job, place, REASON, { timeout: 300 });
  expect(own.id).not.toBe(other.id);
  expect((await bodies(other.id))[0]?.translations?.map(({ id }) => id)).toContain(foreign);
});

test('a document job that names another order is named, and its file is not read', async () => {
  const kitchen = openKitchen({}, { store: lastingStore() });
  const { requester, sandbox } = kitchen;
  const job = await orderDocument(requester, documentOrder());
  const another = await orderDocument(
    requester,
    documentOrder({ key: 'secret', file: new File(['Merger'], 'secret.txt') }),
  );
  sandbox.translators.translateAll();
  const [ja, de] = job.orders;
  const [foreign, german] = another.orders;
  if (!ja || !de || !foreign || !german) throw new Error('All are placed.');
  const lies = [
    { ...ja, id: foreign.id, question: foreign.question },
    // Of the right project, and a question of another one.
    { ...ja, question: foreign.question },
    { ...ja, id: de.id, question: de.question },
    { ...foreign, key: ja.key },
  ];
  for (const lie of lies) {
    const before = sandbox.requests.length;
    const results = [];
    for await (const { language, download, issues } of collectDocuments(requester, {
      ...job,
      orders: [lie, de],
    })) {
      await download?.body.cancel();
      results.push({ language, hasFile: download !== null, issues });
    }
    expect(results.toSorted((one, two) => (one.language < two.language ? -1 : 1))).toMatchObject([
      { language: 'de', hasFile: true },
      {
        language: 'ja',
        hasFile: false,
        issues: [{ kind: 'other-order', message: expect.stringContaining('menu/2026-11/ja') }],
      },
    ]);
    const files = sandbox.requests.slice(before).filter(({ path }) => path.includes('/revisions/'));
    expect(files.every(({ path }) => path.includes(`/questions/${de.question}/`))).toBe(true);
  }
});

test.each([
  ['another order', (foreign: number): unknown => foreign, 'other-order'],
  ['something that is no id', (): unknown => '../17', undefined],
])('a record of a document that names %s is named, and brings about no order', async (_, lie, kind) => {
  const store = lastingStore();
  const kitchen = openKitchen({}, { store });
  const { requester, sandbox } = kitchen;
  const asked = documentOrder({ to: ['ja'] });
  await orderDocument(requester, asked);
  const secret = documentOrder({ key: 'secret', to: ['ja'], file: new File(['Merger'], 'secret.txt') });
  const [foreign] = (await orderDocument(requester, secret)).orders;
  sandbox.translators.translateAll();
  const id = lie(foreign?.id ?? 0);
  await forge(store, 'order', 'menu/', (record) => ({ ...record, id }));
  await forge(store, 'document', 'menu/', (memo) => ({
    ...memo,
    placed: { id: foreign?.id, points: 1, questions: [foreign?.question] },
  }));
  const before = writes(kitchen);
  const again = orderDocument(kitchen.elsewhere({ store }), asked);
  if (kind === undefined) {
    expect(await rejection(again)).toMatchObject({
      failures: [{ key: 'menu/2026-11/ja', error: { name: 'InputError' } }],
    });
  } else {
    for await (const { download, issues } of collectDocuments(requester, await again))
      expect({ download, issues }).toMatchObject({ download: null, issues: [{ kind }] });
  }
  expect(writes(kitchen)).toEqual(before);
});

test.each([
  ['whose title is a text of the table', { type: 'string', title: 'One', body: 'Merger and layoffs' }],
  ['whose title shows nothing', { type: 'string', body: '...\nMerger and layoffs' }],
  ['whose text goes on', { type: 'string', title: 'One', body: 'One\nMerger and layoffs' }],
] as const)('a project without a key %s is named, and nothing of it is used', async (_, question) => {
  const { store, requester, given, own, sandbox } = await openShop('project');
  const { id, questions } = await requester.projects.create({
    language_id: 'en',
    translated_language_id: 'de',
    questions: [question, question],
  });
  sandbox.translators.translateAll();
  await forge(store, 'order', own.key, (record) => ({ ...record, id }));
  const placed = { id, points: 1, questions: questions.map((shown) => shown.id) };
  await forge(store, 'table', own.key, (memo) => ({ ...memo, placed }));
  const results = await collect(requester, { ...given, texts: { a: 'One', b: 'One thing' } });
  expect(JSON.stringify(results)).not.toContain('Merger');
  const [ownTexts] = await collect(requester, given);
  expect(ownTexts).toMatchObject(isOther(own.key));
});

test('a project that has lost its keys is used, with what is protected and several paragraphs', async () => {
  const texts = { a: 'Dear {name},\n\nyou have {count} mails.', b: 'Bye — {name}' };
  const store = lastingStore();
  const world = openWorld({}, { store, logLevel: 'silent' });
  const shop = { ...input, using: 'project', texts, protect: 'icu' } as const;
  const [own] = (await orderTexts(world.requester, shop)).orders;
  const requester = world.elsewhere({ store });
  const { id, questions } = await requester.projects.create({
    language_id: 'en',
    translated_language_id: 'de',
    questions: [
      { type: 'string', body: 'Dear {{{ {name} }}},\r\n\r\nyou have {{{ {count} }}} mails.' },
      { type: 'string', body: 'Bye — {{{ {name} }}} ' },
    ],
  });
  world.sandbox.translators.translateAll();
  await forge(store, 'order', own?.key ?? '', (record) => ({ ...record, id }));
  await forge(store, 'table', own?.key ?? '', (memo) => ({
    ...memo,
    placed: { id, points: 1, questions: questions.map((shown) => shown.id) },
  }));
  const results: TextResult[] = [];
  for await (const result of collectTexts(requester, await readJob(requester, shop), { wait: false }))
    results.push(result);
  expect(
    results.map(({ key, issues = [] }) => [key, issues.filter(({ kind }) => kind === 'other-order')]),
  ).toEqual([
    ['a', []],
    ['b', []],
  ]);
});
