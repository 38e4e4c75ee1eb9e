import { checkOptions, copyOwn } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import type { EventLog } from '../events/event-log.js';
import type { State } from '../world/state.js';

/** Changes the event log of the first account. */
export class EventControls {
  readonly #current: () => State;

  /** @internal */
  constructor(current: () => State) {
    this.#current = current;
  }

  /**
   * Adds `count` events of the type `simple_question.created`. A million takes no longer than one. Each has a question of its
   * own that can be read, and then translated. It costs nothing, never expires, and is not in `orders()`.
   * @returns the ids of the first and the last one
   */
  append(count = 1): { first: number; last: number } {
    const state = this.#current();
    return this.#log().append(count, state.clock.now());
  }

  /**
   * Hides the next `count` events. They get their ids when they happen, and become visible when the returned function is
   * called. With `behind`, each one also becomes visible once that many later events are.
   */
  holdBack(count = 1, options: { readonly behind?: number } = {}): () => void {
    refuseIssues('holdBack', checkOptions('options', options, { behind: rules.kind('number') }));
    const { behind = Number.POSITIVE_INFINITY } = copyOwn(options);
    return this.#log().holdBack(count, behind);
  }

  /** The ids of the visible events, oldest first. */
  ids(): number[] {
    const log = this.#log();
    return Array.from({ length: log.size }, (_, position) => log.at(position).id);
  }

  #log(): EventLog {
    const state = this.#current();
    return state.getEventLog(state.mainAccount);
  }
}
