import type { Store } from './store.js';
import { all, getMust, nowMust, type Probe, swapMust, type Tried } from './store-probes.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const MANY = 16;

/** Swaps at the same time, by both objects. Exactly one may succeed, and what it wrote must be there. */
async function race(
  tried: Tried,
  key: string,
  previous: string | undefined,
  nexts: readonly (string | undefined)[],
): Promise<void> {
  const swaps = nexts.map((next, number) =>
    (number % 2 === 0 ? tried.one : tried.two).swap(key, previous, next),
  );
  const winners = (await all(swaps)).flatMap((done, number) => (done ? [number] : []));
  const message = `must be one atomic step (compare and write at once, in the database): of ${nexts.length} swaps at the same time, from the same text, ${winners.length} resolved to true instead of 1`;
  swapMust(winners.length === 1, message);
  const isKept = (await tried.one.get(key)) === nexts[winners[0] ?? 0];
  swapMust(isKept, 'must be one atomic step: a swap that resolved to false has written its text');
}

async function isAtomic(tried: Tried, prefix: string): Promise<void> {
  const texts = (round: number) => Array.from({ length: MANY }, (_, number) => `${round} ${number}`);
  for (let round = 0; round < 5; round += 1) {
    const key = `${prefix}${round}`;
    await race(tried, key, undefined, texts(round));
    await race(tried, key, await tried.one.get(key), texts(round + 100));
    const some = texts(0).map((text, number) => (number % 2 === 0 ? undefined : text));
    await race(tried, key, await tried.one.get(key), some);
    const last = await tried.one.get(key);
    const none = texts(0).map(() => undefined);
    if (last !== undefined) await race(tried, key, last, none);
  }
}

async function showsNoHalves({ one, two }: Tried, key: string): Promise<void> {
  const texts = ['a', 'b'].map((letter) => letter.repeat(20_000));
  await one.swap(key, undefined, texts[0]);
  let isOver = false;
  const read = async (store: Store): Promise<void> => {
    while (!isOver) {
      const message =
        'must show the text before or after a swap; while others swapped, it gave something else';
      getMust(texts.includes((await store.get(key)) ?? ''), message);
      await pause(0);
    }
  };
  const write = async (): Promise<void> => {
    try {
      for (let round = 0; round < 20; round += 1)
        await one.swap(key, texts[round % 2], texts[(round + 1) % 2]);
    } finally {
      isOver = true;
    }
  };
  await all([read(one), read(two), write()]);
}

/** The year 2000 in milliseconds, which seconds don't reach; and a time that only microseconds reach. */
const EARLIEST = 946_684_800_000;
const LATEST = 100_000_000_000_000;

export async function hasClock({ one, two, hasClock: isThere }: Tried): Promise<void> {
  if (!isThere) return;
  const first = await one.now();
  nowMust(Number.isSafeInteger(first), `must resolve to whole milliseconds; got ${first}`);
  const message = `must resolve to milliseconds since 1970; ${first} is another unit, or another beginning`;
  nowMust(first > EARLIEST && first < LATEST, message);
  let last = first;
  for (let round = 0; last === first; round += 1) {
    nowMust(round < 400, 'must go on: it gave the same time for two seconds');
    for (const each of [one, two]) {
      const next = await each.now();
      nowMust(
        next >= last,
        `must be one clock for all processes, which does not go back; it went back by ${last - next} ms`,
      );
      last = next;
    }
    await pause(5);
  }
}

/** Many steps at once. */
export const RACES: readonly Probe[] = [isAtomic, showsNoHalves];
