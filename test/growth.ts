import process from 'node:process';

/** Milliseconds at the smaller size from which on the work itself decides. */
const LONG_ENOUGH = 6;
const LARGEST = 2 ** 20;
const ROUNDS = 10;

/** Milliseconds of this thread alone, so that a busy machine changes nothing. */
async function cost(work: () => unknown): Promise<number> {
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
  while (size < LARGEST / 8 && small < LONG_ENOUGH) {
    size *= 2;
    const input = make(size);
    // An expression is compiled when it runs for the second time, and then takes a tenth of the time.
    await work(input);
    small = await cost(() => work(input));
  }
  const [one, eight] = [make(size), make(8 * size)];
  let large = await cost(() => work(eight));
  // What takes next to nothing at the largest size is not quadratic.
  if (large < 10 * LONG_ENOUGH) return 1;
  for (let round = 1; round < ROUNDS && large / small > LINEAR; round += 1) {
    small += await cost(() => work(one));
    large += await cost(() => work(eight));
  }
  return large / small;
}

/** A growth below this is linear, with a wide margin for caches and the collection of garbage. */
export const LINEAR = 24;
