import type { JobPiece } from '../job.js';
import { type Limits, ORDER_OVERHEAD } from './plan.js';
import { jsonBytes } from './splitting.js';

/** Bytes of a text of an order beside itself: names of fields, the number of its note, its key. */
const PIECE_OVERHEAD = { simple: 32, project: 512 };

/** What the packing of orders goes by. */
interface Packing {
  readonly pieces: readonly JobPiece[];
  readonly using: 'simple' | 'project';
  readonly limits: Limits;
  readonly description: string | undefined;
}

/** Divides pieces into orders within the limits, in their order. */
export function pack(
  wanted: readonly number[],
  { pieces, using, limits, description = '' }: Packing,
): number[][] {
  const most = using === 'simple' ? limits.bodies : limits.questions;
  const shared = ORDER_OVERHEAD + jsonBytes(description);
  const orders: number[][] = [];
  let size = 0;
  for (const piece of wanted) {
    const { body = '', note = '' } = pieces[piece] ?? {};
    const own = PIECE_OVERHEAD[using] + jsonBytes(body) + jsonBytes(note);
    const extra = using === 'project' ? jsonBytes(description) : 0;
    const order = orders.at(-1);
    size += own + extra;
    if (order !== undefined && order.length < most && size <= limits.bytes) order.push(piece);
    else {
      orders.push([piece]);
      size = shared + own + extra;
    }
  }
  return orders;
}
