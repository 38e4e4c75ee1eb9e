import type { Command } from 'commander';
import { readProject } from '../plan/project-file.js';
import type { ServiceSettings } from '../plan/service.js';
import { connect } from '../sign-in/connect.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, ExitCode, stopSignal } from '../terminal/io.js';
import { addServiceOptions, nonEmpty, wholeNumber } from './option-values.js';
import { type UnknownSettings, unknown } from './unknown.js';

interface LanguagesSettings extends ServiceSettings {
  readonly json?: boolean | undefined;
  readonly from?: string | undefined;
}

/** Adds the commands `languages` and `unknown`. */
export function addAccount(program: Command, io: CommandIo, done: (code: number) => void): void {
  addServiceOptions(program.command('languages'))
    .summary('list the language pairs')
    .description('Lists the language pairs of the service, with their price in points for a letter.')
    .optionsGroup('Which pairs:')
    .option('--from <language>', 'only pairs from this language', nonEmpty('--from'))
    .action(async (given: LanguagesSettings) => done(await languages(given, io)));
  addServiceOptions(program.command('unknown'))
    .summary('list the orders whose outcome is unknown')
    .description(
      'Lists the orders of this project that were sent, and of which nobody knows whether they were placed. They are never sent\nagain until a person says what became of them.',
    )
    .optionsGroup('What became of one:')
    .option('--settle <key>', 'the key of the order', nonEmpty('--settle'))
    .option('--id <number>', 'it was placed, under this id', wholeNumber('--id', undefined, 1))
    .option('--not-placed', 'it was not placed: the next order may send it')
    .action(async (given: UnknownSettings) => done(await unknown(given, io)));
}

async function languages(settings: LanguagesSettings, io: CommandIo): Promise<number> {
  const { requester } = await connect(settings, await readProject(io.folder), io);
  const pairs = await requester.languages.list({ signal: stopSignal(io) });
  const { from } = settings;
  const found = pairs
    .filter(({ language_id: language }) => from === undefined || language === from)
    .map((pair) => ({ from: pair.language_id, to: pair.translated_language_id, point: pair.point }));
  if (settings.json) io.json({ pairs: found });
  else
    io.out(
      formatTable([
        ['from', 'to', 'points'],
        ...found.map((pair) => [pair.from, pair.to, formatNumber(pair.point)]),
      ]),
    );
  return ExitCode.Done;
}
