import { suggestName } from '../../base/nearest-name.js';
import { isRequesterError } from '../../index.js';
import { commentOnText, readJob, rejectText, type TextsJob } from '../../texts.js';
import { commandLine } from '../hints.js';
import { digestOf } from '../memory/unit-memory.js';
import { serviceOptions } from '../plan/service.js';
import { fileOptions } from '../plan/units.js';
import { formatNumber } from '../terminal/format.js';
import { type CommandIo, ExitCode, type SafeText, say, UsageError } from '../terminal/io.js';
import type { Collected } from '../translations/collect.js';
import {
  atUnit,
  openSession,
  type Session,
  type SessionTexts,
  type SessionUnit,
  type Settings,
  tableOf,
} from '../translations/session.js';

/** The options of `reject` and `comment`. */
interface TextSettings extends Settings {
  readonly key: string;
}

export interface RejectSettings extends TextSettings {
  readonly reason: string;
}

export interface CommentSettings extends TextSettings {
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
export async function reject(
  sources: readonly string[],
  settings: RejectSettings,
  io: CommandIo,
): Promise<number> {
  const found = await findText(sources, settings, io);
  const { source, language } = found.unit;
  const { keys, text, translations } = await rejectAndNote(found, settings);
  const waiting = waitingWith(found);
  if (settings.json) {
    io.json({ source, language, key: settings.key, keys, text, translations, waiting });
    return ExitCode.Done;
  }
  const next = commandLine('pull', ...sources, ...fileOptions(settings), ...serviceOptions(settings));
  io.out(say`Rejected in ${language}: ${text ?? ''}\n`);
  io.out(
    say`Translators see the text again, until 24 hours after it was ordered. Another translation may come, but need not, and nothing is paid back. To get it, use: ${next}\n`,
  );
  if (keys.length > 1) io.out(say`These keys have the same text: ${keys.join(', ')}\n`);
  if (waiting > 0)
    io.out(
      say`${formatNumber(waiting)} other texts of its order are not in the file yet: they come when it is translated again, or its time is over.\n`,
    );
  return ExitCode.Done;
}

async function rejectAndNote({ unit, job, place, session }: FoundText, { reason }: RejectSettings) {
  const { requester, signal } = session;
  try {
    const rejected = await atUnit(unit, () => rejectText(requester, job, place, { reason }, { signal }));
    await noteRejection(unit, rejected.keys, rejected.text);
    return rejected;
  } catch (error) {
    const outcome = isRequesterError(error) ? error.outcome : undefined;
    if (error === signal.reason || outcome === 'unknown' || outcome === 'done')
      await noteRejection(unit, keysLike(job, place.key), undefined);
    throw error;
  }
}

/** Writes to the translator of a text. @returns the exit code */
export async function comment(
  sources: readonly string[],
  settings: CommentSettings,
  io: CommandIo,
): Promise<number> {
  const { unit, job, place, session } = await findText(sources, settings, io);
  const { requester, signal } = session;
  const { keys, comments } = await atUnit(unit, () =>
    commentOnText(requester, job, place, { body: settings.text }, { signal }),
  );
  const ids = comments.map(({ id }) => id);
  if (settings.json)
    io.json({ source: unit.source, language: unit.language, key: settings.key, keys, comments: ids });
  else
    io.out(
      say`The comment is written. Until 24 hours after the first translation, the translator can submit another, which pull then writes.\n`,
    );
  return ExitCode.Done;
}

/** Finds the text that the command line names. @throws UsageError when it does not name one text in one language */
async function findText(
  sources: readonly string[],
  settings: TextSettings,
  io: CommandIo,
): Promise<FoundText> {
  const session = await openSession(sources, settings, io);
  const [unit, ...others] = session.units;
  if (unit === undefined || others.length > 0)
    throw new UsageError('One text is meant: name one file, and by --to one language.');
  if (unit.document !== undefined)
    throw new UsageError(`${unit.source} is a document. Only texts of locale files are sent back.`);
  const { key } = settings;
  const { texts } = unit.file;
  if (!Object.hasOwn(texts, key)) throw new UsageError(unknownKey(unit, key));
  const { language } = unit;
  // Also what the file has a translation of.
  const job = await atUnit(unit, () =>
    readJob(session.requester, { ...tableOf(unit, session, settings), known: {} }),
  );
  return { unit, job, place: { language, key }, session };
}

function unknownKey({ source, file }: SessionUnit, key: string): string {
  // Comparing names of very different lengths would take long, and find nothing.
  const near = Object.keys(file.texts).filter(
    ({ length }) => Math.abs(length - key.length) <= 2 + key.length / 3,
  );
  const question = suggestName(key, near);
  return `${source} has no text ${JSON.stringify(key)}${question === undefined ? '.' : `; ${question}`}`;
}

const keysLike = ({ texts }: TextsJob, key: string): readonly string[] =>
  texts.find(({ keys }) => keys.includes(key))?.keys ?? [key];

/**
 * Remembers what was rejected. Where the file has it, `pull` replaces it; a correction by hand stays.
 *
 * @param text the rejected translation; undefined when it is not known, null when it was not whole
 */
async function noteRejection(
  { notes, file }: SessionUnit,
  keys: readonly string[],
  text: string | null | undefined,
): Promise<void> {
  const noted = (some: readonly string[], value: string) =>
    Object.fromEntries(some.map((key) => [key, value]));
  const unwanted = keys.filter((key) => !text || file.known[key] === text);
  await notes.add({
    written: noted(unwanted, ''),
    changeable: noted(unwanted, ''),
    ...(text && { rejected: noted(keys, digestOf(text)) }),
  });
}

/** How many other texts of its orders are not in the file. They come together with it. */
function waitingWith({ unit, job: { orders, texts }, place: { key } }: FoundText): number {
  const own = new Set(texts.find(({ keys }) => keys.includes(key))?.parts);
  const held = new Set<string | number>(
    orders.filter(({ pieces }) => pieces.some((piece) => own.has(piece))).flatMap(({ pieces }) => pieces),
  );
  return texts
    .filter(({ keys, parts }) => !keys.includes(key) && parts.some((part) => held.has(part)))
    .flatMap(({ keys }) => keys)
    .filter((one) => !Object.hasOwn(unit.file.known, one)).length;
}

/** How to send back the translations of a unit that have issues, as a line; none when there is nothing to send back. */
export function sendBackHint(collected: Collected, settings: Settings): readonly SafeText[] {
  const { unit, issues, kind } = collected;
  if (kind === 'document' || issues.every(({ text }) => text === null)) return [];
  const { job } = collected;
  const isProject = job.orders.every(({ kind }) => kind === 'project');
  const [name, words] = isProject ? ['comment', '--text TEXT'] : ['reject', '--reason WHY'];
  const files = fileOptions({ ...settings, to: [unit.language] });
  const next = commandLine(name, unit.source, ...files, ...serviceOptions(settings));
  return [say`To send one back: ${next} --key KEY ${words}\n`];
}
