import type { Mutant } from '../mutant.ts';

export const FORMATS: readonly Mutant[] = [];
