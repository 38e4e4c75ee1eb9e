import { stat } from 'node:fs/promises';
import type { LocaleFile, WriteLocaleOptions } from '../../locale-files.js';
import { replaceFile, undefinedOn } from './disk.js';

/** The permissions of a file that is new. */
const NEW = 0o644;

/** What is written to a file. */
export interface Target {
  /** Finds the real path of the file. A link may have come since the last time. */
  targetFile(): Promise<string>;
}

/** Finds the path of the file that a unit is written to, and its permissions. */
export async function findPlace({
  targetFile,
}: Target): Promise<{ readonly path: string; readonly mode: number }> {
  const path = await targetFile();
  const before = await undefinedOn(['ENOENT'], stat(path));
  return { path, mode: (before?.mode ?? NEW) & 0o777 };
}

/** Writes translations into the locale file of a unit, in the encoding that it has. */
export async function writeTexts(
  unit: Target,
  file: LocaleFile,
  translations: ReadonlyMap<string, string>,
  options: WriteLocaleOptions,
): Promise<void> {
  const { path, mode } = await findPlace(unit);
  await replaceFile(path, Buffer.from(file.write(translations, options), file.encoding), 'The file', mode);
}
