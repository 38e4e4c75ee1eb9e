import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { createSandbox, createSeededSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { orderTexts } from '../../src/texts.js';
import { codeIn, connect, HOUR, MOMENT, projectOrder, signInUrl, simpleOrder, upload } from './api.js';

let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  sandbox = createSandbox({ now: MOMENT });
  server = await sandbox.listen();
});

afterEach(() => server.close());

/** Calls the control interface as a program in any language would. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/_sandbox/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // Answers are looked into, not typed.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return { status: response.status, body: (await response.json()) as any, headers: response.headers };
}

const act = (name: string, body?: unknown) => call('POST', name, body);
const state = async (query = '') => (await call('GET', `state${query}`)).body;

describe('the state', () => {
  test('has time, credentials, points, orders, events, requests, deliveries and faults', async () => {
    const { project } = (await connect(sandbox).post('projects', projectOrder())).body;
    const seen = await state();
    expect(seen).toMatchObject({
      now: MOMENT,
      credentials: { accessToken: sandbox.accessToken, ...sandbox.application },
      organizations: [
        { account: 'first-requester', availablePoint: 10_000_000 - project.point },
        { account: 'first-requester', name: 'Small organization' },
        { account: 'second-requester', name: 'Second organization', availablePoint: 100_000 },
      ],
      sample: { languageId: 'en', translatedLanguageId: 'ja' },
      orders: { total: 1, items: [{ kind: 'project', id: project.id, languageId: 'en' }] },
      events: { total: 1, items: [{ type: 'project.created', orderId: project.id }] },
      requests: { total: 1, items: [{ method: 'POST', path: '/api/v1/projects', status: 201 }] },
      deliveries: { total: 0, items: [] },
      faults: [],
    });
    expect(JSON.stringify(seen.requests)).not.toContain(sandbox.accessToken);
  });

  test('names the order of each event by its id, its key and its title', async () => {
    const order = projectOrder({ custom_field: 'greeting/1', title: 'Greeting' });
    const { project } = (await connect(sandbox).post('projects', order)).body;
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['x'.repeat(90)])))
      .body;
    expect((await state()).events.items).toMatchObject([
      { orderId: question.id, key: null, title: `${'x'.repeat(79)}…`, languageId: 'en' },
      { orderId: project.id, key: 'greeting/1', title: 'Greeting', languageId: 'en' },
    ]);
  });

  test('cuts a long title between two characters, not within one', async () => {
    await connect(sandbox).post('simple/questions', simpleOrder([`${'x'.repeat(78)}😀 and more`]));
    expect((await state()).orders.items[0].title).toBe(`${'x'.repeat(78)}…`);
  });

  test('shows the document of a question, and its newest translation as a file', async () => {
    const { id: source_id } = (await upload(sandbox, 'menu.txt', 'Soup\nBread')).body.question_source;
    await sandbox.clock.advance(HOUR);
    const order = projectOrder({ type: 'file', body: undefined, source_id, title: 'Lunch' });
    const { project } = (await connect(sandbox).post('projects', order)).body;
    const { id } = project.questions[0];
    const shown = async () => (await call('GET', `orders/${project.id}`)).body.questions[0].document;
    const file = { name: 'menu.txt', fileType: 'txt', pages: null, letters: 9, paragraphs: 2 };
    expect(await shown()).toEqual({ ...file, hasTranslation: false });
    expect((await call('GET', `questions/${id}/file`)).body.message).toContain('has no translation yet');
    sandbox.translators.translateQuestion(id, ['Suppe', 'Brot']);
    expect(await shown()).toEqual({ ...file, hasTranslation: true });
    expect((await call('GET', `questions/${id}/file`)).body).toEqual({
      name: 'menu.txt',
      type: 'text/plain; charset=utf-8',
      content: Buffer.from('Suppe\nBrot').toString('base64'),
    });
    const unknown = await call('GET', 'questions/1/file');
    expect([unknown.status, unknown.body.message]).toEqual([422, 'There is no question 1.']);
    await connect(sandbox).post('projects', projectOrder());
    expect((await state()).orders.items[0].questions[0].document).toBeNull();
  });

  test('shows the newest of everything first, and older orders page by page', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift((await connect(sandbox).post('projects', projectOrder())).body.project.id);
    const seen = await state('?limit=2');
    const getIds = (orders: { items: { id: number }[] }) => orders.items.map(({ id }) => id);
    expect(seen.orders.total).toBe(5);
    expect(getIds(seen.orders)).toEqual(ids.slice(0, 2));
    expect(seen.events.items).toHaveLength(2);
    expect(getIds((await call('GET', 'orders?offset=2&limit=2')).body)).toEqual(ids.slice(2, 4));
    expect(getIds((await call('GET', 'orders?offset=4')).body)).toEqual(ids.slice(4));
    expect(getIds((await call('GET', 'orders?offset=9')).body)).toEqual([]);
    expect((await call('GET', 'orders?offset=x')).status).toBe(422);
    expect((await call('GET', 'state?limit=501')).status).toBe(422);
  });

  test('shows an order as it is now, with its texts and translations', async () => {
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['one', 'two']))).body;
    sandbox.translators.translateBody(question.question_bodies[0].id, '一');
    const [order] = (await state()).orders.items;
    expect(order.simple).toMatchObject({
      statusText: 'In Progress',
      open: true,
      progress: 50,
      bodies: [
        { text: 'one', translations: [{ text: '一' }] },
        { text: 'two', translations: [] },
      ],
    });
    await sandbox.clock.advance(24 * HOUR);
    expect((await state()).orders.items[0].simple).toMatchObject({ open: false, status: 9 });
  });
});

describe('what a translator has to know', () => {
  const place = async (description: string, texts = ['Open', 'Open']) => {
    const order = { ...simpleOrder(texts), description, custom_field: 'menu' };
    const { question } = (await connect(sandbox).post('simple/questions', order)).body;
    return (await call('GET', `orders/${question.id}`)).body;
  };
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into
  const pickNotes = ({ simple }: any) => [
    simple.instructions,
    ...simple.bodies.map(({ note }: { note: string }) => note),
  ];

  test('is beside each text: the note with its number, by which identical ones differ', async () => {
    const order = await place('A shop.\n\nNotes:\n1: menu.open: a verb\n2: An adjective');
    expect(pickNotes(order)).toEqual(['A shop.', 'menu.open: a verb', 'An adjective']);
    expect(order).toMatchObject({ key: 'menu', organization: 'First organization' });
    expect(pickNotes(await place('Notes:\n2: An adjective'))).toEqual(['', '', 'An adjective']);
  });

  test.each([
    '',
    'Notes:',
    'Notes:\nBe polite.',
    'Notes:\n1: A verb\nand more',
    'Notes:\n0: No such text',
    'Notes:\n3: No such text',
    'Notes:\n1: A verb\n1: A noun',
    'Notes:\n1:',
    'First:\n1: A verb',
  ])('is the whole description where it has no notes of single texts: %j', async (description) => {
    expect(pickNotes(await place(description))).toEqual([description, '', '']);
  });

  test('is what a table of texts says of each', async () => {
    const requester = sandbox.requester(Requester);
    const texts = {
      'menu.open': { text: 'Open', note: 'a verb' },
      'shop.open': { text: 'Open', note: 'an\nadjective' },
      'shop.shut': 'Shut',
    };
    await orderTexts(requester, {
      name: 'shop',
      from: 'en',
      to: ['ja'],
      texts,
      description: 'Signs: a shop.',
    });
    const [order] = (await state()).orders.items;
    expect(pickNotes(order)).toEqual(['Signs: a shop.', 'a verb', 'an adjective', '']);
  });

  test('is right on each page of a long order', async () => {
    const texts = Array.from({ length: 103 }, (_, index) => `Text ${index + 1}`);
    const { id } = await place('Notes:\n1: first\n102: late', texts);
    const { simple } = (await call('GET', `orders/${id}?offset=100`)).body;
    expect(simple.bodies).toMatchObject([
      { number: 101, text: 'Text 101', note: '' },
      { number: 102, text: 'Text 102', note: 'late' },
      { number: 103, note: '' },
    ]);
  });

  test('is said of each question of a project', async () => {
    const order = projectOrder({ description: 'A greeting.', custom_field: 'mail/1' });
    const { project } = (await connect(sandbox).post('projects', order)).body;
    expect((await call('GET', `orders/${project.id}`)).body.questions).toMatchObject([
      { instructions: 'A greeting.', key: 'mail/1' },
    ]);
  });
});

describe('an action', () => {
  test('places a sample order of each kind', async () => {
    const simple = await act('orders');
    const project = await act('orders', { kind: 'project' });
    expect(simple.status).toBe(200);
    expect(sandbox.orders()).toMatchObject([
      { kind: 'simple', id: simple.body.id },
      { kind: 'project', id: project.body.id },
    ]);
    expect(await act('orders', { kind: 'other' })).toMatchObject({
      status: 422,
      body: { message: '`kind` is "simple" or "project".' },
    });
  });

  test('says what the service answered when a sample order is not placed', async () => {
    sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 503, body: 'busy' } });
    const placed = await act('orders');
    expect(placed.body).toEqual({ message: 'The service answered 503.', answer: 'busy' });
    const [{ id = 0 } = {}] = (await state()).organizations;
    await act('points/take', { organizationId: id, points: 10_000_000 });
    const { message, answer } = (await act('orders')).body;
    expect(message).toBe('The service answered 422: point is not enough.');
    expect(JSON.parse(answer)).toMatchObject({ errors: { point: 'is not enough' } });
    sandbox.faults.add({ on: '*', fault: { kind: 'drop-after' } });
    expect((await act('orders')).body).toEqual({
      message: 'The service gave no answer: the connection was lost.',
    });
  });

  test.each([
    [[{ from: 'en', to: 'it' }], 'en', 'it'],
    [[{ from: 'de', to: 'fr' }], 'de', 'fr'],
    [
      [
        { from: 'de', to: 'fr' },
        { from: 'en', to: 'pl' },
        { from: 'en', to: 'ja' },
      ],
      'en',
      'ja',
    ],
    [
      [
        { from: 'ja', to: 'en' },
        { from: 'en', to: 'pl' },
      ],
      'en',
      'pl',
    ],
  ] as const)('places samples in languages that can be ordered: of %j', async (languages, from, to) => {
    await server.close();
    sandbox = await createSeededSandbox({ languages });
    server = await sandbox.listen();
    for (const kind of ['simple', 'project']) expect((await act('orders', { kind })).status).toBe(200);
    const { sample, orders } = await state();
    const pair = { languageId: from, translatedLanguageId: to };
    expect(sample).toEqual(pair);
    expect(orders.items).toMatchObject([pair, pair]);
  });

  test('translates one text, one question, one order or everything', async () => {
    const api = connect(sandbox);
    const { question } = (await api.post('simple/questions', simpleOrder(['one', 'two']))).body;
    const [body] = question.question_bodies;
    await act('translate', { questionBodyId: body.id, text: '一' });
    const [translated] = (await state()).orders.items[0].simple.bodies;
    expect(translated.translations[0].text).toBe('一');
    expect((await act('translate', { orderId: question.id })).body).toEqual({ translated: 1 });
    expect((await api.get(`simple/questions/${question.id}`)).body.question.status).toBe(4);

    const { project } = (await api.post('projects', projectOrder())).body;
    await act('translate', { questionId: project.questions[0].id, texts: ['おはよう'] });
    expect((await state()).orders.items[0].questions[0].translation).toEqual(['おはよう']);
    await api.post('projects', projectOrder());
    await api.post('simple/questions', simpleOrder(['{{{name}}} <b>x</b>']));
    expect((await act('translate', { all: true })).body).toEqual({ translated: 2 });
    const [order] = (await state()).orders.items;
    expect(order.simple.bodies[0].translations[0].text).toBe('[ja] {{{name}}} <b>x</b>');
    expect((await act('translate', { all: true })).body).toEqual({ translated: 0 });
  });

  test('plays the person at the sign-in', async () => {
    const url = signInUrl(sandbox, { state: 's' });
    const { redirect } = (await act('authorize', { url })).body;
    expect(codeIn(redirect)).toHaveLength(64);
    const denied = await act('authorize', { url, deny: true });
    expect(denied.body).toEqual({ redirect: 'http://localhost:3000/callback?error=access_denied&state=s' });
    const account = sandbox.accounts[1].login;
    expect(codeIn((await act('authorize', { url, account })).body.redirect)).toHaveLength(64);
    const unknown = await act('authorize', { url, account: 'nobody' });
    expect([unknown.status, unknown.body.message]).toEqual([
      422,
      expect.stringContaining('No account has this login.'),
    ]);
  });

  test('translates a body twice where two translations are needed, and once with `onlyMissing`', async () => {
    await server.close();
    sandbox = createSandbox({ now: MOMENT, translationsPerBody: 2 });
    server = await sandbox.listen();
    const place = async () =>
      (await connect(sandbox).post('simple/questions', simpleOrder(['one', 'two']))).body.question.id;
    const shown = async (id: number) => {
      const { statusText, open, translated, simple } = (await call('GET', `orders/${id}`)).body;
      const { translations, translationsNeeded, bodies } = simple;
      const each = bodies.map((body: { translations: unknown[] }) => body.translations.length);
      return { statusText, open, translated, translations, translationsNeeded, each };
    };
    const id = await place();
    const missing = { orderId: id, onlyMissing: true };
    expect((await act('translate', missing)).body).toEqual({ translated: 2 });
    expect((await act('translate', missing)).body).toEqual({ translated: 0 });
    const common = { translated: 2, translationsNeeded: 2 };
    expect(await shown(id)).toEqual({
      ...common,
      statusText: 'Translated',
      open: true,
      translations: 2,
      each: [1, 1],
    });
    const another = await place();
    expect((await act('translate', { all: true })).body).toEqual({ translated: 2 + 4 });
    for (const item of [id, another])
      expect(await shown(item)).toEqual({
        ...common,
        statusText: 'Completed',
        open: false,
        translations: 4,
        each: [2, 2],
      });
  });

  test('takes a question and comments on it as a translator', async () => {
    const api = connect(sandbox);
    const { id } = (await api.post('projects', projectOrder())).body.project.questions[0];
    await act('take', { questionId: id });
    await act('comment', { questionId: id, body: 'Who is greeted?' });
    const [order] = (await state()).orders.items;
    expect(order.questions[0]).toMatchObject({
      statusText: 'translating',
      takenUntil: MOMENT + 24 * HOUR,
      comments: [{ body: 'Who is greeted?' }],
    });
    const { comments } = (await api.get(`questions/${id}/comments`)).body;
    expect(comments.at(-1)).toMatchObject({ type_id: 1, user: { translator: true } });
    expect((await act('comment', { questionId: id, body: ' ' })).body.message).toBe(
      'A comment needs a text.',
    );
  });

  test('comments on a translation of a simple question', async () => {
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['one']))).body;
    const { id } = sandbox.translators.translateBody(question.question_bodies[0].id, '一');
    await act('comment', { translationId: id, body: 'Or 1?' });
    const [body] = (await state()).orders.items[0].simple.bodies;
    expect(body.translations[0].comments).toMatchObject([{ body: 'Or 1?' }]);
    expect((await act('comment', { translationId: 1, body: 'x' })).status).toBe(422);
    expect((await act('comment', { body: 'x' })).body.message).toBe('Name a questionId or a translationId.');
  });

  test('moves the clock', async () => {
    expect((await act('clock', { advance: HOUR })).body).toEqual({ now: MOMENT + HOUR });
    expect((await act('clock', { advance: -1 })).status).toBe(422);
  });

  test('adds faults, which the state shows until they are used up, and clears them', async () => {
    const rule = { on: 'GET /api/v1/my', times: 2, fault: { kind: 'status', status: 503 } };
    expect((await act('faults', rule)).status).toBe(200);
    expect((await connect(sandbox).get('my')).status).toBe(503);
    expect((await state()).faults).toEqual([{ ...rule, id: 1, hits: 1 }]);
    await connect(sandbox).get('my');
    expect((await state()).faults).toEqual([]);
    await act('faults', rule);
    await act('faults/clear');
    expect((await connect(sandbox).get('my')).status).toBe(200);
    expect((await state()).faults).toEqual([]);
  });

  test('takes every option of a fault, and removes one of several', async () => {
    const on = 'GET /api/v1/my';
    const fault = { kind: 'status', status: 418, headers: { 'x-tea': 'yes' }, body: { tea: true } };
    await act('faults', { on, after: 1, times: 1, fault });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await connect(sandbox).get('my')).status);
    expect(statuses).toEqual([200, 418, 200]);
    const { id } = (await act('faults', { on, probability: 0.5, fault })).body;
    const drawn = [];
    for (let n = 0; n < 40; n += 1) drawn.push((await connect(sandbox).get('my')).status);
    expect(new Set(drawn)).toEqual(new Set([200, 418]));
    expect((await state()).faults).toMatchObject([{ id, probability: 0.5 }]);
    await act('remove', { id });
    expect((await state()).faults).toEqual([]);
    expect((await act('remove', { id })).body.message).toBe(
      `There is no fault, disturbance or prohibition ${id}.`,
    );
    expect((await act('faults', { on, probability: 2, fault })).status).toBe(422);
  });

  test('alters an answer by a merge patch, since JSON has no functions', async () => {
    const on = 'GET /api/v1/my';
    const patch = { user: { login: 'changed', id: null }, added: [1] };
    await act('faults', { on, fault: { kind: 'alter', patch } });
    const { body } = await connect(sandbox).get('my');
    expect(body).toMatchObject({ success: true, user: { login: 'changed' }, added: [1] });
    expect(body.user).not.toHaveProperty('id');
    await act('faults', { on, fault: { kind: 'alter', patch: JSON.parse('{"__proto__":{"x":1}}') } });
    expect((await connect(sandbox).get('my')).status).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
    expect((await act('faults', { on, fault: { kind: 'alter' } })).body.message).toContain('needs a `patch`');
  });

  test('withdraws a token, forbids and allows', async () => {
    const { id } = (await act('access/forbid', { on: 'GET /api/v1/my' })).body;
    expect((await state()).forbidden).toEqual([{ id, on: 'GET /api/v1/my', hits: 0 }]);
    for (const hits of [1, 2]) {
      expect((await connect(sandbox).get('my')).status).toBe(403);
      await connect(sandbox).get('my/organizations');
      expect((await state()).forbidden).toEqual([{ id, on: 'GET /api/v1/my', hits }]);
    }
    await act('access/allow');
    expect((await connect(sandbox).get('my')).status).toBe(200);
    expect((await state()).tokenWorks).toBe(true);
    await act('access/withdraw');
    expect((await connect(sandbox).get('my')).status).toBe(401);
    expect((await state()).tokenWorks).toBe(false);
    expect((await act('access/withdraw')).body.message).toBe('There is no such access token.');
    expect((await act('access/forbid', { on: 'nowhere' })).status).toBe(422);
  });

  test('adds and takes points, and the state shows them', async () => {
    await act('points/add', { points: 500 });
    await act('points/take', { points: 200 });
    const { organizations } = await state();
    expect(organizations[0].availablePoint).toBe(10_000_300);
    expect((await act('points/take', { points: 0 })).body.message).toBe('Points must be an integer above 0.');
    await act('points/take', { points: 1, organizationId: organizations[1].id });
    expect((await state()).organizations[1].availablePoint).toBe(organizations[1].availablePoint - 1);
  });

  test('sets limits, lag and latency; null or a reset removes them', async () => {
    await act('conditions', { rateLimit: { requests: 1, window: 60_000 }, lag: { reads: 1000 } });
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder())).body;
    expect((await connect(sandbox).get('my')).headers.get('retry-after')).toBe('60');
    const answer = await act('conditions', { rateLimit: null });
    expect(answer.body).toEqual({ lag: { reads: 1000 } });
    expect((await connect(sandbox).get(`simple/questions/${question.id}`)).status).toBe(404);
    expect((await act('conditions', { rateLimit: { requests: 0, window: 1 } })).status).toBe(422);
    expect((await act('conditions', { lag: { reeds: 1 } })).body.message).toContain('did you mean reads?');
    expect((await state()).conditions).toEqual({ lag: { reads: 1000 } });
    await act('reset');
    expect((await state()).conditions).toEqual({});
  });

  test('disturbs deliveries, and stops disturbing them', async () => {
    const received: number[] = [];
    sandbox.deliveries.to(async (request) => {
      received.push(((await request.json()) as { id: number }).id);
      return new Response();
    });
    const { id } = (await act('deliveries/disturb', { kind: 'double', times: 2 })).body;
    const { first } = sandbox.events.append();
    await sandbox.deliveries.idle();
    expect(received).toEqual([first, first]);
    expect((await state()).disturbances).toEqual([{ id, kind: 'double', times: 2, hits: 1 }]);
    await act('deliveries/calm');
    sandbox.events.append();
    await sandbox.deliveries.idle();
    expect(received).toHaveLength(3);
    expect((await state()).disturbances).toEqual([]);
    expect((await act('deliveries/disturb', { kind: 'burn' })).status).toBe(422);
  });

  test('rejects a translation by a request, and shows why the service refused', async () => {
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['one']))).body;
    const { id } = sandbox.translators.translateBody(question.question_bodies[0].id, 'eins');
    const short = await act('reject', { translationId: id, reason: 'No.' });
    expect(short.body.message).toContain('is too short');
    await act('reject', { translationId: id, reason: 'That is not what it says.' });
    const [body] = (await call('GET', `orders/${question.id}`)).body.simple.bodies;
    expect(body).toMatchObject({
      translations: [],
      rejected: [{ id, text: 'eins', reason: 'That is not what it says.' }],
    });
  });

  test('names the receiver of deliveries, and delivers an event again', async () => {
    const received: string[] = [];
    expect((await act('deliveries', { eventId: sandbox.events.append().first })).status).toBe(422);
    sandbox.deliveries.to(async (request) => {
      received.push(String(((await request.json()) as { id: number }).id));
      return new Response();
    });
    const { first } = sandbox.events.append();
    await sandbox.deliveries.idle();
    expect((await act('deliveries', { eventId: first })).status).toBe(200);
    await sandbox.deliveries.idle();
    expect(received).toEqual([String(first), String(first)]);
    expect((await act('deliveries', { eventId: 1 })).body.message).toBe('There is no event 1.');
    await act('deliveries/receiver', { to: null });
    sandbox.events.append();
    await sandbox.deliveries.idle();
    expect(received).toHaveLength(2);
    await act('deliveries/receiver', { to: 'http://localhost:1/events' });
    expect(sandbox.application.callbackUrl).toBe('http://localhost:1/events');
  });

  test('appends events', async () => {
    expect((await act('events', { count: 3 })).body.first).toBe(sandbox.events.ids()[0]);
    expect((await act('events', { count: 0 })).status).toBe(422);
  });

  test('registers other addresses of the application', async () => {
    await act('application', { redirectUri: 'http://localhost:5173/callback' });
    expect(sandbox.application.redirectUri).toBe('http://localhost:5173/callback');
    expect((await act('application', { redirectUri: 'nowhere' })).body.message).toBe(
      '"nowhere" is not an address.',
    );
  });

  test('takes a snapshot, and resets', async () => {
    await connect(sandbox).post('projects', projectOrder());
    const snapshot = (await act('snapshot')).body;
    expect(createSandbox({ snapshot }).orders()).toEqual(sandbox.orders());
    await act('reset');
    expect(sandbox.orders()).toEqual([]);
  });

  test.each([
    ['take', {}, '/_sandbox/take: questionId must be a number; got nothing'],
    ['take', { questionID: 1 }, 'questionID is not an option; did you mean questionId?'],
    ['take', { questionId: 1 }, 'There is no question 1.'],
    ['take', [], '/_sandbox/take: the body must be an object; got an empty list'],
    ['translate', {}, 'Name one of questionBodyId, questionId and orderId, or set `all` to true.'],
    ['translate', { all: true, orderId: 1 }, 'Name one of questionBodyId, questionId and orderId'],
    ['translate', { orderId: 1 }, 'There is no order 1.'],
    ['authorize', {}, '/_sandbox/authorize: url must be a string; got nothing'],
    ['authorize', { url: '/oauth/authorize' }, 'the whole address'],
    ['translate', { questionBodyId: 1 }, 'There is no question body 1.'],
    ['translate', { questionId: 1, texts: [1] }, 'texts[0] must be a string'],
    ['faults', { on: 'GET *', fault: { kind: 'fire' } }, 'The sandbox knows no fault of the kind "fire".'],
    ['faults', { on: 'PSOT *', fault: { kind: 'hang' } }, 'did you mean POST *?'],
    ['access/forbid', { on: 'GET /my' }, 'did you mean GET /api/v1/my?'],
  ])('%s with %o is refused with 422 and the reason', async (name, body, message) => {
    const answer = await act(name, body);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(message);
  });

  test('with a body that is not JSON is a 400, and an unknown one a 404 with the names of all', async () => {
    const response = await fetch(`${server.url}/_sandbox/clock`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
    const unknown = await act('translat');
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toContain('POST /_sandbox/translate,');
  });
});

describe('a view', () => {
  test('shows events, requests and deliveries, newest first', async () => {
    sandbox.deliveries.to(() => new Response());
    sandbox.events.append(3);
    await sandbox.deliveries.idle();
    const ids = sandbox.events.ids().toReversed();
    const log = (await call('GET', 'log?offset=1&limit=1')).body;
    expect([log.total, log.items.map(({ id }: { id: number }) => id)]).toEqual([3, [ids[1]]]);
    expect((await call('GET', 'deliveries?offset=2')).body.items).toMatchObject([{ status: 200 }]);
    await connect(sandbox).get('my');
    await connect(sandbox).get('languages');
    const requests = (await call('GET', 'requests?offset=1')).body;
    expect(requests.items).toMatchObject([{ number: 0, path: '/api/v1/my' }]);
    expect((await call('GET', 'log?offset=-1')).status).toBe(422);
  });

  test('shows the events and the requests of all accounts, newest first, and whose they are', async () => {
    const [first, second] = sandbox.accounts;
    for (const account of [first, second, second, first]) {
      await sandbox.place.simpleQuestion(['one'], { account });
      await sandbox.clock.advance(1_000);
    }
    await fetch(`${server.url}/api/v1/my?access_token=unknown`);
    const readLogins = async (path: string): Promise<string[]> =>
      (await call('GET', path)).body.items.map(({ account }: { account: string }) => account);
    const newest = [first, second, second, first].map(({ login }) => login);
    expect(await readLogins('log')).toEqual(newest);
    expect(await readLogins('log?offset=1&limit=2')).toEqual([second.login, second.login]);
    expect((await call('GET', 'log?offset=3&limit=9')).body).toMatchObject({
      total: 4,
      items: [{ account: first.login }],
    });
    expect(await readLogins('requests')).toEqual([null, ...newest]);
  });

  test('says whose each order is', async () => {
    const [first, second] = sandbox.accounts;
    for (const account of [first, second]) await sandbox.place.simpleQuestion(['one'], { account });
    await sandbox.place.project(['one'], { account: second });
    const { items } = (await state()).orders;
    const logins = items.map(({ account }: { account: string }) => account);
    expect(logins).toEqual([second.login, second.login, first.login]);
  });

  test('finds orders, events and requests by any of their texts and ids, in any case', async () => {
    const [, second] = sandbox.accounts;
    await sandbox.place.simpleQuestion(['Add to cart']);
    const { id } = await sandbox.place.simpleQuestion(['Check out']);
    const only = (await call('GET', `log?find=${id}`)).body;
    expect(only).toMatchObject({ total: 1, items: [{ orderId: id }] }); // of one account alone
    await sandbox.place.project(['Your CART is empty'], { account: second });
    const find = async (list: string, text: string, query = '') =>
      (await call('GET', `${list}?find=${encodeURIComponent(text)}${query}`)).body;
    expect(await find('orders', 'cart')).toMatchObject({ total: 2, items: [{ kind: 'project' }, {}] });
    expect((await find('orders', 'cart', '&offset=1')).items).toMatchObject([{ title: 'Add to cart' }]);
    expect(await find('orders', second.login)).toMatchObject({ total: 1, items: [{ kind: 'project' }] });
    expect(await find('orders', String(id))).toMatchObject({ total: 1, items: [{ id }] });
    expect(await find('log', String(id))).toMatchObject({ total: 1, items: [{ orderId: id }] });
    expect(await find('log', second.login)).toMatchObject({ total: 1, items: [{ type: 'project.created' }] });
    expect((await find('requests', '/Projects')).total).toBe(1);
    expect(await find('orders', '<nothing>')).toMatchObject({ total: 0, items: [] });
    // A time is not what people look for.
    expect((await find('orders', String(MOMENT))).total).toBe(0);
  });

  test('shows a request with its body, its answer and its fault, without secrets', async () => {
    await connect(sandbox).post('simple/questions', simpleOrder(['one']));
    const seen = (await call('GET', 'requests/0')).body;
    expect(seen).toMatchObject({ method: 'POST', status: 201, at: MOMENT, fault: null });
    expect(seen.body.access_token).toBe('[redacted]');
    expect(JSON.parse(seen.answer.text).question.question_bodies[0].body).toBe('one');
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const code = codeIn(await sandbox.authorize(signInUrl(sandbox)));
    const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code };
    const given = { ...grant, client_id: clientId, client_secret: clientSecret };
    await sandbox.fetch(`${server.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(given) });
    const exchanged = (await call('GET', 'requests/2')).body;
    expect(JSON.parse(exchanged.answer.text)).toMatchObject({ access_token: '[redacted]' });
    sandbox.faults.add({ on: '*', fault: { kind: 'drop-after' } });
    await expect(connect(sandbox).get('my')).rejects.toThrow();
    expect((await call('GET', 'requests/3')).body).toMatchObject({ status: null, fault: 'drop-after' });
    expect((await call('GET', 'requests/9')).body.message).toBe('There is no request 9.');
  });

  test('shows an order with its texts from an offset on', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `Text ${index}`);
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(texts))).body;
    const shown = async (query = '') => (await call('GET', `orders/${question.id}${query}`)).body;
    expect((await shown()).simple.bodies).toHaveLength(100);
    expect((await shown('?offset=100')).simple.bodies[0].text).toBe('Text 100');
    expect(await shown()).toMatchObject({ title: 'Text 0', texts: 150, translated: 0, open: true });
    expect((await call('GET', 'orders/1')).body.message).toBe('There is no order 1.');
  });

  test('stays short with brief, however large orders and requests are', async () => {
    const texts = Array.from({ length: 500 }, () => 'x'.repeat(1_000));
    await connect(sandbox).post('simple/questions', simpleOrder(texts));
    const brief = await state('?brief=true');
    expect(JSON.stringify(brief).length).toBeLessThan(5_000);
    expect(brief.orders.items[0]).toMatchObject({ texts: 500, questions: [], simple: null });
    expect(JSON.stringify((await call('GET', 'requests/0')).body).length).toBeLessThan(60_000);
    expect((await call('GET', 'state?brief=maybe')).status).toBe(422);
  });

  test('has another mark after a change of an order that it does not show', async () => {
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['one']))).body;
    const readMark = async () => (await state('?limit=0')).orders.mark;
    const before = await readMark();
    const { id } = sandbox.translators.translateBody(question.question_bodies[0].id, '1');
    const translated = await readMark();
    sandbox.translators.commentOnTranslation(id, 'Or one?');
    expect(new Set([before, translated, await readMark()]).size).toBe(3);
  });
});

describe('another redirect address', () => {
  const asked = 'http://localhost:5173/back';

  test('is registered, unless it is a script', async () => {
    expect((await act('application', { redirectUri: asked })).status).toBe(200);
    expect(sandbox.application.redirectUri).toBe(asked);
    expect((await act('application', { redirectUri: 'javascript:alert(1)' })).status).toBe(422);
    expect(sandbox.application.redirectUri).toBe(asked);
  });

  test('is shown by the sign-in beside every address that is registered', async () => {
    const redirectUri = ['http://localhost:3000/a', 'http://localhost:3000/b'];
    await using several = createSandbox({ redirectUri });
    await using another = await several.listen();
    const path = `/oauth/authorize?client_id=${several.application.clientId}&redirect_uri=${asked}`;
    const page = await (await fetch(another.url + path)).text();
    for (const address of [asked, ...redirectUri]) expect(page).toContain(`<code>${address}</code>`);
    expect(page).not.toContain('<form');
    const known = await fetch(`${another.url}/_sandbox/state`);
    const { credentials } = (await known.json()) as { credentials: { redirectUris: string[] } };
    expect(credentials.redirectUris).toEqual(redirectUri);
  });
});

describe('the guard', () => {
  test.each([
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('refuses a page of another origin: %o', async (headers) => {
    for (const [method, path] of [
      ['POST', 'reset'],
      ['GET', 'state'],
      ['GET', 'events'],
    ] as const)
      expect((await call(method, path, undefined, headers)).status).toBe(403);
  });

  test('takes requests of its own page, and of programs', async () => {
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    expect((await call('POST', 'reset', {}, own)).status).toBe(200);
    expect((await call('GET', 'state', undefined, { 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  test('refuses a name that is not one of this machine, since a page can give its own name any address', async () => {
    const rebound = await requestAs('evil.example', '/_sandbox/state');
    expect(rebound).toBe(403);
    expect(await requestAs('localhost', '/_sandbox/state')).toBe(200);
  });

  test('lets no other page read answers', async () => {
    expect((await call('GET', 'state')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('asks for the token beyond a loopback address', async () => {
    await server.close();
    sandbox = createSandbox({ accessToken: 'own-token-4711' });
    server = await sandbox.listen({ host: '0.0.0.0' });
    const url = `http://127.0.0.1:${new URL(server.url).port}/_sandbox/state`;
    const token = server.controlToken ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const readStatus = async (address: string, authorization?: string) =>
      (await fetch(address, authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(await readStatus(url)).toBe(403);
    expect(await readStatus(url, `Bearer ${token.slice(1)}0`)).toBe(403);
    expect(await readStatus(url, `Bearer ${token}`)).toBe(200);
    expect(await readStatus(`${url}?control_token=${token}`)).toBe(200);
  });

  test('asks for none on a loopback address, and the interface can be left out', async () => {
    expect(server.controlToken).toBeUndefined();
    await server.close();
    server = await sandbox.listen({ control: false });
    expect((await call('GET', 'state')).body.message).toBe('Page not Found');
  });
});

/** A request with another Host than the address that is called. @returns the status */
async function requestAs(host: string, path: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });
}

describe('live events', () => {
  /** The states that are sent, as they come. */
  async function* listen(signal: AbortSignal) {
    const { body, headers } = await fetch(`${server.url}/_sandbox/events?limit=5`, { signal });
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    for await (const chunk of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('event: state\ndata: ')) yield JSON.parse(part.slice(19));
    }
  }

  test('bring the state at once, and again after each change', async () => {
    const ended = new AbortController();
    const states = listen(ended.signal);
    const next = async () => (await states.next()).value;
    expect((await next()).orders.total).toBe(0);
    await act('orders');
    expect((await next()).orders.total).toBe(1);
    await act('translate', { all: true });
    expect((await next()).orders.items[0].simple.progress).toBe(100);
    await sandbox.clock.advance(0);
    sandbox.events.append(); // in this process, which nobody tells
    expect((await next()).events.total).toBeGreaterThan(1);
    await act('clock', { advance: HOUR }); // which changes nothing else
    expect((await next()).now).toBe(MOMENT + HOUR);
    ended.abort();
  });

  test('end with the server', async () => {
    const states = listen(new AbortController().signal);
    await states.next();
    const ended = expect(states.next()).rejects.toThrow('terminated');
    await server.close();
    await ended;
  });
});

test('servers and sandboxes end with their scope', async () => {
  let url = '';
  {
    await using scoped = createSandbox();
    await using listening = await scoped.listen();
    url = listening.url;
    expect((await fetch(`${url}/_sandbox/state`)).status).toBe(200);
  }
  await expect(fetch(`${url}/_sandbox/state`)).rejects.toThrow('fetch failed');
});
