import { importFormat } from '../files/format-module.js';
import { NotOrderedError, UsageError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { decide } from './decide.js';
import { type ProjectFile, readProjectFile } from './project-file.js';
import type { ProjectFolder } from './project-folder.js';
import { findProjectRoot, nameFromRoot } from './project-root.js';
import { decideService, type Service, type ServiceOptions } from './service.js';
import { listWords, type PlanOptions, planSources } from './sources.js';
import { readUnits, type Unit } from './units.js';

/** What a command for files works on: everything is decided, and the files are read. */
export interface Plan {
  readonly folder: ProjectFolder;
  /** Whether the project has a file that says anything. */
  readonly hasProjectFile: boolean;
  readonly service: Service;
  readonly units: readonly Unit[];
  /** The most points that one run may spend. Infinity when there is no limit. */
  readonly maxPoints: number;
  /** The words that name the files and the service in the command line. The next command needs them too. */
  readonly words: readonly string[];
}

/**
 * Makes the plan of the command line, the environment and the project file.
 *
 * @throws UsageError when something is missing, contradictory or not valid; InputError when a file can't be read
 */
export async function makePlan(sources: readonly string[], given: PlanOptions, io: CommandIo): Promise<Plan> {
  const named = await nameFromRoot(sources, given, io);
  const { folder } = named;
  const project = await readProjectFile(folder.path);
  return {
    folder,
    hasProjectFile: Object.keys(project).length > 0,
    units: await planUnits(named.sources, named.given, project, folder),
    service: decideService(given, project, io),
    maxPoints: decide({
      commandLine: given.maxPoints,
      project: project.maxPoints,
      standard: Number.POSITIVE_INFINITY,
    }).value,
    words: listWords(sources, given),
  };
}

/** The part of a plan that needs no service. */
export async function planUnits(
  sources: readonly string[],
  given: PlanOptions,
  project: ProjectFile,
  folder: ProjectFolder,
): Promise<readonly Unit[]> {
  const { format, formatModule } = given;
  if (format !== undefined && formatModule !== undefined)
    throw new UsageError('Give either --format or --format-module.');
  const ownFormat = formatModule === undefined ? undefined : await importFormat(formatModule, folder.path);
  const planned = await planSources(sources, given, project, folder, ownFormat);
  return readUnits(planned);
}

/** The part of a plan that needs no files. @throws UsageError when the address is missing or wrong */
export async function planService(given: ServiceOptions, io: CommandIo): Promise<Service> {
  return decideService(given, await readProjectFile(await findProjectRoot(io.folder)), io);
}

/** @throws NotOrderedError when the price is above the limit */
export function refuseAbove({ maxPoints }: Plan, points: number): void {
  if (points <= maxPoints) return;
  throw new NotOrderedError(
    `This costs ${formatNumber(points)} points, above the limit of ${formatNumber(maxPoints)}. Nothing was ordered.`,
  );
}
