import type { State } from '../world/state.js';
import { requireFound } from './reply.js';

interface Created {
  readonly createdAt: number;
}

/** Returns the resource once reads find it. @throws Refusal with 404 before that, and when there is none */
export function requireReadable<T extends Created>(state: State, found: T | undefined | null): T {
  const { reads = 0 } = state.conditions.lag ?? {};
  const record = requireFound(found);
  return requireFound(state.clock.now() >= record.createdAt + reads ? record : undefined);
}

/** How many of the first `count` entries are old enough to be listed. `createdAt` must ascend. */
export function countListed(state: State, count: number, createdAt: (position: number) => number): number {
  const { listings = 0 } = state.conditions.lag ?? {};
  if (listings === 0) return count;
  const latest = state.clock.now() - listings;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (createdAt(middle) <= latest) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries that are old enough to be listed. */
export function keepListed<T extends Created>(state: State, list: readonly T[]): readonly T[] {
  const count = countListed(state, list.length, (position) => list[position]?.createdAt ?? 0);
  return count === list.length ? list : list.slice(0, count);
}
