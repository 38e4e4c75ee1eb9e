import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Fetch, Requester, type RequesterOptions } from '../../src/index.js';

// What React Native has: no streams, and a fetch on XMLHttpRequest. Its fetch is this polyfill.
let server: ChildProcess;
let service: { readonly url: string; readonly accessToken: string };
let polyfill: { fetch: Fetch; Headers: typeof Headers; Request: typeof Request; Response: typeof Response };

/** An XMLHttpRequest over real sockets, as far as the polyfill uses it. */
class Xhr {
  responseType = '';
  response: unknown;
  responseURL = '';
  status: number | undefined;
  statusText: string | undefined;
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onabort: (() => void) | undefined;
  #request: ClientRequest | undefined;
  #answered: readonly string[] = [];

  open(method: string, url: string) {
    this.responseURL = url;
    this.#request = request(url, { method });
    this.#request.on('error', () => this.onerror?.());
    this.#request.on('response', async (answer) => {
      this.#answered = Object.entries(answer.headers).map((header) => header.join(': '));
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of answer) pieces.push(new Uint8Array(piece));
      this.response = new Blob(pieces);
      Object.assign(this, { status: answer.statusCode, statusText: answer.statusMessage });
      this.onload?.();
    });
  }
  setRequestHeader(name: string, value: string) {
    this.#request?.setHeader(name, value);
  }
  getAllResponseHeaders() {
    return this.#answered.join('\r\n');
  }
  abort() {
    this.#request?.destroy();
    this.onabort?.();
  }
  async send(body: Blob | string | Uint8Array | null) {
    this.#request?.end(body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : (body ?? ''));
  }
}

class Reader {
  result: unknown;
  onload: (() => void) | undefined;
  async #read(content: Promise<unknown>) {
    this.result = await content;
    this.onload?.();
  }
  readAsText = (blob: Blob) => this.#read(blob.text());
  readAsArrayBuffer = (blob: Blob) => this.#read(blob.arrayBuffer());
}

beforeAll(async () => {
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  server = fork(file('serve-sandbox.ts'), { execArgv: ['--import', file('../source-hooks.ts')] });
  [service] = await once(server, 'message');
  globalThis.FileReader = Reader as never;
  // @ts-expect-error It has no types.
  polyfill = await import('whatwg-fetch');
});
afterAll(() => void server.disconnect());
afterEach(() => vi.unstubAllGlobals());

const ABSENT = ['ReadableStream', 'TextDecoder', 'TextEncoder', 'structuredClone', 'FinalizationRegistry'];

/** As it is in React Native, with what its page of the documents says to add. */
function becomeApp(): void {
  for (const name of ABSENT) vi.stubGlobal(name, undefined);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('navigator', { product: 'ReactNative' });
  for (const [name, value] of Object.entries(polyfill)) vi.stubGlobal(name, value);
}

const connect = (options?: Partial<RequesterOptions>) =>
  new Requester({
    baseUrl: service.url,
    accessToken: service.accessToken,
    retries: 0,
    dangerouslyAllowBrowser: true,
    fetch: polyfill.fetch,
    ...options,
  });

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Hello' }],
} as const;

async function orderFile(client: Requester, file: Blob) {
  const { id } = await client.files.upload(file, { filename: 'a.txt' });
  const source = await client.files.wait(id, { interval: 20 });
  const questions = [{ type: 'file', source_id: id } as const];
  const project = await client.projects.create({ ...order, questions });
  const question = project.questions[0]?.id ?? 0;
  await client.questions.wait(question, { interval: 20 });
  const { revision_number } = await client.revisions.latest(question);
  return { source, download: () => client.revisions.download(question, revision_number) };
}

describe.each([
  ['beside the globals of the platform', () => vi.stubGlobal('XMLHttpRequest', Xhr)],
  [
    'in an app without streams, TextDecoder and crypto.subtle',
    () => {
      becomeApp();
      vi.stubGlobal('XMLHttpRequest', Xhr);
    },
  ],
])('with the fetch of a polyfill %s', (place, prepare) => {
  test('reads, lists, orders and follows', async () => {
    prepare();
    const client = connect();
    expect((await client.account.get()).email).toContain('@');
    const project = await client.projects.create(
      { ...order, questions: [{ ...order.questions[0], custom_field: `k ${place}` }] },
      { once: true },
    );
    const { items } = await client.questions.list();
    expect(items.map(({ id }) => id)).toContain(project.questions[0]?.id);
    let events = 0;
    for await (const _event of client.events.follow({ from: { lastId: 0 }, until: 'caught-up' })) events += 1;
    expect(events).toBeGreaterThan(0);
    expect(await client.request({ method: 'GET', path: '/api/v1/my' })).toHaveProperty('email');
  });

  test('tells refusals and aborts', async () => {
    prepare();
    const client = connect();
    await expect(client.projects.get(4_711)).rejects.toMatchObject({ name: 'NotFoundError' });
    const controller = new AbortController();
    const call = client.account.get({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  test('uploads a file, and downloads its translation as text and as bytes', async () => {
    prepare();
    const client = connect();
    const { source, download } = await orderFile(client, new Blob(['Olé 日本']));
    expect(source).toMatchObject({ status: 2, letter_count: 5 });
    const text = await (await download()).text();
    expect(text).toContain('lé 日本');
    expect((await (await download()).arrayBuffer()).byteLength).toBe(Buffer.byteLength(text));
  });

  test('refuses an answer that is longer than maxAnswerSize', async () => {
    prepare();
    const call = connect({ maxAnswerSize: 10 }).account.get();
    await expect(call).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
      advice: { code: 'allow-longer-answer' },
    });
  });
});

test('a stream that an app does not have is an error when it is asked for', async () => {
  becomeApp();
  vi.stubGlobal('XMLHttpRequest', Xhr);
  const client = connect();
  const { download } = await orderFile(client, new Blob(['Hello']));
  const response = await download();
  expect(() => response.body).toThrow(expect.objectContaining({ name: 'ConnectionError', outcome: 'done' }));
});

test('a runtime that lacks what every request needs is refused by name, before anything is sent', () => {
  vi.stubGlobal('Request', undefined);
  expect(() => connect()).toThrow(
    expect.objectContaining({
      name: 'InputError',
      issues: [expect.objectContaining({ path: 'globalThis' })],
    }),
  );
});

describe('a Response of another make', () => {
  const text = JSON.stringify({ success: true, organization: { id: 7, name: 'Example' } });
  const headers = new Headers({ 'content-type': 'application/json' });
  const answer = { ok: true, status: 201, headers };
  const create = (response: object) => {
    const fetch = async () => response as Response;
    return connect({ fetch }).organizations.create({ name: 'Example' });
  };

  test('is read by text() where it has no body', async () => {
    expect(await create({ ...answer, text: async () => text })).toMatchObject({ id: 7 });
  });

  test('is not read at all where its length is too large already', async () => {
    const read = vi.fn(async () => text);
    const long = new Headers([...headers, ['content-length', String(2 ** 24)]]);
    await expect(create({ ...answer, headers: long, text: read })).rejects.toThrow('is longer than 8 MiB');
    expect(read).not.toHaveBeenCalled();
  });

  test('is empty only where its body is null', async () => {
    const call = create({ ...answer, body: null, text: async () => text });
    await expect(call).rejects.toThrow('the answer is empty');
  });

  test('was cut short where its text fails', async () => {
    const call = create({ ...answer, text: () => Promise.reject(new TypeError('lost')) });
    await expect(call).rejects.toThrow('the answer was cut short');
  });

  test('is none where it has neither a body nor text()', async () => {
    await expect(create(answer)).rejects.toThrow('did not resolve with a Response');
  });
});
