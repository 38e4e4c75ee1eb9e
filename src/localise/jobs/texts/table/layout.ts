import type { JobPiece } from '../job.js';
import type { TextsOrder } from '../options.js';
import { buildOrder } from './order.js';
import { type Table, type TableRecord, textOf } from './table.js';

type State = Awaited<ReturnType<Table['stateOf']>>;

/** An order that holds texts of the job. */
export interface HeldOrder {
  readonly record: TableRecord;
  /** Whether the store does not have it yet, nobody has sent it, it may have been placed, or the service has it. */
  readonly state: 'new' | 'unsent' | 'unknown' | 'placed';
  /** What it holds, as indexes into the pieces of the job; -1 for a text that the job does not need from it. */
  readonly pieces: readonly number[];
}

/** Which orders hold the texts of a job. */
export interface Layout {
  /** The orders that are to be collected, or placed. Each text is in one. */
  readonly orders: readonly HeldOrder[];
  /** Orders of the store to be withdrawn first: nobody has sent them, and they have texts that they should not have. */
  readonly stale: readonly TableRecord[];
}

/** What a job needs, and how it is divided into orders. */
export interface JobNeeds {
  readonly order: TextsOrder;
  readonly pieces: readonly JobPiece[];
  /** The index of each piece by its fingerprint, in the order of the pieces. */
  readonly indexes: ReadonlyMap<string, number>;
  /** For each language of the job, the pieces that it needs. */
  readonly needed: readonly (readonly number[])[];
  /** The keys of orders that this call could not withdraw: they keep their texts. */
  readonly kept: { has(key: string): boolean };
  /** Divides pieces into orders. */
  readonly pack: (pieces: readonly number[]) => readonly (readonly number[])[];
}

/** A record with the state of its order. */
type Known = readonly [record: TableRecord, state: State];

/** Finds the orders that hold the texts of a job, and plans orders for the rest. Nothing is written or sent. */
export async function layOut(
  table: Table,
  needs: JobNeeds,
  records: readonly TableRecord[],
): Promise<Layout> {
  const fingerprints = [...needs.indexes.keys()];
  const known = await Promise.all(
    records.map(async (record): Promise<Known> => {
      return [record, record.placed === undefined ? await table.stateOf(record) : 'placed'];
    }),
  );
  const rank = ([{ key }, state]: Known): number => rankOf(state, needs.kept.has(key));
  known.sort((one, other) => rank(one) - rank(other) || (one[0].key < other[0].key ? -1 : 1));
  const layouts = await Promise.all(
    needs.order.to.map(async (language, index): Promise<Layout> => {
      const own = known.filter(([record]) => record.language === language);
      const { held, stale, rest } = distribute(own, needs, needs.needed[index] ?? []);
      const added = needs
        .pack(rest)
        .map((pieces) => newOrder(table, needs, { language, pieces, fingerprints }));
      const orders = [...held, ...(await Promise.all(added))];
      return { orders: orders.toSorted((one, other) => firstOf(one) - firstOf(other)), stale };
    }),
  );
  return { orders: layouts.flatMap(({ orders }) => orders), stale: layouts.flatMap(({ stale }) => stale) };
}

/** Orders that the service has come first, then those that may have been sent or could not be withdrawn: they keep their texts. */
function rankOf(state: State, isKept: boolean): number {
  if (state === 'placed') return 0;
  return state === 'sent' || isKept ? 1 : 2;
}

const firstOf = ({ pieces }: HeldOrder): number => Math.min(...pieces.filter((piece) => piece >= 0));

/**
 * Leaves each order the needed pieces that no earlier one has. An order that nobody has sent is stale when it has others,
 * even if all its texts are in other orders: its process may be about to send it. Orders without any needed text are left out.
 */
function distribute(known: readonly Known[], { indexes, kept }: JobNeeds, needed: readonly number[]) {
  if (known.length === 0) return { held: [], stale: [], rest: needed };
  const wanted = new Set(needed);
  const open = new Set(needed);
  const held: HeldOrder[] = [];
  const stale: TableRecord[] = [];
  for (const [record, state] of known) {
    const all = record.holds.map((one) => indexes.get(one) ?? -1);
    const pieces = all.map((piece) => (open.has(piece) ? piece : -1));
    const isUnsent = state === 'free' || state === 'claimed';
    const isWanted = all.some((piece) => wanted.has(piece));
    if (state === 'withdrawn') stale.push(record);
    else if (isUnsent && isWanted && pieces.includes(-1) && !kept.has(record.key)) stale.push(record);
    else if (pieces.some((piece) => piece >= 0)) {
      held.push({ record, pieces, state: isUnsent ? 'unsent' : state === 'sent' ? 'unknown' : 'placed' });
      for (const piece of pieces) open.delete(piece);
    }
  }
  return { held, stale, rest: [...open] };
}

async function newOrder(
  table: Table,
  { order, pieces }: JobNeeds,
  content: {
    readonly language: string;
    readonly pieces: readonly number[];
    readonly fingerprints: readonly string[];
  },
): Promise<HeldOrder> {
  const { language } = content;
  const kind = order.using ?? 'simple';
  const holds = content.pieces.map((piece) => content.fingerprints[piece] ?? '');
  const key = await table.newKey(kind, language, holds);
  const sent = content.pieces.flatMap((piece) => pieces[piece] ?? []);
  const kept = { kind, holds, order: buildOrder(order, { key, language, pieces: sent }) };
  return { record: { ...kept, language, key, text: textOf(kept) }, state: 'new', pieces: content.pieces };
}
