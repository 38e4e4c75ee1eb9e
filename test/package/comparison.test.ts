import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackage } from '../install-package.js';
import { runModule } from './run.js';

// What docs/comparison.md says of the clients of others. They are installed beside the benchmarks.
const bench = fileURLToPath(new URL('../../lab/bench/', import.meta.url));

/** A call that may cost something, by the client of a service at `host` and `port`. */
const WRITES = {
  'deepl-node': `
    const { DeepLClient } = (await import('deepl-node')).default;
    const client = new DeepLClient('key', { serverUrl: base, maxRetries: 2 });
    const write = () => client.uploadDocument(Buffer.from('x'), null, 'de', { filename: 'a.txt' });`,
  '@crowdin/crowdin-api-client': `
    const { Client } = (await import('@crowdin/crowdin-api-client')).default;
    const client = new Client({ token: 'key', baseUrl: base + '/api/v2' });
    const write = () => client.projectsGroupsApi.addProject({ name: 'x', sourceLanguageId: 'en' });`,
  '@lokalise/node-api': `
    const { LokaliseApi } = await import('@lokalise/node-api');
    const client = new LokaliseApi({ apiKey: 'key', host: base });
    const write = () => client.projects().create({ name: 'x' });`,
  stripe: `
    const { default: Stripe } = await import('stripe');
    const client = new Stripe('sk_test_key', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
    const write = () => client.charges.create({ amount: 1, currency: 'eur' });`,
  openai: `
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ apiKey: 'key', baseURL: base });
    const write = () => client.responses.create({ model: 'm', input: 'x' });`,
};

const requests: IncomingMessage[] = [];
/** A service in trouble. */
const server = createServer((request, response) => {
  requests.push(request);
  request.resume().on('end', () => {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"trouble"}}');
  });
});

beforeAll(async () => {
  installPackage(bench);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
});

/** Makes the call. Resolves to the idempotency keys of its requests, and whether its error tells the outcome. */
async function writeWith(name: keyof typeof WRITES) {
  const { port } = server.address() as AddressInfo; // as a server at a port has it
  requests.length = 0;
  const tellsOutcome = await runModule(
    bench,
    `const [port, base] = [${port}, 'http://127.0.0.1:${port}'];${WRITES[name]}
    const error = await write().catch((thrown) => thrown);
    console.log(JSON.stringify('outcome' in error));`,
  );
  return { keys: requests.map(({ headers }) => headers['idempotency-key']), tellsOutcome };
}

test.each(Object.keys(WRITES))('%s can be required', async (name) => {
  expect(
    await runModule(
      bench,
      `import { createRequire } from 'node:module';
    const required = createRequire(${JSON.stringify(`${bench}/`)})(${JSON.stringify(name)});
    console.log(JSON.stringify(Object.keys(required).length > 0));`,
    ),
  ).toBe(true);
});

describe('a write that is answered with 500 is sent', () => {
  test('again by the client of DeepL, without an idempotency key', async () => {
    expect(await writeWith('deepl-node')).toEqual({ keys: [undefined, undefined], tellsOutcome: false });
  });

  test.each(['@crowdin/crowdin-api-client', '@lokalise/node-api'] as const)('once by %s', async (name) => {
    expect(await writeWith(name)).toEqual({ keys: [undefined], tellsOutcome: false });
  });

  test('again by the client of Stripe, with one idempotency key', async () => {
    const { keys, tellsOutcome } = await writeWith('stripe');
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect({ key: keys[0], tellsOutcome }).toEqual({ key: expect.any(String), tellsOutcome: false });
  });

  test('three times by the client of OpenAI, without an idempotency key', async () => {
    expect(await writeWith('openai')).toEqual({
      keys: [undefined, undefined, undefined],
      tellsOutcome: false,
    });
  });
});
