import { ERROR_KIND } from '../../../base/error-kind.js';
import { JobError } from '../job-error.js';
import type { TextsJob } from './job.js';

/**
 * Some orders of a job could not be placed, for example because the points ran out. Each keeps back its own texts, and no
 * others. `job` has what was placed, ready to be collected. Call `orderTexts` again with the same input to place the rest;
 * nothing is ordered twice. `cause` is the first failure, and `outcome` the worst of all: with `unknown`, an order may or may
 * not have been placed, and the next call looks for it first.
 */
export class IncompleteJobError extends JobError<TextsJob> {
  /** @internal */
  static override readonly [ERROR_KIND] = 'IncompleteJobError';
  declare readonly name: 'IncompleteJobError';
}
