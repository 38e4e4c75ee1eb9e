import { ERROR_KIND, USUAL_FACTS } from '../../base/kinds.js';
import type { KnownFileStatus } from '../contract/known-statuses.js';
import type { QuestionSource } from '../contract/types.js';
import type { AdviceWithText } from '../core/errors/advice.js';
import {
  type ErrorFacts,
  RequesterError,
  type RequestFacts,
  type UsualFacts,
} from '../core/errors/errors.js';

/** The request that the errors of the log name. */
export const LOG: RequestFacts = {
  method: 'GET',
  path: '/api/v1/my/application_events',
  address: '/api/v1/my/application_events',
};

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

/** What an error has that names no file. */
const UNREADABLE_FILE: QuestionSource = {
  id: 1,
  status: 99,
  user_id: 1,
  file_type: null,
  letter_count: null,
  charset: null,
  created_at: '1970-01-01T00:00:00.000+00:00',
  updated_at: '1970-01-01T00:00:00.000+00:00',
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
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'use-other-file' },
  };
  declare readonly name: 'FileAnalysisError';
  /** The file as the service shows it; `status` says what went wrong. */
  readonly file: QuestionSource;

  constructor(what: string, facts: Partial<ErrorFacts> & { file?: QuestionSource } = {}) {
    super(what, facts);
    this.file = facts.file ?? UNREADABLE_FILE;
  }
}

/** The error of a file whose analysis failed. */
export function makeFileAnalysisError(file: QuestionSource, request: RequestFacts): FileAnalysisError {
  const reason = REASONS[file.status] ?? 'the service gives no known reason';
  const facts = { outcome: 'rejected', request, advice: USE_OTHER_FILE, file } as const;
  return new FileAnalysisError(`the file can't be ordered: ${reason} (status ${file.status})`, facts);
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
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'done',
    advice: { code: 'check-checkpoint' },
  };
  declare readonly name: 'CheckpointError';
  /** The id of the last event in the checkpoint. */
  readonly lastId: number;
  /** The id of the newest event that the log has shown. */
  readonly newestId: number;

  constructor(what: string, facts: Partial<ErrorFacts> & { lastId?: number; newestId?: number } = {}) {
    super(what, facts);
    this.lastId = facts.lastId ?? 0;
    this.newestId = facts.newestId ?? 0;
  }
}

/** The error of a checkpoint of another log. */
export function makeCheckpointError(lastId: number, newestId: number): CheckpointError {
  const reason =
    newestId < lastId
      ? `the newest event of the log is ${newestId}`
      : 'the log has other events where the handled ones were';
  return new CheckpointError(
    `the checkpoint ends at event ${lastId}, but ${reason}. It belongs to another account, or the log was reset`,
    { outcome: 'done', request: LOG, advice: CHECK_CHECKPOINT, lastId, newestId },
  );
}

const FOLLOW_ONCE: AdviceWithText = {
  code: 'follow-once',
  text: 'Let one process follow at a time, and give each account and each reader a checkpoint of its own.',
};

/** Another follower has saved the same checkpoint, so this stream ended. Both may get its last event. */
export class CheckpointConflictError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'CheckpointConflictError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'follow-once' },
  };
  declare readonly name: 'CheckpointConflictError';
  /** The id of the last event in the checkpoint that was not saved. */
  readonly lastId: number;

  constructor(what: string, facts: Partial<ErrorFacts> & { lastId?: number } = {}) {
    super(what, facts);
    this.lastId = facts.lastId ?? 0;
  }
}

/** The error of a checkpoint that another follower has saved too. */
export function makeCheckpointConflict(lastId: number): CheckpointConflictError {
  const what = `the checkpoint of event ${lastId} was not saved: another follower has saved one since`;
  const facts = { outcome: 'rejected', request: LOG, advice: FOLLOW_ONCE, lastId } as const;
  return new CheckpointConflictError(what, facts);
}
