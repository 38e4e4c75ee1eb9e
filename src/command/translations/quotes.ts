import { NotOrderedError } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import type { SafeText } from '../terminal/safe-text.js';
import type { Quote } from './session-unit.js';
import { describeUnprotected } from './unprotected.js';

/** The prices of the units of a session. */
export class Quotes {
  readonly all: readonly Quote[];
  /** Points that are still to be paid. */
  readonly points: number;
  /** Says which placeholders translators could change, a line for each file. */
  readonly unprotected: readonly SafeText[];

  constructor(quotes: readonly Quote[]) {
    this.all = quotes;
    this.points = sumPoints(quotes);
    this.unprotected = describeUnprotected(quotes);
  }

  /** @throws NotOrderedError when the price is above the limit */
  refuseAbove(limit: number): void {
    if (this.points <= limit) return;
    throw new NotOrderedError(
      `This costs ${formatNumber(this.points)} points, above the limit of ${formatNumber(limit)}. Nothing was ordered.`,
    );
  }

  /** The prices as a table. */
  format(): SafeText {
    return formatTable([
      ['file', 'language', 'texts', 'points'],
      ...this.all.map(({ unit, texts, points }) => [
        unit.source,
        unit.language,
        formatNumber(texts),
        formatNumber(points),
      ]),
    ]);
  }
}

/** Adds up the points that are still to be paid. */
export function sumPoints(quotes: readonly Pick<Quote, 'points'>[]): number {
  return quotes.reduce((sum, { points }) => sum + points, 0);
}

/** What `--json` shows of a quote. */
export const viewQuote = ({ unit, texts, points, placeholders, placed }: Quote) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  texts,
  points,
  placed,
  placeholders,
});
