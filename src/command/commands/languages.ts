import type { Service, ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';

export interface LanguagesOptions extends ServiceOptions {
  readonly from?: string | undefined;
}

export async function listLanguages(
  service: Service,
  given: LanguagesOptions,
  io: CommandIo,
): Promise<number> {
  const { token } = await findToken(service, io);
  const { languages } = createClient(service.address, token, io);
  const found = await languages.list({ signal: createStopSignal(io) });
  const pairs = found
    .map((pair) => ({ from: pair.language_id, to: pair.translated_language_id, point: pair.point }))
    .filter(({ from }) => given.from === undefined || from === given.from);
  if (given.json) io.json({ pairs });
  else
    io.out(
      formatTable([
        ['from', 'to', 'points'],
        ...pairs.map(({ from, to, point }) => [from, to, formatNumber(point)]),
      ]),
    );
  return ExitCode.Done;
}
