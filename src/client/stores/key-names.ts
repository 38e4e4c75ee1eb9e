import { parseJson } from '../../base/kinds.js';

/**
 * The name of a key in a database. What some of them refuse or confuse (NUL, half a surrogate pair) is escaped as in JSON.
 * Different keys have different names.
 */
export const encodeKey = (key: string): string => JSON.stringify(key).slice(1, -1);

/** What the names of all keys with a prefix begin with. Other names can begin with it too. */
export function encodePrefix(prefix: string): string {
  // The half of a pair has another name than the pair.
  return encodeKey(prefix.replace(/[\ud800-\udbff]$/, ''));
}

/** The keys of these names that begin with a prefix. Names that no key has are left out. */
export function decodeKeys(names: readonly string[], prefix: string): readonly string[] {
  const keys = names.map((name) => parseJson(`"${name}"`));
  return keys.filter((key) => typeof key === 'string').filter((key) => key.startsWith(prefix));
}
