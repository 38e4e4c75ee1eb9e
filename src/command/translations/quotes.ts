import { quoteWord } from '../hints.js';
import type { RememberedUnit } from '../memory/unit-memory.js';
import { NotOrderedError } from '../terminal/failures.js';
import { formatFirstKeys, formatNumber, formatTable } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { describeNonTexts, type FileWithNonTexts } from './non-texts.js';
import type { Session } from './session.js';
import type { Quote } from './session-unit.js';

/** Asks for the price of each unit, one after another. */
export async function quoteUnits(
  { units }: Pick<Session, 'units'>,
  io: CommandIo,
): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  const quoted = new Set<string>();
  for (const unit of units) quotes.push(await unit.quote(io, quoted));
  return quotes;
}

/** Adds up the points that are still to be paid. */
export function sumOpenPoints(quotes: readonly Pick<Quote, 'points'>[]): number {
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

/** How a price is agreed to. */
interface AgreementOptions {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Makes sure that somebody wants these orders: values that are probably not text, texts that may be notes, the limit, and the
 * price.
 *
 * @throws NotOrderedError when nobody does
 */
export async function agreeToOrder(
  { units, plan, signal }: Session,
  nonTexts: readonly FileWithNonTexts[],
  quotes: readonly Quote[],
  { yes, json }: AgreementOptions,
  io: CommandIo,
): Promise<void> {
  for (const line of describeNonTexts(nonTexts)) io.err(line);
  const price = sumOpenPoints(quotes);
  const isFree = price === 0;
  const canAsk = io.isInteractive && !json;
  const notes = isFree ? [] : findPossibleNotes(units).map(describePossibleNotes);
  // Only a person who is asked anyway can order them as they are.
  if (notes.length > 0 && (!canAsk || yes))
    throw new NotOrderedError(`${notes.join(' ')} Nothing was ordered.`);
  for (const note of notes) io.err(say`${note}\n`);
  refuseAbove(plan.maxPoints, price);
  for (const line of describeUnprotected(quotes)) io.err(line);
  if (isFree || yes) return;
  const points = formatNumber(price);
  if (!canAsk)
    throw new NotOrderedError(
      `This costs ${points} points, and nobody can be asked here. Nothing was ordered. To agree, use --yes; to limit the price, --max-points.`,
    );
  io.err(formatQuotes(quotes));
  const count = nonTexts.reduce((sum, { texts }) => sum + texts.length, 0);
  const warning = count === 0 ? '' : `, ${formatNumber(count)} of the texts probably not to be translated`;
  const isAgreed = await io.confirm(say`Order this for ${points} points${warning}?`);
  signal.throwIfAborted();
  if (!isAgreed) throw new NotOrderedError('Nothing was ordered.');
}

/** @throws NotOrderedError when the price is above the limit */
export function refuseAbove(limit: number, points: number): void {
  if (points <= limit) return;
  throw new NotOrderedError(
    `This costs ${formatNumber(points)} points, above the limit of ${formatNumber(limit)}. Nothing was ordered.`,
  );
}

/** The prices as a table. */
export const formatQuotes = (quotes: readonly Quote[]): SafeText =>
  formatTable([
    ['file', 'language', 'texts', 'points'],
    ...quotes.map(({ unit, texts, points }) => [
      unit.source,
      unit.language,
      ...[texts, points].map(formatNumber),
    ]),
  ]);

/**
 * Says which placeholders translators could change, and how to protect them. Each file once. With another protection, texts
 * whose orders are placed would be new texts and be paid for again, so they are left out.
 */
export function describeUnprotected(quotes: readonly Quote[]): readonly SafeText[] {
  const open = quotes.filter(
    ({ placeholders, points, placed }) => placeholders.unprotected > 0 && points > 0 && placed === 0,
  );
  const files = new Map(open.map(({ unit, placeholders }) => [unit.source, placeholders]));
  return [...files].map(([source, { unprotected, examples, protect = 'all' }]) => {
    const many =
      unprotected === 1 ? '1 placeholder that is' : `${formatNumber(unprotected)} placeholders that are`;
    const such = examples.join(', ').replace(/, (?=[^,]*$)/, ' and ');
    return say`${source} has ${many} not protected, such as ${such}. To keep translators from changing them, add --protect ${protect}.\n`;
  });
}

/** Texts of a file that look like notes for translators, and are not translated yet. */
interface PossibleNotes {
  readonly source: string;
  /** The keys by the pattern that makes them notes. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Texts of the file. */
  readonly texts: number;
}

/** Finds the texts of which nobody has decided whether they are notes. Each file once, whatever its languages. */
export function findPossibleNotes(units: readonly RememberedUnit[]): readonly PossibleNotes[] {
  const found = new Map<string, PossibleNotes>();
  for (const unit of units) {
    const { source, file, current } = unit;
    const open = Object.entries(file.doubtful).filter(([, keys]) =>
      keys.some((key) => !Object.hasOwn(current, key)),
    );
    if (open.length > 0)
      found.set(source, { source, keys: Object.fromEntries(open), texts: Object.keys(file.texts).length });
  }
  return [...found.values()];
}

/** Says which texts may be notes, and how to decide it. */
export function describePossibleNotes({ source, keys, texts }: PossibleNotes): string {
  const all = Object.values(keys).flat();
  const shown = formatFirstKeys(all);
  const found = `${formatNumber(all.length)} of ${formatNumber(texts)} texts look like notes: ${shown}.`;
  const option = `--notes ${quoteWord(Object.keys(keys).join(','))}`;
  return `${source}: ${found} If they are notes, use ${option}; if they are texts, use --no-notes. Or set "notes" in translation-requester.json.`;
}
