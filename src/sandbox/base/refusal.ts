import { describeIssues, type Issue } from '../../base/checked.js';

/** @param owner what takes the options @throws TypeError that names each wrong option */
export function refuseIssues(owner: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw new TypeError(`${owner}: ${describeIssues(issues)}`);
}
