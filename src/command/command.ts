import { existsSync, readFileSync } from 'node:fs';
import { Argument, Command, CommanderError, Option } from 'commander';
import { readFields } from '../base/kinds.js';
import { suggestNames } from '../base/names.js';
import type { Cli } from './commands/add-command.js';
import {
  addInit,
  addLanguages,
  addLogin,
  addLogout,
  addOrder,
  addPull,
  addQuote,
  addSendBack,
  addStatus,
  addUnknown,
  addWhoami,
} from './commands/definitions.js';
import { refuseRepeats } from './commands/option-values.js';
import { addSandbox } from './commands/sandbox.js';
import { ExitCode, UsageError } from './terminal/failures.js';
import { type CommandIo, createIo, type Terminal } from './terminal/io.js';
import { type SafeText, say, sayLines } from './terminal/safe-text.js';

/** Columns of help texts. */
const HELP_WIDTH = 100;

/** Runs a command line to its end. @returns the exit code */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const io = createIo(terminal);
  let code: number = ExitCode.Done;
  const program = createProgram(io, (given) => {
    code = given;
  });
  const named = program.commands.find((command) => command.name() === args[0]);
  try {
    await parseCommandLine(program, named ?? program, args);
    return code;
  } catch (error) {
    const { describeError, describeNextStep, findExitCode } = await import('./describe-error.js');
    const failed = findExitCode(error);
    const message = describeError(error);
    const code = failed ?? ExitCode.Failed;
    if (failed === undefined) io.err(describeUnexpected(error));
    else io.err(say`${message}\n${describeNextStep(error, failed, named)}`);
    if (args.includes('--json') && args[0] !== 'sandbox') io.json({ error: { message, code } });
    return code;
  }
}

/** Prints an error that nobody caught. */
export function printUnexpected(error: unknown, terminal: Terminal): void {
  createIo(terminal).err(describeUnexpected(error));
}

/** Describes an error that is a mistake of this program, with its stack. */
function describeUnexpected(error: unknown): SafeText {
  const where = String(readFields(error).stack)
    .split('\n')
    .filter((line) => line.startsWith('    at '));
  return say`${String(error)}\n${sayLines(where.join('\n'))}\n`;
}

async function parseCommandLine(program: Command, named: Command, args: readonly string[]): Promise<void> {
  const commands = program.commands.map((command) => command.name());
  if (args.length === 0) throw new UsageError(`No command given. The commands are ${commands.join(', ')}.`);
  try {
    // `--help sandbox` means `sandbox --help`.
    const isAskedFirst = /^(-h|--help)$/.test(args[0] ?? '');
    const words = isAskedFirst ? [...args.slice(1), '--help'] : [...args];
    const [first = ''] = words;
    // With --help, commander would print the general help for any word.
    if (!first.startsWith('-') && !commands.includes(first))
      throw makeUnknownNameError('command', first, commands);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // commander throws this after printing help or the version.
    if (error.exitCode === 0) return;
    if (error.code === 'commander.excessArguments') {
      const extra = named.args[named.registeredArguments.length] ?? '';
      throw new UsageError(`Unexpected argument "${extra}".`);
    }
    throw rewordUsageError(error, named);
  }
}

function makeUnknownNameError(what: string, given: string, known: readonly string[]): UsageError {
  return new UsageError(`There is no ${what} "${given}"; ${suggestNames(given, known, `${what}s`)}`);
}

/**
 * Rewords an error of commander, with the nearest right name by the rule that options of functions have, too. commander's
 * own suggestions compare all of `--prot=1`, do not find `--PORT`, and list no names when none is near.
 */
function rewordUsageError({ code, message }: CommanderError, command: Command): UsageError {
  const given = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  if (code === 'commander.unknownOption') {
    const [name = ''] = given.split('=');
    const own = command.options.flatMap(({ long }) => long ?? []);
    const known = [...own, '--help', ...(command.parent === null ? [] : ['--version'])];
    const isFlag = name !== given && known.includes(name);
    return isFlag ? new UsageError(`${name} takes no value.`) : makeUnknownNameError('option', name, known);
  }
  return new UsageError(
    `${message.replace(/^error: |\.$/g, '').replace(/^\w/, (letter) => letter.toUpperCase())}.`,
  );
}

function createProgram(io: CommandIo, done: (code: number) => void): Command {
  const program = new Command('translation-requester')
    .description('Tools for the Translation Requester API.')
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help, or the help of a command')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => io.out(sayLines(text)),
      // `runCommand` prints errors, so commander must not.
      writeErr: () => {},
      getOutHelpWidth: () => HELP_WIDTH,
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => (title === 'Usage:' ? title : title.replace(/:$/, '')),
      subcommandTerm: (command) => {
        const words = command.registeredArguments.map((argument) =>
          argument.required
            ? `<${argument.name()}>`
            : `[${argument.name()}${argument.variadic ? '...' : ''}]`,
        );
        return [command.name(), ...words].join(' ');
      },
    });
  const cli: Cli = { program, io, done };
  addSandbox(cli);
  for (const add of [addInit, addQuote, addOrder, addStatus, addPull, addSendBack]) add(cli);
  for (const add of [addLanguages, addUnknown, addLogin, addLogout, addWhoami]) add(cli);
  for (const command of program.commands) {
    command.addHelpOption(new Option('-h, --help', 'print this help').helpGroup('What it prints:'));
    refuseRepeats(command);
  }
  program
    .command('completion')
    .summary('print what completes command lines in bash, zsh or fish')
    .description(
      'Prints a script for a shell, which then completes commands, options and files.\nFor bash: eval "$(translation-requester completion bash)" in ~/.bashrc.\nFor zsh, the same in ~/.zshrc, behind compinit. For fish: translation-requester completion fish | source.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { printCompletion } = await import('./commands/completion.js');
      printCompletion(cli, shell);
    });
  program
    .command('help')
    .summary('what a command does, and its options')
    .argument('[command]')
    .action((topic: string | undefined) => printHelp(program, topic));
  return program;
}

function printHelp(program: Command, topic: string | undefined): void {
  const { commands } = program;
  const isGeneral = topic === undefined || topic === 'help';
  const found = isGeneral ? program : commands.find((command) => command.name() === topic);
  const names = commands.map((command) => command.name());
  if (found === undefined) throw makeUnknownNameError('command', String(topic), names);
  found.outputHelp();
}

/** Reads the version in package.json, which is one folder above the built command, and two above its source. */
function readVersion(): string {
  for (const above of ['../', '../../']) {
    const manifest = new URL(`${above}package.json`, import.meta.url);
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // our own package's
    return version;
  }
  return 'unknown';
}
