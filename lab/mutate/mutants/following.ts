import type { Mutant } from '../mutant.ts';

export const FOLLOWING: readonly Mutant[] = [];
