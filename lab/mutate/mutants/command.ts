import type { Mutant } from '../mutant.ts';

export const COMMAND: readonly Mutant[] = [];
