import type { Requester } from '../../index.js';
import { connect, type ServiceSettings } from '../connect.js';
import type { CommandIo } from '../io.js';
import { digestsOf, JobFile, type Kept } from './job-file.js';
import { type Project, readProject } from './project-file.js';
import { type TextsSettings, type Unit, unitsOf } from './units.js';

/** The options of every command about texts. */
export interface Settings extends TextsSettings, ServiceSettings {
  readonly json?: boolean | undefined;
}

/** A unit with what is remembered of it. */
export interface KnownUnit extends Unit {
  readonly jobFile: JobFile;
  readonly kept: Kept;
}

/** What a command about texts works with. */
export interface Session {
  readonly requester: Requester;
  readonly project: Project;
  readonly units: readonly KnownUnit[];
  /** Aborted when the command is asked to stop. */
  readonly signal: AbortSignal;
}

/** Reads the project file, the locale files and the job files, and connects to the service. */
export async function open(sources: readonly string[], settings: Settings, io: CommandIo): Promise<Session> {
  const project = await readProject(io.folder);
  const units = await unitsOf(sources, settings, project, io.folder);
  const { requester, service } = await connect(settings, project, io);
  const known = await Promise.all(
    units.map(async (unit): Promise<KnownUnit> => {
      const jobFile = new JobFile(unit, io.folder, service);
      return { ...unit, jobFile, kept: await jobFile.read() };
    }),
  );
  return { requester, project, units: known, signal: stopSignal(io) };
}

/** The translations that a file has, but those of texts that have changed since. */
export function knownOf({ file, kept: { written } }: KnownUnit): Record<string, string> {
  const now = digestsOf(file.texts);
  const holds = (key: string): boolean => !Object.hasOwn(written, key) || written[key] === now[key];
  return Object.fromEntries(Object.entries(file.known).filter(([key]) => holds(key)));
}

/** Aborted when the command is asked to stop. */
export function stopSignal(io: CommandIo): AbortSignal {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort(new StoppedError()));
  return stop.signal;
}

/** The person stopped the command. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('Stopped. Run the same command again to go on; nothing is ordered twice.');
  }
}

/** Rows as columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
