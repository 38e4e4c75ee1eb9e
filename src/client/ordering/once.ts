import { isBrowser } from '#runtime';
import { ApiError } from '../core/errors/api-errors.js';
import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { WithResponse } from '../core/http/call.js';
import { CallStopped } from '../core/http/operation.js';
import type { Budget } from './budget.js';
import type { OrderContext } from './context.js';
import { makeConflictError, makeKeyChangedError, OrderConflictError } from './errors.js';
import { hasKey, type Ordered, type OrderKind } from './order-kind.js';
import {
  type ClaimedRecord,
  computeFingerprint,
  MAX_CLAIMS,
  makeClaimsLostError,
  OrderRecord,
  type PlacedRecord,
  type RecordState,
  type SentRecord,
} from './record.js';
import { RecordedOrder } from './recorded-order.js';
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
  /** The budget in which the call began. */
  readonly budget: Budget | undefined;
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
  readonly #recorded: RecordedOrder<Order, Placed, Quote>;
  readonly #fingerprint: string;
  readonly #waitBudget: WaitBudget;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    const { context, budget, recordKey, order, key, settle, options } = attempt;
    this.#kind = kind;
    this.#attempt = attempt;
    this.#record = new OrderRecord(context.store.within(options.timeout), recordKey);
    this.#recorded = new RecordedOrder({ kind, context, budget, record: this.#record, recordKey, key });
    this.#fingerprint = computeFingerprint(order);
    const waiting = { key, request: kind.request, warn: context.warn, signal: options.signal };
    this.#waitBudget = new WaitBudget(settle, waiting);
  }

  async place(): Promise<Ordered<Placed, Body>> {
    const { context, options } = this.#attempt;
    for (let claims = 0; claims < MAX_CLAIMS; ) {
      const { isOurs, state, ended } = await this.#record.begin(
        this.#fingerprint,
        context.service,
        options.signal,
      );
      if (ended !== undefined) await context.findBudget(ended)?.close(ended.claim);
      if (state.state === 'withdrawn') throw makeConflictError(undefined, this.#kind.request);
      let ordered: Ordered<Placed, Body> | undefined;
      if (state.state !== 'claimed') ordered = await this.#findOut(state);
      else if (isOurs) {
        claims += 1;
        ordered = await this.#placeClaimed(state);
      } else await this.#waitBudget.waitForClaim(state);
      if (ordered !== undefined) return ordered;
    }
    throw makeClaimsLostError();
  }

  /** Searches for the order, then places it. Undefined when the record must be read again. */
  async #placeClaimed(claimed: ClaimedRecord): Promise<Ordered<Placed, Body> | undefined> {
    const { maxPoints, context, order, key, options, lookback } = this.#attempt;
    let planned: RecordState | undefined = claimed;
    const attempt: { sent?: SentRecord | undefined } = {};
    let answer: WithResponse<Placed, Body>;
    try {
      // With `lookback: 0` the store has seen every order, so a search would find nothing.
      if (lookback > 0 || context.endsWithProcess) {
        const existing = await failAsNotSent(() => search(this.#kind, this.#attempt));
        if (existing !== undefined) {
          await this.#recorded.recordPlaced(claimed, existing.data);
          return existing;
        }
      }
      const quote = () => this.#kind.quote(order, options);
      planned = await this.#recorded.reserve(claimed, maxPoints, quote, options.signal);
      if (planned === undefined) return undefined;
      options.signal?.throwIfAborted();
      const watch = this.#recorded.watch(planned, (sent) => {
        attempt.sent = sent;
      });
      answer = await this.#kind.place(order, options, watch, true);
    } catch (error) {
      const record = planned ?? claimed;
      if (!(error instanceof CallStopped)) return this.#afterFailure(record, attempt.sent, error);
      // Another process has the claim now. The points of ours were reserved after it had released them.
      await context.findBudget(record)?.close(record.claim);
      return undefined;
    }

    // The order is placed. A store that fails from here on is a warning.
    const id = this.#kind.getId(answer.data);
    let ordered: Ordered<Placed, Body> = { ...answer, placed: true, duplicates: [] };
    const isFindable = hasKey(this.#kind, answer.data, key);
    this.#recorded.warnIfDearer(planned, answer.data);
    await this.#recorded.recordPlaced(planned, answer.data);
    // In a store that processes share, an order is sent once. A browser sends it again when a reused connection ends.
    if (isFindable && (context.endsWithProcess || isBrowser())) {
      ordered = await resolveDuplicates(this.#kind, this.#attempt, ordered, context.warn);
      if (this.#kind.getId(ordered.data) !== id) await this.#recorded.recordPlaced(planned, ordered.data);
    }
    if (!isFindable) throw makeKeyChangedError(this.#kind, id, answer.response.status);
    return ordered;
  }

  /**
   * Handles the failure of our own request. Undefined when the record must be read again.
   *
   * @param sent its record, if the service may have carried it out
   */
  async #afterFailure(
    planned: RecordState,
    sent: SentRecord | undefined,
    error: unknown,
  ): Promise<Ordered<Placed, Body> | undefined> {
    if (sent === undefined || (isRequesterError(error) && !mayHaveBeenDone(error))) {
      await this.#recorded.free(planned);
      throw error;
    }
    // An abort: the order may have been placed, and the next call finds out.
    if (!mayHaveBeenDone(error)) throw error;
    if (error.outcome !== 'done') return this.#findOut(sent, error);
    // Recorded before the search, since a search can be aborted.
    await this.#recorded.recordOrWarn(() => this.#record.markPlaced(sent));
    return this.#findOut({ ...sent, state: 'placed' }, error);
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
    const { settle, options } = this.#attempt;
    const isSentByOther = record.state === 'sent' && cause === undefined;
    const age = Math.max(0, (await this.#record.now()) - record.at);
    if (isSentByOther && age < SENDING_TIME && this.#waitBudget.hasTimeLeft) {
      await this.#waitBudget.pause();
      return undefined;
    }

    const sent: SentOrder = { record, isSame: record.fingerprint === this.#fingerprint, cause };
    // Until `settle` has passed, a lagging replica may not show the order, so it is searched for again and again.
    const searchTime = cause === undefined ? settle - age : settle;
    let found = await this.#waitBudget.spend((left) =>
      findWithin(Math.min(left, searchTime), SEARCH_INTERVALS, options.signal, async (signal) => {
        // Another call may have found out more.
        if (isSentByOther && !(await this.#record.replace(record))) return 'changed' as const;
        return (await this.#look(sent, age, signal)).found;
      }),
    );
    if (found === 'changed') return undefined;
    const hasSettled = (await this.#record.now()) - record.at >= settle;
    let failure: unknown;
    if (found === undefined) ({ found, failure } = await this.#look(sent, age, options.signal));
    if (found !== undefined) {
      await this.#recorded.recordPlaced(record, found.data);
      return { ...found, placed: cause !== undefined };
    }

    const conflict = failure instanceof OrderConflictError ? failure : undefined;
    if (failure !== undefined && conflict === undefined) {
      throw makeUnknownOutcome(this.#kind, this.#attempt, sent, failure);
    }
    if (cause !== undefined) {
      // What has the key and differs can be ours, in another form.
      if (record.state === 'sent' && isRefusal(cause) && hasSettled && conflict === undefined) {
        await this.#recorded.free(record);
        throw cause;
      }
      throw makeUnknownOutcome(this.#kind, this.#attempt, sent);
    }
    // Time frees no key: a person decides about an order that somebody else has sent.
    if (sent.isSame && conflict === undefined) throw makeUnknownOutcome(this.#kind, this.#attempt, sent);
    throw conflict ?? makeConflictError(undefined, this.#kind.request);
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
}

/**
 * Whether somebody has refused our request, perhaps not the service. A time-out, which can have the status of the attempt
 * before it, is no refusal.
 */
const isRefusal = (cause: RequesterError): boolean =>
  cause instanceof ApiError && String(cause.status).startsWith('4');
