import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./explore.ts', import.meta.url));

/** Runs it in a process of its own: it replaces the clocks and timers of its threads. */
async function explore(...options: string[]): Promise<string> {
  const run = promisify(execFile)(execPath, ['--no-warnings', SCRIPT, ...options]);
  return run.then(
    ({ stdout }) => stdout,
    // It fails when a rule is broken; what it prints says which.
    (failure: { readonly stdout: string; readonly stderr: string }) => failure.stdout + failure.stderr,
  );
}

test('no rule is broken in any schedule without preemptions and faults', async () => {
  const printed = await explore('--preemptions', '0', '--faults', '0');
  const scopes = printed.matchAll(/^(\w+): .* all walked through in .* violations: 0$/gm);
  expect([...scopes].map(([, name]) => name).sort()).toEqual(['budget', 'memory', 'once', 'table']);
});

test('no rule is broken in any schedule of one order with two preemptions', async () => {
  const printed = await explore('once', '--preemptions', '2', '--faults', '0');
  expect(printed).toMatch(/^once: [\d,]+ schedules .* all walked through in .* violations: 0$/m);
});

test('a store that compares nothing is found out, and the schedule is told', async () => {
  const printed = await explore('careless', '--preemptions', '1', '--faults', '0');
  const [, schedule] = /is ordered twice, by .*\n\s+--schedule (\S+)/.exec(printed) ?? [];
  expect(schedule).toBeDefined();
  const story = await explore('careless', '--schedule', schedule ?? '');
  expect(story).toMatch(/VIOLATION: "Good morning" is ordered twice/);
  expect(await explore('careless', '--schedule', schedule ?? '')).toBe(story);
});
