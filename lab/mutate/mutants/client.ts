import type { Mutant } from '../mutant.ts';

export const CLIENT: readonly Mutant[] = [];
