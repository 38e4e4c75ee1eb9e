// Rules of programs that have plural forms of their own, which are not those of Unicode.
import { readPrimaryLanguage, spellWithHyphens } from '../../../base/language-code.js';

/** Whether a number has a plural form. */
export type Condition = (number: number) => boolean;

export const is =
  (...wanted: readonly number[]): Condition =>
  (number) =>
    wanted.includes(number);
/** 1, 21, 31 and so on. */
export const endsWithOne: Condition = (number) => number % 10 === 1 && number % 100 !== 11;
export const isIn = (number: number, first: number, last: number): boolean =>
  first <= number && number <= last;
export const isTeen: Condition = (number) => isIn(number % 100, 10, 19);
/** 2 to 4, 22 to 24 and so on. */
export const endsWithFew: Condition = (number) => isIn(number % 10, 2, 4) && !isTeen(number);

/** The forms of some languages: a number has the first form whose condition it meets, else the last one. */
export type PluralRule = readonly [languages: string, conditions: readonly Condition[]];

/** The conditions of a language: those of its region, if it has its own. */
export function findRule(rules: readonly PluralRule[], language: string): readonly Condition[] | undefined {
  const find = (code: string) => rules.find(([languages]) => languages.split(' ').includes(code))?.[1];
  return find(spellWithHyphens(language)) ?? find(readPrimaryLanguage(language));
}

/** The whole numbers up to a largest one of each form. */
export function sortNumbers(
  conditions: readonly Condition[],
  largest: number,
): readonly (readonly number[])[] {
  const forms = Array.from({ length: conditions.length + 1 }, (): number[] => []);
  for (let number = 0; number <= largest; number += 1) {
    const at = conditions.findIndex((condition) => condition(number));
    forms.at(at)?.push(number);
  }
  return forms;
}
