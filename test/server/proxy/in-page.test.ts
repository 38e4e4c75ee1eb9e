import { afterEach, expect, test, vi } from 'vitest';
import { account } from '../../fixtures.js';
import { answer, recordedFetch, TOKEN } from '../../recorded-fetch.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The client as a page loads it: once, with its own memory of what was said. */
async function inPage(address = 'https://shop.example/orders?x=1') {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', new URL(address));
  return import('../../../src/index.js');
}

const logged = () => {
  const warn = vi.fn();
  const none = (): void => undefined;
  return { warn, logger: { debug: none, info: none, warn, error: none } };
};

test('a path as baseUrl is one of the page’s own server', async () => {
  const { Requester } = await inPage();
  const fetch = recordedFetch(answer(account));
  await new Requester({ baseUrl: '/translations/', accessToken: 'session', fetch }).account.get();
  expect(String(fetch.last.url)).toBe('https://shop.example/translations/api/v1/my?access_token=session');
  expect(fetch.last.request.credentials).toBe('same-origin');
});

test('a page in plain http has its own server too', async () => {
  const { Requester } = await inPage('http://10.0.0.1:3000/');
  expect(() => new Requester({ baseUrl: '/translations', accessToken: 'session' })).not.toThrow();
});

test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  'translations',
  '?a',
  '/translations?a=1',
  '/a/api/v1',
])('the baseUrl %s is refused', async (baseUrl) => {
  const { InputError, Requester } = await inPage();
  expect(() => new Requester({ baseUrl, accessToken: 'session' })).toThrow(InputError);
});

test('a token in a page is warned of once, and not shown', async () => {
  const { Requester } = await inPage();
  const { warn, logger } = logged();
  const options = { baseUrl: 'https://service.example', accessToken: TOKEN, logger };
  new Requester(options);
  new Requester({ ...options, accessToken: () => TOKEN });
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).toMatch(
    /everyone can read the accessToken of this page.*dangerouslyAllowBrowser/,
  );
  expect(JSON.stringify(warn.mock.calls)).not.toContain(TOKEN);
});

test('a copy with a token is warned of too', async () => {
  const { Requester } = await inPage();
  const { warn, logger } = logged();
  const page = new Requester({ baseUrl: '/translations', accessToken: 'session', logger });
  expect(warn).not.toHaveBeenCalled();
  page.withAccessToken(TOKEN);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('dangerouslyAllowBrowser silences it, and outside of pages there is none', async () => {
  const { warn, logger } = logged();
  const options = { baseUrl: 'https://service.example', accessToken: TOKEN, logger };
  const { Requester } = await inPage();
  new Requester({ ...options, dangerouslyAllowBrowser: true });
  vi.unstubAllGlobals();
  new Requester(options);
  expect(warn).not.toHaveBeenCalled();
});
