import type { DocumentDownload } from '../../documents.js';
import type { LocaleFile } from '../../locale-files.js';
import { describeError } from '../describe-error.js';
import { ReceivedFile, writeTexts } from '../files/target-file.js';
import { digestAll, digestText } from '../memory/unit-memory.js';
import { makePlan } from '../plan/plan.js';
import type { PlanOptions } from '../plan/sources.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatCounts, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { type Collected, collect, findUnitOrders } from '../translations/collect.js';
import { describeCommented, describeComments, readUnitComments } from '../translations/comments.js';
import { describeUnitIssues, viewCollected } from '../translations/report.js';
import { decideExitCode, openSession, type Session } from '../translations/session.js';
import { nameUnit, type OrderedUnit } from '../translations/session-unit.js';
import type { TimeSpan } from './option-values.js';
import { writePseudo } from './pseudo.js';

/** The options of `pull`. */
export interface PullOptions extends PlanOptions {
  readonly wait?: boolean | undefined;
  readonly timeout?: TimeSpan | undefined;
  readonly acceptIssues?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly pseudo?: boolean | undefined;
  readonly comments?: boolean | undefined;
}

/** Runs the command `pull`. @returns the exit code */
export async function pullFiles(
  sources: readonly string[],
  given: PullOptions,
  io: CommandIo,
): Promise<number> {
  checkPullOptions(given);
  if (given.pseudo) return writePseudo(sources, given, io);
  const session = await openSession(await makePlan(sources, given, io), io);
  return decideExitCode(session, await pull(session, given, io));
}

/** @throws UsageError */
function checkPullOptions({ wait, timeout, acceptIssues, comments, pseudo }: PullOptions): void {
  if (pseudo && (wait || timeout || acceptIssues || comments))
    throw new UsageError(
      '--pseudo orders and waits for nothing. Leave out --wait, --timeout, --accept-issues and --comments.',
    );
  if (timeout !== undefined && !wait)
    throw new UsageError('--timeout ends the waiting of --wait, and is given without it.');
}

type PullView = ReturnType<typeof viewCollected<{ readonly written: number; readonly removed: number }>>;

/** Writes finished translations into the files of their languages. @returns the exit code */
async function pull(session: Session, given: PullOptions, io: CommandIo): Promise<number> {
  const { timeout, json } = given;
  const failures: unknown[] = [];
  const ordered = await findUnitOrders(
    session.units.map((unit) => (unit.kind === 'texts' ? unit : unit.restoreOrdered())),
    (failure) => failures.push(failure),
  );
  const limit = new AbortController();
  const timer = timeout && setTimeout(() => limit.abort(), timeout.ms);
  const outcomes = await pullAll(ordered, AbortSignal.any([session.signal, limit.signal]), given, io).finally(
    () => clearTimeout(timer),
  );
  session.signal.throwIfAborted();
  const views = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  failures.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  const comments = given.comments ? await readUnitComments(session) : undefined;
  if (failures.length === 0 && json) io.json({ units: views, ...(comments && { comments }) });
  else if (!json) io.out(formatPulled(views));
  if (!json) for (const line of describeComments(comments ?? [])) io.out(line);
  for (const failure of failures.slice(1)) io.err(say`${describeError(failure)}\n`);
  if (failures.length > 0) throw failures[0];
  const open = views.filter((view) => view.open > 0);
  if (timeout !== undefined && limit.signal.aborted && open.length > 0) {
    const files = open.map((view) => `${view.target} (${formatNumber(view.open)})`).join(', ');
    io.err(
      say`Stopped waiting after ${timeout.text}. Still being translated, and collected by the next pull: ${files}\n`,
    );
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
  signal: AbortSignal,
  given: PullOptions,
  io: CommandIo,
): Promise<readonly PromiseSettledResult<PullView>[]> {
  const total = units.reduce((sum, { ordered }) => sum + ordered.size, 0);
  const bar = given.wait && total > 0 ? io.progress(say`Waiting for translations`, total) : undefined;
  const issues: SafeText[] = [];
  const inTurn = makeQueue();
  let done = 0;
  const onText = (): void => {
    done += 1;
    bar?.at(done);
  };
  const pullUnit = async (ordered: OrderedUnit): Promise<PullView> => {
    const received = ordered.unit.kind === 'document' ? new ReceivedFile(ordered.unit) : undefined;
    const receive = received && ((download: DocumentDownload) => received.receive(download));
    try {
      const collected = await collect(ordered, { ...given, signal, onText, receive });
      const view = viewCollected(
        collected,
        await inTurn(() => writeTranslations(collected, given.prune ?? false, received)),
      );
      issues.push(
        ...(await describeUnitIssues(collected, io)),
        ...(given.comments || given.json ? [] : describeCommented([collected])),
      );
      const { target, written } = view;
      const what = written === 1 ? 'translation' : 'translations';
      if (written > 0) bar?.at(done, say`${target}: ${formatNumber(written)} new ${what}`);
      return view;
    } finally {
      await received?.discard();
    }
  };
  const work = units.map((ordered) => nameUnit(ordered.unit, () => pullUnit(ordered)));
  try {
    return await Promise.allSettled(work);
  } finally {
    bar?.end(say`${formatNumber(done)} of ${formatNumber(total)} texts`);
    for (const line of issues) io.err(line);
  }
}

/** Writes what was collected into the file. @returns how many translations are new in it, and how many were removed */
async function writeTranslations(
  { unit, translations, changeable }: Collected,
  prune: boolean,
  received: ReceivedFile | undefined,
): Promise<{ readonly written: number; readonly removed: number }> {
  const { notes, memory } = unit;
  const isChanged =
    translations.size + unit.file.revived.length > 0 || (prune && unit.file.orphans.length > 0);
  // Somebody may have edited it meanwhile.
  const file = isChanged ? await unit.read(unit.rules) : unit.file;
  const wanted = new Map([...translations].filter(([key]) => isUntouched(key, unit.file, file)));
  const removed = prune ? file.orphans.length : 0;
  if (wanted.size + removed + file.revived.length > 0) {
    if (file.write !== undefined) await writeTexts(unit, file, wanted, { prune });
    else await received?.keep();
  }
  const now = digestAll(file.texts);
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
  return old !== undefined && text !== undefined && digestText(old) === digestText(text) && was === is;
}

/** Runs tasks one after another: several units may be in one file. */
function makeQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}

function formatPulled(views: readonly PullView[]): SafeText {
  return formatCounts(
    ['new translations', 'may change', 'still open', 'with issues', 'held back', 'removed'],
    views.map(({ target, written, mayChange, open, issues, heldBack, removed }) => ({
      file: target,
      counts: [written, mayChange, open, issues.length, heldBack.length, removed],
    })),
  );
}
