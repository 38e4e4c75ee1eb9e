import { execFile } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./simulate.ts', import.meta.url));

/** Runs it in processes of their own: it replaces the clocks and timers of its threads. */
async function simulate(...options: string[]): Promise<string> {
  const run = promisify(execFile)(execPath, ['--no-warnings', SCRIPT, ...options]);
  return run.then(
    ({ stdout }) => stdout,
    // It fails when a rule is broken; what it prints says which.
    (failure: { readonly stdout: string; readonly stderr: string }) => failure.stdout + failure.stderr,
  );
}

const findTrace = (printed: string): string | undefined => /trace \d+/.exec(printed)?.[0];

test('no rule is broken in 300 schedules', async () => {
  const printed = await simulate('--seed', '1', '--seeds', '300');
  expect(printed).toMatch(/300 schedules in .* wrong: 0\n/);
});

test('the same seeds give the same runs, whatever ran in the thread before', async () => {
  const [one, two] = await Promise.all(
    ['1', '2'].map((threads) => simulate('--seed', '7', '--seeds', '40', '--threads', threads)),
  );
  expect(findTrace(one ?? '')).toBeDefined();
  expect(findTrace(one ?? '')).toBe(findTrace(two ?? ''));
});

test('a store that loses records is found out, and told as a short story', async () => {
  const asked = ['--scenarios', 'orders', '--faults', 'amnesia,lag,late,lost,failures', '--stories', '1'];
  const printed = await simulate('--seed', '50', '--seeds', '10', ...asked);
  expect(printed).toMatch(/BROKEN in \d+: no key is ordered twice/);
  const story = printed.slice(printed.lastIndexOf('\n\n'));
  expect(story).toContain('VIOLATION');
  expect(story.split('\n').length).toBeLessThan(60);
});
