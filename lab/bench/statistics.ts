import type { Figure } from './figures.ts';

function ascending(samples: readonly number[]): number[] {
  return [...samples].sort((a, b) => a - b);
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = ascending(samples);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  const sorted = ascending(samples);
  const half = sorted.length / 2;
  if (!Number.isInteger(half)) return sorted[Math.floor(half)] ?? Number.NaN;
  return ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2;
}

/** The mean without the slowest fiftieth: what the machine did meanwhile. */
export function trimmedMean(samples: readonly number[]): number {
  const kept = ascending(samples).slice(0, Math.max(1, Math.floor(samples.length * 0.98)));
  return kept.reduce((sum, sample) => sum + sample, 0) / kept.length;
}

/** Median and quartiles; of fewer than eight samples, all of them are the spread. */
export function spread(samples: readonly number[]): Pick<Figure, 'median' | 'low' | 'high'> {
  const [low, high] = samples.length < 8 ? [0, 1] : [0.25, 0.75];
  return { median: median(samples), low: quantile(samples, low), high: quantile(samples, high) };
}
