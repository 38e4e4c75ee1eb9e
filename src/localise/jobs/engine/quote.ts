import type { JobRecord } from './memory.js';
import type { NeededOrder } from './run.js';

/** What the orders of a job cost, in all and in each language. @param prices of each order */
export function sumPrices(
  languages: readonly string[],
  needed: readonly NeededOrder[],
  prices: readonly number[],
  isPlaced = ({ state }: JobRecord): boolean => state === 'placed',
) {
  const priced = needed.map((order, index) => ({ ...order, price: prices[index] ?? 0 }));
  const sum = (orders: typeof priced) => ({
    points: addUp(orders.map(({ price }) => price)),
    // Of the orders that earlier calls have placed.
    placed: addUp(orders.map(({ record, price }) => (isPlaced(record) ? price : 0))),
  });
  return {
    ...sum(priced),
    unknown: needed.filter(({ record }) =>
      record.state === 'mismatched' ? record.isUnknown : record.state === 'unknown',
    ).length,
    languages: languages.map((language) => {
      const own = priced.filter(({ record }) => record.language === language);
      // What a record that does not fit keeps back can't be ordered.
      const open = own.filter(({ record }) => !isPlaced(record) && record.state !== 'mismatched');
      return { language, orders: own.length, newTexts: countPieces(open), ...sum(own) };
    }),
  };
}

/** Counts the texts that a job needs from its orders. */
export const countPieces = (orders: readonly Pick<NeededOrder, 'pieces'>[]): number =>
  addUp(orders.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));

export const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
