/** Some of a list, newest first, and how long the whole list is. */
export interface PageOf<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** Which part of a list is wanted. */
export interface Range {
  /** How many of the newest are left out. */
  readonly offset: number;
  readonly limit: number;
}

/** That part of a list whose newest entries come last. */
export function pageOf<T>(total: number, at: (position: number) => T, { offset, limit }: Range): PageOf<T> {
  const count = Math.max(0, Math.min(limit, total - offset));
  return { total, items: Array.from({ length: count }, (_, index) => at(total - 1 - offset - index)) };
}
