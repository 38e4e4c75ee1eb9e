import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Requester } from '../src/index.js';
import { OAuthClient } from '../src/oauth.js';
import { ok, organization, paging, question, revision } from './fixtures.js';
import {
  answer,
  BASE_URL,
  deafFetch,
  type Reply,
  recordedFetch,
  rejection,
  requesterOn,
} from './recorded-fetch.js';
import { runs } from './runs.js';

const TOKEN = 'Tk9_5e0f9a37c1b84d26a0c7.94f1b3d8/e2a65c70+QdWz';
const SECRET = 'Sc7-77aa1c9be2d94f03b6d8~5a4e3c2b1f0d9e8c=XyUv';
const CODE = 'Cd3_d1e2f3a4b5c6d7e8f901-2a3b4c5d6e7f8091%MnOp';
/** The value of a header of the client. */
const KEY = 'Ky5-9c8b7a6f5e4d3c2b1a09_8f7e6d5c/4b3a+RsTu';
const secrets = [TOKEN, SECRET, CODE, KEY];
/** So much of a secret's beginning must not be seen. */
const GIVEN_AWAY = 8;

/** Undoes every escaping, again and again, so that a secret is found in whatever spelling. */
function plain(text: string): string {
  const character = (code: number): string => String.fromCodePoint(Math.min(code, 0x10_ffff));
  const once = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});/g, (_, decimal: string) => character(Number(decimal)))
    .replaceAll('&amp;', '&')
    .replaceAll('\\', '');
  return once === text ? text : plain(once);
}

/** Everything that can be read off a value, at any depth, hidden or not. */
function gatherEverything(value: unknown): string {
  const found: string[] = [];
  const met = new Set<unknown>();
  const visit = (each: unknown): void => {
    if ((typeof each !== 'object' && typeof each !== 'function') || each === null) {
      found.push(String(each));
      return;
    }
    if (met.has(each) || each === Object.prototype || each === Function.prototype) return;
    met.add(each);
    for (const key of Reflect.ownKeys(each)) {
      found.push(String(key));
      const { value: held, get } = Object.getOwnPropertyDescriptor(each, key) ?? {};
      visit(held);
      if (get !== undefined) visit(Reflect.apply(get, value, []));
    }
    if (typeof each === 'object') visit(Object.getPrototypeOf(each));
  };
  const shown = {
    depth: Number.POSITIVE_INFINITY,
    showHidden: true,
    maxStringLength: null,
    maxArrayLength: null,
  };
  visit(value);
  found.push(
    String(value),
    JSON.stringify(value) ?? '',
    inspect(value, shown),
    inspect(structuredClone(value), shown),
  );
  return found.join('\n');
}

/** What gives a secret away: its beginning and its end, as they are, in base64 and in hexadecimal digits. */
const listTraces = (secret: string): string[] =>
  [secret.slice(0, GIVEN_AWAY), secret.slice(-GIVEN_AWAY)].flatMap((part) => [
    part,
    Buffer.from(part).toString('hex'),
    Buffer.from(part).toString('base64').slice(0, 10),
  ]);

function expectNoSecretIn(text: string): void {
  const read = `${text}\n${plain(text)}`.toLowerCase();
  for (const secret of secrets)
    for (const trace of listTraces(secret)) expect(read).not.toContain(trace.toLowerCase());
}

const spellings = {
  plain: (text) => text,
  encoded: encodeURIComponent,
  'encoded in lower case': (text) => encodeURIComponent(text).replace(/%../g, (item) => item.toLowerCase()),
  'encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'encoded throughout': (text) =>
    [...text].map((item) => `%${item.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  'in JSON escapes': (text) =>
    [...text].map((item) => `\\u${item.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'with escaped slashes': (text) => text.replaceAll('/', '\\/'),
  'in HTML references': (text) => [...text].map((item) => `&#${item.charCodeAt(0)};`).join(''),
  'in hexadecimal HTML references': (text) =>
    [...text].map((item) => `&#x${item.charCodeAt(0).toString(16)};`).join(''),
  'in upper case': (text) => text.toUpperCase(),
  cut: (text) => text.slice(0, 20),
  'encoded and cut': (text) => encodeURIComponent(text).slice(0, 30),
  'cut at its head': (text) => text.slice(4),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in base64 after a name': (text) => Buffer.from(`app:${text}`).toString('base64'),
  'in hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  // A header has no line breaks.
  'broken by tabs': (text) => text.replace(/.{12}/g, '$&\t '),
} satisfies Readonly<Record<string, (text: string) => string>>;

const echoes = (write: (text: string) => string): string => secrets.map(write).join(' | ');
const address = (write: (text: string) => string): string =>
  `https://service.example/a/${write(TOKEN)}?access_token=${write(TOKEN)}&code=${write(CODE)}&client_secret=${write(SECRET)}`;

const JSON_TYPE = { 'content-type': 'application/json' };
const headers = (echo: string) => ({ 'x-request-id': echo, location: echo, 'retry-after': '0', etag: echo });

function foreign(echo: string): Error {
  const cause = Object.assign(new Error(echo), { code: 'ECONNRESET', url: echo, request: { url: echo } });
  return Object.assign(new TypeError(`fetch failed: ${echo}`, { cause }), { options: { headers: { echo } } });
}

/** A service, or a network, that gives back what it got, in every place where it can. */
const replies = {
  '401': (echo) =>
    answer({ success: false, message: echo, error_code: 401 }, { status: 401, headers: headers(echo) }),
  '403': (echo) => answer({ message: `no ${echo}` }, { status: 403, headers: headers(echo) }),
  '403 of JSON': (echo) =>
    answer({ message: 'Problems parsing JSON', body: echo }, { status: 403, headers: headers(echo) }),
  '404': (echo) => answer({ message: echo, path: echo }, { status: 404, headers: headers(echo) }),
  '404 in HTML': (echo) => new Response(`<p>${echo}</p>`, { status: 404, headers: headers(echo) }),
  '409': (echo) => answer({ [echo]: echo, message: [echo] }, { status: 409, headers: headers(echo) }),
  '422': (echo) =>
    answer(
      { message: echo, errors: { [echo]: echo, name: [echo, { [echo]: echo }] } },
      { status: 422, headers: headers(echo) },
    ),
  '429': (echo) =>
    answer({ message: echo }, { status: 429, headers: { ...headers(echo), 'retry-after': '9999' } }),
  '500': (echo) => answer({ message: echo }, { status: 500, headers: headers(echo) }),
  '502 in HTML': (echo) => new Response(`<a href="${echo}">`, { status: 502, headers: headers(echo) }),
  '503 as it came': (echo) =>
    new Response(echo, { status: 503, headers: { ...JSON_TYPE, ...headers(echo) } }),
  '302': (echo) => new Response(null, { status: 302, headers: headers(echo) }),
  'success: false': (echo) =>
    answer({ success: false, message: echo, error_code: echo }, { headers: headers(echo) }),
  'another shape': (echo) =>
    answer({ ...ok, [echo]: echo, organization: { ...organization, id: echo } }, { headers: headers(echo) }),
  'no JSON': (echo) => answer(`oops ${echo}`, { headers: headers(echo) }),
  'no JSON, and a secret where it is cut': (echo) =>
    answer(`${'x'.repeat(150)}${echo}`, { headers: headers(echo) }),
  'cut JSON': (echo) => answer(`{"url":"${echo}`, { headers: headers(echo) }),
  'HTML called HTML': (echo) =>
    new Response(`<p>${echo}`, { headers: { ...headers(echo), 'content-type': 'text/html' } }),
  'a foreign error': (echo) => foreign(echo),
  'a refused connection': (echo) =>
    Object.assign(foreign(echo), { cause: { code: 'ECONNREFUSED', message: echo } }),
  'no answer': () => deafFetch,
} satisfies Readonly<Record<string, (echo: string) => Reply>>;

const calls = {
  'a read': (r) => r.organizations.get(21),
  'a write': (r) => r.organizations.create({ name: 'n' }),
  'a listing': (r) => r.questions.list().toArray({ max: 5 }),
  'an upload': (r) => r.files.upload(new File(['x'], 'a.txt')),
} satisfies Readonly<Record<string, (requester: Requester) => PromiseLike<unknown>>>;

const { setImmediate } = globalThis;

/** Lets the fake clock run until the call is over. */
async function over<Result>(call: Promise<Result>): Promise<Result> {
  let done = false;
  void call.finally(() => {
    done = true;
  });
  while (!done) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return call;
}

interface Observed {
  readonly error: unknown;
  /** Everything that the logger and the hooks were told. */
  readonly told: string;
}

async function observed(
  reply: Reply,
  call: (requester: Requester) => PromiseLike<unknown>,
  mode?: 'warn',
): Promise<Observed> {
  const told: unknown[] = [];
  const tell = (...what: unknown[]): void => void told.push(...what);
  const logger = { debug: tell, info: tell, warn: tell, error: tell };
  const hooks = { onRequest: tell, onResponse: tell };
  const settings = {
    accessToken: TOKEN,
    headers: { 'x-gateway-key': KEY },
    timeout: 5_000,
    attemptTimeout: 1_000,
    logger,
    hooks,
    onUnexpectedShape: mode,
  };
  const requester = requesterOn(recordedFetch(reply), settings);
  const settled = over(
    Promise.resolve(call(requester)).then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  const error = await settled;
  return { error, told: told.map(gatherEverything).join('\n') };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The access token and the header are those that these calls know; the others are recognised by their names. */
function expectNoTokenIn(error: unknown): void {
  expect(error).toBeInstanceOf(Error);
  const everything = gatherEverything(error);
  const read = `${everything}\n${plain(everything)}`.toLowerCase();
  for (const trace of [TOKEN, KEY].flatMap(listTraces)) expect(read).not.toContain(trace.toLowerCase());
}

describe.each(Object.entries(replies))('%s', (_, reply) => {
  test('makes an error without a secret that is echoed', async () => {
    for (const write of [spellings.plain, spellings['encoded twice']]) {
      for (const echo of [echoes(write), address(write)]) {
        for (const call of Object.values(calls)) expectNoTokenIn((await observed(reply(echo), call)).error);
      }
    }
  });

  test('tells no secret to the logger and the hooks', async () => {
    for (const call of Object.values(calls)) {
      const { told } = await observed(reply(address((text) => text)), call);
      expect(told).not.toBe('');
      expectNoSecretIn(told);
    }
  });
});

// Wherever an answer is shown, the same function hides the secrets: one answer that is shown as it came, and one by its fields.
test.each(Object.entries(spellings))('no error has a secret that is echoed %s', async (_, write) => {
  for (const name of ['503 as it came', '422'] as const) {
    for (const echo of [echoes(write), address(write)])
      expectNoTokenIn((await observed(replies[name](echo), calls['a write'])).error);
  }
});

test.each([
  ['its code', { code: 'Tk9_5e0f9a37c1b84d26a0c7' }],
  ['its code, where nothing was sent', { code: 'Tk9_5e0f9a37c1b84d26a0c7', syscall: 'connect' }],
  ['the code of its cause', { cause: { code: 'Tk9_5e0f9a37c1b84d26a0c7' } }],
  ['its code, in hexadecimal digits', { code: `h${Buffer.from(TOKEN).toString('hex').slice(0, 60)}` }],
])('an error that fetch throws with a token in %s becomes one without it', async (_, fields) => {
  for (const call of Object.values(calls)) {
    const { error, told } = await observed(Object.assign(new Error('lost'), fields), call);
    expectNoTokenIn(error);
    const digits = Buffer.from(TOKEN.slice(0, GIVEN_AWAY)).toString('hex');
    expect(`${gatherEverything(error)} ${told}`).not.toContain(digits);
    expectNoSecretIn(told);
  }
});

test('a warning about another shape tells no secret', async () => {
  const body = { ...ok, [TOKEN]: TOKEN, organization: { ...organization, id: TOKEN, [TOKEN]: 1 } };
  const { told } = await observed(answer(body), (r) => r.organizations.get(21), 'warn');
  expect(told).toContain('organization.id');
  expectNoSecretIn(told);
});

test('no error has a secret wherever in an answer, and however, it is echoed', async () => {
  vi.useRealTimers();
  const text = fc.string({ maxLength: 30 });
  const spelt = fc.constantFrom(...Object.values(spellings)).map((write) => write(TOKEN));
  const leaf = fc.tuple(text, spelt, text).map((parts) => parts.join(' '));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(leaf, fc.constantFrom('message', 'errors', 'error_code', 'organization')),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  }));
  const status = fc.constantFrom(200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503);
  await fc.assert(
    fc.asyncProperty(value, status, fc.nat(400), async (body, code, cut) => {
      for (const sent of [JSON.stringify(body), JSON.stringify(body).slice(0, cut)]) {
        const requester = requesterOn(recordedFetch(answer(sent, { status: code })), {
          accessToken: TOKEN,
          retries: 0,
        });
        const error = await rejection(requester.organizations.create({ name: 'n' }));
        const read = gatherEverything(error);
        expect(`${read}\n${plain(read)}`.toLowerCase()).not.toContain(
          TOKEN.slice(0, GIVEN_AWAY).toLowerCase(),
        );
      }
    }),
    runs(300),
  );
});

describe('an error of the sign-in', () => {
  const clientOn = (reply: Reply) =>
    new OAuthClient({
      baseUrl: BASE_URL,
      clientId: 'app',
      clientSecret: SECRET,
      redirectUri: 'https://shop.example/callback',
      fetch: recordedFetch(reply),
      timeout: 1_000,
    });
  const refusals: Readonly<Record<string, (echo: string) => Reply>> = {
    ...replies,
    'an OAuth error': (echo) =>
      answer({ error: echo, error_description: echo }, { status: 400, headers: headers(echo) }),
    'an OAuth error in a 200': (echo) => answer({ error: echo, error_description: echo }),
    'another shape with a token': (echo) => answer({ access_token: [TOKEN], token_type: echo }),
  };

  test.each(Object.entries(refusals))('of %s has no secret and no code', async (_, reply) => {
    for (const write of Object.values(spellings)) {
      for (const echo of [
        `${write(SECRET)} ${write(CODE)}`,
        `a?code=${write(CODE)}&client_secret=${write(SECRET)}`,
      ]) {
        expectNoSecretIn(gatherEverything(await over(rejection(clientOn(reply(echo)).exchangeCode(CODE)))));
      }
    }
  });

  test.each([
    ['another state', `state=other&code=${encodeURIComponent(CODE)}`],
    ['a denial', `state=s&error=access_denied&code=${encodeURIComponent(CODE)}`],
    [
      'an error that echoes the code',
      `state=s&error=${encodeURIComponent(CODE)}&error_description=${encodeURIComponent(CODE)}&code=${encodeURIComponent(CODE)}`,
    ],
    ['no code', `state=s&kode=${encodeURIComponent(CODE)}`],
  ])('of a redirect with %s has no code', async (_, query) => {
    const call = clientOn(answer({})).exchangeRedirect(`/callback?${query}`, { state: 's' });
    expectNoSecretIn(gatherEverything(await rejection(call)));
  });

  test('about its options has no secret', () => {
    for (const options of [{ clientId: '' }, { baseUrl: SECRET }, { redirectUri: SECRET }, { clientId: 5 }]) {
      const made = {
        baseUrl: BASE_URL,
        clientId: 'app',
        clientSecret: SECRET,
        redirectUri: 'https://a.example',
        ...options,
      };
      try {
        new OAuthClient(made as ConstructorParameters<typeof OAuthClient>[0]);
        expect.unreachable();
      } catch (error) {
        expectNoSecretIn(gatherEverything(error));
      }
    }
  });
});

describe('an error of wrong arguments has no secret when', () => {
  test.each<readonly [string, (requester: Requester) => PromiseLike<unknown>]>([
    ['an id is one', (r) => r.questions.get(TOKEN as unknown as number)],
    ['an id contains one', (r) => r.questions.get({ TOKEN } as unknown as number)],
    ['a body is one', (r) => r.comments.create(1, TOKEN as unknown as { body: string })],
    ['a filename is one', (r) => r.files.upload(new Blob(['x']), { filename: TOKEN })],
    ['a query has one', (r) => r.questions.list({ page: TOKEN as unknown as number })],
    ['an option is one', (r) => r.account.get({ timeout: TOKEN as unknown as number })],
    [
      'a language is one',
      (r) => r.projects.create({ language_id: 'ja', translated_language_id: TOKEN, questions: [] }),
    ],
  ])('%s', async (_, call) => {
    expectNoSecretIn(
      gatherEverything(await rejection(call(requesterOn(recordedFetch(), { accessToken: TOKEN })))),
    );
  });
});

test('the address of a download and its errors hold no secret', async () => {
  const translation = { ...revision, download_url: `${BASE_URL}/file/${encodeURIComponent(TOKEN)}` };
  const read = answer({ ...ok, ...paging(1), organization, question, translation });
  const fetches = [
    new Response('x'),
    answer({ message: address((text) => text) }, { status: 404 }),
    foreign(TOKEN),
  ];
  for (const reply of fetches) {
    const requester = requesterOn(recordedFetch(read, reply), { accessToken: TOKEN, retries: 0 });
    const result = await over(
      requester.revisions.download(1, 1).then(
        (response) => [response.url, ...response.headers].flat().join(),
        (error: unknown) => gatherEverything(error),
      ),
    );
    expectNoSecretIn(result);
  }
});
