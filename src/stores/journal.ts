import { InputError } from '../core/errors/errors.js';
import { processStore } from './memory-store.js';
import { change, type Decision, isLeaseOver, type Store, timeOf } from './store.js';

/** The answer of `begin`: may the order be sent? */
export type Begun =
  /** The caller may place the order: it holds the key until the lease is over. */
  | { readonly state: 'claimed'; readonly claim: string }
  /** Another caller holds the key, at most until `until` (milliseconds since 1970). */
  | { readonly state: 'busy'; readonly until: number }
  /** The order was sent at `at` (milliseconds since 1970), and its outcome is unknown. */
  | { readonly state: 'sent'; readonly at: number }
  /** The order was placed. `id` is its id at the service. */
  | { readonly state: 'placed'; readonly id: number }
  /** A different order has the key. */
  | { readonly state: 'conflict' };

/** What a journal knows of a key. */
export interface KnownOrder {
  readonly state: 'claimed' | 'sent' | 'placed';
  /** The claim of the attempt; none when the order was placed. */
  readonly claim?: string | undefined;
  /** When it was sent, in milliseconds since 1970. */
  readonly at?: number | undefined;
  /** The order's id at the service, when it was placed. */
  readonly id?: number | undefined;
}

/**
 * Records which orders were sent, for all processes that place orders. Each step is atomic. A key contains the account,
 * the kind of order and the order's own key.
 */
export interface OrderJournal {
  /**
   * Claims the key for `lease` milliseconds, or says why not. `fingerprint` is equal for equal orders. If nothing was sent
   * by the end of the lease, the key is free again.
   */
  begin(key: string, order: { readonly fingerprint: string; readonly lease: number }): Promise<Begun>;
  /**
   * The last step before each request. Resolves to false when the claim was lost: then nothing is sent. Called again with
   * the same claim before a retry, and then resolves to true again.
   */
  sending(key: string, claim: string): Promise<boolean>;
  /** The order was placed. `id` is its id at the service. */
  placed(key: string, id: number): Promise<void>;
  /**
   * The order was certainly not placed: frees the key. With a claim, only if the key still has that claim. Without one,
   * always: a person has decided that.
   */
  failed(key: string, claim?: string): Promise<void>;
  /** The entry of a key, even if it is for a different order. Optional: without it, a conflict is always an error. */
  inspect?(key: string): Promise<KnownOrder | undefined>;
  /** False if its entries end with the process. Each order is then searched for, before and after. @default true */
  readonly durable?: boolean | undefined;
}

/** An order that was sent, and whose outcome is unknown. */
export interface OpenOrder {
  /** The key in the journal: what `failed` and `placed` take. */
  readonly key: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Lists open orders. All journals of this package can do this. */
export interface OpenOrders {
  /** The orders that were sent and whose outcome is unknown. A person has to look for them at the service. */
  open(): Promise<readonly OpenOrder[]>;
}

/** What the journals of this package also store of a placed order. */
interface UnseenOrder {
  /** No answer has shown the order with its key. Its id is 0 when no answer named it. */
  readonly isUnseen?: true | undefined;
}

/** Whether a journal of this package knows that no answer has shown the order with its key. */
export function isUnseen(known: Begun | KnownOrder): boolean {
  return 'isUnseen' in known && known.isUnseen === true;
}

/** A journal that can mark a placed order as unseen. Its key is then never freed. */
export interface UnseenOrders {
  placedUnseen(key: string, id: number): Promise<void>;
}

/** What is stored for a key. */
type Entry = { readonly fingerprint?: string | undefined } & (
  | { readonly state: 'claimed'; readonly claim: string; readonly until: number }
  | { readonly state: 'sent'; readonly claim: string; readonly at: number }
  | ({ readonly state: 'placed'; readonly id: number } & UnseenOrder)
);

const STATES = ['claimed', 'sent', 'placed'];

function parseEntry(key: string, text: string | undefined): Entry | undefined {
  if (text === undefined) return undefined;
  try {
    const entry = JSON.parse(text);
    // Only this module writes entries with these states, so it has this type.
    if (STATES.includes(Object(entry).state)) return upgradeEntry(entry as Entry);
  } catch {
    // It is not JSON: throws below.
  }
  const message = `has an entry that this package did not write: ${JSON.stringify(key)}`;
  throw new InputError([{ path: 'journal', message }]);
}

/** Converts an entry of an earlier version, which wrote an unseen order with a negative id, or 0. */
function upgradeEntry(entry: Entry): Entry {
  const isOld = entry.state === 'placed' && entry.id <= 0;
  return isOld ? { ...entry, id: Math.abs(entry.id), isUnseen: true } : entry;
}

const serialize = (entry: Entry): string => JSON.stringify(entry);

const isPlacedText = (text: string): boolean => text.startsWith('{"state":"placed"');

function begin(
  entry: Entry | undefined,
  claim: string,
  { fingerprint, lease, now }: { readonly fingerprint: string; readonly lease: number; readonly now: number },
): Decision<Begun> {
  const claimed = { state: 'claimed', claim } as const;
  if (entry === undefined || (entry.state === 'claimed' && isLeaseOver(entry.until, now, lease))) {
    return { result: claimed, next: serialize({ ...claimed, fingerprint, until: now + lease }) };
  }
  // The store's client may have retried a swap that was carried out: then the entry is our own claim.
  if (entry.state !== 'placed' && entry.claim === claim) return { result: claimed };
  // During a claim, fingerprints are not compared: its order may never be sent.
  if (entry.state === 'claimed') return { result: { state: 'busy', until: entry.until } };
  if ((entry.fingerprint ?? fingerprint) !== fingerprint) return { result: { state: 'conflict' } };
  if (entry.state === 'sent') return { result: { state: 'sent', at: entry.at } };
  const placed: Begun & UnseenOrder = { state: 'placed', id: entry.id, isUnseen: entry.isUnseen };
  return { result: placed };
}

function send(entry: Entry | undefined, claim: string, at: number): Decision<boolean> {
  if (entry === undefined || entry.state === 'placed' || entry.claim !== claim) return { result: false };
  if (entry.state === 'sent' && entry.at >= at) return { result: true };
  return { result: true, next: serialize({ state: 'sent', claim, at, fingerprint: entry.fingerprint }) };
}

function fail(entry: Entry | undefined, claim: string | undefined): Decision<void> {
  const isOwn = claim === undefined || (entry?.state !== 'placed' && entry?.claim === claim);
  return { result: undefined, next: entry !== undefined && isOwn ? null : undefined };
}

/**
 * A journal of orders in any store. While a claim lasts, `begin` answers `busy` for its key. Once the order was sent or
 * placed, `begin` answers `conflict` for a different order.
 *
 * @param options.durable whether the store outlives the process
 * @param options.prefix is put before each key in the store. @default ''
 */
export function storeJournal(
  store: Store,
  { durable, prefix = '' }: { readonly durable: boolean; readonly prefix?: string },
): OrderJournal & OpenOrders & UnseenOrders {
  /** The entries that this journal wrote last, of orders not placed yet: guesses of what the store still has. */
  const written = new Map<string, string>();
  const changeEntry = async <Result>(
    key: string,
    decide: (entry: Entry | undefined) => Decision<Result>,
  ): Promise<Result> => {
    const guess = written.get(key);
    written.delete(key);
    let newText: string | null | undefined;
    const decideText = (text: string | undefined): Decision<Result> => {
      const decision = decide(parseEntry(prefix + key, text));
      newText = decision.next;
      return decision;
    };
    const result = await change(store, prefix + key, decideText, guess);
    if (newText && !isPlacedText(newText)) written.set(key, newText);
    return result;
  };
  const writePlaced = (key: string, id: number, unseen: UnseenOrder): Promise<void> =>
    changeEntry(key, (entry) => ({
      result: undefined,
      next: serialize({ state: 'placed', id, ...unseen, fingerprint: entry?.fingerprint }),
    }));
  return {
    durable,
    async begin(key, order) {
      const claim = crypto.getRandomValues(new Uint32Array(4)).join('-');
      const now = await timeOf(store);
      return changeEntry(key, (entry) => begin(entry, claim, { ...order, now }));
    },
    sending(key, claim) {
      const at = Date.now();
      return changeEntry(key, (entry) => send(entry, claim, at));
    },
    placed: (key, id) => writePlaced(key, id, {}),
    placedUnseen: (key, id) => writePlaced(key, id, { isUnseen: true }),
    failed: (key, claim) => changeEntry(key, (entry) => fail(entry, claim)),
    inspect: async (key) => parseEntry(key, await store.get(prefix + key)),
    async open() {
      const found: OpenOrder[] = [];
      for (const key of await store.keys(prefix)) {
        const entry = parseEntry(key, await store.get(key));
        if (entry?.state === 'sent') found.push({ key: key.slice(prefix.length), at: entry.at });
      }
      return found.sort((one, other) => one.at - other.at);
    },
  };
}

/**
 * A journal in the memory of the process. All copies of this package in the process share it. It keeps the last 10,000
 * placed orders, and all orders that are not known to be placed.
 */
export function memoryJournal(): OrderJournal & OpenOrders {
  return processJournal();
}

/** The same, for clients without the option `journal`. */
export function processJournal(): OrderJournal & OpenOrders & UnseenOrders {
  return storeJournal(processStore(), { durable: false, prefix: 'order ' });
}
