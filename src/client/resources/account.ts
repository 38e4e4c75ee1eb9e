import { accountSchema } from '../contract/answers.js';
import { makeInspector } from '../contract/inspector.js';
import type { Account } from '../contract/types.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';

const inspectAccount = makeInspector(accountSchema);

/** Reads the account. */
export const accountOperation: Operation<Account, Account> = {
  name: 'account.get',
  method: 'GET',
  path: path`/api/v1/my`,
  inspect: inspectAccount,
  data: (answer) => answer,
};

/** The account that the access token belongs to. */
export class Accounts {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /**
   * Reads the account with its default organization and its points.
   *
   * @throws AuthenticationError when the token is not accepted
   * @see docs/service.md, Account and organizations
   */
  get(options?: CallOptions): Call<Account, Account> {
    return this.#http.call(accountOperation, options);
  }
}
