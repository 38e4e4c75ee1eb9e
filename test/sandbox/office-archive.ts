import { deflateRawSync } from 'node:zlib';

/** A ZIP archive of these parts. With `repeated`, its directory names each part so many times. */
export function archiveOf(
  parts: Readonly<Record<string, string | Uint8Array>>,
  { repeated = 1 }: { readonly repeated?: number } = {},
): Uint8Array<ArrayBuffer> {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    contents.push(local, Buffer.from(name), packed);
    for (let copy = 0; copy < repeated; copy += 1) directory.push(entryOf(name, packed.byteLength, at));
    at += local.byteLength + Buffer.byteLength(name) + packed.byteLength;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...contents, ...directory, end]));
}

function entryOf(name: string, size: number, at: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(size, 20);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}
