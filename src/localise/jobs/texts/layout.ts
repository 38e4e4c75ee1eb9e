import { type JobRecord, type OrderName, writeMemo } from '../engine/memory.js';
import type { JobLayout, KeptOrders, NeededOrder } from '../engine/run.js';
import { buildOrder } from './build-order.js';
import type { TextsOrder } from './options.js';
import type { TextsPlan } from './pieces/plan.js';

/** What a job needs, and how it is divided into orders. */
export interface JobNeeds extends TextsPlan {
  readonly order: TextsOrder;
  readonly pack: (pieces: readonly number[]) => readonly (readonly number[])[];
  readonly nameOrder: (language: string, holds: readonly string[]) => Promise<OrderName>;
}

/** Finds the orders that hold the texts of a job, and plans orders for the rest. Nothing is written or sent. */
export async function layOut(
  needs: JobNeeds,
  records: readonly JobRecord[],
  kept: KeptOrders,
): Promise<JobLayout> {
  const fingerprints = [...needs.indexes.keys()];
  const inRank = records.toSorted(
    (a, b) => rank(a, kept) - rank(b, kept) || (a.key < b.key ? -1 : 1), // the same in every process
  );
  const layouts = await Promise.all(
    needs.order.to.map(async (language, index): Promise<JobLayout> => {
      const own = inRank.filter((record) => record.language === language);
      const { held, stale, rest } = distribute(own, needs, needs.needed[index] ?? [], kept);
      const added = needs.pack(rest).map(async (pieces): Promise<NeededOrder> => {
        const holds = pieces.map((piece) => fingerprints[piece] ?? '');
        const name = await needs.nameOrder(language, holds);
        return withOrder({ record: { ...name, holds, state: 'new', text: undefined }, pieces }, needs);
      });
      const orders = [...held, ...(await Promise.all(added))];
      return { orders: orders.toSorted((a, b) => findFirst(a) - findFirst(b)), stale };
    }),
  );
  return { orders: layouts.flatMap(({ orders }) => orders), stale: layouts.flatMap(({ stale }) => stale) };
}

/** Orders that the service has come first, then those that may have been sent or could not be withdrawn: they keep their texts. */
function rank({ state, key }: JobRecord, kept: KeptOrders): number {
  if (state === 'placed') return 0;
  return state === 'unknown' || kept.has(key) ? 1 : 2;
}

const findFirst = ({ pieces }: NeededOrder): number => Math.min(...pieces.filter((piece) => piece >= 0));

/**
 * Leaves each order the needed pieces that no earlier one has. An order that nobody has sent is stale when it has others,
 * even if all its texts are in other orders: its process may be about to send it. Orders without any needed text are left out.
 */
function distribute(
  records: readonly JobRecord[],
  needs: JobNeeds,
  needed: readonly number[],
  kept: KeptOrders,
) {
  if (records.length === 0) return { held: [], stale: [], rest: needed };
  const wanted = new Set(needed);
  const open = new Set(needed);
  const held: NeededOrder[] = [];
  const stale: JobRecord[] = [];
  for (const record of records) {
    const { state, key } = record;
    const all = record.holds.map((fingerprint) => needs.indexes.get(fingerprint) ?? -1);
    const pieces = all.map((piece) => (open.has(piece) ? piece : -1));
    const isWanted = all.some((piece) => wanted.has(piece));
    if (state === 'withdrawn') stale.push(record);
    else if (state === 'unsent' && isWanted && pieces.includes(-1) && !kept.has(key)) stale.push(record);
    else if (pieces.some((piece) => piece >= 0)) {
      held.push(state === 'unsent' ? withOrder({ record, pieces }, needs) : { record, pieces });
      for (const piece of pieces) open.delete(piece);
    }
  }
  return { held, stale, rest: [...open] };
}

/** With the order as it is sent. The store has forgotten it when it was placed, and a person may have freed it since. */
function withOrder({ record, pieces }: NeededOrder, { order, pieces: all }: JobNeeds): NeededOrder {
  if (record.order !== undefined) return { record, pieces };
  const sent = pieces.flatMap((piece) => all[piece] ?? []);
  const whole = { ...record, order: buildOrder(order, { ...record, pieces: sent }) };
  return { record: { ...whole, outdated: record.text, text: writeMemo(whole) }, pieces };
}
