/** What something takes, by how much there is of it. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

export type Growth = 'flat' | 'slower than linear' | 'linear' | 'faster than linear';

/**
 * Says how something grows, by the two largest sizes: at the small ones, what is there from the start hides it.
 *
 * @param noise what two measurements of the same can differ by
 */
export function describeGrowth(points: readonly Point[], noise: number): Growth {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined || last.value - before.value <= noise) return 'flat';
  const exponent = Math.log(last.value / Math.max(before.value, 1)) / Math.log(last.size / before.size);
  if (exponent < 0.15) return 'flat';
  if (exponent < 0.8) return 'slower than linear';
  return exponent <= 1.2 ? 'linear' : 'faster than linear';
}
