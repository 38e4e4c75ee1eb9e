import type { Rule } from '../base/options.js';
import type { Seen } from '../stores/seen.js';

const REMEMBERED = 10_000;

/** The events that were handled last, in memory. */
export class RecentlySeen implements Seen {
  readonly #busy = new Set<number>();
  readonly #handled = new Set<number>();

  claim(id: number): boolean | 'busy' {
    if (this.#handled.has(id)) return false;
    if (this.#busy.has(id)) return 'busy';
    this.#busy.add(id);
    return true;
  }

  handled(id: number): void {
    this.#busy.delete(id);
    this.#handled.add(id);
    const [oldest] = this.#handled;
    if (this.#handled.size > REMEMBERED && oldest !== undefined) this.#handled.delete(oldest);
  }

  release(id: number): void {
    this.#busy.delete(id);
  }
}

/** The rule for a store of one's own. */
export const seenRule: Rule = {
  check(value, path) {
    const { claim, handled, release }: Partial<Record<keyof Seen, unknown>> = Object(value);
    if (typeof claim !== 'function') {
      const why = 'with has and add, two processes could both handle an event';
      return [{ path, message: `must have the method claim (${why})` }];
    }
    return Object.entries({ handled, release })
      .filter(([, given]) => given !== undefined && typeof given !== 'function')
      .map(([name]) => ({ path: `${path}.${name}`, message: 'must be a function' }));
  },
};
