import { collectDocuments, type DocumentDownload, type DocumentJob } from '../../documents.js';
import { collectTexts, readJob, type TextIssue, type TextResult, type TextsJob } from '../../texts.js';
import { digestText, isRejected } from '../memory/unit-memory.js';
import { readDigest } from './document-orders.js';
import { makeTable, nameUnit, type Session, type SessionDocument, type SessionTexts } from './session.js';

/** The texts of a locale file, with what was ordered for them. */
interface OrderedTexts {
  readonly kind: 'texts';
  readonly unit: SessionTexts;
  readonly job: TextsJob;
  /** The keys of the texts that are ordered and not in the file, or may change in it. */
  readonly ordered: ReadonlySet<string>;
}

/** A document, with what was ordered for it. */
interface OrderedDocument extends Pick<OrderedTexts, 'ordered'> {
  readonly kind: 'document';
  readonly unit: SessionDocument;
  /** Undefined while it is not ordered as it is. */
  readonly job: DocumentJob | undefined;
}

/** A unit with what was ordered for it. */
export type OrderedUnit = OrderedTexts | OrderedDocument;

/** What was found for a unit. */
interface Found {
  /** Translations that can be written, by key; of a document, their digests. */
  readonly translations: ReadonlyMap<string, string>;
  /** For each text that has a translation, in the file or to be written: its digest if another can come, else empty. */
  readonly changeable: ReadonlyMap<string, string>;
  readonly issues: readonly TextResult[];
  /** How many texts are ordered, but not translated yet. */
  readonly open: number;
}

/** What was collected for a unit. */
export type Collected = OrderedUnit & Found;

/** How a unit is collected. */
export interface CollectOptions {
  readonly wait?: boolean | undefined;
  readonly acceptIssues?: boolean | undefined;
  /** When it aborts, what was collected so far is given. */
  readonly signal: AbortSignal;
  /** Called for each text that is ready. */
  readonly onText?: () => void;
  /** Writes the file of a document. @returns its digest. @default no file is read */
  readonly receive?: ((download: DocumentDownload) => Promise<string>) | undefined;
}

/** Finds what was ordered for the units. */
export async function findOrders(session: Session): Promise<readonly OrderedUnit[]> {
  const ordered: OrderedUnit[] = [];
  for (const unit of session.units)
    ordered.push(unit.document === undefined ? await findTextOrders(unit, session) : findDocumentOrder(unit));
  return ordered;
}

async function findTextOrders(unit: SessionTexts, session: Session): Promise<OrderedTexts> {
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(unit.current).filter(([key]) => !Object.hasOwn(unit.replaceable, key));
  const table = makeTable(unit, session);
  const given = { ...table, known: { [unit.language]: Object.fromEntries(known) } };
  const job = await nameUnit(unit, () => readJob(session.requester, given));
  return { kind: 'texts', unit, job, ordered: listOrderedKeys(job) };
}

function findDocumentOrder(unit: SessionDocument): OrderedDocument {
  const { memory, document, current, replaceable } = unit;
  const { key } = document;
  const isFinal = Object.hasOwn(current, key) && !Object.hasOwn(replaceable, key);
  const job = !isFinal && memory.ordered?.digest === readDigest(unit) ? memory.ordered.job : undefined;
  return { kind: 'document', unit, job, ordered: new Set(job === undefined ? [] : [key]) };
}

/** The keys of the texts that are ordered, or need no translation. */
function listOrderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
  const ordered = new Set<string | number>(orders.flatMap(({ pieces }) => pieces));
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || ordered.has(part);
  return new Set(texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : [])));
}

/** Of a finished order whose newest translation is the one that was rejected. */
const REJECTED: TextIssue = {
  kind: 'untranslated',
  message: 'Its translation was rejected, and no other has come.',
};

/** Collects the translations of a unit. */
export async function collect(
  orderedUnit: OrderedUnit,
  session: Session,
  options: CollectOptions,
): Promise<Collected> {
  const { acceptIssues = false, signal, onText } = options;
  const { unit, ordered } = orderedUnit;
  const translations = new Map<string, string>();
  const changeable = new Map<string, string>();
  const issues: TextResult[] = [];
  const { replaceable } = unit;
  try {
    for await (const result of readResults(orderedUnit, session, options)) {
      const { key, text, mayChange } = result;
      if (!ordered.has(key)) continue;
      if (isRejected(unit.memory, result)) {
        if (!mayChange) issues.push({ ...result, text: null, issues: [REJECTED] });
        continue;
      }
      const isWritten = Object.hasOwn(replaceable, key) && replaceable[key] === text;
      if (text === null || (result.issues !== undefined && !isWritten && !acceptIssues)) issues.push(result);
      else {
        if (!isWritten) translations.set(key, text);
        changeable.set(key, mayChange ? digestText(text) : '');
      }
      onText?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const open = ordered.size - changeable.size - issues.length;
  return { ...orderedUnit, translations, changeable, issues, open };
}

/** Collects what is there of all units, and writes nothing. */
export async function collectAll(session: Session): Promise<readonly Collected[]> {
  const { signal } = session;
  const units = await findOrders(session);
  const collected = await Promise.all(
    units.map((ordered) => nameUnit(ordered.unit, () => collect(ordered, session, { signal }))),
  );
  signal.throwIfAborted();
  return collected;
}

function readResults(
  ordered: OrderedUnit,
  session: Session,
  options: CollectOptions,
): AsyncIterable<TextResult> {
  const { wait = false, signal } = options;
  if (ordered.kind === 'document') return readDocumentResults(ordered, session, options);
  return collectTexts(session.requester, ordered.job, { wait, signal });
}

/** A document as the result of its only text: the digest of its translation. */
async function* readDocumentResults(
  { unit, job }: OrderedDocument,
  { requester }: Session,
  { wait = false, signal, receive }: CollectOptions,
): AsyncGenerator<TextResult> {
  if (job === undefined) return;
  const { key } = unit.document;
  for await (const { download, filename: _, ...result } of collectDocuments(requester, job, {
    wait,
    signal,
  })) {
    if (download === null) yield { ...result, key, text: null };
    else if (receive !== undefined) yield { ...result, key, text: await receive(download) };
    else {
      await download.body.cancel();
      yield { ...result, key, text: unit.replaceable[key] ?? '' };
    }
  }
}
