import { defineConfig, type Options } from 'tsup';
import { assetsModule, buildAssets } from './src/sandbox/desk/build.ts';

const shared = {
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  silent: true,
  removeNodeProtocol: false,
  // With the sources, so that a debugger shows them.
  sourcemap: true,
  external: ['#runtime', 'ky', 'msw', 'zod', /^node:/],
} satisfies Options;

export const client = {
  ...shared,
  entry: {
    index: 'src/index.ts',
    // On its own, so that a bundler finds nothing but re-exports in the index and drops what nobody uses.
    requester: 'src/requester.ts',
    oauth: 'src/oauth.ts',
    callbacks: 'src/callbacks.ts',
    node: 'src/node.ts',
    redis: 'src/redis.ts',
    texts: 'src/texts.ts',
    'locale-files': 'src/locale-files.ts',
    schemas: 'src/schemas.ts',
    runtime: 'src/runtime/node.ts',
    'runtime.plain': 'src/runtime/plain.ts',
  },
  // Which `runtime` it is, the package's own imports map chooses; nobody imports its types.
  dts: {
    entry: {
      index: 'src/index.ts',
      oauth: 'src/oauth.ts',
      callbacks: 'src/callbacks.ts',
      node: 'src/node.ts',
      redis: 'src/redis.ts',
      texts: 'src/texts.ts',
      'locale-files': 'src/locale-files.ts',
      schemas: 'src/schemas.ts',
    },
  },
  esbuildOptions: (options) => {
    // The parsers of locale files are bundled. They have no `exports`, which `neutral` alone would look at.
    options.mainFields = ['module', 'main'];
    options.alias = { encoding: './src/locale-files/formats/encoding.ts' };
  },
} satisfies Options;

const sandbox = {
  ...shared,
  entry: { sandbox: 'src/sandbox.ts', msw: 'src/msw.ts' },
  dts: { entry: { sandbox: 'src/sandbox.ts', msw: 'src/msw.ts' } },
  // So that the sandbox needs no other package.
  noExternal: ['hono', 'fflate', 'saxes', 'commander', '@clack/prompts'],
  esbuildPlugins: [
    {
      name: 'assets',
      setup: ({ onLoad }) =>
        onLoad({ filter: assetsModule }, async () => ({ contents: await buildAssets(), loader: 'js' })),
    },
  ],
} satisfies Options;

// The command uses both, so that one build holds them.
const everything = {
  ...client,
  entry: { ...client.entry, ...sandbox.entry, cli: 'src/command/main.ts' },
  dts: { entry: { ...client.dts.entry, ...sandbox.dts.entry } },
  noExternal: sandbox.noExternal,
  esbuildPlugins: sandbox.esbuildPlugins,
} satisfies Options;

export default defineConfig([
  { ...everything, format: 'esm' },
  // ky has no CommonJS build, and not every loader can require a module.
  { ...client, format: 'cjs', external: client.external.filter((name) => name !== 'ky'), noExternal: ['ky'] },
  { ...sandbox, format: 'cjs' },
]);
