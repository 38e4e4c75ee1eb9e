import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { folderOr, installOnce } from './install.js';
import { run } from './run.js';

const { consumer } = inject('packed');
const folder = join(consumer, 'bundles');
const entry = join(folder, 'program.js');
const serverEntry = join(folder, 'server.js');
const abilitiesEntry = join(folder, 'abilities.js');

/** Uses each entry that is not for Node alone. Prints what came of it. */
const PROGRAM = `
import { isRequesterError, Requester } from 'translation-requester';
import { createCallbackHandler } from 'translation-requester/callbacks';
import { createState, OAuthClient } from 'translation-requester/oauth';
import { redisStore } from 'translation-requester/redis';
import { ProjectSchema } from 'translation-requester/schemas';

const answer = { success: false, message: 'No.', error_code: 404 };
const fetch = async () => Response.json(answer, { status: 404 });
const baseUrl = 'https://service.example';
const requester = new Requester({ baseUrl, accessToken: 'token', fetch });
const error = await requester.projects.get(1).catch((thrown) => thrown);
const handler = createCallbackHandler({ requester, secret: false, onEvent: () => undefined });
const { status } = await handler(new Request(baseUrl, { method: 'POST', body: '{"id":1}' }));
const settings = { clientId: 'a', clientSecret: 'b', redirectUri: 'https://shop.example' };
const address = new OAuthClient({ baseUrl, ...settings, fetch }).authorizationUrl({ state: createState() });
const shape = ProjectSchema.safeParse({}).success;
console.log(JSON.stringify([isRequesterError(error), error.name, status, address.length > 80, shape, typeof redisStore]));
`;
const RESULT = [true, 'NotFoundError', 404, true, false, 'function'];

/** Uses the others too. */
const SERVER_PROGRAM = `${PROGRAM}
import { fileStore } from 'translation-requester/node';
import { readLocaleFile } from 'translation-requester/locale-files';
import { orderTexts } from 'translation-requester/texts';
console.log(JSON.stringify([fileStore, readLocaleFile, orderTexts].map((one) => typeof one)));
`;
const SERVER_RESULT = ['function', 'function', 'function'];

/** Prints what the client can do here: whether it generates code, publishes traces, and reads the environment. */
const ABILITIES_PROGRAM = `
import { Requester } from 'translation-requester';

let generated = 0;
globalThis.Function = new Proxy(Function, {
  construct(target, args) {
    generated += 1;
    return Reflect.construct(target, args);
  },
});
let traced = 0;
globalThis.process
  ?.getBuiltinModule('node:diagnostics_channel')
  .tracingChannel('translation-requester')
  .start.subscribe(() => { traced += 1; });
const options = { baseUrl: 'https://service.example', accessToken: 'token' };
const fetch = async () => Response.json({ success: true });
await new Requester({ ...options, fetch }).languages.list().catch(() => undefined);
let read = true;
try {
  Requester.fromEnv(options);
} catch {
  read = false;
}
console.log(JSON.stringify({ generates: generated > 0, traces: traced > 0, readsEnvironment: read }));
`;

/** What is used of webpack. */
type Webpack = (options: object, done: (error: Error | null, stats: Stats) => void) => void;

interface Stats {
  hasErrors(): boolean;
  toString(): string;
}

/** What is used of rollup. */
interface Rollup {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown> }>;
}

const WEBPACK = { webpack: '5.112.2' };
const ROLLUP = { rollup: '4.64.0', '@rollup/plugin-node-resolve': '16.0.3' };

type Bundle = (file: string, context: TestContext) => Promise<unknown>;

const withRollup = async (
  file: string,
  context: TestContext,
  input: string,
  options: object,
): Promise<void> => {
  const load = createRequire(join(folderOr(context, await installOnce(ROLLUP)), 'package.json'));
  const { rollup }: Rollup = load('rollup');
  const { nodeResolve } = load('@rollup/plugin-node-resolve');
  const bundle = await rollup({ input, plugins: [nodeResolve(options)] });
  await bundle.write({ file: join(folder, file), format: 'es' });
};

async function withWebpack(file: string, context: TestContext, others: object): Promise<void> {
  const from = folderOr(context, await installOnce(WEBPACK));
  const webpack: Webpack = createRequire(join(from, 'package.json'))('webpack');
  const output = { path: folder, filename: file, library: { type: 'module' }, chunkFormat: 'module' };
  const options = { mode: 'production', entry, output, experiments: { outputModule: true } };
  const target = ['web', 'es2022'];
  const stats = await new Promise<Stats>((found, reject) => {
    webpack({ ...options, target, ...others }, (error, result) =>
      error === null ? found(result) : reject(error),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString());
}

/** Packages are bundled too. */
const withVite = (file: string, input: string, build: object): Promise<unknown> =>
  vite({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      outDir: '.',
      emptyOutDir: false,
      rollupOptions: { input, output: { entryFileNames: file } },
      ...build,
    },
  });

const withEsbuild = (file: string, input: string, options: object): Promise<unknown> =>
  esbuild({ entryPoints: [input], outfile: join(folder, file), bundle: true, format: 'esm', ...options });

const NEUTRAL = { platform: 'neutral', mainFields: ['module', 'main'] } as const;

const forBrowsers: Readonly<Record<string, Bundle>> = {
  vite: (file) => withVite(file, entry, { target: 'es2022', modulePreload: false }),
  esbuild: (file) => withEsbuild(file, entry, { minify: true, platform: 'browser' }),
  webpack: (file, context) => withWebpack(file, context, {}),
  'webpack as Next.js bundles for the edge': (file, context) =>
    withWebpack(file, context, {
      resolve: { conditionNames: ['edge-light', 'worker', 'browser', 'import', 'default'] },
    }),
  'esbuild without a word about the platform': (file) => withEsbuild(file, entry, NEUTRAL),
  rollup: (file, context) => withRollup(file, context, entry, { browser: true }),
};

/** One file for Node, in which all packages are. */
const forServers: Readonly<Record<string, Bundle>> = {
  vite: (file) => withVite(file, serverEntry, { ssr: true }),
  esbuild: (file) => withEsbuild(file, serverEntry, { minify: true, platform: 'node' }),
  webpack: (file, context) => withWebpack(file, context, { entry: serverEntry, target: 'node24' }),
};

/** They are told no platform, or that of servers. */
const forAnywhere: Readonly<Record<string, Bundle>> = {
  rollup: (file, context) => withRollup(file, context, abilitiesEntry, {}),
  esbuild: (file) => withEsbuild(file, abilitiesEntry, NEUTRAL),
  'webpack without a target': (file, context) =>
    withWebpack(file, context, { entry: abilitiesEntry, target: ['es2022'] }),
  'webpack for Node': (file, context) =>
    withWebpack(file, context, { entry: abilitiesEntry, target: 'node24' }),
  'vite for servers': (file) => withVite(file, abilitiesEntry, { ssr: true }),
};

beforeAll(async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(entry, PROGRAM);
  await writeFile(serverEntry, SERVER_PROGRAM);
  await writeFile(abilitiesEntry, ABILITIES_PROGRAM);
});

describe('a bundle that works without code generation, and without a module of Node, is made by', () => {
  test.for(Object.entries(forBrowsers))('%s', async ([name, bundle], context) => {
    const file = `${name.replaceAll(' ', '-')}.bundle.mjs`;
    await bundle(file, context);
    const { outputFiles, metafile } = await esbuild({
      entryPoints: [join(folder, file)],
      metafile: true,
      write: false,
      format: 'esm',
      bundle: true,
      external: ['*'],
      outdir: folder,
    });
    expect(outputFiles).toHaveLength(1);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    const args = ['--disallow-code-generation-from-strings', file];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(RESULT);
  });
});

describe('a bundle for a server that is one file is made by', () => {
  test.for(Object.entries(forServers))('%s', async ([name, bundle], context) => {
    const file = `${name}.server.mjs`;
    await bundle(file, context);
    // Where it finds no package.
    const elsewhere = await mkdtemp(join(tmpdir(), 'bundle-'));
    await copyFile(join(folder, file), join(elsewhere, file));
    const { stdout } = await run(process.execPath, [file], { cwd: elsewhere });
    await rm(elsewhere, { recursive: true });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([RESULT, SERVER_RESULT]);
  });
});

describe('a bundle that finds out where it runs is made by', () => {
  test.for(Object.entries(forAnywhere))('%s', async ([name, bundle], context) => {
    const file = `${name.replaceAll(' ', '-')}.abilities.mjs`;
    await bundle(file, context);
    const start = async (program: string): Promise<unknown> => {
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: folder,
      });
      return JSON.parse(stdout);
    };
    const all = { generates: true, traces: true, readsEnvironment: true };
    expect(await start(`await import('./${file}');`)).toEqual(all);
    // As in a browser, which reports an attempt to generate code.
    expect(await start(`delete globalThis.process; await import('./${file}');`)).toEqual({
      generates: false,
      traces: false,
      readsEnvironment: false,
    });
  });
});
