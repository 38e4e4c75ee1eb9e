import { describeNewFiles, findNewFiles } from '../discovery/new-files.js';
import type { PlanOptions } from '../plan/sources.js';
import { ExitCode } from '../terminal/failures.js';
import { formatCounts, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import type { Collected } from '../translations/collect.js';
import { describeCommented, describeComments, readUnitComments } from '../translations/comments.js';
import { describePatterns, describeWarnings } from '../translations/file-notes.js';
import { describeKeyTexts } from '../translations/key-texts.js';
import { describeUnitIssues, reportOrders, viewCollected } from '../translations/report.js';
import type { Session } from '../translations/session.js';

/** The options of `status`. */
export interface StatusOptions extends PlanOptions {
  readonly check?: boolean | undefined;
  readonly comments?: boolean | undefined;
}

type StatusView = ReturnType<typeof viewStatus>;

/** Shows how far the translations are. @returns the exit code */
export async function showStatus(
  session: Session,
  { json, check, comments: isAsked }: StatusOptions,
  io: CommandIo,
): Promise<number> {
  const { plan } = session;
  const newFiles = await findNewFiles(plan);
  const { collected, mismatches } = await reportOrders(session);
  const issues = (await Promise.all(collected.map((each) => describeUnitIssues(each, io)))).flat();
  const views = collected.map(viewStatus);
  const comments = isAsked ? await readUnitComments(session) : undefined;
  if (json)
    io.json({
      units: views,
      newFiles: newFiles.map((path) => plan.folder.show(path)),
      ...(comments && { comments }),
    });
  else for (const part of [formatStatus(views), ...describePatterns(session.units)]) io.out(part);
  if (!json) for (const line of describeComments(comments ?? [])) io.out(line);
  const notes = [
    ...(isAsked || json ? [] : describeCommented(collected)),
    ...describeNewFiles(newFiles, plan),
    ...describeWarnings(session.units),
  ];
  for (const line of [...describeKeyTexts(session.units), ...notes, ...issues]) io.err(line);
  const code = mismatches.length > 0 ? ExitCode.WithIssues : ExitCode.Done;
  if (!check) return code;
  const faults = views.map(describeFaults).filter((line) => line !== undefined);
  for (const line of faults) io.err(line);
  return faults.length + newFiles.length === 0 ? code : ExitCode.WithIssues;
}

function viewStatus(collected: Collected) {
  const { unit, translations, ordered } = collected;
  const written = Object.keys(unit.current);
  const texts = Object.keys(unit.file.texts).length;
  return viewCollected(collected, {
    texts,
    written: written.length,
    ready: translations.size,
    missing: texts - new Set([...written, ...ordered]).size,
    orphans: unit.file.orphans,
  });
}

function formatStatus(views: readonly StatusView[]): SafeText {
  return formatCounts(
    [
      'written',
      'ready to pull',
      'may change',
      'being translated',
      'with issues',
      'held back',
      'not ordered',
      'not in source',
    ],
    views.map(({ target, written, ready, mayChange, open, issues, heldBack, missing, orphans }) => ({
      file: target,
      counts: [written, ready, mayChange, open, issues.length, heldBack.length, missing, orphans.length],
    })),
  );
}

/** Says what `--check` finds wrong with a file, as a line; undefined for nothing. */
function describeFaults({ target, texts, written, issues, orphans }: StatusView): SafeText | undefined {
  const faults = [
    [texts - written, 'without a translation in the file'],
    [issues.length, 'with issues'],
    [orphans.length, 'no longer in the source'],
  ] as const;
  const found = faults
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`);
  return found.length === 0 ? undefined : say`${target}: ${found.join(', ')}\n`;
}
