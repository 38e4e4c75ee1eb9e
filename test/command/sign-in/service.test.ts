import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Terminal } from '../../../src/command/terminal/io.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { shell } from '../shell.js';

let folder: string;
let home: string;
let sandbox: Sandbox;
let server: SandboxServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-service-'));
  home = join(folder, 'home');
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'locales/en.json'), '{"add": "Add to cart"}');
  sandbox = createSandbox({ redirectUri: `http://127.0.0.1:${await freePort()}/callback` });
  server = await sandbox.listen();
  stranger = await startStranger();
});
afterEach(async () => {
  await server.close();
  await stranger.close();
  await rm(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo; // of a server that listens on a port
  taken.close();
  return port;
}

/** A server of somebody else. It notes all that it is sent, and passes it on to the sandbox as a good one would. */
async function startStranger() {
  const received: string[] = [];
  const another = createServer(async (request: IncomingMessage, response) => {
    const body = (await request.toArray()).join('');
    received.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
    const { method = 'GET', url = '' } = request;
    const headers = { 'content-type': String(request.headers['content-type']) };
    const passed = await fetch(server.url + url, { method, headers, ...(body !== '' && { body }) });
    response.writeHead(passed.status, { 'content-type': String(passed.headers.get('content-type')) });
    response.end(await passed.text());
  }).listen(0, '127.0.0.1');
  await once(another, 'listening');
  const { port } = another.address() as AddressInfo; // of a server that listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => another.close(resolve)),
  };
}

const TOKEN = 'token-of-the-environment';
const SECRET = 'secret-of-the-environment';

const projectNames = (url: string) =>
  writeFile(
    join(folder, 'translation-requester.json'),
    JSON.stringify({ url, from: 'en', to: ['de'], files: [{ source: 'locales/en.json' }] }),
  );

async function run(args: readonly string[], env: object = {}, given: Partial<Terminal> = {}) {
  const { run: runHere, printed } = shell({ folder, env: { HOME: home, ...env }, ...given });
  const code = await runHere(...args);
  return { code, ...printed };
}

async function saveTokens(tokens: Readonly<Record<string, string>>): Promise<void> {
  const where = join(home, '.config/translation-requester');
  await mkdir(where, { recursive: true });
  await writeFile(join(where, 'credentials.json'), JSON.stringify({ version: 1, tokens }), { mode: 0o600 });
}

/** What the person and the browser do at the address of the service. */
async function authorize(address: string): Promise<boolean> {
  await fetch(await sandbox.authorize(address));
  return true;
}

describe('a token of the environment', () => {
  test.each([['languages'], ['quote'], ['order', '--yes'], ['status'], ['pull'], ['unknown']])(
    'is never sent to an address that only the project file names, by %s',
    async (...args) => {
      await projectNames(stranger.url);
      for (const isInteractive of [false, true]) {
        const failed = await run(
          args,
          { TRANSLATION_REQUESTER_TOKEN: TOKEN },
          { isInteractive, confirm: async () => true, secret: async () => SECRET },
        );
        expect(failed).toMatchObject({ code: 2, out: '' });
        expect(failed.err).toContain(`TRANSLATION_REQUESTER_TOKEN is not sent to ${stranger.url}`);
        expect(failed.err).toContain('--url');
      }
      expect(stranger.received).toEqual([]);
    },
  );

  test('is no advice for an address that only the project file names: it would not be sent there', async () => {
    await projectNames(stranger.url);
    const { err } = await run(['quote']);
    expect(err).not.toContain('Set TRANSLATION_REQUESTER_TOKEN');
    expect(err).toContain(`--url ${stranger.url}`);
  });

  test('is sent to an address of the command line or the environment, whatever the project file names', async () => {
    await projectNames(stranger.url);
    const { accessToken } = sandbox;
    const token = { TRANSLATION_REQUESTER_TOKEN: accessToken };
    expect(await run(['languages', '--url', server.url], token)).toMatchObject({ code: 0 });
    const both = { ...token, TRANSLATION_REQUESTER_URL: server.url };
    expect(await run(['languages'], both)).toMatchObject({ code: 0 });
    expect(await run(['languages', '--url', `${server.url}/`], both)).toMatchObject({ code: 0 });
    expect(stranger.received).toEqual([]);
  });

  test.each(['https://service.example', 'nonsense'])(
    'that belongs to another address of the environment (%s) is not sent to --url',
    async (url) => {
      const env = { TRANSLATION_REQUESTER_URL: url, TRANSLATION_REQUESTER_TOKEN: TOKEN };
      const failed = await run(['languages', '--url', stranger.url], env);
      expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('names another service') });
      expect(stranger.received).toEqual([]);
    },
  );

  test('is not sent to a sandbox', async () => {
    const env = { TRANSLATION_REQUESTER_TOKEN: TOKEN };
    expect(await run(['languages', '--sandbox', '--url', stranger.url], env)).toMatchObject({ code: 0 });
    expect(stranger.received.join()).not.toContain(TOKEN);
  });
});

describe('a saved token', () => {
  test('is used for its own origin, also if the project file names it', async () => {
    await saveTokens({ [server.url]: sandbox.accessToken, [stranger.url]: 'other' });
    await projectNames(`${server.url}/`);
    // A variable that is empty is not set.
    const env = { TRANSLATION_REQUESTER_TOKEN: TOKEN, TRANSLATION_REQUESTER_URL: '' };
    expect(await run(['languages'], env)).toMatchObject({ code: 0 });
    expect(stranger.received).toEqual([]);
  });

  test('is not sent to another port, host or scheme', async () => {
    await saveTokens({ [server.url]: TOKEN, 'https://127.0.0.1': TOKEN });
    await projectNames(stranger.url);
    expect(await run(['languages'])).toMatchObject({ code: 2, err: expect.stringContaining('no token') });
    expect(stranger.received).toEqual([]);
  });

  test('is never read from or written to a folder that depends on where the command runs', async () => {
    const planted = join(folder, '.config/translation-requester');
    await mkdir(planted, { recursive: true });
    const tokens = { [stranger.url]: 'planted' };
    await writeFile(join(planted, 'credentials.json'), JSON.stringify({ tokens }), { mode: 0o600 });
    await projectNames(stranger.url);
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const XDG_CONFIG_HOME of ['.config', './.config'])
        expect(await run(['languages'], { XDG_CONFIG_HOME })).toMatchObject({ code: 2 });
      expect(await run(['languages'], { APPDATA: '.config' })).toMatchObject({ code: 2 });
    } finally {
      process.chdir(before);
    }
    expect(stranger.received).toEqual([]);
  });
});

describe('login at an address that only the project file names', () => {
  const application = () => ({
    TRANSLATION_REQUESTER_CLIENT_ID: sandbox.application.clientId,
    TRANSLATION_REQUESTER_CLIENT_SECRET: SECRET,
    TRANSLATION_REQUESTER_REDIRECT_URI: sandbox.application.redirectUri,
  });
  const unasked = async (): Promise<never> => {
    throw new Error('asked');
  };

  test('is refused where nobody can be asked', async () => {
    await projectNames(stranger.url);
    const refused = await run(['login'], application(), { confirm: unasked, secret: unasked });
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(
      `Nobody has signed in to ${stranger.url} from this machine, and only translation-requester.json names it.`,
    );
    expect(refused.err).toContain(`--url ${stranger.url}`);
    expect(stranger.received).toEqual([]);
  });

  test('is asked about, and opens and sends nothing after a no', async () => {
    await projectNames(stranger.url);
    const questions: string[] = [];
    const opened: string[] = [];
    const refused = await run(['login'], application(), {
      isInteractive: true,
      confirm: async (question) => questions.push(question) < 1,
      secret: unasked,
      open: async (address) => opened.push(address) > 0,
    });
    expect(refused.code).toBe(2);
    expect(questions).toEqual([expect.stringContaining(`${stranger.url} from this machine`)]);
    expect([opened, stranger.received]).toEqual([[], []]);
  });

  test('takes the secret that the person types for it after a yes, and not that of the environment', async () => {
    await projectNames(stranger.url);
    const typed: string[] = [];
    const { code, err } = await run(['login'], application(), {
      isInteractive: true,
      confirm: async () => true,
      secret: async (question) => {
        typed.push(question);
        return sandbox.application.clientSecret;
      },
      open: authorize,
    });
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(typed).toEqual([`The secret of the application at ${stranger.url}`]);
    expect(stranger.received.join()).toContain('grant_type=authorization_code');
    expect(stranger.received.join()).not.toContain(SECRET);
    const saved = await readFile(join(home, '.config/translation-requester/credentials.json'), 'utf8');
    expect(Object.keys(JSON.parse(saved).tokens)).toEqual([stranger.url]);
    // Now it is a known one.
    expect(await run(['languages'])).toMatchObject({ code: 0 });
  });

  test('gets no secret of the environment once it is known either', async () => {
    await projectNames(stranger.url);
    await saveTokens({ [stranger.url]: 'earlier' });
    const refused = await run(['login'], application());
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain(`TRANSLATION_REQUESTER_CLIENT_SECRET is not sent to ${stranger.url}`);
    expect(stranger.received).toEqual([]);
  });

  test('is not asked about, and gets the secret of the environment, if --url names it too', async () => {
    await projectNames(stranger.url);
    const { clientSecret } = sandbox.application;
    const env = { ...application(), TRANSLATION_REQUESTER_CLIENT_SECRET: clientSecret };
    const signedIn = await run(['login', '--url', server.url], env, { confirm: unasked, open: authorize });
    expect(signedIn).toMatchObject({ code: 0 });
    expect(stranger.received).toEqual([]);
  });
});

describe('an address is refused', () => {
  test.each([
    ['http://service.example', 'must begin with https:, unless it is on this machine'],
    ['https://user:word@service.example', 'must have no user name'],
    ['https://service.example/?a=b', 'must have no user name, password, query or fragment'],
    ['https://service.example;id', 'must look like https://service.example'],
    ['https://$(id).example', 'must look like https://service.example'],
    ['file:///etc/passwd', 'must look like https://service.example'],
    ['javascript:alert(1)', 'must look like https://service.example'],
  ])('%s', async (url, message) => {
    await projectNames(url);
    const failed = await run(['languages'], { TRANSLATION_REQUESTER_TOKEN: TOKEN });
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(failed.err).toContain('(translation-requester.json)');
    expect(failed.err).not.toContain('allowInsecureHttp');
  });

  test('that is given twice', async () => {
    const args = ['languages', '--url', server.url, '--url', stranger.url];
    const failed = await run(args, { TRANSLATION_REQUESTER_TOKEN: TOKEN });
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('--url is given twice.') });
    expect(stranger.received).toEqual([]);
  });
});
