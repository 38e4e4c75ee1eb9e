import { type DocumentDownload, IncompleteDocumentError } from '../../documents.js';
import { type Comment, FileAnalysisError, InputError } from '../../index.js';
import {
  type FoundPlaceholders,
  IncompleteJobError,
  type OrderTextsOptions,
  type TextResult,
  type TextsJob,
} from '../../texts.js';
import type { RememberedDocument, RememberedTexts, RememberedUnit } from '../memory/unit-memory.js';
import type { Unit } from '../plan/units.js';
import { FileError } from '../terminal/failures.js';
import type { CommandIo } from '../terminal/io.js';

/** What the service can be asked about a unit. Errors name the unit. */
interface Connected {
  /** Asks for the price. @param quoted the texts that units before this one order; this one adds its own */
  quote(io: CommandIo, quoted: Set<string>): Promise<Quote>;
  /** Finds what was ordered. */
  findOrders(): Promise<OrderedUnit>;
  /**
   * The same unit, of which only some texts are asked for.
   *
   * @param again how often each is ordered anew, by its digest, where that is more than is remembered
   * @param using the kind of orders @default that of the unit
   */
  select(
    keys: ReadonlySet<string>,
    again: Readonly<Record<string, number>>,
    using?: SessionUnit['using'],
  ): SessionUnit;
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
  /**
   * Writes a comment on its last order for the translator.
   *
   * @throws CommandError when it is not on order, or the service shows another order under its ids
   */
  comment(body: string): Promise<Comment>;
  /**
   * Reads the comments on its last order.
   *
   * @throws CommandError when the service shows another order under its ids
   */
  readComments(): Promise<readonly Comment[]>;
  /** Reads the translation of its last order, and keeps only its digest. Undefined when there is none. */
  readTranslation(): Promise<{ readonly digest: string; readonly mayChange: boolean } | undefined>;
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

/** What `--json` shows of a quote. */
export const viewQuote = ({ unit, texts, points, placeholders, placed }: Quote) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  texts,
  points,
  placed,
  placeholders,
});

/** Adds up the points of quotes or orders. */
export function addUpPoints(priced: readonly { readonly points: number }[]): number {
  return priced.reduce((sum, { points }) => sum + points, 0);
}

/** A unit with what was ordered for it. */
export interface OrderedUnit {
  readonly unit: SessionUnit;
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

/** Errors that don't say by themselves which file they are about. */
const FOR_A_FILE = [InputError, IncompleteJobError, IncompleteDocumentError];

/** Names the unit in an error of its work. @throws FileError for what is wrong with its texts or orders */
export async function nameUnit<Result>(
  { source, language }: Pick<Unit, 'source' | 'language'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileAnalysisError) throw new FileError(source, { cause: error });
    if (!FOR_A_FILE.some((kind) => error instanceof kind)) throw error;
    throw new FileError(`${source} in ${language}`, { cause: error });
  }
}
