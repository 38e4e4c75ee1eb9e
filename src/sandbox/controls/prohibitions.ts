import { checkOptions, copyOwn } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import type { State } from '../world/state.js';
import type { FaultHandle } from './fault-frequency.js';
import { makeMatcher } from './faults.js';

/** The requests that are answered with 403, and how many there were. */
export class Prohibitions {
  readonly #current: () => State;
  readonly #operations: readonly string[];

  constructor(current: () => State, operations: readonly string[]) {
    this.#current = current;
    this.#operations = operations;
  }

  /** @throws TypeError when `on` could never match a request */
  add(on: string, options: { readonly accessToken?: string } = {}): FaultHandle {
    refuseIssues('access.forbid', checkOptions('options', options, { accessToken: rules.kind('string') }));
    const { accessToken } = copyOwn(options);
    const matches = makeMatcher(on, this.#operations);
    const { forbidden } = this.#current();
    let hits = 0;
    const rule = (method: string, path: string, token: string) => {
      const isHit = (accessToken === undefined || token === accessToken) && matches(method, path);
      if (isHit) hits += 1;
      return isHit;
    };
    forbidden.add(rule);
    return {
      get hits() {
        return hits;
      },
      remove: () => void forbidden.delete(rule),
    };
  }
}
