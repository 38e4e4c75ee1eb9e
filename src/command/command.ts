import { existsSync, readFileSync } from 'node:fs';
import { type Argument, Command, CommanderError } from 'commander';
import { suggestNames } from '../base/nearest-name.js';
import { BudgetError, isRequesterError } from '../index.js';
import { addTexts } from './commands/file-command.js';
import { addAccount } from './commands/languages.js';
import { refuseRepeats } from './commands/option-values.js';
import { addSandbox } from './commands/sandbox.js';
import { explained } from './explain.js';
import { commandLine } from './hints.js';
import { serviceOptions } from './plan/service.js';
import { addSignIn } from './sign-in-commands.js';
import {
  CommandError,
  type CommandIo,
  ExitCode,
  FileError,
  ioOf,
  lines,
  NotOrderedError,
  type SafeText,
  StoppedError,
  say,
  type Terminal,
  UsageError,
} from './terminal/io.js';

/** Columns of help texts. */
const WIDTH = 100;

/** Runs a command line to its end. @returns the exit code */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const io = ioOf(terminal);
  let code: number = ExitCode.Done;
  const program = programFor(io, (given) => {
    code = given;
  });
  const named = program.commands.find((one) => one.name() === args[0]);
  try {
    await parse(program, named ?? program, args);
    return code;
  } catch (error) {
    const failed = exitCodeOf(error);
    const message = explained(error);
    const code = failed ?? ExitCode.Failed;
    if (failed === undefined) io.err(unexpected(error));
    else io.err(say`${message}\n${hintOf(error, failed, named)}`);
    if (args.includes('--json') && args[0] !== 'sandbox') io.json({ error: { message, code } });
    return code;
  }
}

/** An error that is a mistake of this program, with where it was. */
function unexpected(error: unknown): SafeText {
  const where = String(Object(error).stack)
    .split('\n')
    .filter((line) => line.startsWith('    at '));
  return say`${String(error)}\n${lines(where.join('\n'))}\n`;
}

/** The errors that say so of an order. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'OutcomeUnknownError',
  'IncompleteJobError',
  'IncompleteDocumentError',
]);

/** What to do next, as a line; empty when the message says it all. */
function hintOf(error: unknown, code: number, command: Command | undefined): SafeText {
  const topic = command === undefined ? [] : [command.name()];
  if (code === ExitCode.Usage) return say`Try: ${commandLine(...topic, '--help')}\n`;
  const cause = causeOf(error);
  const isUnknown = isRequesterError(cause) && cause.outcome === 'unknown' && UNKNOWN.has(cause.name);
  const next = commandLine('unknown', ...serviceOptions(command?.opts() ?? {}));
  return isUnknown ? say`To see such orders, and to settle them: ${next}\n` : say``;
}

const causeOf = (error: unknown): unknown => (error instanceof FileError ? error.cause : error);

/** The exit code for an error; undefined for an unexpected one. */
function exitCodeOf(thrown: unknown): number | undefined {
  const error = causeOf(thrown);
  if (error instanceof UsageError) return ExitCode.Usage;
  if (error instanceof StoppedError) return ExitCode.Stopped;
  if (error instanceof NotOrderedError || error instanceof BudgetError) return ExitCode.NotOrdered;
  return error instanceof CommandError || isRequesterError(error) ? ExitCode.Failed : undefined;
}

async function parse(program: Command, named: Command, args: readonly string[]): Promise<void> {
  const commands = program.commands.map((one) => one.name());
  if (args.length === 0) throw new UsageError(`No command given. The commands are ${commands.join(', ')}.`);
  try {
    // `--help sandbox` means `sandbox --help`.
    const isAskedFirst = /^(-h|--help)$/.test(args[0] ?? '');
    await program.parseAsync(isAskedFirst ? [...args.slice(1), '--help'] : [...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander throws this after printing help or the version.
    if (error.exitCode === 0) return;
    if (error.code === 'commander.unknownCommand')
      throw unknownNameError('command', program.args[0] ?? '', commands);
    if (error.code === 'commander.excessArguments') {
      const extra = named.args[named.registeredArguments.length] ?? '';
      throw new UsageError(`Unexpected argument "${extra}".`);
    }
    throw usageErrorOf(error, named);
  }
}

function unknownNameError(what: string, given: string, known: readonly string[]): UsageError {
  return new UsageError(`There is no ${what} "${given}"; ${suggestNames(given, known, `${what}s`)}`);
}

/** Rewords an error of commander, with the nearest right name. */
function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  const given = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  if (code === 'commander.unknownOption') {
    const [name = ''] = given.split('=');
    const known = optionNames(command);
    const isFlag = name !== given && known.includes(name);
    return isFlag ? new UsageError(`${name} takes no value.`) : unknownNameError('option', name, known);
  }
  return new UsageError(
    `${message.replace(/^error: /, '').replace(/^\w/, (letter) => letter.toUpperCase())}.`,
  );
}

function optionNames(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return [...own, '--help', ...(command.parent === null ? [] : ['--version'])];
}

function programFor(io: CommandIo, done: (code: number) => void): Command {
  const program = new Command('translation-requester')
    .description('Tools for the Translation Requester API.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help, or the help of a command')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => io.out(lines(text)),
      // `runCommand` prints errors, so commander must not.
      writeErr: () => {},
      getOutHelpWidth: () => WIDTH,
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => (title === 'Usage:' ? title : title.replace(/:$/, '')),
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    });
  addSandbox(program, io, done);
  addTexts(program, io, done);
  addAccount(program, io, done);
  addSignIn(program, io, done);
  for (const command of program.commands) {
    command.helpOption('-h, --help', 'print this help');
    refuseRepeats(command);
  }
  program
    .command('help')
    .summary('what a command does, and its options')
    .argument('[command]')
    .action((topic: string | undefined) => help(program, topic));
  return program;
}

const argumentTerm = (argument: Argument): string => `[${argument.name()}${argument.variadic ? '...' : ''}]`;

function help(program: Command, topic: string | undefined): void {
  const { commands } = program;
  const isGeneral = topic === undefined || topic === 'help';
  const found = isGeneral ? program : commands.find((one) => one.name() === topic);
  const names = commands.map((one) => one.name());
  if (found === undefined) throw unknownNameError('command', String(topic), names);
  found.outputHelp();
}

/** The version in package.json, which is one folder above the built command, and two above its source. */
function readVersion(): string {
  for (const above of ['../', '../../']) {
    const manifest = new URL(`${above}package.json`, import.meta.url);
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // our own package's
    return version;
  }
  return 'unknown';
}
