import { commandLine } from '../hints.js';
import { makePlan } from '../plan/plan.js';
import { ExitCode, NotOrderedError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { describeDoubt, findDoubts } from '../translations/doubts.js';
import { type PlacedUnit, placeOrders } from '../translations/placing.js';
import { type Quotes, sumPoints, viewQuote } from '../translations/quotes.js';
import { describeOrderedIssues } from '../translations/report.js';
import { openSession, type Session } from '../translations/session.js';
import type { Cli } from './cli.js';
import { addFileCommand } from './file-command.js';
import { addOrderOptions, type OrderPlanOptions, quote } from './quote.js';

/** The options of `order`. */
interface OrderOptions extends OrderPlanOptions {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** Adds the command `order`. */
export function addOrder(cli: Cli): void {
  const command = addFileCommand(cli, 'order', async (sources, given: OrderOptions, io) => {
    const session = await openSession(await makePlan(sources, given, io), io);
    return given.dryRun ? quote(session, given, io) : order(session, given, io);
  })
    .summary('order the missing translations')
    .description(
      'Orders the missing translations of locale files and documents, after you have agreed to the price.\nIf run again, it orders only what is new.',
    );
  addOrderOptions(command)
    .option('--dry-run', 'show the price, and order nothing')
    .option('-y, --yes', 'agree to the price without being asked');
}

/** Orders the missing translations, after the user has agreed to the price. @returns the exit code */
async function order(session: Session, given: OrderOptions, io: CommandIo): Promise<number> {
  const quotes = await session.quote(io);
  const { points } = quotes;
  if (points > 0) showDoubts(session, given, io);
  quotes.refuseAbove(session.plan.maxPoints);
  for (const line of quotes.describeUnprotected()) io.err(line);
  if (points > 0 && !given.yes) await confirmPrice(quotes, session.signal, given, io);
  const placed: PlacedUnit[] = [];
  for (const quote of quotes.all) placed.push(await placeOrders(quote, io));
  if (given.json) io.json(viewPlaced(placed));
  else await printPlaced(placed, session, io);
  return ExitCode.Done;
}

/** Shows which texts may be notes. Only a person who is asked anyway can order them as they are. @throws NotOrderedError */
function showDoubts({ units }: Session, { json, yes }: OrderOptions, io: CommandIo): void {
  const doubts = findDoubts(units).map(describeDoubt);
  if (doubts.length > 0 && (!io.isInteractive || json || yes))
    throw new NotOrderedError(`${doubts.join(' ')} Nothing was ordered.`);
  for (const doubt of doubts) io.err(say`${doubt}\n`);
}

/** Asks the user to agree to the price. @throws NotOrderedError when nobody does */
async function confirmPrice(
  quotes: Quotes,
  signal: AbortSignal,
  { json }: OrderOptions,
  io: CommandIo,
): Promise<void> {
  const points = formatNumber(quotes.points);
  if (!io.isInteractive || json)
    throw new NotOrderedError(
      `This costs ${points} points, and nobody can be asked here. Nothing was ordered. To agree, use --yes; to limit the price, --max-points.`,
    );
  io.err(quotes.format());
  const isAgreed = await io.confirm(say`Order this for ${points} points?`);
  signal.throwIfAborted();
  if (!isAgreed) throw new NotOrderedError('Nothing was ordered.');
}

/** What `--json` shows of the orders. */
const viewPlaced = (placed: readonly PlacedUnit[]) => ({
  points: sumPoints(placed),
  units: placed.map((unit) => ({
    ...viewQuote(unit),
    orders: unit.orders.map(({ id, key }) => ({ id, key })),
  })),
});

async function printPlaced(placed: readonly PlacedUnit[], session: Session, io: CommandIo): Promise<void> {
  if (placed.some(({ orders }) => orders.some((order) => order.placed))) {
    const points = formatNumber(sumPoints(placed));
    const next = commandLine('pull', ...session.plan.words);
    io.out(say`Ordered for ${points} points. Get the translations with: ${next}\n`);
    return;
  }
  io.out(say`There is nothing new to order.\n`);
  for (const line of describeOrderedIssues(await session.collect())) io.out(line);
}
