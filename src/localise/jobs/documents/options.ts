import type { UploadProgress } from '../../../index.js';
import type { PlacingOptions } from '../engine/options.js';

/** Fields that every order of a document has, as the service names them. */
export interface DocumentTerms {
  /** The organization that pays. @default the account's default organization */
  readonly organization_id?: number | undefined;
  /** The premium option. @default the service's */
  readonly individual?: boolean | undefined;
  /** Asks for a second check. @default the service's */
  readonly double_check?: boolean | undefined;
  /** With `individual`: only translators in these lists may take the order. @default everyone */
  readonly translator_list_ids?: number[] | undefined;
}

/** How far the ordering of a document is: first its upload, then its analysis, then its orders. */
export type DocumentProgress =
  | ({ readonly stage: 'upload' } & UploadProgress)
  /** `status` is that of the file, such as `FileStatus.Ready`. */
  | { readonly stage: 'analysis'; readonly status: number }
  /** `done` of `total` languages are ordered, for `points` in all; `language` was the last. */
  | {
      readonly stage: 'order';
      readonly language: string;
      readonly done: number;
      readonly total: number;
      readonly points: number;
    };

/** What `orderDocument` takes: what to order, and how. */
export interface OrderDocumentOptions extends PlacingOptions {
  /**
   * The key of the document. The order of a language has the key `<key>/<language>`. Call again with the same key, and
   * nothing is ordered twice; another document needs another key. At most 200 bytes, without white space at its ends.
   */
  readonly key: string;
  /** The language of the document. */
  readonly from: string;
  /** The languages to translate it into. */
  readonly to: readonly string[];
  /**
   * The document: a `File`, for example by `fileFromPath`, or a Blob or bytes with a `filename`. It is read twice at least, so
   * it can't be a stream.
   */
  readonly file: Blob | Uint8Array;
  /** The document's name, ending in .txt, .docx, .xlsx or .pptx. @default the name of a `File` */
  readonly filename?: string | undefined;
  /** Instructions to the translators. @default none */
  readonly description?: string | undefined;
  /** Further fields of the orders. @default none */
  readonly terms?: DocumentTerms | undefined;
  /**
   * The most points that all languages may cost, including orders that earlier calls placed. All are quoted before the first
   * one is ordered; if they cost more, a BudgetError is thrown. @default no limit
   */
  readonly maxPoints?: number | undefined;
  /**
   * Milliseconds for each request. The upload has more time: 60 s, and 1 s for each 256 KiB, unless you set `timeout`.
   * @default the client's
   */
  readonly timeout?: number | undefined;
  /** Called while the document is uploaded, when its analysis goes on, and after each order. What it throws is ignored. @default none */
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}
