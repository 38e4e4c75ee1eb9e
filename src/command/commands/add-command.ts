import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../../command-internals.js';
import type { Service, ServiceOptions } from '../plan/service.js';
import type { PlanOptions } from '../plan/sources.js';
import type { CommandIo } from '../terminal/io.js';
import type { Session } from '../translations/session.js';
import { listOption, textOption } from './option-values.js';

/** What commands are added to. */
export interface Cli {
  readonly program: Command;
  readonly io: CommandIo;
  /** Called with the exit code. */
  done(code: number): void;
}

/** Adds a command that calls the service. @param run returns the exit code */
export function addServiceCommand<Given extends ServiceOptions>(
  { program, io, done }: Cli,
  name: string,
  run: (service: Service, given: Given, io: CommandIo) => Promise<number>,
): Command {
  const command = program.command(name).action(async (given: Given) => {
    const { planService } = await import('../plan/plan.js');
    const own = await withEnvironment(io, given);
    done(await run(await planService(given, own), given, own));
  });
  return addServiceOptions(command);
}

/** Adds a command that works on a plan of its files, connected to the service. @param run returns the exit code */
export function addSessionCommand<Given extends PlanOptions>(
  cli: Cli,
  name: string,
  run: (session: Session, given: Given, io: CommandIo) => Promise<number>,
): Command {
  return addFileCommand<Given>(cli, name, async (sources, given, io) => {
    const { makePlan } = await import('../plan/plan.js');
    const { decideExitCode, openSession } = await import('../translations/session.js');
    const session = await openSession(await makePlan(sources, given, io), io);
    return decideExitCode(session, await run(session, given, io));
  });
}

/** Adds a command for files, with the options that name them. @param run returns the exit code */
export function addFileCommand<Given extends ServiceOptions>(
  { program, io, done }: Cli,
  name: string,
  run: (sources: readonly string[], given: Given, io: CommandIo) => Promise<number>,
): Command {
  const command = program
    .command(name)
    .argument(
      '[files...]',
      'locale files, or documents: .docx, .xlsx, .pptx, .txt (default: those in translation-requester.json)',
    )
    .action(async (sources: readonly string[], given: Given) =>
      done(await run(sources, given, await withEnvironment(io, given))),
    );
  return addFileOptions(command);
}

/** What a command has of its process, with the variables of the file that it names. */
export async function withEnvironment(io: CommandIo, { envFile }: ServiceOptions): Promise<CommandIo> {
  if (envFile === undefined) return io;
  const { withEnvFile } = await import('../terminal/env-file.js');
  return withEnvFile(io, envFile);
}

function addFileOptions(command: Command): Command {
  return addServiceOptions(command)
    .optionsGroup('Files and languages:')
    .addOption(
      textOption('--from <language>', 'the language of the texts (default: from the file or its path)'),
    )
    .addOption(listOption('--to <languages>', 'the languages to translate into, separated by commas'))
    .addOption(textOption('--target <path>', 'the path of the translations, such as locales/{language}.json'))
    .addOption(new Option('--format <name>', 'the format of the files').choices(FORMAT_NAMES))
    .addOption(
      textOption(
        '--format-module <path>',
        'a module with a format of your own, such as ./my-format.js; it is run',
      ),
    )
    .addOption(
      listOption(
        '--ignore <keys>',
        'keys of texts that are not translated, separated by commas, such as legal.*',
      ),
    )
    .addOption(
      listOption('--notes <keys>', 'keys of notes for translators, separated by commas, such as *_comment'),
    )
    .option('--no-notes', 'all texts are texts, also those that look like notes');
}

/** Adds the options that every command has that calls the service. */
export function addServiceOptions(command: Command): Command {
  return command
    .optionsGroup('The service:')
    .addOption(
      textOption('--url <address>', 'its address (default: TRANSLATION_REQUESTER_URL, or the project file)'),
    )
    .option('--sandbox', 'use the sandbox on this machine (default address: http://127.0.0.1:4010)')
    .addOption(textOption('--env-file <path>', 'a file with variables, such as .env; those of the shell win'))
    .optionsGroup('What it prints:')
    .option('--json', 'print one line of JSON');
}
