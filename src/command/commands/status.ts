import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, ExitCode, type SafeText, say } from '../terminal/io.js';
import { type Collected, collectAll, viewOf } from '../translations/collect.js';
import { openSession, type Settings } from '../translations/session.js';

/** The options of `status`. */
export interface StatusSettings extends Settings {
  readonly check?: boolean | undefined;
}

type View = ReturnType<typeof statusOf>;

/** Shows how far the translations are. @returns the exit code */
export async function status(
  sources: readonly string[],
  settings: StatusSettings,
  io: CommandIo,
): Promise<number> {
  const session = await openSession(sources, settings, io);
  const views = (await collectAll(session, settings)).map(statusOf);
  if (settings.json) io.json({ units: views });
  else io.out(statusTable(views));
  if (!settings.check) return ExitCode.Done;
  const faults = views.map(faultsOf).filter((line) => line !== undefined);
  for (const line of faults) io.err(line);
  return faults.length === 0 ? ExitCode.Done : ExitCode.WithIssues;
}

function statusOf(collected: Collected) {
  const { unit, translations, ordered } = collected;
  const written = Object.keys(unit.current);
  const texts = Object.keys(unit.file.texts).length;
  return viewOf(collected, {
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

const statusTable = (views: readonly View[]): SafeText =>
  formatTable([
    COLUMNS,
    ...views.map(({ target, written, ready, mayChange, open, issues, missing, orphans }) => [
      target,
      ...[written, ready, mayChange, open, issues.length, missing, orphans.length].map(formatNumber),
    ]),
  ]);

/** What `--check` finds wrong with a file, as a line; undefined for nothing. */
function faultsOf({ target, texts, written, issues, orphans }: View): SafeText | undefined {
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
