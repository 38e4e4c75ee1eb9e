import type { Path } from '../core/http/address.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import { type Poll, Waits } from '../following/wait.js';

/**
 * The waits for one kind of thing. There is one set for each connection, so that all waits of an account share polls.
 *
 * @param round makes what a round does
 * @param pathOf where one thing is read
 * @param longestPause milliseconds that a pause may take with so many waits. @default any
 */
export function sharedWaits<Item>(
  round: (http: Http) => Poll<Item>,
  pathOf: (id: number) => Path,
  longestPause: (waits: number) => number = () => Number.POSITIVE_INFINITY,
): (http: Http) => Waits<Item> {
  const known = new WeakMap<Http, Waits<Item>>();
  return (http) => {
    const waits =
      known.get(http) ??
      new Waits(
        round(http),
        pathOf,
        (error) => http.warnOfFailure('a poll for a wait failed', error),
        longestPause,
      );
    known.set(http, waits);
    return waits;
  };
}

/** Reads one thing for its waits. An invalid answer will do if the item passes `shows`. */
export async function readForWait<Body, Item>(
  http: Http,
  operation: Operation<Body, Item>,
  shows: (item: Item) => boolean,
  signal: AbortSignal,
): Promise<Item> {
  const isUsable = (answer: unknown): boolean => {
    // Only the item is taken from it, and the next line checks that.
    const item = operation.data(answer as Body);
    return typeof item === 'object' && item !== null && shows(item);
  };
  return (await http.request({ ...operation, isUsable }, { signal })).data;
}

/** Whether it shows its status. */
export const hasStatus = ({ status }: { readonly status: unknown }): boolean => Number.isInteger(status);
