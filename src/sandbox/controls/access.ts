import type { State } from '../world/state.js';
import type { Prohibitions } from './prohibitions.js';

/** What tokens may do. */
export class Access {
  readonly #current: () => State;
  readonly #prohibitions: Prohibitions;

  /** @internal */
  constructor(current: () => State, prohibitions: Prohibitions) {
    this.#current = current;
    this.#prohibitions = prohibitions;
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
   * @throws TypeError when `on` could never match a request; the message names the nearest operation
   */
  forbid(on: string, options: { readonly accessToken?: string } = {}): () => void {
    return this.#prohibitions.add(on, options).remove;
  }
}
