/** A warning about some places of a file, of which it names the first; none if there are none. */
export function warnAbout(begin: string, places: readonly string[], end: string): readonly string[] {
  const [first, ...more] = places;
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return [`${begin} ${first}${others}, ${end}`];
}
