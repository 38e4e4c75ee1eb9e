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

/** Makes a function that divides pieces into orders within the limits, in their order. */
export function packer({ pieces, using, limits, description = '' }: Packing) {
  const most = using === 'simple' ? limits.bodies : limits.questions;
  const described = jsonBytes(description);
  // Each question of a project has the description.
  const overhead = PIECE_OVERHEAD[using] + (using === 'project' ? described : 0);
  const sizes = pieces.map(({ body, note = '' }) => overhead + jsonBytes(body) + jsonBytes(note));
  return (wanted: readonly number[]): number[][] => {
    const orders: number[][] = [];
    let size = 0;
    for (const piece of wanted) {
      const own = sizes[piece] ?? 0;
      const order = orders.at(-1);
      size += own;
      if (order !== undefined && order.length < most && size <= limits.bytes) order.push(piece);
      else {
        orders.push([piece]);
        size = ORDER_OVERHEAD + described + own;
      }
    }
    return orders;
  };
}
