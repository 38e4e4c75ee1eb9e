import { isBrowser } from '#runtime';
import { ApiError } from '../core/errors/api-errors.js';
import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { WithResponse } from '../core/http/call.js';
import { type AttemptWatch, CallStopped } from '../core/http/operation.js';
import { type Budget, countPoints, reservePoints } from './budget.js';
import type { OrderContext } from './context.js';
import { makeKeyChangedError, OrderConflictError } from './errors.js';
import type { Ordered, OrderKind } from './order-kind.js';
import {
  type ClaimedRecord,
  computeFingerprint,
  OrderRecord,
  type PlacedRecord,
  type RecordState,
  type SentRecord,
} from './record.js';
import { failAsNotSent, type OrderQuery, resolveDuplicates, search } from './search.js';
import { findSent, makeUnknownOutcome, type SentOrder } from './sent-order.js';
import { findWithin } from './settle.js';
import { WaitBudget } from './wait-budget.js';

/** Milliseconds after which an order that another call has sent is searched for: most are answered sooner. */
const SENDING_TIME = 2_000;
/** The pauses between searches for an order that was sent, in milliseconds. */
const SEARCH_INTERVALS = { interval: 250, maxInterval: 4_000 };
const HOUR = 3_600_000;

/** One call with `once`: the order, its keys, its options and limits. */
export interface Attempt<Order> extends OrderQuery<Order> {
  readonly recordKey: string;
  /** Milliseconds that the call waits in all, for other claims and for an order that was sent. */
  readonly settle: number;
  readonly maxPoints: number | undefined;
  readonly context: OrderContext;
}

/** What is known of our own order, under one claim. */
interface PendingOrder {
  readonly claim: string;
  readonly fingerprint: string;
  points?: number | undefined;
  /** Its record, while the service may have carried it out. */
  sent?: SentRecord | undefined;
}

/**
 * Places one order, or finds out what became of it. Its record decides which.
 *
 * @see docs/when-an-order-is-unclear.md, The states of an order
 */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #record: OrderRecord;
  readonly #fingerprint: string;
  readonly #budget: Budget | undefined;
  readonly #waitBudget: WaitBudget;
  /** When this call has first seen an order, by when it was sent. */
  readonly #seen: Record<number, number> = {};

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    const { context, recordKey, order, key, settle, options } = attempt;
    this.#kind = kind;
    this.#attempt = attempt;
    this.#record = new OrderRecord(context.store.within(options.timeout), recordKey);
    this.#fingerprint = computeFingerprint(order);
    this.#budget = context.budget;
    const waiting = { key, request: kind.request, warn: context.warn, signal: options.signal };
    this.#waitBudget = new WaitBudget(settle, waiting);
  }

  async place(): Promise<Ordered<Placed, Body>> {
    for (;;) {
      const { isOurs, state, ended } = await this.#record.begin(this.#fingerprint);
      if (state.state === 'withdrawn') throw new OrderConflictError(undefined, this.#kind.request);
      let ordered: Ordered<Placed, Body> | undefined;
      if (state.state !== 'claimed') ordered = await this.#findOut(state);
      else if (isOurs) ordered = await this.#placeClaimed(state, ended);
      else await this.#waitBudget.waitForClaim(state);
      if (ordered !== undefined) return ordered;
    }
  }

  /**
   * Searches for the order, then places it. Undefined when the record must be read again.
   *
   * @param ended the claim of another call that ours has replaced
   */
  async #placeClaimed(claimed: ClaimedRecord, ended?: string): Promise<Ordered<Placed, Body> | undefined> {
    const { maxPoints, context, order, key, options, lookback, recordKey } = this.#attempt;
    const { claim, fingerprint } = claimed;
    const pending: PendingOrder = { claim, fingerprint };
    const watch: AttemptWatch = {
      sending: async () => {
        pending.sent = await this.#record.send(claim, pending.points);
        return pending.sent === undefined ? 'stop' : 'send';
      },
      notCarriedOut: () => {
        pending.sent = undefined;
      },
    };
    let answer: WithResponse<Placed, Body>;
    try {
      if (ended !== undefined) await this.#budget?.release([ended]);
      // With `lookback: 0` the store has seen every order, so a search would find nothing.
      if (lookback > 0 || context.endsWithProcess) {
        const existing = await failAsNotSent(() => search(this.#kind, this.#attempt));
        if (existing !== undefined) return await this.#recordFound(existing, claimed);
      }
      const quote = () => this.#kind.quote(order, options);
      pending.points = await reservePoints(this.#kind, maxPoints, this.#budget, { claim, recordKey }, quote);
      options.signal?.throwIfAborted();
      answer = await this.#kind.place(order, options, watch, true);
    } catch (error) {
      if (!(error instanceof CallStopped)) return this.#afterFailure(pending, error);
      // Another process has the claim now. The points of ours were reserved after it had released them.
      await this.#free(claim);
      return undefined;
    }

    // The order is placed. A store that fails from here on is a warning.
    const id = this.#kind.getId(answer.data);
    await this.#recordOrWarn(() => this.#record.markPlaced(pending, id));
    let ordered: Ordered<Placed, Body> = { ...answer, placed: true, duplicates: [] };
    const hasKey = this.#kind.hasKey(answer.data, key);
    // In a store that processes share, an order is sent once. A browser sends it again when a reused connection ends.
    if (hasKey && (context.endsWithProcess || isBrowser())) {
      ordered = await resolveDuplicates(this.#kind, this.#attempt, ordered, context.warn);
      const kept = this.#kind.getId(ordered.data);
      if (kept !== id) await this.#recordOrWarn(() => this.#record.markPlaced(pending, kept));
    }
    const counted = { claim, quote: pending.points, placed: answer.data };
    await countPoints(this.#kind, this.#budget, counted, context.warn);
    if (!hasKey) throw makeKeyChangedError(this.#kind, id, answer.response.status);
    return ordered;
  }

  /** Handles the failure of our own request. Undefined when the record must be read again. */
  async #afterFailure(
    { claim, sent }: PendingOrder,
    error: unknown,
  ): Promise<Ordered<Placed, Body> | undefined> {
    if (sent === undefined || (isRequesterError(error) && !mayHaveBeenDone(error))) {
      await this.#free(claim);
      throw error;
    }
    // An abort: the order may have been placed, and the next call finds out.
    if (!mayHaveBeenDone(error)) throw error;
    // Recorded before the search, since a search can be aborted.
    if (error.outcome === 'done') {
      await this.#recordOrWarn(() => this.#record.markPlaced(sent));
      return this.#findOut({ ...sent, state: 'placed' }, error);
    }
    // A time-out can have the status of the attempt before it.
    if (!(error instanceof ApiError) || (error.status ?? 0) < 400) return this.#findOut(sent, error);
    const refused: SentRecord = { ...sent, isRefused: true };
    await this.#recordOrWarn(() => this.#record.replace(sent, refused));
    return this.#findOut(refused, error);
  }

  /**
   * Finds out what became of an order that was sent. Undefined when the record must be read again.
   *
   * @param cause the error of our own request; undefined when an earlier call or another process has sent the order
   */
  async #findOut(
    record: SentRecord | PlacedRecord,
    cause?: RequesterError,
  ): Promise<Ordered<Placed, Body> | undefined> {
    const { settle, context, options } = this.#attempt;
    const isSentByOther = record.state === 'sent' && cause === undefined;
    const searchTime = cause === undefined ? await this.#computeTimeLeft(record) : Number.POSITIVE_INFINITY;
    if (isSentByOther && settle - searchTime < SENDING_TIME && this.#waitBudget.hasTimeLeft) {
      await this.#waitBudget.pause();
      return undefined;
    }

    const sent: SentOrder = { record, isSame: record.fingerprint === this.#fingerprint, cause };
    const age = (await this.#record.now()) - record.at;
    // Until `settle` has passed, a lagging replica may not show the order, so it is searched for again and again.
    let found = await this.#waitBudget.spend((left) =>
      findWithin(Math.min(left, searchTime), SEARCH_INTERVALS, options.signal, async (signal) => {
        // Another call may have found out more.
        if (isSentByOther && !(await this.#record.replace(record))) return 'changed' as const;
        return (await this.#look(sent, age, signal)).found;
      }),
    );
    if (found === 'changed') return undefined;
    let failure: unknown;
    let isSettled = false;
    if (found === undefined) {
      // Without the time, nothing is decided. The error of the store would say that nothing was sent.
      const left = await this.#computeTimeLeft(record, cause).catch(() => Number.POSITIVE_INFINITY);
      isSettled = left <= 0;
      ({ found, failure } = await this.#look(sent, age, options.signal));
    }
    if (found !== undefined) {
      return { ...(await this.#recordFound(found, record)), placed: cause !== undefined };
    }

    const conflict = failure instanceof OrderConflictError ? failure : undefined;
    if (failure !== undefined && conflict === undefined) {
      throw makeUnknownOutcome(this.#kind, this.#attempt, sent, failure);
    }
    const isRefused = record.state === 'sent' && record.isRefused === true;
    const isPlacedUnseen = record.state === 'placed' && record.id === undefined;
    // Time frees the key of an order that is not there: one that somebody has refused, and in the process's own memory one of
    // an earlier call. For any other, a person decides.
    const isFreedByTime = isRefused || (cause === undefined && !isPlacedUnseen && context.endsWithProcess);
    // What has the key and differs can be ours, in another form.
    if (isSettled && conflict === undefined && isFreedByTime) {
      if (cause !== undefined) {
        await this.#free(record.claim);
        throw cause;
      }
      if (await this.#record.replace(record, null)) await this.#budget?.release([record.claim]);
      return undefined;
    }
    if (cause !== undefined || (sent.isSame && conflict === undefined)) {
      throw makeUnknownOutcome(this.#kind, this.#attempt, sent);
    }
    throw conflict ?? new OrderConflictError(undefined, this.#kind.request);
  }

  /**
   * Looks once for a sent order. The failure is that of the search, or the conflict with a different order that has the key.
   *
   * @param age milliseconds since it was sent
   * @throws OrderConflictError when a different order has the key, and what was sent was not our order either
   */
  async #look(sent: SentOrder, age: number, signal: AbortSignal | undefined) {
    const { options, lookback } = this.#attempt;
    const query = {
      ...this.#attempt,
      options: { ...options, signal },
      // An order of long ago: back to its time, in whole hours, which calls can share.
      lookback: Math.max(lookback, Math.ceil(age / HOUR + 1) * HOUR),
    };
    try {
      return { found: await findSent(this.#kind, query, sent), failure: undefined };
    } catch (failure) {
      if (options.signal?.aborted || (failure instanceof OrderConflictError && !sent.isSame)) throw failure;
      return { found: undefined, failure };
    }
  }

  /** Milliseconds until `settle` has passed since an order was sent; by the clock of another machine, since it was seen. */
  async #computeTimeLeft({ at }: SentRecord | PlacedRecord, cause?: RequesterError): Promise<number> {
    const { context, settle } = this.#attempt;
    const now = await this.#record.now(true);
    this.#seen[at] ??= now;
    const isSharedClock = cause !== undefined || context.store.hasClock;
    return settle - now + (isSharedClock ? at : this.#seen[at]);
  }

  /** Frees the key of our order, which was not sent or was refused. */
  #free(claim: string): Promise<void> {
    return this.#recordOrWarn(async () => {
      if (await this.#record.free(claim)) await this.#budget?.release([claim]);
    });
  }

  /** Records a found order, and counts it if points are reserved for its claim. */
  async #recordFound(ordered: Ordered<Placed, Body>, record: RecordState) {
    const id = this.#kind.getId(ordered.data);
    await this.#recordOrWarn(() => this.#record.markPlaced(record, id));
    const order = { kind: this.#kind.name, id };
    await this.#budget?.spend(record.claim, this.#kind.getPrice(ordered.data), order);
    return ordered;
  }

  /** Updates the record after the order was sent. A failure is a warning: the record as it is, is safe. */
  async #recordOrWarn(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch {
      const { key, context } = this.#attempt;
      context.warn('the store failed; an order was not recorded', { key });
    }
  }
}
