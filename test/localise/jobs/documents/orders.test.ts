import { describe, expect, test, vi } from 'vitest';
import {
  type DocumentProgress,
  IncompleteDocumentError,
  type OrderDocumentOptions,
  orderDocument,
  quoteDocument,
} from '../../../../src/documents.js';
import {
  BudgetError,
  isRequesterError,
  memoryStore,
  OrderConflictError,
  type Spend,
} from '../../../../src/index.js';
import type { Fault, SandboxFetch } from '../../../../src/sandbox.js';
import { lastingStore } from '../../../lasting-store.js';
import { rejection } from '../../../recorded-fetch.js';
import { keys, MENU, menu, openKitchen, order, requests, uploads } from './ordering.js';

const REFUSED = {
  kind: 'status',
  status: 422,
  body: { success: false, message: 'Validation Fail', error_code: 201, errors: { point: 'is not enough' } },
} as const;

describe('a document', () => {
  test('is uploaded once and ordered once for each language', async () => {
    const world = openKitchen();
    const job = await orderDocument(world.requester, order({ description: 'For guests.' }));
    expect([uploads(world), keys(world)]).toEqual([1, ['menu/2026-11/de', 'menu/2026-11/ja']]);
    expect(job).toMatchObject({
      version: 1,
      key: 'menu/2026-11',
      from: 'en',
      to: ['ja', 'de'],
      filename: 'menu.txt',
      quote: { placed: 0, unknown: 0, languages: [{ language: 'ja', placed: 0 }, { language: 'de' }] },
      orders: [
        { language: 'ja', key: 'menu/2026-11/ja', placed: true, duplicates: [] },
        { language: 'de', key: 'menu/2026-11/de', placed: true, duplicates: [] },
      ],
    });
    const points = world.sandbox.orders().reduce((sum, each) => sum + each.points, 0);
    expect(job.quote.points).toBe(points);
    expect(job.orders.reduce((sum, each) => sum + each.points, 0)).toBe(points);
    for (const { id, question, language } of job.orders) {
      const project = await world.requester.projects.get(id);
      expect(project.translated_language_id).toBe(language);
      expect(project.questions).toMatchObject([{ id: question, description: 'For guests.' }]);
    }
    expect(JSON.parse(JSON.stringify(job))).toEqual(job);
  });

  test.each<readonly [string, Partial<OrderDocumentOptions>]>([
    ['a Blob', { file: new Blob([MENU]), filename: 'menu.txt' }],
    ['bytes', { file: new TextEncoder().encode(MENU), filename: 'menu.txt' }],
  ])('can be %s with a name', async (_, file) => {
    const world = openKitchen();
    const first = await orderDocument(world.requester, order());
    const again = await orderDocument(world.requester, order(file));
    expect(again.orders.map(({ id }) => id)).toEqual(first.orders.map(({ id }) => id));
    expect([uploads(world), keys(world)]).toHaveLength(2);
    expect(keys(world)).toHaveLength(2);
  });

  test('is neither uploaded nor ordered nor quoted again by a later call, also of another process', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    const first = await orderDocument(world.requester, order());
    world.sandbox.requests.splice(0);
    const again = await orderDocument(world.elsewhere(), order({ maxPoints: first.quote.points }));
    expect(again.orders).toEqual(first.orders.map((each) => ({ ...each, placed: false })));
    expect(again.quote).toMatchObject({ points: first.quote.points, placed: first.quote.points });
    expect(requests(world, 'POST', '')).toBe(0);
  });

  test.each([
    ['60 s, and a second for each 256 KiB', {}, 64_000, 64_000],
    ['the time that the caller gives', { timeout: 5_000 }, 5_000, 5_000],
    ['the time that the caller gives for an attempt', { attemptTimeout: 7_000 }, 64_000, 7_000],
  ])('of 1 MiB is to be uploaded within %s', async (_, given, timeout, attemptTimeout) => {
    const world = openKitchen();
    const upload = vi.spyOn(world.requester.files, 'upload');
    await orderDocument(world.requester, order({ file: menu('x'.repeat(2 ** 20)), ...given }));
    expect(upload).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ timeout, attemptTimeout }),
    );
  });

  test('is ordered in a further language without another upload', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    await orderDocument(world.requester, order());
    const more = await orderDocument(world.elsewhere(), order({ to: ['ja', 'es', 'de'] }));
    expect(more.orders.map(({ placed }) => placed)).toEqual([false, true, false]);
    expect([uploads(world), keys(world)]).toEqual([
      1,
      ['menu/2026-11/de', 'menu/2026-11/es', 'menu/2026-11/ja'],
    ]);
  });

  test('is found again when the service has lost the file', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    const first = await orderDocument(world.requester, order());
    world.sandbox.faults.add({
      on: 'GET /api/v1/my/files/:id',
      times: 1,
      fault: { kind: 'status', status: 404, body: { success: false, message: 'Page not Found' } },
    });
    const more = await orderDocument(world.elsewhere(), order({ to: ['ja', 'de', 'es'] }));
    expect(uploads(world)).toBe(2);
    expect(more.orders.slice(0, 2).map(({ id }) => id)).toEqual(first.orders.map(({ id }) => id));
    expect(keys(world)).toHaveLength(3);
  });

  test('is found after a restart without a store, though it is uploaded again', async () => {
    const world = openKitchen();
    const first = await orderDocument(world.requester, order());
    const again = await orderDocument(
      world.elsewhere({ store: memoryStore() }),
      order({ to: ['ja', 'de', 'es'] }),
    );
    expect(again.orders.map(({ placed }) => placed)).toEqual([false, false, true]);
    expect(again.orders.slice(0, 2).map(({ id }) => id)).toEqual(first.orders.map(({ id }) => id));
    expect([uploads(world), keys(world).length]).toEqual([2, 3]);
  });

  test.each<readonly [string, Partial<OrderDocumentOptions>]>([
    ['has another length', { file: menu('Soup') }],
    ['is in another language', { from: 'ja', to: ['de'] }],
  ])(
    'that %s is a conflict after a restart without a store, and orders nothing twice',
    async (_, another) => {
      const world = openKitchen();
      await orderDocument(world.requester, order());
      const restarted = world.elsewhere({ store: memoryStore() });
      expect(await rejection(orderDocument(restarted, order(another)))).toMatchObject({
        name: 'IncompleteDocumentError',
        cause: { name: 'OrderConflictError' },
        job: { orders: [] },
      });
      expect(keys(world)).toHaveLength(2);
    },
  );

  test.each([
    ['after a restart without a store', () => memoryStore()],
    ['by the store', () => undefined],
  ])('that gets other instructions keeps the languages that are ordered, %s', async (_, store) => {
    const world = openKitchen({}, { store: lastingStore() });
    const first = await orderDocument(world.requester, order());
    const again = world.elsewhere({ ...(store() && { store: store() }) });
    for (let call = 0; call < 2; call += 1) {
      const { orders } = await orderDocument(again, order({ to: ['ja', 'de', 'es'], description: 'Other' }));
      expect(orders.slice(0, 2).map(({ id }) => id)).toEqual(first.orders.map(({ id }) => id));
      expect(orders).toHaveLength(3);
    }
    expect(keys(world)).toHaveLength(3);
  });

  test('that another process has sent with other instructions is found once, and its points are spent', async () => {
    let isDown = false;
    let isRepaired = false;
    const losing =
      (fetch: SandboxFetch): SandboxFetch =>
      async (input, init) => {
        const answer = await fetch(input, init);
        const { pathname } = new URL(String(input));
        isDown ||= init?.method === 'POST' && pathname.endsWith('/projects');
        if (isDown && !isRepaired) throw new TypeError('fetch failed');
        return answer;
      };
    const spends: Spend[] = [];
    const onSpend = (spend: Spend) => void spends.push(spend);
    const settings = { store: lastingStore(), budget: { points: 1_000, name: 'kitchen', onSpend } };
    const world = openKitchen({}, settings, losing);
    const input = { to: ['ja'], settle: 1, retries: 0 };
    expect(await rejection(orderDocument(world.requester, order(input)))).toMatchObject({
      outcome: 'unknown',
    });
    isRepaired = true;
    const again = world.elsewhere();
    const changed = order({ to: ['ja'], description: 'Other', settle: 100 });
    const { orders } = await orderDocument(again, changed);
    expect(orders).toMatchObject([{ placed: false, key: 'menu/2026-11/ja' }]);
    const [{ points = 0 } = {}] = orders;
    expect(spends).toMatchObject([{ points, spent: points, remaining: 1_000 - points }]);
    world.sandbox.requests.splice(0);
    expect((await orderDocument(again, changed)).orders).toEqual(orders);
    expect(await again.orders.unknown()).toEqual([]);
    expect(requests(world, 'GET', '/my/questions')).toBe(0);
    expect(keys(world)).toHaveLength(1);
  });

  test('that is said to be in another language is a conflict by the store, and nothing is sent', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    await orderDocument(world.requester, order({ to: ['de'] }));
    world.sandbox.requests.splice(0);
    expect(await rejection(orderDocument(world.requester, order({ from: 'ja', to: ['de'] })))).toMatchObject({
      name: 'OrderConflictError',
      differences: [{ path: 'options.from', asked: 'ja', existing: 'en' }],
    });
    expect(requests(world, 'POST', '')).toBe(0);
  });

  test('of which a person says that it was not placed is ordered again', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    await orderDocument(world.requester, order({ lookback: 0 }));
    world.sandbox.faults.add({
      on: 'GET /api/v1/projects/:id',
      times: 99,
      fault: { kind: 'status', status: 404 },
    });
    await world.requester.orders.resolve('menu/2026-11/ja', { id: null });
    world.sandbox.faults.clear();
    expect(await quoteDocument(world.requester, order())).toMatchObject({
      languages: [{ placed: 0 }, { language: 'de' }],
    });
    const { orders } = await orderDocument(world.requester, order({ lookback: 0 }));
    expect(orders.map(({ placed }) => placed)).toEqual([true, false]);
  });

  test('that is another one under the key is a conflict, and nothing is sent', async () => {
    const world = openKitchen();
    await orderDocument(world.requester, order());
    world.sandbox.requests.splice(0);
    const error = await rejection(orderDocument(world.requester, order({ file: menu('Soup') })));
    expect(error).toBeInstanceOf(OrderConflictError);
    expect(error).toMatchObject({ outcome: 'not_sent', differences: [{ path: 'options.file' }] });
    expect(String(error)).toContain('another document was ordered with the key "menu/2026-11/ja"');
    expect(requests(world, 'POST', '')).toBe(0);
  });

  test('can be corrected under its key until it is ordered', async () => {
    const world = openKitchen();
    await quoteDocument(world.requester, order({ file: menu('Soop') }));
    expect(await rejection(orderDocument(world.requester, order({ file: menu('') })))).toMatchObject({
      name: 'FileAnalysisError',
    });
    await orderDocument(world.requester, order());
    expect([uploads(world), keys(world).length]).toEqual([3, 2]);
  });

  test('is uploaded again after an analysis that the service has failed', async () => {
    const world = openKitchen();
    const failing = order();
    const broken = {
      kind: 'alter',
      alter: (answer: object) => ({
        ...answer,
        question_source: { ...(Reflect.get(answer, 'question_source') as object), status: 97 },
      }),
    } as const;
    world.sandbox.faults.add({ on: 'GET /api/v1/my/files/:id', times: 2, fault: broken });
    expect(await rejection(orderDocument(world.requester, failing))).toMatchObject({
      name: 'FileAnalysisError',
      file: { status: 97 },
    });
    world.sandbox.faults.clear();
    world.sandbox.faults.add({ on: 'GET /api/v1/my/files/:id', times: 2, fault: broken });
    const job = await orderDocument(world.requester, failing);
    expect([job.orders.length, uploads(world)]).toEqual([2, 2]);
  });
});

describe('a quote', () => {
  test('uploads the document, orders nothing, and the order then uploads it no more', async () => {
    const world = openKitchen();
    const quote = await quoteDocument(world.requester, order());
    expect([uploads(world), keys(world)]).toEqual([1, []]);
    expect(requests(world, 'POST', '/projects')).toBe(0);
    const job = await orderDocument(world.requester, order());
    expect(job.quote).toEqual(quote);
    expect(uploads(world)).toBe(1);
    const after = await quoteDocument(world.requester, order({ to: ['ja', 'de', 'es'] }));
    expect(after.placed).toBe(quote.points);
    expect(after.languages.map(({ placed }) => placed > 0)).toEqual([true, true, false]);
  });

  test('says how many orders have an unknown outcome', async () => {
    const world = openKitchen({}, { store: lastingStore() });
    world.sandbox.faults.add({
      on: 'POST /api/v1/projects',
      times: 1,
      fault: { kind: 'status', status: 500 },
    });
    const error = await rejection(orderDocument(world.requester, order({ settle: 1 })));
    expect(error).toMatchObject({ name: 'IncompleteDocumentError', outcome: 'unknown' });
    expect(await quoteDocument(world.elsewhere(), order())).toMatchObject({ unknown: 1 });
  });
});

describe('an order of several languages', () => {
  test('is placed completely, or not at all if it costs more than maxPoints', async () => {
    const world = openKitchen();
    const quote = await quoteDocument(world.requester, order());
    const tooFew = await rejection(orderDocument(world.requester, order({ maxPoints: quote.points - 1 })));
    expect(tooFew).toBeInstanceOf(BudgetError);
    expect(tooFew).toMatchObject({ quote, maxPoints: quote.points - 1, outcome: 'not_sent' });
    expect(keys(world)).toEqual([]);
    await orderDocument(world.requester, order({ maxPoints: quote.points }));
    expect(keys(world)).toHaveLength(2);
  });

  test('places the other languages when one fails, and the next call places the rest', async () => {
    const world = openKitchen();
    world.sandbox.faults.add({ on: 'POST /api/v1/projects', times: 1, fault: REFUSED });
    const failed = await rejection(orderDocument(world.requester, order({ to: ['ja', 'de', 'es'] })));
    expect(failed).toBeInstanceOf(IncompleteDocumentError);
    if (!(failed instanceof IncompleteDocumentError)) return;
    expect(isRequesterError(failed)).toBe(true);
    expect(failed).toMatchObject({ name: 'IncompleteDocumentError', outcome: 'rejected', status: 422 });
    expect(failed.message).toContain('2 of 3 orders');
    expect(failed.failures).toHaveLength(1);
    expect(failed.job.orders.map(({ id }) => id).toSorted()).toEqual(
      world.sandbox
        .orders()
        .map(({ id }) => id)
        .toSorted(),
    );
    const whole = await orderDocument(world.requester, order({ to: ['ja', 'de', 'es'] }));
    expect(whole.orders.filter(({ placed }) => placed)).toHaveLength(1);
    expect([uploads(world), keys(world).length]).toEqual([1, 3]);
  });

  test("keeps within the client's budget", async () => {
    const { points } = await quoteDocument(openKitchen().requester, order());
    const world = openKitchen({}, { budget: { points: points - 1 } });
    const failed = await rejection(orderDocument(world.requester, order()));
    expect(failed).toMatchObject({ name: 'IncompleteDocumentError', cause: { name: 'BudgetError' } });
    expect(keys(world)).toHaveLength(1);
  });

  test('names the languages that the service does not offer, and orders nothing', async () => {
    const world = openKitchen();
    const error = await rejection(orderDocument(world.requester, order({ to: ['de', 'xx'] })));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'options.to[1]' }] });
    expect(keys(world)).toEqual([]);
  });

  test('reports the upload, the analysis and each order', async () => {
    const world = openKitchen();
    const told: DocumentProgress[] = [];
    const fail = () => {
      throw new Error('ignored');
    };
    const onProgress = (each: DocumentProgress) =>
      told.push(each) % 2 === 0 ? fail() : Promise.resolve().then(fail);
    const { quote } = await orderDocument(world.requester, order({ onProgress }));
    const stages = told.map(({ stage }) => stage);
    expect(stages).toEqual(stages.toSorted((a, b) => rank(a) - rank(b)));
    expect(told.filter(({ stage }) => stage === 'upload').at(-1)).toMatchObject({
      percent: 1,
      transferredBytes: MENU.length,
      totalBytes: MENU.length,
    });
    expect(told).toContainEqual({ stage: 'analysis', status: 2 });
    expect(told.slice(-2)).toMatchObject([
      { stage: 'order', done: 1, total: 2 },
      { stage: 'order', done: 2, total: 2, points: quote.points },
    ]);
  });

  test.each(['upload', 'analysis', 'order'] as const)(
    'that is aborted at its stage %s rejects with the reason, and the next call orders the rest',
    async (stage) => {
      const world = openKitchen({ latency: 2 });
      const death = new AbortController();
      const onProgress = (each: DocumentProgress) =>
        each.stage === stage ? death.abort(new Error('enough')) : undefined;
      const work = orderDocument(world.requester, order({ onProgress, signal: death.signal }));
      expect(await rejection(work)).toBe(death.signal.reason);
      const job = await orderDocument(world.requester, order());
      expect(job.orders).toHaveLength(2);
      expect(keys(world)).toHaveLength(2);
    },
  );

  test('sends its terms', async () => {
    const world = openKitchen();
    const terms = { organization_id: 1, individual: true, double_check: true };
    const { id } = await world.requester.organizations
      .list()
      .toArray({ max: 1 })
      .then(([first]) => first ?? { id: 0 });
    const { orders } = await orderDocument(
      world.requester,
      order({ terms: { ...terms, organization_id: id } }),
    );
    const project = await world.requester.projects.get(orders[0]?.id ?? 0);
    expect(project).toMatchObject({ organization_id: id, individual: true });
    expect(project.questions).toMatchObject([{ double_check: true }]);
  });
});

const rank = (stage: DocumentProgress['stage']): number => ['upload', 'analysis', 'order'].indexOf(stage);

describe('wrong input is an InputError, and nothing is sent', () => {
  test.each<readonly [string, object, string]>([
    ['a stream', { file: new ReadableStream(), filename: 'a.txt' }, 'options.file'],
    ['no file', { file: undefined }, 'options.file'],
    ['a path', { file: 'menu.docx' }, 'options.file'],
    ['no name', { file: new Blob(['x']) }, 'options.filename'],
    ['another kind of file', { file: menu('x', 'menu.pdf') }, 'options.filename'],
    ['no key', { key: '' }, 'options.key'],
    ['white space at the end of a key', { key: 'menu ' }, 'options.key'],
    ['a long key', { key: 'k'.repeat(201) }, 'options.key'],
    [
      'a key that is too long with its language',
      { key: 'k'.repeat(200), to: ['x'.repeat(60)] },
      'options.key',
    ],
    ['a language twice', { to: ['ja', 'ja'] }, 'options.to'],
    ['a language with a slash', { to: ['../ja'] }, 'options.to[0]'],
    ['a misspelt option', { maxpoints: 5 }, 'options.maxpoints'],
    ['a misspelt term', { terms: { native: true } }, 'options.terms.native'],
    ['a lone surrogate', { description: '\ud800' }, 'options.description'],
  ])('%s', async (_, input, path) => {
    const world = openKitchen();
    const wrong = order(input);
    for (const call of [orderDocument, quoteDocument]) {
      const error = await rejection(call(world.requester, wrong));
      expect(error).toMatchObject({ name: 'InputError', outcome: 'not_sent' });
      expect((error as { issues: { path: string }[] }).issues.map((each) => each.path)).toContain(path);
    }
    expect(world.sandbox.requests).toEqual([]);
  });

  test('a runtime without crypto.subtle, such as a page in plain http', async () => {
    const { requester, sandbox } = openKitchen();
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      const error = await rejection(orderDocument(requester, order({})));
      expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'options.file' }] });
      expect(sandbox.requests).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('no options at all', async () => {
    // @ts-expect-error options are required
    expect(await rejection(orderDocument(openKitchen().requester))).toMatchObject({ name: 'InputError' });
  });
});

describe('the answer to an order', () => {
  const lacking = (questions: unknown) =>
    ({
      kind: 'alter',
      alter: (answer) => ({ ...answer, project: { ...answer.project, questions } }),
    }) as const satisfies Fault;

  test.each([
    ['lacks its questions', undefined],
    ['has null for its questions', null],
    ['has no questions', []],
  ])('that %s makes no order unusable', async (_, questions) => {
    const world = openKitchen({}, { store: lastingStore() });
    world.sandbox.faults.add({ on: 'POST /api/v1/projects', times: 2, fault: lacking(questions) });
    const first = await orderDocument(world.requester, order()).catch((error) => error);
    if (first instanceof IncompleteDocumentError) expect(first.cause).toMatchObject({ outcome: 'done' });
    const job =
      first instanceof IncompleteDocumentError ? await orderDocument(world.requester, order()) : first;
    expect(job.orders.map(({ question }: { question: number }) => question > 0)).toEqual([true, true]);
    expect(keys(world)).toHaveLength(2);
  });
});

describe('another document with as many letters is a conflict', () => {
  const corrected = MENU.replace('day', 'dag');

  test('when both are ordered with one key at the same time', async () => {
    const world = openKitchen({ latency: 2 }, { store: lastingStore() });
    const orders = [MENU, corrected].map((text) =>
      orderDocument(world.elsewhere(), order({ to: ['ja'], file: menu(text) })),
    );
    const settled = await Promise.allSettled(orders);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const failed = settled.find(({ status }) => status === 'rejected');
    expect(failed).toMatchObject({ reason: { cause: { name: 'OrderConflictError' } } });
    expect(keys(world)).toHaveLength(1);
  });

  test('when the process that placed the orders died before it had recorded the document', async () => {
    const store = lastingStore();
    const swap: typeof store.swap = async (key, previous, next) =>
      !key.startsWith('document ') && store.swap(key, previous, next);
    const world = openKitchen({}, { store });
    const { orders } = await orderDocument(world.elsewhere({ store: { ...store, swap } }), order());
    const error = await rejection(orderDocument(world.elsewhere(), order({ file: menu(corrected) })));
    expect(error).toMatchObject({ cause: { name: 'OrderConflictError' } });
    const again = await orderDocument(world.elsewhere(), order());
    expect(again).toMatchObject({ orders: orders.map(({ id }) => ({ id, placed: false })) });
  });
});
