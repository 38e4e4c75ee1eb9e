import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { QuestionStatus, Requester } from '../../src/index.js';
import { createSandbox, createSeededSandbox, type SandboxSeed } from '../../src/sandbox.js';

const untyped = (seed: unknown): never => seed as never; // as a file can hold it

const whole = {
  languages: [
    { from: 'en', to: 'it', point: 7 },
    { from: 'it', to: 'sv' },
  ],
  accounts: [
    { login: 'shop', locale: 'it', organizations: [{ name: 'Shop', points: 5_000 }, { name: 'Rest' }] },
    { login: 'press' },
    { login: 'third' },
  ],
  orders: [
    { kind: 'project', to: 'it', texts: ['Good morning', 'Good night'], key: 'greeting', state: 'taken' },
    {
      kind: 'simple',
      account: 'press',
      from: 'en',
      to: 'it',
      texts: ['Bye'],
      key: 'bye',
      state: 'completed',
    },
    { from: 'it', to: 'sv', texts: ['Ciao'] },
  ],
} as const satisfies SandboxSeed;

test('a sandbox without a seed has as many languages as its pages say', async () => {
  const pairs = await createSandbox().requester(Requester).languages.list();
  const languages = new Set(pairs.map(({ language_id: id }) => id));
  expect(languages.size).toBe(13);
  const page = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
  expect(page.match(/thirteen/g)).toHaveLength(2);
});

describe('a seeded sandbox', () => {
  test('has the accounts, with their organizations and points', async () => {
    const sandbox = await createSeededSandbox(whole, { points: 300 });
    expect(sandbox.accounts.map(({ login }) => login)).toEqual(['shop', 'press', 'third']);
    const listOrganizations = async (account: (typeof sandbox.accounts)[number]) =>
      (await sandbox.requester(Requester, { account }).organizations.list()).items.map(
        ({ name, available_point: points }) => [name, points],
      );
    const [shop, press, third] = sandbox.accounts;
    expect((await listOrganizations(shop)).map(([name]) => name)).toEqual(['Shop', 'Rest']);
    expect((await listOrganizations(shop))[1]).toEqual(['Rest', 300]);
    expect((await listOrganizations(press))[0]?.[0]).toBe('Organization of press');
    expect(await listOrganizations(third ?? shop)).toEqual([['Organization of third', 300]]);
  });

  test('offers the languages, with their prices, and no others', async () => {
    const requester = (await createSeededSandbox(whole)).requester(Requester);
    const pairs = await requester.languages.list();
    expect(pairs.map((pair) => [pair.language?.id, pair.translated_language?.id, pair.point])).toEqual([
      ['en', 'it', 7],
      ['it', 'sv', 3],
    ]);
    expect(JSON.stringify(pairs)).toContain('"Swedish"');
    const order = { language_id: 'en', question_bodies: [{ body: 'Good day' }] };
    await expect(
      requester.simple.questions.create({ ...order, translated_language_id: 'ja' }),
    ).rejects.toMatchObject({ name: 'ValidationError', status: 422 });
    expect(
      (await requester.simple.questions.check({ ...order, translated_language_id: 'it' })).total_point,
    ).toBe(7 * 7);
  });

  test('has the orders in their states, found by their keys', async () => {
    const sandbox = await createSeededSandbox(whole);
    expect(sandbox.orders().map(({ kind, key }) => [kind, key])).toEqual([
      ['project', 'greeting'],
      ['simple', 'bye'],
      ['simple', null],
    ]);
    const [project, bye] = sandbox.orders();
    const [shop, press] = sandbox.accounts;
    const { questions } = await sandbox
      .requester(Requester, { account: shop })
      .projects.get(project?.id ?? 0);
    expect(questions.map(({ status }) => status)).toEqual([
      QuestionStatus.Translating,
      QuestionStatus.Translating,
    ]);
    const ofPress = sandbox.requester(Requester, { account: press });
    const question = await ofPress.simple.questions.get(bye?.id ?? 0);
    expect(question.question_bodies.map(({ translations }) => translations?.[0]?.body)).toEqual(['[it] Bye']);
    const again = await ofPress.simple.questions
      .create(
        {
          language_id: 'en',
          translated_language_id: 'it',
          question_bodies: [{ body: 'Bye' }],
          custom_field: 'bye',
        },
        { once: true },
      )
      .withResponse();
    expect([again.placed, again.data.id]).toEqual([false, bye?.id]);
  });

  test('goes back to its seed, or to its accounts alone', async () => {
    const sandbox = await createSeededSandbox(whole, { seed: 4 });
    await sandbox.place.simpleQuestion(['More'], { to: 'it' });
    sandbox.reset();
    expect(sandbox.orders()).toHaveLength(3);
    sandbox.reset({ empty: true });
    expect([sandbox.orders().length, sandbox.accounts[0].login, sandbox.accounts.length]).toEqual([
      0,
      'shop',
      3,
    ]);
    await expect(sandbox.place.simpleQuestion(['More'])).rejects.toThrow('422');
  });

  test('keeps its seed in a snapshot', async () => {
    const copy = createSandbox({ snapshot: (await createSeededSandbox(whole)).snapshot() });
    expect(copy.accounts.map(({ login }) => login)).toEqual(['shop', 'press', 'third']);
    expect(await copy.requester(Requester).languages.list()).toHaveLength(2);
  });

  test('has no requests and no deliveries of its seed, and no latency while it is made', async () => {
    const delivered: Request[] = [];
    const deliver = async (request: Request) => {
      delivered.push(request);
      return new Response(null, { status: 200 });
    };
    const sandbox = await createSeededSandbox(whole, {
      deliver,
      latency: 3_600_000,
      rateLimit: { requests: 1, window: 1_000 },
      lag: { reads: 5_000 },
      now: 0,
    });
    await sandbox.clock.advance(60_000);
    expect([sandbox.requests, delivered]).toEqual([[], []]);
  });

  test('is the same each time, with the same seed and moment', async () => {
    const make = async () =>
      JSON.stringify((await createSeededSandbox(whole, { seed: 9, now: 5 })).snapshot());
    expect(await make()).toBe(await make());
  });

  test('takes a thousand orders in little time, and an empty seed', async () => {
    const orders = Array.from({ length: 1_000 }, (_, n) => ({ texts: [`Text ${n}`], key: `key-${n}` }));
    expect((await createSeededSandbox({ orders })).orders()).toHaveLength(1_000);
    expect((await createSeededSandbox({})).orders()).toEqual([]);
  });
});

describe('a seed', () => {
  test.each([
    [[], 'the seed must be an object; got an empty list'],
    [{ order: [] }, 'order is not an option; did you mean orders?'],
    [{ languages: [] }, 'languages must be a list that is not empty; got an empty list'],
    [{ languages: [{ from: 'en' }] }, 'languages[0].to must be a language such as en or pt-BR; got nothing'],
    [{ languages: [{ from: '../x', to: 'en' }] }, 'languages[0].from must be a language'],
    [
      { languages: [{ from: 'en', to: 'it', point: 0 }] },
      'languages[0].point must be an integer of at least 1; got 0',
    ],
    [{ accounts: [{}] }, 'accounts[0].login must be a login of letters, digits and .-_; got nothing'],
    [{ accounts: [{ login: '<b>' }] }, 'accounts[0].login must be a login'],
    [
      { accounts: [{ login: 'a', organizations: [] }] },
      'accounts[0].organizations must be a list that is not empty',
    ],
    [
      { accounts: [{ login: 'a', organizations: [{ name: 'A', points: -1 }] }] },
      '.points must be an integer of at least 0',
    ],
    [
      { accounts: [{ login: 'a', organizations: [{ points: 5 }] }] },
      'accounts[0].organizations[0].name must be',
    ],
    [{ orders: 'x' }, 'orders must be a list; got a string'],
    [{ orders: [{ texts: 'Hello' }] }, 'orders[0].texts must be a list that is not empty; got a string'],
    [
      { orders: [{ texts: ['a'] }, { texts: ['', 5] }] },
      'orders[1].texts[0] must be a non-empty string; got an empty string; orders[1].texts[1]',
    ],
    [{ orders: [{ texts: ['a'], text: 'b' }] }, 'orders[0].text is not an option; did you mean texts?'],
    [{ orders: [{ texts: ['a'], state: 'taken' }] }, "orders[0].state must be 'open' or 'completed'"],
    [
      { orders: [{ texts: ['a'], kind: 'project', state: 'done' }] },
      "orders[0].state must be 'open' or 'taken' or 'completed'",
    ],
    [{ orders: [{ texts: ['a'], kind: 'both' }] }, "orders[0].kind must be 'simple' or 'project'"],
  ])('%j is refused', async (seed, message) => {
    const made = createSeededSandbox(untyped(seed));
    await expect(made).rejects.toThrow(TypeError);
    await expect(made).rejects.toThrow(message);
  });

  test.each([
    [{ accounts: [{ login: 'a' }, { login: 'a' }] }, 'accounts[1].login is there twice: a'],
    [{ accounts: [{ login: 'second-requester' }] }, 'accounts[1].login is there twice'],
    [
      {
        languages: [
          { from: 'en', to: 'it' },
          { from: 'en', to: 'it' },
        ],
      },
      'languages[1] is there twice: en to it',
    ],
    [
      { orders: [{ texts: ['a'], account: 'shp' }], accounts: [{ login: 'shop' }] },
      'orders[0].account is shp; did you mean shop?',
    ],
    [JSON.parse('{"__proto__": {"orders": []}}'), '__proto__ is not an option'],
  ])('%j is refused', async (seed, message) => {
    await expect(createSeededSandbox(untyped(seed))).rejects.toThrow(message);
  });

  test('with an order that the service refuses fails with its path and the answer', async () => {
    const orders = [{ texts: ['Hello'] }, { texts: ['Hello'], to: 'xx' }];
    await expect(createSeededSandbox({ orders })).rejects.toThrow(
      /^orders\[1\] was refused\. The service answered 422: .*translated_language/,
    );
  });

  test('of a million wrong orders is one short error', async () => {
    const orders = Array.from({ length: 1_000_000 }, () => 5);
    const error = await createSeededSandbox(untyped({ orders })).catch((thrown: Error) => thrown);
    expect(String(error).length).toBeLessThan(2_000);
    expect(String(error)).toMatch(/and \d+ more\.$/);
  });

  test('goes with no snapshot', async () => {
    const options = untyped({ snapshot: createSandbox().snapshot() });
    await expect(createSeededSandbox({}, options)).rejects.toThrow('a `snapshot` needs no seed');
  });
});
