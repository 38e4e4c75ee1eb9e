import { toFields } from '../../base/kinds.js';
import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import { OrderConflictError, OutcomeUnknownError } from './errors.js';
import type { Ordered, OrderKind } from './order-kind.js';
import type { Patience } from './patience.js';
import type { Placed as PlacedRecord, Sent } from './record.js';
import { type OrderQuery, readIfThere, search } from './search.js';
import { findWithin } from './settle.js';

/** The pauses between searches for an order that was sent, in milliseconds. */
const SEARCH_INTERVALS = { interval: 250, maxInterval: 4_000 };

/** An order that was sent, by this call or by an earlier one. */
export interface SentOrder {
  readonly record: Sent | PlacedRecord;
  /** Whether what was sent is the order that is asked for now. */
  readonly isSame: boolean;
  /** What our own request for it failed with; undefined when an earlier call has sent it. */
  readonly cause?: RequesterError | undefined;
}

/** The result of a look: the order, nothing, or a failure. */
interface Look<Placed, Body> {
  readonly found?: Ordered<Placed, Body> | undefined;
  readonly failure?: unknown;
  /** Whether `settle` had passed before it. Until then, a lagging replica may not show the order. */
  readonly isSettled?: boolean;
  /** Whether the record must be read again. */
  readonly isChanged?: boolean;
}

/** How long to look for an order. */
interface Wait {
  readonly ms: number;
  readonly patience: Patience;
  readonly isSettled: () => Promise<boolean>;
  /** Whether another call has found out more. */
  readonly isChanged: () => Promise<boolean>;
}

/**
 * Looks for a sent order for some milliseconds, and once after them.
 *
 * @throws OrderConflictError when a different order has the key, and what was sent was not our order either
 */
export async function findSent<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
  sent: SentOrder,
  { ms, patience, isSettled, isChanged }: Wait,
): Promise<Look<Placed, Body>> {
  const { signal: caller } = query.options;
  const look = async (signal: AbortSignal | undefined): Promise<Look<Placed, Body>> => {
    try {
      return { found: await lookOnce(kind, { ...query, options: { ...query.options, signal } }, sent) };
    } catch (failure) {
      if (caller?.aborted || (failure instanceof OrderConflictError && !sent.isSame)) throw failure;
      return { failure };
    }
  };
  const seen = await patience.spend(async (left) => {
    const time = Math.min(left, ms);
    if (time <= 0) return undefined;
    return findWithin<Look<Placed, Body>>(time, SEARCH_INTERVALS, caller, async (signal) => {
      if (await isChanged()) return { isChanged: true };
      const seen = await look(signal);
      return seen.found && seen;
    });
  });
  if (seen !== undefined) return seen;
  const isPast = await isSettled();
  return { ...(await look(caller)), isSettled: isPast };
}

/** Reads the order by its id where that is known, and searches for it where that shows nothing. */
async function lookOnce<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
  sent: SentOrder,
): Promise<Ordered<Placed, Body> | undefined> {
  const { order, key, options } = query;
  const { id, isSure } = findId(sent);
  const existing = id === undefined ? undefined : await readIfThere(() => kind.read(id, options));
  const isKept = existing !== undefined && (isSure || kind.hasKey(existing.data, key));
  if (!isKept || (sent.isSame && hasOtherLanguages(order, existing.data))) return search(kind, query);
  const differences = sent.isSame ? [] : await kind.compare(order, existing.data, options);
  if (differences.length > 0) throw new OrderConflictError(existing.data, kind.request, differences);
  return { ...existing, placed: false, duplicates: [] };
}

/** Whether an order is not the one that was placed under its id: the service was reset, and has given the id again. */
function hasOtherLanguages(asked: unknown, existing: unknown): boolean {
  return LANGUAGES.some((name) => toFields(asked)[name] !== toFields(existing)[name]);
}

const LANGUAGES = ['language_id', 'translated_language_id'];

/** The id of a sent order. That of an answer which could not be read may be wrong. */
function findId({ record, cause }: SentOrder): {
  readonly id?: number | undefined;
  readonly isSure: boolean;
} {
  if (record.state === 'placed' && record.id !== undefined) return { id: record.id, isSure: true };
  return { id: cause instanceof UnexpectedAnswerError ? cause.id : undefined, isSure: false };
}

/** The error for an order that was sent and could not be found. */
export function makeUnknownOutcome(
  { request }: Pick<OrderKind<never, unknown, unknown, unknown>, 'request'>,
  { key, settle }: { readonly key: string; readonly settle: number },
  sent: SentOrder,
  failure?: unknown,
): OutcomeUnknownError {
  const { record, isSame, cause } = sent;
  const isPlaced = isSame && record.state === 'placed';
  const search = isRequesterError(failure) ? failure : undefined;
  const explain = (): string => {
    if (failure !== undefined) return `but the search for it failed${search ? ` (${search.name})` : ''}`;
    if (cause !== undefined) return `and was not found within ${settle} ms (${cause.name})`;
    const where = isPlaced ? 'the service does not show it' : `was not found within ${settle} ms`;
    return `but ${where} after an earlier call had sent it`;
  };
  const id = isPlaced ? findId(sent).id : undefined;
  return new OutcomeUnknownError({ key, request, reason: explain(), id, isPlaced, cause, search });
}
