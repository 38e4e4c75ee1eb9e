import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { orderDocument } from '../../../../src/documents.js';
import { InputError, Requester, type RequesterOptions } from '../../../../src/index.js';
import { OAuthClient } from '../../../../src/oauth.js';
import { collectTexts, orderTexts } from '../../../../src/texts.js';
import { account, ok, organization, paging, question, revision } from '../../../fixtures.js';
import { lastingStore } from '../../../lasting-store.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';
import { openWorld, projectOrder, simpleOrder } from '../../ordering/world.js';

const KEY = 'key-0123456789abcdef';

/** The headers that the service gets of a client with these, in a call with those. */
async function sent(headers: RequesterOptions['headers'], ofCall?: RequesterOptions['headers']) {
  const fetch = recordedFetch(answer(account));
  await requesterOn(fetch, { headers }).account.get({ headers: ofCall });
  return Object.fromEntries(fetch.last.headers);
}

const OWN = { accept: 'application/json', 'user-agent': `translation-requester/${manifest.version}` };

afterEach(() => vi.unstubAllGlobals());

describe('the headers of a request', () => {
  test('are those of the client and those of the call, which go first', async () => {
    expect(await sent({ 'x-a': 'client', 'x-b': 'client' }, { 'x-b': 'call', 'x-c': 'call' })).toEqual({
      ...OWN,
      'x-a': 'client',
      'x-b': 'call',
      'x-c': 'call',
    });
  });

  test('have the same name in capital and in small letters', async () => {
    expect(await sent({ 'X-A': 'client', 'x-B': 'client' }, { 'x-a': 'call', 'X-b': null })).toEqual({
      ...OWN,
      'x-a': 'call',
    });
  });

  test('lack those that are null, and keep those that a call leaves undefined', async () => {
    const client = { 'x-a': 'client', 'x-b': 'client', 'x-c': null };
    expect(await sent(client, { 'x-a': null, 'x-b': undefined })).toEqual({ ...OWN, 'x-b': 'client' });
  });

  test('can be other ones than the client would send', async () => {
    const named = await sent({ 'User-Agent': 'shop/1.0', accept: null });
    expect(named).toEqual({ 'user-agent': 'shop/1.0' });
  });

  test('are sent without white space around them', async () => {
    expect(await sent({ 'x-a': ' two words\n' })).toMatchObject({ 'x-a': 'two words' });
  });

  test('stay what they were when the call began', async () => {
    const given: Record<string, string> = { 'x-a': '1' };
    const fetch = recordedFetch(answer(account));
    const requester = requesterOn(fetch, { headers: given });
    const ofCall: Record<string, string> = { 'x-b': '1' };
    const call = requester.account.get({ headers: ofCall });
    given['x-a'] = '2';
    ofCall['x-b'] = '2';
    await call;
    expect(Object.fromEntries(fetch.last.headers)).toMatchObject({ 'x-a': '1', 'x-b': '1' });
  });

  test('reach the service of a copy for another account', async () => {
    const fetch = recordedFetch(answer(account));
    await requesterOn(fetch, { headers: { 'x-a': '1' } })
      .withAccessToken('another')
      .account.get();
    expect(fetch.last.headers.get('x-a')).toBe('1');
  });

  test('reach a sign-in', async () => {
    const fetch = recordedFetch(answer({ access_token: 'a', token_type: 'bearer', scope: '' }));
    const oauth = new OAuthClient({
      baseUrl: BASE_URL,
      clientId: 'id',
      clientSecret: 'secret',
      redirectUri: 'https://shop.example/callback',
      headers: { 'x-a': 'client', 'x-b': 'client' },
      fetch,
    });
    await oauth.exchangeCode('code', { headers: { 'x-b': 'call' } }).catch(() => undefined);
    expect(Object.fromEntries(fetch.last.headers)).toMatchObject({ 'x-a': 'client', 'x-b': 'call' });
  });

  test('reach every request of orders, uploads, waits, jobs and the event log', async () => {
    const missed: string[] = [];
    const { requester, sandbox } = openWorld(
      { analysisTime: 0 },
      { headers: { 'x-gateway-key': KEY }, store: lastingStore(), logLevel: 'silent' },
      (fetch) => (input, init) => {
        const { headers, url } = new Request(input, init);
        if (headers.get('x-gateway-key') !== KEY) missed.push(url);
        return fetch(input, init);
      },
    );
    const file = new File(['Soup of the day'], 'menu.txt');
    const placed = await requester.simple.questions.create(simpleOrder('a'), {
      once: true,
      maxPoints: 9_999,
    });
    await requester.projects.create(projectOrder('b'), { once: true });
    await requester.files.upload(file, { key: 'menu' });
    await orderDocument(requester, { key: 'menu', from: 'en', to: ['ja'], file });
    const table = { name: 'shop', from: 'en', to: ['ja'], texts: { greeting: 'Hello' } };
    const job = await orderTexts(requester, table);
    sandbox.translators.translateAll();
    for await (const result of collectTexts(requester, job)) expect(result.key).toBe('greeting');
    await requester.simple.questions.wait(placed.id, { until: 'translated' });
    const stream = requester.events.follow({ from: 'beginning', until: 'caught-up' });
    for await (const event of stream) expect(event.id).toBeGreaterThan(0);
    expect(sandbox.requests.length).toBeGreaterThan(10);
    expect(missed).toEqual([]);
  });

  /** Answers with a revision, and with its file. */
  function serveFileAt(download_url: string) {
    const translation = { ...revision, download_url };
    const told = answer({ ...ok, ...paging(1), organization, question, translation });
    return recordedFetch(told, new Response('x'));
  }

  test('do not go to another host than that of the service', async () => {
    const fetch = serveFileAt('https://files.example/1');
    await requesterOn(fetch, { headers: { 'x-a': '1' } }).revisions.download(41, 1, {
      headers: { 'x-b': '1' },
    });
    const [own, other] = fetch.arrived.map(({ headers }) => Object.fromEntries(headers));
    expect(own).toEqual({ ...OWN, 'x-a': '1', 'x-b': '1' });
    expect(other).toEqual({ accept: '*/*' });
  });

  test('go with a download from the origin of the service', async () => {
    const fetch = serveFileAt(`${BASE_URL}/file`);
    await requesterOn(fetch, { headers: { 'x-a': '1' } }).revisions.download(41, 1);
    expect(Object.fromEntries(fetch.last.headers)).toEqual({ ...OWN, accept: '*/*', 'x-a': '1' });
  });

  test('are not sent again to where a redirect leads', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url?.split('?')[0]} ${request.headers['user-agent']} ${request.headers['x-a']}`);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // a TCP server has one
    const baseUrl = `http://127.0.0.1:${port}`;
    const requester = new Requester({ baseUrl, accessToken: TOKEN, headers: { 'x-a': '1' } });
    expect(await rejection(requester.account.get())).toMatchObject({ name: 'RedirectError' });
    expect(seen).toEqual([`/api/v1/my ${OWN['user-agent']} 1`]);
  });
});

test.each([
  ['a page', { document: {} }],
  ['a worker of a page', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' } }],
  ['an app', { navigator: { product: 'ReactNative' } }],
])('%s sends no header for which its browser would ask the service first', async (_, globals) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const fetch = recordedFetch(answer(account));
  await requesterOn(fetch).account.get();
  expect(Object.fromEntries(fetch.last.headers)).toEqual({ accept: 'application/json' });
});

const REFUSED: readonly (readonly [what: string, headers: unknown, path: string])[] = [
  ...[
    'Host',
    'Cookie',
    'content-type',
    'Content-Length',
    'content-language',
    'Authorization',
    'proxy-authorization',
    'transfer-encoding',
    'Connection',
    'expect',
    'x-http-method-override',
    'sec-fetch-site',
  ].map((name) => [`the header ${name}`, { [name]: 'a' }, `headers.${name}`] as const),
  ['a name with a space', { 'x a': 'a' }, 'headers.x a'],
  ['an empty name', { '': 'a' }, 'headers.'],
  ['a name beyond ASCII', { 'x-ä': 'a' }, 'headers.x-ä'],
  ['a name that is given twice', { 'x-a': 'a', 'X-A': 'b' }, 'headers.X-A'],
  ['a value with a line break', { 'x-a': 'a\r\nx-b: c' }, 'headers.x-a'],
  ['a value with a control character', { 'x-a': 'a\u0001b' }, 'headers.x-a'],
  ['a value beyond Latin-1', { 'x-a': 'ключ' }, 'headers.x-a'],
  ['a number', { 'x-a': 5 }, 'headers.x-a'],
  ['a list', [['x-a', 'a']], 'headers'],
  ['Headers', new Headers({ 'x-a': 'a' }), 'headers'],
  ['a text', 'x-a: a', 'headers'],
  ['the token in a value', { 'x-a': `Key ${TOKEN}` }, 'headers.x-a'],
];

describe.each(REFUSED)('%s', (_, headers, path) => {
  const refusal = { name: 'InputError', issues: [{ path, message: expect.any(String) }] };

  test('in a call is an InputError, and nothing is sent', async () => {
    const fetch = recordedFetch(answer(account));
    const call = requesterOn(fetch).account.get({ headers: headers as never }); // what JavaScript lets through
    expect(await rejection(call)).toMatchObject(refusal);
    expect(fetch.arrived).toEqual([]);
  });

  test('in a client is an InputError, and nothing is sent', async () => {
    const fetch = recordedFetch(answer(account));
    const use = async () => requesterOn(fetch, { headers: headers as never }).account.get();
    const error = await rejection(use());
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject(refusal);
    expect(fetch.arrived).toEqual([]);
  });
});

test('no message about a header shows its value', async () => {
  for (const headers of [{ 'x-a': `${KEY}\n${KEY}` }, { authorization: KEY }, { 'x-a': [KEY] }]) {
    const use = async () => requesterOn(recordedFetch(answer(account)), { headers: headers as never });
    expect(String(await rejection(use()))).not.toContain('0123456789');
  }
});

test('what fetch would refuse is found before, and what it takes is taken', () => {
  const refused: number[] = [];
  for (let code = 0; code < 0x110; code += 1) {
    const headers = { 'x-a': `a${String.fromCodePoint(code)}b` };
    try {
      requesterOn(recordedFetch(), { headers });
      expect(new Headers(headers).get('x-a')).toBe(headers['x-a']);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      refused.push(code);
    }
  }
  const controls = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 0x09);
  const beyond = Array.from({ length: 0x10 }, (_, at) => 0x100 + at);
  expect(refused).toEqual([...controls, 0x7f, ...beyond]);
});
