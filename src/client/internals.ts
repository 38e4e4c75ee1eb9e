import { shareAcrossCopies } from '../base/across-copies.js';
import type { ApplicationEvent } from './contract/types.js';
import { InputError } from './core/errors/errors.js';
import type { Http } from './core/http/http.js';
import type { frameFile } from './core/http/upload.js';
import type { RecordedOrders } from './ordering/order-records.js';
import type { GuardedStore } from './stores/guarded-store.js';

/** What the other wings need of a client beyond its public interface. */
export interface Internals {
  /** Makes the client's calls. All copies of a client for one account have the same one. */
  readonly http: Http;
  /** The store that the client was given, guarded; undefined while it uses that of the process or of a sandbox. */
  readonly givenStore: GuardedStore | undefined;
  /** What `OrderRecords` is made of. */
  readonly orders: RecordedOrders;
  readonly deliveredEvents: DeliveredEvents;
  /** Writes the form of an upload. */
  readonly frameFile: typeof frameFile;
  /**
   * Reports an error to the client's logger.
   *
   * @param cause the message of the error, which is shown without the secret
   */
  reportError(message: string, fields: object, cause: string, secret: string): void;
}

/** Reads events for deliveries, which can be forged: a 429 is not waited for, and makes no other call wait. */
export interface DeliveredEvents {
  get(id: number): Promise<ApplicationEvent>;
  /** The newest page of the event log. */
  readNewest(): Promise<readonly ApplicationEvent[]>;
}

/**
 * The internals of each client. A member of the class would be public: people would find it in their editor. Copies of one
 * version of the package in a process, such as an import and a require of it, know each other's clients by this; the number
 * changes with the shape of `Internals`, so that those of another version don't.
 */
const registry = shareAcrossCopies('internals/2', () => new WeakMap<object, Internals>());

/**
 * Returns what the other wings need of a client beyond its public interface.
 *
 * @param path the argument that holds the client, for the error
 * @throws InputError when it is not a Requester, or one of another version of the package
 */
export function internals(requester: object, path = 'requester'): Internals {
  const found = findInternals(requester);
  if (found !== undefined) return found;
  const message = 'must be a Requester of this version of translation-requester; install one version alone';
  throw new InputError([{ path, message }]);
}

/** The internals of a client; undefined for anything that only has some of a Requester's methods. */
export function findInternals(requester: object | undefined): Internals | undefined {
  return requester && registry.get(requester);
}

/** Says what the other wings get of a client. */
export function registerInternals(requester: object, found: Internals): void {
  registry.set(requester, found);
}
