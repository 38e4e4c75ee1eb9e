import { describeIssues } from '../../base/checked.js';
import type { Kind } from '../../base/kinds.js';
import { checkOptions as issuesOf } from '../../base/options.js';
import * as rules from '../../base/rules.js';

/** The kinds of values that each option can have. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: readonly Kind[] };

/**
 * Refuses options with an unknown name or a value of another kind. Undefined means the default.
 *
 * @param owner what takes the options, for the message
 * @throws TypeError that names each wrong option, and for an unknown one the nearest that exists
 */
export function checkOptions(
  owner: string,
  given: unknown,
  kinds: Readonly<Record<string, readonly Kind[]>>,
): void {
  const optionRules = Object.fromEntries(
    Object.entries(kinds).map(([name, allowed]) => [name, rules.kind(...allowed)]),
  );
  const issues = issuesOf('options', given ?? null, optionRules);
  if (issues.length > 0) throw new TypeError(`${owner}: ${describeIssues(issues)}`);
}
