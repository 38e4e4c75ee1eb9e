import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Credentials } from '../../../src/command/sign-in/credentials.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { shell } from '../shell.js';

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-account-'));
  sandbox = createSandbox({ points: 1234 });
  server = await sandbox.listen();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const OTHER = 'https://other.example';
const credentials = () => new Credentials({ env: { HOME: folder } });
const signIn = () => credentials().save(server.url, sandbox.accessToken);

/** Runs a command, and expects that it shows no token. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { run: runHere, printed } = shell({ folder, env: { HOME: folder, ...env } });
  const code = await runHere(...args);
  expect(printed.out + printed.err).not.toContain(sandbox.accessToken);
  return { code, ...printed };
}

describe('whoami', () => {
  test('says which account a token of login belongs to', async () => {
    await signIn();
    const { code, out } = await run(['whoami', '--url', server.url]);
    expect(code).toBe(0);
    const [account, origin, organization] = out.split('\n');
    expect(account).toMatch(new RegExp(`^\\S+ \\(\\S+@\\S+\\) at ${server.url}$`));
    expect(origin).toBe(`The address comes from --url, the token from ${credentials().path}.`);
    expect(organization).toMatch(/^The organization .+ has 1,234 points to spend\.$/);
  });

  test('names the variable and the project file', async () => {
    await writeFile(join(folder, 'translation-requester.json'), JSON.stringify({ url: server.url }));
    await signIn();
    const { out } = await run(['whoami'], { TRANSLATION_REQUESTER_TOKEN: 'of another service' });
    expect(out).toContain(
      `The address comes from translation-requester.json, the token from ${credentials().path}.`,
    );
    const env = { TRANSLATION_REQUESTER_TOKEN: sandbox.accessToken, TRANSLATION_REQUESTER_URL: server.url };
    expect((await run(['whoami'], env)).out).toContain(
      'The address comes from TRANSLATION_REQUESTER_URL, the token from TRANSLATION_REQUESTER_TOKEN.',
    );
  });

  test('prints JSON, also where the account does not show its organization', async () => {
    sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'sparse' } });
    const { out } = await run(['whoami', '--sandbox', '--url', server.url, '--json']);
    expect(JSON.parse(out)).toEqual({
      service: server.url,
      namedBy: '--sandbox',
      tokenSource: 'the sandbox',
      login: expect.any(String),
      email: expect.any(String),
      organization: expect.any(String),
      points: 1234,
    });
  });

  test('asks a sandbox behind a proxy that takes a path away', async () => {
    const proxy = createServer(async ({ url = '' }, response) => {
      const answer = await fetch(server.url + url.replace(/^\/translations\//, '/'));
      const isOurs = url.startsWith('/translations/');
      response.writeHead(isOurs ? answer.status : 404, { 'content-type': 'application/json' });
      response.end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo; // of a server that listens on a port
    const url = `http://127.0.0.1:${port}/translations/`;
    expect(await run(['whoami', '--sandbox', '--url', url])).toMatchObject({ code: 0, err: '' });
    proxy.close();
  });

  test('says what to do about a token that was withdrawn, and without one', async () => {
    await signIn();
    sandbox.access.withdraw(sandbox.accessToken);
    const withdrawn = await run(['whoami', '--url', server.url]);
    expect(withdrawn).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Sign in again') });
    const none = await run(['whoami', '--url', OTHER]);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining(`There is no token for ${OTHER}.`) });
  });
});

describe('logout', () => {
  test('forgets the token of this service alone, and says that it stays valid there', async () => {
    await signIn();
    await credentials().save(OTHER, 'other');
    const { code, out } = await run(['logout', '--url', `${server.url}/`]);
    expect(code).toBe(0);
    expect(out).toContain(`The token for ${server.url} is removed from ${credentials().path}.`);
    expect(out).toContain('it never expires');
    expect(await readFile(credentials().path, 'utf8')).not.toContain(sandbox.accessToken);
    expect((await stat(credentials().path)).mode & 0o777).toBe(0o600);
    expect([...(await credentials().read())]).toEqual([[OTHER, 'other']]);
    expect(await run(['whoami', '--url', server.url])).toMatchObject({ code: 2 });
  });

  test('says so when there is no token, and makes no file', async () => {
    const { code, out } = await run(['logout', '--url', server.url]);
    expect({ code, out }).toEqual({
      code: 0,
      out: `There was no token for ${server.url} in ${credentials().path}.\n`,
    });
    await expect(stat(credentials().path)).rejects.toThrow('ENOENT');
  });

  test('says that the variable still has a token for this service, and not for another', async () => {
    const env = { TRANSLATION_REQUESTER_TOKEN: sandbox.accessToken };
    const said = 'TRANSLATION_REQUESTER_TOKEN is set, and is still used for this service.';
    expect((await run(['logout', '--url', server.url], env)).out).toContain(said);
    const another = { ...env, TRANSLATION_REQUESTER_URL: OTHER };
    expect((await run(['logout', '--url', server.url], another)).out).not.toContain(said);
  });

  test('prints JSON', async () => {
    await signIn();
    const asked = () => run(['logout', '--url', server.url, '--json']);
    const facts = { service: server.url, file: credentials().path };
    expect(JSON.parse((await asked()).out)).toEqual({ ...facts, wasSignedIn: true });
    expect(JSON.parse((await asked()).out)).toEqual({ ...facts, wasSignedIn: false });
  });
});
