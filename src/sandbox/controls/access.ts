import { checkOptions } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { refuseIssues } from '../base/refusal.js';
import type { State } from '../world/state.js';
import { makeMatcher } from './faults.js';

/** What tokens may do. */
export class Access {
  readonly #current: () => State;

  /** @internal */
  constructor(current: () => State) {
    this.#current = current;
  }

  /**
   * Withdraws a token: requests with it are answered with 401 from now on. Signing in again gives another token.
   * @param accessToken the first account's own token by default
   * @throws Error when there is no such token
   */
  withdraw(accessToken?: string): void {
    const state = this.#current();
    if (!state.tokens.delete(accessToken ?? state.mainAccount.accessToken))
      throw new Error('There is no such access token.');
  }

  /**
   * Forbids requests: they are answered with 403 until the returned function is called.
   * @param on the requests, written as for `faults.add`: `POST /api/v1/projects`
   * @param options `accessToken` forbids them for this token only
   * @throws TypeError when `on` could never match a request
   */
  forbid(on: string, options: { readonly accessToken?: string } = {}): () => void {
    refuseIssues('access.forbid', checkOptions('options', options, { accessToken: rules.kind('string') }));
    const { accessToken } = options;
    const matches = makeMatcher(on);
    const { forbidden } = this.#current();
    const rule = (method: string, path: string, token: string) =>
      (accessToken === undefined || token === accessToken) && matches(method, path);
    forbidden.add(rule);
    return () => void forbidden.delete(rule);
  }
}
