import { toFields } from '../../../base/kinds.js';
import { hashText } from '../../../base/texts.js';
import { type JobRecord, markMismatched, type OrderName, writeMemo } from '../engine/memory.js';
import { describeBadRecord } from '../engine/mismatch.js';
import { questionKey } from '../engine/order.js';
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

/**
 * Finds the orders that hold the texts of a job, and plans orders for the rest. Nothing is written or sent.
 *
 * @param records as `checkRecords` has marked them
 */
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

/**
 * Orders that the service has come first, the job's own before those of others; then those that may have been sent or could not
 * be withdrawn: they keep their texts. Records that do not fit come last: nobody knows what they hold.
 */
function rank(record: JobRecord, kept: KeptOrders): number {
  if (record.state === 'mismatched') return 4;
  if (record.state === 'placed') return record.isReused ? 1 : 0;
  return record.state === 'unknown' || kept.has(record.key) ? 2 : 3;
}

const findFirst = ({ pieces }: NeededOrder): number => Math.min(...pieces.filter((piece) => piece >= 0));

/**
 * Leaves each order the needed pieces that no earlier one has. An order that nobody has sent is stale when it has others,
 * even if all its texts are in other orders: its process may be about to send it. Orders without any needed text are left out.
 * A record that does not fit keeps back all that is left: what it holds may be paid already.
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
    if (state === 'mismatched') {
      if (open.size > 0) held.push({ record, pieces: [...open] });
      open.clear();
      continue;
    }
    const all = record.holds.map((fingerprint) => needs.indexes.get(fingerprint) ?? -1);
    const pieces = all.map((piece) => (open.has(piece) ? piece : -1));
    const isWanted = all.some((piece) => wanted.has(piece));
    if (state === 'withdrawn') stale.push(record);
    else if (state === 'unsent' && isWanted && pieces.includes(-1) && !kept.has(key)) stale.push(record);
    else if (pieces.some((piece) => piece >= 0)) {
      held.push(withOrder({ record, pieces }, needs));
      for (const piece of pieces) open.delete(piece);
    }
  }
  return { held, stale, rest: [...open] };
}

/**
 * With the order as it is sent: as the job would place it now. What the store has can be of another time, or somebody else's, and
 * may only be searched for. The store has forgotten it when it was placed, and a person may have freed it since.
 */
function withOrder({ record, pieces }: NeededOrder, { order, pieces: all }: JobNeeds): NeededOrder {
  const isOpen = record.state === 'unknown' || record.state === 'unsent' || record.state === 'new';
  const isKept = record.state === 'unsent' && pieces.includes(-1);
  if (!isOpen || isKept) return { record, pieces };
  const sent = pieces.flatMap((piece) => all[piece] ?? []);
  const asked = buildOrder(toKind(order, record), { ...record, pieces: sent });
  if (JSON.stringify(asked) === JSON.stringify(record.order)) return { record, pieces };
  // It may have been sent as it is written. What the store has forgotten was placed, so it is found by its key.
  if (record.state === 'unknown')
    return { record: { ...record, order: record.order ?? asked, isOnlySearched: true }, pieces };
  const whole = { ...record, order: asked };
  return { record: { ...whole, outdated: record.text, text: writeMemo(whole) }, pieces };
}

/** What is asked for, as an order of the kind of a record. Each kind has terms of its own. */
function toKind(order: TextsOrder, { kind: using }: Pick<JobRecord, 'kind'>): TextsOrder {
  const { using: asked = 'simple', terms: { organization_id } = {} } = order;
  return using === asked ? order : { ...order, using, terms: { organization_id } };
}

/** The most orders with the same texts that were withdrawn before this one. */
const MAX_AGAIN = 100;

/** Names an order by what it holds. @param again how many such orders were withdrawn before */
export const fingerprintOrder = (
  { kind, language }: Pick<JobRecord, 'kind' | 'language'>,
  holds: readonly string[],
  again = 0,
): string => hashText(JSON.stringify([kind, language, ...holds, ...(again === 0 ? [] : [again])]));

/** Marks the records that this job has not written. */
export const checkRecords = (records: readonly JobRecord[], needs: JobNeeds): readonly JobRecord[] =>
  records.map((record) => {
    const mismatch = findBadRecord(record, needs);
    return mismatch === undefined ? record : markMismatched(record, mismatch);
  });

/** Why a record is not one that this job has written; undefined when it may be. */
function findBadRecord(record: JobRecord, needs: JobNeeds): string | undefined {
  if (record.state === 'mismatched') return undefined;
  const { key, holds, order } = record;
  const isOwnName = (again: number): boolean => key.endsWith(`/${fingerprintOrder(record, holds, again)}`);
  if (!Array.from({ length: MAX_AGAIN }, (_, again) => again).some(isOwnName))
    return describeBadRecord(key, 'its key is not that of the texts that it holds');
  return order === undefined || isOrderOf(record, order, needs)
    ? undefined
    : describeBadRecord(key, 'it would send another order than that of its texts');
}

/** Whether an order is of the languages, the key and the texts of its record, whatever its instructions are. */
function isOrderOf(
  { key, language, kind, holds }: JobRecord,
  given: object,
  { order: { from }, indexes, pieces }: JobNeeds,
): boolean {
  const { language_id, translated_language_id, custom_field, question_bodies, questions } = toFields(given);
  const bodies = kind === 'simple' ? question_bodies : questions;
  if (language_id !== from || translated_language_id !== language || !Array.isArray(bodies)) return false;
  const isOwnKey = (at: number): boolean =>
    kind === 'simple' ? custom_field === key : toFields(bodies[at]).custom_field === questionKey(key, at);
  return (
    bodies.length === holds.length &&
    holds.every((held, at) => {
      const piece = pieces[indexes.get(held) ?? -1];
      return isOwnKey(at) && (piece === undefined || toFields(bodies[at]).body === piece.body);
    })
  );
}
