import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { memoryStore, type Requester } from '../../../../src/index.js';
import type { Fault, SandboxFetch } from '../../../../src/sandbox.js';
import {
  collectTexts,
  IncompleteJobError,
  type OrderTextsOptions,
  orderTexts,
} from '../../../../src/texts.js';
import { openWorld, pause, swiftly } from '../../../client/ordering/world.js';
import { lastingStore } from '../../../lasting-store.js';
import { runs } from '../../../runs.js';
import { freeUnplaced, orderedTexts, rendered, translate } from './translating.js';

const LATENCY = 20;
const LANGUAGES = ['de', 'ja'];
const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** An attempt to order some texts: killed after `dies` milliseconds, then continued by the same process or a new one. */
const tries = fc.record({
  texts: fc.subarray(TEXTS),
  dies: fc.integer({ min: 0, max: 16 * LATENCY }),
  isRestarted: fc.boolean(),
});
const faults = fc.array(
  fc.record({
    on: fc.constantFrom('POST /api/v1/simple/questions', 'POST /api/v1/projects', '*'),
    times: fc.integer({ min: 1, max: 3 }),
    after: fc.nat({ max: 12 }),
    fault: fc.constantFrom<Fault>(
      { kind: 'refuse' },
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'truncate' },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503, carriedOut: true },
      {
        kind: 'status',
        status: 422,
        body: { success: false, message: 'Validation Fail', errors: { point: 'is not enough' } },
      },
    ),
  }),
  { maxLength: 3 },
);
const schedules = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  tries: fc.array(tries, { minLength: 1, maxLength: 4 }),
  faults,
  last: fc.subarray(TEXTS, { minLength: 1 }),
  isDurable: fc.boolean(),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer Value> ? Value : never;

/** A request that was sent arrives, even if its sender is dead by then. */
const arriving =
  (fetch: SandboxFetch): SandboxFetch =>
  async (input, init) => {
    const { signal, ...rest } = init ?? {};
    signal?.throwIfAborted();
    const answer = fetch(input, rest);
    answer.catch(() => undefined);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      answer.then(resolve, reject);
    });
  };

const byKey = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [`key.${text}`, text]));

async function runTry(requester: Requester, options: OrderTextsOptions, dies: number): Promise<void> {
  const death = new AbortController();
  const timer = setTimeout(() => death.abort(new Error('killed')), dies);
  try {
    await orderTexts(requester, { ...options, signal: death.signal });
  } catch (error) {
    // Whatever failed, the next call continues.
    if (error instanceof IncompleteJobError) expect(error.job.name).toBe('shop');
  } finally {
    clearTimeout(timer);
  }
}

async function play(using: 'simple' | 'project', { size, tries, faults, last, isDurable }: Schedule) {
  const store = isDurable ? lastingStore() : memoryStore();
  const { sandbox, elsewhere } = openWorld({ latency: LATENCY }, { retries: 1, store }, arriving);
  const input = { name: 'shop', from: 'en', to: LANGUAGES, using, settle: 2_000 };
  const limits = { bodies: size, questions: size };
  for (const fault of faults) sandbox.faults.add(fault);
  let requester = elsewhere();
  for (const { texts, dies, isRestarted } of tries) {
    await runTry(requester, { ...input, limits, texts: byKey(texts) }, dies);
    // Requests in flight arrive.
    await pause(3_000);
    // Without a store that outlives the process, other texts are refused after a restart.
    if (isRestarted && isDurable) requester = elsewhere();
  }
  sandbox.faults.clear();
  const final = { ...input, limits, texts: byKey(last) };
  // In a store, an order that was sent and never arrived stays unknown until a person decides.
  await orderTexts(requester, final).catch(async (error) => {
    expect(await freeUnplaced(store, sandbox), String(error)).toBeGreaterThan(0);
  });
  const job = await orderTexts(requester, final);
  await translate(sandbox, requester, job);
  const results: [string, string, string | null][] = [];
  for await (const { language, key, text } of collectTexts(requester, JSON.parse(JSON.stringify(job)))) {
    results.push([language, key, text]);
  }
  return { ordered: await orderedTexts(sandbox, requester), results };
}

/**
 * Plays random schedules of kills, faults and altered texts, so often with `npm run test:long`: each text is ordered
 * once, and all are collected.
 *
 * @returns how many were played
 */
export async function playSchedules(using: 'simple' | 'project', often: number): Promise<number> {
  let count = 0;
  const property = fc.asyncProperty(schedules, async (schedule) => {
    vi.clearAllTimers();
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    const { ordered, results } = await swiftly(play(using, schedule));
    count += 1;
    const names = ordered.map(({ language, text }) => `${language} ${text}`);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    const wanted = LANGUAGES.flatMap((language) =>
      schedule.last.map((text) => [language, `key.${text}`, rendered(language, text)]),
    );
    expect(results.toSorted()).toEqual(wanted.toSorted());
  });
  await fc.assert(property, runs(often));
  return count;
}
