import { afterEach, expect, test, vi } from 'vitest';
import { settle, slowService, start } from '../../client/core/http/slow-service.js';
import { rejection, TOKEN } from '../../recorded-fetch.js';
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
  const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
  const waiting = slowService();
  const busy = clientOn(waiting.fetch, { maxConcurrency: 1, timeout: 3 * HOUR, attemptTimeout: 3 * HOUR });
  start(1, () => busy.account.get());
  await settle();
  for (const client of [busy, clientOn(() => Promise.reject(refused), { retries: 0 })]) {
    const { page } = proxyOn(client, { allow: ['files.upload'] });
    const options = { timeout: 2 * HOUR, attemptTimeout: 2 * HOUR, retries: 0 };
    const failed = rejection(page().files.upload(new File(['text'], 'a.txt'), options));
    await settle();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(await failed).toMatchObject({ outcome: 'rejected', status: 425 });
  }
  expect(waiting.total()).toBe(1);
});
