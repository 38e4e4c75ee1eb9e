import { ApiError } from '../core/errors/api-errors.js';
import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import { mayHaveBeenDone } from '../core/errors/judge-write.js';
import type { WithResponse } from '../core/http/call.js';
import { type AttemptWatch, CallStopped } from '../core/http/operation.js';
import { countPoints, type Limits, reservePoints } from './budget.js';
import type { OrderContext } from './context.js';
import { HOUR } from './defaults.js';
import { makeKeyChangedError, OrderConflictError } from './errors.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { Patience } from './patience.js';
import {
  type Claimed,
  computeFingerprint,
  OrderRecord,
  type Placed as PlacedRecord,
  type RecordState,
  type Sent,
} from './record.js';
import { failAsNotSent, type OrderQuery, resolveDuplicates, search } from './search.js';
import { findSent, makeUnknownOutcome, type SentOrder } from './sent-order.js';

/** Milliseconds after which an order that another call has sent is searched for: most are answered sooner. */
const SENDING_TIME = 2_000;

/** One call with `once`: the order, its keys, its options and limits. */
export interface Attempt<Order> extends OrderQuery<Order> {
  /** The key of the order's record in the store. */
  readonly recordKey: string;
  /** Milliseconds that the call waits in all, for other claims and for an order that was sent. */
  readonly settle: number;
  readonly limits: Limits;
  readonly context: OrderContext;
}

/** What is known of our own order, under one claim. */
interface Flight {
  readonly claim: string;
  readonly fingerprint: string;
  /** The points that are reserved for it. */
  points?: number | undefined;
  /** Its record, while the service may have carried it out. */
  sent?: Sent | undefined;
}

/** Places one order, or finds out what became of it. Its record decides which: see the tables in docs/paid-orders.md. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #record: OrderRecord;
  readonly #fingerprint: string;
  readonly #patience: Patience;
  /** When this call has first seen an order, by when it was sent. */
  readonly #seen: Record<number, number> = {};

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    const { context, recordKey, order, key, settle, options } = attempt;
    this.#kind = kind;
    this.#attempt = attempt;
    this.#record = new OrderRecord(context.store.within(options.timeout), recordKey);
    this.#fingerprint = computeFingerprint(order);
    const waiting = { key, request: kind.request, warn: context.warn, signal: options.signal };
    this.#patience = new Patience(settle, waiting);
  }

  async place(): Promise<Ordered<Placed, Body>> {
    for (;;) {
      const ordered = await this.#proceed();
      if (ordered !== undefined) return ordered;
    }
  }

  /** Takes the next step of the record. Undefined when it must be read again. */
  async #proceed(): Promise<Ordered<Placed, Body> | undefined> {
    const { isOurs, state, ended } = await this.#record.begin(this.#fingerprint);
    if (state.state === 'withdrawn') throw new OrderConflictError(undefined, this.#kind.request);
    if (state.state !== 'claimed') return this.#findOut(state);
    if (isOurs) return this.#orderClaimed(state, ended);
    await this.#patience.waitForClaim(state);
    return undefined;
  }

  /** Searches for the order, then places it. Undefined when the claim was lost before anything was sent. */
  async #orderClaimed(claimed: Claimed, ended?: string): Promise<Ordered<Placed, Body> | undefined> {
    const { limits, context, order, options, lookback, recordKey } = this.#attempt;
    const { claim, fingerprint } = claimed;
    const flight: Flight = { claim, fingerprint };
    let answer: WithResponse<Placed, Body>;
    try {
      if (ended !== undefined) await limits.budget?.release([ended]);
      // With `lookback: 0` the store has seen every order, so a search would find nothing.
      if (lookback > 0 || context.endsWithProcess) {
        const existing = await failAsNotSent(() => search(this.#kind, this.#attempt));
        if (existing !== undefined) return await this.#recordFound(existing, claimed);
      }
      flight.points = await reservePoints(this.#kind, limits, { claim, recordKey }, () =>
        failAsNotSent(() => this.#kind.quote(order, options)),
      );
      options.signal?.throwIfAborted();
      answer = await this.#kind.place(order, options, this.#watch(flight), true);
    } catch (error) {
      if (!(error instanceof CallStopped)) return this.#afterFailure(flight, error);
      // Another process has the claim now. The points of ours were reserved after it had released them.
      await this.#free(claim);
      return undefined;
    }
    return this.#recordAnswer(flight, answer);
  }

  #watch(flight: Flight): AttemptWatch {
    return {
      sending: async () => {
        flight.sent = await this.#record.send(flight.claim, flight.points);
        return flight.sent === undefined ? 'stop' : 'send';
      },
      notCarriedOut: () => {
        flight.sent = undefined;
      },
    };
  }

  /** Records the answer to our own order. */
  async #recordAnswer(flight: Flight, answer: WithResponse<Placed, Body>): Promise<Ordered<Placed, Body>> {
    const { context, key, limits } = this.#attempt;
    const id = this.#kind.getId(answer.data);
    await this.#recordOrWarn(() => this.#record.markPlaced(flight, id));
    let ordered: Ordered<Placed, Body> = { ...answer, placed: true, duplicates: [] };
    const hasKey = this.#kind.hasKey(answer.data, key);
    // In a store that processes share, an order is sent once, except by a browser that sends it again by itself.
    if (hasKey && (context.endsWithProcess || context.mayResend)) {
      ordered = await resolveDuplicates(this.#kind, this.#attempt, ordered, context.warn);
      const kept = this.#kind.getId(ordered.data);
      if (kept !== id) await this.#recordOrWarn(() => this.#record.markPlaced(flight, kept));
    }
    const { claim, points: quote } = flight;
    await countPoints(this.#kind, limits.budget, { claim, quote, placed: answer.data }, context.warn);
    if (!hasKey) throw makeKeyChangedError(this.#kind, id, answer.response.status);
    return ordered;
  }

  /** Handles the failure of our own request. Undefined when the record must be read again. */
  async #afterFailure({ claim, sent }: Flight, error: unknown): Promise<Ordered<Placed, Body> | undefined> {
    if (sent === undefined || (isRequesterError(error) && !mayHaveBeenDone(error))) {
      await this.#free(claim);
      throw error;
    }
    if (!mayHaveBeenDone(error)) throw error;
    // Recorded before the search, since a search can be aborted.
    if (error.outcome === 'done') {
      await this.#recordOrWarn(() => this.#record.markPlaced(sent));
      return this.#findOut({ ...sent, state: 'placed' }, error);
    }
    // A time-out can have the status of the attempt before it.
    if (!(error instanceof ApiError) || (error.status ?? 0) < 400) return this.#findOut(sent, error);
    const refused: Sent = { ...sent, isRefused: true };
    await this.#recordOrWarn(() => this.#record.replace(sent, refused));
    return this.#findOut(refused, error);
  }

  /**
   * Finds out what became of an order that was sent. Undefined when the record must be read again.
   *
   * @param cause the error of our own request; undefined when an earlier call or another process has sent the order
   */
  async #findOut(
    record: Sent | PlacedRecord,
    cause?: RequesterError,
  ): Promise<Ordered<Placed, Body> | undefined> {
    const order = { record, isSame: record.fingerprint === this.#fingerprint, cause };
    const ms = cause === undefined ? await this.#computeTimeLeft(record) : Number.POSITIVE_INFINITY;
    const isSentByOther = record.state === 'sent' && cause === undefined;
    if (isSentByOther && this.#attempt.settle - ms < SENDING_TIME && this.#patience.isLeft) {
      await this.#patience.pause();
      return undefined;
    }
    const isChanged = async (): Promise<boolean> => isSentByOther && !(await this.#record.replace(record));
    // Without the time, nothing is decided. The error of the store would say that nothing was sent.
    const isSettled = (): Promise<boolean> =>
      this.#computeTimeLeft(record, cause).then(
        (ms) => ms <= 0,
        () => false,
      );
    const wait = { ms, isSettled, isChanged, patience: this.#patience };
    // An order of long ago: back to its time, in whole hours, which calls can share.
    const age = (await this.#record.now()) - record.at;
    const lookback = Math.max(this.#attempt.lookback, Math.ceil(age / HOUR + 1) * HOUR);
    const look = await findSent(this.#kind, { ...this.#attempt, lookback }, order, wait);
    const { found, failure } = look;
    if (look.isChanged) return undefined;
    if (found) return { ...(await this.#recordFound(found, record)), placed: cause !== undefined };
    const conflict = failure instanceof OrderConflictError ? failure : undefined;
    if (failure !== undefined && conflict === undefined) {
      throw makeUnknownOutcome(this.#kind, this.#attempt, order, failure);
    }
    // What has the key and differs can be ours, in another form.
    if (look.isSettled && conflict === undefined && this.#isFreedByTime(order)) {
      await (cause === undefined ? this.#freeEarlier(record) : this.#free(record.claim));
      if (cause !== undefined) throw cause;
      return undefined;
    }
    if (cause !== undefined || (order.isSame && conflict === undefined)) {
      throw makeUnknownOutcome(this.#kind, this.#attempt, order);
    }
    throw conflict ?? new OrderConflictError(undefined, this.#kind.request);
  }

  /**
   * Whether time frees the key of an order that is not there: one that somebody has refused, and in the process's own
   * memory one of an earlier call. For any other, a person decides.
   */
  #isFreedByTime({ record, cause }: SentOrder): boolean {
    if (record.state === 'sent' && record.isRefused) return true;
    const isSeen = record.state === 'sent' || record.id !== undefined;
    return cause === undefined && isSeen && this.#attempt.context.endsWithProcess;
  }

  /** Milliseconds until `settle` has passed since an order was sent; by the clock of another machine, since it was seen. */
  async #computeTimeLeft({ at }: Sent | PlacedRecord, cause?: RequesterError): Promise<number> {
    const { context, settle } = this.#attempt;
    const now = await this.#record.now(true);
    this.#seen[at] ??= now;
    const isSharedClock = cause !== undefined || context.store.hasClock;
    return settle - now + (isSharedClock ? at : this.#seen[at]);
  }

  /** Frees the key of our order, which was not sent or was refused. */
  #free(claim: string): Promise<void> {
    return this.#recordOrWarn(async () => {
      const { budget } = this.#attempt.limits;
      if (await this.#record.free(claim)) await budget?.release([claim]);
    });
  }

  /** Frees the key of an order that was not found, unless its record has changed since. */
  async #freeEarlier(record: RecordState): Promise<void> {
    const { budget } = this.#attempt.limits;
    if (await this.#record.replace(record, null)) await budget?.release([record.claim]);
  }

  /** Records a found order, and counts it if points are reserved for its claim. */
  async #recordFound(ordered: Ordered<Placed, Body>, record: RecordState) {
    const id = this.#kind.getId(ordered.data);
    await this.#recordOrWarn(() => this.#record.markPlaced(record, id));
    const order = { kind: this.#kind.name, id };
    await this.#attempt.limits.budget?.spend(record.claim, this.#kind.getPrice(ordered.data), order);
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
