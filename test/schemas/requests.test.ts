import { describe, expect, test } from 'vitest';
import { inputValidator } from '../../src/schemas/validator.js';
import {
  EventPageQuerySchema,
  IdSchema,
  OrganizationInputSchema,
  PageQuerySchema,
  ProjectOrderSchema,
  RejectionSchema,
  SimpleQuestionOrderSchema,
} from '../../src/schemas.js';

const pair = { language_id: 'en', translated_language_id: 'ja' };
const checkProject = inputValidator(ProjectOrderSchema);
const checkSimple = inputValidator(SimpleQuestionOrderSchema);

function project(...questions: unknown[]): unknown {
  return { ...pair, questions };
}

test('what the caller changes afterwards is not in what was checked', () => {
  const question = { type: 'string', body: 'text' };
  const order = { ...pair, questions: [question] };
  const checked = checkProject(order);
  question.body = 'another';
  order.questions.push(question);
  expect(checked).toMatchObject({ value: { questions: [{ body: 'text' }] } });
  expect(checked).toHaveProperty('value.questions.length', 1);
});

describe('flags', () => {
  test('booleans become what the service takes', () => {
    const question = { type: 'string', body: 'text', escape_text: true, double_check: false, individual: 1 };
    expect(checkProject({ ...pair, individual: true, questions: [question] })).toEqual({
      value: {
        ...pair,
        individual: 1,
        questions: [{ type: 'string', body: 'text', escape_text: 1, double_check: 0, individual: 1 }],
      },
    });
  });

  test.each([2, '1', null, 'true'])('nothing else does: %j', (native) => {
    const answer = checkSimple({ ...pair, question_bodies: [{ body: 'text' }], native });
    expect(answer).toMatchObject({ issues: [{ path: 'native' }] });
  });

  test('fields set to undefined count as absent', () => {
    const order = {
      ...pair,
      question_bodies: [{ body: 'text' }],
      native: undefined,
      custom_field: undefined,
    };
    expect(checkSimple(order)).toHaveProperty('value');
  });
});

describe('elements of a project order', () => {
  test.each([
    { type: 'string', body: 'text' },
    { type: 'text_html', body: '<p>text</p>', title: '', description: '' },
    { type: 'file', source_id: 5_000_000_000 },
    { type: 'file', source_id: 1, body: null },
  ])('that are right: %j', (question) => {
    expect(checkProject(project(question))).toEqual({ value: project(question) });
  });

  test.each([
    [{ type: 'string' }, 'body', 'must be a string with more than white space; got nothing'],
    [
      { type: 'string', body: ' \n ' },
      'body',
      'must be a string with more than white space; got white space',
    ],
    [{ type: 'string', body: 'text', source_id: 1 }, 'source_id', 'is not a known field'],
    [{ type: 'file' }, 'source_id', 'must be a positive integer; got nothing'],
    [
      { type: 'file', source_id: '1' },
      'source_id',
      'must be a positive integer; got a string of 1 characters',
    ],
    [{ type: 'file', source_id: 1, body: 'text' }, 'body', 'must be null; got a string'],
    [
      { type: 'markdown', body: 'text' },
      'type',
      "must be one of 'string', 'text_html', 'file'; got a string",
    ],
  ])('that are wrong: %j', (question, field, message) => {
    expect(checkProject(project({ type: 'string', body: 'text' }, question))).toEqual({
      issues: [{ path: `questions[1].${field}`, message }],
    });
  });

  test('at least one is needed', () => {
    expect(checkProject(project())).toEqual({
      issues: [{ path: 'questions', message: 'must not be empty; got an empty list' }],
    });
  });
});

describe('custom fields', () => {
  const order = (custom_field: string) => ({ ...pair, question_bodies: [{ body: 'text' }], custom_field });

  test.each(['', 'x'.repeat(255), '😀'.repeat(255)])(
    'have at most 255 characters, not code units',
    (text) => {
      expect(checkSimple(order(text))).toHaveProperty('value');
    },
  );

  test('are rejected when longer, with the length but without the text', () => {
    expect(checkSimple(order('x'.repeat(300)))).toEqual({
      issues: [
        {
          path: 'custom_field',
          message: 'must be a string of at most 255 characters; got a string of 300 characters',
        },
      ],
    });
  });
});

describe('reasons of a rejection', () => {
  const check = inputValidator(RejectionSchema);

  test('have at least 16 characters and are sent as they are', () => {
    expect(check({ reason: ' sixteen letters! ' })).toEqual({ value: { reason: ' sixteen letters! ' } });
  });

  test.each(['', 'too short', `short${' '.repeat(20)}`, '😀'.repeat(15)])(
    'are rejected when shorter: %j',
    (reason) => {
      expect(check({ reason })).toMatchObject({ issues: [{ path: 'reason' }] });
    },
  );
});

describe('pages', () => {
  test.each([{}, { page: 1, per_page: 1 }, { per_page: 100 }, { page: undefined }])('accepts %j', (query) => {
    expect(inputValidator(PageQuerySchema)(query)).toHaveProperty('value');
  });

  test.each([{ page: 0 }, { per_page: 0 }, { per_page: 101 }, { page: 1.5 }, { page: '1' }, { size: 3 }])(
    'rejects %j',
    (query) => {
      expect(inputValidator(PageQuerySchema)(query)).toHaveProperty('issues');
    },
  );

  test('of events have an order too', () => {
    expect(inputValidator(EventPageQuerySchema)({ order: 'id_asc', since: 3 })).toHaveProperty('value');
    expect(inputValidator(EventPageQuerySchema)({ order: 'newest' })).toEqual({
      issues: [{ path: 'order', message: "must be one of 'id_desc', 'id_asc'; got a string" }],
    });
  });
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 53, '1', 1n, null, undefined])('%s is no identifier', (id) => {
  expect(inputValidator(IdSchema)(id)).toMatchObject({ issues: [{ path: '' }] });
});

test('an organization needs a name that is more than white space', () => {
  expect(inputValidator(OrganizationInputSchema)({ name: '  ' })).toMatchObject({
    issues: [{ path: 'name' }],
  });
});

test('languages need an id', () => {
  const order = { ...pair, language_id: '', question_bodies: [{ body: 'text' }] };
  expect(checkSimple(order)).toMatchObject({ issues: [{ path: 'language_id' }] });
});

test('a misspelt field is named, wherever it stands', () => {
  expect(checkSimple({ ...pair, question_bodies: [{ body: 'text', boddy: 1 }], natve: 1 })).toEqual({
    issues: [
      { path: 'question_bodies[0].boddy', message: 'is not a known field' },
      { path: 'natve', message: 'is not a known field' },
    ],
  });
});
