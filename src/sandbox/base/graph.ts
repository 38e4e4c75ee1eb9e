/** A graph of records as JSON: a list of records, the root first. `[3]` in a record refers to the record at index 3. */
export type PackedGraph = readonly unknown[];

/** Packs a graph, which may have cycles. What two records share is shared in the unpacked graph too. */
export function packGraph(root: object): PackedGraph {
  const indexes = new Map<object, number>([[root, 0]]);
  const found = [root];
  const packValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    let index = indexes.get(value);
    if (index === undefined) {
      index = found.push(value) - 1;
      indexes.set(value, index);
    }
    return [index];
  };
  const packed: unknown[] = [];
  // The loop also walks the records that are added on the way.
  for (const record of found) packed.push(mapValues(record, packValue));
  return packed;
}

/** @throws TypeError when the list was not made by `packGraph` */
export function unpackGraph(packed: PackedGraph): unknown {
  const records = packed.map((record): object => {
    if (typeof record !== 'object' || record === null) throw refuseBroken();
    return Array.isArray(record) ? [] : {};
  });
  const unpackValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const record = Array.isArray(value) && value.length === 1 ? records[Number(value[0])] : undefined;
    if (record === undefined) throw refuseBroken();
    return record;
  };
  packed.forEach((record, index) => {
    // Both casts hold: the loop above checked that every entry is an object, and made a record for it.
    Object.assign(records[index] as object, mapValues(record as object, unpackValue));
  });
  if (records[0] === undefined) throw refuseBroken();
  return records[0];
}

function mapValues(record: object, change: (value: unknown) => unknown): object {
  if (Array.isArray(record)) return record.map(change);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function refuseBroken(): TypeError {
  return new TypeError('A reference leads nowhere.');
}
