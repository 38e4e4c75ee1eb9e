import type { Path } from '../core/http/address.js';
import type { Http } from '../core/http/http.js';
import { type Round, Waits } from '../following/wait.js';

/**
 * The waits of one kind, one set for each connection: all waits of an account share their polls.
 *
 * @param round makes what a round does
 * @param place where one thing is read
 */
export function sharedWaits<Item>(
  round: (http: Http) => Round<Item>,
  place: (id: number) => Path,
): (http: Http) => Waits<Item> {
  const known = new WeakMap<Http, Waits<Item>>();
  return (http) => {
    const waits =
      known.get(http) ??
      new Waits(round(http), place, (error) => http.warn('a look at what is waited for failed', error));
    known.set(http, waits);
    return waits;
  };
}
