import type { JobRecord } from './memory.js';
import type { NeededOrder } from './run.js';

/** What the orders of a language cost. */
interface LanguagePrice {
  readonly language: string;
  readonly orders: number;
  readonly points: number;
  /** Points of the orders among them that earlier calls have placed. */
  readonly placed: number;
}

/** What the orders of a job cost, in all and in each language. @param prices of each order */
export function sumPrices(
  languages: readonly string[],
  needed: readonly NeededOrder[],
  prices: readonly number[],
  isPlaced = ({ state }: JobRecord): boolean => state === 'placed',
) {
  const sums = languages.map((language): LanguagePrice => {
    const sum = { language, orders: 0, points: 0, placed: 0 };
    needed.forEach(({ record }, index) => {
      if (record.language !== language) return;
      const price = prices[index] ?? 0;
      sum.orders += 1;
      sum.points += price;
      if (isPlaced(record)) sum.placed += price;
    });
    return sum;
  });
  return {
    points: addUp(sums.map(({ points }) => points)),
    placed: addUp(sums.map(({ placed }) => placed)),
    unknown: needed.filter(({ record }) => record.state === 'unknown').length,
    languages: sums,
  };
}

export const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
