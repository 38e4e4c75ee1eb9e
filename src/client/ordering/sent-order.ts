import { toFields } from '../../base/kinds.js';
import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import { OrderConflictError, OutcomeUnknownError } from './errors.js';
import type { Ordered, OrderKind } from './order-kind.js';
import type { PlacedRecord, SentRecord } from './record.js';
import { compareLanguages } from './same-order.js';
import { type OrderQuery, readIfThere, search } from './search.js';

/** An order that was sent, by this call or by an earlier one. */
export interface SentOrder {
  readonly record: SentRecord | PlacedRecord;
  /** Whether what was sent is the order that is asked for now. */
  readonly isSame: boolean;
  /** What our own request for it failed with; undefined when an earlier call has sent it. */
  readonly cause?: RequesterError | undefined;
}

/**
 * Reads the order by its id where that is known, and searches for it where that shows nothing.
 *
 * @throws OrderConflictError when a different order has the key
 */
export async function findSent<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
  sent: SentOrder,
): Promise<Ordered<Placed, Body> | undefined> {
  const { order, key, options } = query;
  const [recorded, id] = findIds(sent);
  const existing = id === undefined ? undefined : await readIfThere(() => kind.read(id, options));
  const isKept = existing !== undefined && (recorded !== undefined || kind.hasKey(existing.data, key));
  // The service was reset, and has given the id again.
  const isOther = compareLanguages(toFields(order), toFields(existing?.data)).length > 0;
  if (!isKept || (sent.isSame && isOther)) return search(kind, query);
  const differences = sent.isSame ? [] : await kind.compare(order, existing.data, options);
  if (differences.length > 0) throw new OrderConflictError(existing.data, kind.request, differences);
  return { ...existing, placed: false, duplicates: [] };
}

/** The recorded id of a sent order; or else that of an answer which could not be read, which may be wrong. */
function findIds({ record, cause }: SentOrder) {
  const recorded = record.state === 'placed' ? record.id : undefined;
  return [recorded, recorded ?? (cause instanceof UnexpectedAnswerError ? cause.id : undefined)] as const;
}

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
  const [, id] = isPlaced ? findIds(sent) : [];
  return new OutcomeUnknownError({ key, request, reason: explain(), id, isPlaced, cause, search });
}
