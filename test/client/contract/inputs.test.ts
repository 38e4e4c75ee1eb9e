import { describe, expect, test } from 'vitest';
import { makeValidator } from '../../../src/client/contract/validator.js';
import {
  CommentInputSchema,
  EventPageQuerySchema,
  IdSchema,
  OrganizationInputSchema,
  PageQuerySchema,
  ProjectOrderSchema,
  RejectionSchema,
  SimpleQuestionOrderSchema,
} from '../../../src/schemas.js';

const pair = { language_id: 'en', translated_language_id: 'ja' };
const checkProject = makeValidator(() => ProjectOrderSchema);
const checkSimple = makeValidator(() => SimpleQuestionOrderSchema);

function project(...questions: unknown[]): object {
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

  test.each(['0', '1'] as const)('%j is sent as a number', (native) => {
    const order = { ...pair, question_bodies: [{ body: 'text' }], native };
    expect(checkSimple(order)).toEqual({ value: { ...order, native: Number(native) } });
  });

  test.each([2, '2', null, 'true'])('nothing else does: %j', (native) => {
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
    { type: 'string', body: ' \n ' },
    { type: 'string', body: 'text', source_id: 1 },
    { type: 'string', source_id: 1 },
    { type: 'string', source_id: 1, body: null },
  ])('that are right: %j', (question) => {
    expect(checkProject(project(question))).toEqual({ value: project(question) });
  });

  test.each([
    [{ type: 'string' }, 'body', 'must be a non-empty string; got nothing'],
    [{ type: 'string', body: '' }, 'body', 'must be a non-empty string; got an empty string'],
    [
      { type: 'string', source_id: '1', body: null },
      'source_id',
      'must be a positive integer; got a string of 1 characters',
    ],
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

  test.each(['x'.repeat(256), `${'x'.repeat(255)}😀`, '😀'.repeat(256)])(
    'are rejected when longer, with the length but without the text: %s',
    (longer) => {
      expect(checkSimple(order(longer))).toEqual({
        issues: [
          {
            path: 'custom_field',
            message: 'must be a string of at most 255 characters; got a string of 256 characters',
          },
        ],
      });
    },
  );
});

describe('reasons of a rejection', () => {
  const check = makeValidator(() => RejectionSchema);

  test.each([
    ' sixteen letters! ',
    'sixteen letters!',
    `${' '.repeat(15)}x`,
    `${'x'.repeat(15)}😀`,
    '😀'.repeat(16),
  ])('have at least 16 characters, white space too, and are sent as they are: %j', (reason) => {
    expect(check({ reason })).toEqual({ value: { reason } });
  });

  test.each(['', 'fifteen letters', ' '.repeat(15), `${'x'.repeat(14)}😀`, '😀'.repeat(15)])(
    'are rejected when shorter, by characters and not by code units: %j',
    (reason) => {
      expect(check({ reason })).toMatchObject({ issues: [{ path: 'reason' }] });
    },
  );
});

describe('pages', () => {
  test.each([{}, { page: 1, per_page: 1 }, { page: 101, per_page: 100 }, { page: undefined }])(
    'accepts %j',
    (query) => {
      expect(makeValidator(() => PageQuerySchema)(query)).toHaveProperty('value');
    },
  );

  test.each([
    { page: 0 },
    { per_page: 0 },
    { per_page: 101 },
    { per_page: 200 },
    { page: 1.5 },
    { page: '1' },
    { size: 3 },
  ])('rejects %j', (query) => {
    expect(makeValidator(() => PageQuerySchema)(query)).toHaveProperty('issues');
  });

  test('of events have an order too', () => {
    expect(makeValidator(() => EventPageQuerySchema)({ order: 'id_asc', since: 3 })).toHaveProperty('value');
    expect(makeValidator(() => EventPageQuerySchema)({ order: 'newest' })).toEqual({
      issues: [{ path: 'order', message: "must be one of 'id_desc', 'id_asc'; got a string" }],
    });
  });
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 53, '1', 1n, null, undefined])('%s is no identifier', (id) => {
  expect(makeValidator(() => IdSchema)(id)).toMatchObject({ issues: [{ path: '' }] });
});

test.each([{}, { name: '' }, { name: ' ' }])(
  'whether %j will do as an organization is for the service to say',
  (input) => {
    expect(makeValidator(() => OrganizationInputSchema)(input)).toEqual({ value: input });
  },
);

test('whether a blank comment will do is for the service to say', () => {
  expect(makeValidator(() => CommentInputSchema)({ body: '' })).toEqual({ value: { body: '' } });
  expect(makeValidator(() => CommentInputSchema)({ body: 5 })).toMatchObject({ issues: [{ path: 'body' }] });
});

test('languages need an id', () => {
  const order = { ...pair, language_id: '', question_bodies: [{ body: 'text' }] };
  expect(checkSimple(order)).toMatchObject({ issues: [{ path: 'language_id' }] });
});

describe('unknown fields', () => {
  const hint = 'a field that only the service knows goes into extra';

  test('are named with the nearest right name, wherever they stand', () => {
    expect(
      checkSimple({ ...pair, question_bodies: [{ body: 'text', boddy: 1 }], natve: 1, costom_feild: '' }),
    ).toEqual({
      issues: [
        { path: 'question_bodies[0].boddy', message: 'is not a known field; did you mean body?' },
        { path: 'natve', message: 'is not a known field; did you mean native?' },
        { path: 'costom_feild', message: 'is not a known field; did you mean custom_field?' },
      ],
    });
    const question = { type: 'string', body: 'text', dobule_check: 1 };
    expect(checkProject(project(question))).toEqual({
      issues: [
        { path: 'questions[0].dobule_check', message: 'is not a known field; did you mean double_check?' },
      ],
    });
    expect(makeValidator(() => PageQuerySchema)({ perpage: 3 })).toEqual({
      issues: [{ path: 'perpage', message: 'is not a known field; did you mean per_page?' }],
    });
  });

  test('that are like no other are shown the way out, where there is one', () => {
    expect(
      checkProject({ ...pair, questions: [{ type: 'file', source_id: 1, zone: 1 }], colour: 1 }),
    ).toEqual({
      issues: [
        { path: 'questions[0].zone', message: `is not a known field; ${hint}` },
        { path: 'colour', message: `is not a known field; ${hint}` },
      ],
    });
    expect(makeValidator(() => PageQuerySchema)({ size: 3 })).toEqual({
      issues: [{ path: 'size', message: 'is not a known field; the fields are page, per_page' }],
    });
  });

  test('in extra are sent beside the known ones', () => {
    const question = { type: 'string', body: 'text', extra: { tone: ['warm'], none: undefined } };
    expect(checkProject({ ...project(question), extra: { priority: 1 } })).toEqual({
      value: { ...pair, questions: [{ type: 'string', body: 'text', tone: ['warm'] }], priority: 1 },
    });
    const simple = { ...pair, question_bodies: [{ body: 'text' }] };
    expect(checkSimple({ ...simple, extra: { priority: { level: 1 } } })).toEqual({
      value: { ...simple, priority: { level: 1 } },
    });
  });

  test('in extra are copied, so that a later change is not sent', () => {
    const priority = { level: 1 };
    const checked = checkSimple({ ...pair, question_bodies: [{ body: 'text' }], extra: { priority } });
    priority.level = 2;
    expect(checked).toHaveProperty('value.priority', { level: 1 });
  });

  test.each([
    ['questions[0].extra.title', { type: 'string', body: 'text', extra: { title: 'a' } }],
    ['questions[0].extra.source_id', { type: 'text_html', body: 'text', extra: { source_id: 1 } }],
    ['questions[0].extra.access_token', { type: 'file', source_id: 1, extra: { access_token: 'a' } }],
  ])('in extra are refused where they are known: %s', (path, question) => {
    const message = 'is a known field, which stands outside of extra';
    expect(checkProject(project(question))).toMatchObject({
      issues: [{ path, message: expect.stringContaining(message) }],
    });
  });

  test.each(['organization_id', 'custom_field', 'access_token', 'extra'])(
    'in the extra of an order are refused where they are known: %s',
    (name) => {
      const order = { ...pair, question_bodies: [{ body: 'text' }], extra: { [name]: 'a' } };
      expect(checkSimple(order)).toMatchObject({ issues: [{ path: `extra.${name}` }] });
    },
  );

  test.each([null, [], 'text', { big: 1n }, circle()])('need an extra that JSON can carry (%#)', (extra) => {
    const order = { ...pair, question_bodies: [{ body: 'text' }], extra };
    expect(checkSimple(order)).toMatchObject({
      issues: [{ path: 'extra', message: expect.stringMatching(/^must be an object that JSON can carry/) }],
    });
  });
});

function circle(): unknown {
  const self: Record<string, unknown> = {};
  self.self = self;
  return self;
}
