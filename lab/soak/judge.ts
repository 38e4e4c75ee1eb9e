import type { Ordered } from './orders.ts';
import type { Books } from './service.ts';

/** What the processes and the store say. */
export interface Told {
  /** Every key, and every text, that has to be ordered. */
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  /** The orders as the processes were told them. */
  readonly orders: readonly Ordered[];
  /** The ids of the orders that `onSpend` was called with. */
  readonly spends: readonly number[];
}

/** The budget as the store has it. */
export interface BudgetRecord {
  readonly spent: number;
  readonly open: Readonly<Record<string, { readonly points: number }>>;
}

function countTimes<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const times = new Map<Item, number>();
  for (const item of items) times.set(item, (times.get(item) ?? 0) + 1);
  return times;
}

/** What is wrong with a budget of so many points. */
export function budgetWrong(
  budget: BudgetRecord,
  points: number,
  { orders }: Pick<Books, 'orders'>,
): string[] {
  const ordered = orders.reduce((sum, order) => sum + order.points, 0);
  const counted = Object.values(budget.open).reduce((sum, { points }) => sum + points, budget.spent);
  const figures = `spent ${budget.spent}, open ${counted - budget.spent}, ordered ${ordered}, given ${points}`;
  return [
    ...(counted < ordered ? [`budget: less is counted than was ordered: ${figures}`] : []),
    ...(counted > points ? [`budget: more is counted than was given: ${figures}`] : []),
    ...(ordered > points ? [`budget: more was ordered than was given: ${figures}`] : []),
  ];
}

/** What was ordered twice, or never, or told wrongly. */
export function ordersWrong(
  { keys, texts, orders, spends }: Told,
  books: Pick<Books, 'orders' | 'texts'>,
): string[] {
  const ordered = countTimes(books.orders.map(({ key }) => key));
  const ids = new Map(books.orders.map(({ key, id }) => [key, id]));
  const textTimes = new Map(books.texts);
  const lies = orders.filter(({ key, id }) => ordered.get(key) === 1 && ids.get(key) !== id);
  return [
    ...[...ordered]
      .filter(([, times]) => times > 1)
      .map(([key, times]) => `${key} was ordered ${times} times`),
    ...keys.filter((key) => !ordered.has(key)).map((key) => `${key} was never ordered`),
    ...books.texts
      .filter(([, times]) => times > 1)
      .map(([text, times]) => `"${text}" was ordered ${times} times`),
    ...texts.filter((text) => !textTimes.has(text)).map((text) => `"${text}" was never ordered`),
    ...lies.map(({ key, id }) => `${key} was told as order ${id}, and is ${ids.get(key)}`),
    ...[...countTimes(spends)]
      .filter(([, times]) => times > 1)
      .map(([id, times]) => `onSpend ran ${times} times for ${id}`),
  ];
}
