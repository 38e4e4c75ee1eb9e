import { formatNumber } from '../format.js';
import { type SafeText, say } from '../io.js';
import { type Collected, collect, issueLines, orderedUnits, untranslatedHint } from './collect.js';
import { sendBackHint } from './send-back.js';
import { atUnit, type Session, type Settings } from './session.js';

/** Texts that are ordered, so that they cost nothing any more, but whose translations have issues: they are in no file either. */
export async function orderedIssues(session: Session, settings: Settings): Promise<readonly Collected[]> {
  const units = await orderedUnits(session, settings);
  const collected = await Promise.all(
    units.map((one) => atUnit(one.unit, () => collect(one, session, { signal: session.signal }))),
  );
  session.signal.throwIfAborted();
  return collected;
}

/** What is said of them; nothing when there are none. */
export function orderedIssueLines(collected: readonly Collected[], settings: Settings): readonly SafeText[] {
  const count = collected.reduce((sum, { issues }) => sum + issues.length, 0);
  if (count === 0) return [];
  return [
    say`Ordered already, and not written since they have issues: ${formatNumber(count)}\n`,
    ...collected.flatMap((one) => [
      ...issueLines(one),
      ...untranslatedHint(one),
      ...sendBackHint(one, settings),
    ]),
  ];
}
