import type { Mutant } from '../mutant.ts';

export const BASE: readonly Mutant[] = [
  {
    name: 'a name of two letters may be nearest to one with two other letters',
    file: 'src/base/nearest-name.ts',
    find: 'given.length < 3 ? 1 : ',
    replace: '',
    verdict: { noticedBy: ['test/base/nearest-name.test.ts'] },
  },
  {
    name: 'letter case counts in a misspelt name',
    file: 'src/base/nearest-name.ts',
    find: '.toLowerCase()',
    replace: '',
    verdict: { noticedBy: ['test/base/nearest-name.test.ts'] },
  },
];
