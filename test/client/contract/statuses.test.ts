import { describe, expect, test } from 'vitest';
import { FileStatus, isFinished, QuestionStatus, SimpleQuestionStatus } from '../../../src/index.js';
import { question, simpleQuestion } from '../../fixtures.js';
import { contract } from './contract.js';

const numbers = Array.from({ length: 12 }, (_, status) => status);

describe('of a project', () => {
  const finished = [3, 4, 5];

  test.each(numbers)("a question in status %i is finished only if that is among the kind's own", (status) => {
    expect(isFinished({ ...question, status })).toBe(finished.includes(status));
    expect(isFinished({ project_id: 1, status })).toBe(finished.includes(status));
  });
});

describe('of its own', () => {
  const finished = [4, 5, 7, 9];

  test.each(numbers)(
    "a simple question in status %i is finished only if that is among the kind's own",
    (status) => {
      const { question_bodies: _, ...snapshot } = simpleQuestion;
      expect(isFinished({ ...simpleQuestion, status })).toBe(finished.includes(status));
      expect(isFinished({ ...snapshot, status })).toBe(finished.includes(status));
      expect(isFinished({ draft_question_id: null, cancelable: false, status })).toBe(
        finished.includes(status),
      );
    },
  );

  test('a simple question that became a draft is finished', () => {
    const draft = { ...simpleQuestion, draft_question_id: 83, status: 0 };
    expect(isFinished({ ...draft, cancelable: false })).toBe(true);
    expect(isFinished({ ...draft, cancelable: true })).toBe(false);
    expect(isFinished({ ...draft, cancelable: false, status: 1 })).toBe(false);
  });
});

test.each(Object.entries({ QuestionStatus, SimpleQuestionStatus, FileStatus }))(
  'the constants of %s are the statuses that the contract lists',
  (name, constants) => {
    expect(Object.values(constants)).toEqual(contract.components.schemas[name]?.anyOf?.[0]?.enum);
  },
);

test.each(numbers)(
  'in status %i, a question of an unclear kind is finished only if it would be as both',
  (status) => {
    const unclear = { status, cancelable: false };
    const both = { ...simpleQuestion, project_id: 5, status };
    expect(isFinished(unclear as never)).toBe([4, 5].includes(status));
    expect(isFinished(both)).toBe([4, 5].includes(status));
  },
);
