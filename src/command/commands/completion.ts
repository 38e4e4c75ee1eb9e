import type { Command } from 'commander';
import { sayLines } from '../terminal/safe-text.js';
import type { Cli } from './add-command.js';

const NAME = 'translation-requester';

/** A command as a shell offers it. */
interface Offered {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

function listOffered(program: Command): readonly Offered[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ name: long, description }],
    ),
  }));
}

const join = (words: readonly string[]): string => words.join(' ');
const optionNames = ({ options }: Offered): string => join([...options.map(({ name }) => name), '--help']);

/** In bash, files are offered where no option begins. */
const formatBash = (offered: readonly Offered[]): string => `_translation_requester() {
  local word=\${COMP_WORDS[COMP_CWORD]} options
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${join(offered.map(({ name }) => name))}' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${offered.map((command) => `    ${command.name}) options='${optionNames(command)}' ;;`).join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
  esac
}
complete -o default -F _translation_requester ${NAME}
`;

const formatZsh = (offered: readonly Offered[]): string => `#compdef ${NAME}
_translation_requester() {
  local -a commands options
  commands=(
${offered.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${offered.map((command) => `    ${command.name}) options=(${optionNames(command)}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $options
  else
    _files
  fi
}
compdef _translation_requester ${NAME}
`;

const formatFish = (offered: readonly Offered[]): string =>
  offered
    .flatMap(({ name, summary, options }) => [
      `complete -c ${NAME} -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
      ...options.map(
        (option) =>
          `complete -c ${NAME} -n '__fish_seen_subcommand_from ${name}' -l ${option.name.slice(2)} -d ${quote(option.description)}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('');

/** A text in apostrophes, without any: shells disagree on how to write one within. */
const quote = (text: string): string => `'${text.replace(/['\\]/g, '’')}'`;

const SHELLS = { bash: formatBash, zsh: formatZsh, fish: formatFish } as const;

/** Prints what makes a shell complete the command line. */
export function printCompletion({ program, io }: Cli, shell: keyof typeof SHELLS): void {
  io.out(sayLines(SHELLS[shell](listOffered(program))));
}
