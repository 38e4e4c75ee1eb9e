import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eventPageSchema,
  projectAnswerSchema,
  tokenAnswerSchema,
} from '../../../src/client/contract/answers.js';
import { makeInspector } from '../../../src/client/contract/inspector.js';
import {
  ApplicationEventSchema,
  OrganizationSchema,
  QuestionSchema,
  SimpleQuestionDetailSchema,
  TimestampSchema,
} from '../../../src/schemas.js';
import { event, ok, organization, paging, project, question, simpleQuestion } from '../../fixtures.js';
import { getAnswerSchema } from './answer-schemas.js';
import { makeArbitrary } from './arbitrary.js';
import { validator } from './strict.js';

/** One value that the contract allows, always the same. */
function sample(name: string): Record<string, unknown> {
  const [value] = fc.sample(makeArbitrary(name), { numRuns: 1, seed: 1 });
  return value as Record<string, unknown>;
}

describe('timestamps', () => {
  const validate = validator(() => TimestampSchema);

  test.each([
    '2024-02-29T23:59:59.123+09:00',
    '2024-01-01T00:00:00.000-11:30',
    '2024-01-01T00:00:00.000Z',
    '2024-01-01T00:00:00+09:00',
    '2024-01-01T00:00:00.123456Z',
  ])('accepts %s', (text) => {
    expect(validate(text)).toEqual({ value: text });
  });

  test.each([
    '',
    'yesterday',
    '2024-01-01',
    '2024-01-01 00:00:00.000+09:00',
    '2024-01-01T00:00:00.000',
    '2024-13-01T00:00:00.000Z',
    '2024-01-32T00:00:00.000Z',
    '2024-01-01T24:00:00.000Z',
    '2024-01-01T00:60:00.000Z',
    '2024-01-01T00:00:00.000+9',
    ' 2024-01-01T00:00:00.000Z',
    '2024-01-01T00:00:00.000Z\n',
    1704067200000,
    null,
  ])('rejects %j', (value) => {
    expect(validate(value)).toHaveProperty('issues');
  });
});

describe('open values', () => {
  test('an unknown status and file type are accepted', () => {
    const question = { ...sample('Question'), status: 4711, status_text: 'new', file_type: 'odt' };
    expect(validator(() => QuestionSchema)(question)).toEqual({ value: question });
  });

  test.each(['4', 4.5, null, 1e300])('a status that is no integer is rejected: %j', (status) => {
    expect(validator(() => QuestionSchema)({ ...sample('Question'), status })).toMatchObject({
      issues: [{ path: 'status' }],
    });
  });

  test('unknown fields are kept', () => {
    const question = { ...sample('Question'), something_new: { deep: [1] } };
    expect(validator(() => QuestionSchema)(question)).toEqual({ value: question });
  });
});

describe('fields that are known from the field only', () => {
  test.each([1, null, 'plan', {}])('never make an organization unacceptable: %j', (unpromised) => {
    const organization = { ...sample('Organization'), available_plan_id: unpromised, user: unpromised };
    expect(validator(() => OrganizationSchema)(organization)).toEqual({ value: organization });
  });
});

describe('events', () => {
  const validate = validator(() => ApplicationEventSchema);
  const base = sample('EventBase');
  const odd = [null, 'text', 7, [], {}, { id: 'x' }];

  test.each(odd)('of an unknown type are accepted whatever they carry: %j', (payload) => {
    const event = {
      ...base,
      type: 'question.created',
      question: payload,
      project: payload,
      translation: payload,
    };
    expect(validate(event)).toEqual({ value: event });
  });

  test.each(odd)('of a promised type are held to the promised payload: %j', (question) => {
    const answer = validate({ ...sample('SimpleQuestionCreatedEvent'), question });
    expect(answer).toHaveProperty('issues');
  });

  test.each([
    ['SimpleQuestionCreatedEvent', 'question'],
    ['SimpleQuestionSubmittedTranslationEvent', 'question'],
    ['SimpleQuestionSubmittedTranslationEvent', 'translation'],
    ['SimpleQuestionFinishedEvent', 'question'],
    ['SimpleQuestionExpiredEvent', 'question'],
  ])('as a %s need their %s', (name, payload) => {
    const { [payload]: _, ...event } = sample(name);
    expect(validate(event)).toEqual({
      issues: [{ path: payload, message: 'must be an object; got nothing' }],
    });
  });

  test('that end a question need the translations of its texts', () => {
    const event = sample('SimpleQuestionFinishedEvent');
    const { translations: _, ...body } = sample('TranslatedQuestionBody');
    const question = { ...sample('ClosedSimpleQuestion'), question_bodies: [body] };
    expect(validate({ ...event, question })).toMatchObject({
      issues: [{ path: 'question.question_bodies[0].translations' }],
    });
  });

  test('need no grade of a translator', () => {
    const { grade_text: _, rate: __, ...user } = sample('GradedTranslator');
    const event = sample('SimpleQuestionSubmittedTranslationEvent');
    const graded = { ...event, translation: { ...sample('SubmittedTranslation'), user } };
    expect(validate(graded)).toEqual({ value: graded });
  });

  test('about a project may carry a project of any shape, or none', () => {
    const event = { ...base, type: 'project.created' };
    expect(validate(event)).toEqual({ value: event });
    expect(validate({ ...event, project: 'odd' })).toEqual({ value: { ...event, project: 'odd' } });
  });

  test('of a promised type may carry a project of any shape', () => {
    const event = { ...sample('SimpleQuestionFinishedEvent'), project: 'odd' };
    expect(validate(event)).toEqual({ value: event });
  });

  test('of any type need the base fields', () => {
    expect(validate({ ...base, type: 'project.created', id: '1' })).toEqual({
      issues: [{ path: 'id', message: 'must be an integer; got a string' }],
    });
  });

  test('say which payload field is wrong, from the root of the answer', () => {
    const page = sample('EventPage');
    const question = { ...sample('CreatedSimpleQuestion'), 'listing?': 'yes' };
    const event = { ...sample('SimpleQuestionCreatedEvent'), question };
    expect(validator(eventPageSchema)({ ...page, events: [event] })).toEqual({
      issues: [{ path: 'events[0].question.listing?', message: 'must be a boolean; got a string' }],
    });
  });

  test('without a type say so', () => {
    expect(validate({ ...base, type: undefined })).toEqual({
      issues: [{ path: 'type', message: 'must be a string; got nothing' }],
    });
  });
});

describe('what an answer promises can not be missing:', () => {
  test.each<[string, string]>([
    ...['page', 'per_page', 'total_pages', 'total_count'].map((field): [string, string] => [
      'RevisionAnswer',
      field,
    ]),
    ['SimpleTranslationComments', 'comments'],
  ])('of a %s, %s', (name, field) => {
    const { [field]: _, ...rest } = sample(name);
    expect(validator(() => getAnswerSchema(name))(rest)).toMatchObject({ issues: [{ path: field }] });
  });

  test.each([
    ['the organization beside a simple translation', 'SimpleTranslationAnswer', 'question', 'organization'],
    ['the texts beside a simple translation', 'SimpleTranslationAnswer', 'question', 'question_bodies'],
    ['the grade of its translator', 'SimpleTranslationAnswer', 'translation', 'user'],
    ['what comments are about', 'SimpleTranslationComments', 'question', 'id'],
  ])('%s', (_, name, object, field) => {
    const whole = sample(name);
    const { [field]: __, ...rest } = Object(whole[object]);
    expect(validator(() => getAnswerSchema(name))({ ...whole, [object]: rest })).toMatchObject({
      issues: [{ path: `${object}.${field}` }],
    });
  });

  test('the translations in a single simple question', () => {
    const { translations: _, ...body } = sample('TranslatedQuestionBody');
    const question = { ...sample('SimpleQuestionDetail'), question_bodies: [body] };
    expect(validator(() => SimpleQuestionDetailSchema)(question)).toMatchObject({
      issues: [{ path: 'question_bodies[0].translations' }],
    });
  });
});

describe('token answers', () => {
  const validate = validator(tokenAnswerSchema);
  const bearer = { access_token: 'a'.repeat(64), token_type: 'bearer' };

  test.each([
    { ...bearer, expires_in: null, refresh_token: null, scope: '' },
    { ...bearer, expires_in: 3600, refresh_token: 'r', scope: 'read write' },
    { ...bearer, scope: null },
    bearer,
  ])('are accepted in every form that OAuth 2.0 servers use', (answer) => {
    expect(validate(answer)).toEqual({ value: answer });
  });

  test.each([{ token_type: 'bearer' }, { ...bearer, access_token: '' }, { ...bearer, access_token: 1 }])(
    'need a token',
    (answer) => {
      expect(validate(answer)).toHaveProperty('issues');
    },
  );
});

test('an answer with more than twenty fields that refuse it is refused as a whole, and compared no further', () => {
  const questions = Array.from({ length: 30 }, (_, at) => ({ ...question, id: at + 1, status: 'late' }));
  const { mismatches } = makeInspector(projectAnswerSchema)({ ...ok, project: { ...project, questions } });
  expect(mismatches).toHaveLength(21);
  expect(mismatches.at(-1)).toMatchObject({
    path: '',
    message: 'has too many fields that are not what the contract says',
    refuses: true,
  });
});

test.each([undefined, null, 5, {}, { ...organization, id: 'x' }])(
  'an object that only comes along with a project refuses nothing: %j',
  (embedded) => {
    const inspect = makeInspector(projectAnswerSchema);
    const { mismatches } = inspect({ ...ok, project: { ...project, organization: embedded } });
    expect(mismatches.length).toBeGreaterThan(0);
    expect(mismatches.filter(({ refuses }) => refuses)).toEqual([]);
  },
);

test.each([
  ['simple_question.created', true],
  ['simple_question.finished', false],
])('a place that is used of events that are created refuses one that is %s: %s', (type, refuses) => {
  const inspect = makeInspector(eventPageSchema);
  const question = { ...simpleQuestion, custom_field: 5 };
  const uses = ['events[].id', 'events[].question.custom_field@simple_question.created'];
  const { mismatches } = inspect({ ...ok, ...paging(1), events: [{ ...event, type, question }] }, uses);
  expect(mismatches.map((mismatch) => [mismatch.path, mismatch.refuses])).toEqual([
    ['events[0].question.custom_field', refuses],
  ]);
});

test.each(['simple_question.created_again', 'simple_question.create', 'project-created', 'Project.created'])(
  'a type of events that is only like a known one is another type: %s',
  (type) => {
    const inspect = makeInspector(eventPageSchema);
    const other = { ...event, type, question: undefined };
    expect(inspect({ ...ok, ...paging(1), events: [other] }).mismatches).toEqual([]);
    expect(
      inspect({ ...ok, ...paging(1), events: [{ ...other, type: 'project.created' }] }).mismatches,
    ).toEqual([]);
    expect(
      inspect({ ...ok, ...paging(1), events: [{ ...other, type: 'simple_question.created' }] }).mismatches,
    ).toMatchObject([{ path: 'events[0].question' }]);
  },
);
