import type { Mutant } from '../mutant.ts';

export const ORDERING: readonly Mutant[] = [];
