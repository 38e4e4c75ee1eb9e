import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError } from '../../../src/command/describe-error.js';
import { openStore } from '../../../src/command/memory/project-store.js';
import { listServiceWords } from '../../../src/command/plan/service.js';
import { listWords } from '../../../src/command/plan/sources.js';
import { formatCommandLine } from '../../../src/command/terminal/format.js';
import { Requester } from '../../../src/index.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { orderTexts } from '../../../src/texts.js';
import { rejection } from '../../recorded-fetch.js';
import { shell } from '../shell.js';

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;
const others: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-messages-'));
  sandbox = createSandbox();
  server = await sandbox.listen();
  await put('locales/en.json', '{"add": "Add to cart"}');
});
afterEach(async () => {
  await server.close();
  for (const another of others.splice(0)) another.close();
  await rm(folder, { recursive: true });
});

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** Runs a command. That its messages have no words of the library is checked by `shell`. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { run: runHere, printed } = shell({ folder, env: { HOME: folder, ...env } });
  const code = await runHere(...args);
  return { code, ...printed };
}

const here = (...args: readonly string[]) => run([...args, '--sandbox', '--url', server.url]);
const EN = ['locales/en.json', '--to', 'de'] as const;

/** Another service, at its address. */
async function startService(listener: RequestListener): Promise<string> {
  const another = createServer(listener).listen(0, '127.0.0.1');
  others.push(another);
  await new Promise((resolve) => another.once('listening', resolve));
  const { port } = another.address() as AddressInfo; // of a server that listens on a port
  return `http://127.0.0.1:${port}`;
}

const asks = (url: string) => run(['languages', '--url', url], { TRANSLATION_REQUESTER_TOKEN: 'token' });

/** Runs work that waits for long, in little time. */
async function hurry<Result>(work: () => Promise<Result>): Promise<Result> {
  const realTimeout = setTimeout;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(500);
      // Sockets take their time.
      await new Promise((resolve) => realTimeout(resolve, 2));
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

describe('a mistake is named by what the person has given', () => {
  test('a language that the service does not offer', async () => {
    const { err } = await here('quote', 'locales/en.json', '--to', 'xx');
    expect(err).toMatch(
      /^locales\/en\.json in xx: this language \(--to\) is not offered by the service: it translates 'en' into .*\. Correct it, and run the command again\.\n$/,
    );
  });

  test.each(['quote', 'pull'])('a text that the service would refuse, at %s', async (command) => {
    await put('locales/en.json', '{"add]": "Add\\u0000 to cart", "bye": "Bye"}');
    const { code, err } = await here(command, ...EN);
    expect(code).toBe(1);
    expect(err).toContain('locales/en.json in de: the text "add]" has NUL or a lone surrogate');
  });

  test.each([
    [
      { name: 'x'.repeat(210) },
      'the name of the project, with the path of the file, must be a string of 1 to 200 bytes',
    ],
    [{ description: '\0' }, 'the description must be a string without NUL'],
    [{ description: 'x'.repeat(600_000) }, 'the description is too long for one order'],
  ])('what the project file says: %#', async (content, message) => {
    await put('translation-requester.json', JSON.stringify(content));
    const { err } = await here('quote', ...EN);
    expect(err).toContain(`locales/en.json in de: ${message}`);
  });

  test('an address that is one of the API, and a token that is none', async () => {
    expect((await asks(`${server.url}/api/v1`)).err).toContain(
      `the address of the service must end before /api/v1: ${server.url}`,
    );
    const env = { TRANSLATION_REQUESTER_TOKEN: 'a b' };
    expect((await run(['languages', '--url', server.url], env)).err).toContain(
      'the token must be a non-empty string',
    );
  });

  test('a memory that is lost', async () => {
    await here('order', ...EN, '--yes');
    await rm(join(folder, '.translation-requester'), { recursive: true });
    await put('locales/en.json', '{"bye": "Good bye"}');
    const { code, err } = await here('order', ...EN, '--yes');
    expect(code).toBe(1);
    expect(err).toContain(
      'what was remembered of them is lost. Bring back the folder .translation-requester',
    );
  });

  test('a memory that is no folder', async () => {
    await put('.translation-requester', '');
    const { code, err } = await here('quote', ...EN);
    expect(code).toBe(1);
    expect(err).toContain(
      'the folder .translation-requester must be a folder that this process can write to',
    );
  });
});

describe('a failure of the service says what to do on the command line', () => {
  test.each([
    [401, 'Sign in again, or correct the token.'],
    [403, 'this account may not do that'],
    [404, 'Check the address of the service, and the account.'],
    [422, 'Nothing was done.'],
    [302, 'Check the address of the service.'],
    [200, 'is not what the contract says'],
  ])('status %i', async (status, message) => {
    const url = await startService((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end('{}');
    });
    expect(await asks(url)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });

  test('no connection', async () => {
    const { err } = await asks('http://127.0.0.1:1');
    expect(err).toContain('check the address, the network and its proxy.');
  });

  test('too many requests', async () => {
    const { baseUrl, accessToken, fetch } = sandbox;
    sandbox.faults.add({
      on: 'GET /api/v1/my',
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '90' } },
    });
    const requester = new Requester({ baseUrl, accessToken, fetch, maxRetryAfter: 0 });
    expect(describeError(await rejection(requester.account.get()))).toContain(
      'Run the command again after 90 s.',
    );
  });

  test('no answer in time', async () => {
    const { baseUrl, accessToken } = sandbox;
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const requester = new Requester({ baseUrl, accessToken, fetch, timeout: 50, retries: 0 });
    expect(describeError(await rejection(requester.account.get()))).toMatch(
      /not finished within 50 ms\. Run the command again\.$/,
    );
  });

  test('an order whose outcome is unknown', async () => {
    const store = await openStore(folder, { env: {} }, server.url);
    const { accessToken } = sandbox;
    const requester = new Requester({ baseUrl: server.url, accessToken, store, logLevel: 'silent' });
    sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
    const texts = { add: 'Add to cart', bye: 'Good bye' };
    const table = { name: 'app', from: 'en', to: ['de'], texts, limits: { bodies: 1 }, settle: 1 };
    const message = describeError(await rejection(orderTexts(requester, table)));
    expect(message).toMatch(
      /^1 of 2 orders are placed\. POST .* the order may or may not have been placed, /,
    );
    expect(message).toContain('Run the same command again: it is searched for first.');
    expect(message).toMatch(/To order the rest, run the same command again; nothing is ordered twice\.$/);
    expect(message).not.toMatch(/resolve|cause/);
  });

  test('an order whose outcome is unknown, with the command that lists it', async () => {
    sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
    expect(await hurry(() => here('order', ...EN, '--yes'))).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `\nTo see such orders, and to resolve them: translation-requester unknown --sandbox --url ${server.url}\n`,
      ),
    });
  });

  test('a memory that fails', async () => {
    const { baseUrl, accessToken, fetch } = sandbox;
    const store = {
      get: () => Promise.reject(new Error('EIO: i/o error')),
      swap: () => Promise.reject(new Error('EIO: i/o error')),
      keys: async () => [],
    };
    const requester = new Requester({ baseUrl, accessToken, fetch, store, logLevel: 'silent' });
    const order = { language_id: 'en', translated_language_id: 'de', question_bodies: [{ body: 'x' }] };
    const placing = requester.simple.questions.create({ ...order, custom_field: 'k' }, { once: true });
    expect(describeError(await rejection(placing))).toBe(
      "The folder .translation-requester can't be used. Nothing was sent. EIO: i/o error",
    );
  });
});

describe('what to run next names the service, the files and the languages', () => {
  test('after an order', async () => {
    const { out } = await here('order', ...EN, '--yes', '--target', "it's {language}.json");
    expect(out).toContain(
      `Get the translations with: translation-requester pull locales/en.json --to de --target 'it'\\''s {language}.json' --sandbox --url ${server.url}\n`,
    );
  });

  test('after an order of what the project file names', async () => {
    await put('translation-requester.json', '{"files": [{"source": "locales/en.json"}], "to": ["de"]}');
    const { out } = await here('order', '--yes');
    expect(out).toContain(`: translation-requester pull --sandbox --url ${server.url}\n`);
  });

  test('where there is no token', async () => {
    const { err } = await run(['languages', '--url', server.url]);
    expect(err).toContain(`Or sign in with: translation-requester login --url ${server.url}\n`);
  });

  test('where there is no sandbox', async () => {
    const { err } = await run(['languages', '--sandbox', '--url', 'http://127.0.0.1:9']);
    expect(err).toContain('or start one with: translation-requester sandbox --port 9\n');
  });

  test('where there is one that other machines can call, and that keeps its token', async () => {
    const open = createSandbox({ accessToken: 'own-token-4711' });
    await using listening = await open.listen({ host: '0.0.0.0' });
    const { code, err } = await run(['languages', '--sandbox', '--url', listening.url]);
    expect(code).toBe(1);
    expect(err).toContain(`The sandbox at ${listening.url} shows its token to nobody`);
    expect(err).toContain('Leave out --sandbox, and give its address by --url');
  });

  test('with quotes for what a shell would take apart', () => {
    expect(formatCommandLine('pull', 'a b', "it's", '$(x)', '*', 'é', '')).toBe(
      `translation-requester pull 'a b' 'it'\\''s' '$(x)' '*' 'é' ''`,
    );
  });

  test('as they were given', () => {
    expect(listServiceWords({})).toEqual([]);
    expect(listServiceWords({ sandbox: true, url: 'http://127.0.0.1:1' })).toEqual([
      '--sandbox',
      '--url',
      'http://127.0.0.1:1',
    ]);
    expect(listWords(['a.po'], { from: 'en', to: ['de', 'ja'], format: 'po' })).toEqual([
      'a.po',
      '--from',
      'en',
      '--to',
      'de,ja',
      '--format',
      'po',
    ]);
  });
});
