import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import { Deadline, pause } from '../core/http/deadline.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { type Begun, isUnseen } from '../stores/journal.js';
import { priceWithin, withinBudget } from './budget.js';
import { type Attempt, EarlierOrder } from './earlier-order.js';
import { keyChanged } from './errors.js';
import { JournalEntry } from './journal-entry.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent, readIfThere, resolveDuplicates, search } from './search.js';
import { mayHaveBeenDone, RHYTHM, searchDespiteErrors } from './settle.js';

/** Milliseconds between two calls of the journal while another process has claimed the key. */
const CLAIM_CHECK_INTERVAL = 500;
/** An order that is this much older than our request is not ours. The service's clock is known to the second. */
const CLOCK_TOLERANCE = 2_000;

/** Thrown when another process has taken the claim. Nothing was sent; callers of the library never get it. */
class ClaimLost extends Error {}

/** Places one order, or finds out what became of it. The journal decides which. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #entry: JournalEntry;
  readonly #earlier: EarlierOrder<Order, Placed, Body, Quote>;
  /** When the order was sent, by the service's clock; undefined while it certainly was not carried out. */
  #sentAt: number | undefined;
  /** Whether the service has answered our own order. */
  #isAnswered = false;
  /** The price, once it is known. */
  #quote: Quote | undefined;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    this.#kind = kind;
    this.#attempt = attempt;
    this.#entry = new JournalEntry(attempt.context, attempt.journalKey, kind.request);
    this.#earlier = new EarlierOrder(kind, attempt, this.#entry);
  }

  async place(): Promise<Ordered<Placed, Body>> {
    await this.#quoteUnclaimed();
    for (;;) {
      const ordered = await this.#continueFrom(await this.#entry.begin(this.#attempt.order));
      if (ordered !== undefined) return ordered;
    }
  }

  /** Continues from what the journal knows. Undefined when the journal has to be asked again. */
  #continueFrom(begun: Begun): Promise<Ordered<Placed, Body> | undefined> {
    switch (begun.state) {
      case 'claimed':
        return this.#placeClaimed(begun.claim);
      case 'busy':
        return this.#waitForClaim(begun.until);
      case 'sent':
        return this.#earlier.settle(begun.at);
      case 'placed':
        return this.#earlier.readPlaced({ id: begun.id, isUnseen: isUnseen(begun) });
      case 'conflict':
        return this.#earlier.compare();
    }
  }

  /** Asks for the price before the key is claimed, so that an order which is too expensive leaves nothing behind. */
  async #quoteUnclaimed(): Promise<void> {
    const { limits, context, order, options } = this.#attempt;
    if (limits.maxPoints === undefined || !this.#needsNoSearch || context.journal.inspect === undefined)
      return;
    if ((await this.#entry.known()) !== undefined) return;
    this.#quote = await failAsNotSent(() => this.#kind.quote(order, options));
    priceWithin(this.#kind, this.#quote, limits.maxPoints);
  }

  /** With a durable journal, `lookback: 0` says that it saw every order, so no search is needed. */
  get #needsNoSearch(): boolean {
    const { lookback, context } = this.#attempt;
    return lookback === 0 && context.journal.durable !== false;
  }

  async #waitForClaim(until: number): Promise<undefined> {
    // The price may change meanwhile.
    this.#quote = undefined;
    const deadline = new Deadline(Number.POSITIVE_INFINITY, this.#attempt.options.signal);
    try {
      await pause(Math.min(CLAIM_CHECK_INTERVAL, Math.max(1, until - Date.now())), deadline);
    } finally {
      deadline.dispose();
    }
  }

  /** Searches for the order, then places it. Undefined when the claim was lost before anything was sent. */
  async #placeClaimed(claim: string): Promise<Ordered<Placed, Body> | undefined> {
    const { limits, context, journalKey, order, options } = this.#attempt;
    try {
      const existing = this.#needsNoSearch
        ? undefined
        : await failAsNotSent(() => search(this.#kind, this.#attempt));
      if (existing !== undefined) return await this.#earlier.found(existing);
      return await withinBudget(
        this.#kind,
        { ...limits, slot: journalKey, isSent: () => this.#sentAt !== undefined, warn: context.warn },
        async () => this.#quote ?? (await failAsNotSent(() => this.#kind.quote(order, options))),
        () => this.#send(claim),
        (ordered) => this.#checkForDuplicates(ordered),
      );
    } catch (error) {
      const isLost = error instanceof ClaimLost;
      const isFree = this.#sentAt === undefined || (isRequesterError(error) && !mayHaveBeenDone(error));
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
      if (!mayHaveBeenDone(error)) throw error;
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
    if (!this.#kind.hasKey(answer.data, key)) {
      await this.#entry.placedUnseen(id);
      throw keyChanged(this.#kind, id, answer.response.status);
    }
    await this.#entry.placed(id);
    this.#isAnswered = true;
    return { ...answer, placed: true, duplicates: [] };
  }

  /** Checks for duplicates. Skipped with a durable journal, and right after a search. */
  async #checkForDuplicates(ordered: Ordered<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { context, onDuplicate } = this.#attempt;
    const isSafe = context.journal.durable !== false && !context.mayResend;
    if (isSafe || !this.#isAnswered) return ordered;
    return resolveDuplicates(this.#kind, this.#attempt, ordered, { warn: context.warn, onDuplicate });
  }

  /**
   * Searches for the order after an unknown outcome. Another process may have placed a different order with the same key
   * meanwhile. That does not end the search: our order may still become visible.
   */
  async #settle(cause: RequesterError): Promise<Ordered<Placed, Body>> {
    const { key, settle, options } = this.#attempt;
    const id = cause instanceof UnexpectedAnswerError ? cause.id : undefined;
    const isPlaced = cause.outcome === 'done';
    // Noted before the search, since that can be aborted.
    if (isPlaced) await this.#entry.placedUnseen(id);
    const found = await searchDespiteErrors(settle, RHYTHM, options.signal, async (signal) => {
      const named = id === undefined ? undefined : await readIfThere(this.#kind, id, { ...options, signal });
      if (named !== undefined && this.#kind.hasKey(named.data, key)) return { ...named, duplicates: [] };
      return search(this.#kind, this.#attempt, signal);
    });
    if (found === undefined) {
      throw this.#earlier.unknown({
        ...{ id, isPlaced, cause },
        reason: `and was not found within ${settle} ms (${cause.name})`,
      });
    }
    await this.#entry.placed(this.#kind.idOf(found.data));
    return { ...found, placed: this.#isOurs(found.data) };
  }

  /** False when the order is certainly not ours: it was there before ours was sent. */
  #isOurs(found: Placed): boolean {
    const sentAt = this.#sentAt ?? Number.NEGATIVE_INFINITY;
    return !(this.#kind.createdAt(found) < sentAt - CLOCK_TOLERANCE);
  }
}
