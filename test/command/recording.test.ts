import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { OAuthClient } from '../../src/oauth.js';
import { createSandbox } from '../../src/sandbox.js';
import { shell } from './shell.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-recording-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts `record` or `replay`. */
async function started(...args: string[]) {
  const { run, printed, stop } = shell({ folder });
  const code = run(...args, '--port', '0', '--json');
  await expect.poll(() => printed.out).not.toBe('');
  const { url } = JSON.parse(printed.out);
  const end = () => {
    stop();
    return code;
  };
  return { url: String(url), printed, end };
}

const clientOf = (baseUrl: string, accessToken: string) =>
  new Requester({ baseUrl, accessToken, logLevel: 'silent', retries: 0 });

const ORDER = {
  ...{ language_id: 'en', translated_language_id: 'ja' },
  questions: [{ type: 'string', body: 'Good morning', custom_field: 'greeting' }],
} as const;

/** All that was kept. */
async function textOf(name: string): Promise<string> {
  const names = await readdir(join(folder, name));
  return (await Promise.all(names.map((one) => readFile(join(folder, name, one), 'utf8')))).join('\n');
}

/** A service that answers in its own way. */
async function serviceThat(
  answer: (url: URL) => { type?: string; status?: number; body: string | Uint8Array; headers?: object },
) {
  const server = createServer((request, response) => {
    const {
      type = 'application/json',
      status = 200,
      body,
      headers,
    } = answer(new URL(request.url ?? '', 'http://localhost'));
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('what a client did is replayed without the service, with downloads and states as they changed', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const recorder = await started('record', '--to', server.url, '--fixtures', 'story');
  const story = async (requester: Requester, translate: () => void) => {
    const project = await requester.projects.create(ORDER);
    const id = project.questions[0]?.id ?? 0;
    const before = await requester.questions.get(id);
    translate();
    const after = await requester.questions.get(id);
    const download = await (await requester.revisions.download(id, 1)).text();
    const missing = await requester.questions.get(5).catch((error: Error) => error.message);
    return { project: project.id, statuses: [before.status, after.status], download, missing };
  };
  const recorded = await story(clientOf(recorder.url, sandbox.accessToken), () =>
    sandbox.translators.translateAll(),
  );
  expect(recorded.download).toContain('[ja] Good morning');
  expect([await recorder.end(), recorder.printed.err]).toEqual([0, '']);
  await server.close();

  const text = await textOf('story');
  expect(text).not.toContain(sandbox.accessToken);
  expect(text).not.toContain(server.url);
  expect(text).toContain('{service}/api/v1/projects/');

  const player = await started('replay', '--fixtures', 'story');
  const requester = clientOf(player.url, 'another-token');
  expect(await story(requester, () => {})).toEqual(recorded);
  expect(await player.end()).toBe(0);
}, 20_000);

describe('a request that was not recorded', () => {
  test('is an error that names it, and exit code 1 at the end', async () => {
    const sandbox = createSandbox();
    const server = await sandbox.listen();
    const recorder = await started('record', '--to', server.url, '--fixtures', 'few');
    const client = clientOf(recorder.url, sandbox.accessToken);
    await client.projects.create(ORDER);
    await client.account.get();
    await recorder.end();
    await server.close();
    const player = await started('replay', '--fixtures', 'few');
    const requester = clientOf(player.url, 'any');
    for (const _ of [1, 2, 3]) expect((await requester.account.get()).email).toContain('first-requester');
    await requester.projects.create({ ...ORDER, questions: [...ORDER.questions] });
    const refusal = (said: string) => ({ name: 'ApiError', outcome: 'rejected', serverMessage: said });
    await expect(requester.projects.create(ORDER)).rejects.toMatchObject(
      refusal('POST /api/v1/projects was recorded fewer times than it is asked now.'),
    );
    await expect(requester.projects.create({ ...ORDER, language_id: 'de' })).rejects.toMatchObject(
      refusal('POST /api/v1/projects was not recorded, with this query and body.'),
    );
    await expect(requester.languages.list()).rejects.toMatchObject(
      refusal('GET /api/v1/languages was not recorded, with this query and body.'),
    );
    expect(player.printed.err.split('\n')).toHaveLength(4);
    expect(await player.end()).toBe(1);
  });
});

describe('no secret is kept', () => {
  test('of a sign-in, which can be replayed', async () => {
    const sandbox = createSandbox();
    const server = await sandbox.listen();
    const recorder = await started('record', '--to', server.url, '--fixtures', 'sign-in');
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const settings = { clientId, redirectUri, clientSecret };
    const oauth = new OAuthClient({ baseUrl: recorder.url, ...settings });
    const form = new URL(oauth.authorizationUrl({ state: 'a-state-of-enough-letters' })).searchParams;
    form.set('decision', 'authorize');
    const sent = { method: 'POST', body: form, redirect: 'manual' } as const;
    const location = (await fetch(`${recorder.url}/oauth/authorize`, sent)).headers.get('location') ?? '';
    const code = new URL(location).searchParams.get('code') ?? '';
    const { access_token: token } = await oauth.exchangeCode(code);
    expect(await recorder.end()).toBe(0);
    await server.close();
    const text = await textOf('sign-in');
    for (const secret of [clientSecret, code, token]) {
      expect(secret).toHaveLength(64);
      expect(text).not.toContain(secret.slice(0, 12));
    }
    const player = await started('replay', '--fixtures', 'sign-in');
    const again = new OAuthClient({ baseUrl: player.url, ...settings, clientSecret: 'another-secret' });
    expect((await again.exchangeCode('another-code')).access_token).toBe('[redacted]');
    expect(await player.end()).toBe(0);
  });

  const token = 'tok/en+of "many" letters\u00e9';
  test.each([
    ['in JSON', 'application/json', JSON.stringify({ message: `unknown token ${token}` })],
    ['in a name', 'application/json', JSON.stringify({ echo: { [`x ${token}`]: 1 } })],
    ['percent-encoded', 'text/plain', `sent /my?access_token=${encodeURIComponent(token)}&page=1`],
    ['as a new token in a form', 'application/x-www-form-urlencoded', 'access_token=tok%2Fanew-one-of-many'],
    ['percent-encoded twice', 'text/html', `<a href="?u=${encodeURIComponent(encodeURIComponent(token))}">`],
    ['as a form', 'text/plain', `${new URLSearchParams({ access_token: token })}`],
    [
      'in a long text',
      'text/plain',
      `${'word '.repeat(3_198)}${encodeURIComponent(token)} ${'word '.repeat(9_000)}`,
    ],
  ])('%s that is echoed', async (name, type, body) => {
    const service = await serviceThat(() => ({ type, body }));
    const fixtures = `echo-${name.replaceAll(' ', '-')}`;
    const recorder = await started('record', '--to', service.url, '--fixtures', fixtures);
    const answer = await fetch(`${recorder.url}/api/v1/my?${new URLSearchParams({ access_token: token })}`);
    expect(await answer.text()).toBe(body);
    await recorder.end();
    service.close();
    const text = await textOf(fixtures);
    expect(text).toContain('[redacted]');
    for (const part of ['tok/en', 'tok%2Fen', 'tok%252Fen', 'many']) expect(text).not.toContain(part);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test('of a person who signs in', async () => {
    const service = await serviceThat(() => ({ type: 'text/html', body: 'hello' }));
    const recorder = await started('record', '--to', service.url, '--fixtures', 'password');
    const body = new URLSearchParams({
      login: 'ann',
      'user[password]': 'open-sesame',
      password: 'abracadabra',
    });
    await fetch(`${recorder.url}/sign-in`, { method: 'POST', body });
    await recorder.end();
    service.close();
    const text = await textOf('password');
    expect(text).toContain('"login": "ann"');
    expect(text).not.toMatch(/sesame|abracadabra/);
  });

  test.each([
    [
      'has it in bytes',
      'application/octet-stream',
      new TextEncoder().encode('x long-secret-token x'),
      /body that is not text/,
    ],
    [
      'has it in UTF-16',
      'text/plain',
      Buffer.from('\ufefflong-secret-token', 'utf16le'),
      /body that is not text/,
    ],
    [
      'has it escaped in another encoding',
      'text/html',
      Buffer.from('caf\u00e9 access_token=long%2Dsecret%2Dtoken', 'latin1'),
      /body that is not text/,
    ],
    ['is too long to be searched', 'text/plain', 'x'.repeat(20_000), /too long to search/],
  ])('and an answer that %s is passed on, but not kept', async (_, type, body, reason) => {
    const service = await serviceThat(() => ({ type, body }));
    const recorder = await started('record', '--to', service.url, '--fixtures', `unsafe-${body.length}`);
    const answer = await fetch(`${recorder.url}/api/v1/my?access_token=long-secret-token`);
    expect((await answer.arrayBuffer()).byteLength).toBe(body.length);
    expect(await recorder.end()).toBe(1);
    expect(recorder.printed.err).toMatch(reason);
    expect(await readdir(join(folder, `unsafe-${body.length}`)).catch(() => [])).toEqual([]);
    service.close();
  });
});

test('a file is kept byte for byte, and addresses in headers lead to the replay', async () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, n) => n % 256);
  let origin = '';
  const headers = () => ({
    location: `${origin}/there`,
    'content-disposition': 'attachment; filename="a.docx"',
  });
  const service = await serviceThat(() => ({
    type: 'application/octet-stream',
    body: bytes,
    headers: headers(),
  }));
  origin = service.url;
  const recorder = await started('record', '--to', service.url, '--fixtures', 'bytes');
  await fetch(`${recorder.url}/file?access_token=long-secret-token`);
  await recorder.end();
  service.close();
  const player = await started('replay', '--fixtures', 'bytes');
  const answer = await fetch(`${player.url}/file?access_token=x`);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  expect(answer.headers.get('location')).toBe(`${player.url}/there`);
  expect(answer.headers.get('content-disposition')).toContain('a.docx');
  await player.end();
});

test.each([
  ['begins with a byte order mark', Buffer.from('\ufeffhello')],
  ['is in another encoding', Buffer.from([0x82, 0xa0, 0x82, 0xa2])],
])('a text that %s is passed on and kept byte for byte', async (name, body) => {
  const service = await serviceThat(() => ({ type: 'text/plain', body }));
  const fixtures = `text-${name.length}`;
  const recorder = await started('record', '--to', service.url, '--fixtures', fixtures);
  const passed = await fetch(`${recorder.url}/file`);
  expect(Buffer.from(await passed.arrayBuffer())).toEqual(body);
  await recorder.end();
  service.close();
  const player = await started('replay', '--fixtures', fixtures);
  const replayed = await fetch(`${player.url}/file`);
  expect(Buffer.from(await replayed.arrayBuffer())).toEqual(body);
  await player.end();
});

test.each([
  '{"id": 12345678901234567890, "name": "a"}',
  '[0.12345678901234567]',
  '9007199254740993',
  '{"n": 1e400}',
])('a number that would be rounded is kept as it was sent: %s', async (body) => {
  const service = await serviceThat(() => ({ body }));
  const fixtures = `number-${body.length}`;
  const recorder = await started('record', '--to', service.url, '--fixtures', fixtures);
  expect(await (await fetch(`${recorder.url}/api/v1/my`)).text()).toBe(body);
  expect(await recorder.end()).toBe(0);
  service.close();
  const player = await started('replay', '--fixtures', fixtures);
  expect(await (await fetch(`${player.url}/api/v1/my`)).text()).toBe(body);
  await player.end();
});

test('a new token is not kept, though a number beside it would be rounded', async () => {
  const service = await serviceThat(() => ({
    body: '{"id": 12345678901234567890, "access_token": "new-token"}',
  }));
  const recorder = await started('record', '--to', service.url, '--fixtures', 'token-number');
  await fetch(`${recorder.url}/oauth/token`, { method: 'POST' });
  expect(await recorder.end()).toBe(0);
  service.close();
  const text = await textOf('token-number');
  expect(text).toContain('12345678901234567890');
  expect(text).not.toContain('new-token');
});

test('JSON that is nested too deep is passed on both ways, its answer not kept, and the next one is', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const service = await serviceThat(({ pathname }) => ({ body: pathname === '/deep' ? deep : '{"a":1}' }));
  const recorder = await started('record', '--to', service.url, '--fixtures', 'deep');
  expect(await (await fetch(`${recorder.url}/deep`)).text()).toBe(deep);
  const sent = { method: 'POST', body: deep, headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${recorder.url}/flat`, sent)).status).toBe(200);
  expect(await recorder.end()).toBe(1);
  expect(recorder.printed.err).toContain(
    'GET /deep not recorded: its JSON is nested too deep to search it for secrets.',
  );
  expect(await readdir(join(folder, 'deep'))).toEqual(['0002-POST-flat.json']);
  service.close();
});

test('an answer that has no body by its status is passed on', async () => {
  const service = await serviceThat(() => ({ status: 205, body: '' }));
  const recorder = await started('record', '--to', service.url, '--fixtures', 'reset');
  expect((await fetch(`${recorder.url}/file`)).status).toBe(205);
  expect(await recorder.end()).toBe(0);
  service.close();
});

describe('it does not start', () => {
  test.each([
    [['record', '--fixtures', 'x'], 2, '--to'],
    [['record', '--to', 'http://service.example', '--fixtures', 'x'], 2, '--to takes an address such as'],
    [
      ['record', '--to', 'https://service.example/?access_token=t', '--fixtures', 'x'],
      2,
      '--to takes an address such as',
    ],
    [
      ['record', '--to', 'https://service.example/api/v1/', '--fixtures', 'x'],
      2,
      '--to takes an address such as https://service.example, without /api/v1 at its end, not',
    ],
    [['replay', '--fixtures', 'nothing'], 1, 'nothing has no recordings'],
  ])('with %j', async (args, code, reason) => {
    const { run, printed } = shell({ folder });
    expect(await run(...args)).toBe(code);
    expect(printed.err).toContain(reason);
  });

  test('over recordings, nor from a broken one', async () => {
    await mkdir(join(folder, 'kept'));
    await writeFile(join(folder, 'kept', '0001-GET-my.json'), '{"request":{}}');
    const { run, printed } = shell({ folder });
    expect(await run('record', '--to', 'https://service.example', '--fixtures', 'kept')).toBe(1);
    expect(printed.err).toContain('kept has recordings already');
    expect(await run('replay', '--fixtures', 'kept')).toBe(1);
    expect(printed.err).toContain('0001-GET-my.json has no request and answer');
  });
});

test('a service that can not be reached is a 502, and exit code 1', async () => {
  const gone = await serviceThat(() => ({ body: '' }));
  gone.close();
  const recorder = await started('record', '--to', gone.url, '--fixtures', 'gone');
  expect((await fetch(`${recorder.url}/api/v1/my`)).status).toBe(502);
  expect(await recorder.end()).toBe(1);
});

test('an answer that can not be read to its end is a 502, and exit code 1', async () => {
  const service = await serviceThat(() => ({ body: 'not packed', headers: { 'content-encoding': 'gzip' } }));
  const recorder = await started('record', '--to', service.url, '--fixtures', 'cut');
  expect((await fetch(`${recorder.url}/api/v1/my`)).status).toBe(502);
  expect(recorder.printed.err).toContain('GET /api/v1/my not recorded');
  expect(await recorder.end()).toBe(1);
  service.close();
});
