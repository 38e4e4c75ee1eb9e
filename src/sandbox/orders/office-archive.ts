import { Unzip, type UnzipFile, UnzipInflate, unzipSync, Zip, ZipDeflate } from 'fflate';

/** The most bytes of all unpacked parts with text together, and of all parts. A small archive can unpack to far more. */
const MAX_TEXT_BYTES = 64 * 2 ** 20;
const MAX_BYTES = 256 * 2 ** 20;
const MAX_ARCHIVE_PARTS = 10_000;
/** Bytes that are unpacked at once. At most a thousand times as many come out. */
const BYTES_AT_ONCE = 2 ** 13;
/** Bytes that are packed at once. */
const PACKED_AT_ONCE = 2 ** 18;
/** A file has the same bytes whenever it is made. An archive knows no earlier time. */
const EARLIEST_TIME = new Date(1980, 0, 1);

/** The parts of an archive by their names, in its order. */
export type ArchiveParts = ReadonlyMap<string, readonly Uint8Array[]>;

/**
 * Unpacks the parts whose names are wanted.
 * @throws Error when it is not a whole archive, is encrypted, or holds too much
 */
export function unpack(
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  yielder: Yielder,
): Promise<ArchiveParts> {
  return unpackUpTo(MAX_TEXT_BYTES, archive, isWanted, yielder);
}

/** Unpacks all parts. @throws Error as `unpack` does */
export function unpackAll(archive: Uint8Array, yielder: Yielder): Promise<ArchiveParts> {
  return unpackUpTo(MAX_BYTES, archive, () => true, yielder);
}

async function unpackUpTo(
  maxBytes: number,
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  yielder: Yielder,
): Promise<ArchiveParts> {
  checkDirectory(archive);
  const parts = new Map<string, Uint8Array[]>();
  let count = 0;
  let bytes = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    count = limitCount(MAX_ARCHIVE_PARTS, count + 1);
    if (!isWanted(file.name)) return;
    const pieces: Uint8Array[] = [];
    parts.set(file.name, pieces);
    file.ondata = (error, piece) => {
      if (error !== null) throw error;
      bytes = limitCount(maxBytes, bytes + piece.byteLength);
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
  return parts;
}

/** Checks that the archive is whole, since its directory comes last, and says of itself that it is not too large. */
function checkDirectory(archive: Uint8Array): void {
  let count = 0;
  let bytes = 0;
  const filter = ({ originalSize }: { readonly originalSize: number }) => {
    count = limitCount(MAX_ARCHIVE_PARTS, count + 1);
    bytes = limitCount(MAX_BYTES, bytes + originalSize);
    return false;
  };
  unzipSync(archive, { filter });
}

/**
 * The text of a part. XML is in UTF-8, or in UTF-16 with a byte order mark, with whose bytes no text in UTF-8 begins.
 * @throws TypeError when it is in neither
 */
export function decodePart(pieces: readonly Uint8Array[]): string {
  const first = pieces.find(({ byteLength }) => byteLength > 0)?.[0];
  const charset = first === 0xff ? 'utf-16le' : first === 0xfe ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(charset, { fatal: true });
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

/** Packs parts into an archive. */
export async function pack(parts: ArchiveParts, yielder: Yielder): Promise<Uint8Array<ArrayBuffer>> {
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(new Uint8Array(piece));
  });
  for (const [name, pieces] of parts) {
    const part = new ZipDeflate(name);
    part.mtime = EARLIEST_TIME;
    zip.add(part);
    for (const piece of pieces) {
      for (let at = 0; at < piece.byteLength; at += PACKED_AT_ONCE) {
        part.push(piece.subarray(at, at + PACKED_AT_ONCE));
        await yielder.yieldIfBusy();
      }
    }
    part.push(new Uint8Array(), true);
  }
  zip.end();
  return new Uint8Array(await new Blob(packed).arrayBuffer());
}

/** Returns the count. @throws RangeError when it is above the maximum */
export function limitCount(max: number, count: number): number {
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
