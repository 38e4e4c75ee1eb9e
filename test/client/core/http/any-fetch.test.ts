import { describe, expect, test, vi } from 'vitest';
import type { ConnectionError, Fetch } from '../../../../src/index.js';
import { OAuthClient } from '../../../../src/oauth.js';
import { account, ok, organization, source } from '../../../fixtures.js';
import { answer, BASE_URL, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const accepting = () => vi.fn<Fetch>(async () => answer(account));

describe('the fetch of the caller', () => {
  test('is called with an address as a string and an init, never with a Request', async () => {
    const fetch = accepting();
    await requesterOn(fetch).account.get();
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(typeof url).toBe('string');
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual', credentials: 'same-origin' });
    expect(init?.signal).toBeInstanceOf(AbortSignal);
  });

  test('gets the JSON of a write as a string, so that mocks can read it', async () => {
    const fetch = vi.fn<Fetch>(async () => answer({ ...ok, organization }, { status: 201 }));
    await requesterOn(fetch).organizations.create({ name: 'Example' });
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
      name: 'Example',
      access_token: TOKEN,
    });
  });

  test('gets the JSON of a write as a Blob on Deno, which sends a string again by itself', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Deno/2.9.6' });
    const fetch = vi.fn<Fetch>(async () => answer({ ...ok, organization }, { status: 201 }));
    await requesterOn(fetch).organizations.create({ name: 'Example' });
    const { body, headers } = fetch.mock.calls[0]?.[1] ?? {};
    expect(body).toBeInstanceOf(Blob);
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(await (body as Blob).text())).toEqual({ name: 'Example', access_token: TOKEN });
    vi.unstubAllGlobals();
  });

  test.each([
    ['a form on Node', 'Node.js/24', URLSearchParams],
    ['a Blob on Deno, which sends a form again by itself', 'Deno/2.9.6', Blob],
  ])('gets the exchange of a code as %s', async (_, userAgent, type) => {
    vi.stubGlobal('navigator', { userAgent });
    const fetch = vi.fn<Fetch>(async () => answer({}, { status: 500 }));
    const application = { clientId: 'id', clientSecret: 'secret', redirectUri: 'https://app.example/back' };
    await rejection(new OAuthClient({ ...application, fetch, baseUrl: BASE_URL }).exchangeCode('the code'));
    vi.unstubAllGlobals();
    expect(fetch).toHaveBeenCalledTimes(1);
    const [url, init] = fetch.mock.calls[0] ?? ['', {}];
    expect(init.body).toBeInstanceOf(type);
    const request = new Request(url, init);
    expect(request.headers.get('content-type')).toMatch(
      /^application\/x-www-form-urlencoded; ?charset=utf-8$/i,
    );
    expect(Object.fromEntries(await request.formData())).toMatchObject({ client_id: 'id', code: 'the code' });
  });

  test('can be a wrapper that adds headers, also to uploads', async () => {
    const seen: (string | null)[] = [];
    const wrapper = async (url: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers(init.headers);
      headers.set('x-trace', '1');
      const request = new Request(url, { ...init, headers });
      seen.push(request.headers.get('x-trace'), (await request.text()).includes('content') ? 'read' : null);
      return answer({ ...ok, question_source: source });
    };
    const file = new File(['content'], 'a.txt');
    await requesterOn(wrapper).files.upload(file, { onProgress: () => undefined });
    expect(seen).toEqual(['1', 'read']);
  });

  test.each([
    ['watched', { onProgress: () => undefined }],
    ['not watched', {}],
  ])('may leave the body of an upload that is %s unread', async (_, options) => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const refusing = async (): Promise<Response> => answer({ message: 'no', errors: {} }, { status: 422 });
    const file = new File(['x'.repeat(100_000)], 'a.txt');
    const error = await rejection(requesterOn(refusing).files.upload(file, options));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('uncaughtException', uncaught);
    expect(error).toMatchObject({ name: 'ValidationError' });
    expect(uncaught).not.toHaveBeenCalled();
  });

  test('that does not read a stream has it cancelled', async () => {
    const cancel = vi.fn();
    const refusing = async (): Promise<Response> => answer({ message: 'no', errors: {} }, { status: 422 });
    const stream = new ReadableStream<Uint8Array>({ cancel });
    await rejection(requesterOn(refusing).files.upload(stream, { filename: 'a.txt' }));
    await expect.poll(() => cancel).toHaveBeenCalledTimes(1);
  });

  test('can answer with a Node stream as the body', async () => {
    const { Readable } = await import('node:stream');
    const fetch = async (): Promise<Response> => {
      const { status, headers } = answer(account);
      const body = Readable.from([new TextEncoder().encode(JSON.stringify(account))]);
      return { status, headers, body, ok: true } as never;
    };
    expect(await requesterOn(fetch).account.get()).toEqual(account);
  });

  test('that resolves with something else than a Response is an error that says so', async () => {
    const error = await rejection(requesterOn(async () => undefined as never).account.get());
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    expect((error as ConnectionError).message).toContain('did not resolve with a Response');
  });

  test('that has a bug shows the name of the error that it threw, not its message', async () => {
    const broken = async (url: string): Promise<Response> => {
      throw new RangeError(`bad ${url}`);
    };
    const error = (await rejection(requesterOn(broken).account.get({ retries: 0 }))) as ConnectionError;
    expect(error).toMatchObject({ name: 'ConnectionError', thrownName: 'RangeError', code: undefined });
    expect(error.message).toContain('it threw RangeError');
    expect(error.message).not.toContain(TOKEN);
  });
});

describe('an answer of a failing service', () => {
  test.each([
    ['HTML', '<p>access_token=secret '.repeat(400_000)],
    ['JSON', JSON.stringify({ message: `code=${'a'.repeat(8_000_000)}` })],
  ])('is a ServerError, however long its %s is', async (_, text) => {
    const fetch = async (): Promise<Response> => answer(text, { status: 500 });
    const error = await rejection(requesterOn(fetch).account.get({ retries: 0 }));
    expect(error).toMatchObject({ name: 'ServerError', status: 500 });
  });
});

test('ky as the fetch option is refused: it would repeat writes by itself', async () => {
  const { default: ky } = await import('ky');
  expect(() => requesterOn(ky as never)).toThrow(/ky/);
});
