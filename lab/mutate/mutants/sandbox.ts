import type { Mutant } from '../mutant.ts';

export const SANDBOX: readonly Mutant[] = [];
