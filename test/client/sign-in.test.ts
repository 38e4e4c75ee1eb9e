import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../examples/sign-in/app.ts';
import { Browser } from '../../examples/sign-in/browser.ts';
import { customFetch } from '../../examples/sign-in/without-nulls.ts';
import { toNodeListener } from '../../src/callbacks.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';

const ORIGIN = 'https://shop.example';
const SECRET = 'sesame';

let sandbox: Sandbox;
let sql: DatabaseSync;
let world: ReturnType<typeof createApp>;
let browsers: [Browser, Browser];
let logged: string[];

beforeEach(() => {
  start();
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
});

afterEach(() => {
  vi.restoreAllMocks();
  sql.close();
});

/** The application of examples/sign-in, with two people in front of it. */
function start(origin = ORIGIN): void {
  sandbox = createSandbox({ redirectUri: `${origin}/callback`, projectEvents: 'question.changed' });
  sql = new DatabaseSync(':memory:');
  const { baseUrl, fetch } = sandbox;
  const { clientId, clientSecret } = sandbox.application;
  world = createApp({ baseUrl, clientId, clientSecret, origin, callbackSecret: SECRET }, sql, fetch);
  sandbox.deliveries.to(`${origin}/events?secret=${SECRET}`, async (request) => world.app.fetch(request));
  const [first, second] = sandbox.accounts;
  browsers = [new Browser(world.app, sandbox, first), new Browser(world.app, sandbox, second)];
}

const tokens = (): string[] =>
  sql
    .prepare('SELECT token FROM accounts')
    .all()
    .map(({ token }) => String(token));

const SESSION = '__Host-session';
const STATE = '__Host-state';

describe('the sign-in', () => {
  test('gives a session, and the token to nobody', async () => {
    const [browser] = browsers;
    const seen: string[] = [];
    const open = browser.open.bind(browser);
    browser.open = async (path, form) => {
      const answer = await open(path, form);
      seen.push(path, JSON.stringify([...answer.headers]), await answer.clone().text());
      return answer;
    };
    await browser.signIn();
    await browser.order('Good morning', 'de');
    sandbox.access.withdraw(tokens()[0]);
    await browser.order('Good night', 'de');
    sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'status', status: 400 } });
    await browser.signIn();
    const told = [...seen, ...logged].join('\n');
    expect(tokens()).toHaveLength(1);
    for (const token of [...tokens(), sandbox.application.clientSecret]) expect(told).not.toContain(token);
    expect(logged.length).toBeGreaterThan(0);
  });

  test('keeps its cookies from scripts, other sites and other hosts', async () => {
    const sent = await browsers[0].open('/sign-in');
    const back = await browsers[0].signIn();
    const cookies = [...sent.headers.getSetCookie(), ...back.headers.getSetCookie()];
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies)
      for (const part of ['__Host-', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
        expect(cookie).toContain(part);
  });

  test.each([
    ['with the state of another browser', (path: string) => browsers[1].open(path)],
    ['a second time', (path: string) => browsers[0].open(path).then(() => browsers[0].open(path))],
    ['with another state', (path: string) => browsers[0].open(path.replace(/state=[^&]*/, 'state=x'))],
    ['without a state', (path: string) => browsers[0].open(path.replace(/&state=[^&]*/, ''))],
  ])('is refused %s', async (_, visit) => {
    await browsers[1].open('/sign-in');
    const { headers } = await browsers[0].open('/sign-in');
    const back = new URL(await sandbox.authorize(headers.get('location') ?? ''));
    const before = tokens().length;
    expect((await visit(back.pathname + back.search)).status).toBe(400);
    expect(tokens().length - before).toBeLessThanOrEqual(1);
    expect(browsers[1].cookies.has(SESSION)).toBe(false);
  });

  test('that is denied is no error', async () => {
    expect((await browsers[0].signIn({ deny: true })).status).toBe(403);
    expect([browsers[0].cookies.has(SESSION), logged]).toEqual([false, []]);
  });

  test('gives a new id, so that one which somebody knew before is worth nothing', async () => {
    const [browser] = browsers;
    browser.cookies.set(SESSION, 'known');
    await browser.signIn();
    const first = browser.cookies.get(SESSION);
    await browser.signIn();
    expect(browser.cookies.get(SESSION)).not.toBe(first);
    for (const old of ['known', first ?? '']) {
      browser.cookies.set(SESSION, old);
      expect((await browser.open('/')).headers.get('location')).toBe('/sign-in');
    }
  });

  test('ends with the sign-out, also for who has kept the cookie', async () => {
    const [browser] = browsers;
    await browser.signIn();
    const session = browser.cookies.get(SESSION) ?? '';
    expect((await browser.open('/sign-out', {})).status).toBe(200);
    expect(browser.cookies.has(SESSION)).toBe(false);
    browser.cookies.set(SESSION, session);
    expect((await browser.open('/')).status).toBe(302);
    expect((await browser.open('/orders', {})).status).toBe(401);
  });

  test('keeps of a session nothing that signs anybody in', async () => {
    await browsers[0].signIn();
    const kept = JSON.stringify(sql.prepare('SELECT * FROM sessions').all());
    expect(kept).not.toContain(browsers[0].cookies.get(SESSION));
    expect(browsers[0].cookies.has(STATE)).toBe(false);
  });
});

describe('orders', () => {
  beforeEach(async () => {
    for (const browser of browsers) await browser.signIn();
  });

  test('are seen by nobody else', async () => {
    await browsers[0].order('Good morning', 'de');
    await browsers[1].order('Good night', 'fr');
    sandbox.translators.translateAll();
    await sandbox.deliveries.idle();
    expect(await browsers[0].read()).toBe(
      'Translations of first-requester\n  Good morning → de: [de] Good morning',
    );
    expect(await browsers[1].read()).toBe(
      'Translations of second-requester\n  Good night → fr: [fr] Good night',
    );
    expect(new Set(sandbox.deliveries.attempts.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('of a form that is sent twice, or whose answer is lost, are placed once', async () => {
    sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-after' } });
    const key = crypto.randomUUID();
    const form = { key, text: 'Good morning', language: 'de' };
    await Promise.all([1, 2].map(() => browsers[0].open('/orders', form)));
    await browsers[0].open('/orders', form);
    expect(sandbox.orders()).toHaveLength(1);
    // Another person who sends the same key changes nothing of it.
    await browsers[1].open('/orders', { ...form, text: 'Other' });
    expect(await browsers[0].read()).toContain('Good morning → de: open');
  });

  test.each([
    ['another site', { origin: 'https://attacker.example' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['nowhere', {}],
  ])('from %s are refused', async (_, headers) => {
    const cookie = [...browsers[0].cookies].map((pair) => pair.join('=')).join('; ');
    const body = new URLSearchParams({ key: crypto.randomUUID(), text: 'Good morning', language: 'de' });
    const init = { method: 'POST', body, headers: { cookie, ...headers } };
    expect((await world.app.request(`${ORIGIN}/orders`, init)).status).toBe(403);
    expect(sandbox.orders()).toEqual([]);
  });

  test.each([
    ['no text', { text: ' ' }],
    ['too long a text', { text: 'x'.repeat(2_001) }],
    ['a language that is not offered', { language: 'constructor' }],
    ['a key of its own making', { key: '../1' }],
  ])('with %s are refused', async (_, wrong) => {
    const form = { key: crypto.randomUUID(), text: 'Good morning', language: 'de', ...wrong };
    expect((await browsers[0].open('/orders', form)).status).toBe(400);
    expect(sandbox.orders()).toEqual([]);
  });

  test('and translations are shown as text, whatever is in them', async () => {
    await browsers[0].order('<script>alert(1)</script>', 'de');
    sandbox.translators.translateAll();
    await sandbox.deliveries.idle();
    const answer = await browsers[0].open('/');
    expect(await answer.text()).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('that cost too much are refused, and others go on', async () => {
    await browsers[0].order('word '.repeat(300), 'de');
    await browsers[0].order('Good morning', 'de');
    expect(await browsers[0].read()).toMatch(/Good morning → de: open\n {2}word .*refused/s);
    expect(sandbox.orders()).toHaveLength(1);
  });

  test('of a person whose token was withdrawn go on after the next sign-in', async () => {
    sandbox.access.withdraw(tokens()[0]);
    expect((await browsers[0].order('Good morning', 'de')).status).toBe(401);
    expect((await browsers[0].open('/')).headers.get('location')).toBe('/sign-in');
    await browsers[0].signIn();
    await world.proceedAll();
    expect(sandbox.orders()).toHaveLength(1);
  });

  test('whose deliveries are lost are found by the timer, whatever happens to another account', async () => {
    sandbox.deliveries.off();
    for (const browser of browsers) await browser.order('Good morning', 'de');
    sandbox.translators.translateAll();
    sandbox.access.withdraw(tokens()[0]);
    await world.proceedAll();
    expect(await browsers[1].read()).toContain('[de] Good morning');
    expect(logged.join()).toContain('AuthenticationError');
  });

  test('that nobody translates end so', async () => {
    await browsers[0].order('Good morning', 'de');
    await sandbox.clock.advance(8 * 24 * 3_600_000);
    expect(await browsers[0].read()).toContain('ended without a translation');
  });
});

test('an event of an organization that never signed in is a 404', async () => {
  await sandbox.place.simpleQuestion();
  await sandbox.deliveries.idle();
  expect(sandbox.deliveries.attempts[0]?.status).toBe(404);
  expect(logged.join()).toContain('DeliveryError');
});

test('the application works over HTTP, as a Node server', async () => {
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  sql.close();
  start(`http://127.0.0.1:${port}`);
  const listener = toNodeListener(async (request) => world.app.fetch(request));
  const real = {
    request: (address: string, init: RequestInit) => fetch(address, { ...init, redirect: 'manual' }),
  };
  const browser = new Browser(real, sandbox, sandbox.accounts[1]);
  await browser.signIn();
  await browser.order('Good morning', 'ja');
  expect(await browser.read()).toBe('Translations of second-requester\n  Good morning → ja: open');
});

describe('the fetch for other OAuth clients', () => {
  test('leaves out what is null, and keeps the rest of an answer', async () => {
    const answer = Response.json({ access_token: 'a', expires_in: null }, { status: 201 });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
    const seen = await customFetch('https://service.example/oauth/token', { method: 'POST' });
    expect([seen.status, await seen.json()]).toEqual([201, { access_token: 'a' }]);
  });
});
