import { Unzip, type UnzipFile, UnzipInflate, unzipSync } from 'fflate';

/** Of the parts that are wanted, all together. A small archive can hold far more than its size. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;
const MAX_PARTS = 10_000;
/** Unpacked at once; at most a thousand times as much comes out of it. */
const BYTES_AT_ONCE = 2 ** 13;

/**
 * Unpacks the parts with these names, in the order of the numbers in them: the second slide comes before the tenth.
 * @throws Error when it is not a whole archive, is encrypted, or has too much in it
 */
export async function unpack(archive: Uint8Array, wanted: RegExp, turns: Yielder): Promise<Uint8Array[][]> {
  checkDirectory(archive);
  const parts = new Map<string, Uint8Array[]>();
  let count = 0;
  let bytes = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    count = atMost(MAX_PARTS, count + 1);
    if (!wanted.test(file.name)) return;
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      if (error !== null) throw error;
      bytes = atMost(MAX_UNPACKED_BYTES, bytes + piece.byteLength);
      pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < archive.byteLength; at += BYTES_AT_ONCE) {
    const end = at + BYTES_AT_ONCE;
    unzip.push(archive.subarray(at, end), end >= archive.byteLength);
    await turns.next();
  }
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...parts].sort(([one], [other]) => byNumber.compare(one, other)).map(([, pieces]) => pieces);
}

/** A download that was cut off has no directory, since that comes last. */
function checkDirectory(archive: Uint8Array): void {
  let count = 0;
  const filter = () => {
    count = atMost(MAX_PARTS, count + 1);
    return false;
  };
  unzipSync(archive, { filter });
}

/** The count. @throws RangeError when it is above the maximum */
export function atMost(max: number, count: number): number {
  if (count > max) throw new RangeError('The file has too much in it.');
  return count;
}

/** Milliseconds of work after which others get their turn. */
const TURN = 10;

/** Long work in steps, so that requests are answered while it lasts. */
export class Yielder {
  #began = performance.now();

  /** Call it between two steps. It lets others run when the work has held them up for a while. */
  async next(): Promise<void> {
    if (performance.now() - this.#began < TURN) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#began = performance.now();
  }
}
