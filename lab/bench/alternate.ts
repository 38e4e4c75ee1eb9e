/** What is measured. */
export type Work = () => unknown;

/** Microseconds of one piece of work, side by side. */
export interface Pair {
  readonly subject: number;
  readonly bare: number;
}

export interface Rounds {
  /** Pieces of work in one block. */
  readonly size: number;
  /** Blocks of each that are measured. */
  readonly blocks: number;
  /** Blocks of each that are not. */
  readonly warmUp: number;
}

/** Runs two kinds of work in turns, so that whatever disturbs the machine disturbs both. */
export async function alternate(subject: Work, bare: Work, rounds: Rounds): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let block = -rounds.warmUp; block < rounds.blocks; block += 1) {
    // Neither is always the first.
    const [first, second] = block % 2 === 0 ? [subject, bare] : [bare, subject];
    const times = [await time(first, rounds.size), await time(second, rounds.size)] as const;
    const [a, b] = first === subject ? times : [times[1], times[0]];
    if (block >= 0) pairs.push({ subject: a, bare: b });
  }
  return pairs;
}

/** Microseconds of one piece of work, the mean over a block. */
export async function time(work: Work, size = 1): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < size; index += 1) await work();
  return ((performance.now() - started) * 1000) / size;
}
