import { ERROR_KIND } from '../../../base/error-kind.js';
import { JobError } from '../job-error.js';
import type { DocumentJob } from './job.js';

/**
 * A document could not be ordered in some languages. `job` has those in which it is, ready to be collected. Call
 * `orderDocument` again with the same input to order the rest; nothing is ordered twice. `cause` is the first failure, and
 * `outcome` the worst of all: with `unknown`, an order may or may not have been placed, and the next call looks for it first.
 */
export class IncompleteDocumentError extends JobError<DocumentJob> {
  /** @internal */
  static override readonly [ERROR_KIND] = 'IncompleteDocumentError';
  declare readonly name: 'IncompleteDocumentError';
}
