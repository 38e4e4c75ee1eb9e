import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { folderOr, type Installed } from '../package/install.js';
import { type Browser, kinds } from './browsers.js';

/** The name of a site that somebody has given the address of this machine. */
const HOST = 'evil.example';

/** What a page can try, each by its name. They resolve to what the page has got. */
const ATTACK = `
globalThis.attack = async (url, order) => {
  const got = {};
  const attempt = async (name, act) => {
    got[name] = await Promise.race([
      Promise.resolve().then(act).catch((error) => 'failed: ' + error.name),
      new Promise((resolve) => setTimeout(resolve, 2000, 'nothing')),
    ]);
  };
  const read = async (path, init) => {
    const answer = await fetch(url + path, init);
    return answer.type + ' ' + answer.status + ' ' + (await answer.text());
  };
  const load = (name, attributes) =>
    new Promise((resolve) => {
      const element = Object.assign(document.createElement(name), attributes);
      element.onload = () => resolve(name === 'iframe' ? 'nothing' : 'loaded');
      element.onerror = () => resolve('failed');
      document.body.append(element);
    });
  const token = '?access_token=' + order.access_token;
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) };
  const form = new URLSearchParams({
    access_token: order.access_token,
    language_id: 'en',
    translated_language_id: 'ja',
    'question_bodies[][body]': 'Good morning',
  });
  await attempt('reads the account', () => read('/api/v1/my' + token));
  await attempt('reads the languages', () => read('/api/v1/languages' + token));
  await attempt('reads without cors', () => read('/api/v1/my' + token, { mode: 'no-cors' }));
  await attempt('orders with JSON', () => read('/api/v1/simple/questions', json));
  await attempt('orders with a text', () =>
    read('/api/v1/simple/questions', { method: 'POST', mode: 'no-cors', body: JSON.stringify(order) }));
  await attempt('orders with a form', () =>
    read('/api/v1/simple/questions', { method: 'POST', mode: 'no-cors', body: form }));
  await attempt('orders with a beacon', () => {
    navigator.sendBeacon(url + '/api/v1/simple/questions', form);
    return 'nothing';
  });
  await attempt('sends a form without its origin', () => {
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-forms allow-scripts';
    const fields = Array.from(form, ([name, value]) => '<input name="' + name + '" value="' + value + '">');
    frame.srcdoc = '<form method="post" action="' + url + '/api/v1/simple/questions">' + fields.join('') +
      '</form><script>document.forms[0].submit()</scr' + 'ipt>';
    document.body.append(frame);
    return new Promise((resolve) => { frame.onload = () => resolve('nothing'); });
  });
  await attempt('reads the credentials', () => read('/_sandbox/state'));
  await attempt('resets', () => read('/_sandbox/reset', { method: 'POST', mode: 'no-cors', body: '{}' }));
  await attempt('shows an image', () => load('img', { src: url + '/api/v1/my' + token }));
  await attempt('runs a script', () => load('script', { src: url + '/_sandbox/desk.js' }));
  await attempt('frames the desk', () => load('iframe', { src: url + '/' }));
  await attempt('listens', () => new Promise((resolve) => {
    const source = new EventSource(url + '/_sandbox/events');
    source.addEventListener('state', ({ data }) => resolve(data));
    source.onerror = () => { source.close(); resolve('failed'); };
  }));
  return got;
};
`;

describe.each(kinds)('in $name', ({ prepare, launch }) => {
  let installed: Installed;
  let browser: Browser | undefined;
  let attacker: Server;
  let sandbox: Sandbox;
  let server: SandboxServer;

  beforeAll(async () => {
    installed = await prepare();
    if ('folder' in installed) browser = await launch(installed.folder, HOST);
  }, 300_000);

  afterAll(() => browser?.close());

  beforeEach(async () => {
    attacker = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>A page</title><body><script>${ATTACK}</script>`);
    }).listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    // With the token that everybody knows.
    sandbox = createSandbox();
    server = await sandbox.listen();
  });

  afterEach(async () => {
    attacker.closeAllConnections();
    attacker.close();
    await server.close();
  });

  const findPage = (host: string): string => {
    const { port } = attacker.address() as AddressInfo; // of a server that listens on a port
    return `http://${host}:${port}`;
  };

  /** Lets a page try everything. @returns what it has got */
  async function attackFrom(origin: string, url = server.url): Promise<Record<string, string>> {
    if (browser === undefined) throw new Error('There is no browser.');
    const order = {
      access_token: sandbox.accessToken,
      language_id: 'en',
      translated_language_id: 'ja',
      question_bodies: [{ body: 'Good morning' }],
    };
    const page = await browser.newPage();
    await page.goto(`${origin}/`);
    // What the page's script returns.
    return (await page.evaluate(`attack(${JSON.stringify(url)}, ${JSON.stringify(order)})`)) as Record<
      string,
      string
    >;
  }

  test('a page of another origin gets nothing from a served sandbox, and changes nothing', async (context) => {
    folderOr(context, installed);
    const got = await attackFrom(findPage(HOST));
    expect(Object.keys(got).length).toBeGreaterThan(12);
    for (const [name, value] of Object.entries(got))
      expect([name, value]).toEqual([name, expect.stringMatching(/^(failed.*|nothing|opaque 0 )$/)]);
    expect(sandbox.orders()).toEqual([]);
    expect(sandbox.requests).toEqual([]);
  });

  test('a page of this machine may read and order, and one that is named, but not see the credentials', async (context) => {
    folderOr(context, installed);
    const named = await sandbox.listen({ origins: [findPage(HOST)] });
    const cases = [
      [findPage('localhost'), server.url],
      [findPage(HOST), named.url],
    ] as const;
    for (const [origin, url] of cases) {
      const before = sandbox.orders().length;
      const got = await attackFrom(origin, url);
      expect(got['reads the account']).toMatch(/^cors 200 /);
      expect(got['orders with JSON']).toMatch(/^cors 201 /);
      expect(sandbox.orders().length).toBeGreaterThan(before);
      expect(got['reads the credentials']).toMatch(/^failed/);
      expect(got.listens).toBe('failed');
      expect(got['frames the desk']).toBe('nothing');
    }
    await named.close();
  });

  test('a person whom a page of another origin sends to the sign-in comes back with a code', async (context) => {
    folderOr(context, installed);
    if (browser === undefined) return expect.unreachable();
    const redirectUri = `${findPage(HOST)}/callback`;
    const other = createSandbox({ redirectUri });
    await using service = await other.listen();
    const { clientId } = other.application;
    const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 's' };
    const address = `${service.url}/oauth/authorize?${new URLSearchParams(query)}`;
    const page = await browser.newPage();
    await page.goto(findPage(HOST));
    await page.evaluate(`void setTimeout(() => location.assign(${JSON.stringify(address)}))`);
    await expect.poll(() => page.url()).toBe(address);
    // The page itself says where it is: what the browser's client knows may be a step behind.
    const press = `document.querySelector('[value=authorize]')?.click() ?? location.href`;
    const comeBack = expect.poll(() => page.evaluate(press).catch(() => 'not yet'));
    await comeBack.toMatch(/\/callback\?code=[0-9a-f]{64}&state=s$/);
  });

  test('a page whose name leads to the sandbox itself gets nothing either', async (context) => {
    folderOr(context, installed);
    if (browser === undefined) return expect.unreachable();
    const { port } = new URL(server.url);
    const page = await browser.newPage();
    await page.goto(`http://${HOST}:${port}/`);
    const tries = ['/', '/_sandbox/state', `/api/v1/my?access_token=${sandbox.accessToken}`, '/openapi.json'];
    const program = `Promise.all(${JSON.stringify(tries)}.map(async (path) => {
      const answer = await fetch(path);
      return [answer.status, (await answer.json()).message];
    }))`;
    const refusal = [403, expect.stringContaining(`${HOST} is not a name of this sandbox.`)];
    expect(await page.evaluate(program)).toEqual(tries.map(() => refusal));
    expect(sandbox.requests).toEqual([]);
  });
});
