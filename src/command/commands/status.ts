import type { PlanOptions } from '../plan/sources.js';
import { ExitCode } from '../terminal/failures.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { type Collected, collectAll } from '../translations/collect.js';
import { reportMismatches, viewCollected } from '../translations/report.js';
import type { Session } from '../translations/session.js';
import { addSessionCommand, type Cli } from './add-command.js';

/** The options of `status`. */
interface StatusOptions extends PlanOptions {
  readonly check?: boolean | undefined;
}

/** Adds the command `status`. */
export function addStatus(cli: Cli): void {
  addSessionCommand(cli, 'status', showStatus)
    .summary('show how far the translations are')
    .description(
      'Shows how many translations are written, ready, not final yet, in progress and not ordered.',
    )
    .optionsGroup('The outcome:')
    .option(
      '--check',
      'end with exit code 4 while something is missing, has issues or is no longer in the source',
    );
}

type StatusView = ReturnType<typeof viewStatus>;

/** Shows how far the translations are. @returns the exit code */
async function showStatus(session: Session, { json, check }: StatusOptions, io: CommandIo): Promise<number> {
  const collected = await collectAll(session);
  const views = collected.map(viewStatus);
  if (json) io.json({ units: views });
  else io.out(formatStatus(views));
  const code = reportMismatches(collected, io) ? ExitCode.WithIssues : ExitCode.Done;
  if (!check) return code;
  const faults = views.map(describeFaults).filter((line) => line !== undefined);
  for (const line of faults) io.err(line);
  return faults.length === 0 ? code : ExitCode.WithIssues;
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

const COLUMNS = [
  'file',
  'written',
  'ready to pull',
  'may change',
  'being translated',
  'with issues',
  'not ordered',
  'not in source',
] as const;

const formatStatus = (views: readonly StatusView[]): SafeText =>
  formatTable([
    COLUMNS,
    ...views.map(({ target, written, ready, mayChange, open, issues, missing, orphans }) => [
      target,
      ...[written, ready, mayChange, open, issues.length, missing, orphans.length].map(formatNumber),
    ]),
  ]);

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
