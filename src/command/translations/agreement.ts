import { NotOrderedError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { describeDoubt, findDoubts } from './doubts.js';
import type { Quotes } from './quotes.js';
import type { Session } from './session.js';

/** How a price is agreed to. */
export interface AgreementOptions {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Makes sure that somebody wants these orders: texts that may be notes, the limit, and the price.
 *
 * @throws NotOrderedError when nobody does
 */
export async function agreeToOrder(
  { units, plan, signal }: Session,
  quotes: Quotes,
  { yes, json }: AgreementOptions,
  io: CommandIo,
): Promise<void> {
  const isFree = quotes.points === 0;
  const canAsk = io.isInteractive && !json;
  const doubts = isFree ? [] : findDoubts(units).map(describeDoubt);
  // Only a person who is asked anyway can order them as they are.
  if (doubts.length > 0 && (!canAsk || yes))
    throw new NotOrderedError(`${doubts.join(' ')} Nothing was ordered.`);
  for (const doubt of doubts) io.err(say`${doubt}\n`);
  quotes.refuseAbove(plan.maxPoints);
  for (const line of quotes.unprotected) io.err(line);
  if (isFree || yes) return;
  const points = formatNumber(quotes.points);
  if (!canAsk)
    throw new NotOrderedError(
      `This costs ${points} points, and nobody can be asked here. Nothing was ordered. To agree, use --yes; to limit the price, --max-points.`,
    );
  io.err(quotes.format());
  const isAgreed = await io.confirm(say`Order this for ${points} points?`);
  signal.throwIfAborted();
  if (!isAgreed) throw new NotOrderedError('Nothing was ordered.');
}
