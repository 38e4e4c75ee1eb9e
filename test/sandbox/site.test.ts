import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Contract, listOperations, resolve } from '../../src/sandbox/desk/contract.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { MOMENT } from './api.js';

let sandbox: Sandbox;
let server: SandboxServer;

beforeAll(async () => {
  sandbox = createSandbox({ now: MOMENT });
  server = await sandbox.listen();
});

afterAll(() => server.close());

const get = (path: string) => fetch(server.url + path);
const readText = async (path: string) => (await get(path)).text();

describe('a served sandbox', () => {
  test.each([
    ['/', 'text/html', '<title>Translation Requester sandbox</title>'],
    ['/docs', 'text/html', '<title>Translation Requester sandbox</title>'],
    ['/openapi.json', 'application/json', '"title":"Translation Requester API"'],
    ['/_sandbox/desk.js', 'text/javascript', 'EventSource'],
    ['/_sandbox/desk.css', 'text/css', 'color-scheme'],
  ])('shows %s as %s', async (path, type, part) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(await response.text()).toContain(part);
  });

  test('answers other requests itself, and shows no page when its control interface is left out', async () => {
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
    expect((await get('/docs/')).status).toBe(404);
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
    await using bare = await sandbox.listen({ control: false });
    expect((await fetch(bare.url)).status).toBe(404);
  });

  test('logs no request to its pages', async () => {
    const before = sandbox.requests.length;
    await get('/');
    expect(sandbox.requests).toHaveLength(before);
  });
});

describe('the desk', () => {
  test('takes at most 60 kB, compressed', async () => {
    const parts = await Promise.all(['/', '/_sandbox/desk.js', '/_sandbox/desk.css'].map(readText));
    expect(gzipSync(parts.join('')).length).toBeLessThan(60_000);
  });

  test.each(['/', '/_sandbox/desk.css'])('%s names no other host to load from', async (path) => {
    const text = await readText(path);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, one, two]) => one ?? two,
    );
    expect(loaded.filter((address) => /^(?:\/\/|(?!data:,)[a-z]+:)/i.test(address ?? ''))).toEqual([]);
  });
});

describe('the contract', () => {
  const readContract = async () => (await (await get('/openapi.json')).json()) as Contract;

  test('is the one of the package', async () => {
    const file = new URL('../../src/client/contract/requester-v1.yaml', import.meta.url);
    expect(await readContract()).toEqual(parse(await readFile(file, 'utf8')));
  });

  test('names its operations so that faults can happen to each', async () => {
    const operations = listOperations(await readContract());
    expect(operations).toHaveLength(35);
    for (const { on } of operations) sandbox.faults.add({ on, fault: { kind: 'empty' } }).remove();
  });

  test('has what its references lead to', async () => {
    const known = await readContract();
    for (const { on, parameters, requestBody = {}, responses } of listOperations(known)) {
      for (const parameter of parameters)
        expect([on, resolve(known, parameter)]).toMatchObject([on, { schema: {} }]);
      for (const item of [requestBody, ...Object.values(responses)])
        expect([on, resolve(known, item)]).toEqual([on, expect.any(Object)]);
    }
  });
});

describe('the page on the control interface', () => {
  test('names every path, and the fields of every action', async () => {
    const page = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const { message } = (await (await get('/_sandbox/nothing')).json()) as { message: string };
    const [, known = ''] = /has: (.*)\.$/.exec(message) ?? [];
    const paths = known.split(', ').map((entry) => entry.split(' /_sandbox/'));
    expect(paths.length).toBeGreaterThan(20);
    for (const [method = '', path = ''] of paths) {
      const lines = page.split(/^- /m).filter((line) => line.split(':')[0]?.includes(path));
      expect([path, lines.length]).not.toEqual([path, 0]);
      if (method !== 'POST') continue;
      const answer = await fetch(`${server.url}/_sandbox/${path}`, { method, body: '{"?":1}' });
      const refusal = (await answer.json()) as { message: string };
      const [, names = ''] = /the options are (.*)$/.exec(refusal.message) ?? [];
      const fields = names.split(', ').filter((name) => name !== '');
      const missing = fields.filter((name) => !lines.some((line) => line.includes(`\`${name}\``)));
      expect([path, ...missing]).toEqual([path]);
    }
  });
});
