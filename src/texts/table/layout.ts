import type { JobPiece } from '../job.js';
import type { TextsOrder } from '../options.js';
import { comparable, fingerprintOf } from './fingerprint.js';
import { buildOrder } from './order.js';
import type { Table, TableRecord } from './table.js';

type State = Awaited<ReturnType<Table['stateOf']>>;

/** An order that holds texts of the job. */
export interface HeldOrder {
  readonly record: TableRecord;
  /** Whether the service has it, nobody has sent it, or it may have been placed. */
  readonly state: 'placed' | 'unsent' | 'unknown';
  /** What it holds, as indexes into the pieces of the job; -1 for a text that the job does not need from it. */
  readonly pieces: readonly number[];
}

/** Which orders hold the texts of one language. */
export interface LanguageLayout {
  readonly language: string;
  /** How many pieces of text the language needs. */
  readonly needed: number;
  /** The orders that the store has. */
  readonly held: readonly HeldOrder[];
  /** Orders of the store that nobody has sent, with texts that are needed beside texts that are not, or are in other orders. */
  readonly stale: readonly TableRecord[];
  /** Orders for the texts that no other order holds. They are not in the store yet. */
  readonly added: readonly HeldOrder[];
}

/** What a job needs, and how it is divided into orders. */
export interface JobNeeds {
  readonly order: TextsOrder;
  readonly pieces: readonly JobPiece[];
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
): Promise<readonly LanguageLayout[]> {
  const fingerprints = needs.pieces.map(({ body, note = '' }) =>
    fingerprintOf(JSON.stringify([note, comparable(body)])),
  );
  const known = await Promise.all(
    records.map(async (record): Promise<Known> => {
      return [record, record.placed === undefined ? await table.stateOf(record) : 'placed'];
    }),
  );
  const rank = (one: Known): number => rankOf(one, needs.kept);
  known.sort((one, other) => rank(one) - rank(other) || (one[0].key < other[0].key ? -1 : 1));
  return Promise.all(
    needs.order.to.map(async (language, index) => {
      const own = known.filter(([record]) => record.language === language);
      const needed = needs.needed[index] ?? [];
      const { held, stale, rest } = distribute(own, needed, fingerprints, needs.kept);
      const added = needs
        .pack(rest)
        .map((pieces) => newOrder(table, needs, { language, pieces, fingerprints }));
      return { language, needed: needed.length, held, stale, added: await Promise.all(added) };
    }),
  );
}

/** Orders that may have been sent, or that could not be withdrawn, come first: they keep their texts. */
function rankOf([{ placed, key }, state]: Known, kept: JobNeeds['kept']): number {
  if (placed !== undefined) return 0;
  return state === 'placed' || state === 'sent' || kept.has(key) ? 1 : 2;
}

/**
 * Leaves each order the needed pieces that no earlier one has. An order that nobody has sent is stale when an earlier one
 * has any of its texts: its process may be about to send it. Orders without any needed text are left out.
 */
function distribute(
  known: readonly Known[],
  needed: readonly number[],
  fingerprints: readonly string[],
  kept: JobNeeds['kept'],
) {
  const open = new Map(needed.map((piece) => [fingerprints[piece] ?? '', piece]));
  const wanted = new Set(open.keys());
  const held: HeldOrder[] = [];
  const stale: TableRecord[] = [];
  for (const [record, state] of known) {
    const pieces = record.holds.map((one) => open.get(one) ?? -1);
    if (state === 'withdrawn' || !record.holds.some((one) => wanted.has(one))) continue;
    const isUnsent = state === 'free' || state === 'claimed';
    // Also when all its texts are in other orders: whoever wrote it may be about to send it.
    if (isUnsent && pieces.includes(-1) && !kept.has(record.key)) stale.push(record);
    else if (pieces.some((piece) => piece >= 0)) {
      held.push({ record, pieces, state: isUnsent ? 'unsent' : state === 'sent' ? 'unknown' : 'placed' });
      for (const one of record.holds) open.delete(one);
    }
  }
  return { held, stale, rest: [...open.values()] };
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
  const record = { kind, holds, language, key, order: buildOrder(order, { key, language, pieces: sent }) };
  return { record, state: 'unsent', pieces: content.pieces };
}
