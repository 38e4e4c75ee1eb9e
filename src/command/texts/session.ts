import type { Requester } from '../../index.js';
import { connect, type ServiceSettings } from '../connect.js';
import { type CommandIo, stopSignal } from '../io.js';
import { digestsOf, JobFile, type JobRecord } from './job-file.js';
import { type Project, readProject } from './project-file.js';
import { type TextsSettings, type Unit, unitsOf } from './units.js';

/** The options of every command for texts. */
export interface Settings extends TextsSettings, ServiceSettings {
  readonly json?: boolean | undefined;
}

/** A unit with its job file. */
export interface SessionUnit extends Unit {
  readonly jobFile: JobFile;
  readonly record: JobRecord;
}

/** What a command for texts works with. */
export interface Session {
  readonly requester: Requester;
  readonly project: Project;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
}

/** Reads the project file, the locale files and the job files, and connects to the service. */
export async function openSession(
  sources: readonly string[],
  settings: Settings,
  io: CommandIo,
): Promise<Session> {
  const project = await readProject(io.folder);
  const units = await unitsOf(sources, settings, project, io.folder);
  const { requester, service } = await connect(settings, project, io);
  const known = await Promise.all(
    units.map(async (unit): Promise<SessionUnit> => {
      const jobFile = new JobFile(unit, io.folder, service);
      return { ...unit, jobFile, record: await jobFile.read() };
    }),
  );
  return { requester, project, units: known, signal: stopSignal(io) };
}

/** The translations that a file has, without those of texts that have changed since. */
export function currentTranslations({ file, record: { written } }: SessionUnit): Record<string, string> {
  const now = digestsOf(file.texts);
  const holds = (key: string): boolean => !Object.hasOwn(written, key) || written[key] === now[key];
  return Object.fromEntries(Object.entries(file.known).filter(([key]) => holds(key)));
}
