import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import { Deadline, pause } from '../core/http/deadline.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { timeOf } from '../stores/store.js';
import { asStoreError } from '../stores/store-error.js';
import { countPoints, type Limits, reservePoints } from './budget.js';
import type { OrderContext } from './context.js';
import { keyChanged, OrderConflictError, OutcomeUnknownError, type UnknownOutcome } from './errors.js';
import type { OrderOptions } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { CLAIM_CHECK_INTERVAL, fingerprintOf, OrderRecord, type RecordState } from './record.js';
import { failAsNotSent, type OrderQuery, readIfThere, resolveDuplicates, search } from './search.js';
import { isDoubted, mayHaveBeenDone, SEARCH_INTERVALS, searchDespiteErrors, searchFor } from './settle.js';

/** Milliseconds of a wait for another process after which the logger hears of it. */
const SILENT_WAIT = 2_000;

/** One call with `once`: the order, its keys, its options and limits. */
export interface Attempt<Order> extends OrderQuery<Order> {
  /** The key of the order's record in the store. */
  readonly recordKey: string;
  /** Milliseconds that the call waits in all, for other claims and for an order that was sent. */
  readonly settle: number;
  readonly onDuplicate: OrderOptions['onDuplicate'];
  readonly limits: Limits;
  readonly context: OrderContext;
}

/** The id of a placed order, or the id that an answer named which could not be read. */
interface PlacedAs {
  readonly id?: number | undefined;
  readonly named?: number | undefined;
}

/** Another process has taken the claim, so nothing more was sent. Used only within this file. */
class ClaimLost extends Error {}

/** The order was found before it was sent again. Used only within this file. */
class FoundMeanwhile extends Error {
  readonly ordered: unknown;
  constructor(ordered: unknown) {
    super();
    this.ordered = ordered;
  }
}

/** Places one order, or finds out what became of it. Its record decides which: see the tables in docs/paid-orders.md. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #record: OrderRecord;
  readonly #fingerprint: string;
  /** Milliseconds that the call may still wait. */
  #patience: number;
  #hasWarned = false;
  /** Our claim. */
  #claim = '';
  #quoted: number | undefined;
  /** Whether the service may have carried out our order. */
  #isSent = false;
  /** A refusal of our order that may be wrong, until a search has shown that it was right. */
  #doubted: RequesterError | undefined;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    this.#kind = kind;
    this.#attempt = attempt;
    this.#record = new OrderRecord(attempt.context.store, attempt.recordKey);
    this.#fingerprint = fingerprintOf(attempt.order);
    this.#patience = attempt.settle;
  }

  async place(): Promise<Ordered<Placed, Body>> {
    for (;;) {
      const ordered = await this.#proceed();
      if (ordered !== undefined) return ordered;
    }
  }

  /** Takes the next step of the record. Undefined when it must be read again. */
  async #proceed(): Promise<Ordered<Placed, Body> | undefined> {
    const { isOurs, state, ended } = await this.#inStore(() => this.#record.begin(this.#fingerprint));
    if (state.state === 'withdrawn') throw new OrderConflictError(undefined, this.#kind.request);
    if (state.state !== 'claimed') return this.#findEarlier(state);
    return isOurs ? this.#orderClaimed(state.claim, ended) : this.#waitForClaim(state.until);
  }

  /** Searches for the order, then places it. Undefined when the claim was lost before anything was sent. */
  async #orderClaimed(claim: string, ended: string | undefined) {
    const { limits, context, order, options, lookback, recordKey } = this.#attempt;
    this.#claim = claim;
    this.#isSent = false;
    this.#doubted = undefined;
    try {
      if (ended !== undefined) await this.#inStore(async () => limits.budget?.release([ended]));
      // With `lookback: 0` the store has seen every order, so a search would find nothing.
      const isKnownToAll = lookback === 0 && !context.endsWithProcess;
      const existing = isKnownToAll
        ? undefined
        : await failAsNotSent(() => search(this.#kind, this.#attempt));
      if (existing !== undefined) return await this.#recordFound(existing, claim);
      this.#quoted = await reservePoints(this.#kind, limits, { claim, recordKey }, () =>
        failAsNotSent(() => this.#kind.quote(order, options)),
      );
      return await this.#send();
    } catch (error) {
      if (!this.#isSent) await this.#free();
      if (error instanceof ClaimLost) return undefined;
      throw error;
    }
  }

  /** Our order was not sent, or was refused. */
  #free(): Promise<void> {
    return this.#keep(async () => {
      const { budget } = this.#attempt.limits;
      if (await this.#record.free(this.#claim)) await budget?.release([this.#claim]);
    });
  }

  async #waitForClaim(until: number): Promise<undefined> {
    const { key, context, options, settle } = this.#attempt;
    if (this.#patience <= 0) {
      throw this.#unknown({
        reason: 'and another process has claimed its key without sending it until now',
      });
    }
    if (!this.#hasWarned && this.#patience <= settle - SILENT_WAIT) {
      this.#hasWarned = true;
      const message = 'waiting for another process, which is about to place this order';
      context.warn(message, { key, until: new Date(until).toISOString() });
    }
    const deadline = new Deadline(Number.POSITIVE_INFINITY, options.signal);
    try {
      await this.#patiently((left) => pause(Math.min(CLAIM_CHECK_INTERVAL, left), deadline));
    } finally {
      deadline.dispose();
    }
  }

  async #send(): Promise<Ordered<Placed, Body>> {
    const { order, options } = this.#attempt;
    options.signal?.throwIfAborted();
    let answer: WithResponse<Placed, Body>;
    try {
      answer = await this.#kind.place(order, options, this.#watch(), true);
    } catch (error) {
      return this.#afterFailure(error);
    }
    return this.#recordAnswer(answer);
  }

  #watch(): AttemptWatch {
    return {
      sending: async () => {
        const isOurs = await this.#inStore(() => this.#record.send(this.#claim, this.#quoted));
        if (!isOurs) throw new ClaimLost();
        this.#isSent = true;
        this.#doubted = undefined;
      },
      notCarriedOut: (error) => {
        if (isDoubted(error)) this.#doubted = error;
        else this.#isSent = false;
      },
      repeating: async () => {
        const found = this.#doubted === undefined ? undefined : await search(this.#kind, this.#attempt);
        if (found !== undefined) throw new FoundMeanwhile(found);
      },
    };
  }

  /** Records the answer to our own order. */
  async #recordAnswer(answer: WithResponse<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { context, key, limits, onDuplicate } = this.#attempt;
    const id = this.#kind.idOf(answer.data);
    await this.#recordPlaced(this.#claim, { id });
    let ordered: Ordered<Placed, Body> = { ...answer, placed: true, duplicates: [] };
    const hasKey = this.#kind.hasKey(answer.data, key);
    // In a store that processes share, an order is sent once, except by a browser that sends it again by itself.
    if (hasKey && (context.endsWithProcess || context.mayResend)) {
      ordered = await resolveDuplicates(this.#kind, this.#attempt, ordered, {
        warn: context.warn,
        onDuplicate,
      });
      const kept = this.#kind.idOf(ordered.data);
      if (kept !== id) await this.#recordPlaced(this.#claim, { id: kept });
    }
    const { budget } = limits;
    if (ordered.placed) {
      const counted = { claim: this.#claim, quote: this.#quoted, placed: answer.data };
      await countPoints(this.#kind, budget, counted, context.warn);
    } else await budget?.unlessItFails(() => budget.release([this.#claim]));
    if (!hasKey) throw keyChanged(this.#kind, id, answer.response.status);
    return ordered;
  }

  async #afterFailure(error: unknown): Promise<Ordered<Placed, Body>> {
    if (error instanceof FoundMeanwhile) {
      // Our own search has found it.
      return this.#recordFound(error.ordered as Ordered<Placed, Body>, this.#claim);
    }
    if (this.#doubted !== undefined || isDoubted(error)) return this.#afterRefusal(error);
    if (mayHaveBeenDone(error)) return this.#resolveUnknown(error);
    if (isRequesterError(error)) this.#isSent = false;
    throw error;
  }

  /** Searches once: gateways refuse orders that were carried out. */
  async #afterRefusal(error: unknown): Promise<Ordered<Placed, Body>> {
    // Whoever calls again needs one search then, if this one can't be made.
    await this.#keep(() => this.#record.refused(this.#claim));
    if (!isRequesterError(error)) throw error;
    try {
      const found = await this.#asUnknownOutcome(() => search(this.#kind, this.#attempt));
      if (found !== undefined) return await this.#recordFound(found, this.#claim);
    } catch (failure) {
      // Only another order has the key.
      if (failure instanceof OrderConflictError) this.#isSent = false;
      throw failure;
    }
    this.#isSent = false;
    throw error;
  }

  /** Searches for our own order after an unknown outcome. The search goes on when it finds a different order. */
  async #resolveUnknown(cause: RequesterError): Promise<Ordered<Placed, Body>> {
    const { settle, options } = this.#attempt;
    const isPlaced = cause.outcome === 'done';
    const named = isPlaced && cause instanceof UnexpectedAnswerError ? cause.id : undefined;
    // Recorded before the search, since a search can be aborted.
    if (isPlaced) await this.#recordPlaced(this.#claim, { named });
    const found = await this.#patiently((left) =>
      searchDespiteErrors(left, SEARCH_INTERVALS, options.signal, (signal) => this.#look({ named }, signal)),
    );
    if (found === undefined) {
      const reason = `and was not found within ${settle} ms (${cause.name})`;
      throw this.#unknown({ id: named, isPlaced, cause, reason });
    }
    return { ...(await this.#recordFound(found, this.#claim)), placed: true };
  }

  /** Finds out what became of an order that an earlier call or another process sent. */
  async #findEarlier(state: Exclude<RecordState, { state: 'claimed' | 'withdrawn' }>) {
    const { context, settle } = this.#attempt;
    const isSame = state.fingerprint === this.#fingerprint;
    const { id, named }: PlacedAs = state.state === 'placed' ? state : {};
    const isPlaced = state.state === 'placed';
    const isRefused = state.state === 'sent' && state.isRefused === true;
    const look = (signal?: AbortSignal) => this.#look({ id, named }, signal, isSame);
    const found = await this.#asUnknownOutcome(
      () => this.#searchUntil(isRefused ? 0 : state.at + settle, look),
      { id: id ?? named, isPlaced: isPlaced && isSame },
    );
    if (found !== undefined) return this.#recordFound(found, state.claim, id);
    const isUnseen = isPlaced && id === undefined;
    const isSettled = (await this.#now()) >= state.at + settle;
    if (isRefused || (context.endsWithProcess && !isUnseen && isSettled)) return this.#freeEarlier(state);
    if (!isSame) throw new OrderConflictError(undefined, this.#kind.request);
    const where = isPlaced ? 'but the service does not show it' : `but was not found within ${settle} ms`;
    throw this.#unknown({ id: id ?? named, isPlaced, reason: `${where} after an earlier call had sent it` });
  }

  /** Looks once: reads the order by its id where that is known, and searches for it where that shows nothing. */
  async #look({ id, named }: PlacedAs, signal: AbortSignal | undefined, isSame = true) {
    const { key } = this.#attempt;
    const options = { ...this.#attempt.options, signal };
    const read = id ?? named;
    const existing = read === undefined ? undefined : await readIfThere(() => this.#kind.read(read, options));
    // The id of an answer that could not be read is believed only if its order has the key.
    const isOurs = id !== undefined || (existing && this.#kind.hasKey(existing.data, key));
    if (existing === undefined || !isOurs) return search(this.#kind, this.#attempt, signal);
    if (!isSame) {
      const differences = await this.#kind.differences(this.#attempt.order, existing.data, options);
      if (differences.length > 0) {
        throw new OrderConflictError(existing.data, this.#kind.request, differences);
      }
    }
    return { ...existing, placed: false, duplicates: [] };
  }

  /** Looks until a time, and once after it. */
  async #searchUntil<Found>(time: number, look: (signal?: AbortSignal) => Promise<Found | undefined>) {
    const { signal } = this.#attempt.options;
    const now = await this.#now();
    const found = await this.#patiently((left) => {
      const ms = Math.min(left, time - now);
      return ms > 0 ? searchFor(ms, SEARCH_INTERVALS, signal, look) : Promise.resolve(undefined);
    });
    return found ?? look(signal);
  }

  /** Frees the key of an order that was not found, unless its record has changed since. */
  #freeEarlier(state: RecordState): Promise<undefined> {
    return this.#inStore(async () => {
      const isFreed = await this.#record.replace(state, null);
      if (isFreed) await this.#attempt.limits.budget?.release([state.claim]);
      return undefined;
    });
  }

  /** Records a found order, and counts it if points are reserved for its claim. */
  async #recordFound(ordered: Ordered<Placed, Body>, claim: string, known?: number) {
    const id = this.#kind.idOf(ordered.data);
    if (id !== known) await this.#recordPlaced(claim, { id });
    const order = { kind: this.#kind.name, id };
    await this.#attempt.limits.budget?.spend(claim, this.#kind.priceOf(ordered.data), order);
    return ordered;
  }

  #recordPlaced(claim: string, ids: PlacedAs): Promise<void> {
    const placed = { claim, fingerprint: this.#fingerprint, points: this.#quoted };
    return this.#keep(() => this.#record.placed(placed, ids));
  }

  /** Lets a step wait, and takes the time from what the call may still wait. */
  async #patiently<Result>(step: (left: number) => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await step(Math.max(0, this.#patience));
    } finally {
      this.#patience -= performance.now() - began;
    }
  }

  #unknown(facts: Omit<UnknownOutcome, 'key' | 'request'>): OutcomeUnknownError {
    return new OutcomeUnknownError({ key: this.#attempt.key, request: this.#kind.request, ...facts });
  }

  /** Runs a search for an order that was sent. If the search fails, the order's outcome stays unknown. */
  async #asUnknownOutcome<Result>(
    step: () => Promise<Result>,
    known: Pick<UnknownOutcome, 'id' | 'isPlaced'> = {},
  ): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      if (!isRequesterError(error) || error instanceof OrderConflictError) throw error;
      throw this.#unknown({ ...known, cause: error, reason: `but the search for it failed (${error.name})` });
    }
  }

  #now(): Promise<number> {
    return this.#inStore(() => timeOf(this.#attempt.context.store));
  }

  /** A step of the store before the order is sent. */
  #inStore<Result>(step: () => Promise<Result>): Promise<Result> {
    return asStoreError(this.#kind.request, step);
  }

  /** A step of the store after the order was sent. If it fails, the record stays as it is, which is safe. */
  async #keep(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch {
      const { key, context } = this.#attempt;
      context.warn('the store failed; the record of an order was not updated', { key });
    }
  }
}
