import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/command/memory/project-store.js';
import { Requester } from '../../../src/index.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { rejection } from '../../recorded-fetch.js';
import { shell } from '../shell.js';

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unknown-'));
  sandbox = createSandbox();
  server = await sandbox.listen();
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function run(...args: readonly string[]) {
  const { run: runHere, printed } = shell({ folder, env: { HOME: folder } });
  const code = await runHere('unknown', ...args, '--sandbox', '--url', server.url);
  return { code, ...printed };
}

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  custom_field: 'app/en/ja/1',
  question_bodies: [{ body: 'Add to cart' }],
};

/** Orders with the memory of the project. */
async function place(settle: number) {
  const { accessToken } = sandbox;
  const store = await openStore(folder, { env: {} }, server.url);
  const requester = new Requester({ baseUrl: server.url, accessToken, store, logLevel: 'silent' });
  return requester.simple.questions.create(order, { once: true, settle }).withResponse();
}

/** Leaves an order of which the project does not know whether it was placed. */
async function lose(): Promise<void> {
  sandbox.faults.add({ on: 'POST /api/v1/simple/questions', times: 1, fault: { kind: 'drop-before' } });
  await rejection(place(1));
}

test('says that there is none', async () => {
  expect(await run()).toMatchObject({ code: 0, out: 'There is no order whose outcome is unknown.\n' });
});

test('lists one, and frees its key when it was not placed', async () => {
  await lose();
  expect((await run()).out).toMatch(/^app\/en\/ja\/1 +sent +\d{4}-/m);
  const { orders } = JSON.parse((await run('--json')).out);
  expect(orders).toMatchObject([{ key: order.custom_field, kind: 'simple', state: 'sent' }]);
  expect((await run('--resolve', order.custom_field, '--not-placed')).out).toContain('There is no order');
  expect(await place(1)).toMatchObject({ placed: true });
});

test('takes the id under which a person has found it', async () => {
  await lose();
  const { baseUrl, accessToken, fetch } = sandbox;
  const { id } = await new Requester({ baseUrl, accessToken, fetch }).simple.questions.create(order);
  expect((await run('--resolve', order.custom_field, '--id', `${id}`)).code).toBe(0);
  expect(await place(1)).toMatchObject({ placed: false, data: { id } });
});

test.each([
  [['--resolve', 'k'], 2, 'with either --id or --not-placed'],
  [['--id', '1'], 2, 'with either --id or --not-placed'],
  [['--resolve', 'k', '--id', '1', '--not-placed'], 2, 'with either --id or --not-placed'],
  [
    ['--resolve', 'k', '--not-placed'],
    1,
    '--resolve must be the key of an order whose outcome is unknown; known: none',
  ],
])('refuses %j', async (args, code, message) => {
  expect(await run(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
});
