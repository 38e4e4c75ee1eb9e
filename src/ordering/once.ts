import { isRequesterError, type RequesterError } from '../core/errors/errors.js';
import type { WithResponse } from '../core/http/call.js';
import type { AttemptWatch } from '../core/http/operation.js';
import { timeOf } from '../stores/store.js';
import { asStoreError } from '../stores/store-error.js';
import { countPoints, type Limits, reservePoints } from './budget.js';
import type { OrderContext } from './context.js';
import { keyChanged, OrderConflictError } from './errors.js';
import type { OrderOptions } from './options.js';
import type { Ordered, OrderKind } from './order-kind.js';
import { Patience } from './patience.js';
import {
  type Claimed,
  fingerprintOf,
  OrderRecord,
  type Placed as PlacedRecord,
  type RecordState,
  type Sent,
} from './record.js';
import { failAsNotSent, type OrderQuery, resolveDuplicates, search } from './search.js';
import { findSent, type SentOrder, unknownOutcome } from './sent-order.js';
import { isDoubted, mayHaveBeenDone } from './settle.js';

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

/** What is known of our own order, under one claim. */
interface Flight<Placed, Body> {
  readonly claim: string;
  readonly fingerprint: string;
  /** The points that are reserved for it. */
  points?: number | undefined;
  /** Its record as it was written, while the service may have carried it out. */
  sent?: Sent | undefined;
  /** Whether the service has refused it, which may be wrong. */
  isRefused?: boolean;
  /** Found by a search after a refusal, before it was sent again. */
  found?: Ordered<Placed, Body> | undefined;
  /** Whether another process has taken the claim, so that nothing more is sent. */
  isLost?: boolean;
}

/** Places one order, or finds out what became of it. Its record decides which: see the tables in docs/paid-orders.md. */
export class Once<Order extends object, Placed, Body, Quote> {
  readonly #kind: OrderKind<Order, Placed, Body, Quote>;
  readonly #attempt: Attempt<Order>;
  readonly #record: OrderRecord;
  readonly #fingerprint: string;
  readonly #patience: Patience;

  constructor(kind: OrderKind<Order, Placed, Body, Quote>, attempt: Attempt<Order>) {
    const { context, recordKey, order, key, settle, options } = attempt;
    this.#kind = kind;
    this.#attempt = attempt;
    this.#record = new OrderRecord(context.store, recordKey);
    this.#fingerprint = fingerprintOf(order);
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
    const { isOurs, state, ended } = await this.#inStore(() => this.#record.begin(this.#fingerprint));
    if (state.state === 'withdrawn') throw new OrderConflictError(undefined, this.#kind.request);
    if (state.state !== 'claimed') return this.#findEarlier(state);
    if (isOurs) return this.#orderClaimed(state, ended);
    await this.#patience.waitForClaim(state);
    return undefined;
  }

  /** Searches for the order, then places it. Undefined when the claim was lost before anything was sent. */
  async #orderClaimed(claimed: Claimed, ended?: string): Promise<Ordered<Placed, Body> | undefined> {
    const { limits, context, order, options, lookback, recordKey } = this.#attempt;
    const { claim, fingerprint } = claimed;
    const flight: Flight<Placed, Body> = { claim, fingerprint };
    let answer: WithResponse<Placed, Body>;
    try {
      if (ended !== undefined) await this.#inStore(async () => limits.budget?.release([ended]));
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
      return this.#afterFailure(flight, error);
    }
    return this.#recordAnswer(flight, answer);
  }

  #watch(flight: Flight<Placed, Body>): AttemptWatch {
    return {
      sending: async () => {
        const sent = await this.#inStore(() => this.#record.send(flight.claim, flight.points));
        flight.isLost = sent === undefined;
        if (flight.isLost) throw new Error('Another process has the claim.');
        flight.sent = sent;
        flight.isRefused = false;
      },
      notCarriedOut: (error) => {
        flight.isRefused = isDoubted(error);
        if (!flight.isRefused) flight.sent = undefined;
      },
      repeating: async () => {
        if (flight.sent === undefined) return;
        flight.found = await failAsNotSent(() => search(this.#kind, this.#attempt));
        if (flight.found !== undefined) throw new Error('The order is there.');
      },
    };
  }

  /** Records the answer to our own order. */
  async #recordAnswer(
    flight: Flight<Placed, Body>,
    answer: WithResponse<Placed, Body>,
  ): Promise<Ordered<Placed, Body>> {
    const { context, key, limits, onDuplicate } = this.#attempt;
    const id = this.#kind.idOf(answer.data);
    await this.#keep(() => this.#record.placed(flight, id));
    let ordered: Ordered<Placed, Body> = { ...answer, placed: true, duplicates: [] };
    const hasKey = this.#kind.hasKey(answer.data, key);
    // In a store that processes share, an order is sent once, except by a browser that sends it again by itself.
    if (hasKey && (context.endsWithProcess || context.mayResend)) {
      ordered = await resolveDuplicates(this.#kind, this.#attempt, ordered, {
        warn: context.warn,
        onDuplicate,
      });
      const kept = this.#kind.idOf(ordered.data);
      if (kept !== id) await this.#keep(() => this.#record.placed(flight, kept));
    }
    const { budget } = limits;
    const { claim, points: quote } = flight;
    if (ordered.placed) {
      await countPoints(this.#kind, budget, { claim, quote, placed: answer.data }, context.warn);
    } else await budget?.unlessItFails(() => budget.release([claim]));
    if (!hasKey) throw keyChanged(this.#kind, id, answer.response.status);
    return ordered;
  }

  /** Goes on after our order was not answered with success. Undefined when the record must be read again. */
  async #afterFailure(
    { claim, sent, isRefused, found, isLost }: Flight<Placed, Body>,
    error: unknown,
  ): Promise<Ordered<Placed, Body> | undefined> {
    if (sent === undefined) {
      await this.#free(claim);
      if (isLost) return undefined;
      throw error;
    }
    if (found !== undefined) return this.#recordFound(found, sent);
    if (isLost) return undefined;
    if (isRefused || isDoubted(error)) return this.#afterRefusal(sent, error);
    if (mayHaveBeenDone(error)) return this.#afterUnknown(sent, error);
    // Only our own errors say that it was not carried out: another one may come from an abort.
    if (isRequesterError(error)) await this.#free(claim);
    throw error;
  }

  /** Searches once: gateways refuse orders that were carried out. */
  async #afterRefusal(sent: Sent, cause: unknown): Promise<Ordered<Placed, Body>> {
    const record: Sent = { ...sent, isRefused: true };
    // Whoever calls again needs one search then, if this one can't be made.
    await this.#keep(() => this.#record.replace(sent, record));
    if (!isRequesterError(cause)) throw cause;
    const order = { record, isSame: true, cause };
    const { found, failure } = await this.#findSent(order, 0);
    if (found !== undefined) return this.#recordFound(found, record);
    const isNotThere = failure === undefined || failure instanceof OrderConflictError;
    if (!isNotThere) throw unknownOutcome(this.#kind, this.#attempt, order, failure);
    await this.#free(sent.claim);
    throw failure ?? cause;
  }

  /** Searches for our order until patience ends, or until it is found. */
  async #afterUnknown(sent: Sent, cause: RequesterError): Promise<Ordered<Placed, Body>> {
    let record: Sent | PlacedRecord = sent;
    if (cause.outcome === 'done') {
      record = { ...sent, state: 'placed' };
      // Recorded before the search, since a search can be aborted.
      await this.#keep(() => this.#record.placed(sent));
    }
    const order = { record, isSame: true, cause };
    const { found, failure } = await this.#findSent(order, Number.POSITIVE_INFINITY);
    if (found === undefined) throw unknownOutcome(this.#kind, this.#attempt, order, failure);
    return { ...(await this.#recordFound(found, record)), placed: true };
  }

  /** Finds out what became of an order that an earlier call or another process sent. */
  async #findEarlier(record: Sent | PlacedRecord): Promise<Ordered<Placed, Body> | undefined> {
    const { context, settle } = this.#attempt;
    const isRefused = record.state === 'sent' && record.isRefused === true;
    const isUnseen = record.state === 'placed' && record.id === undefined;
    const order = { record, isSame: record.fingerprint === this.#fingerprint };
    const left = async () => record.at + settle - (await this.#inStore(() => timeOf(context.store)));
    const { found, failure } = await this.#findSent(order, isRefused ? 0 : await left());
    if (found !== undefined) return this.#recordFound(found, record);
    if (failure instanceof OrderConflictError) throw failure;
    if (failure !== undefined) throw unknownOutcome(this.#kind, this.#attempt, order, failure);
    if (isRefused || (context.endsWithProcess && !isUnseen && (await left()) <= 0)) {
      return this.#freeEarlier(record);
    }
    if (!order.isSame) throw new OrderConflictError(undefined, this.#kind.request);
    throw unknownOutcome(this.#kind, this.#attempt, order);
  }

  #findSent(order: SentOrder, ms: number) {
    return findSent(this.#kind, this.#attempt, order, { ms, patience: this.#patience });
  }

  /** Our order was not sent, or was refused. */
  #free(claim: string): Promise<void> {
    return this.#keep(async () => {
      const { budget } = this.#attempt.limits;
      if (await this.#record.free(claim)) await budget?.release([claim]);
    });
  }

  /** Frees the key of an order that was not found, unless its record has changed since. */
  #freeEarlier(record: RecordState): Promise<undefined> {
    return this.#inStore(async () => {
      const isFreed = await this.#record.replace(record, null);
      if (isFreed) await this.#attempt.limits.budget?.release([record.claim]);
      return undefined;
    });
  }

  /** Records a found order, and counts it if points are reserved for its claim. */
  async #recordFound(ordered: Ordered<Placed, Body>, record: RecordState) {
    const id = this.#kind.idOf(ordered.data);
    const isRecorded = record.state === 'placed' && record.id === id;
    if (!isRecorded) await this.#keep(() => this.#record.placed(record, id));
    const order = { kind: this.#kind.name, id };
    await this.#attempt.limits.budget?.spend(record.claim, this.#kind.priceOf(ordered.data), order);
    return ordered;
  }

  /** A step of the store before the order is sent. */
  #inStore<Result>(step: () => Promise<Result>): Promise<Result> {
    return asStoreError(this.#kind.request, step);
  }

  /** A step of the store after the order was sent. If it fails, the record stays as it is, which is safe. */
  async #keep(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch {
      const { key, context } = this.#attempt;
      context.warn('the store failed; the record of an order was not updated', { key });
    }
  }
}
