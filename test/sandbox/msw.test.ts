import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { sandboxHandlers } from '../../src/msw.js';
import { createSandbox } from '../../src/sandbox.js';
import { MOMENT, projectOrder } from './api.js';

const sandbox = createSandbox({ now: MOMENT, publicUrl: 'https://public.example' });
const server = setupServer(
  ...sandboxHandlers(sandbox),
  http.all('https://other.example/*', () => HttpResponse.text('another handler')),
);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => sandbox.reset());
afterAll(() => server.close());

const order = () =>
  fetch(`${sandbox.baseUrl}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...projectOrder(), access_token: sandbox.accessToken }),
  });

test('the global fetch reaches the sandbox', async () => {
  expect((await order()).status).toBe(201);
  expect(sandbox.orders()).toHaveLength(1);
});

test('the public address is answered as well', async () => {
  expect((await fetch(`https://public.example/api/v1/my?access_token=${sandbox.accessToken}`)).status).toBe(
    200,
  );
});

test.each([undefined, () => undefined])(
  'a client uploads a file, with the observer %o',
  async (onProgress) => {
    const { files } = new Requester({ baseUrl: sandbox.baseUrl, accessToken: sandbox.accessToken });
    const { id } = await files.upload(new File(['Hello'], 'a.txt'), { onProgress });
    await sandbox.clock.advance(60_000);
    expect(await files.get(id)).toMatchObject({ status: 2, letter_count: 5 });
  },
);

test('requests to other addresses are not intercepted', async () => {
  expect(await (await fetch('https://other.example/api/v1/my')).text()).toBe('another handler');
  expect(sandbox.requests).toEqual([]);
});

test('lost connections are network errors', async () => {
  for (const kind of ['refuse', 'drop-before', 'drop-after'] as const) {
    sandbox.faults.add({ on: '*', fault: { kind } });
    await expect(order()).rejects.toThrow('fetch failed');
  }
  expect(sandbox.orders()).toHaveLength(1);
});

test('a body breaks off in the middle', async () => {
  sandbox.faults.add({ on: '*', fault: { kind: 'drop-midway' } });
  const response = await order();
  expect(response.status).toBe(201);
  await expect(response.text()).rejects.toThrow();
});

test('a hanging request is pending until it is aborted', async () => {
  sandbox.faults.add({ on: '*', fault: { kind: 'hang' } });
  const controller = new AbortController();
  const answer = fetch(`${sandbox.baseUrl}/api/v1/my`, { signal: controller.signal });
  await expect.poll(() => sandbox.requests.length).toBe(1);
  controller.abort();
  await expect(answer).rejects.toThrow('aborted');
});
