import { Semaphore } from '../../base/semaphore.js';
import type { Wake } from '../../index.js';
import { findInternals, InputError, memoryStore, TimeoutError } from '../../internals.js';
import { EventDispatcher } from './dispatcher.js';
import { type Delivery, DeliveryError } from './errors.js';
import { limitTime } from './limit-time.js';
import { type CallbackHandlerOptions, type EventClient, isClient } from './options.js';
import { makeReport, type Report } from './reports.js';

/** Milliseconds for `requester` to find the client of a delivery. Then it is let go: it may never end. */
const LONGEST_SEARCH = 10_000;
/** How many calls of `requester` may run at once, half of them for one account: this limits what forged deliveries cost a database. */
const SEARCHES_AT_ONCE = 32;

const ADD_ORGANIZATIONS = {
  code: 'add-organizations',
  text: 'The service will deliver it again; if the account is yours, add its organizations to those that requester knows.',
} as const;

/** Finds the account of a delivery, and what all deliveries to that account share. */
export class DeliveryAccounts<Client extends EventClient> {
  readonly #options: CallbackHandlerOptions<Client>;
  readonly #wake: Wake;
  // Weak, since `requester` can make a client for each delivery: what nobody holds any more is forgotten.
  readonly #dispatchers = new WeakMap<object, EventDispatcher<Client>>();
  /** For the clients that have no store. */
  readonly #memory = memoryStore();
  // With `reserve`, one place always stays free.
  readonly #searches = new Semaphore(SEARCHES_AT_ONCE + 1);
  /** Reports what belongs to no account. */
  readonly report: Report;

  constructor(options: CallbackHandlerOptions<Client>, wake: Wake) {
    this.#options = options;
    this.#wake = wake;
    this.#searches.reserve = 1;
    const { requester } = options;
    this.report = makeReport(options, typeof requester === 'function' ? undefined : requester);
  }

  /** Handles the event of a delivery. @returns the status of the answer to the service */
  async dispatch(delivery: Delivery): Promise<number> {
    try {
      const client = await this.#find(delivery);
      if (client !== undefined) return await this.#findDispatcher(client).dispatch(delivery.id);
      const summary = `requester found no client for event ${delivery.id} of organization ${delivery.organization_id}, so it was answered with 404`;
      const facts = { reason: 'unknown-account', delivery, advice: ADD_ORGANIZATIONS } as const;
      this.report(new DeliveryError(summary, facts), delivery.id);
      return 404;
    } catch (error) {
      this.report(error, delivery.id);
      return error instanceof TimeoutError ? 503 : 500;
    }
  }

  async #find(delivery: Delivery): Promise<Client | undefined> {
    const { requester } = this.#options;
    if (typeof requester !== 'function') return requester;
    const summary = `requester found no client for event ${delivery.id}`;
    // Those of one organization wait for each other, and never take all places.
    const lane = `${delivery.organization_id}`;
    const found = await limitTime(LONGEST_SEARCH, summary, (deadline) => {
      const search = () => deadline.race((async () => requester(delivery))());
      return this.#searches.run(search, { lane, signal: deadline.signal });
    });
    if (found === undefined || isClient(found)) return found;
    throw new InputError([{ path: 'options.requester', message: 'must return a Requester, or undefined' }]);
  }

  #findDispatcher(client: Client): EventDispatcher<Client> {
    // Copies of a client for the same token are the same account.
    const account = findInternals(client)?.http ?? client;
    const known = this.#dispatchers.get(account);
    if (known !== undefined) return known;
    const made = new EventDispatcher(this.#options, { client, wake: this.#wake, memory: this.#memory });
    this.#dispatchers.set(account, made);
    return made;
  }
}
