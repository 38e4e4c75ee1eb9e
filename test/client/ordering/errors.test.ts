import { expect, test } from 'vitest';
import {
  RequesterError,
  ServerError,
  UnexpectedAnswerError,
} from '../../../src/client/core/errors/errors.js';
import {
  BudgetError,
  makeBudgetError,
  makeConflictError,
  makeKeyChangedError,
  makeOutcomeUnknownError,
  OrderConflictError,
  OutcomeUnknownError,
  type UnknownOutcome,
} from '../../../src/client/ordering/errors.js';
import { makeStoreError } from '../../../src/client/stores/store-error.js';

const request = { method: 'POST', path: '/api/v1/projects', address: '/api/v1/projects' };
const CALL = 'POST /api/v1/projects';
const NOT_SENT = {
  outcome: 'not_sent',
  status: undefined,
  requestId: undefined,
  retryAfter: undefined,
  request,
};

const advice = { code: 'try-later', text: 'Try again.' } as const;

const unknown = (order: Partial<UnknownOutcome> = {}) =>
  makeOutcomeUnknownError({ key: 'k', reason: 'for a reason', request, ...order });

test.each<[RequesterError, object]>([
  [
    makeBudgetError(120, { quote: { points: 120 }, maxPoints: 100, request }),
    {
      ...NOT_SENT,
      name: 'BudgetError',
      quote: { points: 120 },
      maxPoints: 100,
      advice: { code: 'allow-more-points' },
      message: `${CALL}: the order costs 120 points, 100 are allowed. Nothing was ordered; allow more, or order less.`,
    },
  ],
  [
    makeConflictError({ id: 5 }, request, [{ path: 'language_id', asked: 'en', existing: 'ja' }]),
    {
      ...NOT_SENT,
      name: 'OrderConflictError',
      existing: { id: 5 },
      differences: [{ path: 'language_id', asked: 'en', existing: 'ja' }],
      advice: { code: 'use-new-key' },
      message: `${CALL}: another order has this key (custom_field) already. It differs in language_id. Nothing was sent; use a new key for what is new.`,
    },
  ],
  [
    makeStoreError('no disk'),
    {
      ...NOT_SENT,
      request: undefined,
      name: 'StoreError',
      cause: 'no disk',
      advice: { code: 'see-cause' },
      message: 'the store failed. See the cause, and call again.',
    },
  ],
  [
    unknown(),
    {
      ...NOT_SENT,
      outcome: 'unknown',
      name: 'OutcomeUnknownError',
      key: 'k',
      id: undefined,
      cause: undefined,
      advice: { code: 'search-again' },
      message: `${CALL}: the order may or may not have been placed, for a reason. Call again with the same order: it is searched for first. Or resolve it, see docs/when-an-order-is-unclear.md.`,
    },
  ],
  [
    makeKeyChangedError({ request, keyPath: 'order.custom_field' }, 5, 201),
    {
      ...NOT_SENT,
      outcome: 'done',
      status: 201,
      name: 'UnexpectedAnswerError',
      id: 5,
      snippet: '',
      location: undefined,
      advice: { code: 'use-stable-keys' },
      issues: [{ path: 'order.custom_field', message: 'differs in the answer' }],
      message: `${CALL}: the order was placed as 5, but the service changed its key (custom_field). Use keys that the service does not change.`,
    },
  ],
])('what an error says: $name', (error, said) => {
  expect(error.toJSON()).toEqual({ ...said });
});

test('the JSON of a conflict shows the fields that differ, and not a whole order', () => {
  const existing = { id: 5, language_id: 'ja', question_bodies: [{ body: 'a long text' }] };
  const differences = [{ path: 'language_id', asked: 'en', existing: 'ja' }];
  const error = makeConflictError(existing, request, differences);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ existing: { id: 5 }, differences });
  expect(JSON.stringify(error)).not.toContain('a long text');
  expect(error.existing).toBe(existing);
});

test.each<[string, Partial<UnknownOutcome>, object]>([
  ['the order has an id', { id: 5 }, { outcome: 'done', id: 5 }],
  [
    'the order has an id, and its answer could not be read',
    { id: 5, isPlaced: true },
    { outcome: 'done', id: 5 },
  ],
  ['its answer could not be read', { isPlaced: true }, { outcome: 'done', id: undefined }],
  ['its answer was no success', { isPlaced: false }, { outcome: 'unknown', id: undefined }],
])('an order of which the outcome is unknown, when %s', (_, order, said) => {
  const error = unknown(order);
  expect(error).toMatchObject(said);
  const what =
    error.outcome === 'done'
      ? `${error.id === undefined ? 'the order' : `order ${error.id}`} was placed, for`
      : 'the order may or may not have been placed, for';
  expect(error.message).toContain(`${CALL}: ${what} a reason.`);
});

test('an error after an unknown outcome takes the facts of the call from its cause, but not the outcome', () => {
  const facts = { status: 503, requestId: 'req-1', retryAfter: 2_000 };
  const cause = new ServerError('down', { outcome: 'done', advice, ...facts });
  expect(unknown({ cause })).toMatchObject({ outcome: 'unknown', cause, ...facts });
});

test('an error after an unknown outcome takes no facts from the error of the search', () => {
  const search = new ServerError('down', {
    outcome: 'rejected',
    advice,
    status: 201,
    requestId: 'r',
    retryAfter: 9,
  });
  const nothing = { status: undefined, requestId: undefined, retryAfter: undefined };
  expect(unknown({ search })).toMatchObject({ ...nothing, cause: search });
  const cause = new ServerError('down', { outcome: 'unknown', advice, status: 503 });
  expect(unknown({ cause, search })).toMatchObject({ ...nothing, status: 503, cause });
});

test('each class knows its own errors, and no others', () => {
  const errors = [
    makeBudgetError(120, { quote: {}, maxPoints: 100, request }),
    makeConflictError({}, request),
    unknown(),
    makeStoreError('no disk'),
    makeKeyChangedError({ request, keyPath: '' }, 5, 201),
  ];
  for (const Class of [BudgetError, OrderConflictError, OutcomeUnknownError, UnexpectedAnswerError]) {
    expect(errors.filter((error) => error instanceof Class).map(({ name }) => name)).toEqual([Class.name]);
  }
  expect(errors.every((error) => error instanceof RequesterError)).toBe(true);
});
