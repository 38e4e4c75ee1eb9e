import type { SizeLimitConfig } from 'size-limit';
import { AS_PUBLISHED, BROWSER } from './test/package/bundles.ts';

/** An entry in a bundle for browsers, gzipped, ky and zod included: what may not grow without a reason. */
interface Ceiling {
  readonly name: string;
  readonly entry: string;
  readonly import: string;
  readonly bytes: number;
  /** The reason. */
  readonly message: string;
}

const CEILINGS: readonly Ceiling[] = [
  {
    name: 'the client',
    entry: 'index',
    import: '{ Requester }',
    bytes: 60_520,
    message:
      'ky, the used part of zod, every schema of answers, orders with their records, waits and streams. The aim is 45,000. Orders, waits and uploads are not loaded later, since a service worker can import nothing later.',
  },
  {
    name: 'the sign-in',
    entry: 'oauth',
    import: '{ OAuthClient }',
    bytes: 26_730,
    message: 'The same HTTP and ky, and no schema but that of the token. The aim is 26,000.',
  },
  {
    name: 'the errors',
    entry: 'index',
    import: '{ isRequesterError }',
    bytes: 1_000,
    message: 'The index is re-exports, so a bundler drops what nobody uses.',
  },
  {
    name: 'the callback handler',
    entry: 'callbacks',
    import: '*',
    bytes: 7_000,
    message: 'It reads through the client that it is given, so it brings no HTTP of its own.',
  },
  {
    name: 'the store in Redis',
    entry: 'redis',
    import: '*',
    bytes: 3_500,
    message: 'It has no client of Redis.',
  },
  {
    name: 'the schemas',
    entry: 'schemas',
    import: '*',
    bytes: 11_500,
    message: 'Every schema, and the part of zod/mini that they use.',
  },
];

export default CEILINGS.map(({ entry, bytes, ...ceiling }) => ({
  ...ceiling,
  path: `dist/${entry}.js`,
  limit: `${bytes} B`,
  gzip: true,
  // A configuration of esbuild stays one.
  modifyEsbuildConfig: <T extends object>(config?: T) =>
    ({ ...config, ...AS_PUBLISHED, ...BROWSER }) as unknown as T,
})) satisfies SizeLimitConfig;
