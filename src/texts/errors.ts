import { isRequesterError, type Outcome, RequesterError } from '../index.js';
import type { TextsJob } from './job.js';

/** The brand of this package's errors; see RequesterError. */
const ERROR_KIND = Symbol.for('translation-requester.error');

/** An order of a job that could not be placed. */
export interface FailedOrder {
  readonly language: string;
  /** The key of the order. */
  readonly key: string;
  readonly error: unknown;
}

/**
 * Some orders of a job could not be placed, for example because the points ran out. Each keeps back its own texts, and no
 * others. `job` has what was placed, ready to be collected. Call `orderTexts` again with the same input to place the rest;
 * nothing is ordered twice. `cause` is the first failure, and `outcome` the worst of all: with `unknown`, an order may or may
 * not have been placed, and the next call looks for it first.
 */
export class IncompleteJobError extends RequesterError {
  /** @internal */
  static readonly [ERROR_KIND] = 'IncompleteJobError';
  declare readonly name: 'IncompleteJobError';
  /** What was placed or found so far. */
  readonly job: TextsJob;
  /** The orders that failed. */
  readonly failures: readonly FailedOrder[];

  constructor(job: TextsJob, failures: readonly FailedOrder[], orders: number) {
    const cause = failures[0]?.error;
    const why = cause instanceof Error ? `${cause.name}, see the cause` : 'see the cause';
    super(
      `${job.orders.length} of ${orders} orders of the job are placed, ${failures.length} failed (${why}). Call again with the same input to place the rest; nothing is ordered twice.`,
      { ...factsOf(cause), outcome: worst(failures) },
    );
    this.cause = cause;
    this.job = job;
    this.failures = failures;
  }
}

const WORST_FIRST: readonly Outcome[] = ['unknown', 'done', 'rejected'];

function worst(failures: readonly FailedOrder[]): Outcome {
  const outcomes = failures.map(({ error }) => (isRequesterError(error) ? error.outcome : 'not_sent'));
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'not_sent';
}

function factsOf(
  error: unknown,
): Partial<Pick<RequesterError, 'request' | 'status' | 'requestId' | 'retryAfter'>> {
  if (!isRequesterError(error)) return {};
  const { request, status, requestId, retryAfter } = error;
  return { request, status, requestId, retryAfter };
}
