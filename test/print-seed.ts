import type { TestProject } from 'vitest/node';

/** Prints what repeats this run of `npm run test:long`. */
export function setup({ config }: TestProject): void {
  const { LONG_TEST_SEED: seed } = config.env;
  console.log(`The seed of the random tests is ${seed}. To repeat them: SEED=${seed} npm run test:long`);
}
