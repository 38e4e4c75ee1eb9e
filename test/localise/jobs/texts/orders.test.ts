import { describe, expect, test } from 'vitest';
import { BudgetError, InputError, isRequesterError, ValidationError } from '../../../../src/index.js';
import {
  collectTexts,
  IncompleteJobError,
  type OrderProgress,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  readJob,
} from '../../../../src/texts.js';
import { openWorld, PROJECTS, SIMPLE } from '../../../client/ordering/world.js';
import { lastingStore } from '../../../lasting-store.js';
import { rejection } from '../../../recorded-fetch.js';
import { orderedTexts } from './translating.js';

const USING = ['simple', 'project'] as const;
const CREATING = { simple: 'POST /api/v1/simple/questions', project: 'POST /api/v1/projects' } as const;
const job = (input: Partial<OrderTextsOptions> = {}): OrderTextsOptions => ({
  name: 'shop',
  from: 'en',
  to: ['de'],
  texts: { a: 'One', b: 'Two', c: 'Three' },
  ...input,
});
const small = { bodies: 1, questions: 1 };

describe.each(USING)('a job of %s orders', (using) => {
  const count = (world: ReturnType<typeof openWorld>): number => world.sandbox.orders().length;

  test('orders a text once more, with `again`: once for each number, and nothing else', async () => {
    const world = openWorld();
    const { requester } = world;
    const repeat = (again?: number) =>
      job({ using, texts: { a: { text: 'One', again }, b: 'Two', c: 'One' } });
    await orderTexts(requester, repeat());
    await orderTexts(requester, repeat(0));
    expect(count(world)).toBe(1);
    expect(await quoteTexts(requester, repeat(1))).toMatchObject({ languages: [{ newTexts: 1 }] });
    for (const again of [1, 1, 2, 1, 2, 0]) await orderTexts(requester, repeat(again));
    expect(count(world)).toBe(3);
    expect((await orderedTexts(world.sandbox, requester)).map(({ text }) => text).toSorted()).toEqual([
      'One',
      'One',
      'One',
      'Two',
    ]);
    // Another job finds it under the same number.
    const other = { ...repeat(2), name: 'shop/other', reuse: 'shop' };
    expect(await quoteTexts(requester, other)).toMatchObject({ languages: [{ newTexts: 0 }] });
  });

  test.each([-1, 1.5, '1', Number.NaN])('refuses %j as `again`', async (again) => {
    const texts = { a: { text: 'One', again } };
    // @ts-expect-error - a wrong type, on purpose
    const call = orderTexts(openWorld().requester, job({ using, texts }));
    expect(await rejection(call)).toMatchObject({ name: 'InputError' });
  });

  test('takes equal texts from the orders of other jobs, with `reuse`, and pays for the rest', async () => {
    const world = openWorld();
    const { requester } = world;
    const app = await orderTexts(requester, job({ using, name: 'shop/app', to: ['de', 'ja'] }));
    const texts = { x: 'Two', y: 'Four', z: { text: 'Three', note: 'a number' } };
    const more = job({ using, name: 'shop/more', reuse: 'shop/', texts });
    expect(await quoteTexts(requester, more)).toMatchObject({ languages: [{ texts: 3, newTexts: 2 }] });
    const steps: number[] = [];
    const placed = await orderTexts(requester, { ...more, onProgress: ({ done }) => steps.push(done) });
    expect(steps).toEqual([1, 3]);
    expect(count(world)).toBe(3);
    expect(placed.orders.map(({ id, placed }) => [id, placed]).toSorted()).toEqual(
      [
        [app.orders[0]?.id, false],
        [world.sandbox.orders().at(-1)?.id, true],
      ].toSorted(),
    );
    expect(placed.quote).toMatchObject({ points: world.sandbox.orders().at(-1)?.points, placed: 0 });
    world.sandbox.translators.translateAll();
    const again = await readJob(requester, more);
    const keys: string[] = [];
    for await (const { key, issues } of collectTexts(requester, again, { wait: false })) {
      expect(issues).toBeUndefined();
      keys.push(key);
    }
    expect(keys.toSorted()).toEqual(['x', 'y', 'z']);
    expect((await quoteTexts(requester, more)).languages).toMatchObject([{ newTexts: 0 }]);
    // Another language of the texts, and other jobs.
    expect(await quoteTexts(requester, { ...more, name: 'shop/ja', from: 'ja' })).toMatchObject({
      languages: [{ newTexts: 3 }],
    });
    expect(await quoteTexts(requester, { ...more, name: 'other', reuse: 'shops' })).toMatchObject({
      languages: [{ newTexts: 3 }],
    });
  });

  test('that is aborted with the refusal of another call rejects with that, and asks nothing more', async () => {
    const { sandbox, requester, requestsSince } = openWorld();
    const checking = `${CREATING[using]}/check`;
    sandbox.faults.add({ on: checking, times: 1, fault: { kind: 'status', status: 422 } });
    const refusal = await rejection(quoteTexts(requester, job({ using })));
    expect(refusal).toMatchObject({ name: 'ValidationError' });
    sandbox.faults.add({ on: checking, times: 1, fault: { kind: 'hang' } });
    const end = new AbortController();
    const quoting = rejection(quoteTexts(requester, job({ using, to: ['xx'], signal: end.signal })));
    requestsSince();
    await expect.poll(requestsSince).toBeGreaterThan(0);
    end.abort(refusal);
    expect(await quoting).toBe(refusal);
    expect(requestsSince()).toBe(0);
  });

  test('places an order for each language, and returns its price and content', async () => {
    const { sandbox, requester } = openWorld();
    const placed = await orderTexts(requester, job({ using, to: ['de', 'ja'] }));
    const orders = sandbox.orders();
    expect(orders.map(({ kind, key }) => [kind, key])).toEqual([
      [using, expect.stringMatching(/^shop\/en\/de\/\w{28}$/)],
      [using, expect.stringMatching(/^shop\/en\/ja\/\w{28}$/)],
    ]);
    expect(placed.orders.map(({ id, points }) => [id, points])).toEqual(
      orders.map(({ id, points }) => [id, points]),
    );
    const points = orders.reduce((sum, each) => sum + each.points, 0);
    expect(placed.quote).toMatchObject({
      points,
      placed: 0,
      languages: [{ language: 'de', texts: 3, orders: 1 }, { language: 'ja' }],
    });
    expect(JSON.parse(JSON.stringify(placed))).toEqual(placed);
  });

  test('orders equal texts once, and leaves out texts that are known or have no letters', async () => {
    const { sandbox, requester } = openWorld();
    const texts = { a: 'One', b: ' One\n', c: 'Two', d: '', e: ' \n', f: '{{{name}}}', g: 'Three', h: '%s' };
    const known = { de: { c: 'Zwei', g: '', other: 'x' }, ja: { a: '一' }, fr: { a: 'Un' } };
    await orderTexts(requester, job({ using, to: ['de', 'ja'], texts, known, protect: 'printf' }));
    const ordered = await orderedTexts(sandbox, requester);
    expect(ordered.map(({ language, text }) => `${language} ${text}`).toSorted()).toEqual(
      ['de One', 'de Three', 'ja One', 'ja Three', 'ja Two'].toSorted(),
    );
  });

  test('orders a text in each language that one of its keys lacks', async () => {
    const { sandbox, requester } = openWorld();
    const known = { de: { a: 'Eins' }, ja: { b: '一' } };
    const placed = await orderTexts(
      requester,
      job({ using, to: ['de', 'ja'], texts: { a: 'One', b: 'One' }, known }),
    );
    sandbox.translators.translateAll();
    const results: string[] = [];
    for await (const { language, key } of collectTexts(requester, placed, { wait: false }))
      results.push(`${language} ${key}`);
    expect(results.toSorted()).toEqual(['de b', 'ja a']);
  });

  test('orders equal texts with different notes separately, and sends the notes', async () => {
    const { sandbox, requester } = openWorld();
    const texts = {
      a: 'Open',
      b: { text: 'Open', note: 'a verb' },
      c: { text: 'Open', note: 'a\n verb ' },
      d: { text: 'Open' },
    };
    const { orders } = await orderTexts(requester, job({ using, texts, description: 'For a shop.' }));
    expect(await orderedTexts(sandbox, requester)).toHaveLength(2);
    const id = orders[0]?.id ?? 0;
    const read =
      using === 'simple' ? await requester.simple.questions.get(id) : await requester.projects.get(id);
    const described =
      'questions' in read ? read.questions.map(({ description }) => description).join('|') : read.description;
    expect(described).toMatch(/^For a shop\..*a verb/s);
  });

  test('is placed completely, or not at all if it costs more than maxPoints', async () => {
    const world = openWorld();
    const quote = await quoteTexts(world.requester, job({ using, to: ['de', 'ja'] }));
    const tooFew = await rejection(
      orderTexts(world.requester, job({ using, to: ['de', 'ja'], maxPoints: quote.points - 1 })),
    );
    expect(tooFew).toBeInstanceOf(BudgetError);
    expect(tooFew).toMatchObject({ quote, maxPoints: quote.points - 1, outcome: 'not_sent' });
    const { request } = tooFew as BudgetError;
    expect(`${request?.method} ${request?.path}`).toBe(CREATING[using]);
    expect(count(world)).toBe(0);
    await orderTexts(world.requester, job({ using, to: ['de', 'ja'], maxPoints: quote.points }));
    expect(count(world)).toBe(2);
  });

  test('costs at most maxPoints with what earlier calls have placed', async () => {
    const { sandbox, requester } = openWorld();
    const { quote } = await orderTexts(requester, job({ using }));
    const more = job({ using, texts: { ...job().texts, d: 'Four' } });
    const { points, placed } = await quoteTexts(requester, more);
    expect(placed).toBe(quote.points);
    const tooFew = { ...more, maxPoints: points - 1 };
    expect(await rejection(orderTexts(requester, tooFew))).toMatchObject({
      name: 'BudgetError',
      quote: { points, placed },
    });
    expect(sandbox.orders()).toHaveLength(1);
    expect((await orderTexts(requester, { ...more, maxPoints: points })).orders).toHaveLength(2);
  });

  test('orders nothing when called again with the same maxPoints, even in another process', async () => {
    const world = openWorld();
    const first = await orderTexts(world.requester, job({ using, limits: small }));
    const { points } = first.quote;
    for (const requester of [world.requester, world.elsewhere()]) {
      const again = await orderTexts(requester, job({ using, limits: small, maxPoints: points }));
      expect(again.orders).toEqual(first.orders.map((order) => ({ ...order, placed: false })));
      expect(again.quote).toMatchObject({ points, placed: points });
    }
    expect(count(world)).toBe(3);
  });

  test.each([
    ['a new text', { a: 'One', b: 'Two', c: 'Three', d: 'Four' }, ['Four']],
    ['an altered text', { a: 'One', b: 'Two!', c: 'Three' }, ['Two!']],
    ['a text less', { a: 'One', c: 'Three' }, []],
    ['another order and other keys', { x: 'Three', y: 'Two', z: 'One' }, []],
    ['other line ends', { a: 'One', b: 'Two', c: 'Three', d: 'A\r\nB' }, ['A\nB']],
    ['nothing in common', { a: 'Four' }, ['Four']],
  ])('when called again with %s, orders only what is new', async (_, texts, added) => {
    for (const limits of [small, { bodies: 2, questions: 2 }, {}]) {
      const world = openWorld({}, { store: lastingStore() });
      await orderTexts(world.requester, job({ using, limits }));
      const before = count(world);
      const again = await orderTexts(world.elsewhere(), job({ using, limits, texts }));
      const ordered = await orderedTexts(world.sandbox, world.requester);
      const plain = ordered.map(({ text }) => text.replaceAll('\r\n', '\n'));
      expect(plain.toSorted()).toEqual(['One', 'Two', 'Three', ...added].toSorted());
      expect(count(world)).toBe(before + Math.min(1, added.length));
      const held = again.orders.flatMap(({ pieces }) => pieces.filter((piece) => piece >= 0));
      expect(held.toSorted()).toEqual(again.pieces.map((_piece, index) => index));
    }
  });

  test('places the rest when there are points again', async () => {
    const world = openWorld({ points: 10_000 });
    const { requester, sandbox } = world;
    const input = job({ using, limits: small, to: ['de', 'ja'] });
    sandbox.faults.add({
      on: CREATING[using],
      after: 3,
      times: 100,
      fault: {
        kind: 'status',
        status: 422,
        body: {
          success: false,
          message: 'Validation Fail',
          error_code: 201,
          errors: { point: 'is not enough' },
        },
      },
    });
    const progress: OrderProgress[] = [];
    const failed = await rejection(
      orderTexts(requester, { ...input, onProgress: (each) => progress.push(each) }),
    );
    expect(failed).toBeInstanceOf(IncompleteJobError);
    expect(isRequesterError(failed)).toBe(true);
    if (!(failed instanceof IncompleteJobError)) return;
    expect(failed).toMatchObject({ name: 'IncompleteJobError', outcome: 'rejected', status: 422 });
    expect(failed.message).toContain('3 of 6 orders');
    expect(failed.cause).toBeInstanceOf(ValidationError);
    expect(failed.failures[0]).toMatchObject({
      error: failed.cause,
      language: expect.any(String),
      key: expect.stringMatching(/^shop\/en/),
    });
    expect(failed.job.orders.map(({ id }) => id).toSorted()).toEqual(
      sandbox
        .orders()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(progress.map(({ done }) => done).toSorted()).toEqual([0, 0, 1, 2, 3]);
    sandbox.faults.clear();
    const whole = await orderTexts(world.elsewhere(), input);
    expect(whole.orders).toHaveLength(6);
    expect(count(world)).toBe(6);
  });

  test('reports the texts and points of each language, and goes on when the report fails', async () => {
    const { requester } = openWorld();
    const progress: OrderProgress[] = [];
    const fail = (): never => {
      throw new Error('the report failed');
    };
    const onProgress = (each: OrderProgress) =>
      progress.push(each) % 2 === 0 ? fail() : Promise.resolve().then(fail);
    const input = job({ using, to: ['de', 'ja'], limits: small, known: { ja: { c: '三' } }, onProgress });
    const { quote } = await orderTexts(requester, input);
    for (const [index, [language, total]] of (
      [
        ['de', 3],
        ['ja', 2],
      ] as const
    ).entries()) {
      const reports = progress.filter((each) => each.language === language);
      expect(reports.map(({ done }) => done)).toEqual(Array.from({ length: total + 1 }, (_, done) => done));
      expect(reports[0]).toEqual({ language, done: 0, total, points: 0 });
      expect(reports.at(-1)).toEqual({
        language,
        done: total,
        total,
        points: quote.languages[index]?.points,
      });
    }
    expect(quote).toMatchObject({
      languages: [
        { texts: 3, orders: 3 },
        { texts: 2, orders: 2 },
      ],
    });
  });

  test('of other texts is refused by a process that does not know its orders, and they are named', async () => {
    const world = openWorld();
    const first = await orderTexts(world.requester, job({ using }));
    const texts = { a: 'Another' };
    const error = await rejection(orderTexts(world.elsewhere(), job({ using, texts })));
    expect(error).toMatchObject({
      name: 'InputError',
      issues: [
        { path: 'options.name', message: expect.stringContaining(JSON.stringify(first.orders[0]?.key)) },
      ],
    });
    expect(count(world)).toBe(1);
    await orderTexts(world.elsewhere(), job({ using, texts, to: ['ja'] }));
    await orderTexts(world.elsewhere(), job({ using, texts, name: 'shop/en' }));
    await orderTexts(world.elsewhere(), job({ using, texts, lookback: 0 }));
    expect(count(world)).toBe(4);
  });

  test('is quoted as placed by a process that does not know its orders, and is not read by it', async () => {
    const world = openWorld();
    const { quote } = await orderTexts(world.requester, job({ using, to: ['de', 'ja'] }));
    expect(await quoteTexts(world.elsewhere(), job({ using, to: ['de', 'ja', 'fr'] }))).toMatchObject({
      placed: quote.points,
      languages: [
        { placed: quote.languages[0]?.points },
        { placed: quote.languages[1]?.points },
        { placed: 0 },
      ],
    });
    expect(await readJob(world.requester, job({ using, to: ['de', 'ja'] }))).toMatchObject({
      quote: { points: quote.points, placed: quote.points },
      orders: [
        { language: 'de', placed: false },
        { language: 'ja', placed: false },
      ],
    });
    expect(await readJob(world.elsewhere(), job({ using, texts: { a: 'Another' } }))).toMatchObject({
      orders: [],
    });
  });

  test('says which job it is even if its first order fails', async () => {
    const world = openWorld({ points: 5 });
    const error = await rejection(orderTexts(world.requester, job({ using })));
    expect(error).toBeInstanceOf(IncompleteJobError);
    expect(error).toMatchObject({ cause: { name: 'ValidationError' }, job: { name: 'shop', orders: [] } });
  });

  test('names the languages that the service does not offer, and orders nothing', async () => {
    const world = openWorld();
    const error = await rejection(orderTexts(world.requester, job({ using, to: ['de', 'xx', 'yy'] })));
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(
      /options\.to\[1\], options\.to\[2\] is not offered .*'en' into ar, cy, de.*Nothing was ordered/,
    );
    expect(count(world)).toBe(0);
    const from = await rejection(orderTexts(world.requester, job({ using, from: 'xx' })));
    expect(String(from)).toContain('options.from is not offered by the service: it translates from ar');
  });

  test('rejects with the reason of its signal, and the next call places the rest', async () => {
    const world = openWorld({ latency: 2 });
    const death = new AbortController();
    const onProgress = ({ done }: OrderProgress) => done > 0 && death.abort(new Error('enough'));
    const input = job({ using, limits: small });
    await expect(orderTexts(world.requester, { ...input, onProgress, signal: death.signal })).rejects.toThrow(
      'enough',
    );
    expect((await orderTexts(world.requester, input)).orders).toHaveLength(3);
    expect(count(world)).toBe(3);
  });

  test('whose signal aborts with the conflict of another order does not take that for its own', async () => {
    const death = new AbortController();
    let reason: unknown;
    const world = openWorld({ latency: 2 }, { store: lastingStore() }, (fetch) => (input, init) => {
      const isOrder = init?.method === 'POST' && !String(input).includes('/check');
      if (isOrder && reason !== undefined) queueMicrotask(() => death.abort(reason));
      return fetch(input, init);
    });
    const place = using === 'simple' ? SIMPLE.place : PROJECTS.place;
    const another = await place(world.requester, 'other', { once: true });
    reason = await rejection(place(world.requester, 'other', { once: true }, 40));
    expect(reason).toMatchObject({ name: 'OrderConflictError', existing: { id: another.data.id } });
    const input = job({ using, to: ['ja'], settle: 0 });
    expect(await rejection(orderTexts(world.requester, { ...input, signal: death.signal }))).toBe(reason);
    const { orders } = await orderTexts(world.requester, input);
    expect(orders.map(({ id }) => id)).not.toContain(another.data.id);
  });

  test('is ordered once by two calls at the same time', async () => {
    const world = openWorld({ latency: 2 });
    const another = world.requester.withAccessToken(world.sandbox.accessToken);
    const [one, two] = await Promise.all([
      orderTexts(world.requester, job({ using, limits: small })),
      orderTexts(another, job({ using, limits: small })),
    ]);
    expect(two?.orders.map(({ id }) => id)).toEqual(one?.orders.map(({ id }) => id));
    expect(count(world)).toBe(3);
  });

  test('checks each order once, and searches once for all', async () => {
    const world = openWorld();
    await orderTexts(world.requester, job({ using, to: ['de', 'ja'], limits: small }));
    const paths = world.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
    const times = (path: string) => paths.filter((each) => each === path).length;
    expect(times(`${CREATING[using]}/check`)).toBe(6);
    expect(times(CREATING[using])).toBe(6);
    expect(paths.length - 12).toBeLessThanOrEqual(6);
  });

  test('without texts or languages orders nothing', async () => {
    const { requester, requestsSince } = openWorld();
    for (const input of [{ texts: {} }, { to: [] }, { texts: { a: '' } }]) {
      expect(await orderTexts(requester, job({ using, ...input }))).toMatchObject({
        orders: [],
        quote: { points: 0 },
      });
    }
    expect(requestsSince()).toBe(0);
  });
});

test('every order has the terms and the text format of the job', async () => {
  const { requester, sandbox } = openWorld();
  const terms = { native: true, published_scope: 2 as const };
  const { orders } = await orderTexts(
    requester,
    job({ terms, html: true, texts: { a: '<b>One</b>', b: '<br>' } }),
  );
  const read = await requester.simple.questions.get(orders[0]?.id ?? 0);
  expect(read).toMatchObject({ native: true, published_scope: 2, text_format: 1, escape_text: true });
  expect(read.question_bodies).toHaveLength(1);
  const projects = await orderTexts(
    requester,
    job({
      using: 'project',
      terms: { individual: true, double_check: true, translator_list_ids: [3] },
      html: true,
    }),
  );
  const project = await requester.projects.get(projects.orders[0]?.id ?? 0);
  expect(project.questions[0]).toMatchObject({
    individual: true,
    double_check: true,
    file_type: 'html_text',
  });
  const order = sandbox.requests.findLast(({ path }) => path === '/api/v1/projects');
  expect(order?.body).toMatchObject({ translator_list_ids: [3] });
  expect(sandbox.orders()).toHaveLength(2);
});

test.each([
  ['simple', 1_000],
  ['project', 500],
] as const)('%s orders hold %i texts of 10,000 letters at most, and 1 MiB', async (using, most) => {
  const { requester } = openWorld();
  const counts = async (number: number, text: string) => {
    const texts = Object.fromEntries(Array.from({ length: number }, (_, at) => [`k${at}`, `${at} ${text}`]));
    const { languages } = await quoteTexts(
      requester,
      job({ using, texts, name: `${number} ${text.length}` }),
    );
    return languages[0]?.orders;
  };
  expect([await counts(most, 'One'), await counts(most + 1, 'One')]).toEqual([1, 2]);
  expect([await counts(98, 'x'.repeat(9_900)), await counts(108, 'x'.repeat(9_900))]).toEqual([1, 2]);
});

test('a change of the options while a job is ordered has no effect', async () => {
  const { sandbox, requester } = openWorld();
  const to = ['de'];
  const options = { ...job({ to, terms: { native: true } }) };
  const ordering = orderTexts(requester, options);
  to.push('ja');
  Object.assign(options.terms ?? {}, { native: false });
  Object.assign(options, { name: 'other', from: 'ja', description: 'Be brief.' });
  const { name, quote, orders } = await ordering;
  expect([name, quote.languages.length]).toEqual(['shop', 1]);
  expect(sandbox.orders().map(({ key }) => key)).toEqual(orders.map(({ key }) => key));
  const [{ id } = { id: 0 }] = orders;
  const order = { language_id: 'en', description: '', native: true };
  expect(await requester.simple.questions.get(id)).toMatchObject(order);
});

test('64 orders are placed at a time', async () => {
  let running = 0;
  let most = 0;
  const { requester } = openWorld({ latency: 2 }, { maxConcurrency: 200 }, (fetch) => async (input, init) => {
    running += 1;
    most = Math.max(most, running);
    return fetch(input, init).finally(() => {
      running -= 1;
    });
  });
  const texts = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, `Text ${at}`]));
  await quoteTexts(requester, job({ limits: small, texts, lookback: 0 }));
  expect(most).toBe(64);
});

test('the client’s budget counts for the orders of a job', async () => {
  const { client, sandbox } = openWorld();
  const requester = client({ budget: { points: 25 } });
  const failed = await rejection(orderTexts(requester, job({ limits: small })));
  expect(failed).toBeInstanceOf(IncompleteJobError);
  expect(failed).toMatchObject({ cause: { name: 'BudgetError' }, outcome: 'not_sent' });
  expect(sandbox.orders()).toHaveLength(2);
});

test('an order of another table, or of nobody’s, does not stop it', async () => {
  const { requester, sandbox } = openWorld();
  await SIMPLE.place(requester, 'shop/en/de/1');
  await orderTexts(requester, job({ name: 'shop/en/de', from: 'de', to: ['ja'] }));
  expect((await orderTexts(requester, job())).orders).toHaveLength(1);
  expect(sandbox.orders()).toHaveLength(3);
});

test('keys can be any string', async () => {
  const { requester } = openWorld();
  const keys = [
    '',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(100_000),
    '\0',
    '\ud800',
    '🙂',
    '1',
    'a.b[0]',
  ];
  const texts = Object.fromEntries(keys.map((key, index) => [key, `Text ${index}`]));
  const placed = await orderTexts(requester, job({ texts }));
  expect(placed.texts.flatMap((text) => text.keys).toSorted()).toEqual(keys.toSorted());
  const known = { de: { constructor: 'x' } };
  const rest = await orderTexts(requester, job({ name: 'other', texts, known }));
  expect(rest.pieces).toHaveLength(keys.length - 1);
});
