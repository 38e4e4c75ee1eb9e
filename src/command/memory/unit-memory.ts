import { randomUUID } from 'node:crypto';
import { type Fields, isFields, isWhole, parseJson } from '../../base/kinds.js';
import { hashText } from '../../base/texts.js';
import { identifyText } from '../../command-internals.js';
import type { DocumentJob } from '../../documents.js';
import type { Store } from '../../index.js';
import type { LocaleText } from '../../locale-files.js';
import type { SourceText, TextResult } from '../../texts.js';
import { decideRules } from '../plan/decide.js';
import { parseProtect } from '../plan/protect.js';
import { parseStoredRules, removeNote, type TextRules, tryExpression } from '../plan/text-rules.js';
import type { DocumentUnit, TextsUnit, Unit } from '../plan/units.js';
import { makeStep } from './project-store.js';

/** What is remembered of a unit besides its orders. */
export interface UnitMemory extends TextRules {
  /** A digest of each text when its translation was written, by key. */
  readonly written: Readonly<Record<string, string>>;
  /** A digest of the last translation that was rejected, by key: the service may go on showing it. Empty once it was ordered anew. */
  readonly rejected?: Readonly<Record<string, string>>;
  /** By key, a digest of each written translation that may still be replaced; empty when it is final. */
  readonly changeable?: Readonly<Record<string, string>>;
  /** How often each text was ordered anew, by its digest, or by that of a document. */
  readonly again?: Readonly<Record<string, number>>;
  /** The last order of a document, with the digest of what was ordered, and how often it was ordered anew. */
  readonly ordered?:
    | { readonly digest: string; readonly job: DocumentJob; readonly again?: number | undefined }
    | undefined;
}

/** A memory as it is stored, with its time in milliseconds since 1970. */
interface Note extends UnitMemory {
  readonly at: number;
}

/**
 * The notes of a unit in the project's store. Each is a record of its own that never changes, so that commands can run at the
 * same time. They are never merged into one: git takes a new file that resembles a removed one for a rename, and two branches
 * with such renames would conflict.
 */
class UnitNotes {
  readonly #store: Store;
  readonly #prefix: string;

  constructor(store: Store, { sourceInProject, language }: Unit) {
    this.#store = store;
    this.#prefix = `unit ${sourceInProject} ${language}/`;
  }

  /** Reads all notes. `bad` are the names of those that this command did not write: they are left alone. */
  async read(): Promise<{ readonly memory: UnitMemory; readonly bad: readonly string[] }> {
    const bad: string[] = [];
    const notes: Note[] = [];
    // One after another: each can be as large as whoever has committed it wants.
    for (const key of await makeStep(this.#store.keys(this.#prefix))) {
      const text = await makeStep(this.#store.get(key));
      const note = text === undefined ? undefined : parseJson(text);
      if (isNote(note)) notes.push(note);
      else if (text !== undefined) bad.push(key);
    }
    return { memory: joinUnitNotes(notes), bad };
  }

  async add(memory: UnitMemory): Promise<void> {
    const note: Note = { at: Date.now(), ...memory };
    await makeStep(this.#store.swap(`${this.#prefix}${randomUUID()}`, undefined, JSON.stringify(note)));
  }
}

/** Milliseconds by which the clock of another machine may be ahead. A note from further in the future would win for ever. */
const LARGEST_LEAD = 24 * 60 * 60 * 1_000;

/** Whether something has the form of a note. The memory may have come with a repository. */
function isNote(note: unknown): note is Note {
  if (!isFields(note)) return false;
  const { at, written, rejected = {}, changeable = {}, again = {}, ordered } = note;
  const isInTime = typeof at === 'number' && at <= Date.now() + LARGEST_LEAD;
  return (
    isInTime && [written, rejected, changeable].every(isDigests) && isCounts(again) && isOrdered(ordered)
  );
}

const isCounts = (counts: unknown): boolean =>
  isFields(counts) && Object.values(counts).every((count) => isWhole(count, 1));

const isDigests = (digests: unknown): boolean =>
  isFields(digests) && Object.values(digests).every((digest) => typeof digest === 'string');

function isOrdered(ordered: unknown): boolean {
  if (ordered === undefined) return true;
  const { digest, job }: Fields = isFields(ordered) ? ordered : {};
  const { orders }: Fields = isFields(job) ? job : {};
  const isOrder = (order: unknown): boolean =>
    isFields(order) && isWhole(order.id, 1) && isWhole(order.question, 0);
  return typeof digest === 'string' && Array.isArray(orders) && orders.length > 0 && orders.every(isOrder);
}

/** Whether a translation is the one that was rejected. */
export function isRejected({ rejected = {} }: UnitMemory, { key, text }: TextResult): boolean {
  return text !== null && Object.hasOwn(rejected, key) && rejected[key] === digestText(text);
}

/** Joins notes: the newest of each text and rule wins, and of counts the highest. */
function joinUnitNotes(notes: readonly Note[]): UnitMemory {
  const inOrder = notes.toSorted((left, right) => left.at - right.at);
  // The rules that command lines gave when texts were ordered: the same texts are looked for later.
  const rules: TextRules = { ...Object.assign({}, ...inOrder.map(parseStoredRules)), ignore: undefined };
  const written = Object.fromEntries(inOrder.flatMap((note) => Object.entries(note.written)));
  const changeable = Object.fromEntries(inOrder.flatMap((note) => Object.entries(note.changeable ?? {})));
  const rejected = Object.fromEntries(inOrder.flatMap((note) => Object.entries(note.rejected ?? {})));
  const again: Record<string, number> = {};
  for (const [digest, count] of inOrder.flatMap((note) => Object.entries(note.again ?? {})))
    again[digest] = Math.max(count, again[digest] ?? 0);
  const ordered = inOrder.findLast((note) => note.ordered !== undefined)?.ordered;
  return { ...rules, written, changeable, rejected, again, ...(ordered && { ordered }) };
}

/** Makes a short hash of a text and what else makes it this one. */
export function digestText(text: string | SourceText): string {
  return hashText(JSON.stringify(identifyText(text)));
}

/** How often a text was ordered anew. */
export function countAgain({ again = {} }: UnitMemory, text: LocaleText): number {
  const digest = digestText(text);
  return Object.hasOwn(again, digest) ? (again[digest] ?? 0) : 0;
}

export function digestAll(texts: Unit['file']['texts']): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, digestText(text)]));
}

/** What is remembered of a unit, and what it says about the translations in its file. */
interface Remembered {
  readonly notes: UnitNotes;
  readonly memory: UnitMemory;
  /** The names of the notes in the memory that this command did not write. They are not used. */
  readonly badNotes: readonly string[];
  /** The translations that the file has, by key, without those of texts that have changed since. */
  readonly current: Readonly<Record<string, string>>;
  /** Those of them that `pull` has written, and that may be replaced by others of the same texts. */
  readonly replaceable: Readonly<Record<string, string>>;
  /** Counts of `again` that this command has raised. They are remembered before anything is ordered. */
  readonly raised?: UnitMemory['again'];
}

/** The texts of a locale file, with what is remembered of them. */
export type RememberedTexts = TextsUnit & Remembered;

/** A document, with what is remembered of it. */
export type RememberedDocument = DocumentUnit & Remembered;

export type RememberedUnit = RememberedTexts | RememberedDocument;

/**
 * Reads what is remembered of a unit. The rules of a locale file are completed with those that an earlier order was given.
 *
 * @throws UsageError when an expression takes too long
 */
export async function recallUnit(unit: Unit, store: Store): Promise<RememberedUnit> {
  const notes = new UnitNotes(store, unit);
  const { memory, bad: badNotes } = await notes.read();
  const remembered = { notes, memory, badNotes };
  if (unit.kind === 'document') return { ...unit, ...remembered, ...findTranslations(unit.file, memory) };
  const rules = decideRules({ project: unit.rules, memory });
  const file = rules.notes === unit.rules.notes ? unit.file : await unit.read(rules);
  const protect = rules.protect === undefined ? undefined : parseProtect(rules.protect);
  const place = unit.rules.protect === undefined ? ', which .translation-requester remembers' : '';
  if (protect instanceof RegExp)
    tryExpression(protect, Object.values(file.texts).map(removeNote), `${unit.source}${place}`);
  return { ...unit, rules, file, ...remembered, ...findTranslations(file, memory) };
}

/** How often each of some texts is ordered anew, by its digest, when they are ordered once more. */
export const countOnceMore = (
  { file, memory }: Pick<RememberedUnit, 'file' | 'memory'>,
  keys: readonly string[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    keys.map((key) => {
      const text = file.texts[key] ?? '';
      return [digestText(text), countAgain(memory, text) + 1];
    }),
  );

/** The same unit, some texts of which are ordered anew: whatever translation they have is of no use. */
export function raiseAgain<Unit extends RememberedUnit>(
  unit: Unit,
  raised: Readonly<Record<string, number>>,
): Unit {
  const digests = digestAll(unit.file.texts);
  const withoutRaised = (translations: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(translations).filter(([key]) => !Object.hasOwn(raised, digests[key] ?? '')),
    );
  return {
    ...unit,
    raised,
    current: withoutRaised(unit.current),
    replaceable: withoutRaised(unit.replaceable),
    memory: { ...unit.memory, again: { ...unit.memory.again, ...raised } },
  };
}

/** Finds the translations that still belong to their texts, and those of them that may be replaced. */
export function findTranslations(
  { texts, known }: Unit['file'],
  { written, changeable = {} }: UnitMemory,
): Pick<Remembered, 'current' | 'replaceable'> {
  const now = digestAll(texts);
  const isCurrent = (key: string): boolean => !Object.hasOwn(written, key) || written[key] === now[key];
  const current = Object.entries(known).filter(([key]) => isCurrent(key));
  const isSame = ([key, text]: readonly [string, string]): boolean =>
    Object.hasOwn(changeable, key) && changeable[key] === digestText(text);
  return {
    current: Object.fromEntries(current),
    replaceable: Object.fromEntries(current.filter(isSame)),
  };
}
