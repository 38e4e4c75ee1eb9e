import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocaleText } from '../../locale-files.js';
import type { TextsJob } from '../../texts.js';
import { replaceFile, undefinedOn, withLock } from '../files.js';
import { CommandError, messageOf } from '../io.js';
import type { Unit } from './units.js';

/** The folder of job files. */
const JOBS = '.translation-requester';

/** The content of a job file: what was ordered and written for one file in one language. */
export interface JobRecord {
  readonly version: 1;
  readonly source: string;
  readonly language: string;
  /** The job; absent before the first order. */
  readonly job?: TextsJob | undefined;
  /** A digest of each text when it was last ordered, by key. */
  readonly ordered: Readonly<Record<string, string>>;
  /** A digest of each text when its translation was written, by key. */
  readonly written: Readonly<Record<string, string>>;
}

/** The job file of a unit. Each service has its own, so that orders of the sandbox are never mistaken for real ones. */
export class JobFile {
  readonly #path: string;
  readonly #unit: Unit;

  constructor(unit: Unit, folder: string, service: string) {
    const host = new URL(service).host.replace(/[^\w.-]/g, '_');
    const name = `${unit.source.replace(/[^\w.-]/g, '_')}.${digestOf(unit.source).slice(0, 6)}`;
    this.#unit = unit;
    this.#path = join(folder, JOBS, host, `${name}.${unit.language.replace(/[^\w-]/g, '_')}.json`);
  }

  /** Reads the record; an empty one if there is no file. @throws CommandError when the file can't be used */
  async read(): Promise<JobRecord> {
    const { source, language } = this.#unit;
    const empty: JobRecord = { version: 1, source, language, ordered: {}, written: {} };
    try {
      const content = await undefinedOn(['ENOENT'], readFile(this.#path, 'utf8'));
      if (content === undefined) return empty;
      const record: Partial<JobRecord> = JSON.parse(content);
      if (record.version !== 1 || record.language !== language)
        throw new Error('It is not a job file of this version');
      return { ...empty, ...record };
    } catch (error) {
      throw new CommandError(
        `The job file ${this.#path} can't be used: ${messageOf(error)}. To continue without it, move it away.`,
      );
    }
  }

  async write(record: JobRecord): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify(record)}\n`, 'The job file');
  }
}

/** Runs the work while no other command can write job files in this folder. */
export async function withJobsLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(join(folder, JOBS), { recursive: true });
  return withLock(join(folder, JOBS, 'lock'), work);
}

/** A short hash of a text and its note. */
function digestOf(text: LocaleText): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 16);
}

export function digestsOf(texts: Unit['file']['texts']): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, digestOf(text)]));
}
