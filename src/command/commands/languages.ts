import type { Service, ServiceOptions } from '../plan/service.js';
import { createClient } from '../sign-in/client.js';
import { findToken } from '../sign-in/token.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import { addServiceCommand, type Cli } from './add-command.js';
import { textOption } from './option-values.js';

interface LanguagesOptions extends ServiceOptions {
  readonly from?: string | undefined;
}

/** Adds the command `languages`. */
export function addLanguages(cli: Cli): void {
  addServiceCommand(cli, 'languages', listLanguages)
    .summary('list the language pairs')
    .description('Lists the language pairs of the service, with their price in points for a letter.')
    .optionsGroup('Which pairs:')
    .addOption(textOption('--from <language>', 'only pairs from this language'));
}

async function listLanguages(service: Service, given: LanguagesOptions, io: CommandIo): Promise<number> {
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
