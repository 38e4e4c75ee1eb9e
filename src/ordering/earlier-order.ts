import { isRequesterError } from '../core/errors/errors.js';
import { isUnseen } from '../stores/journal.js';
import { type Limits, orderOf } from './budget.js';
import type { OrderContext } from './context.js';
import { OrderConflictError, OutcomeUnknownError, type UnknownOrder } from './errors.js';
import { type JournalEntry, NO_ID } from './journal-entry.js';
import type { OrderOptions } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent, type OrderQuery, readIfThere, search } from './search.js';
import { SEARCH_INTERVALS, searchFor } from './settle.js';

/** One call with `once`: the order, its keys, its options and limits. */
export interface Attempt<Order> extends OrderQuery<Order> {
  /** The order's key in the journal. */
  readonly journalKey: string;
  readonly settle: number;
  readonly onDuplicate: OrderOptions['onDuplicate'];
  readonly limits: Limits;
  readonly context: OrderContext;
}

/** A placed order in the journal. */
interface JournaledOrder {
  readonly id: number;
  /** True when no answer has shown the order with its key yet. */
  readonly isUnseen: boolean;
}

/** Finds out what became of an order that an earlier call or another process sent. */
export class EarlierOrder<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #entry: JournalEntry;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>, entry: JournalEntry) {
    this.#kind = kind;
    this.#attempt = attempt;
    this.#entry = entry;
  }

  /** Reads an order that is `placed` in the journal; searches for it when its id does not show it. */
  async readPlaced({ id, isUnseen }: JournaledOrder): Promise<Ordered<Placed, Body> | undefined> {
    const { key, options } = this.#attempt;
    const existing =
      id === NO_ID ? undefined : await this.#asUnknownOutcome(() => readIfThere(this.#kind, id, options), id);
    if (existing !== undefined && this.#kind.hasKey(existing.data, key)) {
      return this.recordFound({ ...existing, placed: false, duplicates: [] });
    }
    const found = await this.#asUnknownOutcome(() => search(this.#kind, this.#attempt), id);
    if (found !== undefined) return this.recordFound(found);
    const name = id === NO_ID ? 'the order' : `order ${id}`;
    return this.#giveUp({ id, reason: `but the service does not show ${name} with its key` }, !isUnseen);
  }

  /** Searches for an order that is `sent` in the journal, until `settle` milliseconds after it was sent. */
  async findSent(sentAt: number): Promise<Ordered<Placed, Body> | undefined> {
    const found = await this.#searchUntilSettled(sentAt);
    if (found !== undefined) return this.recordFound(found);
    const { settle } = this.#attempt;
    return this.#giveUp({
      reason: `but was not found within ${settle} ms after an earlier call had sent it`,
    });
  }

  /** The journal has another fingerprint for the key. Compares with the order at the service, which may still be equal. */
  async compare(): Promise<Ordered<Placed, Body> | undefined> {
    const { order, key, options, context } = this.#attempt;
    const known = await this.#entry.inspect();
    const { id, at = 0 } = known ?? {};
    const existing = id ? await failAsNotSent(() => readIfThere(this.#kind, id, options)) : undefined;
    if (existing !== undefined && this.#kind.hasKey(existing.data, key)) {
      if (!(await failAsNotSent(() => this.#kind.isSame(order, existing.data, options)))) {
        throw new OrderConflictError(existing.data, this.#kind.request);
      }
      return { ...existing, placed: false, duplicates: [] };
    }
    const found = await this.#searchUntilSettled(at);
    if (found !== undefined) return this.recordFound(found);
    const isCertain = known !== undefined && isUnseen(known);
    if (context.isJournalGiven || isCertain) throw new OrderConflictError(undefined, this.#kind.request);
    return this.#free();
  }

  /** Records a found order. The budget may hold a reservation for it, from an earlier try with an unknown outcome. */
  async recordFound(ordered: Ordered<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { limits, journalKey } = this.#attempt;
    const { data } = ordered;
    await this.#entry.placed(this.#kind.idOf(data));
    await limits.budget?.spendReserved(journalKey, this.#kind.priceOf(data), orderOf(this.#kind, data));
    return ordered;
  }

  unknownError(facts: Pick<UnknownOrder, 'id' | 'isPlaced' | 'cause' | 'reason'>): OutcomeUnknownError {
    const { key, journalKey } = this.#attempt;
    return new OutcomeUnknownError({ key, journalKey, request: this.#kind.request, ...facts });
  }

  async #searchUntilSettled(sentAt: number): Promise<Ordered<Placed, Body> | undefined> {
    const { settle, options } = this.#attempt;
    const left = Math.min(settle, sentAt + settle - Date.now());
    const searchOnce = (signal?: AbortSignal) => search(this.#kind, this.#attempt, signal);
    const found =
      left > 0
        ? await this.#asUnknownOutcome(() => searchFor(left, SEARCH_INTERVALS, options.signal, searchOnce))
        : undefined;
    return found ?? this.#asUnknownOutcome(() => searchOnce(options.signal));
  }

  /**
   * Called when an order of the journal was not found. With the caller's own journal, this is an error: a person must
   * decide. Without one, the key is freed. If the service once showed the order and has lost it, it was reset. An order
   * that was placed but never shown is an error in both cases.
   */
  async #giveUp(facts: Pick<UnknownOrder, 'id' | 'reason'>, mayFree = true): Promise<undefined> {
    if (this.#attempt.context.isJournalGiven || !mayFree) throw this.unknownError(facts);
    return this.#free();
  }

  /** Frees the key, unless another attempt has claimed it meanwhile. */
  async #free(): Promise<undefined> {
    const known = await this.#entry.inspect();
    await this.#entry.failed(known?.claim);
    return undefined;
  }

  /** Runs a search for an order that was sent earlier. If the search fails, the order's outcome stays unknown. */
  async #asUnknownOutcome<Result>(step: () => Promise<Result>, id?: number): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!isRequesterError(error) || error instanceof OrderConflictError) throw error;
      throw this.unknownError({ id, cause: error, reason: `but the search for it failed (${error.name})` });
    }
  }
}
