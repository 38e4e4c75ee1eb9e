import { isRequesterError } from '../core/errors/errors.js';
import { isUnseen } from '../stores/journal.js';
import { type Limits, spentOn } from './budget.js';
import type { OrderContext } from './context.js';
import { OrderConflictError, OutcomeUnknownError, type UnknownOrder } from './errors.js';
import { type JournalEntry, NO_ID } from './journal-entry.js';
import type { OrderOptions } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent, type OrderQuery, readIfThere, search } from './search.js';
import { RHYTHM, searchFor } from './settle.js';

/** An order to place or find, and all that this needs. */
export interface Attempt<Order> extends OrderQuery<Order> {
  /** The order's key in the journal. */
  readonly journalKey: string;
  readonly settle: number;
  readonly onDuplicate: OrderOptions['onDuplicate'];
  readonly limits: Limits;
  readonly context: OrderContext;
}

/** A placed order, as the journal knows it. */
interface NotedOrder {
  readonly id: number;
  /** Whether no answer has shown it with its key. */
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

  /** Reads an order that the journal knows. */
  async readPlaced({ id, isUnseen }: NotedOrder): Promise<Ordered<Placed, Body> | undefined> {
    const { key, options } = this.#attempt;
    const existing =
      id === NO_ID ? undefined : await this.#asUnknownOutcome(() => readIfThere(this.#kind, id, options), id);
    if (existing !== undefined && this.#kind.hasKey(existing.data, key)) {
      return this.found({ ...existing, placed: false, duplicates: [] });
    }
    const found = await this.#asUnknownOutcome(() => search(this.#kind, this.#attempt), id);
    if (found !== undefined) return this.found(found);
    const name = id === NO_ID ? 'the order' : `order ${id}`;
    return this.#giveUp({ id, reason: `but the service does not show ${name} with its key` }, !isUnseen);
  }

  /** Searches for an order that an earlier call or another process has sent, until `settle` has passed since then. */
  async settle(sentAt: number): Promise<Ordered<Placed, Body> | undefined> {
    const found = await this.#searchUntilSettled(sentAt);
    if (found !== undefined) return this.found(found);
    const { settle } = this.#attempt;
    return this.#giveUp({
      reason: `but was not found within ${settle} ms after an earlier call had sent it`,
    });
  }

  /** The journal has this key for a different fingerprint. The service shows whether the orders really differ. */
  async compare(): Promise<Ordered<Placed, Body> | undefined> {
    const { order, key, options, context } = this.#attempt;
    const known = await this.#entry.known();
    const { id, at = 0 } = known ?? {};
    const existing = id ? await failAsNotSent(() => readIfThere(this.#kind, id, options)) : undefined;
    if (existing !== undefined && this.#kind.hasKey(existing.data, key)) {
      if (!(await failAsNotSent(() => this.#kind.isSame(order, existing.data, options)))) {
        throw new OrderConflictError(existing.data, this.#kind.request);
      }
      return { ...existing, placed: false, duplicates: [] };
    }
    const found = await this.#searchUntilSettled(at);
    if (found !== undefined) return this.found(found);
    const isCertain = known !== undefined && isUnseen(known);
    if (context.isJournalGiven || isCertain) throw new OrderConflictError(undefined, this.#kind.request);
    return this.#free();
  }

  /** Takes an order that this call did not place. An earlier try of ours, with an unknown outcome, may have placed it. */
  async found(ordered: Ordered<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { limits, journalKey } = this.#attempt;
    const { data } = ordered;
    await this.#entry.placed(this.#kind.idOf(data));
    await limits.budget?.settle(journalKey, this.#kind.priceOf(data), spentOn(this.#kind, data));
    return ordered;
  }

  unknown(facts: Pick<UnknownOrder, 'id' | 'isPlaced' | 'cause' | 'reason'>): OutcomeUnknownError {
    const { key, journalKey } = this.#attempt;
    return new OutcomeUnknownError({ key, journalKey, request: this.#kind.request, ...facts });
  }

  async #searchUntilSettled(sentAt: number): Promise<Ordered<Placed, Body> | undefined> {
    const { settle, options } = this.#attempt;
    const rest = Math.min(settle, sentAt + settle - Date.now());
    const look = (signal?: AbortSignal) => search(this.#kind, this.#attempt, signal);
    const late =
      rest > 0
        ? await this.#asUnknownOutcome(() => searchFor(rest, RHYTHM, options.signal, look))
        : undefined;
    return late ?? this.#asUnknownOutcome(() => look(options.signal));
  }

  /**
   * An order that the journal knows was not found. With a journal of the caller's, that stays unknown until a person
   * decides. Without one, the key is free again, unless the order was placed and has never been seen. If the
   * service lost an order that it once showed, it was reset.
   */
  async #giveUp(facts: Pick<UnknownOrder, 'id' | 'reason'>, mayFree = true): Promise<undefined> {
    if (this.#attempt.context.isJournalGiven || !mayFree) throw this.unknown(facts);
    return this.#free();
  }

  /** Frees the key, unless another attempt has claimed it meanwhile. */
  async #free(): Promise<undefined> {
    const known = await this.#entry.known();
    await this.#entry.failed(known?.claim);
    return undefined;
  }

  /** Runs a search for an order that an earlier call sent. If the search fails, the outcome of the order stays unknown. */
  async #asUnknownOutcome<Result>(step: () => Promise<Result>, id?: number): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!isRequesterError(error) || error instanceof OrderConflictError) throw error;
      throw this.unknown({ id, cause: error, reason: `but the search for it failed (${error.name})` });
    }
  }
}
