import type { AccessToken } from './address.js';

/**
 * One client for each account, so that all copies for an account share their work. Clients and token functions can be
 * garbage-collected while they are in here.
 */
export class AccountClients<Client extends object> {
  readonly #byToken = new Map<string, WeakRef<Client>>();
  readonly #byFunction = new WeakMap<Exclude<AccessToken, string>, WeakRef<Client>>();
  readonly #collected = new FinalizationRegistry<string>((token) => {
    // A newer client may have replaced the collected one.
    if (this.#byToken.get(token)?.deref() === undefined) this.#byToken.delete(token);
  });

  /** The client of the account, made if there is none. */
  of(token: AccessToken, make: () => Client): Client {
    const known = typeof token === 'string' ? this.#byToken.get(token) : this.#byFunction.get(token);
    const client = known?.deref();
    if (client !== undefined) return client;
    const made = make();
    this.add(token, made);
    return made;
  }

  add(token: AccessToken, client: Client): void {
    if (typeof token === 'string') {
      this.#byToken.set(token, new WeakRef(client));
      this.#collected.register(client, token);
    } else this.#byFunction.set(token, new WeakRef(client));
  }
}
