import { afterEach, expect, test, vi } from 'vitest';
import { settle, slowService, start } from '../../client/core/http/slow-service.js';
import { account } from '../../fixtures.js';
import { networkError, recordedFetch, rejection, TOKEN } from '../../recorded-fetch.js';
import { clientOn, proxyOn } from './page.js';

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A server with a proxy, and the people whose pages call it. */
function shop(maxConcurrency = 8) {
  const service = slowService();
  const server = clientOn(service.fetch, { maxConcurrency });
  const { send } = proxyOn(undefined, {
    allow: ['files.upload', 'account.get', 'organizations.create'],
    requester: ({ headers }) => {
      const person = headers.get('cookie') ?? '';
      if (person === 'worker') return server;
      // As a server does that keeps its tokens in sessions: a new function for each request.
      return server.withAccessToken(person.startsWith('function') ? () => person : person);
    },
  });
  const read = (cookie: string) => send('/api/v1/my', { headers: { cookie } });
  /** An upload that sends the beginning of its file, and then nothing but `end`. */
  const upload = (cookie: string, end = '') => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext';
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(head + end));
        if (end !== '') stream.close();
      },
    });
    const type = 'multipart/form-data; boundary=b';
    return send('/api/v1/my/files', { method: 'POST', body, headers: { cookie, 'content-type': type } });
  };
  /** JSON of no length that is known before. @returns whether it has been read */
  const create = (cookie: string, length?: string) => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(stream) {
          isRead = true;
          stream.enqueue(new TextEncoder().encode('{"name":"Team"}'));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      cookie,
      'content-type': 'application/json',
      ...(length && { 'content-length': length }),
    };
    start(1, () => send('/api/v1/organizations', { method: 'POST', body, headers }));
    return () => isRead;
  };
  return { service, server, read, upload, create };
}

test('slow uploads of one person stop neither other people nor the calls of the server', async () => {
  const { service, server, read, upload } = shop();
  start(20, () => upload('ann'));
  await settle();
  start(1, () => read('ben'));
  start(1, () => upload('ben'));
  start(1, () => server.account.get());
  await settle();
  expect([service.count('ann'), service.count('ben'), service.count(TOKEN)]).toEqual([4, 2, 1]);
});

test('a person whose client gets a new function for the token with each request is one account', async () => {
  const { service, server, read, upload } = shop();
  start(20, () => upload('function-ann'));
  await settle();
  expect(service.count('function-ann')).toBe(4);
  start(20, () => read('function-ann'));
  await settle();
  start(2, () => server.account.get());
  await settle();
  await service.answerOne('function-ann');
  expect([service.count(TOKEN), service.open.length]).toEqual([1, 8]);
});

test('slow uploads of pages that use the account of the server do not stop its own calls and uploads', async () => {
  const { service, server, read, upload } = shop();
  start(20, () => upload('worker'));
  await settle();
  expect(service.count(TOKEN)).toBe(4);
  start(1, () => read('worker'));
  start(1, () => server.account.get());
  start(1, () => server.files.upload(new File(['text'], 'a.txt')));
  await settle();
  expect([service.count(TOKEN, 'GET'), service.count(TOKEN, 'POST')]).toEqual([2, 5]);
});

test('a page that floods leaves every other slot to the calls of the server, on the same account too', async () => {
  const { service, server, read } = shop(2);
  start(100, () => read('worker'));
  await settle();
  let isAnswered = false;
  start(1, () => server.account.get().then(() => (isAnswered = true)));
  await settle();
  await service.answerOne(TOKEN);
  await service.answerOne(TOKEN);
  await service.answerOne(TOKEN);
  expect(isAnswered).toBe(true);
});

test('of one person, few long bodies are in memory at once; all others wait unread, and stop nobody', async () => {
  const { service, create } = shop(2);
  const ann = Array.from({ length: 100 }, () => create('ann'));
  await settle();
  const countRead = () => ann.filter((isRead) => isRead()).length;
  expect(countRead()).toBe(8);
  const [short, ben] = [create('ann', '15'), create('ben')];
  await settle();
  expect([short(), ben()]).toEqual([true, true]);
  // The token of JSON is in it.
  await service.answerOne('');
  await settle();
  expect(countRead()).toBe(9);
});

test('people of one account take turns where the server says who they are, after 400 reads of one as well', async () => {
  const service = slowService();
  const { send } = proxyOn(clientOn(service.fetch, { maxConcurrency: 8 }), {
    caller: async ({ headers }) => headers.get('cookie') ?? undefined,
  });
  const read = (cookie: string) => send('/api/v1/my', { headers: { cookie } });
  start(400, () => read('ann'));
  await settle();
  let isAnswered = false;
  start(1, () => read('ben').then(() => (isAnswered = true)));
  await settle();
  expect(service.open.length).toBe(8);
  // The first place that becomes free is for the colleague, whose read is then the newest one.
  for (let answered = 0; answered < 9; answered += 1) await service.answerOne(TOKEN);
  expect(isAnswered).toBe(true);
  expect(service.total()).toBeLessThan(20);
});

test('long bodies of one person do not keep a colleague waiting', async () => {
  const reads: string[] = [];
  const service = slowService();
  const { send } = proxyOn(clientOn(service.fetch), {
    allow: ['organizations.create'],
    caller: ({ headers }) => headers.get('cookie') ?? undefined,
  });
  const create = (cookie: string) => {
    const body = new ReadableStream(
      {
        pull(stream) {
          reads.push(cookie);
          stream.enqueue(new TextEncoder().encode('{"name":"Team"}'));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { cookie, 'content-type': 'application/json' };
    start(1, () => send('/api/v1/organizations', { method: 'POST', body, headers }));
  };
  for (let nth = 0; nth < 100; nth += 1) create('ann');
  await settle();
  create('ben');
  await settle();
  // The token of JSON is in it.
  await service.answerOne('');
  await settle();
  expect([reads.length, reads.at(-1)]).toEqual([9, 'ben']);
});

test.each(['requester', 'caller'] as const)(
  'a %s that never answers is given up after ten seconds',
  async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const service = recordedFetch();
    const { send } = proxyOn(clientOn(service), { [name]: () => new Promise(() => undefined) });
    const answering = send('/api/v1/my');
    await vi.advanceTimersByTimeAsync(10_000);
    const answered = await answering;
    expect([answered.status, await answered.json()]).toMatchObject([
      425,
      { message: expect.stringContaining('was not sent') },
    ]);
    expect([service.arrived.length, vi.getTimerCount()]).toEqual([0, 0]);
  },
);

test('a caller that gives something else than a text is an error of the server', async () => {
  const { send } = proxyOn(clientOn(recordedFetch()), { caller: () => 5 as never }); // what JavaScript lets through
  expect(await rejection(send('/api/v1/my'))).toMatchObject({ name: 'InputError' });
});

test('a 429 of one account stops neither another account nor the calls of the server', async () => {
  // No time passes, so nothing that waits is sent.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    const token = new URL(url).searchParams.get('access_token') ?? '';
    asked.push(token);
    return token === 'ann'
      ? Response.json({ message: 'slower' }, { status: 429, headers: { 'retry-after': '12' } })
      : Response.json({ success: true, message: 'OK', ...account });
  };
  const server = clientOn(fetch);
  const { send } = proxyOn(undefined, {
    requester: ({ headers }) => {
      const cookie = headers.get('cookie') ?? '';
      return cookie === 'worker' ? server : server.withAccessToken(cookie);
    },
  });
  const read = (cookie: string) => send('/api/v1/my', { headers: { cookie } });
  expect((await read('ann')).status).toBe(429);
  expect([(await read('ben')).status, (await read('worker')).status]).toEqual([200, 200]);
  await server.account.get();
  expect(asked).toEqual(['ann', 'ben', TOKEN, TOKEN]);
});

test('an upload that waits for its turn is ended with its time, and was never sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { service, upload } = shop();
  start(4, () => upload('ann', '\r\n--b--\r\n'));
  const waiting = upload('ann');
  await vi.advanceTimersByTimeAsync(HOUR - 1);
  expect([service.count('ann'), service.total()]).toEqual([4, 4]);
  await vi.advanceTimersByTimeAsync(1);
  expect([(await waiting).status, service.total()]).toEqual([425, 4]);
});

test('the page knows of an upload that was not sent that nothing was done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const refusing = recordedFetch(networkError('ECONNREFUSED'));
  const waiting = slowService();
  const busy = clientOn(waiting.fetch, { maxConcurrency: 1, timeout: 3 * HOUR, attemptTimeout: 3 * HOUR });
  start(1, () => busy.account.get());
  await settle();
  for (const client of [busy, clientOn(refusing, { retries: 0 })]) {
    const { page } = proxyOn(client, { allow: ['files.upload'] });
    const options = { timeout: 2 * HOUR, attemptTimeout: 2 * HOUR, retries: 0 };
    const failed = rejection(page().files.upload(new File(['text'], 'a.txt'), options));
    await settle();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(await failed).toMatchObject({ outcome: 'rejected', status: 425 });
  }
  expect(waiting.total()).toBe(1);
});
