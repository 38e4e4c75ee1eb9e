/** The types that each option can have, as `typeof` names them. */
export type OptionTypes<Options> = { readonly [Name in keyof Options]-?: readonly string[] };

/**
 * Refuses options with an unknown name or a value of another type. Undefined means the default.
 *
 * @param owner what takes the options, for the message
 * @throws TypeError that names the option, and the nearest one that exists
 */
export function checkOptions(
  owner: string,
  given: unknown,
  types: Readonly<Record<string, readonly string[]>>,
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`The options of ${owner} must be an object.`);
  }
  for (const [name, value] of Object.entries(given)) {
    const allowed = Object.hasOwn(types, name) ? types[name] : undefined;
    if (allowed === undefined) {
      throw new TypeError(`${owner} has no option "${name}"${hintFor(name, Object.keys(types))}`);
    }
    const type = value === null ? 'null' : typeof value;
    if (value !== undefined && !allowed.includes(type)) {
      throw new TypeError(
        `The option "${name}" of ${owner} must be of type ${allowed.join(' or ')}, not ${type}.`,
      );
    }
  }
}

/** The end of a message about a name that does not exist. */
function hintFor(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? `. The options are ${known.join(', ')}.` : `; did you mean "${nearest}"?`;
}

/** The known name with the fewest edits, where they are few: two, or a third of a long name. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const limit = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: edits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter((one) => one.edits <= limit)
    .sort((one, other) => one.edits - other.edits);
  return nearest?.candidate;
}

/** How many letters have to be inserted, removed, replaced, or swapped with their neighbour. */
function edits(one: string, other: string): number {
  const table = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(one.length, other.length);
}
