import type { Path } from '../core/http/address.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import { type Poll, Waits } from '../following/wait.js';

/**
 * Makes the function that reads one object for its waits.
 *
 * @param uses the fields that have to be right in an answer; the others may be missing
 */
export function readForWait<Body, Item>(
  http: Http,
  operationOf: (id: number) => Operation<Body, Item>,
  uses: readonly string[],
  isFinished: (item: Item) => boolean,
): (id: number, signal: AbortSignal) => Promise<{ readonly item: Item; readonly finished: boolean }> {
  return async (id, signal) => {
    const { data: item } = await http.request({ ...operationOf(id), uses }, { signal });
    return { item, finished: isFinished(item) };
  };
}

/**
 * The waits for one kind of object. Each connection has one set of them, so that all waits of an account share polls.
 *
 * @param name the name of a wait: `projects.wait`
 * @param createPoll makes the function that polls
 * @param pathOf the path of one object
 * @param longestPause the longest pause for a number of waits, in milliseconds. @default no limit
 * @param isTranslated when a wait with `until: 'translated'` is over, too. @default `until` is no option
 */
export function sharedWaits<Item>(
  name: string,
  createPoll: (http: Http) => Poll<Item>,
  pathOf: (id: number) => Path,
  longestPause: (waits: number) => number = () => Number.POSITIVE_INFINITY,
  isTranslated?: (item: Item) => boolean,
): (http: Http) => Waits<Item> {
  const known = new WeakMap<Http, Waits<Item>>();
  return (http) => {
    const waits =
      known.get(http) ??
      new Waits(
        createPoll(http),
        pathOf,
        (error) => http.warnOfFailure('a poll for a wait failed', error),
        longestPause,
        isTranslated,
        (signal, work) => http.span(name, signal, work),
      );
    known.set(http, waits);
    return waits;
  };
}
