/** Numbers that look random and are the same for the same seed. */
export type Random = () => number;

/** Where the random numbers and the ids have got to. A snapshot keeps it. */
export interface Progress {
  random: number;
  lastId: number;
}

/** A small generator (mulberry32). It is good enough for names and gaps, and needs no imports. */
export function seededRandom(progress: Pick<Progress, 'random'>): Random {
  return () => {
    progress.random = (progress.random + 0x6d2b79f5) >>> 0;
    const state = progress.random;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The `n`th number of a sequence, below `limit`, computed without the numbers before it. */
export function scatter(seed: number, n: number, limit: number): number {
  let mixed = Math.imul((n ^ seed) + 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
}

/** Tokens, secrets and codes have 64 characters. */
export function secretText(random: Random): string {
  let text = '';
  while (text.length < 64)
    text += Math.floor(random() * 16 ** 8)
      .toString(16)
      .padStart(8, '0');
  return text;
}

export const HIDDEN = '[redacted]';

/** A text without tokens, secrets and codes. */
export function withoutSecrets(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, HIDDEN);
}

/** Identifiers like those of real services: above 10^9, ascending, with gaps. @see docs/service.md, Identifiers */
export function idSequence(random: Random, progress: Pick<Progress, 'lastId'>): () => number {
  if (progress.lastId === 0) progress.lastId = 1_000_000_000 + Math.floor(random() * 900_000_000);
  return () => {
    progress.lastId += 1 + Math.floor(random() * 89);
    return progress.lastId;
  };
}
