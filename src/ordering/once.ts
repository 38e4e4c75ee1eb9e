import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import { Deadline, pause } from '../core/http/deadline.js';
import type { AttemptWatch } from '../core/http/operation.js';
import type { Begun } from '../stores/journal.js';
import { type Limits, spentOn, withinBudget } from './budget.js';
import type { OrderContext } from './context.js';
import { resolveDuplicates } from './duplicates.js';
import { keyChanged, OrderConflictError, OutcomeUnknownError, type UnknownOrder } from './errors.js';
import { JournalEntry, NO_ID } from './journal-entry.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { before, readIfThere, search, type Wanted } from './search.js';
import { isOpen, lookDespiteFailures, lookFor } from './settle.js';

/** An order to place exactly once. */
export interface Attempt<Order> extends Wanted<Order> {
  /** The order's key in the journal. */
  readonly journalKey: string;
  readonly settle: number;
  readonly onDuplicate: 'report' | 'cancel';
  readonly limits: Limits;
  readonly context: OrderContext;
}

/** Pauses between searches for an order whose outcome is unknown. */
const RHYTHM = { interval: 250, maxInterval: 4_000 };
/** Milliseconds between two questions to the journal while another process has claimed the key. */
const BUSY = 500;
/** An order that is this much older than our request is not ours. The service's clock is known to the second. */
const CLOCK_TOLERANCE = 2_000;

/** Thrown when another process has taken the claim. Nothing was sent; callers of the library never get it. */
class ClaimLost extends Error {}

/** Places one order, or finds out what became of it. The journal decides which. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #entry: JournalEntry;
  /** The service's time at which the order was sent; undefined while it provably was not carried out. */
  #sentAt: number | undefined;
  /** Whether the service has answered our own order. */
  #isAnswered = false;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    this.#kind = kind;
    this.#attempt = attempt;
    this.#entry = new JournalEntry(attempt.context, attempt.journalKey, kind.request);
  }

  async place(): Promise<Ordered<Placed, Body>> {
    for (;;) {
      const ordered = await this.#goOn(await this.#entry.begin(this.#attempt.order));
      if (ordered !== undefined) return ordered;
    }
  }

  /** Goes on from what the journal knows. Undefined when the journal has to be asked again. */
  #goOn(begun: Begun): Promise<Ordered<Placed, Body> | undefined> {
    switch (begun.state) {
      case 'claimed':
        return this.#placeClaimed(begun.claim);
      case 'busy':
        return this.#rest(begun.until);
      case 'sent':
        return this.#settleEarlier(begun.at);
      case 'placed':
        return this.#readPlaced(begun.id);
      case 'conflict':
        return this.#compare();
    }
  }

  async #rest(until: number): Promise<undefined> {
    const deadline = new Deadline(Number.POSITIVE_INFINITY, this.#attempt.options.signal);
    try {
      await pause(Math.min(BUSY, Math.max(1, until - Date.now())), deadline);
    } finally {
      deadline.dispose();
    }
  }

  /** Searches for the order, then places it. Undefined when the claim was lost before anything was sent. */
  async #placeClaimed(claim: string): Promise<Ordered<Placed, Body> | undefined> {
    const { limits, lookback, context, journalKey, order, options } = this.#attempt;
    try {
      // A durable journal that saw every order makes the search unnecessary, and `lookback: 0` says so.
      const isKnown = lookback === 0 && context.journal.durable !== false;
      const existing = isKnown ? undefined : await before(() => search(this.#kind, this.#attempt));
      if (existing !== undefined) return await this.#found(existing);
      const ordered = await withinBudget(
        this.#kind,
        { ...limits, slot: journalKey, isSent: () => this.#sentAt !== undefined, warn: context.warn },
        () => before(() => this.#kind.quote(order, options)),
        () => this.#send(claim),
      );
      return await this.#withoutDuplicates(ordered);
    } catch (error) {
      const isLost = error instanceof ClaimLost;
      const isFree = this.#sentAt === undefined || (isRequesterError(error) && !isOpen(error));
      if (isFree && !isLost) await this.#entry.failed(claim);
      if (isLost) return undefined;
      throw error;
    }
  }

  async #send(claim: string): Promise<Ordered<Placed, Body>> {
    const { order, options } = this.#attempt;
    options.signal?.throwIfAborted();
    let answer: WithResponse<Placed, Body>;
    try {
      answer = await this.#kind.place(order, options, this.#watch(claim));
    } catch (error) {
      if (!isOpen(error)) throw error;
      return this.#settle(error);
    }
    return this.#placed(answer);
  }

  #watch(claim: string): AttemptWatch {
    const { context } = this.#attempt;
    return {
      sending: async () => {
        if (!(await this.#entry.sending(claim))) throw new ClaimLost();
        this.#sentAt = context.serviceTime() ?? Number.NEGATIVE_INFINITY;
      },
      notCarriedOut: () => {
        this.#sentAt = undefined;
      },
    };
  }

  /** Takes the answer to our own order. */
  async #placed(answer: WithResponse<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { key } = this.#attempt;
    const id = this.#kind.idOf(answer.data);
    await this.#entry.placed(id);
    if (!this.#kind.hasKey(answer.data, key)) throw keyChanged(this.#kind, id, answer.response.status);
    this.#isAnswered = true;
    return { ...answer, placed: true, duplicates: [] };
  }

  /** Looks whether the order was placed twice, unless a journal has kept others from it, or a search has just looked. */
  async #withoutDuplicates(ordered: Ordered<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { context, onDuplicate } = this.#attempt;
    const isSafe = context.journal.durable !== false && !context.mayResend;
    if (isSafe || !this.#isAnswered) return ordered;
    return resolveDuplicates(this.#kind, this.#attempt, ordered, { warn: context.warn, onDuplicate });
  }

  /**
   * Searches for the order after an unknown outcome. A different order with the same key, placed by another process in
   * the meantime, does not end the search: this order may still become visible beside it.
   */
  async #settle(cause: RequesterError): Promise<Ordered<Placed, Body>> {
    const { key, settle, options } = this.#attempt;
    const id = cause instanceof UnexpectedAnswerError ? cause.id : undefined;
    const found = await lookDespiteFailures(settle, RHYTHM, options.signal, async (signal) => {
      const named = id === undefined ? undefined : await readIfThere(this.#kind, id, { ...options, signal });
      if (named !== undefined && this.#kind.hasKey(named.data, key)) return { ...named, duplicates: [] };
      return search(this.#kind, this.#attempt, signal);
    });
    if (found === undefined) {
      if (cause.outcome === 'done') await this.#entry.placed(id ?? NO_ID);
      throw this.#unknown({ id, cause, reason: `and was not found within ${settle} ms (${cause.name})` });
    }
    await this.#entry.placed(this.#kind.idOf(found.data));
    return { ...found, placed: this.#isOurs(found.data) };
  }

  /** False when the order is certainly not ours: it was there before ours was sent. */
  #isOurs(found: Placed): boolean {
    const sentAt = this.#sentAt ?? Number.NEGATIVE_INFINITY;
    return !(this.#kind.createdAt(found) < sentAt - CLOCK_TOLERANCE);
  }

  /** Searches for an order that an earlier call or another process has sent, until `settle` has passed since then. */
  async #settleEarlier(sentAt: number): Promise<Ordered<Placed, Body> | undefined> {
    const { settle, options } = this.#attempt;
    const rest = Math.min(settle, sentAt + settle - Date.now());
    const look = (signal?: AbortSignal) => search(this.#kind, this.#attempt, signal);
    const late = rest > 0 ? await this.#after(() => lookFor(rest, RHYTHM, options.signal, look)) : undefined;
    const found = late ?? (await this.#after(() => look(options.signal)));
    if (found !== undefined) return this.#found(found);
    return this.#giveUp({
      reason: `but was not found within ${settle} ms after an earlier call had sent it`,
    });
  }

  /** Reads an order that the journal knows. */
  async #readPlaced(id: number): Promise<Ordered<Placed, Body> | undefined> {
    const { key, options } = this.#attempt;
    const existing =
      id === NO_ID ? undefined : await this.#after(() => readIfThere(this.#kind, id, options), id);
    if (existing !== undefined && this.#kind.hasKey(existing.data, key)) {
      return this.#found({ ...existing, placed: false, duplicates: [] });
    }
    const found = await this.#after(() => search(this.#kind, this.#attempt), id);
    if (found !== undefined) return this.#found(found);
    const name = id === NO_ID ? 'the order' : `order ${id}`;
    return this.#giveUp({ id, reason: `but the service does not show ${name} with its key` });
  }

  /** The journal has the key of an order that reads differently; the service shows whether it really differs. */
  async #compare(): Promise<Ordered<Placed, Body> | undefined> {
    const found = await before(() => search(this.#kind, this.#attempt));
    if (found !== undefined) return found;
    if (this.#attempt.context.isJournalGiven) throw new OrderConflictError(undefined, this.#kind.request);
    return this.#free();
  }

  /**
   * An order that the journal knows was not found. With a journal of the caller's, that stays unknown until a person
   * decides. Without one, the key is free again, unless the service has certainly placed the order.
   */
  async #giveUp(facts: Pick<UnknownOrder, 'id' | 'reason'>): Promise<undefined> {
    if (this.#attempt.context.isJournalGiven || facts.id === NO_ID) throw this.#unknown(facts);
    return this.#free();
  }

  async #free(): Promise<undefined> {
    await this.#entry.failed();
    return undefined;
  }

  /** An order that this call did not place. An earlier try of ours, whose outcome was unknown, may have placed it. */
  async #found(ordered: Ordered<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { limits, journalKey } = this.#attempt;
    const { data } = ordered;
    await this.#entry.placed(this.#kind.idOf(data));
    await limits.budget?.settle(journalKey, this.#kind.priceOf(data), spentOn(this.#kind, data));
    return ordered;
  }

  /** Runs a search for an order that an earlier call has sent: when it fails, the outcome of that is still unknown. */
  async #after<Result>(step: () => Promise<Result>, id?: number): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!isRequesterError(error) || error instanceof OrderConflictError) throw error;
      throw this.#unknown({ id, cause: error, reason: `but the search for it failed (${error.name})` });
    }
  }

  #unknown(facts: Pick<UnknownOrder, 'id' | 'cause' | 'reason'>): OutcomeUnknownError {
    const { key, journalKey } = this.#attempt;
    return new OutcomeUnknownError({ key, journalKey, request: this.#kind.request, ...facts });
  }
}
