import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from './postgres-server.js';

const page = await readFile(new URL('../../docs/stores.md', import.meta.url), 'utf8');

let server: PostgresServer;
let folder: string;
let client: Client;

/** A file of the page, as a user would copy it. */
function fileOfPage(name: string): string {
  const code = [...page.matchAll(/^```(?:ts|js)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  const found = code.find(([, title]) => title === name)?.[2];
  if (found === undefined) throw new Error(`docs/stores.md has no ${name}`);
  return found;
}

/** Makes a program of a file in the folder. */
async function programOf(name: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(folder, name)],
    outfile,
    ...{ bundle: true, platform: 'node', format: 'esm', external: ['pg-native'] },
    // The folder has no packages.
    nodePaths: [fileURLToPath(new URL('../../node_modules', import.meta.url))],
    alias: { 'translation-requester': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) },
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
  for (const name of ['postgres-store.ts', 'check.js']) await writeFile(join(folder, name), fileOfPage(name));
  const { PGHOST: host, PGUSER: user, PGDATABASE: database } = server.env;
  client = new Client({ host, user, database });
  await client.connect();
  await client.query(/CREATE TABLE .*/.exec(page)?.[0] ?? '');
});

afterAll(async () => {
  await client?.end();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the store for PostgreSQL of docs/stores.md', () => {
  test('passes checkStore as the page calls it, and nothing is left', async () => {
    expect(await run(await programOf('check.js'))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await client.query('SELECT key FROM requester_store')).rows).toEqual([]);
  });

  test('is refused when it uses LIKE, which shows that the check looks at this database', async () => {
    const broken = fileOfPage('postgres-store.ts').replace('starts_with(key, $1)', 'key LIKE $1 || chr(37)');
    await writeFile(join(folder, 'postgres-store.ts'), broken);
    const { code, stderr } = await run(await programOf('check.js'));
    await writeFile(join(folder, 'postgres-store.ts'), fileOfPage('postgres-store.ts'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('store.keys must list exactly the keys')]);
  });
});
