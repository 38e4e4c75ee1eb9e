import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import { type Poll, type WaitKind, Waits } from '../following/wait.js';

/**
 * Makes the function that reads one object for its waits.
 *
 * @param uses the fields that have to be right in an answer; the others may be missing
 */
export function readForWait<Body, Item>(
  http: Http,
  makeOperation: (id: number) => Operation<Body, Item>,
  uses: readonly string[],
  isFinished: (item: Item) => boolean,
): (id: number, signal: AbortSignal) => Promise<{ readonly item: Item; readonly finished: boolean }> {
  return async (id, signal) => {
    const { data: item } = await http.request({ ...makeOperation(id), uses }, { signal });
    return { item, finished: isFinished(item) };
  };
}

/** How one kind of object is waited for. */
interface SharedWaits<Item> extends Pick<WaitKind<Item>, 'buildPath' | 'longestPause' | 'isTranslated'> {
  /** The name of a wait: `projects.wait`. */
  readonly name: string;
  readonly createPoll: (http: Http) => Poll<Item>;
}

/** The waits for one kind of object. Each connection has one set of them, so that all waits of an account share polls. */
export function shareWaits<Item>({
  name,
  createPoll,
  ...kind
}: SharedWaits<Item>): (http: Http) => Waits<Item> {
  // Not a field of the connection: `core/` knows nothing of waits. Nor of a resource: copies of a client share a connection.
  const known = new WeakMap<Http, Waits<Item>>();
  return (http) => {
    const waits =
      known.get(http) ??
      new Waits({
        ...kind,
        createPoll: () => createPoll(http),
        readToken: (signal) => http.readToken({ signal }),
        recentlySeen: http.recentlySeen,
        onFailure: (error) => http.warnOfFailure('a poll for a wait failed', error),
        observe: (signal, work) => http.span(name, signal, work),
      });
    known.set(http, waits);
    return waits;
  };
}
