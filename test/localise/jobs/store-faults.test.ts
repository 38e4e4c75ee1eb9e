import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderDocument, quoteDocument } from '../../../src/documents.js';
import type { Requester, Store } from '../../../src/index.js';
import { orderTexts, quoteTexts, readJob, rejectText, type TextsJob } from '../../../src/texts.js';
import {
  fastTime,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
  swiftRejection,
  turns,
} from '../../client/ordering/world.js';
import { lastingStore } from '../../lasting-store.js';
import { menu, openKitchen, order } from './documents/ordering.js';

beforeEach(fastTime);
afterEach(realTime);

const TEXTS = { name: 'shop', from: 'en', to: ['de'], texts: { add: 'Add' } };
const REASON = { reason: 'This is not the word of our shop.' };

/** What the calls of a test share: a call may stop, and may need a job of before. */
interface Given {
  readonly requester: Requester;
  readonly job: TextsJob;
  readonly signal?: AbortSignal;
}

/** Every public function that uses the client's store. */
const USES: readonly (readonly [name: string, use: (given: Given) => Promise<unknown>])[] = [
  [
    'projects.check within a budget',
    ({ requester, signal }) => requester.projects.check(projectOrder('k'), { signal }),
  ],
  [
    'projects.create',
    ({ requester, signal }) => requester.projects.create(projectOrder('k'), { once: true, signal }),
  ],
  [
    'projects.create within a budget',
    ({ requester, signal }) => requester.projects.create(projectOrder(undefined), { signal }),
  ],
  [
    'simple.questions.create',
    ({ requester, signal }) => requester.simple.questions.create(simpleOrder('k'), { once: true, signal }),
  ],
  ['files.upload', ({ requester, signal }) => requester.files.upload(menu(), { key: 'k', signal })],
  ['orders.unknown', ({ requester, signal }) => requester.orders.unknown({ signal })],
  ['orders.resolve', ({ requester, signal }) => requester.orders.resolve('sent', { id: null }, { signal })],
  [
    'events.follow',
    async ({ requester, signal }) => {
      const stream = requester.events.follow({ from: 'now', checkpoint: 'shop', until: 'caught-up', signal });
      for await (const _ of stream);
    },
  ],
  ['orderTexts', ({ requester, signal }) => orderTexts(requester, { ...TEXTS, to: ['ja'], signal })],
  ['quoteTexts', ({ requester, signal }) => quoteTexts(requester, { ...TEXTS, signal })],
  ['readJob', ({ requester, signal }) => readJob(requester, { ...TEXTS, signal })],
  [
    'rejectText',
    ({ requester, job, signal }) =>
      rejectText(requester, job, { language: 'de', key: 'add' }, REASON, { signal }),
  ],
  ['orderDocument', ({ requester, signal }) => orderDocument(requester, order({ signal }))],
  ['quoteDocument', ({ requester, signal }) => quoteDocument(requester, order({ signal }))],
];
/** Those that write nothing. */
const READING = ['projects.check within a budget', 'orders.unknown', 'quoteTexts', 'readJob'];

type Steps = Pick<Store, 'get' | 'swap' | 'keys'>;

/** A world with a job whose text is translated, an order of unknown outcome, and a store that breaks when it is told to. */
async function openShop() {
  const inner = lastingStore();
  let broken: Partial<Steps> = {};
  const store: Steps = {
    get: (...step) => (broken.get ?? inner.get)(...step),
    swap: (...step) => (broken.swap ?? inner.swap)(...step),
    keys: (...step) => (broken.keys ?? inner.keys)(...step),
  };
  const world = openKitchen({}, { store, budget: { points: 10_000, name: 'shop' } });
  const { requester, sandbox } = world;
  const job = await swiftly(orderTexts(requester, TEXTS));
  const [{ id: question = 0 } = {}] = job.orders;
  const { question_bodies } = await swiftly(requester.simple.questions.get(question));
  for (const { id } of question_bodies) sandbox.translators.translateBody(id, 'Hinzufügen');
  const { id } = await swiftly(requester.account.get());
  const sent = { state: 'sent', claim: 'c', at: 0, fingerprint: '' };
  await inner.swap(`order ${id}:project:sent`, undefined, JSON.stringify(sent));
  return {
    world,
    requester,
    job,
    inner,
    breakStore: (steps: Partial<Steps>) => {
      broken = steps;
    },
  };
}

const all = (step: () => Promise<never>): Steps => ({ get: step, swap: step, keys: step });
const cause = new Error('no disk');
const silence = () => new Promise<never>(() => undefined);

describe.each(USES)('%s', (name, use) => {
  test('fails with a StoreError when the store does, and places nothing', async () => {
    const { requester, job, breakStore, world } = await openShop();
    breakStore(all(() => Promise.reject(cause)));
    const before = world.sandbox.orders().length;
    const error = await swiftRejection(use({ requester, job }));
    expect(error).toMatchObject({ name: 'StoreError', cause, outcome: 'not_sent' });
    expect(String(error)).not.toContain(cause.message);
    expect(world.sandbox.orders().length).toBe(before);
  });

  test('fails with a StoreError when the store does not answer within the timeout', async () => {
    const { requester, job, breakStore } = await openShop();
    breakStore(all(silence));
    expect(await swiftRejection(use({ requester, job }))).toMatchObject({ name: 'StoreError' });
  });

  test('ends with its signal, and with its reason, while the store does not answer', async () => {
    const { requester, job, breakStore } = await openShop();
    breakStore(all(silence));
    const controller = new AbortController();
    const began = performance.now();
    const failed = use({ requester, job, signal: controller.signal }).catch((reason) => reason);
    await turns(50);
    controller.abort(cause);
    expect(await swiftly(failed)).toBe(cause);
    expect(performance.now() - began).toBeLessThanOrEqual(1_000);
  });

  test.skipIf(READING.includes(name))('gives up a store that refuses each swap', async () => {
    const { requester, job, breakStore } = await openShop();
    realTime();
    let swaps = 0;
    breakStore({
      swap: async () => {
        swaps += 1;
        return false;
      },
    });
    const error = await use({ requester, job }).then(
      () => undefined,
      (error) => error,
    );
    // A file that is not recorded is still uploaded.
    if (name === 'files.upload' || name === 'quoteDocument') expect(error).toBeUndefined();
    else expect(name === 'orderDocument' ? error.cause : error).toMatchObject({ name: 'StoreError' });
    const before = swaps;
    await turns(20);
    expect(swaps).toBe(before);
  });

  test('succeeds when it is called again after a step that failed after its effect', async () => {
    const { requester, job, breakStore, inner, world } = await openShop();
    realTime();
    let fails = true;
    breakStore({
      swap: async (...step) => {
        const result = await inner.swap(...step);
        if (!fails) return result;
        fails = false;
        throw cause;
      },
    });
    const [first] = await Promise.allSettled([use({ requester, job })]);
    const before = new Set(world.sandbox.orders().map(({ key }) => key));
    const [second] = await Promise.allSettled([use({ requester, job })]);
    // The person's decision was carried out, and the key is free.
    const isResolved = name === 'orders.resolve' && first.status === 'rejected';
    if (second.status === 'rejected' && !isResolved) throw second.reason;
    const orders = world.sandbox.orders().filter(({ key }) => key !== null);
    expect(new Set(orders.map(({ key }) => key)).size).toBe(orders.length);
    expect(before.size).toBeLessThanOrEqual(orders.length + 1);
  });
});
