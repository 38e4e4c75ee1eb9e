import type { CommandIo } from '../terminal/io.js';
import type { Session } from './session.js';
import type { Quote } from './session-unit.js';

/** Asks for the price of each unit, one after another. */
export async function quoteUnits({ units }: Session, io: CommandIo): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (const unit of units) quotes.push(await unit.quote(io));
  return quotes;
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
