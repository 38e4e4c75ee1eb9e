import type { SizeLimitConfig } from 'size-limit';
import { AS_PUBLISHED, BROWSER } from './test/package/bundles.ts';

/**
 * An entry in a bundle for browsers, gzipped, ky and zod included. Its ceiling is what was measured plus 2 %, so that growth is seen, and
 * is no reason to write worse code or shorter messages: whoever passes a ceiling for a reason measures again, and says the reason in
 * the commit.
 */
interface Ceiling {
  readonly name: string;
  readonly entry: string;
  readonly import: string;
  /** What `npm run size` said when somebody last looked, in bytes. */
  readonly measured: number;
  /** What is in it, and why. */
  readonly message: string;
}

const CEILINGS: readonly Ceiling[] = [
  {
    name: 'the client',
    entry: 'index',
    import: '{ Requester }',
    measured: 70_524,
    message:
      'ky, the used part of zod, every schema of answers, orders with their records, waits and streams. Orders, waits and uploads are not loaded later, since a service worker can import nothing later.',
  },
  {
    name: 'the sign-in',
    entry: 'oauth',
    import: '{ OAuthClient }',
    measured: 32_058,
    message: 'The same HTTP and ky, and no schema but that of the token.',
  },
  {
    name: 'the errors',
    entry: 'index',
    import: '{ isRequesterError }',
    measured: 1_509,
    message: 'The index is re-exports, so a bundler drops what nobody uses.',
  },
  {
    name: 'the callback handler',
    entry: 'callbacks',
    import: '*',
    measured: 11_223,
    message:
      'It reads through the client that it is given, so it brings no HTTP of its own, but the rules of options that stand in the same files.',
  },
  {
    name: 'the store in Redis',
    entry: 'redis',
    import: '*',
    measured: 3_795,
    message: 'It has no client of Redis.',
  },
  {
    name: 'the schemas',
    entry: 'schemas',
    import: '*',
    measured: 10_653,
    message: 'Every schema, and the part of zod/mini that they use.',
  },
  {
    name: 'the parts for tests',
    entry: 'testing',
    import: '*',
    measured: 5_320,
    message: 'A call without a client, and what tries a store.',
  },
];

export default CEILINGS.map(({ entry, measured, ...ceiling }) => ({
  ...ceiling,
  path: `dist/${entry}.js`,
  limit: `${Math.ceil(measured * 1.02)} B`,
  gzip: true,
  // A configuration of esbuild stays one.
  modifyEsbuildConfig: <T extends object>(config?: T) =>
    ({ ...config, ...AS_PUBLISHED, ...BROWSER }) as unknown as T,
})) satisfies SizeLimitConfig;
