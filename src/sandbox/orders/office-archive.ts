// Office files are ZIP archives. This reads just enough of one to unpack some of its parts.

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
/** The end of the directory can be followed by a comment of this many bytes. */
const MAX_COMMENT_BYTES = 2 ** 16;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

export interface ArchivePart {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly size: number;
}

/** Every part that the directory names. @throws RangeError when the bytes are not an archive */
export function listParts(bytes: Uint8Array): ArchivePart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const parts: ArchivePart[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw new RangeError('The archive has a broken directory.');
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      size: view.getUint32(at + 20, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw new RangeError('The file is not an archive.');
}

/** How many more bytes may be unpacked, since a small archive can contain far more than its size. */
export interface Allowance {
  left: number;
}

/** Unpacks a part piece by piece. @throws RangeError as soon as it is larger than what is left */
export async function* unpack(
  bytes: Uint8Array<ArrayBuffer>,
  { method, start, size }: ArchivePart,
  allowance: Allowance,
): AsyncGenerator<Uint8Array> {
  if (method !== STORED && method !== DEFLATED)
    throw new RangeError('The archive is packed in an unknown way.');
  const stored = new Blob([bytes.subarray(start, start + size)]).stream();
  const stream = method === DEFLATED ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored;
  const reader = stream.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      allowance.left -= step.value.byteLength;
      if (allowance.left < 0) throw new RangeError('The archive holds too much.');
      yield step.value;
    }
  } finally {
    // Ends the unpacking when the rest is not wanted. What it fails with does not matter then.
    await reader.cancel().catch(() => undefined);
  }
}
