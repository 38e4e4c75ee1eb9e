import type { JobRecord } from './memory.js';
import type { NeededOrder } from './run.js';

/** What the orders of a job cost, in all and in each language. @param prices of each order */
export function sumPrices(
  languages: readonly string[],
  needed: readonly NeededOrder[],
  prices: readonly number[],
  isPlaced = ({ state }: JobRecord): boolean => state === 'placed',
) {
  const priced = needed.map(({ record }, index) => ({ record, price: prices[index] ?? 0 }));
  const sum = (orders: typeof priced) => ({
    points: addUp(orders.map(({ price }) => price)),
    // Of the orders that earlier calls have placed.
    placed: addUp(orders.map(({ record, price }) => (isPlaced(record) ? price : 0))),
  });
  return {
    ...sum(priced),
    unknown: needed.filter(({ record }) => record.state === 'unknown').length,
    languages: languages.map((language) => {
      const own = priced.filter(({ record }) => record.language === language);
      return { language, orders: own.length, ...sum(own) };
    }),
  };
}

export const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
