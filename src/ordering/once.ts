import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import { Deadline, pause } from '../core/http/deadline.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { type Begun, isUnseen } from '../stores/journal.js';
import { checkPrice, withinBudget } from './budget.js';
import { type Attempt, EarlierOrder } from './earlier-order.js';
import { keyChanged } from './errors.js';
import { JournalEntry } from './journal-entry.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { failAsNotSent, readIfThere, resolveDuplicates, search } from './search.js';
import { mayHaveBeenDone, SEARCH_INTERVALS, searchDespiteErrors } from './settle.js';

/** Milliseconds between two calls of the journal while another process has claimed the key. */
const CLAIM_CHECK_INTERVAL = 500;
/** Milliseconds. An order created this long before our request is not ours. We know the service's time to the second. */
const CLOCK_TOLERANCE = 2_000;

/** Another process has taken the claim, so nothing was sent. Used only within this file. */
class ClaimLost extends Error {}

/** Places one order, or finds out what became of it. The journal decides which. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #entry: JournalEntry;
  readonly #earlier: EarlierOrder<Order, Placed, Body, Quote>;
  /** When the order was sent, by the service's clock; undefined if the service has certainly not carried it out. */
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
    await this.#quoteBeforeClaim();
    for (;;) {
      const ordered = await this.#proceedFrom(await this.#entry.begin(this.#attempt.order));
      if (ordered !== undefined) return ordered;
    }
  }

  /** Takes the next step for the journal's state. Undefined when the journal must be asked again. */
  #proceedFrom(begun: Begun): Promise<Ordered<Placed, Body> | undefined> {
    switch (begun.state) {
      case 'claimed':
        return this.#placeClaimed(begun.claim);
      case 'busy':
        return this.#waitForClaim(begun.until);
      case 'sent':
        return this.#earlier.findSent(begun.at);
      case 'placed':
        return this.#earlier.readPlaced({ id: begun.id, isUnseen: isUnseen(begun) });
      case 'conflict':
        return this.#earlier.compare();
    }
  }

  /** Gets the quote before claiming the key, so that an order over `maxPoints` leaves no entry in the journal. */
  async #quoteBeforeClaim(): Promise<void> {
    const { limits, context, order, options } = this.#attempt;
    if (limits.maxPoints === undefined || !this.#canSkipSearch || context.journal.inspect === undefined)
      return;
    if ((await this.#entry.inspect()) !== undefined) return;
    this.#quote = await failAsNotSent(() => this.#kind.quote(order, options));
    checkPrice(this.#kind, this.#quote, limits.maxPoints);
  }

  /** `lookback: 0` with a durable journal means that the journal saw every order, so a search would find nothing. */
  get #canSkipSearch(): boolean {
    const { lookback, context } = this.#attempt;
    return lookback === 0 && context.journal.durable !== false;
  }

  async #waitForClaim(until: number): Promise<undefined> {
    // The price may change during the wait.
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
      const existing = this.#canSkipSearch
        ? undefined
        : await failAsNotSent(() => search(this.#kind, this.#attempt));
      if (existing !== undefined) return await this.#earlier.recordFound(existing);
      return await withinBudget(
        this.#kind,
        {
          ...limits,
          reservationKey: journalKey,
          isSent: () => this.#sentAt !== undefined,
          warn: context.warn,
        },
        async () => this.#quote ?? (await failAsNotSent(() => this.#kind.quote(order, options))),
        () => this.#send(claim),
        (ordered) => this.#checkForDuplicates(ordered),
      );
    } catch (error) {
      const isLost = error instanceof ClaimLost;
      const isCertainlyNotPlaced =
        this.#sentAt === undefined || (isRequesterError(error) && !mayHaveBeenDone(error));
      if (isCertainlyNotPlaced && !isLost) await this.#entry.failed(claim);
      if (isLost) return undefined;
      throw error;
    }
  }

  async #send(claim: string): Promise<Ordered<Placed, Body>> {
    const { order, options } = this.#attempt;
    options.signal?.throwIfAborted();
    let answer: WithResponse<Placed, Body>;
    try {
      answer = await this.#kind.place(order, options, this.#watch(claim), true);
    } catch (error) {
      if (!mayHaveBeenDone(error)) throw error;
      return this.#resolveUnknown(error);
    }
    return this.#recordAnswer(answer);
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

  /** Records the answer to our own order in the journal. */
  async #recordAnswer(answer: WithResponse<Placed, Body>): Promise<Ordered<Placed, Body>> {
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
    const cannotHaveDuplicates = context.journal.durable !== false && !context.mayResend;
    if (cannotHaveDuplicates || !this.#isAnswered) return ordered;
    return resolveDuplicates(this.#kind, this.#attempt, ordered, { warn: context.warn, onDuplicate });
  }

  /**
   * Searches for the order after an unknown outcome. The search goes on when it finds a different order with the same
   * key, from another process: our own order may still become visible.
   */
  async #resolveUnknown(cause: RequesterError): Promise<Ordered<Placed, Body>> {
    const { key, settle, options } = this.#attempt;
    const id = cause instanceof UnexpectedAnswerError ? cause.id : undefined;
    const isPlaced = cause.outcome === 'done';
    // Recorded before the search, since a search can be aborted.
    if (isPlaced) await this.#entry.placedUnseen(id);
    const found = await searchDespiteErrors(settle, SEARCH_INTERVALS, options.signal, async (signal) => {
      const orderOfId =
        id === undefined ? undefined : await readIfThere(this.#kind, id, { ...options, signal });
      if (orderOfId !== undefined && this.#kind.hasKey(orderOfId.data, key))
        return { ...orderOfId, duplicates: [] };
      return search(this.#kind, this.#attempt, signal);
    });
    if (found === undefined) {
      throw this.#earlier.unknownError({
        ...{ id, isPlaced, cause },
        reason: `and was not found within ${settle} ms (${cause.name})`,
      });
    }
    await this.#entry.placed(this.#kind.idOf(found.data));
    return { ...found, placed: this.#isOurs(found.data) };
  }

  /** False when the found order was created before ours was sent, so it is certainly not ours. */
  #isOurs(found: Placed): boolean {
    const sentAt = this.#sentAt ?? Number.NEGATIVE_INFINITY;
    return !(this.#kind.createdAt(found) < sentAt - CLOCK_TOLERANCE);
  }
}
