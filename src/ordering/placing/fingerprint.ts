const EMPTY: ReadonlySet<unknown> = new Set(['', 0, false, null]);

/** Leaves out what means the same as nothing, and line breaks and outer white space that the service may change. */
function canonical(_name: string, value: unknown): unknown {
  const plain = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value;
  return EMPTY.has(plain) ? undefined : plain;
}

/**
 * A short text that is equal for equal orders. Two different orders can have the same one, very rarely: it only saves
 * a comparison.
 *
 * @param order a checked order: its fields are always in the same order
 */
export function fingerprintOf(order: object): string {
  const text = JSON.stringify(order, canonical);
  // Two rounds of FNV-1a with different beginnings.
  return [0x811c9dc5, 0x9747b28c].map((seed) => hash(text, seed).toString(36)).join('');
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
