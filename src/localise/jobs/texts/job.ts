import { ERROR_KIND } from '../../../base/kinds.js';
import type { Affordability } from '../../../index.js';
import { JobError, type JobErrorFacts } from '../engine/job-error.js';

/** What a job costs in one language. */
export interface LanguageQuote {
  readonly language: string;
  /** Texts to order. Equal texts count once. */
  readonly texts: number;
  /** Texts among them that are in no order which earlier calls have placed. */
  readonly newTexts: number;
  /** Orders that hold these texts, including those already placed. */
  readonly orders: number;
  /** Points of these orders. */
  readonly points: number;
  /** Points of the orders among them that earlier calls have placed. */
  readonly placed: number;
}

/** What a job costs. That of `quoteTexts` also has what the client's budget leaves for the orders that are not placed. */
export interface JobQuote extends Affordability {
  /** Points of all orders of the job. */
  readonly points: number;
  /** Points of the orders among them that earlier calls have placed. */
  readonly placed: number;
  /** How many orders were sent with an unknown outcome. `orderTexts` looks for these first. */
  readonly unknown: number;
  /** One entry for each language, in the order of `to`. */
  readonly languages: readonly LanguageQuote[];
}

/** One order of a job. */
export interface JobOrder {
  readonly language: string;
  readonly kind: 'simple' | 'project';
  /** The id of the simple question or project. */
  readonly id: number;
  /** Its `custom_field`. */
  readonly key: string;
  /** Its price in points. */
  readonly points: number;
  /** True if this call placed it, false if it was found. */
  readonly placed: boolean;
  /** Ids of other orders with the same key and content; see docs/paid-orders.md. */
  readonly duplicates: readonly number[];
  /** What it holds, as indexes into the job's `pieces`; -1 for a text that the job no longer needs from it. */
  readonly pieces: readonly number[];
  /** For a project, the id of the question of each piece. */
  readonly questions?: readonly number[];
  /** Why the store's record of it does not fit. Then nothing of it is used, and `pieces` may be ordered or not. */
  readonly mismatch?: string;
}

/** A piece of text as it was sent. A long text has several; equal texts share one. */
export interface JobPiece {
  readonly body: string;
  readonly note?: string;
  /** The placeholders that were put in triple braces before sending, each once. */
  readonly wrapped?: readonly string[];
}

/** A text of a job, with every key that has it. */
export interface JobText {
  readonly keys: readonly string[];
  /** The parts of the text, in order: an index into the job's `pieces`, or a string that stays as it is. */
  readonly parts: readonly (string | number)[];
  /** The languages to translate it into. @default all languages of the job */
  readonly languages?: readonly string[];
}

/** What `orderTexts` has ordered. It is plain JSON: store it, and pass it to `collectTexts` at any time. */
export interface TextsJob {
  /** The version of this format. */
  readonly version: 1;
  readonly name: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly using: 'simple' | 'project';
  /** Whether the texts are HTML. */
  readonly html?: true;
  readonly quote: JobQuote;
  /** The orders that hold texts of this job, both placed and found. */
  readonly orders: readonly JobOrder[];
  readonly texts: readonly JobText[];
  readonly pieces: readonly JobPiece[];
}

/** The job of an error that was made without one. */
const NOTHING_PLACED: TextsJob = {
  version: 1,
  name: '',
  from: '',
  to: [],
  using: 'simple',
  quote: { points: 0, placed: 0, unknown: 0, languages: [] },
  orders: [],
  texts: [],
  pieces: [],
};

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

  constructor(what: string, facts: Partial<JobErrorFacts<TextsJob>> = {}) {
    super(what, { job: NOTHING_PLACED, ...facts });
  }
}
