import type { Command } from 'commander';
import { suggestName } from '../../base/names.js';
import { isRequesterError } from '../../index.js';
import { commentOnText, readJob, rejectText, type TextsJob } from '../../texts.js';
import { formatCommandLine } from '../hints.js';
import { digestText } from '../memory/unit-memory.js';
import type { PlanOptions } from '../plan/sources.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { nameUnit } from '../translations/name-unit.js';
import type { Session } from '../translations/session.js';
import type { SessionTexts, SessionUnit } from '../translations/session-unit.js';
import { addSessionCommand, type Cli } from './add-command.js';
import { parseLongText, textOption } from './option-values.js';

/** The options of `reject` and `comment`. */
interface TextOptions extends PlanOptions {
  readonly key: string;
}

/** Adds the commands `reject` and `comment`. */
export function addSendBack(cli: Cli): void {
  addKey(addSessionCommand(cli, 'reject', sendRejection))
    .summary('send a translation back to its translator')
    .description(
      'Rejects the translation of one text of a simple question, with a reason for the translator.\nAnother translation may come until 24 hours after the order; pull waits for it, and does not write the rejected one.',
    )
    .requiredOption(
      '--reason <text>',
      'what is wrong with it, in at least 16 characters',
      parseLongText('--reason', 16),
    );
  addKey(addSessionCommand(cli, 'comment', comment))
    .summary('write to the translator of a text in a project')
    .description(
      'Writes a comment on one text of a project. While it is in feedback, its translator can submit it again.',
    )
    .addOption(textOption('--text <text>', 'what to write').makeOptionMandatory());
}

const addKey = (command: Command): Command =>
  command
    .optionsGroup('Which text:')
    .addOption(
      textOption('--key <key>', 'its key in the file, as pull and status show it').makeOptionMandatory(),
    );

/** A text, with the orders that hold it. */
interface FoundText {
  readonly unit: SessionTexts;
  readonly job: TextsJob;
  readonly place: { readonly language: string; readonly key: string };
  readonly session: Session;
}

/** Sends a translation back to its translator. @returns the exit code */
async function sendRejection(
  session: Session,
  given: TextOptions & { readonly reason: string },
  io: CommandIo,
): Promise<number> {
  const found = await findText(session, given.key);
  const { source, language } = found.unit;
  const { keys, text, translations } = await rejectAndNote(found, given.reason);
  const waiting = countWaiting(found);
  if (given.json) {
    io.json({ source, language, key: given.key, keys, text, translations, waiting });
    return ExitCode.Done;
  }
  const next = formatCommandLine('pull', ...session.plan.words);
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

async function rejectAndNote({ unit, job, place, session }: FoundText, reason: string) {
  const { requester, signal } = session;
  try {
    const rejected = await nameUnit(unit, () => rejectText(requester, job, place, { reason }, { signal }));
    await noteRejection(unit, rejected.keys, rejected.text);
    return rejected;
  } catch (error) {
    const outcome = isRequesterError(error) ? error.outcome : undefined;
    if (error === signal.reason || outcome === 'unknown' || outcome === 'done')
      await noteRejection(unit, findSharedKeys(job, place.key), undefined);
    throw error;
  }
}

/** Writes to the translator of a text. @returns the exit code */
async function comment(
  session: Session,
  given: TextOptions & { readonly text: string },
  io: CommandIo,
): Promise<number> {
  const { unit, job, place } = await findText(session, given.key);
  const { requester, signal } = session;
  const { keys, comments } = await nameUnit(unit, () =>
    commentOnText(requester, job, place, { body: given.text }, { signal }),
  );
  const ids = comments.map(({ id }) => id);
  if (given.json)
    io.json({ source: unit.source, language: unit.language, key: given.key, keys, comments: ids });
  else
    io.out(
      say`The comment is written. Until 24 hours after the first translation, the translator can submit another, which pull then writes.\n`,
    );
  return ExitCode.Done;
}

/** Finds the text that the command line names. @throws UsageError when it does not name one text in one language */
async function findText(session: Session, key: string): Promise<FoundText> {
  const [unit, ...others] = session.units;
  if (unit === undefined || others.length > 0)
    throw new UsageError('One text is meant: name one file, and by --to one language.');
  if (unit.kind === 'document')
    throw new UsageError(`${unit.source} is a document. Only texts of locale files are sent back.`);
  const { texts } = unit.file;
  if (!Object.hasOwn(texts, key)) throw new UsageError(describeUnknownKey(unit, key));
  const { language } = unit;
  // A text whose translation is in the file can be sent back, too.
  const job = await nameUnit(unit, () => readJob(session.requester, { ...unit.table, known: {} }));
  return { unit, job, place: { language, key }, session };
}

function describeUnknownKey({ source, file }: SessionUnit, key: string): string {
  // Comparing names of very different lengths would take long, and find nothing.
  const near = Object.keys(file.texts).filter(
    ({ length }) => Math.abs(length - key.length) <= 2 + key.length / 3,
  );
  const question = suggestName(key, near);
  return `${source} has no text ${JSON.stringify(key)}${question === undefined ? '.' : `; ${question}`}`;
}

const findSharedKeys = ({ texts }: TextsJob, key: string): readonly string[] =>
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
  const note = (noted: readonly string[], value: string) =>
    Object.fromEntries(noted.map((key) => [key, value]));
  const unwanted = keys.filter((key) => !text || file.known[key] === text);
  await notes.add({
    written: note(unwanted, ''),
    changeable: note(unwanted, ''),
    ...(text && { rejected: note(keys, digestText(text)) }),
  });
}

/** Counts the other texts of its orders that are not in the file. They come together with it. */
function countWaiting({ unit, job: { orders, texts }, place: { key } }: FoundText): number {
  const parts = new Set(texts.find(({ keys }) => keys.includes(key))?.parts);
  const held = new Set<string | number>(
    orders.filter(({ pieces }) => pieces.some((piece) => parts.has(piece))).flatMap(({ pieces }) => pieces),
  );
  return texts
    .filter((text) => !text.keys.includes(key) && text.parts.some((part) => held.has(part)))
    .flatMap(({ keys }) => keys)
    .filter((waiting) => !Object.hasOwn(unit.file.known, waiting)).length;
}
