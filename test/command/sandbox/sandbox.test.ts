import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { createSandbox } from '../../../src/sandbox.js';
import { shell } from '../shell.js';

const order = {
  language_id: 'en',
  translated_language_id: 'ja',
  questions: [{ type: 'string', body: 'Good morning' }],
};

/** Where other machines can call. */
const OPEN = ['--host', '0.0.0.0', '--token', 'own-token-4711'];

/** Starts a sandbox with `--json`, and sends requests to it. */
async function started(...args: string[]) {
  const { run, printed, stop } = shell();
  const code = run('sandbox', '--port', '0', '--json', ...args);
  await expect.poll(() => printed.out).not.toBe('');
  const connection = JSON.parse(printed.out);
  const send = (method: string, path: string, body?: object) =>
    fetch(
      `${connection.url}/api/v1/${path}${method === 'GET' ? `?access_token=${connection.accessToken}` : ''}`,
      {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined
          ? {}
          : { body: JSON.stringify({ access_token: connection.accessToken, ...body }) }),
      },
    );
  const end = () => {
    stop();
    return code;
  };
  return { connection, printed, send, end };
}

test('it prints the address and credentials, and serves until it is stopped', async () => {
  const { connection, send, end } = await started('--seed', '7');
  expect(connection.clientId).toBe(createSandbox({ seed: 7 }).application.clientId);
  expect((await send('GET', 'my')).status).toBe(200);
  expect(await end()).toBe(0);
  await expect(fetch(connection.url)).rejects.toThrow();
});

test('each text of a simple question gets as many translations as the option says', async () => {
  const { connection, send, end } = await started('--translations-per-body', '2');
  const { status } = await fetch(`${connection.url}/_sandbox/orders`, { method: 'POST' });
  expect(status).toBe(200);
  const all = { method: 'POST', body: '{"all":true}' };
  const answer = await fetch(`${connection.url}/_sandbox/translate`, all);
  expect(await answer.json()).toEqual({ translated: 6 });
  expect((await send('GET', 'my')).status).toBe(200);
  await end();
});

describe('people', () => {
  test('see the address, the points, and that nothing is saved', async () => {
    const { run, printed, stop } = shell();
    const code = run('sandbox', '--port', '0', '--autopilot', '--points', '1234567');
    await expect.poll(() => printed.out).toMatch(/ready at http:\/\/127\.0\.0\.1:\d+\//);
    for (const text of ['1,234,567 points', 'at work', 'Nothing is saved'])
      expect(printed.out).toContain(text);
    stop();
    await code;
  });

  test('are told that realistic translators let orders expire', async () => {
    const { run, printed, stop } = shell();
    const code = run('sandbox', '--port', '0', '--autopilot=realistic');
    await expect.poll(() => printed.out).toContain('at work. They let one in eight orders expire.');
    stop();
    expect(await code).toBe(0);
  });

  test('get the credentials as lines of a .env file, and a curl command that works', async () => {
    const { run, printed, stop } = shell();
    const code = run('sandbox', '--port', '0', '--redirect-uri', 'http://localhost:5173/back#x');
    await expect.poll(() => printed.out).toContain('curl');
    const lines = printed.out.split('\n');
    const [, url, accessToken] = /curl '(.*access_token=([0-9a-f]{64}))'/.exec(printed.out) ?? [];
    expect((await fetch(String(url))).status).toBe(200);
    expect(lines).toEqual(
      expect.arrayContaining([
        `TRANSLATION_REQUESTER_URL=${new URL(String(url)).origin}`,
        `TRANSLATION_REQUESTER_TOKEN=${accessToken}`,
        `TRANSLATION_REQUESTER_CLIENT_ID=${createSandbox().application.clientId}`,
        expect.stringMatching(/^TRANSLATION_REQUESTER_CLIENT_SECRET=[0-9a-f]{64}$/),
        'TRANSLATION_REQUESTER_REDIRECT_URI="http://localhost:5173/back#x"',
      ]),
    );
    stop();
    await code;
  });

  test('see a line for each request, with what it did', async () => {
    const painted: string[] = [];
    const { run, printed, stop } = shell({
      paint: (paint, text) => {
        painted.push(`${paint} ${text}`);
        return text;
      },
    });
    const code = run('sandbox', '--port', '0');
    await expect.poll(() => printed.out).toContain('curl');
    const [, accessToken = ''] = /access_token=(\w+)'/.exec(printed.out) ?? [];
    const [, origin] = /ready at (http\S+)\/\./.exec(printed.out) ?? [];
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ access_token: accessToken, ...order });
    const answer = await fetch(`${origin}/api/v1/projects`, { method: 'POST', headers, body });
    const { project } = await answer.json();
    expect(printed.out).toMatch(
      new RegExp(`POST   /api/v1/projects 201 [\\d.]+ ms · order ${project.id} placed, 44 points\n$`),
    );
    expect(painted).toContain('green 201');
    stop();
    await code;
  });
});

describe('the line of a request says', () => {
  test.each([
    ['POST', 'projects', order, 201, /^order \d+ placed, 44 points$/],
    ['POST', 'projects/check', order, 200, /^it would cost 44 points$/],
    ['POST', 'projects', { ...order, language_id: 'xx' }, 422, /^Validation Fail: language is invalid, /],
    ['GET', 'my', undefined, 200, /^$/],
    ['GET', 'projects/1', undefined, 404, /^Page not Found$/],
    ['GET', 'no/such/path', undefined, 404, /^Page not Found$/],
    ['POST', 'organizations', { name: 'New' }, 201, /^organization \d+ created$/],
  ])('what %s %s with %j did', async (method, path, body, status, did) => {
    const { printed, send, end } = await started();
    expect((await send(method, path, body)).status).toBe(status);
    const [, line = ''] = printed.out.split('\n');
    expect(JSON.parse(line)).toEqual({
      method,
      path: `/api/v1/${path}`,
      status,
      ms: expect.any(Number),
      did: expect.stringMatching(did),
    });
    await end();
  });

  test.each([[[]], [['--token', 'own-token-4711']]])('no secret (%j)', async (args) => {
    const { connection, printed, send, end } = await started(...args);
    await send('GET', `projects/${connection.accessToken}`);
    const [, line = ''] = printed.out.split('\n');
    expect(JSON.parse(line).path).toBe('/api/v1/projects/[redacted]');
    await end();
  });

  test('which page was refused, and how it would be let in', async () => {
    const { connection, printed, end } = await started();
    await fetch(`${connection.url}/api/v1/my`, { headers: { origin: 'https://staging.example' } });
    const [, line = ''] = printed.out.split('\n');
    expect(JSON.parse(line)).toMatchObject({
      status: 403,
      did: 'A page of https://staging.example may not call this sandbox. To let it in, start the sandbox with --origin https://staging.example, or with the option origins of listen.',
    });
    await end();
  });

  test('nothing with --quiet', async () => {
    const { printed, send, end } = await started('--quiet');
    await send('GET', 'my');
    expect(printed.out.trimEnd().split('\n')).toHaveLength(1);
    await end();
  });
});

test('--callback-url delivers the events there', async () => {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  const { send, end } = await started('--callback-url', `http://127.0.0.1:${port}/events?secret=s`);
  await send('POST', 'projects', order);
  await expect.poll(() => arrived).toEqual(['/events?secret=s']);
  server.close();
  await end();
});

test('--redirect-uri registers several addresses', async () => {
  const [first, second] = ['http://localhost:5173/back', 'http://localhost:5174/back'];
  const { connection, end } = await started('--redirect-uri', first, '--redirect-uri', second);
  expect(connection.redirectUri).toBe(first);
  const status = async (redirect_uri: string) => {
    const query = { response_type: 'code', client_id: connection.clientId, redirect_uri };
    return (await fetch(`${connection.url}/oauth/authorize?${new URLSearchParams(query)}`)).status;
  };
  expect(await Promise.all([first, second, `${first}/`].map(status))).toEqual([200, 200, 400]);
  await end();
});

test('--open opens the desk; without a browser, its address is printed', async () => {
  const { run, opened, printed, stop } = shell();
  const code = run('sandbox', '--port', '0', '--open');
  await expect.poll(() => opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)]);
  stop();
  expect(await code).toBe(0);
  expect(printed.err).toBe('');

  const bare = shell({ open: async () => false });
  const ended = bare.run('sandbox', '--port', '0', '--open');
  await expect.poll(() => bare.printed.err).toMatch(/Open the desk yourself: http:\/\/127/);
  bare.stop();
  expect(await ended).toBe(0);
});

test('--open gives the desk the control token, which it needs beyond a loopback address', async () => {
  const { run, opened, printed, stop } = shell();
  const code = run('sandbox', '--port', '0', ...OPEN, '--open');
  await expect.poll(() => opened).toHaveLength(1);
  const [, token = ''] = /^Control token: (\w+)$/m.exec(printed.out) ?? [];
  expect(opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=\w{64}$/);
  expect(opened[0]?.endsWith(`#token=${token}`)).toBe(true);
  expect(printed.out).toContain(`Desk: ${opened[0]}\n`);
  stop();
  expect(await code).toBe(0);
});

test('a port in use is an error with exit code 1', async () => {
  const { url, close } = await createSandbox().listen();
  const { run, printed } = shell();
  const { port } = new URL(url);
  expect(await run('sandbox', '--port', port)).toBe(1);
  expect(printed.err).toBe(
    `Port ${port} is in use. Choose another with --port, or any free one with --port 0.\n`,
  );
  await close();
});

test('a host that is not of this machine is an error with exit code 1', async () => {
  const { run, printed } = shell();
  expect(await run('sandbox', '--port', '0', '--host', '192.0.2.1', '--token', 'own-token-4711')).toBe(1);
  expect(printed.err).toContain('This machine has no address "192.0.2.1".');
});

test('with --host 0.0.0.0, it prints an address that can be called', async () => {
  const { connection, end } = await started(...OPEN);
  expect(connection.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await end();
});

describe('the token', () => {
  const readStatus = async (url: string, token: string) =>
    (await fetch(`${url}/api/v1/my?access_token=${token}`)).status;

  test('is another one for each sandbox, and none that follows from the seed', async () => {
    const [first, second] = [await started(), await started()];
    const { url, accessToken, clientSecret } = first.connection;
    for (const secret of [accessToken, clientSecret]) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(accessToken).not.toBe(second.connection.accessToken);
    expect(clientSecret).not.toBe(second.connection.clientSecret);
    expect(await readStatus(url, accessToken)).toBe(200);
    for (const known of createSandbox().accounts) expect(await readStatus(url, known.accessToken)).toBe(401);
    await Promise.all([first.end(), second.end()]);
  });

  test('is that of --token, if it is given', async () => {
    const { connection, send, end } = await started('--token', 't');
    expect(connection.accessToken).toBe('t');
    expect((await send('GET', 'my')).status).toBe(200);
    await end();
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'sandbox'])(
    'must be given where other machines can call: at %s',
    async (host) => {
      for (const args of [[], ['--token', 'x'.repeat(7)]]) {
        const { run, printed } = shell();
        expect(await run('sandbox', '--port', '0', '--host', host, ...args)).toBe(2);
        expect(printed.err).toContain(
          `Other machines can call ${host}. Give the sandbox a token of your own for that, of at least 8 characters: --token.\n`,
        );
        expect(printed.out).toBe('');
      }
    },
  );
});

describe('a page', () => {
  const readStatus = async (url: string, origin: string) =>
    (await fetch(`${url}/api/v1/languages`, { headers: { origin } })).status;

  test('of this machine may call, and another one if --origin names it', async () => {
    const named = ['https://staging.example', 'http://shop.example:8080'];
    const { connection, end } = await started('--origin', named[0] ?? '', '--origin', `${named[1]}/`);
    for (const origin of [...named, 'http://localhost:5173']) {
      const { status, headers } = await fetch(
        `${connection.url}/api/v1/my?access_token=${connection.accessToken}`,
        { headers: { origin } },
      );
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    }
    expect(await readStatus(connection.url, 'https://evil.example')).toBe(403);
    await end();
  });
});

test('a fault for a path that no operation has is refused, with the nearest one', async () => {
  const { connection, end } = await started();
  const fault = { on: 'POST /simple/questions', fault: { kind: 'drop-after' } };
  const init = { method: 'POST', body: JSON.stringify(fault) };
  const answer = await fetch(`${connection.url}/_sandbox/faults`, init);
  expect([answer.status, (await answer.json()).message]).toEqual([
    422,
    expect.stringContaining('did you mean POST /api/v1/simple/questions?'),
  ]);
  await end();
});

describe('the control token', () => {
  test('is printed beyond a loopback address, and works', async () => {
    const { connection, end } = await started(...OPEN);
    const state = (headers: Record<string, string>) => fetch(`${connection.url}/_sandbox/state`, { headers });
    expect((await state({})).status).toBe(403);
    expect((await state({ authorization: `Bearer ${connection.controlToken}` })).status).toBe(200);
    await end();

    const { run, printed, stop } = shell();
    const code = run('sandbox', '--port', '0', ...OPEN);
    await expect.poll(() => printed.out).toMatch(/^Control token: [0-9a-f]{64}$/m);
    stop();
    await code;
  });

  test('is not needed on a loopback address', async () => {
    const { connection, printed, end } = await started();
    expect(connection.controlToken).toBeUndefined();
    expect((await fetch(`${connection.url}/_sandbox/state`)).status).toBe(200);
    // Requests to the control interface are not listed.
    expect(printed.out.trimEnd().split('\n')).toHaveLength(1);
    await end();
  });
});

describe('the command line', () => {
  test.each([[['--help']], [['-h']], [['help']], [['help', 'help']]])(
    '%j lists the commands',
    async (args) => {
      const { run, printed } = shell();
      expect(await run(...args)).toBe(0);
      expect(printed.out).toContain('Commands\n  sandbox ');
    },
  );

  test.each([[['sandbox', '--help']], [['sandbox', '-h']], [['help', 'sandbox']], [['-h', 'sandbox']]])(
    '%j explains every option of the sandbox',
    async (args) => {
      const { run, printed } = shell();
      expect(await run(...args)).toBe(0);
      const options = [
        'port',
        'host',
        'token',
        'origin',
        'open',
        'seed',
        'points',
        'autopilot',
        'latency',
        'redirect-uri',
      ];
      options.push('translations-per-body', 'callback-url', 'state', 'json', 'quiet', 'help', 'version');
      for (const option of options) expect(printed.out).toMatch(new RegExp(`^  (-., )?--${option} `, 'm'));
      expect(Math.max(...printed.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
    },
  );

  test('the help of the sandbox says a default once, and only where there is one', async () => {
    const { run, printed } = shell();
    await run('help', 'sandbox');
    const help = printed.out.replaceAll(/\n {10,}/g, ' ');
    expect(help).not.toMatch(/default:? (false|\[\])/);
    expect(help).toContain('can be repeated (default: http://localhost:3000/callback)\n');
    for (const line of help.split('\n')) expect(line.match(/\(default/g)?.length ?? 0, line).toBeLessThan(2);
  });

  test.each(['quote', 'sandbox', 'unknown'])('the help of %s names --help beside --json', async (name) => {
    const { run, printed } = shell();
    await run('help', name);
    const [, group = ''] = /\nWhat it prints\n((?: .*\n)+)/.exec(printed.out) ?? [];
    expect(group).toContain('  -h, --help ');
    expect(group).toContain('  --json ');
    expect(printed.out.match(/^Global Options$/gm)).toHaveLength(1);
  });

  test.each(['--version', '-v'])('%s prints the version', async (option) => {
    const { run, printed } = shell();
    expect(await run(option)).toBe(0);
    expect(printed.out).toBe(`${manifest.version}\n`);
  });

  test.each([
    [[], 'No command given'],
    [['serve'], 'There is no command "serve"; the commands are '],
    [['sandbx'], 'There is no command "sandbx"; did you mean sandbox?'],
    [['sandbx', '--help'], 'There is no command "sandbx"; did you mean sandbox?'],
    [['-h', 'sandbx'], 'There is no command "sandbx"; did you mean sandbox?'],
    [['help', 'sandbx'], 'did you mean sandbox?'],
    [['sandbox', 'extra'], 'Unexpected argument "extra".'],
    [['sandbox', '--prot', '1'], 'There is no option "--prot"; did you mean --port?'],
    [['sandbox', '--autpilot'], 'There is no option "--autpilot"; did you mean --autopilot?'],
    [['sandbox', '--redirect-url=x'], 'did you mean --redirect-uri?'],
    [['sandbox', '--colour'], 'There is no option "--colour"; the options are --port, --host, '],
    [['sandbox', '--port', 'x'], '--port takes an integer'],
    [['sandbox', '--port', '70000'], '--port takes an integer'],
    [['sandbox', '--points', '1.5'], '--points takes an integer'],
    [['sandbox', '--translations-per-body', '0'], '--translations-per-body takes an integer from 1 to 10'],
    [['sandbox', '--latency', '-1'], '--latency'],
    [['sandbox', '--port'], '--port'],
    [['sandbox', '--autopilot=yes'], 'Allowed choices are realistic'],
    [['sandbox', '--host='], '--host takes a non-empty string.'],
    [['sandbox', '--token', 'a b'], '--token takes 1 to 200 letters, digits and .-_~.'],
    [['sandbox', '--token='], '--token takes 1 to 200 letters'],
    [['sandbox', '--token', 'x', '--token', 'y'], '--token is given twice.'],
    [['sandbox', '--origin', '*'], '--origin takes an origin such as https://shop.example, not "*".'],
    [['sandbox', '--origin', 'https://shop.example/path'], '--origin takes an origin such as '],
    [['sandbox', '--state='], '--state takes a non-empty string.'],
    [['sandbox', '--redirect-uri', 'localhost'], '--redirect-uri takes an address such as http://'],
    [['sandbox', '--callback-url', 'ftp://x.example'], '--callback-url takes an address such as http://'],
  ])('%j gives a message and exit code 2', async (args, message) => {
    const { run, printed } = shell();
    expect(await run(...args)).toBe(2);
    expect(printed.err).toContain(message);
    expect(printed.err).toContain('Try: translation-requester ');
    expect(printed.out).toBe('');
  });
});
