import { describeNewFiles, findNewFiles } from '../discovery/new-files.js';
import type { RememberedUnit } from '../memory/unit-memory.js';
import { formatFirstKeys, formatNumber, formatTable, quoteWord } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { describeShapes, describeWarnings } from './file-notes.js';
import { describeKeyTexts } from './key-texts.js';
import { type FoundNonTexts, findOpenNonTexts } from './non-texts.js';
import type { Session } from './session.js';
import { addUpPoints, type Quote, type SessionUnit } from './session-unit.js';

/** What is to be known before the missing translations are ordered. */
export interface Offer {
  readonly quotes: readonly Quote[];
  /** What is still to be paid for all of them. */
  readonly points: number;
  /** The prices as a table. */
  readonly table: SafeText;
  readonly nonTexts: FoundNonTexts;
  readonly possibleNotes: readonly PossibleNotes[];
  /** Lines about files: new ones, texts that look like keys, and keys that come several times. */
  readonly warnings: readonly SafeText[];
  /** A line for each JSON file whose shape was guessed. */
  readonly shapes: readonly SafeText[];
  /** A line for each file with placeholders that translators could change. */
  readonly unprotected: readonly SafeText[];
}

/** Texts of a file that look like notes for translators, and are not translated yet. */
interface PossibleNotes {
  readonly source: string;
  /** The keys by the pattern that makes them notes. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Says how to decide it. */
  readonly message: string;
}

/** Asks for the prices, and looks for what should not be ordered as it is. */
export async function makeOffer(session: Session, io: CommandIo): Promise<Offer> {
  const nonTexts = await findOpenNonTexts(session);
  const quotes = await quoteUnits(session.units, io);
  return {
    quotes,
    points: addUpPoints(quotes),
    table: formatQuotes(quotes),
    nonTexts,
    possibleNotes: findPossibleNotes(session.units),
    warnings: [
      ...describeNewFiles(await findNewFiles(session.plan), session.plan),
      ...describeKeyTexts(session.units),
      ...describeWarnings(session.units),
    ],
    shapes: describeShapes(session.units),
    unprotected: describeUnprotected(quotes),
  };
}

/** How many locale files are asked for at once. They share the searches for orders that the memory has lost. */
const FILES_AT_ONCE = 16;

/** Asks for the price of each unit, in their order. */
async function quoteUnits(units: readonly SessionUnit[], io: CommandIo): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  const quoted = new Set<string>();
  while (quotes.length < units.length) {
    const batch = takeBatch(units.slice(quotes.length));
    const settled = await Promise.allSettled(batch.map((unit) => unit.quote(io, quoted)));
    for (const result of settled) {
      if (result.status === 'rejected') throw result.reason;
      quotes.push(result.value);
    }
  }
  return quotes;
}

/** The first units that are asked for together: some locale files, or one document, which shows the progress of its upload. */
function takeBatch(units: readonly SessionUnit[]): readonly SessionUnit[] {
  const document = units.findIndex(({ kind }) => kind === 'document');
  if (document === 0) return units.slice(0, 1);
  return units.slice(0, document === -1 ? FILES_AT_ONCE : Math.min(document, FILES_AT_ONCE));
}

/** The prices as a table. */
const formatQuotes = (quotes: readonly Quote[]): SafeText =>
  formatTable([
    ['file', 'language', 'texts', 'points'],
    ...quotes.map(({ unit, texts, points }) => [
      unit.source,
      unit.language,
      ...[texts, points].map(formatNumber),
    ]),
  ]);

/**
 * Says which placeholders translators could change, and how to protect them. Each file once. With another protection, texts
 * whose orders are placed would be new texts and be paid for again, so they are left out.
 */
function describeUnprotected(quotes: readonly Quote[]): readonly SafeText[] {
  const open = quotes.filter(
    ({ placeholders, points, placed }) => placeholders.unprotected > 0 && points > 0 && placed === 0,
  );
  const files = new Map(open.map(({ unit, placeholders }) => [unit.source, placeholders]));
  return [...files].map(([source, { unprotected, examples, protect = 'all' }]) => {
    const many =
      unprotected === 1 ? '1 placeholder that is' : `${formatNumber(unprotected)} placeholders that are`;
    const such = examples.join(', ').replace(/, (?=[^,]*$)/, ' and ');
    return say`${source} has ${many} not protected, such as ${such}. To keep translators from changing them, add --protect ${protect}.\n`;
  });
}

/** Finds the texts of which nobody has decided whether they are notes. Each file once, whatever its languages. */
function findPossibleNotes(units: readonly RememberedUnit[]): readonly PossibleNotes[] {
  const found = new Map<string, PossibleNotes>();
  for (const { source, file, current } of units) {
    const open = Object.entries(file.doubtful).filter(([, keys]) =>
      keys.some((key) => !Object.hasOwn(current, key)),
    );
    if (open.length === 0) continue;
    const all = open.flatMap(([, keys]) => keys);
    const count = `${formatNumber(all.length)} of ${formatNumber(Object.keys(file.texts).length)} texts`;
    const option = `--notes ${quoteWord(open.map(([pattern]) => pattern).join(','))}`;
    const message = `${source}: ${count} look like notes: ${formatFirstKeys(all)}. If they are notes, use ${option}; if they are texts, use --no-notes. Or set "notes" in translation-requester.json.`;
    found.set(source, { source, keys: Object.fromEntries(open), message });
  }
  return [...found.values()];
}
