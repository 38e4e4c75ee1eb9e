/** What a job costs in one language. */
export interface LanguageQuote {
  readonly language: string;
  /** Texts to order; equal texts count once. */
  readonly texts: number;
  /** Orders that hold them, those that are placed already included. */
  readonly orders: number;
  /** Points of these orders. */
  readonly points: number;
  /** Of these, the points of orders that earlier calls have placed. */
  readonly placed: number;
}

/** What a job costs. */
export interface JobQuote {
  /** Points of all orders of the job. */
  readonly points: number;
  /** Of these, the points of orders that earlier calls have placed. */
  readonly placed: number;
  /** One entry a language, in the order of `to`. */
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
  /** Points that it cost. */
  readonly points: number;
  /** Whether this call placed it (true), or found it placed (false). */
  readonly placed: boolean;
  /** Ids of further orders with the same key and content; see docs/paid-orders.md. */
  readonly duplicates: readonly number[];
  /** The pieces that it holds, as places in the job's `pieces`; -1 for one that is no longer wanted. */
  readonly pieces: readonly number[];
  /** For a project, the id of the question of each piece. */
  readonly questions?: readonly number[];
}

/** A piece of text as it was sent. Long texts have several; equal texts share one. */
export interface JobPiece {
  readonly body: string;
  readonly note?: string;
  /** What was put in triple braces on the way out, each once. */
  readonly wrapped?: readonly string[];
}

/** Equal texts of a job. */
export interface JobText {
  readonly keys: readonly string[];
  /** The text in its parts: places in the job's `pieces`, and what stands before, between and after them. */
  readonly parts: readonly (string | number)[];
  /** The languages that it is wanted in. @default all of the job */
  readonly languages?: readonly string[];
}

/** What `orderTexts` has ordered. It is plain JSON: keep it, and give it to `collectTexts` at any time. */
export interface TextsJob {
  /** The form of this record. */
  readonly version: 1;
  readonly name: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly using: 'simple' | 'project';
  readonly quote: JobQuote;
  /** The orders with texts of this job, those that were found included. */
  readonly orders: readonly JobOrder[];
  readonly texts: readonly JobText[];
  readonly pieces: readonly JobPiece[];
}
