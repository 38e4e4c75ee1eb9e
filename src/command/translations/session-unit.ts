import type { DocumentDownload } from '../../documents.js';
import type { FoundPlaceholders, OrderTextsOptions, TextResult, TextsJob } from '../../texts.js';
import type { RememberedDocument, RememberedTexts, RememberedUnit } from '../memory/unit-memory.js';
import type { CommandIo } from '../terminal/io.js';

/** What the service can be asked about a unit. Errors name the unit. */
interface Connected {
  /** Asks for the price. @param quoted the texts that units before this one order; this one adds its own */
  quote(io: CommandIo, quoted: Set<string>): Promise<Quote>;
  /** Finds what was ordered. */
  findOrders(): Promise<OrderedUnit>;
}

/** The texts of a locale file. */
export interface SessionTexts extends RememberedTexts, Connected {
  readonly table: OrderTextsOptions;
}

/** A document. */
export interface SessionDocument extends RememberedDocument, Connected {
  /**
   * Restores the document as it was when it was last ordered. It may have changed since, and have no translation as it is: what
   * was paid for is pulled all the same.
   */
  restoreOrdered(): SessionDocument;
}

export type SessionUnit = SessionTexts | SessionDocument;

/** An order of a unit. */
interface UnitOrder {
  readonly id: number;
  readonly key: string;
  readonly points: number;
  /** Whether this command has placed it, not another one before or at the same time. */
  readonly placed: boolean;
}

/** A unit with its price. */
export interface Quote {
  readonly unit: RememberedUnit;
  /** Texts that are still to be ordered; a document counts as one. */
  readonly texts: number;
  /** Points that are still to be paid. */
  readonly points: number;
  /** Points of orders that are placed. */
  readonly placed: number;
  readonly placeholders: FoundPlaceholders;
  /** Places the orders. @param onDone called with the number of `texts` that are ordered */
  place(onDone: (done: number) => void): Promise<readonly UnitOrder[]>;
}

/** A unit with what was ordered for it. */
export interface OrderedUnit {
  readonly unit: RememberedUnit;
  /** The job of a locale file. */
  readonly job?: TextsJob;
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

/** Milliseconds. Longer than a claim lasts, so that the claims of a killed command end first. */
export const SETTLE = 90_000;
