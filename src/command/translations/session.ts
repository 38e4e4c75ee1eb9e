import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../../base/loopback.js';
import { IncompleteDocumentError } from '../../documents.js';
import { FileAnalysisError, InputError, type Requester, type Store } from '../../index.js';
import type { LocaleFile } from '../../locale-files.js';
import { fileStore } from '../../node.js';
import { IncompleteJobError, type OrderTextsOptions } from '../../texts.js';
import type { DocumentFile } from '../files/document-file.js';
import { digestOf, digestsOf, type UnitMemory, UnitNotes } from '../memory/unit-memory.js';
import type { TextsSettings } from '../plan/places.js';
import { type Project, readProject } from '../plan/project-file.js';
import { ProjectFolder } from '../plan/project-folder.js';
import type { ServiceSettings } from '../plan/service.js';
import { firstRules, plainText, protectOf, tryExpression } from '../plan/text-rules.js';
import { type DocumentUnit, type TextsUnit, type Unit, unitsOf } from '../plan/units.js';
import { connect } from '../sign-in/connect.js';
import { type CommandIo, FileError, stopSignal } from '../terminal/io.js';

/** The folder of what is remembered. */
const MEMORY = '.translation-requester';

/** The options of every command for texts. */
export interface Settings extends TextsSettings, ServiceSettings {
  readonly description?: string | undefined;
  readonly json?: boolean | undefined;
}

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

/** What a command for texts works with. */
export interface Session {
  readonly requester: Requester;
  readonly project: Project;
  readonly units: readonly SessionUnit[];
  /** Aborts when the command is asked to stop. */
  readonly signal: AbortSignal;
}

/** The memory of a project. Each service has its own, so that orders of the sandbox are never mistaken for real ones. */
export async function storeOf(folder: string, service: string): Promise<Store> {
  const address = new URL(service);
  const own = join(MEMORY, address.host.replace(/[^\w.-]/g, '_'));
  const path = await new ProjectFolder(folder).own(own);
  await ignoreInGit(path, isLoopback(address) ? '*' : '/temporary/');
  return fileStore(path);
}

/** Keeps out of git what a killed process was writing, and all orders of a sandbox: only this machine has it. */
async function ignoreInGit(path: string, pattern: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, '.gitignore'), `${pattern}\n`, { flag: 'wx' });
  } catch {
    // It is there already. What else is wrong with the folder, the store will say.
  }
}

/** Reads the project file, the locale files and what is remembered, and connects to the service. */
export async function openSession(
  sources: readonly string[],
  settings: Settings,
  io: CommandIo,
): Promise<Session> {
  const project = await readProject(io.folder);
  const units = await unitsOf(sources, settings, project, io.folder);
  const { requester } = await connect(settings, project, io, storeOf);
  const known = await Promise.all(
    units.map(async (unit) => {
      const notes = new UnitNotes(requester.store, unit);
      return withMemory(unit, notes, await notes.read());
    }),
  );
  return { requester, project, units: known, signal: stopSignal(io) };
}

/** Completes the rules with those that an earlier order was given. */
async function withMemory(unit: Unit, notes: UnitNotes, memory: UnitMemory): Promise<SessionUnit> {
  if (unit.document !== undefined) {
    const readAgain = (): Promise<DocumentFile> => unit.read(unit.rules);
    return { ...unit, notes, memory, readAgain, ...translationsIn(unit.file, memory) };
  }
  const rules = firstRules(unit.rules, memory);
  const readAgain = (): Promise<LocaleFile> => unit.read(rules);
  const file = rules.notes === unit.rules.notes ? unit.file : await readAgain();
  const protect = rules.protect === undefined ? undefined : protectOf(rules.protect);
  if (protect instanceof RegExp)
    tryExpression(protect, Object.values(file.texts).map(plainText), unit.source);
  return { ...unit, rules, file, readAgain, notes, memory, ...translationsIn(file, memory) };
}

function translationsIn(
  { texts, known }: Unit['file'],
  { written, changeable = {} }: UnitMemory,
): Pick<SessionUnit, 'current' | 'replaceable'> {
  const now = digestsOf(texts);
  const holds = (key: string): boolean => !Object.hasOwn(written, key) || written[key] === now[key];
  const current = Object.entries(known).filter(([key]) => holds(key));
  const isSame = ([key, text]: readonly [string, string]): boolean =>
    Object.hasOwn(changeable, key) && changeable[key] === digestOf(text);
  return {
    current: Object.fromEntries(current),
    replaceable: Object.fromEntries(current.filter(isSame)),
  };
}

/**
 * A document as it was when it was last ordered. It may have changed since, and have no translation as it is: what was paid for
 * is pulled all the same.
 */
export function asOrdered(unit: SessionUnit): SessionUnit {
  const { document, memory } = unit;
  if (document === undefined || memory.ordered === undefined) return unit;
  if (Object.hasOwn(unit.current, document.key)) return unit;
  const texts = { [document.key]: memory.ordered.digest };
  const file = { ...unit.file, texts };
  const readAgain = async (): Promise<DocumentFile> => ({ ...(await unit.readAgain()), texts });
  return { ...unit, file, readAgain, ...translationsIn(file, memory) };
}

/** The instructions to the translators. */
export function descriptionOf(project: Project, settings: Settings): string | undefined {
  return settings.description ?? project.description;
}

/** The table of texts of a unit. */
export function tableOf(
  unit: SessionTexts,
  { project, signal }: Session,
  settings: Settings,
): OrderTextsOptions {
  const { name, from, language, file, rules } = unit;
  const protect = rules.protect === undefined ? file.protect : protectOf(rules.protect);
  const description = descriptionOf(project, settings);
  return {
    name,
    from,
    to: [language],
    texts: file.texts,
    known: { [language]: unit.current },
    using: settings.using ?? project.using ?? 'simple',
    ...(protect !== undefined && { protect }),
    ...(rules.terms !== undefined && { protectTerms: rules.terms }),
    ...(description !== undefined && { description }),
    signal,
  };
}

/** Errors that don't say by themselves which file they are about. */
const FOR_A_FILE = [InputError, IncompleteJobError, IncompleteDocumentError];

/** Does something with the texts of a unit. @throws FileError, which names the unit, for what is wrong with its texts or orders */
export async function atUnit<Result>(
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
