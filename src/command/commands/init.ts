import { lstat, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { catchCodes, describeShape, readErrorCode } from '../../command-internals.js';
import { findPlaceholders } from '../../texts.js';
import { extendProject } from '../discovery/extend-project.js';
import { makeProject, type NewProjectOptions } from '../discovery/make-project.js';
import { withPatterns } from '../discovery/propose-patterns.js';
import { replaceFile } from '../files/disk.js';
import { planUnits } from '../plan/plan.js';
import {
  findProjectFile,
  type ProjectFile,
  type ProjectSource,
  parseProject,
  readProjectFile,
} from '../plan/project-file.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { ProjectFolder } from '../plan/project-folder.js';
import { findProjectRoot } from '../plan/project-root.js';
import { decideService, listServiceWords } from '../plan/service.js';
import type { Unit } from '../plan/units.js';
import { CommandError, ExitCode, readMessage, UsageError } from '../terminal/failures.js';
import { formatCommandLine, formatNumber, formatTable } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { describePatterns, describeWarnings } from '../translations/file-notes.js';
import { describeKeyTexts } from '../translations/key-texts.js';

/** Writes the project file, or what is new in one that is there. @returns the exit code */
export async function init(given: NewProjectOptions, io: CommandIo): Promise<number> {
  // Like every mistake of the command line, a wrong address is named before anything else.
  if (given.url !== undefined) decideService(given, {}, io);
  const path = join(io.folder, PROJECT_FILE);
  const isThere = (await catchCodes(['ENOENT', 'ENOTDIR'], lstat(path))) !== undefined;
  return isThere ? extend(given, io) : create(given, io);
}

/** Writes a new project file. */
async function create(given: NewProjectOptions, io: CommandIo): Promise<number> {
  const above = await findProjectRoot(io.folder);
  if (above !== io.folder)
    io.err(
      say`There is a project above (${relative(io.folder, above)}). Commands in this folder will use the new one, which knows nothing of its orders.\n`,
    );
  const found = await makeProject(given, io);
  const units = await planUnits([], {}, found, new ProjectFolder(io.folder));
  for (const line of [...describeKeyTexts(units), ...describeWarnings(units)]) io.err(line);
  const project = await withPatterns(withProtection(found, units, found.files ?? []), io.folder);
  await writeProject(project, io.folder);
  const next = findNextCommand(given, project, io);
  if (given.json) io.json({ file: PROJECT_FILE, project, units: units.map(viewUnit), next: next.command });
  else {
    const { files = [] } = project;
    printProject(files, await planUnits([], {}, project, new ProjectFolder(io.folder)), io);
    io.out(say`${PROJECT_FILE} is written. ${next.hint}\n  ${next.command}\n`);
  }
  return ExitCode.Done;
}

/** Shows what a project file would have more, and writes it once a person has agreed. */
async function extend(given: NewProjectOptions, io: CommandIo): Promise<number> {
  const known = await readProjectFile(io.folder);
  const extended = await extendProject(known, given, io);
  const units = await planUnits([], {}, extended.project, new ProjectFolder(io.folder));
  for (const line of [...describeKeyTexts(units), ...describeWarnings(units)]) io.err(line);
  const { files = [] } = extended.project;
  const fresh = files.filter((file) => !known.files?.includes(file));
  const project = withProtection(extended.project, units, fresh);
  const { changes } = extended;
  if (!given.json) {
    printProject(fresh, units, io);
    io.out(changes.length === 0 ? say`${PROJECT_FILE} has all of this.\n` : say`New in ${PROJECT_FILE}:\n`);
    for (const change of changes) io.out(say`  ${change}\n`);
  }
  const isAgreed = changes.length > 0 && (given.yes === true || (await agree(given, io)));
  if (isAgreed) await replaceProject(known, project, io.folder);
  if (given.json)
    io.json({ file: PROJECT_FILE, project, units: units.map(viewUnit), changes, isWritten: isAgreed });
  else if (isAgreed) io.out(say`${PROJECT_FILE} is written.\n`);
  else if (changes.length > 0) io.err(say`Nothing was written.\n`);
  return ExitCode.Done;
}

/** Asks whether the changes are to be written. With `--json` they are only shown. @throws UsageError when nobody can be asked */
async function agree(given: NewProjectOptions, io: CommandIo): Promise<boolean> {
  if (given.json) return false;
  if (!io.isInteractive)
    throw new UsageError('Nothing was written: nobody can be asked here. To agree, use --yes.');
  return io.confirm(say`Write this?`);
}

/** Shows the files of a project, and what was decided for its new entries. */
function printProject(decided: readonly ProjectSource[], units: readonly Unit[], io: CommandIo): void {
  io.out(formatTable([['file', 'language', 'texts'], ...units.map(viewUnit).map(formatUnit)]));
  for (const line of describePatterns(units)) io.out(line);
  for (const { source, shape, protect } of decided) {
    if (shape !== undefined) io.out(say`${source} is read as ${describeShape(shape)}.\n`);
    if (protect !== undefined)
      io.out(
        say`${source} has placeholders; "protect": "${protect}" keeps translators from changing them.\n`,
      );
  }
}

/**
 * The project with the protection of each new file whose placeholders translators could change. It is decided before anything is
 * ordered: afterwards, another protection would make other texts, to be paid for again.
 */
function withProtection(
  { files = [], ...project }: ProjectFile,
  units: readonly Unit[],
  undecided: readonly ProjectSource[],
): ProjectFile {
  const found = new Map(
    units.map(({ source, kind, file }) => [
      source,
      kind === 'texts' ? findPlaceholders(file.texts, file.protect).protect : undefined,
    ]),
  );
  return {
    ...project,
    files: files.map((file) => {
      const protect = found.get(file.source);
      return protect === undefined || !undecided.includes(file) ? file : { ...file, protect };
    }),
  };
}

/** A file in a language, with the number of texts that have no translation. What they cost, only the service can say. */
function viewUnit({ source, target, language, file }: Unit) {
  const texts = Object.keys(file.texts).filter((key) => !Object.hasOwn(file.known, key)).length;
  return { source, target, language, texts };
}

const formatUnit = ({ source, language, texts }: ReturnType<typeof viewUnit>): readonly string[] => [
  source,
  language,
  formatNumber(texts),
];

/** Writes the file, unless another program has written one. @throws UsageError, CommandError */
async function writeProject(project: ProjectFile, folder: string): Promise<void> {
  await writeFile(join(folder, PROJECT_FILE), format(project), { flag: 'wx' }).catch((error: unknown) => {
    if (readErrorCode(error) === 'EEXIST') throw makeChangedError();
    throw new CommandError(`${PROJECT_FILE} can't be written: ${readMessage(error)}`);
  });
}

/** Writes the file, unless another program has changed it. @throws UsageError, CommandError */
async function replaceProject(known: ProjectFile, project: ProjectFile, folder: string): Promise<void> {
  const content = format(project);
  if (JSON.stringify(await readProjectFile(folder)) !== JSON.stringify(known)) throw makeChangedError();
  const path = await findProjectFile(folder);
  const { mode } = await stat(path);
  await replaceFile(path, content, 'The project file', mode & 0o777);
}

function format(project: ProjectFile): string {
  const content = `${JSON.stringify(project, undefined, 2)}\n`;
  parseProject(content);
  return content;
}

const makeChangedError = (): UsageError =>
  new UsageError(
    `Another program has written ${PROJECT_FILE} meanwhile. Nothing was written: run the command again.`,
  );

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
