import { isRequesterError, type RequesterError, UnexpectedAnswerError } from '../core/errors/errors.js';
import { makeConflictError, makeOutcomeUnknownError, type OutcomeUnknownError } from './errors.js';
import { hasKey, type Ordered, type OrderKind } from './order-kind.js';
import { computeFingerprint, mayBeKey, type PlacedRecord, type SentRecord } from './record.js';
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
 * Reads the order by its id where that is known, and searches for it where that shows nothing. What is read is the order only
 * if it is as the service has shown it before, or if its key and content are those that are asked for: after a reset, a service
 * gives its ids again, and a store may have been used for another service.
 *
 * @throws OrderConflictError when a different order has the key
 */
export async function findSent<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  query: OrderQuery<Order>,
  sent: SentOrder,
): Promise<Ordered<Placed, Body> | undefined> {
  const { order, key, options } = query;
  const id = findId(sent);
  const existing = id === undefined ? undefined : await readIfThere(() => kind.read(id, options));
  if (existing === undefined) return search(kind, query);
  const { record, isSame } = sent;
  const isAsShown =
    record.state === 'placed' &&
    record.shown === computeFingerprint([kind.describe(existing.data)]) &&
    kind.readKeys(existing.data).some((shown) => mayBeKey(shown, key));
  const compared = isSame && isAsShown ? [] : await kind.compare(order, existing.data, options);
  // A person has named it, and has seen its key.
  const isNamed = record.state === 'placed' && record.shown === undefined;
  const differences = compared.filter(
    ({ path, asked, existing: shown }) =>
      !isNamed || !path.endsWith('custom_field') || !mayBeKey(shown, asked),
  );
  if (differences.length === 0) return { ...existing, placed: false, duplicates: [] };
  // The key is that of another order, which was placed with it.
  if (!isSame && (isAsShown || hasKey(kind, existing.data, key)))
    throw makeConflictError(existing.data, kind.request, differences);
  return search(kind, query);
}

/** The recorded id of a sent order; or else that of an answer which could not be read, which may be wrong. */
function findId({ record, cause }: SentOrder): number | undefined {
  const recorded = record.state === 'placed' ? record.id : undefined;
  return recorded ?? (cause instanceof UnexpectedAnswerError ? cause.id : undefined);
}

/** What was asked for. */
interface Asked {
  readonly key: string;
  readonly settle: number;
  readonly context: { readonly service: string };
}

export function makeUnknownOutcome(
  { request }: Pick<OrderKind<never, unknown, unknown, unknown>, 'request'>,
  { key, settle, context }: Asked,
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
    const elsewhere =
      record.service === context.service
        ? ''
        : `. Its record is of the service at ${record.service}: each service needs a store of its own`;
    return `but ${where} after an earlier call had sent it${elsewhere}`;
  };
  const id = isPlaced ? findId(sent) : undefined;
  return makeOutcomeUnknownError({ key, request, reason: explain(), id, isPlaced, cause, search });
}
