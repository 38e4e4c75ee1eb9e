import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = globSync('**/*.ts', { cwd: folder, exclude: ['bench/**'] })
  .filter((name) => !['runs.ts', 'steadiness.test.ts'].includes(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') }));

const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test('every property takes its seed and its number of runs from runs.ts', () => {
  const uneven = sources.filter(({ text }) => {
    const properties = count(text, /\bfc\.(assert|check)\(/g);
    return properties > 0 && properties !== count(text, /\bruns\(.*\)/g);
  });
  expect(uneven.map(({ name }) => name)).toEqual([]);
  expect(having(/\bnumRuns\b(?!: 1, seed: 1\b)/)).toEqual([]);
});

test('no test waits for something with the limit of one second that vi.waitFor has: expect.poll does', () => {
  expect(having(/\bvi\.wait(For|Until)\(/)).toEqual([]);
});

test('no test of npm test measures how time grows: a busy machine would fail it', () => {
  // What measures for a long test is imported by such tests alone.
  const measuring = having(/ from '[^']*\/growth\.js'/).filter(
    (name) => !name.endsWith('.long.test.ts') && name !== 'text-shapes.ts',
  );
  expect(measuring).toEqual([]);
});
