import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { calls } from '../client/contract/calls.js';
import { operationNamed } from '../client/contract/operations.js';
import { createWorld } from '../client/contract/world.js';
import { folderOr, type Installed, install } from './install.js';
import { run } from './run.js';

// Tools of others that read the contract. A third one, Prism, has a file of its own.

const { tarball } = inject('packed');
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const contract = 'src/client/contract/requester-v1.yaml';
const TOOLS = { '@stoplight/spectral-cli': '6.16.3', '@hey-api/openapi-ts': '0.99.0', typescript: '6.0.3' };

let installed: Installed;

beforeAll(async () => {
  installed = await install(tarball, 'contract-tools', TOOLS);
}, 300_000);

describe('Spectral', () => {
  test('finds nothing in the contract', async (context) => {
    const folder = folderOr(context, installed);
    const ruleset = join(folder, 'ruleset.yaml');
    // Every operation has a summary, and a description where there is more to say. Nobody answers for the contract.
    await writeFile(
      ruleset,
      'extends: spectral:oas\nrules: { operation-description: off, info-contact: off }\n',
    );
    const program = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js');
    const args = [program, 'lint', file(contract), '--ruleset', ruleset, '--format', 'json', '--quiet'];
    const { stdout } = await run(process.execPath, [...args, '--fail-severity', 'hint'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

/** What a call sends, in the terms of a generated client. */
interface Sent {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A generated function, as this test calls it. */
type Generated = (
  options: Sent & {
    readonly baseUrl: string;
    readonly auth: string;
    readonly fetch: typeof globalThis.fetch;
    readonly throwOnError: true;
  },
) => Promise<{ readonly data: unknown; readonly response: Response }>;

/** The functions of the client that openapi-ts generates from the contract, by name. */
async function generatedIn(folder: string): Promise<Readonly<Record<string, Generated>>> {
  const program = join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  const args = ['--input', file(contract), '--output', 'client', '--silent', '--no-log-file'];
  await run(process.execPath, [program, ...args], { cwd: folder });
  const outfile = join(folder, 'client.mjs');
  await build({ entryPoints: [join(folder, 'client/sdk.gen.ts')], bundle: true, format: 'esm', outfile });
  return import(pathToFileURL(outfile).href);
}

async function readBody(request: Request): Promise<unknown> {
  if (request.body === null) return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return request.json();
  return Object.fromEntries(await request.formData());
}

/** Takes a request apart, by the path of its operation. */
async function sentBy(request: Request, path: string): Promise<Sent> {
  const { pathname, searchParams } = new URL(request.url);
  const { access_token: _, ...query } = Object.fromEntries(searchParams);
  const values = pathname.split('/');
  const named = path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), values[index] ?? '']] : []));
  return { path: Object.fromEntries(named), query, body: await readBody(request) };
}

const makeName = (operationId: string): string =>
  operationId.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the client that openapi-ts generates from the contract', () => {
  let generated: Readonly<Record<string, Generated>> = {};

  beforeAll(async () => {
    if ('folder' in installed) generated = await generatedIn(installed.folder);
  });

  test('has a function for each call, and no other', (context) => {
    folderOr(context, installed);
    expect(Object.keys(generated).toSorted()).toEqual(Object.keys(calls).map(makeName).toSorted());
  });

  test('compiles', async (context) => {
    const folder = folderOr(context, installed);
    const options = {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2022', 'dom'],
    };
    const compilerOptions = { ...options, types: [], strict: true, noEmit: true };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['client/**/*.ts'] }),
    );
    const compiled = run(join(folder, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  test.for(Object.entries(calls))('carries out %s', async ([id, prepare], context) => {
    folderOr(context, installed);
    let catching = false;
    const caught: Request[] = [];
    const world = createWorld({
      retries: 0,
      through: (fetch) => async (input, init) => {
        if (!catching) return fetch(input, init);
        caught.push(new Request(input, init));
        return new Response('', { status: 404 });
      },
    });
    const call = await prepare(world);
    catching = true;
    await Promise.resolve(call()).catch(() => undefined);
    const [request] = caught;
    if (request === undefined) throw new Error('The client sent nothing.');
    const sent = await sentBy(request, operationNamed(id).path);
    const { sandbox } = world;
    const carryOut = generated[makeName(id)];
    if (carryOut === undefined) throw new Error('The generated client has no such function.');
    const { data, response } = await carryOut({
      ...sent,
      baseUrl: sandbox.baseUrl,
      auth: sandbox.accessToken,
      fetch: sandbox.fetch,
      throwOnError: true,
    });
    expect([200, 201]).toContain(response.status);
    expect(data).toBeTruthy();
  });
});
