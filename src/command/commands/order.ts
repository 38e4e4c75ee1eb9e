import { formatCommandLine } from '../hints.js';
import type { PlanOptions } from '../plan/sources.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { collectAll } from '../translations/collect.js';
import { findFilesWithNonTexts, viewNonTexts } from '../translations/non-texts.js';
import { type PlacedUnit, placeOrders } from '../translations/placing.js';
import { agreeToOrder, quoteUnits, sumOpenPoints, viewQuote } from '../translations/quotes.js';
import { describeOrderedIssues, reportMismatches } from '../translations/report.js';
import type { Session } from '../translations/session.js';
import { addSessionCommand, type Cli } from './add-command.js';
import { addOrderOptions } from './quote.js';

/** The options of `order`. */
interface OrderCommandOptions extends PlanOptions {
  readonly yes?: boolean | undefined;
}

/** Adds the command `order`. */
export function addOrder(cli: Cli): void {
  const command = addSessionCommand(cli, 'order', orderMissing)
    .summary('order the missing translations')
    .description(
      'Orders the missing translations of locale files and documents, after you have agreed to the price.\nIf run again, it orders only what is new.',
    );
  addOrderOptions(command).option('-y, --yes', 'agree to the price without being asked');
}

/** Orders the missing translations, after the user has agreed to the price. @returns the exit code */
async function orderMissing(session: Session, given: OrderCommandOptions, io: CommandIo): Promise<number> {
  const nonTexts = await findFilesWithNonTexts(session);
  const quotes = await quoteUnits(session, io);
  // Before anything is paid: afterwards, a failure to read would hide that it was.
  const hasMismatches = sumOpenPoints(quotes) > 0 && reportMismatches(await collectAll(session), io);
  await agreeToOrder(session, nonTexts, quotes, given, io);
  const placed: PlacedUnit[] = [];
  for (const quote of quotes) placed.push(await placeOrders(quote, io));
  const isAnyNew = placed.some(({ orders }) => orders.some((order) => order.placed));
  const ordered = isAnyNew ? [] : await collectAll(session);
  if (given.json) io.json({ ...viewPlaced(placed), doubtfulTexts: viewNonTexts(nonTexts) });
  else if (isAnyNew) {
    const points = formatNumber(sumOpenPoints(placed));
    const next = formatCommandLine('pull', ...session.plan.words);
    io.out(say`Ordered for ${points} points. Get the translations with: ${next}\n`);
  } else {
    io.out(say`There is nothing new to order.\n`);
    for (const line of describeOrderedIssues(ordered)) io.out(line);
  }
  return reportMismatches(ordered, io) || hasMismatches ? ExitCode.WithIssues : ExitCode.Done;
}

/** What `--json` shows of the orders. */
const viewPlaced = (placed: readonly PlacedUnit[]) => ({
  points: sumOpenPoints(placed),
  units: placed.map((unit) => ({
    ...viewQuote(unit),
    orders: unit.orders.map(({ id, key }) => ({ id, key })),
  })),
});
