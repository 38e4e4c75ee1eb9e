import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../../src/index.js';
import { type OrderTextsOptions, orderTexts } from '../../../../src/texts.js';
import { fastTime, openWorld, pause, realTime, swiftly } from '../../../client/ordering/world.js';
import { lastingStore } from '../../../lasting-store.js';
import { isLong } from '../../../runs.js';
import { freeUnplaced, orderedTexts } from './translating.js';

beforeEach(fastTime);
afterEach(realTime);

/** A process that uses a store, and stops at one of its steps: before the store has done it, or after. */
interface Stopping {
  readonly store: Store;
  readonly stopped: Promise<void>;
  go(): void;
}

function stopping(store: Store, step: number, moment: 'before' | 'after'): Stopping {
  let stop: () => void = () => undefined;
  let go: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const awake = new Promise<void>((resolve) => {
    go = resolve;
  });
  let steps = 0;
  const stepwise = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    steps += 1;
    const isHere = steps === step;
    if (isHere) stop();
    if (steps >= step && moment === 'before') await awake;
    const result = await work();
    if (steps >= step && moment === 'after') await awake;
    return result;
  };
  return {
    store: {
      get: (key) => stepwise(() => store.get(key)),
      swap: (key, previous, next) => stepwise(() => store.swap(key, previous, next)),
      keys: (prefix) => stepwise(() => store.keys(prefix)),
    },
    stopped,
    go,
  };
}

const TEXTS = ['One', 'Two', 'Three', 'Four'];
const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  ['the same texts', TEXTS],
  ['one more text', [...TEXTS, 'Five']],
  ['one text less', TEXTS.slice(1)],
  ['a changed text', ['One', 'Two', 'Tree', 'Four']],
];

describe.each(['simple', 'project'] as const)('a table of %s orders', (using) => {
  const input = (texts: readonly string[]): OrderTextsOptions => ({
    ...{ name: 'shop', from: 'en', to: ['de'], using, settle: 1_000 },
    ...{ texts: Object.fromEntries(texts.map((text) => [text, text])), limits: { bodies: 2, questions: 2 } },
  });

  /** One process stops at a step, another orders, and then the first goes on, or is dead. @returns whether it stopped */
  async function play(step: number, moment: 'before' | 'after', texts: readonly string[], isKilled: boolean) {
    const store = lastingStore();
    const world = openWorld({}, { store, retries: 0 });
    const process = stopping(store, step, moment);
    const first = orderTexts(world.elsewhere({ store: process.store }), input(TEXTS)).then(
      () => 'done',
      () => 'failed',
    );
    const isStopped = await Promise.race([process.stopped.then(() => true), first.then(() => false)]);
    const other = world.elsewhere();
    // It fails when an order of the first process is neither known to be placed nor not placed.
    await orderTexts(other, input(texts)).catch((error) => expect(error.name).toBe('IncompleteJobError'));
    if (!isKilled) {
      process.go();
      await first;
    }
    await freeUnplaced(store, world.sandbox);
    // Whoever was stopped while it was sending is past its lease.
    await pause(120_000);
    const all = [...new Set([...TEXTS, ...texts])];
    const job = await orderTexts(world.elsewhere(), input(all));
    expect(job.orders.flatMap(({ pieces }) => pieces.filter((piece) => piece >= 0)).toSorted()).toEqual(
      job.pieces.map((_, index) => index),
    );
    const ordered = (await orderedTexts(world.sandbox, other)).map(({ text }) => text);
    expect(ordered.toSorted(), `${moment} step ${step}`).toEqual([...new Set(ordered)].toSorted());
    expect(ordered).toEqual(expect.arrayContaining(all));
    return isStopped;
  }

  test.each(OTHERS)(
    'is ordered once, wherever a process is stopped or killed while another orders %s',
    async (_, texts) => {
      for (const moment of ['before', 'after'] as const) {
        for (const isKilled of [false, true]) {
          let step = 1;
          while (await swiftly(play(step, moment, texts, isKilled))) step += isLong ? 1 : 3;
          expect(step).toBeGreaterThan(10);
        }
      }
    },
  );
});
