import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { assetsModule, buildAssets } from './src/sandbox/desk/build.ts';
import { testsThatTryMore } from './test/tries-more.ts';

/** Tests that need nothing but `npm ci`. */
const ALONE = ['test/**/*.test.ts', 'lab/{mutate,simulation}/**/*.test.ts'];
const NOT_ALONE = ['dashboard', 'desk', 'package', 'redis', 'runtimes'].map((each) => `test/${each}/**`);

/** What compiles the source or reads it, instead of running it: a part of `npm run check`. */
const OF_SOURCE = [
  'test/{architecture,contributing,public-classes,security}.test.ts',
  'test/expressions/expressions.test.ts',
  'test/client/contract/{fields,generated-types}.test.ts',
  'test/client/ordering/callers.test.ts',
  'lab/mutate/*.test.ts',
];

/**
 * What takes long by its nature: growing inputs, floods, killed and stopped processes, several of them, sockets, git, npm.
 * Nobody needs it after every change, so only `npm run test:long` runs it.
 */
const LONG = 'test/**/*.long.test.ts';

/**
 * Tests in a process of their own: they replace a module or a global, or look at stacks, at memory, at connections or at
 * the time, or change the folder. All others leave nothing behind but keys of orders at a service of their own. They share
 * threads, so that each file starts in no time.
 */
const IN_OWN_PROCESS = [
  'test/client/{foreign-fetch,fetch-without-streams}.test.ts',
  'test/server/node-listener.test.ts',
  'test/client/stores/{file-system,memory,short-names}.test.ts',
  'test/client/core/http/{any-fetch,download,http2,ky,multipart,proxies,stacks}.test.ts',
  'test/client/following/other-logs.test.ts',
  'test/server/proxy/in-page.test.ts',
  'test/client/resources/upload.test.ts',
  'test/{examples,node,own-options}.test.ts',
  'test/client/{environment,requester,sign-in}.test.ts',
  'test/server/callbacks.test.ts',
  'test/command/sign-in/service.test.ts',
];

/** Nothing here is about speed: a busy machine must not fail a test. */
const PATIENT = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** In a browser, a test asserts by waiting: Playwright rejects when what it waits for does not come. */
const WAITING = { expect: { ...PATIENT.expect, requireAssertions: false } };

/** A test leaves much garbage and is over: most of it is never copied, and no cores are taken from other tests. */
const MEMORY = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-concurrent-recompilation'];
// Threads take them from the process that starts them.
for (const flag of MEMORY) setFlagsFromString(flag);

const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/node', import.meta.url)),
};

/** Of what `npm run test:long` tries. */
const SEED = Number(env.SEED ?? randomInt(2 ** 31));

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  // So that a served sandbox shows its pages in tests, too.
  plugins: [
    {
      name: 'assets',
      load: (id) => (assetsModule.test(id) ? buildAssets() : undefined),
      // What it is built from is not seen by the cache.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (assetsModule.test(id) ? false : undefined)),
    },
  ],
  resolve: {
    // So that examples, which import the package by its name, are tested without a build.
    alias: [
      { find: '#runtime', replacement: source('client/core/runtime/node.ts') },
      { find: /^translation-requester$/, replacement: source('index.ts') },
      { find: /^translation-requester\/([a-z-]+)$/, replacement: source('$1.ts') },
    ],
  },
  test: {
    ...PATIENT,
    // A test that asserts nothing would pass whatever happens.
    expect: { ...PATIENT.expect, requireAssertions: true },
    // Many tests that wait for sockets wait together.
    maxConcurrency: 40,
    // More than there are cores, since many tests wait for a process, a socket or a clock.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Processes of tests compile the source once.
    env: COMPILED,
    coverage: {
      include: ['src/**/*.ts'],
      exclude: ['src/client/contract/types.ts'],
      thresholds: { lines: 95 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          globalSetup: 'test/fast-folder.ts',
          execArgv: MEMORY,
          setupFiles: 'test/quiet.ts',
          include: IN_OWN_PROCESS,
          exclude: [LONG],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: 'test/fast-folder.ts',
          setupFiles: ['test/quiet.ts', 'test/threads.ts'],
          isolate: false,
          pool: 'threads',
          include: ALONE,
          exclude: [...NOT_ALONE, ...IN_OWN_PROCESS, ...OF_SOURCE, LONG],
        },
      },
      {
        extends: true,
        test: {
          name: 'source',
          include: OF_SOURCE,
        },
      },
      {
        extends: true,
        test: {
          // Once more, where a clock that ignores the zone is wrong by half an hour.
          name: 'zone',
          execArgv: MEMORY,
          setupFiles: 'test/quiet.ts',
          env: { ...COMPILED, TZ: 'America/St_Johns' },
          include: ['test/client/core/http/**/*.test.ts'],
          exclude: [LONG],
        },
      },
      {
        extends: true,
        test: {
          // What takes long, with as few random runs as the two above: to run one file by hand.
          name: 'long-once',
          execArgv: MEMORY,
          setupFiles: 'test/quiet.ts',
          include: [LONG],
        },
      },
      {
        extends: true,
        test: {
          // What is random, ten times as often and from a new seed; and what takes long. All else is tested already.
          name: 'long',
          execArgv: MEMORY,
          setupFiles: 'test/quiet.ts',
          testTimeout: 1_800_000,
          globalSetup: 'test/print-seed.ts',
          env: { ...COMPILED, LONG_TEST_SEED: String(SEED) },
          include: [LONG, ...testsThatTryMore()],
          exclude: NOT_ALONE,
          typecheck: {
            enabled: true,
            tsconfig: 'test/types/tsconfig.json',
            include: ['test/types/*.test-d.ts'],
          },
        },
      },
      {
        extends: true,
        test: {
          // Once more, over a service whose every answer lacks what an answer may lack, or has null for it: as the seed says.
          name: 'sparse',
          execArgv: MEMORY,
          setupFiles: ['test/quiet.ts', 'test/sparse-setup.ts'],
          env: { ...COMPILED, SPARSE_ANSWERS: SEED % 2 === 0 ? 'missing' : 'null' },
          include: ['test/client/{resources,following,ordering}/**/*.test.ts'],
          exclude: [LONG],
        },
      },
      {
        extends: true,
        test: {
          // Needs redis-server. Several processes at once, which are killed: here too for stores in files.
          name: 'redis',
          execArgv: MEMORY,
          include: ['test/redis/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Needs redis-server, and the build: the processes import the package by its name.
          name: 'fleet',
          execArgv: MEMORY,
          testTimeout: 600_000,
          fileParallelism: false,
          include: ['lab/{fleet,load,soak}/**/*.test.ts'],
        },
      },
      {
        test: {
          // Needs chromium, and what `vite build examples/dashboard` makes.
          ...PATIENT,
          ...WAITING,
          name: 'dashboard',
          // A browser each: side by side they would only slow each other down.
          maxWorkers: 1,
          include: ['test/dashboard/**/*.test.ts'],
        },
      },
      {
        // So that the desk is driven as it is built.
        resolve: {
          alias: {
            'translation-requester/sandbox': fileURLToPath(new URL('./dist/sandbox.js', import.meta.url)),
          },
        },
        test: {
          // Needs chromium.
          ...PATIENT,
          ...WAITING,
          name: 'desk',
          include: ['test/desk/**/*.test.ts'],
          // One browser at a time.
          fileParallelism: false,
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'package',
          // Bundlers and compilers keep the cores busy.
          maxWorkers: '100%',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/package/pack.ts',
        },
      },
      {
        test: {
          // The packed package in every runtime. Needs the registry, Chromium and Firefox.
          ...PATIENT,
          name: 'runtimes',
          include: ['test/runtimes/**/*.test.ts'],
          globalSetup: 'test/package/pack.ts',
          // A deadline of 200 ms is a story; two files at once on a small machine would be another.
          fileParallelism: false,
        },
      },
    ],
  },
});
