import { type Command, Option } from 'commander';
import type { PlanOptions } from '../plan/sources.js';
import { PROTECT_RULE, parseProtect } from '../plan/text-rules.js';
import { readAccount } from '../sign-in/client.js';
import { ExitCode, UsageError } from '../terminal/failures.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { collectAll } from '../translations/collect.js';
import { describeNonTexts, findFilesWithNonTexts, viewNonTexts } from '../translations/non-texts.js';
import {
  describePossibleNotes,
  describeUnprotected,
  findPossibleNotes,
  formatQuotes,
  quoteUnits,
  refuseAbove,
  sumOpenPoints,
  viewQuote,
} from '../translations/quotes.js';
import { describeOrderedIssues, reportMismatches, viewIssues } from '../translations/report.js';
import type { Session } from '../translations/session.js';
import { addSessionCommand, type Cli } from './add-command.js';
import { listOption, parseWholeNumber, textOption } from './option-values.js';

/** Adds the command `quote`. */
export function addQuote(cli: Cli): void {
  const command = addSessionCommand(cli, 'quote', quote)
    .summary('show the price of the missing translations')
    .description(
      'Shows the price of the missing translations of locale files and documents. Nothing is ordered.\nThe price of a document is known only when the service has it: it is uploaded, which costs nothing.',
    );
  addOrderOptions(command);
}

/** Adds the options that decide how translations are ordered. */
export function addOrderOptions(command: Command): Command {
  return command
    .optionsGroup('The order:')
    .option('--max-points <number>', 'the most that this may cost', parseWholeNumber('--max-points'))
    .addOption(textOption('--description <text>', 'instructions to the translators'))
    .addOption(
      new Option('--using <kind>', 'the kind of orders (default: simple)').choices(['simple', 'project']),
    )
    .addOption(
      new Option(
        '--protect <kind>',
        'placeholders that must not be translated: icu, i18next, printf, all, or an expression such as /%\\w+%/',
      ).argParser(checkProtect),
    )
    .addOption(listOption('--terms <words>', 'words that must not be translated, separated by commas'));
}

/** @throws UsageError */
function checkProtect(text: string): string {
  if (parseProtect(text) !== undefined) return text;
  throw new UsageError(`--protect ${PROTECT_RULE}, not "${text}".`);
}

/** Shows the price of the missing translations. @returns the exit code */
async function quote(session: Session, { json }: PlanOptions, io: CommandIo): Promise<number> {
  const nonTexts = await findFilesWithNonTexts(session);
  const quotes = await quoteUnits(session, io);
  const points = sumOpenPoints(quotes);
  const ordered = await collectAll(session);
  const { available_point: available } = (await readAccount(session.requester, session.signal)).organization;
  const notes = findPossibleNotes(session.units);
  if (json) {
    const units = quotes.map((quote, at) => {
      const collected = ordered[at];
      return { ...viewQuote(quote), ...(collected && { issues: viewIssues(collected) }) };
    });
    const doubtful = notes.map(({ source, keys }) => ({ source, keys }));
    io.json({ points, available, units, doubtful, doubtfulTexts: viewNonTexts(nonTexts) });
  } else {
    io.out(formatQuotes(quotes));
    for (const note of notes) io.out(say`${describePossibleNotes(note)}\n`);
    for (const line of describeNonTexts(nonTexts)) io.out(line);
    for (const line of [...describeUnprotected(quotes), ...describeOrderedIssues(ordered)]) io.out(line);
    io.out(say`Total: ${formatNumber(points)} points. You have ${formatNumber(available)}.\n`);
  }
  const hasMismatches = reportMismatches(ordered, io);
  refuseAbove(session.plan.maxPoints, points);
  return hasMismatches ? ExitCode.WithIssues : ExitCode.Done;
}
