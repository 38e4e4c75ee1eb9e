import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocaleText } from '../../locale-files.js';
import type { TextsJob } from '../../texts.js';
import { replaceFile, undefinedOn, withLock } from '../files.js';
import { CommandError, messageOf } from '../io.js';
import type { Unit } from './units.js';

/** The folder of the job files. */
const JOBS = '.translation-requester';

/** What is remembered of one file in one language. */
export interface JobRecord {
  readonly version: 1;
  readonly source: string;
  readonly language: string;
  /** What was ordered; absent before the first order. */
  readonly job?: TextsJob | undefined;
  /** A digest of each text as it was ordered last, by key. */
  readonly ordered: Readonly<Record<string, string>>;
  /** A digest of each text as it was when its translation was written, by key. */
  readonly written: Readonly<Record<string, string>>;
}

/** The job file of a unit. Each service has its own, so that the sandbox's orders are never taken for real ones. */
export class JobFile {
  readonly #path: string;
  readonly #unit: Unit;

  constructor(unit: Unit, folder: string, service: string) {
    const host = new URL(service).host.replace(/[^\w.-]/g, '_');
    const name = `${unit.source.replace(/[^\w.-]/g, '_')}.${digestOf(unit.source).slice(0, 6)}`;
    this.#unit = unit;
    this.#path = join(folder, JOBS, host, `${name}.${unit.language.replace(/[^\w-]/g, '_')}.json`);
  }

  /** @throws CommandError when the file can't be read, or is something else */
  async read(): Promise<JobRecord> {
    const { source, language } = this.#unit;
    const none: JobRecord = { version: 1, source, language, ordered: {}, written: {} };
    try {
      const content = await undefinedOn(['ENOENT'], readFile(this.#path, 'utf8'));
      if (content === undefined) return none;
      const kept: Partial<JobRecord> = JSON.parse(content);
      if (kept.version !== 1 || kept.language !== language)
        throw new Error('It is no job file of this version.');
      return { ...none, ...kept };
    } catch (error) {
      throw new CommandError(
        `The job file ${this.#path} can't be used: ${messageOf(error)}. Move it away to go on without it.`,
      );
    }
  }

  async write(kept: JobRecord): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify(kept)}\n`, 'The job file');
  }
}

/** Does something while no other command writes job files of this folder. */
export async function withJobsLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(join(folder, JOBS), { recursive: true });
  return withLock(join(folder, JOBS, 'lock'), work);
}

/** A short text that changes with the text and its note. */
function digestOf(text: LocaleText): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 16);
}

export function digestsOf(texts: Unit['file']['texts']): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, digestOf(text)]));
}
