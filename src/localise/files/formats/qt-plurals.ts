import {
  endsWithFew,
  endsWithOne,
  findRule,
  is,
  isIn,
  isTeen,
  type PluralRule,
  sortNumbers,
} from './plural-conditions.js';

/**
 * The rules of Qt Linguist, which are not those of Unicode: Hungarian and Turkish have one form, Hebrew has two, and those of Latvian
 * have another order. A number has the first form whose condition it meets, else the last one. Other languages are as English.
 *
 * @see https://github.com/qt/qttools/blob/dev/src/linguist/shared/numerus.cpp
 */
const RULES: readonly PluralRule[] = [
  ['bi my zh dz fj gn hu id ja jv ko ms na om fa su tt th bo tr vi yo za', []],
  ['hy br fr pt-BR ti wa', [(number) => number <= 1]],
  ['lv', [endsWithOne, (number) => number !== 0]],
  ['is', [endsWithOne]],
  ['dv iu ik ga gv mi se sm sa', [is(1), is(2)]],
  ['gd', [is(1, 11), is(2, 12), (number) => isIn(number, 3, 19)]],
  ['sk cs', [is(1), is(2, 3, 4)]],
  ['mk', [(number) => number % 10 === 1, (number) => number % 10 === 2]],
  ['lt', [endsWithOne, (number) => number % 10 !== 0 && !isTeen(number)]],
  ['bs be hr ru sr uk', [endsWithOne, endsWithFew]],
  ['pl', [is(1), endsWithFew]],
  ['ro', [is(1), (number) => number === 0 || isIn(number % 100, 1, 19)]],
  [
    'sl',
    [(number) => number % 100 === 1, (number) => number % 100 === 2, (number) => isIn(number % 100, 3, 4)],
  ],
  [
    'mt',
    [is(1), (number) => number === 0 || isIn(number % 100, 1, 10), (number) => isIn(number % 100, 11, 19)],
  ],
  ['cy', [is(0), is(1), (number) => isIn(number, 2, 5), is(6)]],
  ['ar', [is(0), is(1), is(2), (number) => isIn(number % 100, 3, 10), (number) => number % 100 >= 11]],
  ['fil tl', [(number) => number <= 1, (number) => [4, 6, 9].includes(number % 10)]],
];

/** The whole numbers up to 200 of each form that Qt has for a language, in the order of the file. */
export const listQtForms = (language: string | undefined): readonly (readonly number[])[] =>
  sortNumbers(findRule(RULES, language ?? 'en') ?? [is(1)], 200);
