const MAX_DEPTH = 50;

/**
 * The value after a JSON merge patch: fields of objects are replaced one by one, `null` removes, anything else takes the
 * place of the whole value. @see RFC 7396
 */
export function patched(value: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > MAX_DEPTH) return patch;
  const result = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) result.delete(name);
    else result.set(name, patched(result.get(name), part, depth + 1));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
