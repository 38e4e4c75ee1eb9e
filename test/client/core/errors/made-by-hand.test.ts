import { describe, expect, test } from 'vitest';
import { DeliveryError } from '../../../../src/callbacks.js';
import { IncompleteDocumentError } from '../../../../src/documents.js';
import * as library from '../../../../src/index.js';
import { AuthorizationDeniedError, OAuthError, StateMismatchError } from '../../../../src/oauth.js';
import { IncompleteJobError } from '../../../../src/texts.js';

/** A class of errors with the outcome that it has without facts, and its status. */
interface Made {
  readonly Class: new (what: string, facts?: Partial<library.ErrorFacts>) => library.RequesterError;
  readonly outcome: library.Outcome;
  readonly status?: number;
}

const MADE: readonly Made[] = [
  { Class: library.InputError, outcome: 'not_sent' },
  { Class: library.BudgetError, outcome: 'not_sent' },
  { Class: library.ConnectionError, outcome: 'unknown' },
  { Class: library.TimeoutError, outcome: 'unknown' },
  { Class: library.AuthenticationError, outcome: 'rejected', status: 401 },
  { Class: library.MalformedRequestError, outcome: 'rejected', status: 403 },
  { Class: library.PermissionError, outcome: 'rejected', status: 403 },
  { Class: library.NotFoundError, outcome: 'rejected', status: 404 },
  { Class: library.ValidationError, outcome: 'rejected', status: 422 },
  { Class: library.RateLimitError, outcome: 'rejected', status: 429 },
  { Class: library.ApiError, outcome: 'rejected' },
  { Class: library.ServerError, outcome: 'unknown', status: 500 },
  { Class: library.RedirectError, outcome: 'unknown' },
  { Class: library.UnexpectedAnswerError, outcome: 'done' },
  { Class: library.OrderConflictError, outcome: 'not_sent' },
  { Class: library.OutcomeUnknownError, outcome: 'unknown' },
  { Class: library.StoreError, outcome: 'not_sent' },
  { Class: library.FileAnalysisError, outcome: 'rejected' },
  { Class: library.CheckpointError, outcome: 'done' },
  { Class: library.CheckpointConflictError, outcome: 'rejected' },
  { Class: AuthorizationDeniedError, outcome: 'not_sent' },
  { Class: StateMismatchError, outcome: 'not_sent' },
  { Class: OAuthError, outcome: 'rejected' },
  { Class: DeliveryError, outcome: 'rejected' },
  { Class: IncompleteJobError, outcome: 'rejected' },
  { Class: IncompleteDocumentError, outcome: 'rejected' },
];

const request = {
  method: 'GET',
  path: '/api/v1/simple/questions/{id}',
  address: '/api/v1/simple/questions/4711',
};

test('every public class of errors is in this table', () => {
  const entries = { ...library, AuthorizationDeniedError, OAuthError, StateMismatchError, DeliveryError };
  const classes = Object.entries({ ...entries, IncompleteJobError, IncompleteDocumentError })
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof library.RequesterError)
    .map(([name]) => name)
    .filter((name) => name !== 'RequesterError');
  expect(MADE.map(({ Class }) => Class.name).sort()).toEqual(classes.sort());
});

describe.each(MADE)('$Class.name that a test makes', ({ Class, outcome, status }) => {
  test('has its message alone, and what is usual for it', () => {
    const error = new Class('x');
    expect(error).toBeInstanceOf(Class);
    expect(library.isRequesterError(error)).toBe(true);
    expect(error).toMatchObject({ name: Class.name, message: 'x', summary: 'x', outcome, status });
    expect(error.advice.code).toMatch(/^[a-z-]+$/);
    expect(String(error.stack)).toMatch(new RegExp(`^${Class.name}: x\n`));
    expect(error.stack).not.toContain(`new ${Class.name}`);
  });

  test('has the facts that it is given', () => {
    const advice = { code: 'try-later', text: 'Try again.' } as const;
    const facts = { request, outcome: 'done', status: 299, requestId: 'r', retryAfter: 5 } as const;
    const error = new Class('x', { ...facts, advice });
    expect(error).toMatchObject({ ...facts, advice: { code: 'try-later' } });
    expect(error.message).toMatch(/x.*\. Try again\.$/);
  });

  test('is plain data as JSON, which can be cloned with its name and facts', () => {
    const error = new Class('x', { request, requestId: 'r' });
    const { message, name } = error;
    const plain = { name, message, outcome, status, request, requestId: 'r', advice: error.advice };
    expect(structuredClone(error.toJSON())).toMatchObject(plain);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject(JSON.parse(JSON.stringify(plain)));
  });
});

test('the fields of its class are there, whichever of them a test gives', () => {
  expect(new library.ValidationError('x')).toMatchObject({ errors: {} });
  expect(new library.ValidationError('x', { errors: { name: 'is bad' } }).errors).toEqual({ name: 'is bad' });
  expect(new library.InputError('x', { issues: [{ path: 'a', message: 'b' }] }).issues).toHaveLength(1);
  expect(new library.InputError([{ path: 'a', message: 'must be b' }]).message).toContain(
    'a must be b. Nothing',
  );
  expect(new library.ConnectionError('x')).toMatchObject({ phase: 'request', code: undefined });
  expect(new library.UnexpectedAnswerError('x')).toMatchObject({ issues: [], snippet: '', id: undefined });
  expect(new library.BudgetError('x', { quote: { points: 5 }, maxPoints: 4 })).toMatchObject({
    maxPoints: 4,
  });
  expect(new library.OrderConflictError('x')).toMatchObject({ existing: undefined, differences: [] });
  expect(new library.OutcomeUnknownError('x', { key: 'k', id: 7 })).toMatchObject({ key: 'k', id: 7 });
  expect(new library.FileAnalysisError('x').file.status).toBe(99);
  expect(new library.CheckpointError('x', { lastId: 9 })).toMatchObject({ lastId: 9, newestId: 0 });
  expect(new OAuthError('x', { error: 'invalid_scope' }).error).toBe('invalid_scope');
  expect(new IncompleteJobError('x')).toMatchObject({ job: { orders: [], texts: [] }, failures: [] });
  expect(new IncompleteDocumentError('x')).toMatchObject({ job: { orders: [] }, failures: [] });
  expect(new DeliveryError('x')).toMatchObject({ reason: 'unknown-account', delivery: {} });
});

describe('the cause of an error, as JSON', () => {
  const circular = Object.assign(new Error('no disk'), { command: 'SET x secret', self: {} });
  circular.self = circular;

  test.each<[string, unknown, unknown]>([
    ['a foreign error is its name and message', circular, { name: 'Error', message: 'no disk' }],
    ['a text is itself', 'no disk', 'no disk'],
    ['an object is its kind', { self: circular }, 'an object'],
    ['a function is its kind', () => undefined, 'a function'],
    ['a bigint is its kind', 5n, 'a bigint'],
    ['a symbol is its kind', Symbol('secret'), 'a symbol'],
    ['a number is itself', 5, 5],
  ])('%s', (_, cause, shown) => {
    const error = new library.StoreError('x', { cause });
    expect(structuredClone(error.toJSON())).toMatchObject({ cause: shown });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(error.cause).toBe(cause);
  });

  test('an error of the package is plain data too, as in the failures of a job', () => {
    const cause = new library.ServerError('down', { request });
    const failures = [{ language: 'de', key: 'k', error: cause }];
    const error = new IncompleteJobError('x', { failures, cause });
    const shown = { name: 'ServerError', outcome: 'unknown', status: 500, request };
    expect(structuredClone(error.toJSON())).toMatchObject({ cause: shown, failures: [{ error: shown }] });
  });
});

// The platform decides what a clone of an Error keeps: these tests say what Node does.
describe('structuredClone of an error itself', () => {
  test('keeps the message, and the stack, which begins with the name of the class', () => {
    const error = new library.NotFoundError('there is no such question', { request, requestId: 'req-1' });
    const { name, message, stack } = structuredClone(error);
    expect(message).toBe(error.message);
    expect(stack).toBe(error.stack);
    expect(stack).toMatch(/^NotFoundError: /);
    expect(name).toBe('Error');
    expect(structuredClone(error)).not.toHaveProperty('outcome');
  });
});
