import { Unzip, type UnzipFile, UnzipInflate, unzipSync } from 'fflate';

/** The most bytes of all unpacked parts together. A small archive can unpack to far more. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;
const MAX_ARCHIVE_PARTS = 10_000;
/** Bytes that are unpacked at once. At most a thousand times as many come out. */
const BYTES_AT_ONCE = 2 ** 13;

/**
 * Unpacks the parts whose names match, in the order of the numbers in their names: slide 2 comes before slide 10.
 * @throws Error when it is not a whole archive, is encrypted, or holds too much
 */
export async function unpack(archive: Uint8Array, wanted: RegExp, yielder: Yielder): Promise<Uint8Array[][]> {
  checkDirectory(archive);
  const parts = new Map<string, Uint8Array[]>();
  let count = 0;
  let bytes = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    count = limitBytes(MAX_ARCHIVE_PARTS, count + 1);
    if (!wanted.test(file.name)) return;
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      if (error !== null) throw error;
      bytes = limitBytes(MAX_UNPACKED_BYTES, bytes + piece.byteLength);
      pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < archive.byteLength; at += BYTES_AT_ONCE) {
    const end = at + BYTES_AT_ONCE;
    unzip.push(archive.subarray(at, end), end >= archive.byteLength);
    await yielder.yieldIfBusy();
  }
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...parts].sort(([left], [right]) => byNumber.compare(left, right)).map(([, pieces]) => pieces);
}

/** Checks that the archive is whole: its directory comes last, so a file that was cut off has none. */
function checkDirectory(archive: Uint8Array): void {
  let count = 0;
  const filter = () => {
    count = limitBytes(MAX_ARCHIVE_PARTS, count + 1);
    return false;
  };
  unzipSync(archive, { filter });
}

/** Returns the count. @throws RangeError when it is above the maximum */
export function limitBytes(max: number, count: number): number {
  if (count > max) throw new RangeError('The file has too much in it.');
  return count;
}

/** Milliseconds of work before the event loop gets a turn. */
const MAX_BUSY_MS = 10;

/** Yields to the event loop, so that requests are answered during long work. */
export class Yielder {
  #began = performance.now();

  /** Call it between two steps of the work. It yields when the last time is long enough ago. */
  async yieldIfBusy(): Promise<void> {
    if (performance.now() - this.#began < MAX_BUSY_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#began = performance.now();
  }
}
