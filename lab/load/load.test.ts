import { expect, test } from 'vitest';
import { CASES, Findings, SMALL } from './cases.ts';
import { describeGrowth } from './growth.ts';
import { printTable } from './report.ts';

// The whole of it: npm run load
const NAMES = Object.keys(CASES) as (keyof typeof CASES)[]; // its own names

test.each(NAMES)(
  'a little of the load (%s) takes as few requests as it may, and nothing is wrong',
  async (name) => {
    const findings = new Findings();
    await CASES[name](SMALL, findings);
    const table = printTable(name, { minutes: 0, load: { before: 0, after: 0 }, rows: findings.rows });
    console.log(table);
    expect(findings.wrong).toEqual([]);
    expect(table).toMatch(/requests.*: flat|requests.*: linear/);
  },
);

test.each([
  [[1, 10], 'slower than linear', [10, 50]],
  [[1, 10], 'linear', [10, 100]],
  [[1, 10], 'faster than linear', [10, 1_000]],
  [[1, 10], 'flat', [10, 12]],
  [[1, 10, 100], 'flat', [1, 50, 55]],
  [[1, 10], 'flat', [50, 10]],
] as const)('what takes, at sizes %j, is called %s when it takes %j', (sizes, growth, values) => {
  const points = sizes.map((size, at) => ({ size, value: values[at] ?? 0 }));
  expect(describeGrowth(points, 1)).toBe(growth);
});
