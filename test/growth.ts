import process from 'node:process';

/** Milliseconds at the smaller size from which on the work itself decides. */
const LONG_ENOUGH = 6;
const LARGEST = 2 ** 20;
const ROUNDS = 10;

/** Milliseconds of this thread alone, so that a busy machine changes nothing. */
export async function cost(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How the time of some work grows when the size of its input is doubled three times: about 8 if it is linear, 64 if it is
 * quadratic. It is measured until it is linear, at most ten times, side by side.
 *
 * @param make makes the input of a size
 */
export async function growth<Input>(
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<number> {
  let size = 2 ** 8;
  let small = 0;
  let large = 0;
  // What seemed long enough may still have been slow because it was new: then eight times as much is not long enough.
  while (size < LARGEST / 8 && large < 10 * LONG_ENOUGH) {
    size *= 2;
    const input = make(size);
    // What runs for the first times is not compiled yet, and can take ten times as long.
    const times: number[] = [];
    for (let run = 0; run < 4; run += 1) times.push(await cost(() => work(input)));
    small = Math.min(...times);
    if (small < LONG_ENOUGH && size < LARGEST / 8) continue;
    const longer = make(8 * size);
    // As the smaller one, it is measured once it has its memory: to touch that for the first time can take thirty times as long.
    large = Math.min(await cost(() => work(longer)), await cost(() => work(longer)));
  }
  // What takes next to nothing at the largest size is not quadratic.
  if (large < 10 * LONG_ENOUGH) return 1;
  const [input, longer] = [make(size), make(8 * size)];
  for (let round = 1; round < ROUNDS && large / small > LINEAR; round += 1) {
    small += await cost(() => work(input));
    large += await cost(() => work(longer));
  }
  return large / small;
}

/** A growth below this is linear, with a wide margin for caches and the collection of garbage. */
export const LINEAR = 24;
