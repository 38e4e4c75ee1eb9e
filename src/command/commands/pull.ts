import type { DocumentDownload } from '../../documents.js';
import type { LocaleFile } from '../../locale-files.js';
import { explained } from '../explain.js';
import { ReceivedFile } from '../files/received-file.js';
import { writeTexts } from '../files/target-file.js';
import { digestOf, digestsOf } from '../memory/unit-memory.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, ExitCode, type Progress, type SafeText, say, UsageError } from '../terminal/io.js';
import {
  type Collected,
  collect,
  issueLines,
  type OrderedUnit,
  orderedUnits,
  untranslatedHint,
  viewOf,
} from '../translations/collect.js';
import { asOrdered, atUnit, openSession, type Session, type Settings } from '../translations/session.js';
import type { TimeSpan } from './option-values.js';
import { writePseudo } from './pseudo.js';
import { sendBackHint } from './send-back.js';

/** The options of `pull`. */
export interface PullSettings extends Settings {
  readonly wait?: boolean | undefined;
  readonly timeout?: TimeSpan | undefined;
  readonly acceptIssues?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly pseudo?: boolean | undefined;
}

type View = ReturnType<typeof viewOf<{ readonly written: number; readonly removed: number }>>;

/** Writes finished translations into the files of their languages. @returns the exit code */
export async function pull(
  sources: readonly string[],
  settings: PullSettings,
  io: CommandIo,
): Promise<number> {
  const { wait, timeout, acceptIssues, pseudo } = settings;
  if (pseudo && (wait || timeout || acceptIssues))
    throw new UsageError(
      '--pseudo orders and waits for nothing. Leave out --wait, --timeout and --accept-issues.',
    );
  if (pseudo) return writePseudo(sources, settings, io);
  if (timeout !== undefined && !wait)
    throw new UsageError('--timeout ends the waiting of --wait, and is given without it.');
  const opened = await openSession(sources, settings, io);
  const session = { ...opened, units: opened.units.map(asOrdered) };
  const units = await orderedUnits(session, settings);
  const limit = new AbortController();
  const timer = timeout && setTimeout(() => limit.abort(), timeout.ms);
  const outcomes = await pullAll(units, session, settings, limit.signal, io).finally(() =>
    clearTimeout(timer),
  );
  session.signal.throwIfAborted();
  const views = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length === 0 && settings.json) io.json({ units: views });
  else if (!settings.json) io.out(pullTable(views, settings));
  for (const failure of failures.slice(1)) io.err(say`${explained(failure)}\n`);
  if (failures.length > 0) throw failures[0];
  const open = views.filter((view) => view.open > 0);
  if (timeout !== undefined && limit.signal.aborted && open.length > 0) {
    io.err(timeoutMessage(timeout, open));
    return ExitCode.TimedOut;
  }
  return views.some(({ issues }) => issues.length > 0) ? ExitCode.WithIssues : ExitCode.Done;
}

/**
 * Collects all units at once, and writes each file as soon as it is finished: neither a slow language nor one that fails keeps
 * back the others. After a stop, what was collected so far is written.
 */
async function pullAll(
  units: readonly OrderedUnit[],
  session: Session,
  settings: PullSettings,
  limit: AbortSignal,
  io: CommandIo,
): Promise<readonly PromiseSettledResult<View>[]> {
  const signal = AbortSignal.any([session.signal, limit]);
  const total = units.reduce((sum, { ordered }) => sum + ordered.size, 0);
  const bar = settings.wait && total > 0 ? io.progress(say`Waiting for translations`, total) : undefined;
  const issues: SafeText[] = [];
  const inTurn = oneAfterAnother();
  let done = 0;
  const onText = (): void => {
    done += 1;
    bar?.at(done);
  };
  const pullUnit = async (one: OrderedUnit): Promise<View> => {
    const received = one.kind === 'document' ? new ReceivedFile(one.unit) : undefined;
    const receive = received && ((download: DocumentDownload) => received.receive(download));
    try {
      const collected = await collect(one, session, { ...settings, signal, onText, receive });
      const view = viewOf(collected, await inTurn(() => writeTranslations(collected, settings, received)));
      issues.push(
        ...issueLines(collected),
        ...sendBackHint(collected, settings),
        ...untranslatedHint(collected),
      );
      reportWritten(view, done, bar);
      return view;
    } finally {
      await received?.discard();
    }
  };
  const work = units.map((one) => atUnit(one.unit, () => pullUnit(one)));
  try {
    return await Promise.allSettled(work);
  } finally {
    bar?.end(say`${formatNumber(done)} of ${formatNumber(total)} texts`);
    for (const line of issues) io.err(line);
  }
}

/** Runs tasks one after another: several units may be in one file. */
function oneAfterAnother(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}

function reportWritten({ target, written }: View, done: number, bar: Progress | undefined): void {
  if (written > 0) bar?.at(done, say`${target}: ${formatNumber(written)} new translations`);
}

/** Writes what was collected into the file. @returns how many translations are new in it, and how many were removed */
async function writeTranslations(
  { unit, translations, changeable }: Collected,
  { prune = false }: PullSettings,
  received: ReceivedFile | undefined,
): Promise<{ readonly written: number; readonly removed: number }> {
  const { notes, memory } = unit;
  const isChanged = translations.size > 0 || (prune && unit.file.orphans.length > 0);
  // Somebody may have edited it meanwhile.
  const file = isChanged ? await unit.readAgain() : unit.file;
  const wanted = new Map([...translations].filter(([key]) => isUntouched(key, unit.file, file)));
  const removed = prune ? file.orphans.length : 0;
  if (wanted.size + removed > 0) {
    if (file.write !== undefined) await writeTexts(unit, file, wanted, { prune });
    else await received?.keep();
  }
  const now = digestsOf(file.texts);
  const written = [...wanted.keys()].map((key): [string, string] => [key, now[key] ?? '']);
  const changed = [...changeable].filter(
    ([key, digest]) =>
      digest !== (memory.changeable?.[key] ?? '') && (wanted.has(key) || !translations.has(key)),
  );
  if (written.length + changed.length > 0)
    await notes.add({ written: Object.fromEntries(written), changeable: Object.fromEntries(changed) });
  return { written: wanted.size, removed };
}

type FileTexts = Pick<LocaleFile, 'texts' | 'known'>;

/** Whether a text and its translation are still what they were when the command began. */
function isUntouched(key: string, before: FileTexts, now: FileTexts): boolean {
  const [old, text] = [before, now].map(({ texts }) => (Object.hasOwn(texts, key) ? texts[key] : undefined));
  const [was, is] = [before, now].map(({ known }) => (Object.hasOwn(known, key) ? known[key] : undefined));
  return old !== undefined && text !== undefined && digestOf(old) === digestOf(text) && was === is;
}

function pullTable(views: readonly View[], { prune = false }: PullSettings): SafeText {
  const rows = views.map(({ target, written, mayChange, open, issues, removed }) => [
    target,
    ...[written, mayChange, open, issues.length, ...(prune ? [removed] : [])].map(formatNumber),
  ]);
  const columns = ['file', 'new translations', 'may change', 'still open', 'with issues'];
  return formatTable([[...columns, ...(prune ? ['removed'] : [])], ...rows]);
}

function timeoutMessage({ text }: TimeSpan, open: readonly View[]): SafeText {
  const files = open.map((view) => `${view.target} (${formatNumber(view.open)})`).join(', ');
  return say`Stopped waiting after ${text}. Still being translated, and collected by the next pull: ${files}\n`;
}
