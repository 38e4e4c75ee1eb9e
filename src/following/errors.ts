import { ERROR_KIND, RequesterError, type RequestFacts } from '../core/errors/errors.js';
import type { QuestionSource } from '../openapi/objects.js';

const REASONS: Readonly<Record<number, string>> = {
  96: 'no characters were found in it',
  97: 'the service failed to analyse it',
  98: 'its character encoding is broken or was not recognised',
  99: 'it is not a file that the service can read',
};

/**
 * The analysis of an uploaded file failed (statuses 96 to 99), so the file can't be ordered. Not for an analysis that
 * takes too long: see TimeoutError.
 *
 * @see docs/service.md, File moves
 */
export class FileAnalysisError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'FileAnalysisError';
  override readonly name = 'FileAnalysisError';
  /** The file as the service shows it; `status` says what went wrong. */
  readonly file: QuestionSource;

  constructor(file: QuestionSource, request: RequestFacts) {
    const reason = REASONS[file.status] ?? 'the service gives no known reason';
    super(
      `the file can't be ordered: ${reason} (status ${file.status}). Upload another, or its text as a question.`,
      { outcome: 'rejected', request },
    );
    this.file = file;
  }
}
