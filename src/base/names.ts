const LONGEST = 100;

/**
 * The known name nearest to a misspelt one; undefined when none is near. Two letters may be wrong, or a third of a long
 * name. Letter case, underscores and hyphens do not count.
 */
export function findNearestName(misspelt: string, known: readonly string[]): string | undefined {
  // Comparing a very long name would be slow, and nobody has misspelt a known name like that.
  if (misspelt.length > LONGEST) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');
  const given = plain(misspelt);
  let nearest: string | undefined;
  // Two edits would leave nothing of a name as short as `to`.
  let limit = 1 + (given.length < 3 ? 1 : Math.max(2, Math.floor(given.length / 3)));
  for (const candidate of known) {
    const name = plain(candidate);
    // Of two that are as near, the one of about the same length: two letters were swapped.
    const edits = countEdits(given, name) + Math.abs(given.length - name.length) / LONGEST;
    if (edits >= limit) continue;
    nearest = candidate;
    limit = edits;
  }
  return nearest;
}

/** What is said of a name that is not known; undefined when no known name is near. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const nearest = findNearestName(name, known);
  return nearest && `did you mean ${nearest}?`;
}

/** The same, or else all names: `the options are a, b`. @param what the plural of what they name */
export function suggestNames(name: string, known: readonly string[], what: string): string {
  return suggestName(name, known) ?? `the ${what} are ${known.join(', ')}`;
}

/** The Levenshtein distance: letters inserted, removed or replaced. */
function countEdits(given: string, known: string): number {
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...given].entries()) {
    let [diagonal = 0] = row;
    let left = at + 1;
    row = row.map((above, index) => {
      if (index > 0) left = Math.min(above + 1, left + 1, diagonal + (known[index - 1] === letter ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row[known.length] ?? 0;
}

/** A name that nothing else has, in any process, and that nobody can guess. Not `randomUUID`, which a page in plain http lacks. */
export const makeUniqueName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

// The digits ¹, ² and ³ are escaped, so that the file of the client stays one of characters of one byte each.
const DEVICE =
  /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:\.|$)/i;

/** Whether Windows takes a file of this name for a device. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name);

/**
 * What some services replace or remove: control and invisible characters, white space other than single spaces, and what is
 * outside the basic plane, such as emojis.
 */
const UNKEPT =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]| {2,}|[\u{10000}-\u{10ffff}]/gu;

/**
 * The rule that the key of an order breaks; undefined for one that every service keeps as it is. An order whose key was
 * changed is not found by it, and would be paid twice.
 *
 * @param longest bytes in UTF-8
 */
export function explainKey(key: string, longest: number): string | undefined {
  if (key.trim() === '') return 'must be set';
  if (key !== key.trim()) return 'must not begin or end with white space';
  if (key !== key.normalize()) return 'must be in Unicode form NFC';
  if (key.search(UNKEPT) >= 0) {
    return 'must have no control or invisible characters, no white space but single spaces, and no emojis or other characters above U+FFFF';
  }
  // A Blob is in UTF-8. Test environments that lack TextEncoder have it.
  return new Blob([key]).size > longest ? `must be at most ${longest} bytes of UTF-8` : undefined;
}

/** A text as a part of a key: what services may replace is escaped, so that different texts stay different. */
export function toKeyPart(text: string): string {
  return text
    .normalize()
    .replace(UNKEPT, (part) => [...part].map((letter) => `%${letter.codePointAt(0)?.toString(16)}`).join(''));
}
