import { refuseAbove } from '../plan/plan.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import type { PlanOptions } from '../plan/sources.js';
import { readAccount } from '../sign-in/client.js';
import { ExitCode } from '../terminal/failures.js';
import { formatCommandLine, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { makeOffer } from '../translations/quotes.js';
import { describeOrderedIssues, reportOrders, viewIssues } from '../translations/report.js';
import type { Session } from '../translations/session.js';
import { viewQuote } from '../translations/session-unit.js';

/** Shows the price of the missing translations. @returns the exit code */
export async function quote(session: Session, { json }: PlanOptions, io: CommandIo): Promise<number> {
  const { quotes, points, table, nonTexts, possibleNotes, warnings, shapes, unprotected } = await makeOffer(
    session,
    io,
  );
  const { collected, mismatches } = await reportOrders(session);
  const { available_point: available } = (await readAccount(session.requester, session.signal)).organization;
  if (json) {
    const units = quotes.map((quote, at) => {
      const ordered = collected[at];
      return { ...viewQuote(quote), ...(ordered && { issues: viewIssues(ordered) }) };
    });
    const doubtful = possibleNotes.map(({ source, keys }) => ({ source, keys }));
    io.json({ points, available, units, doubtful, doubtfulTexts: nonTexts.files });
  } else {
    io.out(table);
    for (const { message } of possibleNotes) io.out(say`${message}\n`);
    const issues = await describeOrderedIssues(collected, io);
    for (const line of [...shapes, ...nonTexts.lines, ...unprotected, ...issues]) io.out(line);
    io.out(say`Total: ${formatNumber(points)} points. You have ${formatNumber(available)}.\n`);
  }
  for (const line of [...warnings, ...mismatches]) io.err(line);
  if (!session.plan.hasProjectFile && io.isInteractive)
    io.err(say`With ${PROJECT_FILE}, commands need no arguments: ${formatCommandLine('init')} writes it.\n`);
  refuseAbove(session.plan, points);
  return mismatches.length > 0 ? ExitCode.WithIssues : ExitCode.Done;
}
