/** Returns pseudo-random numbers from 0 to 1. The same seed gives the same numbers. */
export type Random = () => number;

/** The state of the generators of random numbers and ids. It is part of a snapshot. */
export interface GeneratorState {
  random: number;
  lastId: number;
}

/** A small generator (mulberry32): good enough for test data, and without imports. */
export function createRandom(progress: Pick<GeneratorState, 'random'>): Random {
  return () => {
    progress.random = (progress.random + 0x6d2b79f5) >>> 0;
    const state = progress.random;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The `n`th pseudo-random number below `limit`. It can be computed without the numbers before it. */
export function scatter(seed: number, n: number, limit: number): number {
  let mixed = Math.imul((n ^ seed) + 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
}

/** A token, secret or code: 64 hexadecimal characters. */
export function makeSecret(random: Random): string {
  let text = '';
  while (text.length < 64)
    text += Math.floor(random() * 16 ** 8)
      .toString(16)
      .padStart(8, '0');
  return text;
}

/** A secret of the same form that nobody can guess: 32 random bytes. */
export function makeRandomSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export const HIDDEN = '[redacted]';
/** A shorter token would hide parts of words. */
const SHORTEST_HIDDEN = 8;

/**
 * The text with each token, secret and code replaced.
 * @param token one that a user has chosen, whatever its form
 */
export function withoutSecrets(text: string, token = ''): string {
  const rest = token.length < SHORTEST_HIDDEN ? text : text.replaceAll(token, HIDDEN);
  return rest.replace(/[0-9a-f]{64}/g, HIDDEN);
}

/** Returns ids like those of real services: above 10^9, ascending, with gaps. @see docs/service.md, Identifiers */
export function createSequence(random: Random, progress: Pick<GeneratorState, 'lastId'>): () => number {
  if (progress.lastId === 0) progress.lastId = 1_000_000_000 + Math.floor(random() * 900_000_000);
  return () => {
    progress.lastId += 1 + Math.floor(random() * 89);
    return progress.lastId;
  };
}
