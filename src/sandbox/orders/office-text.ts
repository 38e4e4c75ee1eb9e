import { type Allowance, type ArchivePart, listParts, unpack } from './office-archive.js';
import { XmlReader, type XmlVisitor } from './xml-reader.js';

/** Where the text of a kind of file stands: in which parts, and in which elements of theirs. */
interface Layout {
  readonly parts: RegExp;
  readonly paragraphs: ReadonlySet<string>;
  /** Elements whose text is not the document's, or is a repetition. */
  readonly skipped: ReadonlySet<string>;
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  docx: {
    parts: /^word\/document\.xml$/,
    paragraphs: new Set(['p']),
    skipped: new Set(['Fallback']),
  },
  // Cells have their texts in a common list or, in files of some programs, in themselves.
  xlsx: {
    parts: /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/,
    paragraphs: new Set(['si', 'is']),
    skipped: new Set(['rPh']),
  },
  pptx: {
    parts: /^ppt\/slides\/slide\d+\.xml$/,
    paragraphs: new Set(['p']),
    skipped: new Set(['Fallback']),
  },
};

/** The most bytes to unpack from one file. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;
const MAX_PARAGRAPHS = 1_000_000;
/** Of all texts together. */
const MAX_CHARACTERS = 16 * 2 ** 20;

/** The paragraphs of an office file; null when it is not an office file, or too much of one. */
export async function readOfficeText(kind: string, bytes: Uint8Array<ArrayBuffer>): Promise<string[] | null> {
  const layout = LAYOUTS[kind];
  if (layout === undefined) return null;
  try {
    const parts = listParts(bytes).filter(({ name }) => layout.parts.test(name));
    if (parts.length === 0) return null;
    const texts = new ParagraphTexts(layout);
    const allowance: Allowance = { left: MAX_UNPACKED_BYTES };
    for (const part of inOrder(parts)) await readPart(bytes, part, texts, allowance);
    return texts.paragraphs;
  } catch {
    // Whatever is wrong in the file, the service would not accept it.
    return null;
  }
}

/** The second slide comes before the tenth. */
function inOrder(parts: readonly ArchivePart[]): ArchivePart[] {
  const byNumber = new Intl.Collator('en', { numeric: true });
  return [...parts].sort((one, other) => byNumber.compare(one.name, other.name));
}

async function readPart(
  bytes: Uint8Array<ArrayBuffer>,
  part: ArchivePart,
  texts: ParagraphTexts,
  allowance: Allowance,
): Promise<void> {
  const reader = new XmlReader(texts);
  let decoder: TextDecoder | undefined;
  for await (const piece of unpack(bytes, part, allowance)) {
    decoder ??= new TextDecoder(charsetOf(piece));
    reader.feed(decoder.decode(piece, { stream: true }));
  }
  texts.endParagraph();
}

/** XML is in UTF-8, or in UTF-16 with its mark. */
function charsetOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Collects the texts of paragraphs. */
class ParagraphTexts implements XmlVisitor {
  /** Those that are not blank. */
  readonly paragraphs: string[] = [];
  readonly #layout: Layout;
  #current: string[] = [];
  #characters = 0;
  /** How many elements around this place are paragraphs, texts, or skipped. */
  #inParagraph = 0;
  #inText = 0;
  #inSkipped = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  open(name: string): void {
    this.#move(name, 1);
  }

  close(name: string): void {
    this.#move(name, -1);
  }

  text(text: string): void {
    if (this.#inText === 0 || this.#inParagraph === 0 || this.#inSkipped > 0) return;
    this.#current.push(text);
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS) throw new RangeError('The file has too much text.');
  }

  endParagraph(): void {
    if (this.#current.length === 0) return;
    const text = this.#current.join('');
    this.#current = [];
    if (text.trim() !== '') this.paragraphs.push(text);
    if (this.paragraphs.length > MAX_PARAGRAPHS) throw new RangeError('The file has too many paragraphs.');
  }

  #move(name: string, by: 1 | -1): void {
    if (name === 't') this.#inText = Math.max(0, this.#inText + by);
    else if (this.#layout.skipped.has(name)) this.#inSkipped = Math.max(0, this.#inSkipped + by);
    else if (this.#layout.paragraphs.has(name)) {
      this.endParagraph();
      this.#inParagraph = Math.max(0, this.#inParagraph + by);
    }
  }
}
