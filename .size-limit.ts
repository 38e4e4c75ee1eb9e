import type { SizeLimitConfig } from 'size-limit';

/** As a page gets it, without the paths of this repository, which lead to the source. */
const BROWSER = {
  ...{ platform: 'browser', conditions: ['browser'], format: 'esm', target: 'es2022' },
  ...{ tsconfigRaw: '{}', logLevel: 'error' },
};

/** One entry in a bundle for browsers, gzipped, ky and zod included: what may not grow without a reason. */
const ceiling = (name: string, entry: string, names: string, bytes: number, message: string) => ({
  ...{ name, message, path: `dist/${entry}.js`, import: names, limit: `${bytes} B`, gzip: true },
  // A configuration of esbuild stays one.
  modifyEsbuildConfig: <T extends object>(config?: T) => ({ ...config, ...BROWSER }) as unknown as T,
});

export default [
  ceiling(
    ...(['the client', 'index', '{ Requester }', 51_500] as const),
    'ky and zod alone are about 17,000; all schemas of answers are in it. The aim is 45,000.',
  ),
  ceiling(
    ...(['the sign-in', 'oauth', '{ OAuthClient }', 26_000] as const),
    'The same HTTP and ky, and no schema but that of the token.',
  ),
  ceiling(
    ...(['the errors', 'index', '{ isRequesterError }', 1_000] as const),
    'The index is re-exports, so that what nobody uses can be dropped.',
  ),
  ceiling(
    ...(['the callback handler', 'callbacks', '*', 6_000] as const),
    'It reads through the client that it is given, so it brings no HTTP of its own.',
  ),
  ceiling(...(['the journals for Redis', 'redis', '*', 4_500] as const), 'It has no client of Redis.'),
  ceiling(
    ...(['the schemas', 'schemas', '*', 11_500] as const),
    'Every schema, and the part of zod/mini that they use.',
  ),
] satisfies SizeLimitConfig;
