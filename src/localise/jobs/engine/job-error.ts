import { readFields } from '../../../base/kinds.js';
import { isRequesterError, type Outcome, RequesterError } from '../../../index.js';

/** An order of a job that could not be placed. */
export interface FailedOrder {
  readonly language: string;
  /** The key of the order. */
  readonly key: string;
  readonly error: unknown;
}

const ORDER_REST = {
  code: 'order-rest',
  text: 'Call again with the same input to place the rest; nothing is ordered twice. What is placed goes on: error.job collects it.',
} as const;

/** The base of the errors of jobs of which some orders could not be placed. Not thrown itself. */
export abstract class JobError<Job extends { readonly orders: readonly unknown[] }> extends RequesterError {
  /** What was placed or found so far. */
  declare readonly job: Job;
  /** The orders that failed. */
  declare readonly failures: readonly FailedOrder[];

  constructor(job: Job, failures: readonly FailedOrder[], orders: number) {
    const cause = failures[0]?.error;
    const { name } = readFields(cause);
    const why = typeof name === 'string' ? `${name}, see the cause` : 'see the cause';
    super(
      `${job.orders.length} of ${orders} orders of the job are placed, ${failures.length} failed (${why})`,
      { outcome: findWorst(failures), advice: ORDER_REST },
    );
    const facts: Partial<RequesterError> = isRequesterError(cause) ? cause : {};
    const { request, status, requestId, retryAfter } = facts;
    Object.assign(this, { request, status, requestId, retryAfter, cause, job, failures });
  }
}

const WORST_FIRST: readonly Outcome[] = ['unknown', 'done', 'rejected'];

function findWorst(failures: readonly FailedOrder[]): Outcome {
  const outcomes = failures.map(({ error }) => (isRequesterError(error) ? error.outcome : 'not_sent'));
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'not_sent';
}
