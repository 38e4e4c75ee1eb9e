import { collectDocuments, type DocumentDownload, type DocumentJob } from '../../documents.js';
import { collectTexts, readJob, type TextIssue, type TextResult, type TextsJob } from '../../texts.js';
import { digestOf, isRejected } from '../memory/unit-memory.js';
import { type SafeText, say } from '../terminal/io.js';
import { digestIn } from './document-orders.js';
import {
  atUnit,
  type Session,
  type SessionDocument,
  type SessionTexts,
  type Settings,
  tableOf,
} from './session.js';

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
export interface CollectSettings {
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
export async function orderedUnits(session: Session, settings: Settings): Promise<readonly OrderedUnit[]> {
  const ordered: OrderedUnit[] = [];
  for (const unit of session.units)
    ordered.push(
      unit.document === undefined ? await orderedTexts(unit, session, settings) : orderedDocument(unit),
    );
  return ordered;
}

async function orderedTexts(unit: SessionTexts, session: Session, settings: Settings): Promise<OrderedTexts> {
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(unit.current).filter(([key]) => !Object.hasOwn(unit.replaceable, key));
  const table = tableOf(unit, session, settings);
  const options = { ...table, known: { [unit.language]: Object.fromEntries(known) } };
  const job = await atUnit(unit, () => readJob(session.requester, options));
  return { kind: 'texts', unit, job, ordered: orderedKeys(job) };
}

function orderedDocument(unit: SessionDocument): OrderedDocument {
  const { memory, document, current, replaceable } = unit;
  const { key } = document;
  const isFinal = Object.hasOwn(current, key) && !Object.hasOwn(replaceable, key);
  const job = !isFinal && memory.ordered?.digest === digestIn(unit) ? memory.ordered.job : undefined;
  return { kind: 'document', unit, job, ordered: new Set(job === undefined ? [] : [key]) };
}

/** The keys of the texts that are ordered, or need no translation. */
function orderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
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
  one: OrderedUnit,
  session: Session,
  settings: CollectSettings,
): Promise<Collected> {
  const { acceptIssues = false, signal, onText } = settings;
  const { unit, ordered } = one;
  const translations = new Map<string, string>();
  const changeable = new Map<string, string>();
  const issues: TextResult[] = [];
  const { replaceable } = unit;
  try {
    for await (const result of resultsOf(one, session, settings)) {
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
        changeable.set(key, mayChange ? digestOf(text) : '');
      }
      onText?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const open = ordered.size - changeable.size - issues.length;
  return { ...one, translations, changeable, issues, open };
}

/** Collects what is there of all units, and writes nothing. */
export async function collectAll(session: Session, settings: Settings): Promise<readonly Collected[]> {
  const { signal } = session;
  const units = await orderedUnits(session, settings);
  const collected = await Promise.all(
    units.map((one) => atUnit(one.unit, () => collect(one, session, { signal }))),
  );
  signal.throwIfAborted();
  return collected;
}

function resultsOf(one: OrderedUnit, session: Session, settings: CollectSettings): AsyncIterable<TextResult> {
  const { wait = false, signal } = settings;
  if (one.kind === 'document') return documentResults(one, session, settings);
  return collectTexts(session.requester, one.job, { wait, signal });
}

/** A document as the result of its only text: the digest of its translation. */
async function* documentResults(
  { unit, job }: OrderedDocument,
  { requester }: Session,
  { wait = false, signal, receive }: CollectSettings,
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

/** What `--json` shows of issues. */
export const issueViews = ({ issues }: Pick<Collected, 'issues'>) =>
  issues.map(({ key, issues: found }) => ({ key, issues: found }));

/** What `--json` shows of a unit. */
export const viewOf = <More extends object>({ unit, issues, open, changeable }: Collected, more: More) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  open,
  mayChange: [...changeable.values()].filter((digest) => digest !== '').length,
  issues: issueViews({ issues }),
  ...more,
});

/** A line for each issue. */
export const issueLines = ({ unit, issues }: Collected): readonly SafeText[] =>
  issues.flatMap(({ key, issues: found = [] }) =>
    found.map(({ message }) => say`${unit.target}: ${key}: ${message}\n`),
  );

/** What to do about texts whose order has ended without a translation, as a line; none when there are none. */
export const untranslatedHint = ({ unit, issues }: Collected): readonly SafeText[] =>
  issues.some(({ issues: found = [] }) => found.some(({ kind }) => kind === 'untranslated'))
    ? [
        say`${unit.target}: What nobody translated is not ordered again by itself. Change ${unit.document === undefined ? 'the text or its note' : 'the document'}, and run order; or translate it in the file.\n`,
      ]
    : [];
