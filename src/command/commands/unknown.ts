import type { OpenOrder } from '../../index.js';
import { openStore } from '../memory/project-store.js';
import { findProjectRoot } from '../plan/project-root.js';
import { listServiceWords, type Service, type ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatCommandLine, formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';

export interface UnknownOptions extends ServiceOptions {
  readonly resolve?: string | undefined;
  readonly id?: number | undefined;
  readonly notPlaced?: boolean | undefined;
}

/** Lists the orders of the project whose outcome is unknown, after resolving one if asked to. */
export async function listUnknown(service: Service, given: UnknownOptions, io: CommandIo): Promise<number> {
  const resolution = readResolution(given);
  const { token } = await findToken(service, io);
  const store = await openStore(await findProjectRoot(io.folder), io, service.address);
  const { orders } = createClient(service.address, token, io, store);
  const options = { signal: createStopSignal(io) };
  if (resolution !== undefined) await orders.resolve(resolution.key, { id: resolution.id }, options);
  const open = await orders.unknown(options);
  if (given.json) io.json({ orders: open });
  else if (open.length === 0) io.out(say`There is no order whose outcome is unknown.\n`);
  else {
    io.out(formatOrders(open));
    const resolve = formatCommandLine('unknown', ...listServiceWords(given), '--resolve');
    io.out(
      say`Look for each at the service by its key (custom_field). Then say what became of it: ${resolve} KEY, with --id NUMBER or --not-placed\n`,
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
function readResolution({ resolve: key, id, notPlaced }: UnknownOptions) {
  const answers = [id, notPlaced].filter((answer) => answer !== undefined).length;
  if (answers !== (key === undefined ? 0 : 1))
    throw new UsageError('--resolve takes the key of an order, with either --id or --not-placed.');
  return key === undefined ? undefined : { key, id: id ?? null };
}
