import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createCallbackHandler } from '../src/callbacks.js';
import { CALL_OPTIONS, HTTP_OPTIONS } from '../src/client/core/http/settings.js';
import { collectDocuments, orderDocument, quoteDocument } from '../src/documents.js';
import { memoryStore, Requester, type RequesterOptions } from '../src/index.js';
import { readLocaleFile } from '../src/locale-files.js';
import { sqliteStore } from '../src/node.js';
import { OAuthClient } from '../src/oauth.js';
import { createProxyHandler } from '../src/proxy.js';
import { redisStore } from '../src/redis.js';
import { createSandbox, createSeededSandbox } from '../src/sandbox.js';
import { checkStore, fakeCall } from '../src/testing.js';
import { collectTexts, orderTexts, quoteTexts, readJob } from '../src/texts.js';

/**
 * The options of all entries, and fields of the client's own objects. Each value changes something where it is read: some are right,
 * some are refused. Not \`signal\`, which the platform itself reads off all that is given to its Request.
 */
const POLLUTED: Readonly<Record<string, readonly unknown[]>> = {
  // of a client
  baseUrl: ['https://elsewhere.example'],
  allowInsecureHttp: [true, 1],
  fetch: [() => Promise.reject(new Error('polluted')), 1],
  timeout: [1],
  attemptTimeout: [1, 'x'],
  retries: [-1, 7],
  maxRetryAfter: [-1],
  headers: [{ 'x-polluted': '1' }],
  downloadOrigins: [5],
  maxConcurrency: [0],
  maxAnswerSize: [1],
  onUnexpectedShape: ['ignore', 5],
  logger: [5],
  logLevel: ['debug', 5],
  hooks: [5],
  onStart: [() => undefined],
  onSpend: [5],
  accessToken: ['polluted', 5],
  dangerouslyAllowBrowser: [true, 5],
  eventOrderParameter: ['polluted', 5],
  store: [5, memoryStore()],
  budget: [{ points: 1 }, 5],
  points: [1, 'x'],
  name: ['polluted', 5],
  // of calls
  prefetch: [0, -1],
  page: [3, 'x'],
  per_page: [1, 'x'],
  order: ['desc', 5],
  since: [1, 'x'],
  max: [1, 'x'],
  method: ['DELETE', 5],
  path: ['/api/v1/polluted', 5],
  query: [{ polluted: 1 }, 5, { value: { polluted: 1 } }],
  json: [{ polluted: 1 }, { value: { polluted: 1 } }],
  content: [5, { value: () => ({ body: 'polluted' }) }],
  authenticated: [false],
  confidential: [true],
  singleUse: [true],
  address: ['https://elsewhere.example/'],
  optionRules: [{}],
  secrets: [['polluted'], 5],
  isRead: [false],
  watch: [5],
  idleTimeout: [1, 'x'],
  filename: ['polluted.txt', 5],
  onProgress: [5],
  // of orders, waits and streams
  resolution: [{ id: null }, 5],
  snapshot: [5],
  onlyMissing: [true, 5],
  once: [true, 'polluted', 5],
  maxPoints: [0, 'x'],
  lookback: [-1],
  settle: [-1],
  interval: [-1],
  maxInterval: [-1],
  wake: [5],
  until: ['polluted', 'caught-up'],
  from: ['polluted', 5],
  checkpoint: ['polluted', 5],
  types: [['polluted'], 5],
  // of sign-ins, receivers and proxies
  clientId: ['polluted'],
  clientSecret: ['polluted'],
  redirectUri: ['https://elsewhere.example/'],
  state: [false, 'polluted'],
  requester: [() => undefined],
  onEvent: [() => undefined],
  onEventTimeout: [1, 'x'],
  onError: [5],
  secret: [false, 'polluted'],
  seen: [5],
  allow: [['projects.create'], 5],
  origins: [['https://elsewhere.example'], 5],
  maxUploadSize: [1, 'x'],
  // of texts, documents and locale files
  to: [['fr'], 'fr', 5],
  texts: [{ polluted: 'x' }],
  known: [{ ja: { greeting: 'polluted' } }, 5],
  using: ['project', 5],
  protect: ['all', 5],
  protectTerms: [['Hello'], 5],
  html: [true, 5],
  terms: [{ native: true }, 5],
  limits: [{ bodies: 1 }, 5],
  bodies: [1, 'x'],
  reuse: ['polluted', 5],
  description: ['polluted', 5],
  key: ['polluted', 5],
  file: ['polluted'],
  ready: ['finished', 5],
  wait: [false, 5],
  target: ['polluted.json', 5],
  format: ['csv', 5],
  ignore: [['greeting'], 5],
  notes: [['*_note'], 5],
  prune: [true, 5],
  // of stores and the sandbox
  prefix: ['polluted', 5],
  table: ['polluted', 'x y'],
  other: [5],
  seed: [9, 'x'],
  now: [0, 'x'],
  autopilot: [true, 5],
  translationsPerBody: [2, 'x'],
  latency: [1, 'x'],
  rateLimit: [{ requests: 1, window: 1_000_000 }, 5],
  lag: [{ reads: 1_000_000 }, 5],
  analysisTime: [1, 'x'],
  projectEvents: ['polluted', 5],
  publicUrl: ['https://elsewhere.example', 5],
  callbackUrl: ['https://elsewhere.example', 5],
  deliver: [5],
  port: [5, 'x'],
  host: ['polluted', 5],
  control: [false, 5],
  deny: [true, 5],
  account: [{ accessToken: 'polluted', login: 'polluted' }, 5],
  empty: [true, 5],
  kind: ['refuse', 5],
  times: [5, 'x'],
  after: [5, 'x'],
  probability: [0.5, 'x'],
  behind: [0, 'x'],
};

/** Ids, times and keys that differ from run to run. */
const RANDOM = /\d{6,}|[0-9a-f]{8,}|\d{4}-\d\d-\d\d[\dT:.Z]*|check-store [\w-]+/g;

/** Something as a text without what differs from run to run. */
const describeResult = (result: unknown): string =>
  String(JSON.stringify(result, (_, value) => (value instanceof Map ? [...value] : value))).replaceAll(
    RANDOM,
    '#',
  );

/** A service, and all that is sent to it. */
function openService() {
  const sandbox = createSandbox({ seed: 1, analysisTime: 0 });
  const sent: unknown[] = [];
  const fetch = Object.assign(
    async (url: string, init: RequestInit) => {
      const { method, headers, body } = init;
      sent.push({ method, url, headers, body: typeof body === 'string' ? body : typeof body });
      return sandbox.fetch(url, init);
    },
    { memory: sandbox.fetch.memory },
  );
  const { accessToken, baseUrl } = sandbox;
  const requester = new Requester({ baseUrl, accessToken, fetch, logLevel: 'silent' });
  return { sandbox, sent, requester, fetch };
}

type Service = ReturnType<typeof openService>;

const order = { language_id: 'en', translated_language_id: 'ja' };
const simpleOrder = { ...order, question_bodies: [{ body: 'Hello' }], custom_field: 'hello' };
const projectOrder = {
  ...order,
  questions: [{ type: 'string', body: 'Hello', custom_field: 'hello' }],
} as const;
const textTable = { name: 'shop', from: 'en', to: ['ja'], texts: { greeting: 'Hello' } };
const makeFile = () => new File(['Soup of the day'], 'menu.txt');
const OAUTH = {
  baseUrl: 'https://service.example',
  clientId: 'id',
  clientSecret: 'secret',
  redirectUri: 'https://shop.example/callback',
};
const JSON_SOURCE = { text: '{"greeting":"Hello","greeting_note":"note"}', name: 'en.json' };

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A use of each entry that takes options, without those that can be left out. */
const ENTRIES: Readonly<Record<string, (service: Service) => unknown>> = {
  'new Requester': ({ fetch, sandbox: { baseUrl, accessToken } }) =>
    new Requester({ baseUrl, accessToken, fetch }).account.get(),
  'new Requester without an address': () => new Requester({ accessToken: 'token' } as RequesterOptions),
  'new Requester without a token': () => new Requester({ baseUrl: 'https://a.example' } as RequesterOptions),
  'new Requester with http': () => new Requester({ baseUrl: 'http://a.example', accessToken: 'token' }),
  'Requester.fromEnv': () => Requester.fromEnv({}),
  withAccessToken: ({ requester, sandbox }) => requester.withAccessToken(sandbox.accessToken).account.get({}),
  'a read': ({ requester }) => requester.account.get(),
  'a read with options': ({ requester }) => requester.account.get({}),
  'a write': ({ requester }) => requester.organizations.create({ name: 'Team' }, {}),
  'a listing, awaited': ({ requester }) => requester.organizations.list(),
  'a listing, iterated': ({ requester }) => gather(requester.organizations.list({}, {})),
  toArray: ({ requester }) => requester.languages && requester.events.list({}).toArray({ max: 3 }),
  'toArray without max': ({ requester }) => requester.events.list({}).toArray({} as { max: number }),
  request: ({ requester }) => requester.request({ method: 'GET', path: '/api/v1/my' }),
  'request without a method': ({ requester }) => requester.request({ path: '/api/v1/my' } as never),
  'a simple question': ({ requester }) => requester.simple.questions.create(simpleOrder, {}),
  'a simple question with once': async ({ requester }) => [
    await requester.simple.questions.create(simpleOrder, { once: true, maxPoints: 1_000 }),
    await requester.simple.questions.create(simpleOrder, { once: true }),
  ],
  'a project': ({ requester }) => requester.projects.create(projectOrder),
  'a price': ({ requester }) => requester.projects.check(projectOrder, {}),
  'a cancellation': async ({ requester }) => {
    const { id } = await requester.simple.questions.create(simpleOrder);
    return requester.simple.questions.cancel(id, {});
  },
  'an upload': ({ requester }) => requester.files.upload(makeFile(), {}),
  'an upload with a key': ({ requester }) => requester.files.upload(makeFile(), { key: 'menu' }),
  'a wait': async ({ requester, sandbox }) => {
    const { id } = await sandbox.place.completedSimpleQuestion(['Hello'], {});
    return requester.simple.questions.wait(id, {});
  },
  'a stream': async ({ requester, sandbox }) => {
    sandbox.events.append(2);
    return gather(requester.events.follow({ from: 'beginning', until: 'caught-up' }));
  },
  'orders.unknown': ({ requester }) => requester.orders.unknown({}),
  'orders.resolve': ({ requester }) => requester.orders.resolve('hello', {} as never),
  'new OAuthClient': () => new OAuthClient(OAUTH).authorizationUrl({ state: 'state' }),
  'authorizationUrl without a state': () => new OAuthClient(OAUTH).authorizationUrl({} as never),
  'new OAuthClient without an id': () => new OAuthClient({ ...OAUTH, clientId: undefined } as never),
  exchangeRedirect: async ({ sandbox, fetch }) => {
    const {
      application: { clientId, clientSecret, redirectUri },
      baseUrl,
    } = sandbox;
    const oauth = new OAuthClient({ baseUrl, clientId, clientSecret, redirectUri, fetch });
    const back = await sandbox.authorize(oauth.authorizationUrl({ state: 'state' }), {});
    return oauth.exchangeRedirect(back, { state: 'state' }, {});
  },
  createCallbackHandler: async ({ requester, sandbox }) => {
    const events: unknown[] = [];
    const handler = createCallbackHandler({
      requester,
      secret: 'secret',
      onEvent: (event) => void events.push(event.type),
    });
    sandbox.events.append(1);
    const [id] = sandbox.events.ids();
    const send = (secret: string) =>
      handler(
        new Request(`https://shop.example/events?secret=${secret}`, {
          method: 'POST',
          body: JSON.stringify({ id }),
        }),
      );
    return [(await send('wrong')).status, (await send('secret')).status, events];
  },
  'createCallbackHandler without a secret': ({ requester }) =>
    createCallbackHandler({ requester, onEvent: () => undefined } as never),
  createProxyHandler: async ({ requester }) => {
    const handler = createProxyHandler({ requester: () => requester, origins: ['https://shop.example'] });
    const send = (origin: string) =>
      handler(
        new Request('https://shop.example/translations/api/v1/my', { method: 'GET', headers: { origin } }),
      );
    return [(await send('https://elsewhere.example')).status, (await send('https://shop.example')).status];
  },
  'createProxyHandler without origins': ({ requester }) =>
    createProxyHandler({ requester: () => requester } as never),
  quoteTexts: ({ requester }) => quoteTexts(requester, textTable),
  'orderTexts and collectTexts': async ({ requester, sandbox }) => {
    const job = await orderTexts(requester, textTable);
    sandbox.translators.translateAll({});
    return [job, await gather(collectTexts(requester, job, {})), await readJob(requester, textTable)];
  },
  quoteDocument: ({ requester }) =>
    quoteDocument(requester, { key: 'menu', from: 'en', to: ['ja'], file: makeFile() }),
  'orderDocument and collectDocuments': async ({ requester, sandbox }) => {
    const job = await orderDocument(requester, { key: 'menu', from: 'en', to: ['ja'], file: makeFile() });
    sandbox.translators.translateAll();
    const documents = await gather(collectDocuments(requester, job, {}));
    return [job, await Promise.all(documents.map(({ download }) => download?.text()))];
  },
  readLocaleFile: async () => {
    const file = await readLocaleFile(JSON_SOURCE, {});
    return [file.texts, file.write({ greeting: 'Hallo' }, {})];
  },
  'readLocaleFile of a text without a name': () => readLocaleFile({ text: '{}' }, {}),
  redisStore: () => redisStore({} as never, {}),
  sqliteStore: async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore(database, {});
    await store.swap('a', undefined, 'b');
    return database.prepare('SELECT name FROM sqlite_master').all();
  },
  checkStore: () => checkStore(memoryStore(), {}),
  fakeCall: async () => (await fakeCall({ a: 1 }, {}).withResponse()).attempts,
  createSandbox: async () => {
    const sandbox = createSandbox({});
    return [
      (
        await sandbox.fetch(`${sandbox.baseUrl}/api/v1/my?access_token=${sandbox.accessToken}`, {
          method: 'GET',
        })
      ).status,
      sandbox.accessToken,
    ];
  },
  createSeededSandbox: async () => {
    const sandbox = await createSeededSandbox({ orders: [{ texts: ['Good morning'] }] }, {});
    return sandbox.snapshot();
  },
  'the sandbox': async ({ sandbox }) => {
    const fault = sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'empty' } });
    const read = async () =>
      (
        await sandbox.fetch(`${sandbox.baseUrl}/api/v1/my?access_token=${sandbox.accessToken}`, {
          method: 'GET',
        })
      ).text();
    const read3 = [await read(), await read(), await read()];
    sandbox.access.forbid('GET /api/v1/my', {});
    sandbox.events.holdBack(1, {});
    sandbox.events.append(1);
    const forbidden = await read();
    const placed = await sandbox.place.project(['Hello'], {});
    sandbox.translators.translateOrder(placed.id, {});
    const hidden = sandbox.events.ids().length;
    sandbox.reset({});
    return [read3, fault.hits, forbidden, hidden, placed];
  },
  listen: async ({ sandbox }) => {
    const server = await sandbox.listen({});
    await server.close();
    return [new URL(server.url).hostname, server.controlToken];
  },
};

/** What comes of an entry, and what it sends, while every object inherits these fields. */
async function observe(entry: string, inherited: object): Promise<string> {
  const service = openService();
  Object.assign(Object.prototype, inherited);
  try {
    const use = async () => ENTRIES[entry]?.(service);
    const result = await use().catch(({ name: failed, message, issues }) => ({ failed, message, issues }));
    return describeResult([result, service.sent]);
  } finally {
    for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Those of `listen`. Node's own servers read others, whatever serves with them. */
const OF_LISTEN = ['port', 'host', 'control'];

/** Of each name, its value of this number, or its last one. */
const pickValues = (entry: string, at: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(POLLUTED)
      .filter(([name]) => entry !== 'listen' || OF_LISTEN.includes(name))
      .map(([name, values]) => [name, values[at] ?? values.at(-1)]),
  );

test('every option of a client and of a call is tried', () => {
  const known = Object.keys({ ...HTTP_OPTIONS, ...CALL_OPTIONS }).filter((name) => name !== 'signal');
  expect(known.filter((name) => !Object.hasOwn(POLLUTED, name))).toEqual([]);
});

const ROUNDS = Math.max(...Object.values(POLLUTED).map(({ length }) => length));

test.each(Object.keys(ENTRIES))('%s reads no option that is only inherited', async (entry) => {
  // The first use makes schemas, in which zod itself stumbles over any field of `Object.prototype`.
  const expected = await observe(entry, {});
  for (let round = 0; round < ROUNDS; round += 1) {
    const inherited = pickValues(entry, round);
    if ((await observe(entry, inherited)) === expected) continue;
    // Says which of them it is.
    const changing: string[] = [];
    for (const [name, value] of Object.entries(inherited))
      if ((await observe(entry, { [name]: value })) !== expected) changing.push(name);
    expect(changing).toEqual([]);
    expect(await observe(entry, inherited)).toBe(expected);
  }
  expect(expected).not.toBe('');
});
