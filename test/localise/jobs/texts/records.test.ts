import { describe, expect, test } from 'vitest';
import { hashText } from '../../../../src/base/texts.js';
import { orderTexts, quoteTexts, readJob } from '../../../../src/texts.js';
import { DAY, openWorld, SIMPLE } from '../../../client/ordering/world.js';
import { lastingStore } from '../../../lasting-store.js';
import { rejection } from '../../../recorded-fetch.js';
import { orderedTexts } from './translating.js';

const input = { name: 'shop', from: 'en', to: ['de'], texts: { a: 'One', b: 'Two' }, lookback: 0 };

/** A store in which a process was killed after it had written its orders, before it sent one. */
async function killed(texts: Readonly<Record<string, string>> = input.texts) {
  const store = lastingStore();
  const world = openWorld({}, { store });
  const end = new AbortController();
  const elsewhere = world.elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (!key.startsWith('order ')) return store.swap(key, previous, next);
        end.abort(new Error('killed'));
        throw new Error('killed');
      },
    },
  });
  await rejection(orderTexts(elsewhere, { ...input, texts, signal: end.signal }));
  expect(await store.keys('table ')).toHaveLength(1);
  expect(world.sandbox.orders()).toEqual([]);
  return { ...world, store, requester: world.elsewhere({ store }) };
}

test.each([
  'no JSON',
  '{}',
  '[]',
  'null',
  '{"kind":"simple","holds":[]}',
  '{"kind":"simple","holds":"x","order":{}}',
  '{"kind":"simple","holds":[],"order":null}',
  '{"kind":"simple","holds":[],"placed":5}',
])('a record that was not written by a table is refused: %s', async (text) => {
  const { store, requester, sandbox } = await killed();
  const [key = ''] = await store.keys('table ');
  await store.swap(key, await store.get(key), text);
  for (const call of [quoteTexts, orderTexts, readJob]) {
    expect(await rejection(call(requester, input))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'store', message: expect.stringContaining('did not write: "shop/en/de/') }],
    });
  }
  expect(sandbox.orders()).toEqual([]);
});

test('an order that a killed process has written is placed by the next call', async () => {
  const { requester, sandbox } = await killed();
  expect(await readJob(requester, input)).toMatchObject({ orders: [], quote: { points: 0, placed: 0 } });
  expect(await quoteTexts(requester, input)).toMatchObject({
    placed: 0,
    unknown: 0,
    languages: [{ orders: 1 }],
  });
  const job = await orderTexts(requester, input);
  expect(job.orders).toMatchObject([{ pieces: [0, 1], placed: true }]);
  expect((await readJob(requester, input)).orders).toMatchObject([{ pieces: [0, 1], placed: false }]);
  expect(sandbox.orders()).toHaveLength(1);
});

test('an order that nobody has sent is not reused by another job', async () => {
  const { requester, sandbox } = await killed();
  await orderTexts(requester, { ...input, name: 'app', reuse: 'shop/' });
  expect(sandbox.orders()).toMatchObject([{ key: expect.stringMatching(/^app\/en\/de\//) }]);
});

test('an order that nobody has sent loses its texts when one of them is not needed any more, and its record', async () => {
  const { requester, sandbox, store } = await killed({ a: 'One', b: 'Two', c: 'Three' });
  await orderTexts(requester, input);
  expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One', 'Two']);
  expect(await store.keys('table ')).toHaveLength(1);
});

test('the record of an order that was withdrawn is removed, though the process that withdrew it was killed', async () => {
  const { requester, sandbox, store, elsewhere } = await killed({ a: 'One', b: 'Two', c: 'Three' });
  const [old = ''] = await store.keys('table ');
  const end = new AbortController();
  const dying = elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (key !== old) return store.swap(key, previous, next);
        end.abort(new Error('killed'));
        throw new Error('killed');
      },
    },
  });
  await rejection(orderTexts(dying, { ...input, signal: end.signal }));
  expect(await store.keys('table ')).toEqual([old]);
  const all = { ...input, texts: { ...input.texts, c: 'Three' } };
  const [{ id, key } = { id: 0, key: '' }] = (await orderTexts(requester, all)).orders;
  expect((await orderedTexts(sandbox, requester)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  expect(await store.keys('table ')).not.toContain(old);
  // Its key is another one, by which it is known.
  expect(old).not.toContain(key);
  const { orders } = await readJob(requester, all);
  expect(orders).toMatchObject([{ id, key, pieces: [0, 1, 2] }]);
  expect(orders[0]?.mismatch).toBeUndefined();
});

test('the fingerprint of any text has 28 digits', () => {
  const texts = Array.from({ length: 1_000 }, (_, index) => `Text ${index}`);
  expect(texts.map(hashText).filter((each) => !/^[0-9a-z]{28}$/.test(each))).toEqual([]);
});

test('the fingerprint of a text stays the same in later versions, since stores keep it', () => {
  expect(['', 'One', 'はい'].map(hashText)).toEqual([
    '1m0h1zk1l32vin0oe4n4z0kbi5aq',
    '1yq3fd81uh2evh0nl3hua0xnl0nu',
    '1gfhhvm0i6i7471n7dl5j10er1cm',
  ]);
});

test('the keys of orders stay the same in later versions, since the service keeps them', async () => {
  const keys = await Promise.all(
    (['simple', 'project'] as const).map(
      async (using) => (await orderTexts(openWorld().requester, { ...input, using })).orders[0]?.key,
    ),
  );
  expect(keys).toEqual([
    'shop/en/de/1kxtv191nq0sjw08ksxas13gqqsu',
    'shop/en/de/0xz04dq0nb7rv607yp1y40rkqocv',
  ]);
});

test.each([
  ['in the memory of the process', () => ({})],
  ['in a store', () => ({ store: lastingStore() })],
])('a quote asks for no price of an order that was placed, %s', async (_, settings) => {
  const { requester, sandbox } = openWorld({}, settings());
  await orderTexts(requester, input);
  const before = sandbox.requests.length;
  expect(await quoteTexts(requester, input)).toMatchObject({ languages: [{ orders: 1 }] });
  expect(sandbox.requests.slice(before).filter(({ path }) => path.endsWith('/check'))).toEqual([]);
});

test('with a lookback of 0 nothing is searched at the service', async () => {
  const { requester, sandbox } = openWorld({}, { store: lastingStore() });
  await orderTexts(requester, input);
  const gets = sandbox.requests.filter(({ method }) => method === 'GET');
  expect(gets.map(({ path }) => path)).toEqual(['/api/v1/my']);
});

test('without its store, a job is found by its name for 31 days', async () => {
  const { requester, elsewhere, sandbox } = openWorld();
  const job = { ...input, lookback: undefined };
  await orderTexts(requester, job);
  // A page of the listing, behind which nothing is searched when all of it is too old.
  for (let another = 0; another < 100; another += 1) await SIMPLE.place(requester, undefined);
  await sandbox.clock.advance(30.9 * DAY);
  expect(await orderTexts(elsewhere(), job)).toMatchObject({ orders: [{ placed: false }] });
  await sandbox.clock.advance(0.3 * DAY);
  expect(await orderTexts(elsewhere(), job)).toMatchObject({ orders: [{ placed: true }] });
});

/** Places an order by hand under the key of the one that a killed process has written. */
async function placedByHand(language: string) {
  const { requester, store, sandbox } = await killed();
  const [record = ''] = await store.keys('table ');
  const key = /"(shop[^"]*)"/.exec((await store.get(record)) ?? '')?.[1];
  const order = { language_id: 'en', translated_language_id: language, description: 'By hand.' };
  const bodies = { question_bodies: [{ body: 'One' }, { body: 'Two' }], custom_field: key };
  const { id } = await requester.simple.questions.create({ ...order, ...bodies });
  return { requester, sandbox, id, key };
}

test('an order that a person has changed is still that of its texts', async () => {
  const { requester, id } = await placedByHand('de');
  const job = await orderTexts(requester, { ...input, lookback: 60_000 });
  expect(job.orders).toMatchObject([{ id, placed: false, pieces: [0, 1] }]);
});

test('an order with the right key into another language is a conflict', async () => {
  const { requester } = await placedByHand('fr');
  expect(await rejection(orderTexts(requester, { ...input, lookback: 60_000 }))).toMatchObject({
    name: 'IncompleteJobError',
    cause: { name: 'OrderConflictError' },
  });
});

test.each([
  ['which show their fields, by these', (custom_field: unknown) => custom_field, [1, 0]],
  ['one of which has lost its field, as it shows them', () => null, [0, 1]],
])('questions of a project %s', async (_, makeField, order) => {
  let shown: readonly { readonly id: number }[] = [];
  const { requester } = openWorld({}, { store: lastingStore() }, (fetch) => async (url, init) => {
    const response = await fetch(url, init);
    if (!String(url).includes('/projects')) return response;
    const answer = await response.json();
    const [first, second] = answer.project.questions;
    answer.project.questions = [{ ...second, custom_field: makeField(second.custom_field) }, first];
    shown = answer.project.questions;
    return Response.json(answer, response);
  });
  const job = await orderTexts(requester, { ...input, using: 'project' });
  expect(job.orders[0]?.questions).toEqual(order.map((at) => shown[at]?.id));
});

test('of two orders with the same texts that nobody has sent, the one with the lower key keeps them', async () => {
  const all = { ...input.texts, c: 'Three' };
  const records = await Promise.all(
    [input.texts, all].map(async (texts) => {
      const { store } = await killed(texts);
      const [key = ''] = await store.keys('table ');
      return [key, await store.get(key)] as const;
    }),
  );
  const [[few = ''] = [], [many = ''] = []] = records;
  // However the store lists them.
  for (const listed of [records, records.toReversed()]) {
    const store = lastingStore();
    for (const [key, text] of listed) await store.swap(key, undefined, text);
    const { languages } = await quoteTexts(openWorld({}, { store }).requester, { ...input, texts: all });
    expect(languages[0]?.orders).toBe(few < many ? 2 : 1);
  }
});

test('the orders of a job are in the order of its texts, whichever was placed first', async () => {
  const { requester } = openWorld({}, { store: lastingStore() });
  for (const later of [{ c: 'Three' }, { b: 'Two', c: 'Three' }, { a: 'One', b: 'Two', c: 'Three' }])
    await orderTexts(requester, { ...input, texts: later });
  const { texts, orders } = await readJob(requester, { ...input, texts: { a: 'One', b: 'Two', c: 'Three' } });
  expect(texts.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c']]);
  expect(orders.map(({ pieces }) => pieces)).toEqual([[0], [1], [2]]);
});

test('an order that another process withdraws right before it is sent is planned again, without what that one has ordered', async () => {
  const store = lastingStore();
  const { elsewhere, sandbox } = openWorld({}, { store });
  const another = elsewhere({ store });
  let isFirst = true;
  const interrupted = elsewhere({
    store: {
      ...store,
      async swap(key, previous, next) {
        if (isFirst && key.startsWith('order ')) {
          isFirst = false;
          await orderTexts(another, input);
        }
        return store.swap(key, previous, next);
      },
    },
  });
  const job = await orderTexts(interrupted, { ...input, texts: { ...input.texts, c: 'Three' } });
  expect(job.orders.map(({ pieces, placed }) => ({ pieces, placed }))).toEqual([
    { pieces: [0, 1], placed: false },
    { pieces: [2], placed: true },
  ]);
  expect((await orderedTexts(sandbox, another)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
});

describe('what a person has resolved counts', () => {
  const open = async (texts: Readonly<Record<string, string>> = input.texts, using?: 'project') => {
    const world = openWorld({}, { store: lastingStore() });
    const [order] = (await orderTexts(world.requester, { ...input, texts, using })).orders;
    return { ...world, key: order?.key ?? '', id: order?.id ?? 0 };
  };

  /** Resolves an order as not placed while the service does not show it: otherwise that is refused. */
  const resolveLost = async ({
    requester,
    sandbox,
    key,
  }: Awaited<ReturnType<typeof open>>): Promise<void> => {
    const hidden = { kind: 'status', status: 404 } as const;
    sandbox.faults.add({ on: 'GET /api/v1/simple/questions/:id', times: 99, fault: hidden });
    await requester.orders.resolve(key, { id: null });
    sandbox.faults.clear();
  };

  test('an order that was not placed is placed again under its key', async () => {
    const world = await open();
    const { requester, key, id } = world;
    await resolveLost(world);
    expect(await quoteTexts(requester, input)).toMatchObject({ placed: 0, languages: [{ orders: 1 }] });
    expect((await readJob(requester, input)).orders).toEqual([]);
    const { orders } = await orderTexts(requester, input);
    expect(orders).toMatchObject([{ key, placed: true, pieces: [0, 1] }]);
    expect(orders[0]?.id).not.toBe(id);
  });

  test('an order that was not placed loses a text that is not needed any more', async () => {
    const world = await open({ ...input.texts, c: 'Three' });
    const { requester, key } = world;
    await resolveLost(world);
    const { orders } = await orderTexts(requester, input);
    expect(orders).toMatchObject([{ placed: true, pieces: [0, 1] }]);
    expect(orders[0]?.key).not.toBe(key);
  });

  test.each(['simple', 'project'] as const)(
    'an order with another id is used, of the kind %s',
    async (using) => {
      const { requester, key } = await open(input.texts, using === 'project' ? using : undefined);
      const order = { language_id: 'en', translated_language_id: 'de' };
      const texts = [{ body: 'One' }, { body: 'Two' }];
      const { id } =
        using === 'simple'
          ? await requester.simple.questions.create({ ...order, custom_field: key, question_bodies: texts })
          : await requester.projects.create({
              ...order,
              questions: texts.map((text, index) => ({
                type: 'string',
                ...text,
                custom_field: index === 0 ? key : `${key}/${index + 1}`,
              })),
            });
      await requester.orders.resolve(key, { id: id ?? 0 });
      for (const call of [readJob, orderTexts, readJob]) {
        const job = await call(requester, { ...input, using });
        expect(job.orders).toMatchObject([{ id, key, placed: false, pieces: [0, 1] }]);
        expect(job.orders[0]?.points).toBe(job.quote.placed);
        expect(job.orders[0]?.questions?.length).toBe(using === 'project' ? 2 : undefined);
      }
    },
  );
});

test.each([null, -1, '', [], {}, undefined])(
  'a price of %j is no price: nothing that has a limit is ordered',
  async (price) => {
    for (const using of ['simple', 'project'] as const) {
      const { requester, sandbox } = openWorld(
        {},
        { onUnexpectedShape: 'ignore', logLevel: 'silent' },
        (fetch) => {
          return async (url, init) => {
            const response = await fetch(url, init);
            if (!String(url).endsWith('/check')) return response;
            const answer = await response.json();
            const quote = using === 'simple' ? answer.question : answer.project;
            Object.assign(quote, { total_point: price, point: price });
            return Response.json(answer, response);
          };
        },
      );
      expect(await rejection(orderTexts(requester, { ...input, using, maxPoints: 1_000_000 }))).toMatchObject(
        {
          name: 'BudgetError',
        },
      );
      expect(sandbox.orders()).toEqual([]);
    }
  },
);
