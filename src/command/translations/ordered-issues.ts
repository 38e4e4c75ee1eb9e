import { sendBackHint } from '../commands/send-back.js';
import { formatNumber } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/io.js';
import { type Collected, issueLines, untranslatedHint } from './collect.js';
import type { Settings } from './session.js';

/**
 * What is said of texts that are ordered, so that they cost nothing any more, but whose translations have issues: they are in no
 * file either. Nothing when there are none.
 */
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
