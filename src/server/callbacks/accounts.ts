import { Semaphore } from '../../base/semaphore.js';
import type { Wake } from '../../index.js';
import {
  Deadline,
  DeadlineExpired,
  findInternals,
  InputError,
  memoryStore,
  TimeoutError,
} from '../../internals.js';
import { EventDispatcher } from './dispatcher.js';
import { type Delivery, DeliveryError } from './errors.js';
import { type CallbackHandlerOptions, type EventClient, isClient } from './options.js';
import { makeReport, type Report } from './reports.js';

/** Milliseconds for `requester` to find the client of a delivery. */
const LONGEST_SEARCH = 10_000;
/** How many calls of `requester` may run at once, late ones included: this limits what forged deliveries cost a database. */
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
  readonly #searches = new Semaphore(SEARCHES_AT_ONCE);
  /** Reports what belongs to no account. */
  readonly report: Report;

  constructor(options: CallbackHandlerOptions<Client>, wake: Wake) {
    this.#options = options;
    this.#wake = wake;
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
    const deadline = new Deadline(LONGEST_SEARCH);
    try {
      // A function that is late keeps its slot: it still costs what the limit is for.
      const searching = this.#searches.run(async () => requester(delivery), { signal: deadline.signal });
      const found = await deadline.race(searching);
      if (found === undefined || isClient(found)) return found;
    } catch (error) {
      if (!(error instanceof DeadlineExpired)) throw error;
      const summary = `requester found no client for event ${delivery.id} within ${LONGEST_SEARCH} ms`;
      const advice = { code: 'expect-delivery', text: 'The service will deliver it again.' } as const;
      throw new TimeoutError(summary, { outcome: 'not_sent', advice });
    } finally {
      deadline.dispose();
    }
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
