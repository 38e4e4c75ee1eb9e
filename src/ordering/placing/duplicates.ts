import type { OrderOptions } from '../options.js';
import type { Ordered, OrderKind } from '../order-kind.js';
import { ordersWith, type Wanted } from '../searching/search.js';

/** What to do about orders that were placed twice. */
interface Handling {
  readonly warn: (message: string, fields: object) => void;
  readonly onDuplicate: OrderOptions['onDuplicate'];
}

/**
 * Looks once whether others placed the same order at the same time, or the runtime sent it twice. The oldest one is
 * the result. With `cancel`, our own one is cancelled when it is not the oldest. A failure here changes nothing: the
 * order is placed.
 */
export async function resolveDuplicates<Order, Placed, Body, Quote>(
  kind: OrderKind<Order, Placed, Body, Quote>,
  wanted: Wanted<Order>,
  own: Ordered<Placed, Body>,
  { warn, onDuplicate }: Handling,
): Promise<Ordered<Placed, Body>> {
  const ownId = kind.idOf(own.data);
  let result = own;
  try {
    const { same } = await ordersWith(kind, wanted, ownId);
    const [oldest] = same;
    if (oldest === undefined) return own;
    const duplicates = same.map(({ data }) => kind.idOf(data));
    const [oldestId = ownId, ...others] = [...duplicates, ownId].sort((a, b) => a - b);
    warn('the order was placed more than once', { kind: kind.name, ids: [oldestId, ...others] });
    if (oldestId === ownId) return { ...own, duplicates };
    result = { ...own, data: oldest.data, body: oldest.body, duplicates: others };
    if (onDuplicate === 'cancel') {
      await kind.cancel(own.data, wanted.options);
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
