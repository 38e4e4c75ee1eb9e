import { planService } from '../plan/plan.js';
import type { ServiceOptions } from '../plan/service.js';
import { connect } from '../sign-in/connect.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, createStopSignal } from '../terminal/io.js';
import type { Cli } from './cli.js';
import { addServiceOptions, parseText } from './option-values.js';

interface LanguagesOptions extends ServiceOptions {
  readonly json?: boolean | undefined;
  readonly from?: string | undefined;
}

/** Adds the command `languages`. */
export function addLanguages({ program, io, done }: Cli): void {
  addServiceOptions(program.command('languages'))
    .summary('list the language pairs')
    .description('Lists the language pairs of the service, with their price in points for a letter.')
    .optionsGroup('Which pairs:')
    .option('--from <language>', 'only pairs from this language', parseText('--from'))
    .action(async (given: LanguagesOptions) => done(await listLanguages(given, io)));
}

async function listLanguages(given: LanguagesOptions, io: CommandIo): Promise<number> {
  const requester = await connect(await planService(given, io), io);
  const found = await requester.languages.list({ signal: createStopSignal(io) });
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
