import type { TextIssue, TextResult } from '../../texts.js';
import { formatCommandLine } from '../hints.js';
import { listWords } from '../plan/sources.js';
import { formatFirstKeys, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import type { Collected } from './collect.js';

/** What `--json` shows of issues. */
export const viewIssues = ({ issues }: Pick<Collected, 'issues'>) =>
  issues.map(({ key, issues: found }) => ({ key, issues: found }));

/** What `--json` shows of a unit. */
export const viewCollected = <More extends object>(
  { unit, issues, open, changeable }: Collected,
  more: More,
) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  open,
  mayChange: [...changeable.values()].filter((digest) => digest !== '').length,
  issues: viewIssues({ issues }),
  ...more,
});

/** A line for each issue, and what to do about them. */
export function describeUnitIssues(collected: Collected): readonly SafeText[] {
  const { unit, issues } = collected;
  return [
    ...describeMismatches(collected),
    ...issues.flatMap(({ key, issues: found = [] }) =>
      found
        .filter((issue) => !isMismatch(issue))
        .map(({ message }) => say`${unit.target}: ${key}: ${message}\n`),
    ),
    ...adviseOnUntranslated(collected),
    ...adviseSendingBack(collected),
  ];
}

const isMismatch = ({ kind }: TextIssue): boolean => kind === 'other-order';

/** A line for each record of the memory that does not fit, with the texts that it keeps back. */
function describeMismatches({ unit, issues }: Collected): readonly SafeText[] {
  const texts = new Map<string, string[]>();
  for (const { key, issues: found = [] } of issues)
    for (const issue of found)
      if (isMismatch(issue)) texts.set(issue.message, [...(texts.get(issue.message) ?? []), key]);
  return [...texts].map(([message, keys]) => {
    const shown = formatFirstKeys(keys);
    return say`${unit.target}: ${shown}: ${message}\n`;
  });
}

/** Names the records of the memory that do not fit what the project would have ordered. @returns whether there are any */
export function reportMismatches(collected: readonly Collected[], io: CommandIo): boolean {
  const lines = collected.flatMap(describeMismatches);
  for (const line of lines) io.err(line);
  return lines.length > 0;
}

/** Says what to do about texts whose order has ended without a translation. */
function adviseOnUntranslated({ unit, issues }: Collected): readonly SafeText[] {
  const isEnded = issues.some(({ issues: found = [] }) => found.some(({ kind }) => kind === 'untranslated'));
  if (!isEnded) return [];
  const part = unit.kind === 'texts' ? 'the text or its note' : 'the document';
  return [
    say`${unit.target}: What nobody translated is not ordered again by itself. Change ${part}, and run order; or translate it in the file.\n`,
  ];
}

/** Says how to send back the translations that have issues. */
function adviseSendingBack({ unit, issues, job }: Collected): readonly SafeText[] {
  if (unit.kind === 'document' || issues.every(({ text }) => text === null)) return [];
  const isProject = job?.orders.every(({ kind }) => kind === 'project');
  const [name, wish] = isProject ? ['comment', '--text TEXT'] : ['reject', '--reason WHY'];
  const words = listWords([unit.source], { ...unit.given.commandLine, to: [unit.language] });
  return [say`To send one back: ${formatCommandLine(name, ...words)} --key KEY ${wish}\n`];
}

/**
 * Describes texts that are ordered, so that they cost nothing any more, but whose translations have issues: they are in no
 * file either. `reportMismatches` names those whose record does not fit.
 */
export function describeOrderedIssues(all: readonly Collected[]): readonly SafeText[] {
  const isListed = ({ issues = [] }: TextResult): boolean => !issues.some(isMismatch);
  const collected = all.map((unit) => ({ ...unit, issues: unit.issues.filter(isListed) }));
  const count = collected.reduce((sum, { issues }) => sum + issues.length, 0);
  if (count === 0) return [];
  return [
    say`Ordered already, and not written since they have issues: ${formatNumber(count)}\n`,
    ...collected.flatMap(describeUnitIssues),
  ];
}
