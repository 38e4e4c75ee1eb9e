import { stat } from 'node:fs/promises';
import { collectTexts, readJob, type TextResult, type TextsJob } from '../../texts.js';
import { replaceFile, undefinedOn } from '../files.js';
import { formatNumber, formatTable } from '../format.js';
import { type CommandIo, ExitCode, type SafeText, say } from '../io.js';
import {
  atUnit,
  changeableTranslations,
  currentTranslations,
  openSession,
  type Session,
  type SessionUnit,
  type Settings,
  tableOf,
} from './session.js';
import { digestOf, digestsOf } from './unit-memory.js';

/** The options of `pull`. */
export interface PullSettings extends Settings {
  readonly wait?: boolean | undefined;
  readonly acceptIssues?: boolean | undefined;
}

/** What was collected for a unit. */
interface Collected {
  readonly unit: SessionUnit;
  /** Translations that can be written, by key. */
  readonly translations: ReadonlyMap<string, string>;
  /** For each text that has a translation, in the file or to be written: its digest if another can come, else empty. */
  readonly changeable: ReadonlyMap<string, string>;
  readonly issues: readonly TextResult[];
  /** How many texts are ordered, but not translated yet. */
  readonly open: number;
  /** The keys of the texts that are ordered and not in the file, or may change in it. */
  readonly ordered: ReadonlySet<string>;
}

/** Writes finished translations into the files of their languages. @returns the exit code */
export async function pull(
  sources: readonly string[],
  settings: PullSettings,
  io: CommandIo,
): Promise<number> {
  const session = await openSession(sources, settings, io);
  const views = [];
  for (const unit of session.units) {
    const collected = await atUnit(unit, () => collect(unit, session, settings, io));
    const written = await atUnit(unit, () => writeTranslations(collected));
    views.push(viewOf(collected, { written }));
    for (const { key, issues = [] } of collected.issues)
      for (const { message } of issues) io.err(say`${unit.target}: ${key}: ${message}\n`);
    session.signal.throwIfAborted();
  }
  const withIssues = views.reduce((sum, { issues }) => sum + issues.length, 0);
  if (settings.json) io.json({ units: views });
  else io.out(pullTable(views));
  return withIssues === 0 ? ExitCode.Done : ExitCode.WithIssues;
}

/** Shows how far the translations are. @returns the exit code */
export async function status(sources: readonly string[], settings: Settings, io: CommandIo): Promise<number> {
  const session = await openSession(sources, settings, io);
  const views = [];
  for (const unit of session.units) {
    const collected = await atUnit(unit, () => collect(unit, session, settings, io));
    const written = Object.keys(currentTranslations(unit));
    const ready = collected.translations.size;
    const rest = new Set([...written, ...collected.ordered]);
    const missing = Object.keys(unit.file.texts).length - rest.size;
    views.push(viewOf(collected, { written: written.length, ready, missing }));
  }
  if (settings.json) io.json({ units: views });
  else
    io.out(
      formatTable([
        ['file', 'written', 'ready to pull', 'may change', 'being translated', 'with issues', 'not ordered'],
        ...views.map(({ target, written, ready, mayChange, open: rest, issues, missing }) => [
          target,
          ...[written, ready, mayChange, rest, issues.length, missing].map((count) =>
            formatNumber(Number(count)),
          ),
        ]),
      ]),
    );
  return ExitCode.Done;
}

const viewOf = <More extends object>({ unit, issues, open: rest, changeable }: Collected, more: More) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  open: rest,
  mayChange: [...changeable.values()].filter((digest) => digest !== '').length,
  issues: issues.map(({ key, issues: found }) => ({ key, issues: found })),
  ...more,
});

async function collect(
  unit: SessionUnit,
  session: Session,
  settings: PullSettings,
  io: CommandIo,
): Promise<Collected> {
  const { requester, signal } = session;
  const { wait = false, acceptIssues = false } = settings;
  const translations = new Map<string, string>();
  const changeable = new Map<string, string>();
  const issues: TextResult[] = [];
  const written = changeableTranslations(unit);
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(currentTranslations(unit)).filter(([key]) => !Object.hasOwn(written, key));
  const table = tableOf(unit, session, settings);
  const job = await readJob(requester, { ...table, known: { [unit.language]: Object.fromEntries(known) } });
  const keys = orderedKeys(job);
  const bar = wait && keys.size > 0 ? io.progress(say`Waiting for ${unit.target}`, keys.size) : undefined;
  try {
    for await (const result of collectTexts(requester, job, { wait, signal })) {
      const { key, text, mayChange } = result;
      if (!keys.has(key)) continue;
      const isWritten = Object.hasOwn(written, key) && written[key] === text;
      if (text === null || (result.issues !== undefined && !isWritten && !acceptIssues)) issues.push(result);
      else {
        if (!isWritten) translations.set(key, text);
        changeable.set(key, mayChange ? digestOf(text) : '');
      }
      bar?.at(changeable.size + issues.length);
    }
  } catch (error) {
    // After a stop, what was collected so far is still written.
    if (!signal.aborted) throw error;
  } finally {
    bar?.end(say`${formatNumber(changeable.size)} of ${formatNumber(keys.size)} texts`);
  }
  const open = keys.size - changeable.size - issues.length;
  return { unit, translations, changeable, issues, open, ordered: keys };
}

/** The keys of the texts that are ordered, or need no translation. */
function orderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
  const ordered = new Set<string | number>(orders.flatMap(({ pieces }) => pieces));
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || ordered.has(part);
  return new Set(texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : [])));
}

/** Writes what was collected into the file. @returns how many translations are new in it */
async function writeTranslations({ unit, translations, changeable }: Collected): Promise<number> {
  const { notes, file, memory } = unit;
  if (translations.size > 0) {
    const path = await unit.targetFile();
    const before = await undefinedOn(['ENOENT'], stat(path));
    await replaceFile(path, file.write(translations), 'The file', (before?.mode ?? 0o644) & 0o777);
  }
  const now = digestsOf(file.texts);
  const written = [...translations.keys()].map((key): [string, string] => [key, now[key] ?? '']);
  const changed = [...changeable].filter(([key, digest]) => digest !== (memory.changeable?.[key] ?? ''));
  if (written.length + changed.length > 0)
    await notes.add({ written: Object.fromEntries(written), changeable: Object.fromEntries(changed) });
  return translations.size;
}

function pullTable(
  views: readonly {
    readonly target: string;
    readonly written: number;
    readonly mayChange: number;
    readonly open: number;
    readonly issues: readonly unknown[];
  }[],
): SafeText {
  const rows = views.map(({ target, written, mayChange, open: rest, issues }) => [
    target,
    ...[written, mayChange, rest, issues.length].map(formatNumber),
  ]);
  return formatTable([['file', 'new translations', 'may change', 'still open', 'with issues'], ...rows]);
}
