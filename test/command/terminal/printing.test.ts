import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makePrintable } from '../../../src/base/texts.js';
import { openStore } from '../../../src/command/memory/project-store.js';
import { createIo, type Terminal } from '../../../src/command/terminal/io.js';
import { paintText, say, sayLines } from '../../../src/command/terminal/safe-text.js';
import { Requester } from '../../../src/index.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { rejection } from '../../recorded-fetch.js';
import { shell } from '../shell.js';

/**
 * A window title, a cleared screen, hidden text, a link, the 8-bit forms, marks of direction, tags, a line of its own, and what a CI
 * runs wherever it stands in a line.
 */
const EVIL =
  '##vso[a]##[b]##teamcity[c]\u001b]0;title\u0007\u001b[2J\u001b[8mhidden\u001b[0m\u001b]8;;http://evil.example\u001b\\link\u009b31m\u009d0;x\u009c\u202edlrow\u2066\u200b\u2028\u{e0041}\u007f\r\b::error::forged';
const EVIL_LINE = `${EVIL}\n::warning::forged\r\n\u3000::add-mask::x\u0085::stop-commands::x`;
const FORBIDDEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|^\s*::|##\w*\[/mu;

let folder: string;
let sandbox: Sandbox;
let server: SandboxServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-printing-'));
  sandbox = createSandbox();
  server = await sandbox.listen();
  await put('locales/en.json', '{"add": "Add to cart"}');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function put(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** Runs a command, and expects that it says something, and prints nothing that changes a terminal. */
async function run(args: readonly string[], given: Partial<Terminal> = {}) {
  const said: string[] = [];
  const progress: Terminal['progress'] = (title) => {
    said.push(title);
    return { at: (_, message = '') => said.push(message), end: (message) => said.push(message) };
  };
  const env = { HOME: folder };
  const { run: runHere, printed } = shell({ folder, env, progress, ...given });
  const code = await runHere(...args);
  for (const text of [printed.out, printed.err, ...said]) expect(FORBIDDEN.exec(text)?.[0]).toBeUndefined();
  expect(printed.out + printed.err).not.toBe('');
  return { code, ...printed };
}

const here = (...args: readonly string[]) => run([...args, '--sandbox', '--url', server.url]);

/** A service that answers all requests alike. */
async function startService(status: number, body: unknown): Promise<{ url: string; server: Server }> {
  const another = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => another.listen(0, '127.0.0.1', resolve));
  const { port } = another.address() as AddressInfo; // of a server that listens on a port
  return { url: `http://127.0.0.1:${port}`, server: another };
}

const asks = (url: string, ...args: readonly string[]) =>
  run([...args, '--url', url], { env: { HOME: folder, TRANSLATION_REQUESTER_TOKEN: 'token' } });

describe('what could change a terminal is not printed', () => {
  test('from messages of the service', async () => {
    for (const status of [401, 403, 404, 422, 500]) {
      const body = { message: EVIL_LINE, errors: { [EVIL_LINE]: [EVIL_LINE] }, error: EVIL_LINE };
      const service = await startService(status, body);
      expect(await asks(service.url, 'languages')).toMatchObject({ code: 1 });
      service.server.close();
    }
  });

  test('from names of an account, of its organization, and of what cannot be sent back', async () => {
    const organization = { id: 1, name: EVIL_LINE, available_point: 5 };
    const account = { id: 1, login: EVIL_LINE, email: EVIL, default_organization_id: 1 };
    const service = await startService(200, { ...account, user: account, organization, ...organization });
    expect((await asks(service.url, 'whoami')).code).toBe(0);
    service.server.close();
    await put('locales/en.json', JSON.stringify({ [`${EVIL_LINE}s`]: 'Hello' }));
    const reject = ['reject', 'locales/en.json', '--to', 'de', '--key', EVIL_LINE, '--reason', EVIL_LINE];
    expect((await here(...reject)).code).toBe(2);
    expect((await here('pull', 'locales/en.json', '--pseudo', '--to', 'en-XA')).code).toBe(0);
  });

  test('from names of languages', async () => {
    const pair = { language_id: EVIL_LINE, translated_language_id: EVIL, point: 1 };
    const [language, translated_language] = [{ id: EVIL_LINE }, { id: EVIL }];
    const service = await startService(200, { language_pairs: [{ ...pair, language, translated_language }] });
    const { code, out } = await asks(service.url, 'languages');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^from/),
      expect.stringContaining('title'),
    ]);
    service.server.close();
  });

  test('from warnings of the library, which no other way leads to the terminal', async () => {
    const past = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const service = await startService(200, { language_pairs: [{ [EVIL_LINE]: EVIL }, EVIL_LINE] });
    expect((await asks(service.url, 'languages')).err).toMatch(/^[\d:.]{12} warn /);
    expect(past).not.toHaveBeenCalled();
    past.mockRestore();
    service.server.close();
  });

  test.each([
    ['is not JSON', `{"${EVIL_LINE}`],
    ['has an unknown field', JSON.stringify({ [EVIL_LINE]: 1, files: [{ source: 'a', [EVIL]: 1 }] })],
    ['has such an address', JSON.stringify({ url: `https://${EVIL_LINE}` })],
    ['has such a source', JSON.stringify({ url: 'https://service.example', files: [{ source: EVIL_LINE }] })],
    ['has such languages', JSON.stringify({ files: [{ source: 'locales/en.json' }], to: [EVIL_LINE] })],
    ['leads out by such a name', JSON.stringify({ to: ['de'], files: [{ source: `../${EVIL_LINE}` }] })],
  ])('from a project file that %s', async (_, content) => {
    await put('translation-requester.json', content);
    const { code } = await run(['status']);
    expect(code).toBe(2);
  });

  test('from a project file with such a name, in a price, an order and a list', async () => {
    const files = [{ source: 'locales/en.json' }];
    await put(
      'translation-requester.json',
      JSON.stringify({ name: `shop ${EVIL}`, from: 'en', to: ['de'], files }),
    );
    for (const args of [['quote'], ['order', '--yes'], ['status'], ['pull'], ['unknown']])
      await here(...args);
  });

  test('from keys that a CI takes for a command to itself', async () => {
    const store = await openStore(folder, { env: {} }, server.url);
    const { accessToken } = sandbox;
    const requester = new Requester({ baseUrl: server.url, accessToken, store, logLevel: 'silent' });
    const order = { language_id: 'en', translated_language_id: 'ja', question_bodies: [{ body: 'x' }] };
    for (const key of ['::add-mask::shop', '##vso[task.setvariable]x', '##teamcity[x]', '##[add-path]x']) {
      sandbox.faults.add({ on: 'POST /api/v1/simple/questions', times: 1, fault: { kind: 'drop-before' } });
      const sent = requester.simple.questions.create(
        { ...order, custom_field: key },
        { once: true, settle: 1 },
      );
      await rejection(sent.withResponse());
    }
    const { out } = await here('unknown');
    expect(out).toContain(': :add-mask::shop');
    expect(out).toContain('task.setvariable');
    expect(out).not.toMatch(/##[a-z]*\[/);
  });

  test('from names of files', async () => {
    const name = `${EVIL.replaceAll('/', ' ')}.en.json`;
    await put(name, '{"add": "Add"}');
    await put(`broken.${name}`, '{"add": ');
    for (const path of [name, `broken.${name}`, `none.${name}`])
      for (const each of ['quote', 'order', 'status', 'pull']) await here(each, path, '--to', 'de,ja');
    await here('order', name, '--to', 'de', '--yes');
    await here('pull', name, '--to', 'de');
  });

  test('from keys of a file, where pull tells of an issue', async () => {
    await put('locales/en.json', JSON.stringify({ [EVIL_LINE]: 'Hello {{name}}' }));
    await here('order', 'locales/en.json', '--to', 'de', '--protect', 'i18next', '--yes');
    const { accessToken } = sandbox;
    const answer = await fetch(`${server.url}/api/v1/my/application_events?access_token=${accessToken}`);
    for (const { question } of (await answer.json()).events)
      for (const { id } of question.question_bodies)
        await fetch(`${server.url}/_sandbox/translate`, {
          method: 'POST',
          body: JSON.stringify({ questionBodyId: id, text: EVIL }),
        });
    const pulled = await here('pull', 'locales/en.json', '--to', 'de');
    const { out } = await here('pull', 'locales/en.json', '--to', 'de', '--json');
    expect(JSON.parse(out).units[0].issues[0].key).toBe(EVIL_LINE);
    expect(pulled).toMatchObject({ code: 4, err: expect.stringContaining('{{name}}') });
    for (const line of pulled.err.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:locales\/de\.json|To send one back): /);
  });

  test('from the command line', async () => {
    for (const args of [
      [EVIL],
      ['help', EVIL],
      [`--${EVIL}`],
      ['status', `--${EVIL}`],
      ['languages', EVIL],
      ['quote', '--format', EVIL],
      ['quote', '--max-points', EVIL],
      ['quote', '--url', EVIL],
    ])
      expect(await run(args)).toMatchObject({ code: 2 });
  });

  test('from a failure that nobody expected', async () => {
    const { code, err } = await run(
      ['quote', 'locales/en.json', '--to', 'de', '--sandbox', '--url', server.url],
      {
        stopped: () => {
          throw new TypeError(EVIL_LINE);
        },
      },
    );
    expect(code).toBe(1);
    expect(err).toContain('TypeError');
  });

  test('from requests to the sandbox', async () => {
    const { run: runHere, printed, stop } = shell({ folder });
    const code = runHere('sandbox', '--port', '0');
    await expect.poll(() => printed.out).toContain('curl');
    const url = /ready at (http\S+)\/\./.exec(printed.out)?.[1] ?? '';
    await fetch(`${url}/api/v1/${encodeURIComponent(EVIL)}/\u202e`);
    const form = new URLSearchParams({ grant_type: EVIL_LINE, code: EVIL_LINE });
    await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
    const accessToken = /access_token=(\w+)/.exec(printed.out)?.[1];
    const order = { access_token: accessToken, language_id: EVIL, [EVIL_LINE]: EVIL };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/api/v1/projects`, { method: 'POST', headers, body: JSON.stringify(order) });
    await expect.poll(() => printed.out).toContain('422');
    expect(FORBIDDEN.exec(printed.out)?.[0]).toBeUndefined();
    stop();
    await code;
  });
});

test('--json escapes what could change a terminal, and loses nothing', async () => {
  await put('locales/en.json', JSON.stringify({ [EVIL_LINE]: 'Hello' }));
  // Not the whole of it: escaped, it would be too long for a part of an order's key.
  const name = `${EVIL.slice(EVIL.indexOf('hidden')).replaceAll('/', ' ')}.en.json`;
  await put(name, '{"add": "Add"}');
  const { out } = await here('quote', name, '--to', 'de', '--json');
  expect(JSON.parse(out).units[0].source).toBe(name);
  const failed = await run(['languages', '--json', '--url', EVIL_LINE]);
  expect(JSON.parse(failed.out).error.message).toContain(EVIL_LINE);
});

describe('a text for the terminal', () => {
  test('has values on one line, and keeps its own lines and styles', () => {
    const printed: string[] = [];
    const text = say`a ${EVIL_LINE}\n${paintText('red', EVIL_LINE)} ${3}\n${say`${'b\nc'}\n`}`;
    text.print((paint, part) => {
      printed.push(paint, part);
      return '';
    });
    expect(text.print().split('\n')).toHaveLength(4);
    expect(printed).toEqual(['red', makePrintable(EVIL_LINE)]);
    expect(text.print()).not.toMatch(FORBIDDEN);
    expect(sayLines(`x\n${EVIL}`).print()).not.toMatch(FORBIDDEN);
  });

  test('is asked and reported safely too', async () => {
    const said: string[] = [];
    const { io } = recorded(said);
    await io.confirm(say`Sign in at ${EVIL_LINE}?`);
    await io.secret(say`The secret of ${EVIL_LINE}`);
    await io.ask(say`The language of ${EVIL_LINE}`, say`${EVIL_LINE}`);
    await io.choose(say`Which of ${EVIL_LINE}`, [say`${EVIL_LINE}`, say`b`]);
    const bar = io.progress(say`Ordering ${EVIL_LINE}`, 1);
    bar.at(1, say`${EVIL_LINE}`);
    bar.end(say`${EVIL_LINE}`);
    expect(said).toHaveLength(10);
    for (const line of said) {
      expect(line).not.toMatch(FORBIDDEN);
      expect(line).not.toContain('\n');
    }
  });

  test('keeps letters of every script', () => {
    for (const text of ['Übung', '日本語', 'עברית', 'العربية', 'हिन्दी', '🎉', 'e\u0301'])
      expect(makePrintable(text)).toBe(text);
  });
});

function recorded(said: string[]) {
  const nothing = (): never => {
    throw new Error('not used');
  };
  const io = createIo({
    out: nothing,
    err: nothing,
    paint: nothing,
    open: nothing,
    stopped: nothing,
    env: {},
    folder: '.',
    isInteractive: true,
    confirm: async (question) => said.push(question) > 0,
    secret: async (question) => String(said.push(question)),
    ask: async (...asked) => String(said.push(...asked)),
    choose: async (question, things) => [said.push(question, ...things)],
    progress: (title) => {
      said.push(title);
      return { at: (_, message) => said.push(String(message)), end: (message) => said.push(message) };
    },
  });
  return { io };
}
