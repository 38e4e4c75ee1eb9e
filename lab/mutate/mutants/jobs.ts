import type { Mutant } from '../mutant.ts';

export const JOBS: readonly Mutant[] = [];
