import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { describe, expect, test } from 'vitest';
import { runs } from '../runs.js';
import { findExpressions } from './find-expressions.js';
import { listMade } from './made-expressions.js';
import { judgeExpression, LIMITED, readVerdicts, writeVerdicts } from './verdicts.js';

/** So many runs of `npm run test:long`, each with the next seed, judge every expression again. `ALL_EXPRESSIONS` has one run do it. */
const PARTS = env.ALL_EXPRESSIONS ? 1 : 12;
const { seed } = runs();

const kept = readVerdicts(readFileSync(new URL('verdicts.txt', import.meta.url), 'utf8'));
const { expressions: made } = await listMade();
const expressions = [...new Set([...findExpressions().literals, ...made])].sort();
const chosen = expressions.filter((expression, at) => (at + seed) % PARTS === 0 || !kept.has(expression));
const verdicts = new Map<string, string>();

describe('no text makes an expression take time that grows faster than the text', () => {
  // Judging what redacts secrets takes minutes on a busy machine: each letter of it has many spellings.
  test.each(chosen.map((expression) => [expression]))('%s', { timeout: 1_800_000 }, (expression) => {
    const reason = LIMITED.get(expression);
    const verdict = reason === undefined ? judgeExpression(expression) : `limited, since ${reason}`;
    verdicts.set(expression, verdict);
    expect(verdict).toMatch(/^(?:linear|no attack|limited, since .*)$/);
  });

  test('the verdicts are those that are kept', async () => {
    const all = expressions.map((each) => [each, verdicts.get(each) ?? kept.get(each) ?? ''] as const);
    await expect(writeVerdicts(new Map(all))).toMatchFileSnapshot('verdicts.txt');
  });
});
