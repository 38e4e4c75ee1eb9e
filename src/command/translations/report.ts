import type { TextIssue, TextResult } from '../../texts.js';
import { formatFirstKeys, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { type SafeText, say } from '../terminal/safe-text.js';
import { type Collected, collect, findUnitOrders, isBroken } from './collect.js';
import { adviseOrderAgain, isProject, nameCommand, nameOnly } from './name-command.js';
import type { Session } from './session.js';

/** What was collected of all units, with lines about what is wrong with it. */
interface OrdersReport {
  readonly collected: readonly Collected[];
  /** Name the records of the memory that do not fit what the project would have ordered. */
  readonly mismatches: readonly SafeText[];
}

/** Collects what is there of all units, and writes nothing. */
export async function reportOrders({ units, signal }: Session): Promise<OrdersReport> {
  const ordered = await findUnitOrders(units);
  const collected = await Promise.all(ordered.map((unit) => collect(unit, { signal })));
  signal.throwIfAborted();
  return { collected, mismatches: collected.flatMap(describeMismatches) };
}

/** What `--json` shows of issues. */
export const viewIssues = ({ issues }: Pick<Collected, 'issues'>) =>
  issues.map(({ key, issues: found }) => ({ key, issues: found }));

/** What `--json` shows of a unit. */
export const viewCollected = <More extends object>(
  { unit, issues, open, changeable, heldBack, commented }: Collected,
  more: More,
) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  open,
  mayChange: [...changeable.values()].filter((digest) => digest !== '').length,
  issues: viewIssues({ issues }),
  heldBack,
  commented,
  ...more,
});

/** A line for each issue, and what to do about them. */
export async function describeUnitIssues(collected: Collected, io: CommandIo): Promise<readonly SafeText[]> {
  const { unit, issues, heldBack } = collected;
  const waiting = say`${unit.target}: ${formatFirstKeys(heldBack)}: Written only together with the other forms of the plural, or items of the list.\n`;
  return [
    ...describeMismatches(collected),
    ...issues.flatMap(({ key, issues: found = [] }) =>
      found
        .filter((issue) => !isMismatch(issue))
        .map(({ message }) => say`${unit.target}: ${key}: ${message}\n`),
    ),
    ...(heldBack.length === 0 ? [] : [waiting]),
    ...adviseSendingBack(collected),
    ...(await adviseOrderingAgain(collected, io)),
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

/** Says how to send back the translations that have issues, as long as that can bring others. */
function adviseSendingBack(collected: Collected): readonly SafeText[] {
  const { unit, issues } = collected;
  const open = issues.filter(({ text, canBeSentBack }) => text !== null && canBeSentBack !== false);
  if (unit.kind === 'document' || open.length === 0) return [];
  const [name, ...wish] = isProject(collected.job)
    ? (['comment', '--text', 'TEXT'] as const)
    : (['reject', '--reason', 'WHY'] as const);
  return [
    say`To send one back: ${nameCommand(unit, name, '--key', nameOnly(open.map(({ key }) => key)), ...wish)}\n`,
  ];
}

/** Says how to order anew what can't be sent back: its time is over, or nobody has translated it. */
async function adviseOrderingAgain(collected: Collected, io: CommandIo): Promise<readonly SafeText[]> {
  const { unit, issues } = collected;
  const over = issues.filter(
    (result) => (result.text === null || result.canBeSentBack === false) && isBroken(result),
  );
  if (over.length === 0) return [];
  const keys = over.map(({ key }) => key);
  const advice = await adviseOrderAgain(unit, keys, collected.job, io);
  return [say`Translate one in the file, or order it anew ${advice}\n`];
}

/**
 * Describes texts that are ordered, so that they cost nothing any more, but whose translations have issues: they are in no
 * file either. Those whose record does not fit are named elsewhere.
 */
export async function describeOrderedIssues(
  all: readonly Collected[],
  io: CommandIo,
): Promise<readonly SafeText[]> {
  const isListed = ({ issues = [] }: TextResult): boolean => !issues.some(isMismatch);
  const collected = all.map((unit) => ({ ...unit, issues: unit.issues.filter(isListed) }));
  const count = collected.reduce((sum, { issues }) => sum + issues.length, 0);
  if (count === 0) return [];
  const described = await Promise.all(collected.map((unit) => describeUnitIssues(unit, io)));
  return [
    say`Ordered already, and not written since they have issues: ${formatNumber(count)}\n`,
    ...described.flat(),
  ];
}
