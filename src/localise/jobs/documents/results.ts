import type { CollectingOptions } from '../engine/options.js';

/** Why a document has no translation. */
export interface DocumentIssue {
  /**
   * - `untranslated`: nobody translated it: its order expired or was cancelled.
   * - `missing`: the service does not show the order, or has no file of its translation.
   */
  readonly kind: 'untranslated' | 'missing';
  /** The issue in words. */
  readonly message: string;
}

/** An answer with a file, which streams. */
export interface DocumentDownload extends Response {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A translated document. */
export interface DocumentResult {
  readonly language: string;
  /**
   * A name for its file: `menu.docx` becomes `menu.ja.docx`. No two languages have the same, it is never a path, and nothing in
   * it comes from the service.
   */
  readonly filename: string;
  /**
   * The answer with the file. Read its `body`, or cancel it (`await download.body.cancel()`): until then it keeps a connection
   * open, for at most 120 s without progress. Null when there will be no translation, see `issues`.
   */
  readonly download: DocumentDownload | null;
  /** True for up to 24 hours, while its translator may submit it again. Collect again later to see what has become of it. */
  readonly mayChange?: true;
  /** Why `download` is null; absent when it is not. */
  readonly issues?: readonly DocumentIssue[];
}

/** Options of `collectDocuments`. Its `signal` also ends the downloads that are being read. */
export interface CollectDocumentsOptions extends CollectingOptions {
  /**
   * When a document is ready. `translated`: as soon as there is a translation, even if that may change (`mayChange`).
   * `finished`: when nothing will change by itself, up to 24 hours later. @default 'translated'
   */
  readonly ready?: 'translated' | 'finished' | undefined;
}
