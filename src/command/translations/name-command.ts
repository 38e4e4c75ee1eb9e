import type { TextsJob } from '../../texts.js';
import { countOnceMore } from '../memory/unit-memory.js';
import { listWords } from '../plan/sources.js';
import type { Unit } from '../plan/units.js';
import { formatCommandLine, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import type { SessionTexts, SessionUnit } from './session-unit.js';

/** A command line for one file in one language. */
export function nameCommand(
  { source, language, given, folder }: Pick<Unit, 'source' | 'language' | 'given' | 'folder'>,
  name: string,
  ...words: readonly string[]
): string {
  const { target } = given.commandLine;
  const options = {
    ...given.commandLine,
    to: [language],
    target: target === undefined ? undefined : folder.show(target),
  };
  return formatCommandLine(name, ...listWords([source], options), ...words);
}

/** Whether texts were ordered in projects. */
export const isProject = (job: TextsJob | undefined): boolean =>
  job?.orders.every(({ kind }) => kind === 'project') ?? false;

/**
 * Says how to order texts anew, and what that costs. The price of a document is not asked for: the service would have to get it
 * for that.
 *
 * @param job in which they were ordered
 */
export async function adviseOrderAgain(
  unit: SessionUnit,
  keys: readonly string[],
  job: TextsJob | undefined,
  io: CommandIo,
): Promise<string> {
  const using = isProject(job) ? 'project' : unit.using;
  const kind = using === unit.using ? [] : ['--using', using];
  const command = nameCommand(unit, 'order', '--again', nameOnly(keys), ...kind);
  const points = unit.kind === 'document' ? undefined : await priceAgain({ unit, keys, using }, io);
  if (points === undefined) return `at its price: ${command}`;
  const all = keys.length > 1 ? ` for all ${formatNumber(keys.length)}` : '';
  return `(${formatNumber(points)} points${all}): ${command}`;
}

/** Texts that are ordered anew. */
interface TextsAgain {
  readonly unit: SessionTexts;
  readonly keys: readonly string[];
  readonly using: SessionUnit['using'];
}

/** Asks what texts cost; undefined when the service does not say it: advice must not fail. */
async function priceAgain({ unit, keys, using }: TextsAgain, io: CommandIo): Promise<number | undefined> {
  try {
    const selected = unit.select(new Set(keys), countOnceMore(unit, keys), using);
    return (await selected.quote(io, new Set())).points;
  } catch {
    return undefined;
  }
}

/** The key for a command line: that of the only text. */
export function nameOnly([first, ...more]: readonly string[]): string {
  return first === undefined || more.length > 0 ? 'KEY' : first;
}
