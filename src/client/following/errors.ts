import { ERROR_KIND } from '../../base/kinds.js';
import type { KnownFileStatus } from '../contract/known-statuses.js';
import type { QuestionSource } from '../contract/types.js';
import type { AdviceWithText } from '../core/errors/advice.js';
import { RequesterError, type RequestFacts } from '../core/errors/errors.js';

/** The request that the errors of the log name. */
export const LOG: RequestFacts = { method: 'GET', path: '/api/v1/my/application_events' };

// `Exclude` names what is no failure, so the compiler asks for the reason of each new one.
const REASONS: Readonly<Record<number, string>> = {
  96: 'no characters were found in it',
  97: 'the service failed to analyse it',
  98: 'its character encoding is broken or was not recognised',
  99: 'it is not a file that the service can read',
} satisfies Record<Exclude<KnownFileStatus, 1 | 2>, string>;

const USE_OTHER_FILE: AdviceWithText = {
  code: 'use-other-file',
  text: 'Upload another, or its text as a question.',
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
  declare readonly name: 'FileAnalysisError';
  /** The file as the service shows it; `status` says what went wrong. */
  declare readonly file: QuestionSource;

  constructor(file: QuestionSource, request: RequestFacts) {
    const reason = REASONS[file.status] ?? 'the service gives no known reason';
    const facts = { outcome: 'rejected', request, file, advice: USE_OTHER_FILE } as const;
    super(`the file can't be ordered: ${reason} (status ${file.status})`, facts);
  }
}

const CHECK_CHECKPOINT: AdviceWithText = {
  code: 'check-checkpoint',
  text: 'Check the token and baseUrl, give each account its own, or remove it to start again.',
};

/**
 * The checkpoint belongs to another log: its last event is newer than the newest event of this log, or the log has none
 * of the events that were handled, where they have to be. Several polls in a row showed that, and nothing was skipped. Not
 * for a stored value that is not a checkpoint: see InputError.
 */
export class CheckpointError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'CheckpointError';
  declare readonly name: 'CheckpointError';
  /** The id of the last event in the checkpoint. */
  declare readonly lastId: number;
  /** The id of the newest event that the log has shown. */
  declare readonly newestId: number;

  constructor(lastId: number, newestId: number) {
    const reason =
      newestId < lastId
        ? `the newest event of the log is ${newestId}`
        : 'the log has other events where the handled ones were';
    const facts = { outcome: 'done', request: LOG, lastId, newestId, advice: CHECK_CHECKPOINT } as const;
    super(
      `the checkpoint ends at event ${lastId}, but ${reason}. It belongs to another account, or the log was reset`,
      facts,
    );
  }
}

const FOLLOW_ONCE: AdviceWithText = {
  code: 'follow-once',
  text: 'Let one process follow at a time, and give each account and each reader a checkpoint of its own.',
};

/** Another follower has saved the same checkpoint, so this stream ended. Both may get its last event. */
export class CheckpointConflictError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'CheckpointConflictError';
  declare readonly name: 'CheckpointConflictError';
  /** The id of the last event in the checkpoint that was not saved. */
  declare readonly lastId: number;

  constructor(lastId: number) {
    const facts = { outcome: 'rejected', request: LOG, lastId, advice: FOLLOW_ONCE } as const;
    super(`the checkpoint of event ${lastId} was not saved: another follower has saved one since`, facts);
  }
}
