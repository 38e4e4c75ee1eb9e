import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InputError, NotFoundError, QuestionStatus, Requester, ValidationError } from '../../../src/index.js';
import { createProxyHandler, type OperationName } from '../../../src/proxy.js';
import { createSandbox } from '../../../src/sandbox.js';
import { operations } from '../../client/contract/operations.js';
import { account, ok, organization, question, revision } from '../../fixtures.js';
import { answer, recordedFetch, TOKEN } from '../../recorded-fetch.js';
import { clientOn, MOUNTED, ORIGIN, proxyOn, readAll } from './page.js';

// They are the names of the contract.
const ALL = operations.flatMap(({ id, path }) => (path.startsWith('/api/v1/') ? id : [])) as OperationName[];
const ORDER = { language_id: 'en', translated_language_id: 'ja' };

function world(options: { readonly allow?: readonly OperationName[] } = { allow: ALL }) {
  const sandbox = createSandbox();
  const client = sandbox.requester(Requester, { retries: 0 });
  return { sandbox, client, ...proxyOn(client, options) };
}

describe('a page', () => {
  test('orders, lists, waits and reads as a server does, and never sees the token', async () => {
    const { sandbox, page, send } = world();
    const requester = page();
    const project = await requester.projects.create({
      ...ORDER,
      questions: [{ type: 'string', body: 'Hello', custom_field: 'a' }],
    });
    const [{ id } = { id: 0 }] = project.questions;
    await sandbox.translators.translateQuestion(id, ['こんにちは']);
    await sandbox.clock.advance(3 * 24 * 60 * 60_000);
    expect((await requester.questions.wait(id)).status).toBe(QuestionStatus.Completed);
    expect(await requester.projects.texts(project.id)).toMatchObject([{ translation: 'こんにちは' }]);
    expect((await requester.questions.list()).items.map((each) => each.id)).toEqual([id]);
    expect((await requester.account.get()).id).toBe((await sandbox.requester(Requester).account.get()).id);
    const seen = await readAll(await send(`/api/v1/projects/${project.id}`));
    expect(seen).not.toContain(sandbox.accessToken);
  });

  test('uploads a file and downloads its translation', async () => {
    const { sandbox, page } = world();
    const requester = page();
    const file = await requester.files.upload(new File(['Good morning'], 'letter.txt'));
    await sandbox.clock.advance(60_000);
    await requester.files.wait(file.id);
    const { questions } = await requester.projects.create({
      ...ORDER,
      questions: [{ type: 'file', source_id: file.id }],
    });
    const [{ id } = { id: 0 }] = questions;
    await sandbox.translators.translateQuestion(id, ['Góód mórníng']);
    const { revision_number, download_url } = await requester.revisions.latest(id);
    expect(download_url).toBe(`api/v1/questions/${id}/revisions/${revision_number}/file`);
    const saved = await requester.revisions.download(id, revision_number);
    expect(await saved.text()).toContain('Góód');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(sandbox.requests.map(({ method }) => method)).toContain('POST');
  });

  test('calls a proxy that is mounted below an interface of its own server', async () => {
    const { client, page } = world();
    const requester = page({ baseUrl: `${ORIGIN}/api/v1/translations` });
    expect((await requester.account.get()).id).toBe((await client.account.get()).id);
  });

  test('gets the typed errors of the service', async () => {
    const { page } = world();
    await expect(page().questions.get(99_999)).rejects.toBeInstanceOf(NotFoundError);
    const create = page().organizations.create({ name: ' ' });
    await expect(create).rejects.toBeInstanceOf(ValidationError);
  });

  test('repeats a 429 itself, after the pause that the service asks for', async () => {
    const refused = answer({ message: 'slow' }, { status: 429, headers: { 'retry-after': '1' } });
    const fetch = recordedFetch(refused, answer(account));
    const { page, send } = proxyOn(clientOn(fetch));
    const { attempts } = await page().account.get().withResponse();
    expect([attempts, fetch.arrived.length]).toEqual([2, 2]);
    const again = proxyOn(clientOn(recordedFetch(refused)));
    expect((await again.send('/api/v1/my')).headers.get('retry-after')).toBe('1');
    expect((await send('/api/v1/my')).status).toBe(200);
  });

  test('repeats a lost call itself: the proxy sends it once', async () => {
    const fetch = recordedFetch(new TypeError('fetch failed'), answer(account));
    const { send } = proxyOn(clientOn(fetch, { retries: 3 }));
    expect([(await send('/api/v1/my')).status, fetch.arrived.length]).toEqual([502, 1]);
    expect([(await send('/api/v1/my')).status, fetch.arrived.length]).toEqual([200, 2]);
  });

  test('that nobody is signed in to gets an AuthenticationError', async () => {
    const { page } = proxyOn(undefined);
    await expect(page().account.get()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 });
  });
});

describe('who may call', () => {
  test.each<readonly [string, string, HeadersInit, number]>([
    ['our own page', 'GET', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an old browser that reads', 'GET', {}, 200],
    ['an old browser that writes', 'POST', { origin: ORIGIN }, 201],
    ['another site that names our origin', 'GET', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
    ['another host of the same site', 'GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['a visit by hand', 'GET', { 'sec-fetch-site': 'none' }, 403],
    ['an origin that begins as ours', 'GET', { origin: `${ORIGIN}.evil.example` }, 403],
    ['a page without an origin', 'GET', { origin: 'null' }, 403],
    ['a write that says nothing', 'POST', {}, 403],
  ])('%s: %s', async (_, method, headers, status) => {
    const sandbox = createSandbox();
    const requester = () => sandbox.requester(Requester);
    const handler = createProxyHandler({ requester, origins: [ORIGIN], allow: ALL });
    const path = method === 'GET' ? '/api/v1/my' : '/api/v1/organizations';
    const init =
      method === 'GET'
        ? { headers }
        : { method, headers: { ...headers, 'content-type': 'application/json' }, body: '{"name":"Team"}' };
    const answered = await handler(new Request(MOUNTED + path, init));
    expect(answered.status).toBe(status);
    expect(sandbox.requests).toHaveLength(status < 300 ? 1 : 0);
    expect([...answered.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('the body of a call that is refused', () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  /** Sends so many pieces. */
  const refused = async (pieces: number) => {
    let left = pieces;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(new Uint8Array(65_536));
    };
    const { send } = proxyOn(undefined, { allow: ALL });
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const answered = await send('/api/v1/my/files', { method: 'POST', headers, body });
    const reader = answered.body?.getReader();
    const first = await reader?.read();
    const leftThen = left;
    return { status: answered.status, first, leftThen, end: reader?.read(), left: () => left };
  };

  test('is read to its end before the answer ends, so that the page gets the answer, which comes first', async () => {
    const { status, first, leftThen, end, left } = await refused(100);
    expect([status, leftThen]).toEqual([401, 100]);
    expect(new TextDecoder().decode(first?.value)).toContain('Requires authentication');
    expect((await end)?.done).toBe(true);
    expect(left()).toBe(0);
  });

  test('is not read without end', async () => {
    const { end, left } = await refused(100_000);
    expect((await end)?.done).toBe(true);
    expect(100_000 - left()).toBeLessThanOrEqual(513);
  });

  test('is not waited for without end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { send } = proxyOn(undefined, { allow: ALL });
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const body = new ReadableStream({ pull: () => new Promise(() => undefined), cancel });
    const answered = await send('/api/v1/my/files', { method: 'POST', headers, body });
    const text = answered.text();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(isCancelled).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(JSON.parse(await text)).toMatchObject({ error_code: 401 });
    expect(isCancelled).toBe(true);
  });
});

describe('what may be called', () => {
  test('is what changes nothing, by default', async () => {
    const { page, sandbox } = world({});
    const questions = [{ type: 'string', body: 'Hello' } as const];
    const requester = page({ retries: 0 });
    expect((await requester.projects.check({ ...ORDER, questions })).point).toBeGreaterThan(0);
    await expect(requester.projects.create({ ...ORDER, questions })).rejects.toMatchObject({
      name: 'PermissionError',
      serverMessage: 'projects.create is not in the option allow of the proxy',
      advice: { code: 'change-proxy' },
      message: expect.stringMatching(/Ask whoever runs the proxy\.$/),
    });
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/api/v1/projects/check']);
  });

  test('is nothing with a body that was read before: the page hears where the proxy must be mounted', async () => {
    const { handler, page } = proxyOn(undefined, { requester: () => clientOn(globalThis.fetch), allow: ALL });
    const afterBodyParser = async (url: string, init: RequestInit) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), 'sec-fetch-site': 'same-origin' };
      const request = new Request(url, { ...init, headers });
      await request.text();
      return handler(request);
    };
    const requester = page({ fetch: afterBodyParser, retries: 0 });
    const questions = [{ type: 'string', body: 'Hello' } as const];
    for (const call of ['check', 'create'] as const) {
      await expect(requester.projects[call]({ ...ORDER, questions })).rejects.toMatchObject({
        name: 'PermissionError',
        outcome: 'rejected',
        advice: { code: 'change-proxy' },
        message: expect.stringMatching(
          /the body was read before the proxy got it: mount it before .*: the call was refused\. Ask whoever runs the proxy\.$/,
        ),
      });
    }
  });

  test('a name that is not known is an InputError with the nearest one', () => {
    const allow = ['question.list' as OperationName];
    expect(() => proxyOn(undefined, { allow })).toThrow(
      /allow\[0\] is not an operation; did you mean questions\.list/,
    );
    expect(() => proxyOn(undefined, { allow: ['oauth.token' as OperationName] })).toThrow(InputError);
  });

  test.each([
    ['GET', '/oauth/token'],
    ['GET', '/_sandbox/state'],
    ['GET', '/api/v1/../../_sandbox/state'],
    ['GET', '/api/v1/questions/1%2f..%2f..%2fmy'],
    ['GET', '/api/v1/my/'],
    ['GET', '/api/v1/questions/-1'],
    ['GET', '/api/v1/questions/9007199254740993'],
    ['GET', '/api/v1/questions/١'],
    ['GET', '/api/v1/https://elsewhere.example/my'],
    ['DELETE', '/api/v1/my'],
    ['OPTIONS', '/api/v1/my'],
  ])('%s %s is a 404, and nothing is sent', async (method, path) => {
    const fetch = recordedFetch(answer(account));
    expect((await proxyOn(clientOn(fetch), { allow: ALL }).send(path, { method })).status).toBe(404);
    expect(fetch.arrived).toEqual([]);
  });

  test.each(['//elsewhere.example/api/v1/my', '/x/@elsewhere.example/api/v1/my'])(
    'an address such as %s leads to the service of the client',
    async (path) => {
      const fetch = recordedFetch(answer(account));
      expect((await proxyOn(clientOn(fetch)).send(ORIGIN + path)).status).toBe(200);
      expect(String(fetch.last.url)).toBe(`https://service.example/api/v1/my?access_token=${TOKEN}`);
    },
  );

  test.each(['_method=DELETE', 'access_token[]=x', 'page=1&x=2'])(
    'a query such as %s is refused',
    async (query) => {
      const fetch = recordedFetch(answer(account));
      const answered = await proxyOn(clientOn(fetch)).send(`/api/v1/my/questions?${query}`);
      expect([answered.status, fetch.arrived.length]).toEqual([403, 0]);
    },
  );

  test('the token that a page names in its address does not reach the service', async () => {
    const fetch = recordedFetch(answer(account));
    const { send } = proxyOn(clientOn(fetch), { allow: ALL });
    await send('/api/v1/my?access_token=other&access_token=third');
    expect(String(fetch.last.url)).toBe(`https://service.example/api/v1/my?access_token=${TOKEN}`);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await send('/api/v1/organizations?access_token=other', init);
    expect(String(fetch.last.url)).toBe('https://service.example/api/v1/organizations');
  });

  test('an answer in another charset reaches the page in UTF-8, and says so', async () => {
    const bytes = Uint8Array.from(JSON.stringify({ ...account, login: 'Zoë' }), (text) => text.charCodeAt(0));
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    const { send, page } = proxyOn(clientOn(async () => new Response(bytes, { headers })));
    expect((await send('/api/v1/my')).headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await page().account.get()).login).toBe('Zoë');
  });

  test('an answer without a type reaches the page without one', async () => {
    const { send, page } = proxyOn(clientOn(async () => new Response(new Blob([JSON.stringify(account)]))));
    expect((await send('/api/v1/my')).headers.get('content-type')).toBeNull();
    expect((await page().account.get()).login).toBe(account.login);
  });

  test('no header of the page but the content type reaches the service', async () => {
    const fetch = recordedFetch(answer({}, { status: 201 }));
    const headers = {
      'content-type': 'application/json',
      cookie: 'session=1',
      authorization: 'Bearer x',
      'x-http-method-override': 'DELETE',
      'x-forwarded-host': 'evil',
      range: 'bytes=0-1',
    };
    const body = '{"name":"Team","access_token":"other","__proto__":{"a":1}}';
    await proxyOn(clientOn(fetch), { allow: ALL }).send('/api/v1/organizations', {
      method: 'POST',
      headers,
      body,
    });
    expect([...fetch.last.headers.keys()].sort()).toEqual(['accept', 'content-type', 'user-agent']);
    expect(fetch.last.text).toContain(`"access_token":"${TOKEN}"`);
    expect(fetch.last.text).not.toContain('other');
  });

  test.each([
    ['', 403],
    ['null', 403],
    ['[]', 403],
    ['"text"', 403],
    ['{"name":', 403],
    ['{"_method":"DELETE"}', 403],
    [`{"name":"${'a'.repeat(9 * 1024 * 1024)}"}`, 413],
    [`{"nested":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 413],
    [`{"many":[${'{},'.repeat(250_000)}{}]}`, 413],
  ])('a body such as %.20s is a %d', async (body, status) => {
    const fetch = recordedFetch(answer(account));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answered = await proxyOn(clientOn(fetch), { allow: ALL }).send('/api/v1/organizations', init);
    expect([answered.status, fetch.arrived.length]).toEqual([status, 0]);
  });

  test('a long text passes, whatever is in it', async () => {
    const fetch = recordedFetch(answer(account));
    const name = '\\"[{,'.repeat(300_000);
    const body = JSON.stringify({ name, nested: [[{ list: [1, 2, name.slice(0, 6)] }]] });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answered = await proxyOn(clientOn(fetch), { allow: ALL }).send('/api/v1/organizations', init);
    expect(answered.status).toBe(200);
    expect(JSON.parse(fetch.last.text ?? '')).toEqual({ ...JSON.parse(body), access_token: TOKEN });
  });

  test('a form instead of JSON is a 415', async () => {
    const fetch = recordedFetch(answer(account));
    const init = { method: 'POST', body: new URLSearchParams({ name: 'Team' }) };
    const answered = await proxyOn(clientOn(fetch), { allow: ALL }).send('/api/v1/organizations', init);
    expect([answered.status, fetch.arrived.length]).toEqual([415, 0]);
  });
});

describe('the file of a revision', () => {
  /** A service whose revision names this address of its file. */
  const serviceWith = (download_url: string | null) =>
    recordedFetch(
      answer({ ...ok, organization, question, translation: { ...revision, download_url } }),
      new Response('the file'),
    );
  const REVISION = '/api/v1/questions/1/revisions/1';

  test.each([null, ''])('that has no address (%j) has none in the proxy, and is a 404', async (address) => {
    for (const path of [REVISION, '/api/v1/questions/1/revisions/latest']) {
      const { send } = proxyOn(clientOn(serviceWith(address)));
      expect((await (await send(path)).json()).translation.download_url).toBeNull();
    }
    const fetch = serviceWith(address);
    const answered = await proxyOn(clientOn(fetch)).send(`${REVISION}/file`);
    expect([answered.status, fetch.arrived.length]).toEqual([404, 1]);
    expect((await answered.json()).message).toBe('there is no file to download, or not yet');
  });

  test.each([REVISION, '/api/v1/questions/1/revisions/latest'])(
    'has an address of the proxy in the answer to %s',
    async (path) => {
      const { send } = proxyOn(clientOn(serviceWith('https://service.example/f/1')));
      const { translation } = await (await send(path)).json();
      expect(translation.download_url).toBe('api/v1/questions/1/revisions/1/file');
    },
  );
});

describe('an answer of the service', () => {
  test('without content has none for the page', async () => {
    const { send } = proxyOn(clientOn(async () => new Response(null, { status: 204 })));
    const answered = await send('/api/v1/my');
    expect([answered.status, answered.body]).toEqual([204, null]);
  });

  test('without a valid status is a 502', async () => {
    const { send } = proxyOn(clientOn(async () => Response.error()));
    expect((await send('/api/v1/my')).status).toBe(502);
  });

  test('that does not come in time is a 504', async () => {
    const never = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((__, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const { send } = proxyOn(clientOn(never, { timeout: 1_000 }));
    expect((await send('/api/v1/my')).status).toBe(504);
  });

  test('that a page no longer waits for is not a failure of the server', async () => {
    const left = new AbortController();
    const leave = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((__, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        left.abort();
      });
    const { send } = proxyOn(clientOn(leave));
    const answered = await send('/api/v1/my', { signal: left.signal });
    expect([answered.status, (await answered.json()).message]).toEqual([502, 'the page has gone']);
  });

  test('is not asked for when the token can not be had: that reaches the server', async () => {
    const fetch = recordedFetch(answer(account));
    const accessToken = () => Promise.reject(new Error('no session store'));
    const { send } = proxyOn(clientOn(fetch, { accessToken }));
    await expect(send('/api/v1/my')).rejects.toThrow('no session store');
    expect(fetch.arrived).toEqual([]);
  });
});

const none = (): undefined => undefined;

test.each([
  [{}, /requester.*origins/],
  [{ requester: none, origins: ['shop.example'] }, /origins must be a list of origins/],
  [{ requester: none, origins: [], orgins: [] }, /orgins is not an option; did you mean origins/],
])('options %j are an InputError', (options, message) => {
  expect(() => createProxyHandler(options as never)).toThrow(message);
});

test('what `requester` throws, and a client that is none, reach the server', async () => {
  const failing = createProxyHandler({
    requester: () => Promise.reject(new Error('no store')),
    origins: [ORIGIN],
  });
  await expect(failing(new Request(`${MOUNTED}/api/v1/my`))).rejects.toThrow('no store');
  const wrong = createProxyHandler({ requester: () => ({}) as never, origins: [ORIGIN] });
  await expect(wrong(new Request(`${MOUNTED}/api/v1/my`))).rejects.toThrow('must be a Requester');
});
