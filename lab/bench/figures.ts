/** What a figure must not pass. */
export interface Limit {
  readonly most?: number;
  readonly least?: number;
}

/** One thing that was measured, as the report shows it. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly limit?: Limit;
  readonly note?: string;
}

/** One figure against size. */
export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** What the sizes count. */
  readonly of: string;
  readonly points: readonly { readonly size: number; readonly value: number }[];
  /** Why it is as it is. */
  readonly why: string;
}

export interface PartResult {
  readonly figures: readonly Figure[];
  readonly growth: readonly Growth[];
}

export interface Plan {
  /** Less of everything: for a look while working, not for the report. */
  readonly quick: boolean;
}

/** A part of the benchmarks that can be run by its name. */
export interface Part {
  readonly name: string;
  readonly title: string;
  measure(plan: Plan): Promise<PartResult>;
}

/** Whether the median keeps to its limit; undefined where there is none. */
export function isMet({ median, limit }: Figure): boolean | undefined {
  if (limit === undefined) return undefined;
  return median <= (limit.most ?? Number.POSITIVE_INFINITY) && median >= (limit.least ?? 0);
}
