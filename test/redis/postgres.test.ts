import { type ExecFileException, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../examples/fleet/local/postgres-server.ts';
import { account, ok, project, projectQuote, question, questionListItem } from '../fixtures.js';

const STORE = 'postgres-store.ts';
const CHECK = 'check-store.ts';

let server: PostgresServer;
let folder: string;
let client: Client;

/** A file of the examples, as a user would copy it. */
const example = (name: string): Promise<string> =>
  readFile(new URL(`../../examples/own/${name}`, import.meta.url), 'utf8');

/** Makes a program of a file. */
async function readProgram(path: string): Promise<string> {
  const outfile = join(folder, `${basename(path)}.mjs`);
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    // The folder has no packages.
    nodePaths: [fileURLToPath(new URL('../../node_modules', import.meta.url))],
    alias: {
      'translation-requester/testing': fileURLToPath(new URL('../../src/testing.ts', import.meta.url)),
      'translation-requester': fileURLToPath(new URL('../../src/index.ts', import.meta.url)),
      '#runtime': fileURLToPath(new URL('../../src/client/core/runtime/node.ts', import.meta.url)),
    },
    // pg is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
  return outfile;
}

interface Ended {
  readonly code: ExecFileException['code'];
  readonly stdout: string;
  readonly stderr: string;
}

const run = (program: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...server.env };
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  for (const name of [STORE, CHECK]) await writeFile(join(folder, name), await example(name));
  client = new Client(server.url);
  await client.connect();
  await client.query(/CREATE TABLE .*/.exec(await example(STORE))?.[0] ?? '');
});

afterAll(async () => {
  await client?.end();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the store for PostgreSQL of the examples', () => {
  test('passes checkStore as the example calls it, and nothing is left', async () => {
    expect(await run(await readProgram(join(folder, CHECK)))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await client.query('SELECT key FROM requester_store')).rows).toEqual([]);
  });

  test('is refused when it uses LIKE, which shows that the check looks at this database', async () => {
    const broken = (await example(STORE)).replace('starts_with(key, $1)', 'key LIKE $1 || chr(37)');
    await writeFile(join(folder, STORE), broken);
    const { code, stderr } = await run(await readProgram(join(folder, CHECK)));
    await writeFile(join(folder, STORE), await example(STORE));
    expect([code, stderr]).toEqual([1, expect.stringContaining('store.keys must list exactly the keys')]);
  });
});

describe('two processes with that store, which order one key', () => {
  let service: Server;
  const placed: unknown[] = [];

  beforeEach(async () => {
    placed.length = 0;
    service = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://service.example');
      const answer = (body: object): void => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...ok, ...body }));
      };
      const about = { custom_field: 'shop/1001', created_at: new Date().toISOString() };
      const placedQuestion = { ...question, ...about };
      const whole = { ...project, ...about, questions: [placedQuestion] };
      if (pathname.endsWith('/check')) answer({ project: projectQuote });
      else if (request.method === 'POST') {
        placed.push(pathname);
        // Created at once, and answered later.
        await rest(700);
        answer({ project: { ...whole, id: 50 + placed.length } });
      } else if (pathname.endsWith('/my')) answer(account);
      else if (pathname.includes('/projects/')) answer({ project: whole });
      else {
        const questions = placed.map(() => ({ ...questionListItem, ...about }));
        answer({ questions, page: 1, per_page: 100, total_pages: 1, total_count: questions.length });
      }
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
  });

  afterEach(async () => {
    service.closeAllConnections();
    service.close();
    await once(service, 'close');
  });

  test('place it once, and both have it', async () => {
    const program = await readProgram(fileURLToPath(new URL('./postgres-process.ts', import.meta.url)));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const store = join(folder, STORE);
    const ended = await Promise.all([run(program, url, store), run(program, url, store)]);
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const results = ended.map(({ stdout }) => JSON.parse(stdout));
    expect(results.map(({ id }) => id)).toEqual([51, 51]);
    expect(results.filter((result) => result.placed)).toHaveLength(1);
    expect(placed).toHaveLength(1);
    const { rows } = await client.query('SELECT key FROM requester_store');
    expect(rows).toEqual([{ key: expect.stringMatching(/^order .*shop\/1001$/) }]);
  });
});
