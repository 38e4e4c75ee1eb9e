import { isRequesterError } from '../../index.js';
import {
  type CommentedText,
  collectTexts,
  commentOnText,
  readJob,
  rejectText,
  type TextsJob,
} from '../../texts.js';
import { digestText, type RememberedUnit } from '../memory/unit-memory.js';
import { planUnits } from '../plan/plan.js';
import type { PlanOptions } from '../plan/sources.js';
import type { Unit } from '../plan/units.js';
import { CommandError, ExitCode, UsageError } from '../terminal/failures.js';
import { formatCommandLine, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { adviseOrderAgain, nameCommand } from '../translations/name-command.js';
import type { Session } from '../translations/session.js';
import {
  nameUnit,
  type SessionDocument,
  type SessionTexts,
  type SessionUnit,
} from '../translations/session-unit.js';
import { describeUnknownKey } from '../translations/unknown-key.js';

/** The options of `reject` and `comment`. */
interface TextOptions extends PlanOptions {
  readonly key?: string | undefined;
}

/** The options of `reject`. */
export interface RejectOptions extends TextOptions {
  readonly reason: string;
}

/** The options of `comment`. */
export interface CommentOptions extends TextOptions {
  readonly text: string;
}

/** A text, with the orders that hold it. */
interface FoundText {
  readonly unit: SessionTexts;
  readonly job: TextsJob;
  readonly place: { readonly language: string; readonly key: string };
  readonly session: Session;
}

/** Sends a translation back to its translator. @returns the exit code */
export async function sendRejection(session: Session, given: RejectOptions, io: CommandIo): Promise<number> {
  const named = findUnit(session);
  if (named.kind === 'document') {
    checkDocumentKey(named, given.key);
    throw await refuseDocument(named.restoreOrdered(), io);
  }
  const found = await findWrongText(named, session, given.key);
  const { source, language } = found.unit;
  const { key } = found.place;
  const { keys, text, translations } = await rejectAndNote(found, given.reason, io);
  const files = await noteInOtherFiles(found, text);
  const waiting = await countWaiting(found, keys);
  if (given.json) {
    io.json({ source, language, key, keys, text, translations, waiting, files });
    return ExitCode.Done;
  }
  const next = formatCommandLine('pull', ...session.plan.words);
  io.out(say`Rejected in ${language}: ${text ?? ''}\n`);
  io.out(
    say`Translators see the text again, until 24 hours after it was ordered. Another translation may come, but need not, and nothing is paid back. To get it, use: ${next}\n`,
  );
  if (keys.length > 1) io.out(say`These keys have the same text: ${keys.join(', ')}\n`);
  if (files.length > 0)
    io.out(say`These files have the same text, and are treated alike: ${files.join(', ')}\n`);
  if (waiting > 0)
    io.out(
      say`${formatNumber(waiting)} other ${waiting === 1 ? 'text' : 'texts'} of its order can't be pulled now: they come when it is translated again, or its time is over.\n`,
    );
  return ExitCode.Done;
}

async function rejectAndNote(found: FoundText, reason: string, io: CommandIo) {
  const { unit, job, place, session } = found;
  const { requester, signal } = session;
  try {
    const rejected = await nameUnit(unit, () => rejectText(requester, job, place, { reason }, { signal }));
    await noteRejection(unit, rejected.keys, rejected.text);
    return rejected;
  } catch (error) {
    const outcome = isRequesterError(error) ? error.outcome : undefined;
    if (error === signal.reason || outcome === 'unknown' || outcome === 'done') {
      await noteRejection(unit, listSharedKeys(found), undefined);
    }
    if (outcome !== 'unknown' && outcome !== 'done' && error !== signal.reason) await noteTooLate(found, io);
    throw error;
  }
}

/** The keys of a file that have the text, and so its translation. */
const listSharedKeys = ({ job, place: { key } }: FoundText): readonly string[] =>
  job.texts.find(({ keys }) => keys.includes(key))?.keys ?? [key];

/**
 * Remembers a translation as wrong that can't be rejected any more, so that it is not written, and can be ordered anew.
 *
 * @throws CommandError if it is one
 */
async function noteTooLate(found: FoundText, io: CommandIo): Promise<void> {
  const { unit, job, place, session } = found;
  const { key } = place;
  const { requester, signal } = session;
  for await (const { key: own, text, canBeSentBack } of collectTexts(requester, job, {
    wait: false,
    signal,
  })) {
    if (own !== key || text === null || canBeSentBack !== false) continue;
    await noteRejection(unit, listSharedKeys(found), text);
    await noteInOtherFiles(found, text);
    throw makeTooLateError(unit, key, await adviseOrderAgain(unit, [key], job, io));
  }
}

/**
 * Makes the error of a rejection of a document, which the service does not have. A translation that is final is remembered as wrong
 * first, so that it is not written, and can be ordered anew.
 */
async function refuseDocument(unit: SessionDocument, io: CommandIo): Promise<CommandError | UsageError> {
  const translation = await nameUnit(unit, () => unit.readTranslation());
  if (translation === undefined || translation.mayChange)
    return new UsageError(
      `${unit.source} is a document, and the service has no rejection for that. To write to its translator: ${nameCommand(unit, 'comment', '--text', 'TEXT')}`,
    );
  await noteRejection(unit, [unit.key], translation.digest);
  return makeTooLateError(unit, unit.key, await adviseOrderAgain(unit, [unit.key], undefined, io));
}

/** @param advice says how to order it anew */
const makeTooLateError = ({ source, language }: SessionUnit, key: string, advice: string): CommandError =>
  new CommandError(
    `${source} in ${language}: the translation of ${JSON.stringify(key)} can't be sent back any more: it is final, or its 24 hours are over. It is remembered as wrong, and pull does not write it. To order it anew ${advice}`,
  );

/** Writes to the translator of a text or a document. @returns the exit code */
export async function comment(session: Session, given: CommentOptions, io: CommandIo): Promise<number> {
  const { source, language } = findUnit(session);
  const { keys, comments } = await writeComment(session, given);
  const ids = comments.map(({ id }) => id);
  if (given.json) io.json({ source, language, key: given.key ?? keys[0], keys, comments: ids });
  else
    io.out(
      say`The comment is written. As long as the translation is not final, the translator can submit another, which pull then writes.\n`,
    );
  return ExitCode.Done;
}

async function writeComment(session: Session, { key, text: body }: CommentOptions): Promise<CommentedText> {
  const named = findUnit(session);
  if (named.kind === 'document') {
    checkDocumentKey(named, key);
    return { keys: [named.key], comments: [await named.restoreOrdered().comment(body)] };
  }
  const { unit, job, place } = await findWrongText(named, session, key);
  const { requester, signal } = session;
  return nameUnit(unit, () => commentOnText(requester, job, place, { body }, { signal }));
}

/** @throws UsageError when the command line does not name one file in one language */
function findUnit({ units: [unit, ...others] }: Session): SessionUnit {
  if (unit === undefined || others.length > 0)
    throw new UsageError('One text is meant: name one file, and by --to one language.');
  return unit;
}

/** A document is one text: its key can be left out. */
function checkDocumentKey(unit: SessionUnit, key: string | undefined): void {
  if (key !== undefined && !Object.hasOwn(unit.file.texts, key))
    throw new UsageError(describeUnknownKey(unit, key));
}

/** Finds the text that the command line names. @throws UsageError when it names none */
async function findWrongText(
  unit: SessionTexts,
  session: Session,
  key: string | undefined,
): Promise<FoundText> {
  if (key === undefined) throw new UsageError('Name the text that is meant by --key.');
  const { texts } = unit.file;
  if (!Object.hasOwn(texts, key)) throw new UsageError(describeUnknownKey(unit, key));
  const { language } = unit;
  // A text whose translation is in the file can be sent back, too.
  const job = await nameUnit(unit, () => readJob(session.requester, { ...unit.table, known: {} }));
  return { unit, job, place: { language, key }, session };
}

/**
 * Remembers what was rejected. Where the file has it, `pull` replaces it; a correction by hand stays.
 *
 * @param text the rejected translation; undefined when it is not known, null when it was not whole
 */
async function noteRejection(
  { notes, file }: RememberedUnit,
  keys: readonly string[],
  text: string | null | undefined,
): Promise<void> {
  const note = (noted: readonly string[], value: string) =>
    Object.fromEntries(noted.map((key) => [key, value]));
  const unwanted = keys.filter((key) => !text || file.known[key] === text);
  await notes.add({
    written: note(unwanted, ''),
    changeable: note(unwanted, ''),
    ...(text && { rejected: note(keys, digestText(text)) }),
  });
}

/**
 * Remembers a rejection for the other files of the project that have the text: they got its translation from the same order, which
 * is paid for once.
 *
 * @returns the files of their translations
 */
async function noteInOtherFiles(
  { unit, place, session }: FoundText,
  text: string | null,
): Promise<readonly string[]> {
  if (text === null) return [];
  const digest = digestText(unit.file.texts[place.key] ?? '');
  const noted: string[] = [];
  for (const another of await listProjectUnits(unit)) {
    if (another.kind === 'document' || another.sourceInProject === unit.sourceInProject) continue;
    const keys = Object.entries(another.file.texts).flatMap(([key, own]) =>
      digestText(own) === digest ? [key] : [],
    );
    if (keys.length === 0) continue;
    await noteRejection(await session.recall(another), keys, text);
    noted.push(another.target);
  }
  return noted;
}

/** The files of the project in the language of one of them; none when one of them can't be read: the rejection is carried out. */
async function listProjectUnits({ given, folder, language }: SessionTexts): Promise<readonly Unit[]> {
  if (given.project.files === undefined) return [];
  return planUnits([], { to: [language] }, given.project, folder).catch(() => []);
}

/** Counts the other texts of its orders that the service keeps back now, and that are not in the file. They come together with it. */
async function countWaiting({ unit, job, session }: FoundText, keys: readonly string[]): Promise<number> {
  const { orders, texts } = job;
  const parts = new Set(
    texts.filter((text) => keys.some((key) => text.keys.includes(key))).flatMap((text) => text.parts),
  );
  const own = orders.filter(({ pieces }) => pieces.some((piece) => parts.has(piece)));
  const held = new Set<string | number>(own.flatMap(({ pieces }) => pieces));
  const shown = new Set(keys);
  try {
    const { requester, signal } = session;
    const results = collectTexts(requester, { ...job, orders: own }, { wait: false, signal });
    for await (const { key } of results) shown.add(key);
  } catch {
    // The rejection is carried out: a count that fails must not hide that.
  }
  return texts
    .filter((text) => text.parts.some((part) => held.has(part)))
    .flatMap((text) => text.keys)
    .filter((key) => !shown.has(key) && !unit.current[key]).length;
}
