import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from './runs.js';

/** Variables of the environment, and whether the demo has colours with them. */
const COLOURS = [
  ['FORCE_COLOR', true],
  ['NO_COLOR', false],
] as const;

const main = fileURLToPath(new URL('../examples/demo/main.ts', import.meta.url));
const hooks = new URL('./source-hooks.ts', import.meta.url).href;

interface Told {
  readonly lines: readonly string[];
  readonly code: number | null;
}

/** Runs the demo to its end, without a terminal, as a script would. */
function runDemo(env: Readonly<Record<string, string>>): Promise<Told> {
  const child = spawn(process.execPath, ['--import', hooks, '--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ lines: text.split('\n'), code }));
  });
}

describe('the demo', () => {
  let told: Told;

  beforeAll(async () => {
    told = await runDemo({});
  });

  test('tells its story in seven steps, and says what comes next', () => {
    const { lines, code } = told;
    expect(code).toBe(0);
    expect(lines.filter((line) => /^\d\. /.test(line))).toHaveLength(7);
    expect(lines).toContain('  ✓ 2 texts, 47 letters: 188 points.');
    expect(lines).toContainEqual(expect.stringMatching(/Project \d+: placed by the first call\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/Project \d+: found by the second call\.$/));
    expect(lines).toContainEqual(expect.stringMatching(/Project \d+: found by the second process\.$/));
    expect(lines).toContain('  ✓ The service counts 1 order more.');
    expect(lines).toContainEqual(expect.stringMatching(/\d+ simple_question\.finished$/));
    expect(lines).toContain('  ✓ A forged delivery is answered with 401.');
    expect(lines).toContain('  ✓ Your order is on its way. → Ihre Bestellung ist unterwegs.');
    expect(lines).toContain('  ✓ The second call found 2 orders.');
    expect(lines).toContain('  ✓ menu.ja.txt is written.');
    expect(lines.findLast((line) => line !== '')).toMatch(/^Next: /);
  });

  test('shows the code that runs', () => {
    expect(told.lines).toContainEqual(expect.stringContaining('await requester.projects.check(order);'));
    expect(told.lines.join('\n')).not.toContain('#region');
  });

  test('prints plain lines where there is no terminal', () => {
    expect(told.lines.join('\n')).not.toContain('\u001B');
    expect(told.lines).toContain('  Translated 100%');
  });

  test.runIf(isLong).each(COLOURS)('has colours where they are asked for: %s', async (name, isColoured) => {
    const { lines } = await runDemo({ [name]: '1' });
    expect(lines.join('\n').includes('\u001B[')).toBe(isColoured);
  });
});
