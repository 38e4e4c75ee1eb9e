import { describe, expect, test } from 'vitest';
import type { QuestionSource } from '../../../src/client/contract/types.js';
import { RequesterError } from '../../../src/client/core/errors/errors.js';
import {
  CheckpointConflictError,
  CheckpointError,
  FileAnalysisError,
  makeCheckpointConflict,
  makeCheckpointError,
  makeFileAnalysisError,
} from '../../../src/client/following/errors.js';
import { source } from '../../fixtures.js';

const LOG = {
  method: 'GET',
  path: '/api/v1/my/application_events',
  address: '/api/v1/my/application_events',
};
const FILE = {
  method: 'GET',
  path: '/api/v1/question_sources/{id}',
  address: '/api/v1/question_sources/5',
};

const makeFile = (status: number): QuestionSource => ({ ...source, status });

describe('what an error of following or waiting says', () => {
  const NOT_OF_A_CALL = { status: undefined, requestId: undefined, retryAfter: undefined };

  test.each<[RequesterError, object]>([
    [
      makeCheckpointError(9, 4),
      {
        name: 'CheckpointError',
        outcome: 'done',
        request: LOG,
        lastId: 9,
        newestId: 4,
        advice: { code: 'check-checkpoint' },
        message:
          'GET /api/v1/my/application_events: the checkpoint ends at event 9, but the newest event of the log is 4. It belongs to another account, or the log was reset. Check the token and baseUrl, give each account its own, or remove it to start again.',
      },
    ],
    [
      makeCheckpointConflict(9),
      {
        name: 'CheckpointConflictError',
        outcome: 'rejected',
        request: LOG,
        lastId: 9,
        advice: { code: 'follow-once' },
        message:
          'GET /api/v1/my/application_events: the checkpoint of event 9 was not saved: another follower has saved one since. Let one process follow at a time, and give each account and each reader a checkpoint of its own.',
      },
    ],
    [
      makeFileAnalysisError(makeFile(96), FILE),
      {
        name: 'FileAnalysisError',
        outcome: 'rejected',
        request: FILE,
        file: makeFile(96),
        advice: { code: 'use-other-file' },
        message:
          "GET /api/v1/question_sources/5: the file can't be ordered: no characters were found in it (status 96). Upload another, or its text as a question.",
      },
    ],
  ])('$name', (error, said) => {
    expect(error.toJSON()).toEqual({ ...NOT_OF_A_CALL, ...said });
  });

  test.each([
    [96, 'no characters were found in it'],
    [97, 'the service failed to analyse it'],
    [98, 'its character encoding is broken or was not recognised'],
    [99, 'it is not a file that the service can read'],
    [95, 'the service gives no known reason'],
    [100, 'the service gives no known reason'],
  ])('a file with status %i is refused with its reason', (status, reason) => {
    const { message } = makeFileAnalysisError(makeFile(status), FILE);
    expect(message).toContain(`can't be ordered: ${reason} (status ${status}).`);
  });
});

test('each class knows its own errors, and no others', () => {
  const errors = [makeCheckpointError(9, 4), makeCheckpointConflict(9), makeFileAnalysisError(source, FILE)];
  for (const Class of [CheckpointError, CheckpointConflictError, FileAnalysisError]) {
    expect(errors.filter((error) => error instanceof Class).map(({ name }) => name)).toEqual([Class.name]);
  }
  expect(errors.every((error) => error instanceof RequesterError)).toBe(true);
});
