import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { isLong } from '../../runs.js';
import { buildCommand, type Started } from '../build.js';
import { shell } from '../shell.js';

let command: Awaited<ReturnType<typeof buildCommand>>;

beforeAll(async () => {
  command = await buildCommand();
});

afterAll(() => command.end());

async function read(sandbox: Started, path: string) {
  const response = await fetch(`${sandbox.url}/api/v1/${path}?access_token=${sandbox.accessToken}`);
  return { status: response.status, body: await response.json() };
}

async function place(sandbox: Started, text = 'Good morning'): Promise<number> {
  const order = {
    access_token: sandbox.accessToken,
    language_id: 'en',
    translated_language_id: 'ja',
    questions: [{ type: 'string', body: text }],
  };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(order);
  const response = await fetch(`${sandbox.url}/api/v1/projects`, { method: 'POST', headers, body });
  const { project } = await response.json();
  return project.id;
}

/** Starts a sandbox in this process, to its end. */
async function startHere(...args: readonly string[]) {
  const { run, printed } = shell();
  const code = await run('sandbox', '--port', '0', ...args);
  return { code, printed };
}

async function stop(sandbox: Started): Promise<void> {
  sandbox.process.kill('SIGTERM');
  expect(await sandbox.ended).toEqual([0, null]);
}

describe('a stop', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s has exit code 0', async (signal) => {
    const sandbox = await command.start();
    sandbox.process.kill(signal);
    expect(await sandbox.ended).toEqual([0, null]);
    expect(sandbox.printed.err).toBe('');
  });

  test('waits neither for open connections nor for slow answers', async () => {
    const sandbox = await command.start('--latency', '600000');
    const { port } = new URL(sandbox.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const waiting = fetch(`${sandbox.url}/api/v1/my`).then(
      () => 'answered',
      () => 'lost',
    );
    socket.write('POST /api/v1/projects HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf');
    // Once a third request is answered, the first two have arrived.
    await fetch(sandbox.url, { method: 'OPTIONS' });
    const begun = Date.now();
    await stop(sandbox);
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(await waiting).toBe('lost');
  });

  test('does not wait for a receiver of deliveries that never answers', async () => {
    const receiver = await command.start('--latency', '600000');
    const sandbox = await command.start('--callback-url', `${receiver.url}/events`);
    await place(sandbox);
    await expect.poll(async () => sandbox.printed.out).toContain('placed');
    const begun = Date.now();
    await stop(sandbox);
    expect(Date.now() - begun).toBeLessThan(5000);
    await stop(receiver);
  });
});

test('a port in use ends it with exit code 1 and one line', async () => {
  const { url } = await command.start();
  const second = command.run(['sandbox', '--port', new URL(url).port]);
  expect(await second.ended).toEqual([1, null]);
  expect(second.printed).toEqual({ out: '', err: expect.stringMatching(/^Port \d+ is in use\..*\n$/) });
});

test('a wrong option ends it with exit code 2, and the nearest right option is named', async () => {
  const wrong = command.run(['sandbox', '--pots', '1']);
  expect(await wrong.ended).toEqual([2, null]);
  expect(wrong.printed).toEqual({ out: '', err: expect.stringContaining('did you mean --port?') });
});

test('it keeps running when nobody reads its output any more', async () => {
  const sandbox = await command.start();
  sandbox.process.stdout?.destroy();
  for (let n = 0; n < 3; n += 1) expect((await read(sandbox, 'my')).status).toBe(200);
  sandbox.process.kill('SIGTERM');
  expect((await once(sandbox.process, 'exit'))[0]).toBe(0);
});

describe('colours', () => {
  const code = '\u001b[';

  test('are left out when the output is not a terminal', async () => {
    const sandbox = command.run(['sandbox', '--port', '0']);
    await expect.poll(() => sandbox.printed.out).toContain('curl');
    expect(sandbox.printed.out).not.toContain(code);
    sandbox.process.kill('SIGTERM');
    await sandbox.ended;
  });

  test('are shown when they are forced', async () => {
    const sandbox = command.run(['sandbox', '--port', '0'], { FORCE_COLOR: '1' });
    await expect.poll(() => sandbox.printed.out).toContain('curl');
    expect(sandbox.printed.out).toContain(code);
    sandbox.process.kill('SIGTERM');
    await sandbox.ended;
  });
});

describe('--open', () => {
  /** Runs a sandbox whose `xdg-open` is this shell script, on a machine with a display. */
  const runWith = async (script: string, env: Record<string, string> = { DISPLAY: ':0' }) => {
    const programs = await mkdtemp(join(command.folder, 'programs-'));
    await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\n${script}\n`);
    await chmod(join(programs, 'xdg-open'), 0o755);
    const path = [programs, process.env.PATH].join(delimiter);
    const sandbox = command.run(['sandbox', '--port', '0', '--json', '--open'], { ...env, PATH: path });
    const opened = () => readFile(join(programs, 'opened'), 'utf8').catch(() => '');
    await expect.poll(() => sandbox.printed.out).toContain('"url"');
    return { sandbox, opened };
  };
  const record = 'echo "$@" > "$(dirname "$0")/opened"';

  test('hands the address to xdg-open', async () => {
    const { sandbox, opened } = await runWith(record);
    await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
    sandbox.process.kill('SIGTERM');
    expect(await sandbox.ended).toEqual([0, null]);
    expect(sandbox.printed.err).toBe('');
  });

  test('says so where xdg-open finds no browser, and where there is nothing to show one on', async () => {
    for (const env of [{ DISPLAY: ':0' }, {}]) {
      const { sandbox, opened } = await runWith(`${record}\nexit 3`, env);
      await expect
        .poll(() => sandbox.printed.err)
        .toMatch(/^No browser could be opened here\. Open the desk yourself: http:\/\/127\.0\.0\.1:\d+\/\n$/);
      expect((await opened()) === '').toBe(!('DISPLAY' in env));
      sandbox.process.kill('SIGTERM');
      expect(await sandbox.ended).toEqual([0, null]);
    }
  });

  test('does not wait for a browser that hangs, neither to serve nor to end', async () => {
    const { sandbox } = await runWith('exec sleep 30');
    const { url } = JSON.parse(sandbox.printed.out.split('\n')[0] ?? '');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const begun = performance.now();
    sandbox.process.kill('SIGTERM');
    expect(await sandbox.ended).toEqual([0, null]);
    // It would wait for three seconds otherwise.
    expect(performance.now() - begun).toBeLessThan(2_500);
  });
});

describe('a state file', () => {
  test('keeps orders, events and credentials over a restart', async () => {
    const first = await command.start('--state', 'kept.json', '--seed', '5');
    const id = await place(first);
    const project = await read(first, `projects/${id}`);
    const events = await read(first, 'my/application_events');
    await stop(first);

    const second = await command.start('--state', 'kept.json');
    expect(second.accessToken).toBe(first.accessToken);
    expect(second.printed.err).toBe('');
    const plain = (answer: object, { url }: Started) => JSON.stringify(answer).replaceAll(url, '');
    expect(plain(await read(second, `projects/${id}`), second)).toBe(plain(project, first));
    expect(plain(await read(second, 'my/application_events'), second)).toBe(plain(events, first));
    expect(await place(second)).toBeGreaterThan(id);
    await stop(second);
  });

  test('of an earlier version, whose token every sandbox had, gets one of its own', async () => {
    const before = createSandbox({ seed: 5 });
    const { id } = await before.place.project();
    const snapshot = JSON.stringify(before.snapshot(), (name, value) =>
      name === 'hasOwnSecrets' ? undefined : value,
    );
    await writeFile(join(command.folder, 'earlier.json'), snapshot);
    const first = await command.start('--state', 'earlier.json');
    await expect
      .poll(() => first.printed.err)
      .toBe(
        'earlier.json had the token that every sandbox had. It has another one from now on, and a new client secret; sign-ins in it have ended.\n',
      );
    expect((await read({ ...first, accessToken: before.accessToken }, 'my')).status).toBe(401);
    expect((await read(first, `projects/${id}`)).status).toBe(200);
    await stop(first);

    const second = await command.start('--state', 'earlier.json');
    expect(second.accessToken).toBe(first.accessToken);
    expect(second.printed.err).toBe('');
    await stop(second);

    const third = await command.start('--state', 'earlier.json', '--token', 'own-token-4711');
    expect((await read({ ...third, accessToken: first.accessToken }, 'my')).status).toBe(401);
    expect((await read(third, `projects/${id}`)).status).toBe(200);
    await stop(third);
  });

  test('can only be read by its owner', async () => {
    const sandbox = await command.start('--state', 'private.json');
    expect((await stat(join(command.folder, 'private.json'))).mode & 0o077).toBe(0);
    await stop(sandbox);
  });

  test('is named in the output, with the options that have no effect', async () => {
    await stop(await command.start('--state', 'again.json'));
    const again = command.run(['sandbox', '--port', '0', '--state', 'again.json', '--points', '5']);
    await expect.poll(() => again.printed.out).toContain('Everything is saved in again.json.');
    expect(again.printed.out).not.toContain(' points.');
    await expect.poll(() => again.printed.err).toContain('--points had no effect');
    again.process.kill('SIGTERM');
    await again.ended;
  });

  test.each([
    ['is not JSON', '{"format":"translation-requester sand', 'It is not JSON.'],
    ['is something else', '{"name":"my-app"}', 'is not a snapshot'],
    ['is null', 'null', ''],
    [
      'is damaged',
      '{"format":"translation-requester sandbox","version":1,"clock":{},"records":[]}',
      'damaged',
    ],
  ])('that %s is an error, and is not overwritten', async (_, text, reason) => {
    const path = join(command.folder, 'broken.json');
    await writeFile(path, text);
    const started = await startHere('--state', path);
    expect(started.code).toBe(1);
    expect(started.printed.out).toBe('');
    expect(started.printed.err).toMatch(
      /^The state file .*broken\.json can't be used\. .*It was not changed.*\n$/,
    );
    expect(started.printed.err).toContain(reason);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect((await readdir(command.folder)).filter((name) => name.startsWith('broken'))).toEqual([
      'broken.json',
    ]);
  });

  test.each([
    ['in a folder that does not exist', 'no/such/folder/state.json', "can't be saved in no/such"],
    ['that is a folder', '.', "can't be read"],
  ])('%s is refused at the start', async (_, path, reason) => {
    const started = command.run(['sandbox', '--port', '0', '--state', path]);
    expect(await started.ended).toEqual([1, null]);
    expect(started.printed.err).toContain(reason);
  });

  test('is used by one sandbox at a time', async () => {
    const first = await command.start('--state', 'shared.json');
    const id = await place(first);
    for (const again of [1, 2]) {
      const second = command.run(['sandbox', '--port', '0', '--state', 'shared.json']);
      expect([again, await second.ended]).toEqual([again, [1, null]]);
      expect(second.printed).toEqual({
        out: '',
        err: `The state file shared.json is in use by another sandbox (process ${first.process.pid}). Stop that one, or use another file.\n`,
      });
    }
    await stop(first);
    const next = await command.start('--state', 'shared.json');
    expect((await read(next, `projects/${id}`)).status).toBe(200);
    next.process.kill('SIGKILL');
    await next.ended;
    // What a killed process leaves behind does not matter.
    await stop(await command.start('--state', 'shared.json'));
    expect((await readdir(command.folder)).filter((name) => name.startsWith('shared'))).toEqual([
      'shared.json',
    ]);
  });

  test('is taken over by exactly one of several that start at the same time', async () => {
    for (let round = 0; round < (isLong ? 3 : 1); round += 1) {
      const left = JSON.stringify({ pid: 2 ** 30, host: hostname() });
      await writeFile(join(command.folder, 'raced.json.lock'), left);
      const racers = await Promise.allSettled(
        Array.from({ length: 5 }, () => command.start('--state', 'raced.json')),
      );
      const winners = racers.flatMap((racer) => (racer.status === 'fulfilled' ? [racer.value] : []));
      expect(winners).toHaveLength(1);
      await Promise.all(winners.map(stop));
    }
    expect((await readdir(command.folder)).filter((name) => name.startsWith('raced'))).toEqual([
      'raced.json',
    ]);
  });

  test.each([
    ['another machine', { pid: 7, host: 'elsewhere' }, 'process 7 on elsewhere'],
    ['nobody knows whom', 'nonsense', 'another process'],
  ])('that is locked by %s is free after some seconds without a sign of life', async (_, holder, named) => {
    const path = join(command.folder, 'away.json.lock');
    await writeFile(path, JSON.stringify(holder));
    const refused = await startHere('--state', join(command.folder, 'away.json'));
    expect(refused.code).toBe(1);
    expect(refused.printed.err).toContain(`in use by another sandbox (${named})`);
    const past = new Date(Date.now() - 11_000);
    await utimes(path, past, past);
    await stop(await command.start('--state', 'away.json'));
  });

  test('is never half written, even if the process is killed during a write', async () => {
    const path = join(command.folder, 'killed.json');
    let placed = 0;
    for (let round = 0; round < (isLong ? 6 : 2); round += 1) {
      const sandbox = await command.start('--state', 'killed.json', '--quiet', '--points', '9000000000000');
      const { total_count: known } = (await read(sandbox, 'my/application_events')).body;
      // Only an order placed right before the kill may be lost.
      expect(known).toBeGreaterThanOrEqual(placed);
      const ordering = (async () => {
        for (;;) await place(sandbox, 'Good morning, and welcome to this long text. '.repeat(1000));
      })().catch(() => undefined);
      const count = async () => JSON.parse(await readFile(path, 'utf8')).records.length;
      const before = await count();
      await expect.poll(count).toBeGreaterThan(before);
      placed = known + 1;
      await new Promise((resolve) => setTimeout(resolve, 7 * round));
      sandbox.process.kill('SIGKILL');
      await Promise.all([sandbox.ended, ordering]);
    }
    await writeFile(`${path}.tmp`, '{"half');
    await stop(await command.start('--state', 'killed.json'));
    expect((await readdir(command.folder)).filter((name) => name.startsWith('killed'))).toEqual([
      'killed.json',
    ]);
  });
});
