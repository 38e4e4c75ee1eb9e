/** Whether ranges such as `1-4000,4002` have an id. */
export function hasId(ranges: string | undefined, id: number): boolean {
  return parseRanges(ranges).some(([from, to]) => from <= id && id <= to);
}

/** Adds ids to ranges. */
export function addIds(ranges: string | undefined, ids: readonly number[]): string {
  const added = ids.map((id): [number, number] => [id, id]);
  const sorted = [...parseRanges(ranges), ...added].sort(([left], [right]) => left - right);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

function parseRanges(text = ''): [number, number][] {
  return text.split(',').flatMap((range) => {
    const [from = '', to = from] = range.split('-');
    return from === '' ? [] : [[Number(from), Number(to)]];
  });
}
