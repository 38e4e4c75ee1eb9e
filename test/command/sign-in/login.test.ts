import { once } from 'node:events';
import { chmod, mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../examples/fleet/local/free-port.ts';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { buildCommand, type Running } from '../build.js';
import { shell } from '../shell.js';

let command: Awaited<ReturnType<typeof buildCommand>>;
let home: string;
let sandbox: Sandbox;
let server: SandboxServer;
let redirectUri: string;

beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.end());

beforeEach(async () => {
  home = await mkdtemp(join(command.folder, 'home-'));
  redirectUri = `http://localhost:${await freePort()}/callback`;
  sandbox = createSandbox({ redirectUri });
  server = await sandbox.listen();
});
afterEach(() => server.close());

async function listenOn(host: string, port: number): Promise<Server> {
  const another = createServer();
  another.listen(port, host);
  await once(another, 'listening');
  return another;
}

const file = (): string => join(home, '.config/translation-requester/credentials.json');
const environment = () => ({ HOME: home, TRANSLATION_REQUESTER_URL: server.url });

const credentials = () => ({
  ...environment(),
  TRANSLATION_REQUESTER_REDIRECT_URI: redirectUri,
  TRANSLATION_REQUESTER_CLIENT_ID: sandbox.application.clientId,
  TRANSLATION_REQUESTER_CLIENT_SECRET: sandbox.application.clientSecret,
});

/** Begins a command in this process. */
function begin(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { run, printed } = shell({ folder: home, env });
  return { printed, ended: run(...args) };
}

const login = (...args: readonly string[]) => begin(['login', '--no-open', ...args], credentials());

/** The same in a process of its own. */
const loginProcess = (env: Readonly<Record<string, string>> = {}): Running =>
  command.run(['login', '--no-open'], { ...credentials(), ...env });

/** The address that the user is sent to. */
async function readAddress({ printed }: Pick<Running, 'printed'>): Promise<string> {
  await expect.poll(() => printed.err).toMatch(/^http\S+\/oauth\/authorize\?\S+$/m);
  return /^http\S+$/m.exec(printed.err)?.[0] ?? '';
}

describe('login', () => {
  test('logs what it sends at the level of the environment, as other commands do', async () => {
    const running = loginProcess({ TRANSLATION_REQUESTER_LOG: 'debug' });
    await fetch(await sandbox.authorize(await readAddress(running)));
    expect(await running.ended).toEqual([0, null]);
    expect(running.printed.err).toMatch(/debug request GET \/api\/v1\/my .*attempt=1/);
    expect(running.printed.err).not.toContain(JSON.parse(await readFile(file(), 'utf8')).tokens[server.url]);
  });

  test('refuses a wrong level of the log before anybody signs in', async () => {
    const running = loginProcess({ TRANSLATION_REQUESTER_LOG: 'loud' });
    expect(await running.ended).toEqual([1, null]);
    expect(running.printed.err).toMatch(/^TRANSLATION_REQUESTER_LOG is not a level/);
  });

  test('saves the token in a file that only its owner can read, and the other commands use it', async () => {
    const running = loginProcess();
    const address = await readAddress(running);
    const back = await fetch(await sandbox.authorize(address));
    expect([back.status, await back.text()]).toEqual([200, 'You are signed in. You can close this page.\n']);
    expect(await running.ended).toEqual([0, null]);
    expect(running.printed.out).toMatch(
      /^Signed in as \S+ at http:\S+\. The token is in .*credentials\.json\.\n$/,
    );
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const { tokens } = JSON.parse(await readFile(file(), 'utf8'));
    const token = tokens[server.url];
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(running.printed.out + running.printed.err).not.toContain(token);
    expect(running.printed.err).not.toContain(sandbox.application.clientSecret);

    const languages = command.run(['languages', '--json'], environment());
    expect(await languages.ended).toEqual([0, null]);
    expect(JSON.parse(languages.printed.out).pairs.length).toBeGreaterThan(10);
  });

  test('does not use a token file that others can read', async () => {
    const running = login();
    await fetch(await sandbox.authorize(await readAddress(running)));
    await running.ended;
    // Everybody, or a group.
    for (const mode of [0o604, 0o640]) {
      await chmod(file(), mode);
      const languages = begin(['languages'], environment());
      expect(await languages.ended).toBe(1);
      expect(languages.printed.err).toContain(`others can read it; run chmod 600 ${file()}`);
    }
  });

  test('that the user denies ends with exit code 1', async () => {
    const running = login();
    const back = await fetch(await sandbox.authorize(await readAddress(running), { deny: true }));
    expect(back.status).toBe(400);
    expect(await running.ended).toBe(1);
    expect(running.printed.err).toContain('did not authorize the application');
    await expect(stat(file())).rejects.toThrow();
  });

  test('keeps waiting after a redirect with another state or path', async () => {
    const running = login();
    const address = await readAddress(running);
    const right = await sandbox.authorize(address);
    const forged = new URL(right);
    forged.searchParams.set('state', 'forged');
    expect((await fetch(forged)).status).toBe(400);
    expect((await fetch(new URL('/favicon.ico', right))).status).toBe(404);
    expect((await fetch(right, { method: 'POST' })).status).toBe(404);
    expect((await fetch(right)).status).toBe(200);
    expect(await running.ended).toBe(0);
  });

  test('to the sandbox needs no credentials, and prints JSON with --json', async () => {
    const running = begin(['login', '--no-open', '--sandbox', '--url', server.url, '--json'], {
      HOME: home,
    });
    await fetch(await sandbox.authorize(await readAddress(running)));
    expect(await running.ended).toBe(0);
    expect(JSON.parse(running.printed.out)).toEqual({
      service: server.url,
      login: expect.any(String),
      file: file(),
    });
  });

  test('ends at once when it is stopped', async () => {
    const running = loginProcess();
    await readAddress(running);
    running.process.kill('SIGINT');
    expect(await running.ended).toEqual([130, null]);
  });

  test.each([
    [['--redirect-uri', 'https://shop.example/callback'], 2, '--redirect-uri must be on this machine'],
    [['--redirect-uri', 'http://[::1]:3000/callback'], 2, 'at localhost or 127.0.0.1'],
    [['--redirect-uri', 'http://localhost:0/callback'], 2, '--redirect-uri must be on this machine'],
    [['--redirect-uri', 'nonsense'], 2, '--redirect-uri must be on this machine'],
    [['--clientid', 'x'], 2, 'There is no option "--clientid"; did you mean --client-id?'],
  ])('%j is refused', async (args, code, message) => {
    const running = login(...args);
    expect(await running.ended).toBe(code);
    expect(running.printed.err).toContain(message);
  });

  test('says which port is in use, and what to do', async () => {
    const { port } = new URL(redirectUri);
    for (const host of ['127.0.0.1', '::1', '::']) {
      const taken = await listenOn(host, Number(port));
      const busy = login();
      expect([host, await busy.ended]).toEqual([host, 1]);
      expect(busy.printed.err).toMatch(new RegExp(`^The port of the redirect address, ${port} on `));
      expect(busy.printed.err).toContain('--redirect-uri');
      expect(busy.printed.err).not.toContain('/oauth/authorize');
      taken.close();
    }
  });

  test('listens on 127.0.0.1 alone', async () => {
    const running = login();
    const back = new URL(await sandbox.authorize(await readAddress(running)));
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family, scopeid } of others) {
      if (address === '127.0.0.1' || scopeid) continue;
      back.hostname = family === 'IPv6' ? `[${address}]` : address;
      await expect(fetch(back)).rejects.toThrow();
    }
    back.hostname = '127.0.0.1';
    expect((await fetch(back)).status).toBe(200);
    expect(await running.ended).toBe(0);
  });

  test('does not mind what listens on [::1], if the redirect address names 127.0.0.1', async () => {
    redirectUri = redirectUri.replace('localhost', '127.0.0.1');
    sandbox = createSandbox({ redirectUri });
    await server.close();
    server = await sandbox.listen();
    const another = await listenOn('::1', Number(new URL(redirectUri).port));
    const running = login();
    await fetch(await sandbox.authorize(await readAddress(running)));
    expect(await running.ended).toBe(0);
    another.close();
  });

  test('says which credentials are missing', async () => {
    const bare = begin(['login'], environment());
    expect(await bare.ended).toBe(2);
    expect(bare.printed.err).toContain('TRANSLATION_REQUESTER_CLIENT_ID');
    const secretless = begin(['login', '--client-id', 'x'], environment());
    expect(await secretless.ended).toBe(2);
    expect(secretless.printed.err).toContain('TRANSLATION_REQUESTER_CLIENT_SECRET');
  });
});
