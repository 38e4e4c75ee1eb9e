import type { Figure } from '../figures.ts';

/** A number as people read it: three digits that count, or a whole one. */
export function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) {
    return Math.round(value).toLocaleString('en');
  }
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export function writeLimit({ limit }: Figure): string {
  if (limit === undefined) return '';
  if (limit.least === limit.most) return `= ${limit.most}`;
  return limit.most === undefined ? `≥ ${shown(limit.least ?? 0)}` : `≤ ${shown(limit.most)}`;
}
