import type { Ordered, OrderKind } from './order-kind.js';
import type { Wanted } from './search.js';

/** What to do about orders that were placed twice. */
interface Handling {
  readonly warn: (message: string, fields: object) => void;
  readonly onDuplicate: 'report' | 'cancel';
}

/**
 * Looks once whether others placed the same order at the same time, or the runtime sent it twice. The oldest one is
 * the result. With `cancel`, our own one is cancelled when it is not the oldest. A failure here changes nothing: the
 * order is placed.
 */
export async function resolveDuplicates<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  { key, lookback, options }: Wanted<Order>,
  own: Ordered<Placed, Body>,
  { warn, onDuplicate }: Handling,
): Promise<Ordered<Placed, Body>> {
  const ownId = kind.idOf(own.data);
  let result = own;
  try {
    const ids = new Set([...(await kind.log.find(key, lookback, options.signal)), ownId]);
    const [oldest = ownId, ...others] = [...ids].sort((a, b) => a - b);
    if (others.length === 0) return own;
    result = { ...own, duplicates: [...ids].filter((id) => id !== ownId) };
    warn('the order was placed more than once', { kind: kind.name, ids: [oldest, ...others] });
    if (oldest === ownId) return result;
    const { data, body } = await kind.read(oldest, options);
    result = { ...own, data, body, duplicates: others };
    if (onDuplicate === 'cancel') {
      await kind.cancel(own.data, options);
      result = { ...result, placed: false };
    }
  } catch {
    warn('whether the order was placed more than once could not be found out, or not be undone', {
      kind: kind.name,
      id: ownId,
    });
  }
  return result;
}
