import { commandLine } from '../hints.js';
import { readProject } from '../plan/project-file.js';
import { type ServiceSettings, serviceOptions } from '../plan/service.js';
import { connect } from '../sign-in/connect.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, ExitCode, say, stopSignal, UsageError } from '../terminal/io.js';
import { storeOf } from '../translations/session.js';

export interface UnknownSettings extends ServiceSettings {
  readonly json?: boolean | undefined;
  readonly settle?: string | undefined;
  readonly id?: number | undefined;
  readonly notPlaced?: boolean | undefined;
}

/** Lists the orders of the project whose outcome is unknown, after settling one if asked to. */
export async function unknown(settings: UnknownSettings, io: CommandIo): Promise<number> {
  const settled = settledBy(settings);
  const { requester } = await connect(settings, await readProject(io.folder), io, storeOf);
  const options = { signal: stopSignal(io) };
  if (settled !== undefined) await requester.orders.settle(settled.key, { id: settled.id }, options);
  const orders = await requester.orders.unknown(options);
  if (settings.json) io.json({ orders });
  else if (orders.length === 0) io.out(say`There is no order whose outcome is unknown.\n`);
  else {
    const rows = orders.map(({ key, state, sentAt, points }) => [
      key,
      state,
      sentAt === undefined ? '' : new Date(sentAt).toISOString(),
      points === undefined ? '' : formatNumber(points),
    ]);
    io.out(formatTable([['order', 'state', 'sent', 'points'], ...rows]));
    const settle = commandLine('unknown', ...serviceOptions(settings), '--settle');
    io.out(
      say`Look for each at the service by its key (custom_field). Then say what became of it: ${settle} KEY, with --id NUMBER or --not-placed\n`,
    );
  }
  return ExitCode.Done;
}

/** What a person has found out. @throws UsageError when it is not said whole */
function settledBy({ settle: key, id, notPlaced }: UnknownSettings) {
  const said = [id, notPlaced].filter((one) => one !== undefined).length;
  if (said !== (key === undefined ? 0 : 1))
    throw new UsageError('--settle takes the key of an order, with either --id or --not-placed.');
  return key === undefined ? undefined : { key, id: id ?? null };
}
