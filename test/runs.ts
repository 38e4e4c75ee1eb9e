import { env } from 'node:process';

/** Set by `npm run test:long`, for which vitest.config.ts chooses it. */
const given = env.LONG_TEST_SEED;

/**
 * Whether it is `npm run test:long` that runs. It alone tries what takes long: a test (`test.runIf(isLong)`), a case that
 * differs from others in its size, or a whole file, which is called `.long.test.ts`.
 */
export const isLong = given !== undefined;

/**
 * How often something random is tried: as often as it says with `npm run test:long`, and a tenth as often with
 * `npm test`.
 */
export const tries = (often: number): number => (isLong ? often : Math.ceil(often / 10));

/**
 * How often fast-check tries a property, and from which seed on: always the same one with `npm test`, so that a
 * change fails for reasons of its own, and a new one with `npm run test:long`. Every property takes it from here.
 */
export const runs = (often = 100): { readonly numRuns: number; readonly seed: number } => ({
  numRuns: tries(often),
  seed: Number(given ?? 1),
});
