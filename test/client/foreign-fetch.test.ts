import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodeFetch from 'node-fetch';
import { fetch as undici8 } from 'undici';
import { fetch as undici7 } from 'undici7';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Fetch, Requester } from '../../src/index.js';
import { fileFromPath } from '../../src/node.js';
import { createSandbox, type SandboxServer } from '../../src/sandbox.js';

const sandbox = createSandbox();
let server: SandboxServer;

beforeAll(async () => {
  server = await sandbox.listen();
});

afterAll(() => server.close());

/** The wrapper that people write to add a header. */
const wrapped: Fetch = (url, init) => {
  const headers = new Headers(init.headers);
  headers.set('x-trace-id', '7');
  return globalThis.fetch(url, { ...init, headers });
};

// Their types are those of their own Response; what is used of it is the same.
const fetches: readonly (readonly [string, Fetch, { readonly streams: boolean }])[] = [
  ['the platform', globalThis.fetch, { streams: true }],
  ['a wrapper that adds a header', wrapped, { streams: true }],
  ['undici 8', undici8 as unknown as Fetch, { streams: true }],
  ['undici 7', undici7 as unknown as Fetch, { streams: true }],
  ['node-fetch', nodeFetch as unknown as Fetch, { streams: false }],
];

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Hello', custom_field: 'k' }],
} as const;

describe.each(fetches)('with the fetch of %s', (name, fetch, { streams }) => {
  const requester = () =>
    new Requester({ baseUrl: server.url, accessToken: sandbox.accessToken, fetch, retries: 0 });

  test('reads, lists, orders and cancels', async () => {
    const client = requester();
    expect((await client.account.get()).email).toContain('@');
    const key = `order of ${name}`;
    const project = await client.projects.create(
      { ...order, questions: [{ ...order.questions[0], custom_field: key }] },
      { once: true },
    );
    const { items } = await client.questions.list();
    expect(items.map(({ custom_field }) => custom_field)).toContain(key);
    const [question] = project.questions;
    expect((await client.questions.cancel(question?.id ?? 0)).status).toBe(3);
  });

  test('tells a refusal from a connection that was never made', async () => {
    await expect(requester().projects.get(4_711)).rejects.toMatchObject({ name: 'NotFoundError' });
    const nobody = new Requester({ baseUrl: 'http://127.0.0.1:9', accessToken: 'token', fetch, retries: 0 });
    await expect(nobody.account.get()).rejects.toMatchObject({ name: 'ConnectionError' });
  });

  test('ends with the reason of the signal', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = requester().account.get({ signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  test('uploads a file', async () => {
    const client = requester();
    for (const letters of [5, 1_500_000]) {
      const file = new File(['x'.repeat(letters)], '日本 "1".txt');
      const { id } = await client.files.upload(file);
      await sandbox.clock.advance(60_000);
      expect(await client.files.get(id)).toMatchObject({ status: 2, letter_count: letters });
    }
  });

  test('uploads a file from disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foreign-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'a.txt'), 'Hello');
    const client = requester();
    const { id } = await client.files.upload(await fileFromPath(join(folder, 'a.txt')));
    await sandbox.clock.advance(60_000);
    expect(await client.files.get(id)).toMatchObject({ status: 2, letter_count: 5 });
  });

  test.runIf(streams)('uploads a file with progress, and downloads its translation', async () => {
    const client = requester();
    const percents: number[] = [];
    const file = new File(['Hello'], 'a.txt');
    const source = await client.files.upload(file, { onProgress: ({ percent }) => percents.push(percent) });
    expect(percents.at(-1)).toBe(1);
    await sandbox.clock.advance(60_000);
    const { id } = await client.files.wait(source.id);
    const { questions } = await client.projects.create({
      ...order,
      questions: [{ type: 'file', source_id: id }],
    });
    const question = questions[0]?.id ?? 0;
    await sandbox.translators.translateQuestion(question, ['Bonjour']);
    const download = await client.revisions.download(question, 1);
    expect(await download.text()).toContain('Bonjour');
  });

  test.runIf(streams)('survives an upload that the service refuses', async () => {
    sandbox.faults.add({ on: 'POST /api/v1/my/files', fault: { kind: 'status', status: 422, body: {} } });
    const file = new File(['x'.repeat(300_000)], 'a.txt');
    const upload = requester().files.upload(file, { onProgress: () => undefined });
    await expect(upload).rejects.toMatchObject({ name: 'ValidationError' });
  });
});
