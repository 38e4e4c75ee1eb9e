// Office files are ZIP archives of XML. This reads just enough of both to count letters and show paragraphs.

/** The parts that hold the text, by kind of file. */
const TEXT_PARTS: Readonly<Record<string, RegExp>> = {
  docx: /^word\/document\.xml$/,
  xlsx: /^xl\/sharedStrings\.xml$/,
  pptx: /^ppt\/slides\/slide\d+\.xml$/,
};

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
/** The most bytes of text to unpack, since a small archive can contain far more than its size. */
const MAX_PART_BYTES = 32 * 2 ** 20;

interface Part {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly size: number;
}

/** The paragraphs of an office file; null when it is not an office file. */
export async function readOfficeText(kind: string, bytes: Uint8Array<ArrayBuffer>): Promise<string[] | null> {
  const wanted = TEXT_PARTS[kind];
  try {
    const parts = listParts(bytes).filter((part) => wanted?.test(part.name));
    if (parts.length === 0) return null;
    const paragraphs: string[] = [];
    for (const part of parts) paragraphs.push(...paragraphsOfXml(await readPart(bytes, part)));
    return paragraphs;
  } catch {
    // Whatever is wrong in the file, the service would not accept it.
    return null;
  }
}

function listParts(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const parts: Part[] = [];
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
  for (let at = view.byteLength - 22; at >= 0; at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw new RangeError('The file is not an archive.');
}

async function readPart(bytes: Uint8Array<ArrayBuffer>, { method, start, size }: Part): Promise<string> {
  const stored = new Blob([bytes.subarray(start, start + size)]).stream();
  const stream = method === DEFLATED ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored;
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    text += decoder.decode(step.value, { stream: true });
    if (text.length > MAX_PART_BYTES) throw new RangeError('The archive holds too much.');
  }
  return text + decoder.decode();
}

function paragraphsOfXml(xml: string): string[] {
  return xml
    .split(/<\/(?:w:p|a:p|si)>/)
    .map((block) =>
      [...block.matchAll(/<(?:w:|a:)?t(?:\s[^<>]*)?>([^<]*)</g)].map((match) => match[1] ?? '').join(''),
    )
    .map(decodeEntities)
    .filter((text) => text.trim() !== '');
}

function decodeEntities(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => named[name] ?? whole);
}
