import { ERROR_KIND } from '../../../base/kinds.js';
import type { Affordability } from '../../../index.js';
import { JobError, type JobErrorFacts } from '../engine/job-error.js';

/** What a document costs in one language. */
export interface DocumentLanguageQuote {
  readonly language: string;
  /** Points of the order. */
  readonly points: number;
  /** The same if an earlier call has placed the order, else 0. */
  readonly placed: number;
}

/** What a document costs. That of `quoteDocument` also has what the client's budget leaves for the orders that are not placed. */
export interface DocumentQuote extends Affordability {
  /** Points of the orders in all languages. */
  readonly points: number;
  /** Points of the orders among them that earlier calls have placed, as far as the client's store knows. */
  readonly placed: number;
  /** How many orders were sent with an unknown outcome. `orderDocument` looks for these first. */
  readonly unknown: number;
  /** One entry for each language, in the order of `to`. */
  readonly languages: readonly DocumentLanguageQuote[];
}

/** The order of a document in one language. */
export interface DocumentJobOrder {
  readonly language: string;
  /** The id of the project. */
  readonly id: number;
  /** The id of its question. */
  readonly question: number;
  /** Its `custom_field`: the key of the job and the language. */
  readonly key: string;
  /** Its price in points. */
  readonly points: number;
  /** True if this call placed it, false if it was found. */
  readonly placed: boolean;
  /** Ids of other orders with the same key and content; see docs/paid-orders.md. */
  readonly duplicates: readonly number[];
}

/** What `orderDocument` has ordered. It is plain JSON: store it, and pass it to `collectDocuments` at any time. */
export interface DocumentJob {
  /** The version of this format. */
  readonly version: 1;
  readonly key: string;
  readonly from: string;
  readonly to: readonly string[];
  /** The name of the document. */
  readonly filename: string;
  readonly quote: DocumentQuote;
  /** The orders, both placed and found. */
  readonly orders: readonly DocumentJobOrder[];
}

/** The job of an error that was made without one. */
const NOTHING_PLACED: DocumentJob = {
  version: 1,
  key: '',
  from: '',
  to: [],
  filename: '',
  quote: { points: 0, placed: 0, unknown: 0, languages: [] },
  orders: [],
};

/**
 * A document could not be ordered in some languages. `job` has those in which it is, ready to be collected. Call
 * `orderDocument` again with the same input to order the rest; nothing is ordered twice. `cause` is the first failure, and
 * `outcome` the worst of all: with `unknown`, an order may or may not have been placed, and the next call looks for it first.
 */
export class IncompleteDocumentError extends JobError<DocumentJob> {
  /** @internal */
  static override readonly [ERROR_KIND] = 'IncompleteDocumentError';
  declare readonly name: 'IncompleteDocumentError';

  constructor(what: string, facts: Partial<JobErrorFacts<DocumentJob>> = {}) {
    super(what, { job: NOTHING_PLACED, ...facts });
  }
}
