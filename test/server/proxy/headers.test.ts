import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/index.js';
import { account, ok, organization, question, revision } from '../../fixtures.js';
import { answer, recordedFetch } from '../../recorded-fetch.js';
import { clientOn, proxyOn, readAll } from './page.js';

const MY = '/api/v1/my';
const KEY = 'key-0123456789abcdef';

describe('the headers of a page', () => {
  test('stay at the proxy unless the server lists them', async () => {
    const fetch = recordedFetch(answer(account));
    const { page } = proxyOn(clientOn(fetch));
    await page({ headers: { 'x-tenant': 'a' } }).account.get({ headers: { 'x-other': 'b' } });
    const { headers } = fetch.last;
    expect([...headers.keys()].sort()).toEqual(['accept', 'user-agent']);
  });

  test('that the server lists are sent on, whatever their case', async () => {
    const fetch = recordedFetch(answer(account));
    const { page } = proxyOn(clientOn(fetch), { headers: ['X-Tenant'] });
    await page({ headers: { 'x-Tenant': 'a', 'x-other': 'b' } }).account.get();
    expect(fetch.last.headers.get('x-tenant')).toBe('a');
    expect(fetch.last.headers.has('x-other')).toBe(false);
  });

  test('do not take the place of those of the client', async () => {
    const fetch = recordedFetch(answer(account));
    const { page } = proxyOn(clientOn(fetch, { headers: { 'X-Gateway-Key': KEY } }), {
      headers: ['x-gateway-key'],
    });
    await page({ headers: { 'x-gateway-key': 'of the page' } }).account.get();
    expect(fetch.last.headers.get('x-gateway-key')).toBe(KEY);
  });

  test('do not go to the host of a file', async () => {
    const download_url = 'https://files.example/1';
    const told = answer({ ...ok, organization, question, translation: { ...revision, download_url } });
    const fetch = recordedFetch(told, told, new Response('x'));
    const { page } = proxyOn(clientOn(fetch), { headers: ['x-tenant'] });
    await page({ headers: { 'x-tenant': 'a' } }).revisions.download(41, 1);
    const names = fetch.arrived.map(({ url, headers }) => [url.host, headers.get('x-tenant')]);
    expect(names.slice(-2)).toEqual([
      ['service.example', 'a'],
      ['files.example', null],
    ]);
  });

  test('with characters that no header has are refused, and nothing is sent', async () => {
    const fetch = recordedFetch(answer(account));
    const { handler } = proxyOn(clientOn(fetch), { headers: ['x-tenant'] });
    const request = new Request(`https://shop.example/translations${MY}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'x-tenant': 'a\u0001b' },
    });
    expect((await handler(request)).status).toBe(403);
    expect(fetch.arrived).toEqual([]);
  });
});

test.each([
  ['a cookie', ['cookie']],
  ['a password', ['Authorization']],
  ['the type of the body', ['x-tenant', 'content-type']],
  ['what is no name', ['x tenant']],
  ['what is no text', [5]],
  ['what is no list', 'x-tenant'],
])('%s in the list of headers is an InputError', (_, headers) => {
  expect(() => proxyOn(clientOn(recordedFetch()), { headers: headers as never })).toThrow(InputError); // what JavaScript lets through
});

test('a page never sees a header of the server that looks like a secret', async () => {
  const { send } = proxyOn(
    clientOn(
      recordedFetch(() =>
        answer(
          { ...account, said: `${KEY} ${encodeURIComponent(KEY)}`, tenant: 'shop' },
          { headers: { 'x-request-id': KEY } },
        ),
      ),
      { headers: { 'x-gateway-key': `Key ${KEY}`, 'x-tenant': 'shop' } },
    ),
  );
  const all = await readAll(await send(MY));
  expect(all).not.toContain(KEY);
  expect(all).toContain('shop');
});

test('what a page has sent comes back as it is', async () => {
  const tenant = 'a tenant with a long name';
  const fetch = recordedFetch(() => answer({ ...account, tenant }));
  const { send } = proxyOn(clientOn(fetch), { headers: ['x-tenant'] });
  expect(await readAll(await send(MY, { headers: { 'x-tenant': tenant } }))).toContain(tenant);
});
