import type { DocumentDownload, DocumentJob } from '../../documents.js';
import type { LocaleFile } from '../../locale-files.js';
import type { FoundPlaceholders, OrderTextsOptions, TextResult, TextsJob } from '../../texts.js';
import type { DocumentFile } from '../files/document-file.js';
import type { UnitMemory, UnitNotes } from '../memory/unit-memory.js';
import type { DocumentUnit, TextsUnit } from '../plan/units.js';
import type { CommandIo } from '../terminal/io.js';

type Translations = Readonly<Record<string, string>>;

/** What is remembered of a unit, and what the service can be asked about it. Errors name the unit. */
interface Connected<File> {
  readonly notes: UnitNotes;
  readonly memory: UnitMemory;
  /** The translations that the file has, by key, without those of texts that have changed since. */
  readonly current: Translations;
  /** Those of them that `pull` has written, and that may be replaced by others of the same texts. */
  readonly replaceable: Translations;
  /** Reads the files again: they can have changed while a command waited. */
  readAgain(): Promise<File>;
  /** Asks for the price. */
  quote(io: CommandIo): Promise<Quote>;
  /** Finds what was ordered. */
  findOrders(): Promise<OrderedUnit>;
}

/** The texts of a locale file. */
export interface SessionTexts extends TextsUnit, Connected<LocaleFile> {
  readonly table: OrderTextsOptions;
}

/** A document. */
export interface SessionDocument extends DocumentUnit, Connected<DocumentFile> {
  /**
   * The document as it was when it was last ordered. It may have changed since, and have no translation as it is: what was paid
   * for is pulled all the same.
   */
  restoreOrdered(): SessionDocument;
}

export type SessionUnit = SessionTexts | SessionDocument;

/** An order of a unit. */
export interface UnitOrder {
  readonly id: number;
  readonly key: string;
  readonly points: number;
  /** Whether this command has placed it, not another one before or at the same time. */
  readonly placed: boolean;
}

/** A unit with its price. */
export interface Quote {
  readonly unit: SessionUnit;
  /** Texts of the job, ordered or not; a document counts as one. */
  readonly texts: number;
  /** Points that are still to be paid. */
  readonly points: number;
  /** Points of orders that are placed. */
  readonly placed: number;
  readonly placeholders: FoundPlaceholders;
  /** Places the orders. @param onDone called with the number of texts that are ordered */
  place(onDone: (done: number) => void): Promise<readonly UnitOrder[]>;
}

/** Milliseconds: longer than a claim lasts, so that it outlives those of a command that was killed. */
export const SETTLE = 90_000;

/** What was ordered for a unit. */
interface Ordered {
  /** The keys of the texts that are ordered and not in the file, or may change in it. */
  readonly ordered: ReadonlySet<string>;
  /** Gives each translation when it is there. */
  readResults(options: ResultOptions): AsyncIterable<TextResult>;
}

/** How results are read. */
export interface ResultOptions {
  readonly wait?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Writes the file of a document. @returns its digest. @default no file is read */
  readonly receive?: ((download: DocumentDownload) => Promise<string>) | undefined;
}

/** The texts of a locale file, with what was ordered for them. */
interface OrderedTexts extends Ordered {
  readonly kind: 'texts';
  readonly unit: SessionTexts;
  readonly job: TextsJob;
}

/** A document, with what was ordered for it. */
interface OrderedDocument extends Ordered {
  readonly kind: 'document';
  readonly unit: SessionDocument;
  /** Undefined while it is not ordered as it is. */
  readonly job: DocumentJob | undefined;
}

/** A unit with what was ordered for it. */
export type OrderedUnit = OrderedTexts | OrderedDocument;
