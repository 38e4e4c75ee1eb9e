import type { Command, CommanderError } from 'commander';
import { nearestOrAll } from '../base/nearest-name.js';
import { UsageError } from './io.js';

export function unknown(what: string, given: string, known: readonly string[]): UsageError {
  return new UsageError(`There is no ${what} "${given}"; ${nearestOrAll(given, known, `${what}s`)}`);
}

/** What commander found wrong, with the nearest right name. */
export function mistakeOf({ code, message }: CommanderError, command: Command): UsageError {
  const given = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  if (code === 'commander.unknownOption') {
    const [name = ''] = given.split('=');
    const known = optionNames(command);
    const isFlag = name !== given && known.includes(name);
    return isFlag ? new UsageError(`${name} takes no value.`) : unknown('option', name, known);
  }
  return new UsageError(
    `${message.replace(/^error: /, '').replace(/^\w/, (letter) => letter.toUpperCase())}.`,
  );
}

function optionNames(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return [...own, '--help', ...(command.parent === null ? [] : ['--version'])];
}
