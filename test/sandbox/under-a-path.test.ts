import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { OAuthClient } from '../../src/oauth.js';
import { createSandbox } from '../../src/sandbox.js';

const PUBLIC = 'https://shop.example/tools/translations';
const untyped = (options: unknown): never => options as never; // what JavaScript lets through

describe.each([
  [
    'that leaves the path as it is',
    (app: Hono, sandbox: ReturnType<typeof createSandbox>) => {
      app.all('/tools/translations/*', ({ req }) => sandbox.fetch(req.raw));
    },
  ],
  [
    'that takes its path away',
    (app: Hono, sandbox: ReturnType<typeof createSandbox>) => {
      app.mount('/tools/translations', (request) => sandbox.fetch(request));
    },
  ],
])('under a path of a server %s', (_, mount) => {
  const sandbox = createSandbox({ publicUrl: `${PUBLIC}/` });
  const app = new Hono();
  app.get('/', ({ text }) => text('the shop'));
  mount(app, sandbox);
  const fetch = async (input: string | URL | Request, init?: RequestInit) =>
    app.fetch(new Request(input, init));
  const requester = new Requester({ baseUrl: PUBLIC, accessToken: sandbox.accessToken, fetch });

  test('addresses in answers lead back to the sandbox', async () => {
    const { data: project, response } = await requester.projects
      .create({
        language_id: 'en',
        translated_language_id: 'ja',
        questions: [{ type: 'string', body: 'Good morning' }],
      })
      .withResponse();
    expect(response.location).toBe(`${PUBLIC}/api/v1/projects/${project.id}`);
    const [question] = project.questions;
    sandbox.translators.translateOrder(project.id);
    const revision = await requester.revisions.latest(question?.id ?? 0);
    const token = `?access_token=${sandbox.accessToken}`;
    for (const address of [project.url, question?.url, revision.url, revision.download_url]) {
      expect(address).toMatch(new RegExp(`^${PUBLIC}/`));
      expect((await fetch(address + token)).status).toBe(200);
    }
    expect(JSON.stringify([project, revision])).not.toMatch(
      /"https?:\/\/(?!shop\.example\/tools\/translations\/)/,
    );
    const download = await requester.revisions.download(question?.id ?? 0, 1);
    expect(await download.text()).toContain('[ja] Good morning');
  });

  test('a person signs in on the page, whose form stays under the path', async () => {
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const oauth = new OAuthClient({ baseUrl: PUBLIC, clientId, clientSecret, redirectUri, fetch });
    const address = oauth.authorizationUrl({ state: 'a-state-of-enough-letters' });
    const page = await (await fetch(address)).text();
    const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page) ?? [];
    const form = new URLSearchParams(new URL(address).search);
    form.set('decision', 'authorize');
    const target = new URL(action, address);
    expect(target.href).toBe(`${PUBLIC}/oauth/authorize`);
    const answer = await fetch(target, { method: 'POST', body: form, redirect: 'manual' });
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect((await oauth.exchangeCode(code)).access_token).toMatch(/^[0-9a-f]{64}$/);
    expect(await sandbox.authorize(address)).toMatch(/[?&]code=/);
  });

  test('faults, the request log and deliveries know the path of the service alone', async () => {
    const fault = sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'status', status: 503 } });
    await expect(requester.account.get({ retries: 0 })).rejects.toMatchObject({ status: 503 });
    fault.remove();
    expect(sandbox.requests.every(({ path }) => /^\/(api\/v1|oauth)\//.test(path))).toBe(true);
    let delivered = '';
    await sandbox.deliver(async (request) => {
      delivered = await request.text();
      return new Response();
    });
    expect(delivered).toContain(`${PUBLIC}/api/v1/`);
  });

  test('the server keeps its other pages', async () => {
    expect(await (await fetch('https://shop.example/')).text()).toBe('the shop');
    expect((await fetch(`${PUBLIC}x/api/v1/my`)).status).toBe(404);
  });
});

describe('a served sandbox behind a proxy that takes the path away', () => {
  const sandbox = createSandbox();
  let url: string;
  beforeAll(async () => {
    ({ url } = await sandbox.listen());
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  test('has pages whose addresses are all relative', async () => {
    for (const page of ['/', '/_sandbox/desk.js']) {
      const text = await (await fetch(url + page)).text();
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(/(?:href|src|action)="\/|["'`]\/_sandbox/);
    }
  });
});

test.each([
  'shop.example',
  'ftp://shop.example',
  'https://shop.example/?a=b',
  'https://user:pass@shop.example',
  '',
])('publicUrl %j is refused', (publicUrl) => {
  expect(() => createSandbox(untyped({ publicUrl }))).toThrow('publicUrl must be an address such as');
});
