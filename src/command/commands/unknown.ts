import type { OpenOrder } from '../../index.js';
import { formatCommandLine } from '../hints.js';
import { openStore } from '../memory/project-store.js';
import { listServiceWords, type Service, type ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { addServiceCommand, type Cli } from './add-command.js';
import { parseWholeNumber, textOption } from './option-values.js';

interface UnknownOptions extends ServiceOptions {
  readonly settle?: string | undefined;
  readonly id?: number | undefined;
  readonly notPlaced?: boolean | undefined;
}

/** Adds the command `unknown`. */
export function addUnknown(cli: Cli): void {
  addServiceCommand(cli, 'unknown', listUnknown)
    .summary('list the orders whose outcome is unknown')
    .description(
      'Lists the orders of this project that were sent, and of which nobody knows whether they were placed.\nThey are never sent again until a person says what became of them.',
    )
    .optionsGroup('What became of one:')
    .addOption(textOption('--settle <key>', 'the key of the order'))
    .option('--id <number>', 'it was placed, under this id', parseWholeNumber('--id', undefined, 1))
    .option('--not-placed', 'it was not placed: the next order may send it');
}

/** Lists the orders of the project whose outcome is unknown, after settling one if asked to. */
async function listUnknown(service: Service, given: UnknownOptions, io: CommandIo): Promise<number> {
  const settlement = readSettlement(given);
  const { token } = await findToken(service, io);
  const store = await openStore(io, service.address);
  const { orders } = createClient(service.address, token, io, store);
  const options = { signal: createStopSignal(io) };
  if (settlement !== undefined) await orders.settle(settlement.key, { id: settlement.id }, options);
  const open = await orders.unknown(options);
  if (given.json) io.json({ orders: open });
  else if (open.length === 0) io.out(say`There is no order whose outcome is unknown.\n`);
  else {
    io.out(formatOrders(open));
    const settle = formatCommandLine('unknown', ...listServiceWords(given), '--settle');
    io.out(
      say`Look for each at the service by its key (custom_field). Then say what became of it: ${settle} KEY, with --id NUMBER or --not-placed\n`,
    );
  }
  return ExitCode.Done;
}

function formatOrders(orders: readonly OpenOrder[]): SafeText {
  const rows = orders.map(({ key, state, sentAt, points }) => [
    key,
    state,
    formatSentTime(sentAt),
    points === undefined ? '' : formatNumber(points),
  ]);
  return formatTable([['order', 'state', 'sent', 'points'], ...rows]);
}

/** Formats milliseconds since 1970. Empty for anything that is not a time: anybody can have written the record. */
function formatSentTime(time: number | undefined): string {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** Reads what a person has found out about an order. @throws UsageError when a part of it is missing */
function readSettlement({ settle: key, id, notPlaced }: UnknownOptions) {
  const answers = [id, notPlaced].filter((answer) => answer !== undefined).length;
  if (answers !== (key === undefined ? 0 : 1))
    throw new UsageError('--settle takes the key of an order, with either --id or --not-placed.');
  return key === undefined ? undefined : { key, id: id ?? null };
}
