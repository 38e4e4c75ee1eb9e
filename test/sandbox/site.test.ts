import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { connect, MOMENT, projectOrder, simpleOrder } from './api.js';

let sandbox: Sandbox;
let server: SandboxServer;

beforeAll(async () => {
  sandbox = createSandbox({ now: MOMENT });
  server = await sandbox.listen();
});

afterAll(() => server.close());

const get = (path: string) => fetch(server.url + path);
const textOf = async (path: string) => (await get(path)).text();

describe('a served sandbox', () => {
  test.each([
    ['/', 'text/html', '<title>Translation Requester sandbox</title>'],
    ['/openapi.yaml', 'application/yaml', 'title: Translation Requester API'],
    ['/_sandbox/openapi.yaml', 'application/yaml', 'title: Control interface'],
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
    expect((await get('/docs')).status).toBe(404);
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
    const parts = await Promise.all(['/', '/_sandbox/desk.js', '/_sandbox/desk.css'].map(textOf));
    expect(gzipSync(parts.join('')).length).toBeLessThan(60_000);
  });

  test.each(['/', '/_sandbox/desk.css'])('%s names no other host to load from', async (path) => {
    const text = await textOf(path);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, one, two]) => one ?? two,
    );
    expect(loaded.filter((address) => /^(?:\/\/|(?!data:,)[a-z]+:)/i.test(address ?? ''))).toEqual([]);
  });
});

describe('the file of the control interface', () => {
  test('describes every path, and nothing else', async () => {
    const { paths } = parse(await textOf('/_sandbox/openapi.yaml')) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} /_sandbox${path}`),
    );
    const { message } = (await (await get('/_sandbox/nothing')).json()) as { message: string };
    const [, known = ''] = /has: (.*)\.$/.exec(message) ?? [];
    expect(described.toSorted()).toEqual(known.split(', ').toSorted());
  });

  test('names the fields of every action', async () => {
    interface Item {
      post?: { requestBody: { content: Record<string, { schema: { properties?: object } }> } };
    }
    const { paths } = parse(await textOf('/_sandbox/openapi.yaml')) as { paths: Record<string, Item> };
    for (const [path, { post }] of Object.entries(paths)) {
      if (post === undefined) continue;
      const described = Object.keys(post.requestBody.content['application/json']?.schema.properties ?? {});
      const body = JSON.stringify({ '?': 1 });
      const answer = await fetch(`${server.url}/_sandbox${path}`, { method: 'POST', body });
      const { message } = (await answer.json()) as { message: string };
      const [, known = ''] = /the options are (.*)$/.exec(message) ?? [];
      const names = known.split(', ').filter((name) => name !== '');
      expect([path, ...described.toSorted()]).toEqual([path, ...names.toSorted()]);
    }
  });

  test('describes the state as it is', async () => {
    await connect(sandbox).post('projects', projectOrder());
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder())).body;
    sandbox.translators.translateBody(question.question_bodies[0].id, '一');
    sandbox.deliveries.to(() => new Response());
    sandbox.events.append();
    await sandbox.deliveries.idle();
    const contract = parse(await textOf('/_sandbox/openapi.yaml'));
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(contract, 'control');
    const valid = ajv.compile({ $ref: 'control#/components/schemas/State' });
    expect([valid(await (await get('/_sandbox/state')).json()), valid.errors]).toEqual([true, null]);
  });
});
