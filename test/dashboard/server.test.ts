import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDashboard } from '../../examples/dashboard/server/dashboard.ts';
import { listen } from '../../examples/dashboard/server/listen.ts';
import { sendThenRead, sendWithoutEnd } from '../send-then-read.js';
import { startWorld, type World } from './world.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../examples/dashboard/main.ts', import.meta.url));

/** Goes to the service with what /sign-in says, decides there, and gives the address that it leads back to. */
async function decide(world: World, choice: { readonly deny?: boolean } = {}) {
  const begun = await fetch(`${world.url}/sign-in`, { redirect: 'manual' });
  const back = await world.sandbox.authorize(begun.headers.get('location') ?? '', choice);
  return { back, cookie: readCookie(begun, 'dashboard_state') };
}

async function comeBack({ back, cookie }: { back: string; cookie: string }): Promise<Response> {
  return fetch(back, { redirect: 'manual', headers: { cookie } });
}

async function signIn(world: World): Promise<string> {
  return readCookie(await comeBack(await decide(world)), 'dashboard_session');
}

function readCookie(answer: Response, name: string): string {
  return (
    answer.headers
      .getSetCookie()
      .findLast((each) => each.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''
  );
}

describe('signing in', () => {
  test('gives a session whose cookie no script can read, and which ends when the person signs out', async () => {
    await using world = await startWorld();
    const answer = await comeBack(await decide(world));
    expect(answer.headers.get('location')).toBe('/');
    const set = answer.headers.getSetCookie().at(-1);
    expect(set).toMatch(/^dashboard_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = readCookie(answer, 'dashboard_session');
    const my = () => fetch(`${world.url}/service/api/v1/my`, { headers: { cookie } });
    expect((await my()).status).toBe(200);
    await fetch(`${world.url}/sign-out`, { method: 'POST', headers: { cookie }, redirect: 'manual' });
    expect((await my()).status).toBe(401);
  });

  test.each([
    ['without the cookie of its beginning', '', 'again'],
    ['in another browser', 'dashboard_state=x', 'mismatch'],
  ])('%s, it is refused and nothing is exchanged', async (_, cookie, reason) => {
    await using world = await startWorld();
    const { back } = await decide(world);
    const answer = await comeBack({ back, cookie });
    expect(answer.headers.get('location')).toBe(`/?sign-in=${reason}`);
    expect(readCookie(answer, 'dashboard_session')).toBe('');
    expect(world.tokens).toEqual([]);
  });

  test('a person who does not allow it is told so', async () => {
    await using world = await startWorld();
    const answer = await comeBack(await decide(world, { deny: true }));
    expect(answer.headers.get('location')).toBe('/?sign-in=denied');
  });
});

/** A dashboard without a server of its own. */
const makeDashboard = (serviceUrl: string, redirectUri: string) =>
  createDashboard({ serviceUrl, redirectUri, clientId: 'id', clientSecret: 'secret' });

describe('behind a proxy that speaks https with browsers', () => {
  test('all cookies are Secure, and the page of the address that browsers see is our own', async () => {
    const app = await makeDashboard('https://service.example', 'https://dash.example/callback');
    const begun = await app.request('http://10.0.0.7:4020/sign-in');
    const back = await app.request('http://10.0.0.7:4020/callback', {
      headers: { cookie: 'dashboard_state=x' },
    });
    const post = (origin: string) =>
      app.request('http://10.0.0.7:4020/sign-out', { method: 'POST', headers: { origin } });
    const out = await post('https://dash.example');
    for (const answer of [begun, back, out]) {
      const cookies = answer.headers.getSetCookie();
      expect(cookies).not.toEqual([]);
      for (const each of cookies) expect(each).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    }
    expect(out.status).toBe(303);
    expect((await post('http://10.0.0.7:4020')).status).toBe(403);
  });
});

describe('the way to the service', () => {
  test('needs a session', async () => {
    await using world = await startWorld();
    for (const cookie of ['', 'dashboard_session=', 'dashboard_session=undefined']) {
      const answer = await fetch(`${world.url}/service/api/v1/my`, { headers: { cookie } });
      expect(answer.status).toBe(401);
    }
    expect(world.sandbox.requests).toEqual([]);
  });

  test('sends the token of the session, whatever token the page gives', async () => {
    await using world = await startWorld();
    const headers = { cookie: await signIn(world), 'content-type': 'application/json' };
    const read = await fetch(`${world.url}/service/api/v1/my?access_token=other&access_token=more`, {
      headers,
    });
    expect(read.status).toBe(200);
    const body =
      '{"access_token":"other","language_id":"en","translated_language_id":"ja","question_bodies":[{"body":"Hi"}],"access_token":"more"}';
    const written = await fetch(`${world.url}/service/api/v1/simple/questions`, {
      method: 'POST',
      headers: { ...headers, origin: world.url },
      body,
    });
    expect(written.status).toBe(201);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of the same machine', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'https://elsewhere.example' }],
  ])('is closed to pages of %s', async (_, headers) => {
    await using world = await startWorld();
    const cookie = await signIn(world);
    const before = world.sandbox.requests.length;
    for (const [method, path] of [
      ['GET', '/service/api/v1/my'],
      ['POST', '/service/api/v1/simple/questions'],
      ['POST', '/sign-out'],
    ]) {
      const body = method === 'POST' ? '{"name":"Shop"}' : null;
      const answer = await fetch(world.url + path, {
        method: method ?? '',
        headers: { ...headers, cookie, 'content-type': 'application/json' },
        body,
      });
      expect(answer.status, `${method} ${path}`).toBe(403);
    }
    expect(world.sandbox.requests).toHaveLength(before);
  });

  test('leads to the interface alone, and not to signing in or to the controls of the sandbox', async () => {
    await using world = await startWorld();
    const cookie = await signIn(world);
    const before = world.sandbox.requests.length;
    for (const path of [
      '/service/oauth/token',
      '/service/_sandbox/state',
      '/service/api/v1/../../_sandbox/state',
      '/service/api/v1/%2e%2e/%2e%2e/_sandbox/state',
      '/service//elsewhere.example/api/v1/my',
    ]) {
      const answer = await fetch(world.url + path, { headers: { cookie } });
      expect(answer.status, path).toBe(404);
    }
    expect(world.sandbox.requests).toHaveLength(before);
  });

  test('follows no redirection, and passes on no address of one', async () => {
    await using world = await startWorld();
    const cookie = await signIn(world);
    world.sandbox.faults.add({
      on: 'GET /api/v1/my',
      fault: { kind: 'redirect', location: 'https://elsewhere.example/' },
    });
    const answer = await fetch(`${world.url}/service/api/v1/my`, { headers: { cookie }, redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(null);
  });

  test('takes the token out of an answer that repeats it', async () => {
    await using world = await startWorld();
    const cookie = await signIn(world);
    const [token = ''] = world.tokens;
    for (const body of [
      { message: `no such thing: ?access_token=${token}` },
      `<a href="/?access_token=${token}">`,
    ]) {
      world.sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'status', status: 400, body } });
      const answer = await fetch(`${world.url}/service/api/v1/my`, { headers: { cookie } });
      const text = await answer.text();
      expect(answer.status).toBe(400);
      expect(text).toContain('access_token=***');
      expect(text).not.toContain(token);
    }
  });

  test.each(['drop-before', 'drop-after', 'drop-midway'] as const)(
    'answers with 502 after %s, since a browser may send again what had no answer',
    async (kind) => {
      await using world = await startWorld();
      const headers = { cookie: await signIn(world), 'content-type': 'application/json' };
      world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind } });
      const answer = await fetch(`${world.url}/service/api/v1/simple/questions`, {
        method: 'POST',
        headers: { ...headers, origin: world.url },
        body: '{"question_bodies":[]}',
      });
      expect(answer.status).toBe(502);
    },
  );
});

describe('the page', () => {
  test('comes with a policy that keeps out every other host, and nothing else of the folder is served', async () => {
    await using world = await startWorld();
    const answer = await fetch(world.url);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self';.*connect-src 'self'/,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of [
      '/main.ts',
      '/../main.ts',
      '/%2e%2e/main.ts',
      '/..%2fmain.ts',
      '/assets/..%2f..%2fmain.ts',
    ])
      expect((await fetch(world.url + path)).status, path).toBe(404);
  });
});

describe('its README', () => {
  test('links to files that exist', async () => {
    const folder = new URL('../../examples/dashboard/', import.meta.url);
    const text = await readFile(new URL('README.md', folder), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(15);
    for (const target of targets) await access(new URL(target, folder));
  });
});

describe('the command', () => {
  test('starts everything and prints the addresses', async () => {
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      for await (const chunk of child.stdout) {
        printed += String(chunk);
        if (printed.includes('Ctrl+C')) break;
      }
      const [dashboard, sandbox] = [...printed.matchAll(/http:\S+/g)].map(([url]) => url);
      expect(await (await fetch(dashboard ?? '')).text()).toContain('<title>Translations</title>');
      expect(await (await fetch(sandbox ?? '')).text()).toContain('sandbox');
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  test('answers a browser that sends all before it reads the answer, and ends one that sends without end', async () => {
    await using world = await startWorld();
    expect(await sendThenRead(`${world.url}/nothing`, 20_000_000)).toBe(404);
    const { status, taken } = await sendWithoutEnd(`${world.url}/nothing`);
    expect(status).toBe(404);
    expect(taken).toBeGreaterThan(20_000_000);
    expect(taken).toBeLessThan(64 * 1024 * 1024);
  });

  test('says what to do when its port is in use', async () => {
    const taken = await listen(0);
    try {
      const ended = run(process.execPath, [main], { env: { ...process.env, PORT: new URL(taken.url).port } });
      await expect(ended).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('PORT=4021 npm run example dashboard'),
      });
    } finally {
      await taken.close();
    }
  });
});
