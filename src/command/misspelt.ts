import type { Command, CommanderError } from 'commander';
import { nearestName } from '../base/nearest-name.js';
import { UsageError } from './io.js';

/** @param mark what the known names begin with on the command line */
export function unknown(what: string, given: string, known: readonly string[], mark = ''): UsageError {
  const nearest = nearestName(given.replace(/^-+/, ''), known);
  const hint =
    nearest === undefined
      ? `. The ${what}s are ${known.map((name) => mark + name).join(', ')}.`
      : `; did you mean "${mark}${nearest}"?`;
  return new UsageError(`There is no ${what} "${given}"${hint}`);
}

/** What commander found wrong, with the nearest right name. */
export function mistakeOf({ code, message }: CommanderError, command: Command): UsageError {
  const given = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  if (code === 'commander.unknownOption') {
    const [name = ''] = given.split('=');
    const known = optionNames(command);
    const isFlag = name !== given && known.includes(name.slice(2));
    return isFlag ? new UsageError(`${name} takes no value.`) : unknown('option', name, known, '--');
  }
  return new UsageError(
    `${message.replace(/^error: /, '').replace(/^\w/, (letter) => letter.toUpperCase())}.`,
  );
}

function optionNames(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long }) =>
    long === undefined || long === null ? [] : [long.slice(2)],
  );
  return [...own, 'help', ...(command.parent === null ? [] : ['version'])];
}
