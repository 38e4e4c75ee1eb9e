import type { TextsJob } from '../../texts.js';
import { listWords } from '../plan/sources.js';
import type { Unit } from '../plan/units.js';
import { formatCommandLine } from '../terminal/format.js';

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

/** The command line that orders a text anew. @param job in which it was ordered */
export function nameOrderAgain(unit: Unit, key: string, job: TextsJob | undefined): string {
  const using = isProject(job) && unit.using !== 'project' ? ['--using', 'project'] : [];
  return nameCommand(unit, 'order', '--again', key, ...using);
}
