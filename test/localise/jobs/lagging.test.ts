import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectDocuments, orderDocument } from '../../../src/documents.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { collectTexts, orderTexts } from '../../../src/texts.js';
import { fastTime, openWorld, realTime, swiftly } from '../../client/ordering/world.js';
import { order } from './documents/ordering.js';
import { translate } from './texts/translating.js';

/** Milliseconds by which reads by id are behind. */
const LAG = 1_500;

/** Reads by id come from a copy of the data that is behind: what was asked for first answers 404 for a while. */
function behind(fetch: SandboxFetch): { readonly fetch: SandboxFetch; fallBehind(): void } {
  let isBehind = false;
  const seen = new Map<string, number>();
  return {
    fallBehind: () => {
      isBehind = true;
    },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      if (!isBehind || init?.method !== 'GET' || !/\/\d+/.test(pathname)) return fetch(input, init);
      const first = seen.get(pathname) ?? performance.now();
      seen.set(pathname, first);
      if (performance.now() - first >= LAG) return fetch(input, init);
      return Response.json({ success: false, error_code: 404, message: 'Not Found' }, { status: 404 });
    },
  };
}

function openLagging() {
  let fallBehind = (): void => {};
  const world = openWorld({ analysisTime: 0 }, { logLevel: 'silent' }, (fetch) => {
    const lagging = behind(fetch);
    fallBehind = lagging.fallBehind;
    return lagging.fetch;
  });
  return { ...world, fallBehind: () => fallBehind() };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

beforeEach(fastTime);
afterEach(realTime);

describe.each([true, false])(
  'nothing is missing that a copy of the data does not show yet; wait: %s',
  (wait) => {
    test.each(['simple', 'project'] as const)('in a table of %s orders', async (using) => {
      const { requester, sandbox, fallBehind } = openLagging();
      const texts = { a: 'One', b: 'Two' };
      const job = await swiftly(
        orderTexts(requester, { name: 'shop', from: 'en', to: ['de'], texts, using }),
      );
      await swiftly(translate(sandbox, requester, job));
      fallBehind();
      const results = await swiftly(all(collectTexts(requester, job, { wait })));
      expect(results.map(({ text }) => text)).toEqual(['de: One', 'de: Two']);
    });

    test('in a document', async () => {
      const { requester, sandbox, fallBehind } = openLagging();
      // An upload reads its file in real time, which fast time would overtake.
      realTime();
      const job = await orderDocument(requester, order());
      fastTime();
      sandbox.translators.translateAll();
      fallBehind();
      const results = await swiftly(all(collectDocuments(requester, job, { wait })));
      expect(results.map(({ issues }) => issues)).toEqual([undefined, undefined]);
      for (const { download } of results) await download?.body.cancel();
    });
  },
);

test('an order whose answer lacks its questions is read until a copy of the data shows it', async () => {
  const { requester, sandbox, fallBehind } = openLagging();
  const alter = ({ project }: { project?: object }) => ({ project: { ...project, questions: undefined } });
  sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'alter', alter } });
  fallBehind();
  const input = { name: 'shop', from: 'en', to: ['de'], texts: { a: 'One' }, using: 'project' } as const;
  const { orders } = await swiftly(orderTexts(requester, input));
  expect(orders).toMatchObject([{ placed: true, questions: [expect.any(Number)] }]);
});

test('what is not there after `settle` is missing, and after `timeout` where it is given', async () => {
  const { requester, sandbox } = openLagging();
  const texts = { a: 'One' };
  const job = await swiftly(orderTexts(requester, { name: 'shop', from: 'en', to: ['de'], texts }));
  sandbox.reset();
  for (const [options, ms] of [
    [{}, 30_000],
    [{ timeout: 4_000 }, 4_000],
  ] as const) {
    const begin = performance.now();
    const results = await swiftly(all(collectTexts(requester, job, options)));
    expect(results[0]?.issues).toMatchObject([{ kind: 'missing' }]);
    expect(performance.now() - begin).toBe(ms);
  }
});

test('an abort ends the pauses', async () => {
  const { requester, sandbox } = openLagging();
  const texts = { a: 'One' };
  const job = await swiftly(orderTexts(requester, { name: 'shop', from: 'en', to: ['de'], texts }));
  sandbox.reset();
  const end = new AbortController();
  setTimeout(() => end.abort(new Error('enough')), 1_000);
  const begin = performance.now();
  await expect(swiftly(all(collectTexts(requester, job, { signal: end.signal })))).rejects.toThrow('enough');
  expect(performance.now() - begin).toBe(1_000);
});
