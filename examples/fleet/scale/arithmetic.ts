/** What a fleet is asked to do, and how it is set. */
export interface Plan {
  readonly orders: number;
  readonly accounts: number;
  /** Share of the day's orders in each hour, 24 of them, together 1. */
  readonly hours: readonly number[];
  /** Share of the orders that are translated; of the others no event comes but that of their creation. */
  readonly translated: number;
  /** Share of the callbacks that arrive. */
  readonly delivered: number;
  /** Seconds in which callbacks are gathered before the leader looks at the log. */
  readonly gap: number;
  /** Seconds between two looks without a callback. */
  readonly interval: number;
}

/** Requests to the service, by what they are for. */
export interface Requests {
  readonly placing: number;
  /** A callback is verified by a read of its event. */
  readonly callbacks: number;
  readonly results: number;
  readonly looks: number;
  /** The account in the store's keys: once for each client. */
  readonly accounts: number;
}

/** Events of one order: its creation; its translation and its end, which come at the same moment. */
export const countEvents = ({ translated }: Pick<Plan, 'translated'>): number => 1 + 2 * translated;

/** Requests of a day, of all accounts, with one client for each account. */
export function requestsOfDay(plan: Plan): Requests {
  const { orders, accounts, translated, delivered } = plan;
  return {
    placing: orders,
    callbacks: orders * countEvents(plan) * delivered,
    results: orders * translated,
    looks: accounts * looksOfDay(plan),
    accounts,
  };
}

/**
 * Looks at one account's log in a day. Moments at which something happens come by chance (Poisson): the creation of an
 * order, and its end. A gap without any needs no look, until `interval` has passed since the last one.
 */
function looksOfDay({ orders, accounts, hours, translated, delivered, gap, interval }: Plan): number {
  return hours.reduce((sum, share) => {
    const ordersAGap = ((orders / accounts) * share * gap) / 3600;
    // Of the two callbacks of an end, one is enough.
    const moments = ordersAGap * (delivered + translated * (1 - (1 - delivered) ** 2));
    const isWoken = 1 - Math.exp(-moments);
    const quiet = Math.max(1, Math.round(interval / gap));
    // The mean distance between two looks, in gaps: until something happens, `quiet` at most.
    const distance = isWoken === 0 ? quiet : (1 - (1 - isWoken) ** quiet) / isWoken;
    return sum + 3600 / gap / distance;
  }, 0);
}

export const addUp = (requests: Requests): number =>
  Object.values(requests).reduce((sum, count) => sum + count, 0);

/** Requests for one account in a minute of its busiest hour. */
export function requestsInBusiestMinute(plan: Plan): number {
  const busiest = Math.max(...plan.hours);
  const { accounts: _, ...repeated } = requestsOfDay({ ...plan, hours: plan.hours.map(() => busiest) });
  // The looks are those of such an hour all day long; everything else grows with the orders.
  const { looks, ...orders } = { ...repeated, accounts: 0 };
  const aDay = addUp({ ...orders, looks: 0 }) * 24 * busiest + looks;
  return aDay / plan.accounts / (24 * 60);
}

/** A day with people in it: little at night, most in the afternoon. */
export const OFFICE_DAY: readonly number[] = (() => {
  const weights = Array.from({ length: 24 }, (_, hour) => 1.1 - Math.cos((2 * Math.PI * (hour - 3)) / 24));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
})();
