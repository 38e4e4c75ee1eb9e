import type { Mutant } from '../mutant.ts';

export const SERVER: readonly Mutant[] = [];
