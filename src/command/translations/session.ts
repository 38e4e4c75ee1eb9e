import { IncompleteDocumentError } from '../../documents.js';
import { FileAnalysisError, InputError, type Requester } from '../../index.js';
import type { LocaleFile } from '../../locale-files.js';
import { IncompleteJobError, type OrderTextsOptions } from '../../texts.js';
import type { DocumentFile } from '../files/document-file.js';
import { digestAll, digestText, type UnitMemory, UnitNotes } from '../memory/unit-memory.js';
import type { Plan } from '../plan/plan.js';
import { decideRules, parseProtect, tryExpression, withoutNote } from '../plan/text-rules.js';
import type { DocumentUnit, TextsUnit, Unit } from '../plan/units.js';
import { connectProject } from '../sign-in/connect.js';
import { FileError } from '../terminal/failures.js';
import { type CommandIo, stopSignal } from '../terminal/io.js';

/** What is remembered of a unit. */
interface Remembered<File> {
  /** Reads the files again: they can have changed while a command waited. */
  readAgain(): Promise<File>;
  readonly notes: UnitNotes;
  readonly memory: UnitMemory;
  /** The translations that the file has, by key, without those of texts that have changed since. */
  readonly current: Translations;
  /** Those of them that `pull` has written, and that may be replaced by others of the same texts. */
  readonly replaceable: Translations;
}

type Translations = Readonly<Record<string, string>>;

/** The texts of a locale file, with what is remembered of them. */
export interface SessionTexts extends TextsUnit, Remembered<LocaleFile> {}

/** A document, with what is remembered of it. */
export interface SessionDocument extends DocumentUnit, Remembered<DocumentFile> {}

export type SessionUnit = SessionTexts | SessionDocument;

/** A plan, connected to its service, with what is remembered of its units. */
export interface Session {
  readonly requester: Requester;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
}

/** Connects a plan to its service, and reads what is remembered. */
export async function openSession({ service, units }: Plan, io: CommandIo): Promise<Session> {
  const requester = await connectProject(service, io);
  const remembered = await Promise.all(
    units.map(async (unit) => {
      const notes = new UnitNotes(requester.store, unit);
      return addMemory(unit, notes, await notes.read());
    }),
  );
  return { requester, units: remembered, signal: stopSignal(io) };
}

/** Completes the rules with those that an earlier order was given. */
async function addMemory(unit: Unit, notes: UnitNotes, memory: UnitMemory): Promise<SessionUnit> {
  if (unit.document !== undefined) {
    const readAgain = (): Promise<DocumentFile> => unit.read(unit.rules);
    return { ...unit, notes, memory, readAgain, ...findTranslations(unit.file, memory) };
  }
  const rules = decideRules({ ...unit.ruleLevels, memory });
  const readAgain = (): Promise<LocaleFile> => unit.read(rules);
  const file = rules.notes === unit.rules.notes ? unit.file : await readAgain();
  const protect = rules.protect === undefined ? undefined : parseProtect(rules.protect);
  if (protect instanceof RegExp)
    tryExpression(protect, Object.values(file.texts).map(withoutNote), unit.source);
  return { ...unit, rules, file, readAgain, notes, memory, ...findTranslations(file, memory) };
}

function findTranslations(
  { texts, known }: Unit['file'],
  { written, changeable = {} }: UnitMemory,
): Pick<SessionUnit, 'current' | 'replaceable'> {
  const now = digestAll(texts);
  const holds = (key: string): boolean => !Object.hasOwn(written, key) || written[key] === now[key];
  const current = Object.entries(known).filter(([key]) => holds(key));
  const isSame = ([key, text]: readonly [string, string]): boolean =>
    Object.hasOwn(changeable, key) && changeable[key] === digestText(text);
  return {
    current: Object.fromEntries(current),
    replaceable: Object.fromEntries(current.filter(isSame)),
  };
}

/**
 * A document as it was when it was last ordered. It may have changed since, and have no translation as it is: what was paid for
 * is pulled all the same.
 */
export function restoreOrdered(unit: SessionUnit): SessionUnit {
  const { document, memory } = unit;
  if (document === undefined || memory.ordered === undefined) return unit;
  if (Object.hasOwn(unit.current, document.key)) return unit;
  const texts = { [document.key]: memory.ordered.digest };
  const file = { ...unit.file, texts };
  const readAgain = async (): Promise<DocumentFile> => ({ ...(await unit.readAgain()), texts });
  return { ...unit, file, readAgain, ...findTranslations(file, memory) };
}

/** Makes the table of texts of a unit. */
export function makeTable(unit: SessionTexts, { signal }: Session): OrderTextsOptions {
  const { name, from, language, using, description, file, rules } = unit;
  const protect = rules.protect === undefined ? file.protect : parseProtect(rules.protect);
  return {
    ...{ name, from, to: [language], using, signal },
    texts: file.texts,
    known: { [language]: unit.current },
    ...(protect !== undefined && { protect }),
    ...(rules.terms !== undefined && { protectTerms: rules.terms }),
    ...(description !== undefined && { description }),
  };
}

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
