import { expect, test } from 'vitest';
import { ConnectionError, type RequesterError } from '../../../../src/index.js';
import { describeFailures } from '../../../../src/localise/jobs/engine/job-error.js';
import { IncompleteJobError, type TextsJob } from '../../../../src/texts.js';

const job: TextsJob = {
  version: 1,
  name: 'shop',
  from: 'en',
  to: ['de'],
  using: 'simple',
  texts: [],
  pieces: [],
  quote: { points: 0, placed: 0, unknown: 0, languages: [] },
  orders: [],
};
const incomplete = (orders: number, ...errors: readonly unknown[]) => {
  const failures = errors.map((error) => ({ language: 'de', key: 'k', error }));
  const { what, facts } = describeFailures(job, failures, orders);
  return new IncompleteJobError(what, facts);
};
const advice = { code: 'try-later', text: 'Try again.' } as const;
const of = (outcome: RequesterError['outcome']) =>
  new ConnectionError(outcome, { outcome, phase: 'response', advice });

test.each([
  [['not_sent', 'rejected', 'done', 'unknown'], 'unknown'],
  [['not_sent', 'done', 'rejected'], 'done'],
  [['rejected', 'not_sent'], 'rejected'],
  [['not_sent'], 'not_sent'],
] as const)('the outcome of failures that are %j is %s', (outcomes, worst) => {
  expect(incomplete(5, ...outcomes.map(of)).outcome).toBe(worst);
});

test('an error of another kind has sent nothing, and is the cause', () => {
  const cause = new Error('the store failed');
  const error = incomplete(5, cause, of('rejected'));
  expect(error).toMatchObject({ cause, job, outcome: 'rejected' });
  expect(error.message).toMatch(/^0 of 5 orders of the job are placed, 2 failed \(Error, see the cause\)\. /);
  expect(error.advice).toEqual({ code: 'order-rest' });
  expect(error.message).toMatch(/What is placed goes on: error\.job collects it\.$/);
  expect(incomplete(1, 'no error')).toMatchObject({ outcome: 'not_sent' });
});

test('what the first failure says of its request is said of the whole', () => {
  const facts = {
    request: { method: 'POST', path: '/api/v1/projects', address: '/api/v1/projects' },
    status: 422,
    requestId: 'r',
    retryAfter: 5,
  };
  const cause = new ConnectionError('x', { ...facts, outcome: 'rejected', phase: 'response', advice });
  const error = incomplete(1, cause);
  expect(error).toMatchObject(facts);
});
