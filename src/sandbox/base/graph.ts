/**
 * Records that point at each other, as JSON: a list of them in which a pointer is the place in the list, in brackets.
 * The first one is where everything begins.
 */
export type PackedGraph = readonly unknown[];

/** Records may point at each other in circles. What two records share is shared in the copy too. */
export function packGraph(root: object): PackedGraph {
  const places = new Map<object, number>([[root, 0]]);
  const found = [root];
  const packValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    let place = places.get(value);
    if (place === undefined) {
      place = found.push(value) - 1;
      places.set(value, place);
    }
    return [place];
  };
  const packed: unknown[] = [];
  // The list grows while it is walked.
  for (const record of found) packed.push(mapValues(record, packValue));
  return packed;
}

/** @throws TypeError when the list was not made by `packGraph` */
export function unpackGraph(packed: PackedGraph): unknown {
  const records = packed.map((record): object => {
    if (typeof record !== 'object' || record === null) throw broken();
    return Array.isArray(record) ? [] : {};
  });
  const unpackValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const record = Array.isArray(value) && value.length === 1 ? records[Number(value[0])] : undefined;
    if (record === undefined) throw broken();
    return record;
  };
  packed.forEach((record, place) => {
    // The loop above has seen that every entry is an object, and has made a record for it.
    Object.assign(records[place] as object, mapValues(record as object, unpackValue));
  });
  if (records[0] === undefined) throw broken();
  return records[0];
}

function mapValues(record: object, change: (value: unknown) => unknown): object {
  if (Array.isArray(record)) return record.map(change);
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function broken(): TypeError {
  return new TypeError('A pointer leads nowhere.');
}
