import { type OrderProgress, orderTexts, quoteTexts } from '../../texts.js';
import { NotOrderedError } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import type { SafeText } from '../terminal/safe-text.js';
import { quoteDocumentUnit } from './document-orders.js';
import { type Quote, SETTLE } from './quote.js';
import { makeTable, nameUnit, type Session, type SessionTexts } from './session.js';
import { findOrderedPlaceholders } from './unprotected.js';

/** Asks for the price of each unit. */
export async function quoteUnits(session: Session, io: CommandIo): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (const unit of session.units) {
    const quote = () =>
      unit.document === undefined ? quoteTable(unit, session) : quoteDocumentUnit(unit, session, io);
    quotes.push(await nameUnit(unit, quote));
  }
  return quotes;
}

async function quoteTable(unit: SessionTexts, session: Session): Promise<Quote> {
  const table = makeTable(unit, session);
  const { points, placed, languages } = await quoteTexts(session.requester, table);
  return {
    ...{ unit, points: points - placed, placed, texts: languages[0]?.texts ?? 0 },
    placeholders: findOrderedPlaceholders(table),
    async place(onDone) {
      const onProgress = ({ done }: OrderProgress) => onDone(done);
      const options = { ...table, maxPoints: points, settle: SETTLE, onProgress };
      return (await orderTexts(session.requester, options)).orders;
    },
  };
}

/** The points that are still to be paid. */
export function sumPoints(quotes: readonly Pick<Quote, 'points'>[]): number {
  return quotes.reduce((sum, { points }) => sum + points, 0);
}

/** @throws NotOrderedError when the price is above the limit */
export function refuseAboveLimit(points: number, limit: number): void {
  if (points <= limit) return;
  throw new NotOrderedError(
    `This costs ${formatNumber(points)} points, above the limit of ${formatNumber(limit)}. Nothing was ordered.`,
  );
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

/** The prices as a table. */
export function formatPrices(quotes: readonly Quote[]): SafeText {
  return formatTable([
    ['file', 'language', 'texts', 'points'],
    ...quotes.map(({ unit, texts, points }) => [
      unit.source,
      unit.language,
      formatNumber(texts),
      formatNumber(points),
    ]),
  ]);
}
