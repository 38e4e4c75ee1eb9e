import { IncompleteDocumentError } from '../../documents.js';
import { FileAnalysisError, InputError } from '../../index.js';
import { IncompleteJobError } from '../../texts.js';
import type { Unit } from '../plan/units.js';
import { FileError } from '../terminal/failures.js';

/** Errors that don't say by themselves which file they are about. */
const FOR_A_FILE = [InputError, IncompleteJobError, IncompleteDocumentError];

/** Names the unit in an error of its work. @throws FileError for what is wrong with its texts or orders */
export async function nameUnit<Result>(
  { source, language }: Pick<Unit, 'source' | 'language'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileAnalysisError) throw new FileError(source, { cause: error });
    if (!FOR_A_FILE.some((kind) => error instanceof kind)) throw error;
    throw new FileError(`${source} in ${language}`, { cause: error });
  }
}
