import { readFields, USUAL_FACTS } from '../../../base/kinds.js';
import {
  type ErrorFacts,
  isRequesterError,
  type Outcome,
  RequesterError,
  type RequestFacts,
} from '../../../index.js';
import { describeThrown, type UsualFacts } from '../../../internals.js';

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

/** What the error of a job knows, beside what every error knows. */
export interface JobErrorFacts<Job> extends ErrorFacts {
  readonly job: Job;
  readonly failures: readonly FailedOrder[];
  readonly cause?: unknown;
}

/** The base of the errors of jobs of which some orders could not be placed. Not thrown itself. */
export abstract class JobError<Job extends { readonly orders: readonly unknown[] }> extends RequesterError {
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'order-rest' },
  };
  /** The request of the first order that failed. */
  override readonly request: RequestFacts | undefined;
  /** What was placed or found so far. */
  readonly job: Job;
  /** The orders that failed. */
  readonly failures: readonly FailedOrder[];

  constructor(
    what: string,
    { request, ...facts }: Partial<JobErrorFacts<Job>> & Pick<JobErrorFacts<Job>, 'job'>,
  ) {
    // The message speaks of the whole job, so it does not begin with the request.
    super(what, facts);
    this.request = request;
    this.cause = facts.cause;
    this.job = facts.job;
    this.failures = facts.failures ?? [];
  }

  /** As of every error, with the error of each failure as plain data. */
  override toJSON(): Record<string, unknown> {
    const failures = this.failures.map((failure) => ({ ...failure, error: describeThrown(failure.error) }));
    return { ...super.toJSON(), failures };
  }
}

/** What the error of a job says of the orders that failed. @param orders how many the job has */
export function describeFailures<Job extends { readonly orders: readonly unknown[] }>(
  job: Job,
  failures: readonly FailedOrder[],
  orders: number,
): { readonly what: string; readonly facts: JobErrorFacts<Job> } {
  const cause = failures[0]?.error;
  const { name } = readFields(cause);
  const why = typeof name === 'string' ? `${name}, see the cause` : 'see the cause';
  const known: Partial<RequesterError> = isRequesterError(cause) ? cause : {};
  const { request, status, requestId, retryAfter, attempts } = known;
  const outcome = findWorst(failures);
  const call = { request, status, requestId, retryAfter, attempts };
  return {
    what: `${job.orders.length} of ${orders} orders of the job are placed, ${failures.length} failed (${why})`,
    facts: { ...call, outcome, advice: ORDER_REST, job, failures, cause },
  };
}

const WORST_FIRST: readonly Outcome[] = ['unknown', 'done', 'rejected'];

function findWorst(failures: readonly FailedOrder[]): Outcome {
  const outcomes = failures.map(({ error }) => (isRequesterError(error) ? error.outcome : 'not_sent'));
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'not_sent';
}
