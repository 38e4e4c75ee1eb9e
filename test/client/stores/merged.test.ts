import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseMerged } from '../../../src/client/stores/merged-texts.js';
import { Requester, type RequesterOptions } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import { createSandbox } from '../../../src/sandbox.js';
import { rejection } from '../../recorded-fetch.js';
import { PROJECTS } from '../ordering/world.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const record = (state: string, id?: number): string => JSON.stringify({ state, id });

test.each([
  ['placed before sent', [record('sent'), record('placed', 7)], 1],
  ['placed with an id before placed without one', [record('placed'), record('placed', 7)], 1],
  ['sent before claimed', [record('claimed'), record('sent')], 1],
  ['sent before withdrawn', [record('withdrawn'), record('sent')], 1],
  ['withdrawn before claimed', [record('claimed'), record('withdrawn')], 1],
  ['the first of equal ones', [record('placed', 8), record('placed', 7)], 0],
  ['a note of a placed order before one without', ['{"order":{}}', '{"placed":{"id":7}}'], 1],
  ['the first of texts that are no records', ['5', 'no JSON'], 0],
])('of merged texts holds %s', (_, texts, expected) => {
  expect(chooseMerged('order 1:simple:k', texts)).toBe(expected);
});

test('of merged totals of a budget none holds', () => {
  expect(chooseMerged('budget november', ['{"spent":1,"open":{}}', '{"spent":2,"open":{}}'])).toBeUndefined();
});

/** A sandbox, and clients that use it with a folder each. */
function openBranches(settings: Partial<RequesterOptions> = {}) {
  const sandbox = createSandbox();
  const { baseUrl, accessToken, fetch } = sandbox;
  const on = (branch: string): Requester =>
    new Requester({ baseUrl, accessToken, fetch, store: fileStore(join(folder, branch)), ...settings });
  const merge = async (...branches: readonly string[]): Promise<Requester> => {
    for (const branch of branches)
      await cp(join(folder, branch), join(folder, 'merged'), { recursive: true });
    return on('merged');
  };
  return { sandbox, on, merge };
}

const known = { once: true, lookback: 0 } as const;
const SIXTEEN = 16;

test.each([
  ['first', ['a', 'b']],
  ['second', ['b', 'a']],
])(
  'after two branches were merged, their spendings are summed, in whatever order they are merged (%s)',
  async (_, order) => {
    const { on, merge, sandbox } = openBranches({ budget: { points: 3 * SIXTEEN - 1, name: 'november' } });
    for (const branch of ['a', 'b']) await PROJECTS.place(on(branch), branch, known);
    const merged = await merge(...order);
    const error = await rejection(PROJECTS.place(merged, 'c', known));
    expect(error).toMatchObject({ name: 'BudgetError', maxPoints: SIXTEEN - 1 });
    expect(sandbox.orders()).toHaveLength(2);
  },
);

test('after two branches were merged, an order that one has placed is not paid again, though its record is newer', async () => {
  const { on, merge, sandbox } = openBranches();
  sandbox.faults.add({ on: PROJECTS.post, times: 1, fault: { kind: 'drop-before' } });
  const lost = await rejection(PROJECTS.place(on('a'), 'k', { ...known, settle: 0 }));
  expect(lost).toMatchObject({ name: 'OutcomeUnknownError' });
  await PROJECTS.place(on('b'), 'k', known);
  expect(await PROJECTS.place(await merge('a', 'b'), 'k', known)).toMatchObject({ placed: false });
  expect(sandbox.orders()).toHaveLength(1);
});

test('after two branches were merged, an order that one has placed is not paid again, though its record is older', async () => {
  const { on, merge, sandbox } = openBranches();
  const { data } = await PROJECTS.place(on('a'), 'k', known);
  const [key = ''] = await fileStore(join(folder, 'a')).keys('order ');
  // A process of the other branch has claimed it, and was killed.
  const claimed = JSON.stringify({ state: 'claimed', claim: 'x', fingerprint: 'x', service: '', until: 0 });
  await fileStore(join(folder, 'b')).swap(key, undefined, claimed);
  expect(await PROJECTS.place(await merge('b', 'a'), 'k', known)).toMatchObject({
    placed: false,
    data: { id: data.id },
  });
  expect(sandbox.orders()).toHaveLength(1);
});
