/**
 * What the calls with a signal belong to: an order, a wait or a poll. It travels with the signal, since each of them has
 * one of its own, and gives it to all of its calls.
 */
const parents = new WeakMap<AbortSignal, number>();

/** The `call` of what the calls with this signal belong to; undefined when they belong to none. */
export function getParent(signal: AbortSignal | undefined): number | undefined {
  return signal && parents.get(signal);
}

/** Says what the calls with this signal, one of the library's own, belong to from now on. */
export function setParent(signal: AbortSignal, parent: number | undefined): void {
  if (parent === undefined) parents.delete(signal);
  else parents.set(signal, parent);
}
