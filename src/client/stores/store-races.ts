import type { Store } from './store.js';
import { getMust, nowMust, type Probe, settleAll, swapMust, type TestedStore } from './store-probes.js';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

type NextTexts = readonly (string | undefined)[];

/** Swaps at the same time, each by both objects. Exactly one may succeed, and what it wrote must be there. */
async function race(
  { first, second }: TestedStore,
  key: string,
  chooseNexts: (previous: string | undefined) => NextTexts,
): Promise<void> {
  const previous = await first.get(key);
  const swaps = chooseNexts(previous).flatMap((next) =>
    [first, second].map(async (store) => ({ next, isDone: await store.swap(key, previous, next) })),
  );
  const winners = (await settleAll(swaps)).filter(({ isDone }) => isDone);
  const message = `must be one atomic step (compare and write at once, in the database): of ${swaps.length} swaps at the same time, from the same text, ${winners.length} resolved to true instead of 1`;
  swapMust(winners.length === 1, message);
  const isKept = (await first.get(key)) === winners[0]?.next;
  swapMust(isKept, 'must be one atomic step: a swap that resolved to false has written its text');
}

const MANY = 8;
const makeTexts = (previous: string | undefined): NextTexts =>
  Array.from({ length: MANY }, (_, number) => `${previous} ${number}`);
const makeRemovals = (previous: string | undefined): NextTexts => makeTexts(previous).map(() => undefined);
const makeBoth = (previous: string | undefined): NextTexts =>
  makeTexts(previous).flatMap((text) => [text, undefined]);

async function probeAtomicity(tried: TestedStore, key: string): Promise<void> {
  const kinds = [makeTexts, makeTexts, makeRemovals, makeTexts, makeBoth];
  for (const chooseNexts of Array.from({ length: 5 }, () => kinds).flat())
    await race(tried, key, chooseNexts);
}

async function probeHalves({ first, second }: TestedStore, key: string): Promise<void> {
  const both: NextTexts = Array.from('ab', (letter) => letter.repeat(20_000));
  let [text, next] = both;
  await first.swap(key, undefined, text);
  let isOver = false;
  const read = async (store: Store): Promise<void> => {
    while (!isOver) {
      const message =
        'must show the text before or after a swap; while others swapped, it gave something else';
      getMust(both.includes(await store.get(key)), message);
      await sleep(0);
    }
  };
  const write = async (): Promise<void> => {
    try {
      for (const _ of Array(20).keys()) {
        swapMust(await first.swap(key, text, next), 'must resolve to true while others only read the text');
        [text, next] = [next, text];
      }
    } finally {
      isOver = true;
    }
  };
  await settleAll([read(first), read(second), write()]);
}

/** The year 2000 in milliseconds, which seconds don't reach; and a time that only microseconds reach. */
const EARLIEST = 946_684_800_000;
const LATEST = 100_000_000_000_000;

export async function probeClock({ first, second, hasClock }: TestedStore): Promise<void> {
  if (!hasClock) return;
  const began = await first.now();
  nowMust(Number.isSafeInteger(began), `must resolve to whole milliseconds; got ${began}`);
  const message = `must resolve to milliseconds since 1970; ${began} is another unit, or another beginning`;
  nowMust(began > EARLIEST && began < LATEST, message);
  let last = began;
  for (let round = 0; last === began; round += 1) {
    nowMust(round < 400, 'must go on: it gave the same time for two seconds');
    for (const each of [first, second]) {
      const next = await each.now();
      nowMust(
        next >= last,
        `must be one clock for all processes, which does not go back; it went back by ${last - next} ms`,
      );
      last = next;
    }
    await sleep(5);
  }
}

export const RACES: readonly Probe[] = [probeAtomicity, probeHalves];
