import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catchCodes, readErrorCode } from '../../command-internals.js';
import { makeProject, type NewProjectOptions } from '../discovery/make-project.js';
import { formatCommandLine } from '../hints.js';
import { planUnits } from '../plan/plan.js';
import { PROJECT_FILE, type ProjectFile, parseProject } from '../plan/project-file.js';
import { decideService, listServiceWords } from '../plan/service.js';
import { CommandError, ExitCode, readMessage, UsageError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { formatQuotes, quoteUnits, sumOpenPoints, viewQuote } from '../translations/quotes.js';
import { connectToSandbox } from '../translations/session.js';
import { addServiceOptions, type Cli } from './add-command.js';
import { listOption, textOption } from './option-values.js';

/** Adds the command `init`. */
export function addInit({ program, io, done }: Cli): void {
  const command = program
    .command('init')
    .summary('write the project file')
    .description(
      `Finds the locale files and documents of this folder, asks what they don't say, and writes ${PROJECT_FILE}.\nShows what a first order would cost in a sandbox of its own. Nothing is sent.`,
    )
    .action(async (given: NewProjectOptions) => done(await init(given, io)));
  addServiceOptions(command)
    .optionsGroup('Files and languages:')
    .addOption(textOption('--from <language>', 'the language of the texts (default: what the files show)'))
    .addOption(
      listOption(
        '--to <languages>',
        'the languages to translate into, separated by commas (default: those that have files)',
      ),
    )
    .option('-y, --yes', 'ask nothing: take what was found');
}

/** Writes the project file. @returns the exit code */
async function init(given: NewProjectOptions, io: CommandIo): Promise<number> {
  await refuseExisting(io.folder);
  // Like every mistake of the command line, a wrong address is named before anything else.
  if (given.url !== undefined) decideService(given, {}, io);
  const project = await makeProject(given, io);
  const units = await connectToSandbox(await planUnits([], {}, project, io.folder), io);
  const quotes = await quoteUnits({ units }, io);
  await writeProject(project, io.folder);
  const next = findNextCommand(given, project, io);
  if (given.json)
    io.json({
      file: PROJECT_FILE,
      project,
      points: sumOpenPoints(quotes),
      units: quotes.map(viewQuote),
      next: next.command,
    });
  else {
    io.out(formatQuotes(quotes));
    io.out(say`A first order would cost ${formatNumber(sumOpenPoints(quotes))} points in the sandbox.\n`);
    io.out(say`${PROJECT_FILE} is written. ${next.hint}\n  ${next.command}\n`);
  }
  return ExitCode.Done;
}

const makeExistsError = (): UsageError =>
  new UsageError(
    `${PROJECT_FILE} exists already, and is not overwritten. Change it, or move it away and run the command again.`,
  );

/** @throws UsageError when there is a project file */
async function refuseExisting(folder: string): Promise<void> {
  const found = await catchCodes(['ENOENT', 'ENOTDIR'], lstat(join(folder, PROJECT_FILE)));
  if (found !== undefined) throw makeExistsError();
}

/** Writes the file, unless there is one, or a link of its name. @throws UsageError, CommandError */
async function writeProject(project: ProjectFile, folder: string): Promise<void> {
  const content = `${JSON.stringify(project, undefined, 2)}\n`;
  parseProject(content);
  await writeFile(join(folder, PROJECT_FILE), content, { flag: 'wx' }).catch((error: unknown) => {
    if (readErrorCode(error) === 'EEXIST') throw makeExistsError();
    throw new CommandError(`${PROJECT_FILE} can't be written: ${readMessage(error)}`);
  });
}

/** The command to type next. */
function findNextCommand(given: NewProjectOptions, { url }: ProjectFile, { env }: CommandIo) {
  if (url !== undefined || (env.TRANSLATION_REQUESTER_URL && !given.sandbox))
    return { hint: 'The prices of the service are shown by:', command: formatCommandLine('quote') };
  const words = listServiceWords({ ...given, sandbox: true });
  return {
    hint: `To try an order, run ${formatCommandLine('sandbox', '--autopilot')} in another terminal, and here:`,
    command: formatCommandLine('order', ...words),
  };
}
