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
    ...{ name: 'the client', entry: 'index', import: '{ Requester }', bytes: 60_520 },
    message:
      'ky and zod alone are about 17,000; all schemas of answers are in it, and what each field is used for, which came with 1,400. The record of an order with what a person decides, uploads once, named checkpoints, tables and the reader of pages came with 5,200; requests to any address, whose paths and answers are checked by themselves, with 777; spans, by which each call has its name and what it belongs to, and waits and streams that end with their scope, with 874; one reading of the clock of a store for each order with 43. That stores share the wait for an answer cuts the build into other files, which costs 20 here. The aim is 45,000.',
  },
  {
    ...{ name: 'the sign-in', entry: 'oauth', import: '{ OAuthClient }', bytes: 26_730 },
    message:
      'The same HTTP and ky, and no schema but that of the token. The aim is 26,000: bounded messages, short secrets and the rules for odd answers came with 500, spans with 280, another cut of the build with 45.',
  },
  {
    ...{ name: 'the errors', entry: 'index', import: '{ isRequesterError }', bytes: 1_000 },
    message: 'The index is re-exports, so that what nobody uses can be dropped.',
  },
  {
    ...{ name: 'the callback handler', entry: 'callbacks', import: '*', bytes: 7_000 },
    message:
      'It reads through the client that it is given, so it brings no HTTP of its own. That it finds the account of a delivery came with 550, that listeners of Node stream with 200, and that few deliveries look for theirs at once with 250.',
  },
  {
    ...{ name: 'the store in Redis', entry: 'redis', import: '*', bytes: 3_500 },
    message: 'It has no client of Redis.',
  },
  {
    ...{ name: 'the schemas', entry: 'schemas', import: '*', bytes: 11_500 },
    message: 'Every schema, and the part of zod/mini that they use.',
  },
];

export default CEILINGS.map(({ entry, bytes, ...ceiling }) => ({
  ...{ ...ceiling, path: `dist/${entry}.js`, limit: `${bytes} B`, gzip: true },
  // A configuration of esbuild stays one.
  modifyEsbuildConfig: <T extends object>(config?: T) =>
    ({ ...config, ...AS_PUBLISHED, ...BROWSER }) as unknown as T,
})) satisfies SizeLimitConfig;
